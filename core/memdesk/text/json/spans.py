"""Where every value of a JSON text begins and ends."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
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
    value: Json = field(repr=False)
    """The value that stands here; nobody may change it."""
    known: tuple[JsonMember, ...] | None = field(default=None, repr=False)
    """The members, where they were met on the way."""

    @property
    def opener(self) -> str:
        """``{``, ``[``, or nothing for a plain value."""
        mark = self.text[self.start]
        return mark if mark in "{[" else ""

    @cached_property
    def members(self) -> tuple[JsonMember, ...]:
        """The members of an object or the items of an array."""
        return tuple(self.each_member())

    def each_member(self) -> Iterator[JsonMember]:
        """Yield the members one by one; whoever needs the first ones alone does not look for the others."""
        if self.known is not None:
            return iter(self.known)
        return _members(self.text, self.start) if self.opener else iter(())


@dataclass(frozen=True, slots=True)
class JsonMember:
    """An item of an array or a member of an object, whose name is quoted from ``start`` to ``name_end``."""

    start: int
    name: str | None
    name_end: int
    node: Node


def spans(text: str, *, strict: bool = False) -> Node:
    """Return the place of the whole value; text that is not JSON is an InvalidError.

    Line breaks inside strings are let pass unless it is ``strict``: a paragraph separator is one in the text
    of an open document.
    """
    start = _skip(text, 1 if text.startswith("\ufeff") else 0)
    scan = _strictly if strict else _scan_once
    node = _object(text, start, scan) if text.startswith("{", start) else _plain(text, start, scan)
    if _skip(text, node.end) != len(text):
        raise _broken(text, node.end)
    return node


def locate(root: Node, path: Path) -> Node:
    """Return the place of the value at ``path``, as seen from ``root``."""
    for step in path:
        root = member_of(root, step).node
    return root


def member_of(node: Node, step: str | int) -> JsonMember:
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
_strictly = json.JSONDecoder(parse_constant=_refuse).raw_decode
Scan = Callable[[str, int], tuple[Json, int]]


def _scan(text: str, at: int, scan: Scan = _scan_once) -> tuple[Json, int]:
    """Return the value at an index and where it ends."""
    try:
        return scan(text, at)
    except json.JSONDecodeError as error:
        raise _broken(text, error.pos) from error
    except (ValueError, RecursionError) as error:
        raise _broken(text, at) from error


def _broken(text: str, at: int) -> InvalidError:
    return InvalidError(f"not valid JSON in line {text.count(chr(10), 0, at) + 1}")


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _plain(text: str, at: int, scan: Scan) -> Node:
    value, end = _scan(text, at, scan)
    return Node(text, at, end, value)


def _object(text: str, start: int, scan: Scan) -> Node:
    """Read an object member by member, so that it is read but once where its members are asked for."""
    members = tuple(_members(text, start, scan))
    end = _skip(text, members[-1].node.end if members else start + 1) + 1
    return Node(text, start, end, {str(each.name): each.node.value for each in members}, members)


def _members(text: str, start: int, scan: Scan = _scan_once) -> Iterator[JsonMember]:
    """Yield what is inside the container that starts here; each member is read when it is asked for."""
    named, close = text[start] == "{", "}" if text[start] == "{" else "]"
    at = _skip(text, start + 1)
    more = not text.startswith(close, at)
    while more:
        begin, name, name_end = at, None, at
        if named:
            name, name_end, at = _name(text, at, scan)
        node = _plain(text, at, scan)
        yield JsonMember(begin, name, name_end, node)
        at = _skip(text, node.end)
        more = not text.startswith(close, at)
        if more and not text.startswith(",", at):
            raise _broken(text, at)
        at = _skip(text, at + 1)


def _name(text: str, at: int, scan: Scan) -> tuple[str, int, int]:
    """Return a member's name, where it ends, and where the value begins."""
    if not text.startswith('"', at):
        raise _broken(text, at)
    quoted, end = _scan(text, at, scan)
    colon = _skip(text, end)
    if not text.startswith(":", colon):
        raise _broken(text, colon)
    return _HALF.sub("\ufffd", str(quoted)), end, _skip(text, colon + 1)
