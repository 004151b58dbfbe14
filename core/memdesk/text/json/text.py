"""Strict JSON with problems that have a place, and edits that touch nothing but what they change.

Reading accepts what RFC 8259 accepts, no more: names that occur twice, ``NaN``, endless nesting and numbers
that no program can hold are problems with line and column. Nothing is ever repaired.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memdesk.model import Json, Problem, Severity
from memdesk.text.encoding import TextForm, decode
from memdesk.text.json.edit import Style, edit, insert, remove, rename_key
from memdesk.text.json.spans import Node, spans

__all__ = [
    "MAX_DEPTH",
    "JsonDocument",
    "JsonResult",
    "Node",
    "Style",
    "edit",
    "insert",
    "long_numbers",
    "parse",
    "place",
    "read",
    "remove",
    "rename_key",
    "spans",
    "whole",
]

MAX_DEPTH = 64
_MAX_DIGITS = 4000
_BOM = "\ufeff"
_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_HALF = re.compile("[\ud800-\udfff]")
_CONSTANTS = frozenset({"NaN", "Infinity", "-Infinity"})
_NUMBER = re.compile(r"-?\d+(\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)?")
_TOKEN = re.compile(
    r'"[^"\\]*+(?:\\.?[^"\\]*+)*+(?:"|\Z)|-?(?:\d[\d.eE+-]*+|Infinity)|NaN|[\[\]{}:,]',
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class JsonResult:
    """A parsed value (None where it does not parse) and what is wrong with the text."""

    value: Json
    problems: tuple[Problem, ...] = ()

    @property
    def broken(self) -> bool:
        """Whether an error forbids structured edits."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """The bytes of a JSON file as text, value and problems."""

    text: str
    form: TextForm
    value: Json
    problems: tuple[Problem, ...] = ()

    @property
    def broken(self) -> bool:
        """Whether an error forbids structured edits."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)


class _RefusedError(Exception):
    """The text is not JSON that everybody reads alike; the code of the problem."""


def read(data: bytes) -> JsonDocument:
    """Read the bytes of a JSON file. Only UTF-8 is JSON; a byte order mark is a warning."""
    decoded = decode(data)
    if decoded.form.encoding != "utf-8":
        what = "binary data" if decoded.reason == "binary" else decoded.form.encoding
        problem = Problem(decoded.reason or "encoding", f"JSON must be UTF-8, but this is {what}", 1, 1)
        return JsonDocument(decoded.text, decoded.form, None, (problem,))
    result = parse(data.decode("utf-8"))
    return JsonDocument(decoded.text, decoded.form, result.value, result.problems)


def breaks(before: bytes | None, after: bytes) -> str:
    """Return why new bytes of a file are no JSON; empty where they are, or the old ones were none either."""
    errors = [each for each in read(after).problems if each.severity is Severity.ERROR]
    if not errors or (before and read(before).broken):
        return ""
    return errors[0].message


def parse(text: str) -> JsonResult:
    """Parse JSON; a problem says what is wrong, in which line and column."""
    if text.startswith(_BOM):
        rest = _parsed(text[1:])
        mark = Problem("bom", "the file starts with a byte order mark", 1, 1, Severity.WARNING)
        return JsonResult(rest.value, (mark, *rest.problems))
    return _parsed(text)


def _parsed(text: str) -> JsonResult:
    try:
        value, doubled = _load(text)
    except json.JSONDecodeError as error:
        return JsonResult(None, (_syntax_problem(text, error),))
    except RecursionError:
        return JsonResult(None, (_deep_problem(text),))
    except _RefusedError as error:
        return JsonResult(None, (_token_problem(text, str(error)),))
    if _deeper_than(value, MAX_DEPTH):
        return JsonResult(None, (_deep_problem(text),))
    problems = tuple(_doubled_problems(text)) if doubled else ()
    if _HALF_ESCAPE.search(text) and (halves := tuple(_half_problems(text))):
        value, problems = _whole(value), (*problems, *halves)
    return JsonResult(value, problems)


def long_numbers(text: str) -> frozenset[str]:
    """Return the numbers of a sound text that have more digits than their value, as they stand there."""
    from decimal import Decimal

    found: set[str] = set()

    def look(digits: str) -> None:
        try:
            is_whole = Decimal(digits) == Decimal(repr(float(digits)))
        except ArithmeticError:
            is_whole = False
        if not is_whole:
            found.add(digits)

    json.loads(text.removeprefix(_BOM), parse_float=look)
    return frozenset(found)


