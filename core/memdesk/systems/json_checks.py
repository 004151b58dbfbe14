"""What the JSON files of all systems have in common: they must be objects, and a problem has a place."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from memdesk.model import Json, Problem, Severity
from memdesk.text.json import text as json_text
from memdesk.text.json.spans import Node, Path, locate, spans

PROBLEM_LIMIT = 100
"""Problems of one sort that are told of a document; a thousand more would tell nothing new."""


def is_fatal(problem: Problem) -> bool:
    """Say whether a problem keeps agents from reading a file at all."""
    return problem.severity is Severity.ERROR and problem.code != "duplicate_key"


class JsonPlaces:
    """Finds the places of values in a JSON text; it reads the text once, and only if it is asked."""

    def __init__(self, text: str) -> None:
        self._text = text

    def problem(
        self,
        path: Path,
        code: str,
        message: str,
        severity: Severity = Severity.WARNING,
        arguments: tuple[str, ...] = (),
    ) -> Problem:
        """Return a problem with the place of the value at ``path``."""
        start = locate(self._root, path).start
        return Problem(code, message, *json_text.place(self._text, start), severity, arguments)

    @cached_property
    def _root(self) -> Node:
        return spans(self._text)


def read_strictly(data: bytes) -> json_text.JsonDocument:
    """Read a JSON file as agents' programs do: a byte order mark, if it has one, is an error."""
    document = json_text.read(data)
    message = "the file starts with a byte order mark, which agents cannot read"
    problems = (
        replace(problem, code="bom_unread", message=message, severity=Severity.ERROR)
        if problem.code == "bom"
        else problem
        for problem in document.problems
    )
    return replace(document, problems=tuple(problems))


def read_object(data: bytes) -> tuple[json_text.JsonDocument, dict[str, Json] | None]:
    """Read a JSON file whose top must be an object; None where agents cannot read it, or it is none.

    Their programs refuse a byte order mark, and take the last of two members of one name.
    """
    document = read_strictly(data)
    if any(is_fatal(problem) for problem in document.problems):
        return document, None
    if isinstance(document.value, dict):
        return document, document.value
    problem = Problem("json_shape", "the file must hold a JSON object", 1, 1)
    problems = (*document.problems, problem)
    return json_text.JsonDocument(document.text, document.form, document.value, problems), None
