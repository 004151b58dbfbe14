"""What the JSON files of all families have in common: they must be objects, and a problem has a place."""

from __future__ import annotations

from functools import cached_property

from memdesk.model import Json, Problem, Severity
from memdesk.text import json_text
from memdesk.text.json_spans import Node, Path, locate, spans

PROBLEM_LIMIT = 100
"""Problems of one sort that are told of a document; a thousand more would tell nothing new."""


class Places:
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


def read_object(data: bytes) -> tuple[json_text.JsonDocument, dict[str, Json] | None]:
    """Read a JSON file whose top must be an object; None where it is broken or something else."""
    document = json_text.read(data)
    if document.broken:
        return document, None
    if isinstance(document.value, dict):
        return document, document.value
    problem = Problem("json_shape", "the file must hold a JSON object", 1, 1)
    problems = (*document.problems, problem)
    return json_text.JsonDocument(document.text, document.form, document.value, problems), None
