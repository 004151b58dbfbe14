"""Remarks (HTML comments) above an item, a heading or a row: for a comparison both are one line.

So a remark goes and comes back with what it is about. One that touches a unit on both sides is that of the
lower one, unless remarks end the lists of the text: then they stand below what they are about. One at the
beginning of a text, or right below a heading, is about all that follows while there is no other one. One that
was put above a unit that had stood without it, or taken away, is a unit of its own in all versions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from memdesk.text.fenced import MARK
from memdesk.text.sweeping import preface
from memdesk.text.units import LEAD, begins_unit, head_of, heading_level, indent, is_blank

ABOVE = "\ufdd4"
"""Parts the first line of a unit from the lines of the remark above it. Unicode keeps it for programs."""

_OPENS, _CLOSES = "<!--", "-->"
_LONGEST = 8
"""Lines of a remark that are compared as one; a longer one is text that somebody took out."""
_JOINED = re.compile(rf"([^\n{ABOVE}]*){ABOVE}([^\n\0]*)")


_Words: TypeAlias = "tuple[str, ...]"


class _Remark(NamedTuple):
    """Where a remark begins, and the unit below it."""

    start: int
    end: int
    is_of_all: bool
    is_between: bool
    """Whether it touches a unit above, too."""


def remarked_alike(texts: Iterable[str], others: Iterable[str] = ()) -> tuple[str, ...]:
    """Return versions of a text with remarks joined to the units below them, by one rule for all of them."""
    versions, more = tuple(texts), tuple(others)
    if not any(_OPENS in text for text in versions):
        return versions
    if any(ABOVE in text or LEAD in text for text in (*versions, *more)):
        return versions
    written = [text.split("\n") for text in (*versions, *more)]
    remarks = [list(_above_units(lines)) for lines in written]
    leading = sum(not each.is_between for found in remarks for each in found)
    ending = sum(map(_ending_lists, written))
    is_below = ending == 0 or leading > ending
    joined = [[each for each in found if is_below or not each.is_between] for found in remarks]
    if all(each.is_of_all for found in joined for each in found) and not _are_of_several(written, joined):
        return versions
    apart = _written_apart(written, joined)
    made = [_joined(lines, found, apart) for lines, found in zip(written, joined, strict=True)]
    return tuple(made[: len(versions)])


def _are_of_several(versions: Iterable[Sequence[str]], remarks: Iterable[Iterable[_Remark]]) -> bool:
    """Whether versions have another remark above another unit each: so none is about all that follows."""
    pairs = {
        (lines[each.end], _words(lines, each))
        for lines, found in zip(versions, remarks, strict=True)
        for each in found
    }
    return len(pairs) > 1 and all(len({*side}) == len(pairs) for side in zip(*pairs, strict=True))


def _written_apart(versions: Iterable[Sequence[str]], remarks: Iterable[Iterable[_Remark]]) -> set[_Words]:
    """Return the remarks that came to a unit, or went, while it stayed as it was."""
    units: dict[str, set[_Words]] = {}
    bare: set[str] = set()
    for lines, found in zip(versions, remarks, strict=True):
        remarked = {each.end for each in found}
        for each in found:
            units.setdefault(lines[each.end], set()).add(_words(lines, each))
        bare.update(line for at, line in enumerate(lines) if at not in remarked)
    return {words for unit in units.keys() & bare for words in units[unit]}


def _words(lines: Sequence[str], remark: _Remark) -> _Words:
    return tuple(lines[remark.start : remark.end])


def released(text: str) -> str:
    """Return a text as it was before its remarks were joined."""
    found = _JOINED.sub(_released, text) if ABOVE in text else text
    return found.replace(LEAD, "")


def _released(found: re.Match[str]) -> str:
    return "\n".join((*found[2].split(ABOVE), found[1]))


def _joined(lines: Sequence[str], remarks: Iterable[_Remark], apart: set[_Words]) -> str:
    parts: list[str] = []
    done = 0
    for remark in remarks:
        words = _words(lines, remark)
        parts += lines[done : remark.start]
        if words in apart:
            parts += (f"{LEAD}{words[0]}", *words[1:], lines[remark.end])
        else:
            parts.append(ABOVE.join((lines[remark.end], *words)))
        done = remark.end + 1
    return "\n".join((*parts, *lines[done:]))


def _above_units(lines: Sequence[str]) -> Iterator[_Remark]:
    head: set[int] | None = None
    for start, end in _remarks(lines):
        # The sign ends what a key line or a heading begins with no less than the end of the line.
        is_unit = end < len(lines) and begins_unit(f"{lines[end]}{ABOVE}")
        if not is_unit or end - start > _LONGEST or indent(lines[start]) > indent(lines[end]):
            continue
        head = preface(lines) if head is None else head
        is_below_heading = start > 0 and heading_level(lines[start - 1]) > 0
        yield _Remark(start, end, is_below_heading or start in head, _touches_unit(lines, start))


def _touches_unit(lines: Sequence[str], start: int) -> bool:
    return start > 0 and not is_blank(lines[start - 1]) and not heading_level(lines[start - 1])


def _ending_lists(lines: Sequence[str]) -> int:
    """Return how many remarks stand right below an item, a row or a key line, and above nothing."""
    return sum(
        _touches_unit(lines, start)
        and (end == len(lines) or is_blank(lines[end]))
        and begins_unit(lines[head_of(lines, start - 1)])
        for start, end in _remarks(lines)
    )


def _remarks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where remarks begin that have their lines for themselves, and where what touches them begins."""
    end = 0
    for at, line in enumerate(lines):
        if at < end or _OPENS not in line:
            continue
        end = at
        while (stop := _end_of(lines, end)) > end:
            end = stop
        if end > at:
            yield at, end


def _end_of(lines: Sequence[str], at: int) -> int:
    """Return the line behind a remark that begins in one; the same where none does."""
    if at == len(lines) or not lines[at].lstrip().startswith(_OPENS):
        return at
    for to in range(at, len(lines)):
        if to > at and not lines[to].startswith(MARK):
            break
        if _CLOSES in lines[to]:
            return to + 1 if lines[to].rstrip().endswith(_CLOSES) else at
    return at