def numbers_replaced(text: str, change: Callable[[str], str]) -> str:
    """Return a sound text with every number as ``change`` gives it back."""
    return _TOKEN.sub(lambda token: change(token[0]) if token[0][0] in "-0123456789" else token[0], text)


def whole(text: str) -> str:
    """Return a text with a mark in the place of half characters, which no encoding can hold."""
    return text if text.isascii() else _HALF.sub("\ufffd", text)


def place(text: str, index: int) -> tuple[int, int]:
    """Return line and column, counted from 1, of an index in the text."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def _load(text: str) -> tuple[Json, bool]:
    """Return the value and whether a name occurs twice in an object."""
    doubled = False

    def members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        nonlocal doubled
        found = dict(pairs)
        doubled = doubled or len(found) < len(pairs)
        return found

    value = json.loads(
        text,
        object_pairs_hook=members,
        parse_constant=_refuse_constant,
        parse_float=_finite,
        parse_int=_integer,
    )
    return value, doubled


def _refuse_constant(_: str) -> Json:
    raise _RefusedError("json_constant")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _RefusedError("json_number")
    return number


def _integer(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise _RefusedError("json_number")
    return int(digits)


def _syntax_problem(text: str, error: json.JSONDecodeError) -> Problem:
    if not text.strip():
        return Problem("empty", "the file is empty", 1, 1)
    message = error.msg[:1].lower() + error.msg[1:]
    said = error.msg.removesuffix(": ")
    return Problem("json_syntax", f"not valid JSON: {message}", error.lineno, error.colno, arguments=(said,))


def _deeper_than(value: Json, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [child for node in level for child in _children(node) if isinstance(child, list | dict)]
        if not level:
            return False
    return True


def _children(node: Json) -> list[Json]:
    if isinstance(node, dict):
        return list(node.values())
    return node if isinstance(node, list) else []


def _deep_problem(text: str) -> Problem:
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if depth > MAX_DEPTH:
            return Problem(
                "json_depth", f"nested deeper than {MAX_DEPTH} levels", *place(text, token.start())
            )
    return Problem("json_depth", f"nested deeper than {MAX_DEPTH} levels")


def _token_problem(text: str, code: str) -> Problem:
    """Find the constant or number that made reading stop: the first one that is refused."""
    is_constant = code == "json_constant"
    refused = _CONSTANTS.__contains__ if is_constant else _unbearable
    token = next(token for token in _TOKEN.finditer(text) if refused(token[0]))
    message = f"{token[0]} is not JSON" if is_constant else "the number is too large"
    return Problem(code, message, *place(text, token.start()))


def _unbearable(token: str) -> bool:
    number = _NUMBER.match(token)
    if number is None:
        return False
    return len(number[0]) > _MAX_DIGITS if number[1] is None else math.isinf(float(number[0]))


def _doubled_problems(text: str) -> Iterator[Problem]:
    """Find the names that occur twice in one object."""
    open_names: list[set[str] | None] = []
    previous = ""
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in "[{":
            open_names.append(set() if mark == "{" else None)
        elif mark in "]}":
            open_names.pop()
        elif mark[0] == '"' and previous in {"{", ","} and (names := open_names[-1]) is not None:
            if (name := json.loads(mark)) in names:
                message = f"the key {name!r} occurs twice"
                at = place(text, token.start())
                yield Problem("duplicate_key", message, *at, arguments=(name,))
            names.add(name)
        previous = mark


def _half_problems(text: str) -> Iterator[Problem]:
    for token in _TOKEN.finditer(text):
        if _HALF_ESCAPE.search(token[0]) and _HALF.search(json.loads(token[0])):
            message = "the text holds half a character (a lone surrogate)"
            yield Problem("lone_surrogate", message, *place(text, token.start()), Severity.WARNING)


def _whole(value: Json) -> Json:
    """Replace half characters, which no other text can hold, as most readers of JSON do."""
    if isinstance(value, str):
        return whole(value)
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {whole(key): _whole(item) for key, item in value.items()}
    return value
