"""What a place in a text belongs to: the entry or key around it, else its item or paragraph. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate

from memdesk.errors import InvalidError
from memdesk.text.fragment import id_of
from memdesk.text.json.spans import JsonMember, Node, spans
from memdesk.text.lines import lines

_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_DEPTH = 4


Span = tuple[int, int]


def parts_around(text: str, found: Iterable[Span], *, structured: bool) -> tuple[str, ...]:
    """Return the fragments that name what stretches of a text stand in, the last one first.

    In JSON (``structured``) that are entries and keys, else lines; none overlaps another. An empty fragment
    stands for all of the text, where nothing in it has a name.
    """
    if structured:
        names = dict.fromkeys(_named(text, start) for start, _ in sorted(found, reverse=True))
        return tuple(name for name in names if not any(_holds(other, name) for other in names))
    return tuple(reversed([_lines(*span) for span in _joined(text, found)]))


def _holds(outer: str, inner: str) -> bool:
    return inner != outer and (not outer or inner.startswith(f"{outer}/"))


def _named(text: str, offset: int) -> str:
    try:
        node: Node | None = spans(text)
    except InvalidError:
        return ""
    names: list[str] = []
    while node is not None and len(names) < _DEPTH:
        member = _member_at(node, offset)
        name = None if member is None else _name_of(node, member)
        if not name:
            break
        names.append(name)
        node = member.node if member is not None and member.name is not None else None
    return "/".join(names)


def _member_at(node: Node, offset: int) -> JsonMember | None:
    return next((each for each in node.each_member() if each.start <= offset < each.node.end), None)


def _name_of(holder: Node, member: JsonMember) -> str | None:
    """Return what a uri calls a member: its name, or the id of an entry, of equal ones with its number."""
    if member.name is not None:
        return member.name
    name = id_of(member.node.value)
    same = [each.start for each in holder.members if id_of(each.node.value) == name] if name else []
    return f"{name} ({same.index(member.start) + 1})" if len(same) > 1 else name


def _joined(text: str, found: Iterable[Span]) -> list[Span]:
    """Return the lines, counted from 0, of the items and paragraphs in which stretches stand."""
    written = lines(text)
    ends = list(accumulate(map(len, written)))
    joined: list[Span] = []
    for first, last in sorted(_block(written, ends, span) for span in found):
        if joined and first <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined


def _block(written: list[str], ends: list[int], span: Span) -> Span:
    first = min(bisect_right(ends, span[0]), len(written) - 1)
    last = min(bisect_left(ends, span[1]), len(written) - 1)
    while not _begins(written[first]) and first > 0 and _goes_on(written[first - 1]):
        first -= 1
    while _goes_on(written[last]) and last + 1 < len(written) and _continues(written[last + 1]):
        last += 1
    return first, last


def _lines(first: int, last: int) -> str:
    return f"L{first + 1}" if first == last else f"L{first + 1}-L{last + 1}"


def _begins(line: str) -> bool:
    return bool(_ITEM.match(line) or _HEADING.match(line))


def _continues(line: str) -> bool:
    return bool(line.strip()) and not _begins(line)


def _goes_on(line: str) -> bool:
    """Say whether the next line may belong to the same paragraph or item."""
    return bool(line.strip()) and not _HEADING.match(line)
