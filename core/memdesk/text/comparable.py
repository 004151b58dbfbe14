"""Versions of a text as they are compared: what is one thing is one unit, in all of them or in none.

Fenced code and heads of YAML are marked, a title is one line with the line under it, and a unit one with the
remark above it.
"""

from __future__ import annotations

from collections.abc import Iterable

from memdesk.text.fenced import MARK, marked_alike, unmarked
from memdesk.text.remarks import ABOVE, released, remarked_alike
from memdesk.text.underlined import UNDER, headed_alike, joined_alike, parted


def comparable(texts: Iterable[str], others: Iterable[str] = ()) -> tuple[str, ...]:
    """Return versions of a text as they are compared with each other, and with ``others``."""
    versions, more = tuple(texts), tuple(others)
    if any(MARK in text for text in (*versions, *more)):
        return versions
    count = len(versions)
    sides = headed_alike((*marked_alike(versions, more), *(marked_alike(more, versions) if more else ())))
    joined = joined_alike(sides[:count], sides[count:])
    return remarked_alike(joined, joined_alike(sides[count:], sides[:count]) if more else ())


def as_written(text: str) -> str:
    """Return a text, or lines of one, as it was before it was made comparable."""
    return unmarked(parted(released(text)))


def line_as_written(text: str, line: int) -> int:
    """Return which line of a text, counted from 1, one of it is that was made comparable."""
    above = text.split("\n")[: line - 1]
    return line + sum(each.count(UNDER) + each.count(ABOVE) for each in above)
