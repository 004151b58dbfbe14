"""Where every value of a JSON text begins and ends."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from memdesk.errors import InvalidError
from memdesk.model import Json

_SPACE = re.compile(r"[ \t\n\r]*+")
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_PLAIN = re.compile(r"-?\d[\d.eE+-]*+|true|false|null")
_HALF = re.compile("[\ud800-\udfff]")
_MAX_DEPTH = 64

Path = tuple[str | int, ...]
"""The way to a value: names of object members and indexes of array items."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value's place in the text; ``opener`` is ``{``, ``[`` or empty for a plain value."""

    start: int
    end: int
    opener: str = ""
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """An item of an array or a member of an object, whose name is quoted from ``start`` to ``name_end``."""

    start: int
    name: str | None
    name_end: int
    node: Node


def spans(text: str) -> Node:
    """Return the place of the whole value with everything in it; text that is not JSON is an InvalidError.

    Line breaks inside strings are let pass: a paragraph separator is one in the text of an open document.
    """
    start = _skip(text, 1 if text.startswith("\ufeff") else 0)
    node = _value(text, start, 0)
    if _skip(text, node.end) != len(text):
        raise _broken(text, node.end)
    return node


def locate(text: str, path: Path) -> Node:
    """Return the place of the value at ``path``."""
    node = spans(text)
    for step in path:
        node = member_of(node, step).node
    return node


def member_of(node: Node, step: str | int) -> Member:
    """Return the member with this name, or the item with this index."""
    if isinstance(step, int) and node.opener == "[" and 0 <= step < len(node.members):
        return node.members[step]
    if isinstance(step, str) and node.opener == "{":
        found = [member for member in node.members if member.name == step]
        if found:
            return found[-1]
    raise InvalidError(f"there is no {step!r} here")


def value_at(text: str, node: Node) -> Json:
    """Return the value that stands at this place."""
    try:
        value: Json = json.loads(text[node.start : node.end], strict=False)
    except ValueError as error:
        raise _broken(text, node.start) from error
    return value


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _broken(text: str, at: int) -> InvalidError:
    return InvalidError(f"not valid JSON in line {text.count(chr(10), 0, at) + 1}")


def _value(text: str, at: int, depth: int) -> Node:
    opener = text[at : at + 1]
    if opener in {"{", "["}:
        if depth >= _MAX_DEPTH:
            raise _broken(text, at)
        return _container(text, at, opener, depth + 1)
    match = _STRING.match(text, at) or _PLAIN.match(text, at)
    if match is None:
        raise _broken(text, at)
    return Node(at, match.end())


def _container(text: str, start: int, opener: str, depth: int) -> Node:
    closer = "}" if opener == "{" else "]"
    members: list[Member] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != closer or members:
        member = _member(text, at, opener, depth)
        members.append(member)
        at = _skip(text, member.node.end)
        mark = text[at : at + 1]
        if mark == closer:
            break
        if mark != ",":
            raise _broken(text, at)
        at = _skip(text, at + 1)
    return Node(start, at + 1, opener, tuple(members))


def _member(text: str, at: int, opener: str, depth: int) -> Member:
    if opener == "[":
        return Member(at, None, at, _value(text, at, depth))
    match = _STRING.match(text, at)
    colon = _skip(text, match.end()) if match else at
    if match is None or text[colon : colon + 1] != ":":
        raise _broken(text, at)
    name = _HALF.sub("\ufffd", str(value_at(text, Node(at, match.end()))))
    return Member(at, name, match.end(), _value(text, _skip(text, colon + 1), depth))
