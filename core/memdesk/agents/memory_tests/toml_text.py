"""Memory tests as TOML: read with the line of what is wrong, changed with comments and order kept. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

import tomlkit
from tomlkit.exceptions import ParseError, TOMLKitError
from tomlkit.items import AbstractTable, AoT, Array

from memdesk.agents.memory_tests.expectation import LIMIT, MODES, MemoryTest
from memdesk.errors import InvalidError
from memdesk.model import Kind

NAME = "tests.toml"
"""What messages call the file."""

_LISTS = ("test", "tests")
_HEADER = re.compile(r"[ \t]*\[\[[ \t]*tests?[ \t]*\]\]")
_FIELDS = ("question", "must", "must_not", "mode", "system", "kind", "limit", "context")
_HEAD = """\
# Memory tests: what a question must find in this memory, and what it must not.
# "memdesk test PATH" asks them all; the window does after every change.
"""
_MOST = 1000


def read_tests(text: str) -> tuple[MemoryTest, ...]:
    """Return the tests in the order of the file. Raises InvalidError with the line of what is wrong."""
    tables = _tables(_parsed(text), text)
    return tuple(_test(table, _Place(text, number)) for number, table in enumerate(tables))


def with_test(text: str, test: MemoryTest) -> str:
    """Return the text with a further test; one that asks the same in the same way takes its wishes in."""
    tests = [*read_tests(text)]
    for at, old in enumerate(tests):
        if old.asks_as(test):
            return with_changed(text, at, old.with_more(test))
    document = _parsed(text or _HEAD)
    name, listed = _list_in(document)
    if listed is None:
        listed = tomlkit.aot()
        listed.append(_written(test, tomlkit.table()))
        document.append(name, listed)
    else:
        listed.append(
            _written(test, tomlkit.inline_table() if isinstance(listed, Array) else tomlkit.table())
        )
    return _checked(tomlkit.dumps(document), [*tests, test])


def with_changed(text: str, at: int, test: MemoryTest) -> str:
    """Return the text with another test in the place of one; what stays keeps its form and its comments."""
    tests = [*read_tests(text)]
    document = _parsed(text)
    _, listed = _list_in(document)
    table = (listed or [])[at]
    for key, value in _values(test).items():
        if value is None:
            table.pop(key, None)
        elif _plain(table.get(key)) != value:
            table[key] = _item(value)
    tests[at] = test
    return _checked(tomlkit.dumps(document), tests)


def without_test(text: str, at: int) -> str:
    """Return the text without one test."""
    tests = [*read_tests(text)]
    document = _parsed(text)
    name, listed = _list_in(document)
    if listed is not None and len(listed) > 1:
        del listed[at]
    else:
        document.remove(name)
    return _checked(tomlkit.dumps(document), [*tests[:at], *tests[at + 1 :]])


class _Place:
    """Where a test stands in the text."""

    def __init__(self, text: str, number: int) -> None:
        self._rows, self.number = text.split("\n"), number
        heads = [at for at, row in enumerate(self._rows) if _HEADER.match(row)]
        self._first = heads[number] if number < len(heads) else None
        self._end = heads[number + 1] if number + 1 < len(heads) else len(self._rows)

    def line(self, key: str = "") -> int | None:
        """Return the line of a key of the test, or of its head, from 1; None where that cannot be told."""
        if self._first is None:
            return None
        named = re.compile(rf"[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=")
        rows = range(self._first, self._end) if key else ()
        return next((at for at in rows if named.match(self._rows[at])), self._first) + 1

    def refuse(self, problem: str, key: str = "") -> NoReturn:
        """Raise InvalidError."""
        _refuse(f"test {self.number + 1}: {problem}", self.line(key))


def _refuse(problem: str, line: int | None = None) -> NoReturn:
    place = f", line {line}" if line is not None else ""
    raise InvalidError(
        f"{NAME}{place}: {problem}", reason="memory_tests_damaged", arguments=(problem,), line=line
    )


def _parsed(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except ParseError as error:
        problem = re.sub(r" at line \d+ col \d+$", "", str(error))
        raise _damaged(problem, error.line) from error
    except (TOMLKitError, RecursionError, ValueError) as error:
        raise _damaged(str(error) or "it nests too deeply", None) from error


def _damaged(problem: str, line: int | None) -> InvalidError:
    try:
        _refuse(problem, line)
    except InvalidError as error:
        return error


def _list_in(document: tomlkit.TOMLDocument) -> tuple[str, AoT | Array | None]:
    name = next((name for name in _LISTS if name in document), _LISTS[0])
    listed = document.get(name)
    if listed is None or isinstance(listed, AoT | Array):
        return name, listed
    _refuse(f"tests stand below [[{name}]] each")


def _tables(document: tomlkit.TOMLDocument, text: str) -> Sequence[Mapping[str, object]]:
    for key in document:
        if key not in _LISTS:
            rows = enumerate(text.split("\n"), 1)
            line = next((number for number, row in rows if row.lstrip(" \t[\"'").startswith(key)), None)
            _refuse(f"{key!r} is no part of it: each test stands below [[test]]", line)
    if all(name in document for name in _LISTS):
        _refuse("it has both [[test]] and [[tests]]; use one of them")
    _, listed = _list_in(document)
    tables = [*(listed or ())]
    if not all(isinstance(table, Mapping) for table in tables):
        _refuse("each test is a table: [[test]]")
    return tables


def _test(table: Mapping[str, object], place: _Place) -> MemoryTest:
    for key in table:
        if key not in _FIELDS:
            place.refuse(f"{key!r} is no field of a test; there are {', '.join(_FIELDS)}", key)
    question = table.get("question")
    if not isinstance(question, str) or not question.strip():
        place.refuse("it has no question", "question")
    must, must_not = (_texts(table, key, place) for key in ("must", "must_not"))
    if not must and not must_not:
        place.refuse("it has neither must nor must_not")
    mode, system, kind = (_text(table, key, place) for key in ("mode", "system", "kind"))
    if mode not in ("", *MODES):
        place.refuse(f"mode is one of {', '.join(MODES)}", "mode")
    if kind and kind not in frozenset(Kind):
        place.refuse(f"{kind!r} is no kind of document", "kind")
    limit, context = table.get("limit", LIMIT), table.get("context", False)
    if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= _MOST:
        place.refuse(f"limit is a number from 1 to {_MOST}", "limit")
    if not isinstance(context, bool):
        place.refuse("context is true or false", "context")
    return MemoryTest(str(question), must, must_not, mode or "auto", system, kind, int(limit), bool(context))


def _text(table: Mapping[str, object], key: str, place: _Place) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        place.refuse(f"{key} is a text", key)
    return str(value)


def _texts(table: Mapping[str, object], key: str, place: _Place) -> tuple[str, ...]:
    value = table.get(key, ())
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, Iterable) or not all(isinstance(each, str) and each.strip() for each in values):
        place.refuse(f"{key} is a list of texts", key)
    return tuple(map(str, values))


def _values(test: MemoryTest) -> dict[str, object]:
    """Return what is written of a test; None where that is left out."""
    return {
        "question": test.question,
        "must": [*test.must] or None,
        "must_not": [*test.must_not] or None,
        "mode": test.mode if test.mode != "auto" else None,
        "system": test.system or None,
        "kind": test.kind or None,
        "limit": test.limit if test.limit != LIMIT else None,
        "context": True if test.context else None,
    }


def _plain(value: object) -> object:
    """Return a value as it is compared: a text alone is a list of one."""
    return [str(each) for each in value] if isinstance(value, Array) else value


def _item(value: object) -> object:
    if isinstance(value, list):
        listed = tomlkit.array()
        listed.extend(value)
        return listed.multiline(len(value) > 1)
    return value


def _written(test: MemoryTest, table: AbstractTable) -> AbstractTable:
    for key, value in _values(test).items():
        if value is not None:
            table[key] = _item(value)
    return table


def _checked(text: str, tests: Sequence[MemoryTest]) -> str:
    """Return a changed text that says just what it should; else a person has to change it by hand."""
    if [*read_tests(text)] != [*tests]:
        _refuse("its layout does not let memdesk change it; edit the file itself")
    return text
