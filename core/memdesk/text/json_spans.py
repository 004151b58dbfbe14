"""Where every value of a JSON text begins and ends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from memdesk.errors import InvalidError
from memdesk.model import Json

_SPACE = re.compile(r"[ \t\n\r]*+")
_HALF = re.compile("[\ud800-\udfff]")

Path = tuple[str | int, ...]
"""The way to a value: names of object members and indexes of array items."""


@dataclass(frozen=True, eq=False)
class Node:
    """A value's place in a text. What is inside of it is looked at when it is asked for."""

    text: str = field(repr=False)
    start: int
    end: int

    @property
    def opener(self) -> str:
        """``{``, ``[``, or nothing for a plain value."""
        mark = self.text[self.start]
        return mark if mark in "{[" else ""

    @cached_property
    def members(self) -> tuple[Member, ...]:
        """The members of an object or the items of an array."""
        return tuple(_members(self)) if self.opener else ()

    @property
    def value(self) -> Json:
        """The value that stands here."""
        value: Json = _scan(self.text, self.start)[0]
        return value


@dataclass(frozen=True, slots=True)
class Member:
    """An item of an array or a member of an object, whose name is quoted from ``start`` to ``name_end``."""

    start: int
    name: str | None
    name_end: int
    node: Node


def spans(text: str) -> Node:
    """Return the place of the whole value; text that is not JSON is an InvalidError.

    Line breaks inside strings are let pass: a paragraph separator is one in the text of an open document.
    """
    start = _skip(text, 1 if text.startswith("\ufeff") else 0)
    end = _scan(text, start)[1]
    if _skip(text, end) != len(text):
        raise _broken(text, end)
    return Node(text, start, end)


def locate(root: Node, path: Path) -> Node:
    """Return the place of the value at ``path``, as seen from ``root``."""
    for step in path:
        root = member_of(root, step).node
    return root


def member_of(node: Node, step: str | int) -> Member:
    """Return the member with this name, or the item with this index."""
    if isinstance(step, int) and node.opener == "[" and 0 <= step < len(node.members):
        return node.members[step]
    if isinstance(step, str) and node.opener == "{":
        found = [member for member in node.members if member.name == step]
        if found:
            return found[-1]
    raise InvalidError(f"there is no {step!r} here")


def _refuse(constant: str) -> Json:
    raise ValueError(constant)


_scan_once = json.JSONDecoder(strict=False, parse_constant=_refuse).raw_decode


def _scan(text: str, at: int) -> tuple[Json, int]:
    """Return the value at an index and where it ends."""
    try:
        return _scan_once(text, at)
    except json.JSONDecodeError as error:
        raise _broken(text, error.pos) from error
    except (ValueError, RecursionError) as error:
        raise _broken(text, at) from error


def _broken(text: str, at: int) -> InvalidError:
    return InvalidError(f"not valid JSON in line {text.count(chr(10), 0, at) + 1}")


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _members(node: Node) -> Iterator[Member]:
    """Yield what is inside a container that is known to be valid."""
    text, named = node.text, node.opener == "{"
    at = _skip(text, node.start + 1)
    while at < node.end - 1:
        start, name, name_end = at, None, at
        if named:
            quoted, name_end = _scan(text, at)
            name = _HALF.sub("\ufffd", str(quoted))
            at = _skip(text, _skip(text, name_end) + 1)
        end = _scan(text, at)[1]
        yield Member(start, name, name_end, Node(text, at, end))
        at = _skip(text, _skip(text, end) + 1)
