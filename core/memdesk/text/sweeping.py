"""Lines taken out of a text: what later lines stand under remains, and no gap is left behind."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from memdesk.text.fenced import unmarked
from memdesk.text.units import are_apart, heading_level, indent, is_blank, is_item, keys_of

_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\||$)[-:| \t]*$")
_CELL = "|"
"""Parts the cells of a table; not every row begins with one."""
_FENCE = "---"


def told(lines: Iterable[str]) -> int:
    """Return how many lines hold something."""
    return sum(not is_blank(line) for line in lines)


def owners(lines: Sequence[str], dependents: Collection[int]) -> set[int]:
    """Return the lines without which others would belong to something else.

    These are the headings that they stand under, the head of their table, and what they are indented below.
    """
    found: set[int] = set()
    headings: list[tuple[int, int]] = []
    outer: list[tuple[int, int]] = []
    head: tuple[int, ...] = ()
    above: str | None = None
    for at, line in enumerate(lines):
        if is_blank(line):
            head, above = (), None
            continue
        level, depth = heading_level(line), indent(line)
        goes_on = above is not None and not level and not are_apart(above, line)
        if level:
            headings, outer = [one for one in headings if one[0] < level], []
        else:
            # A line that no mark begins goes on with the item above it, however deep it begins.
            outer = [one for one in outer if one[0] < depth or (goes_on and is_item(lines[one[1]]))]
        head = head if _CELL in line else ()
        if at in dependents:
            found.update((*(place for _, place in (*headings, *outer)), *head))
        if level:
            headings.append((level, at))
        elif not goes_on:
            outer.append((depth, at))
        if above is not None and not head and is_head(above, line):
            head = (at - 1, at)
        above = line
    return found


def is_head(upper: str, lower: str) -> bool:
    """Whether two lines are the head of a table."""
    return _CELL in upper and _CELL in lower and _RULE.match(lower) is not None


def heads_of_tables(lines: Sequence[str]) -> Iterator[int]:
    """Yield the lines that are the head of a table."""
    for at in range(1, len(lines)):
        if (
            _CELL in lines[at]
            and is_head(lines[at - 1], lines[at])
            and (at < 2 or _CELL not in lines[at - 2])
        ):
            yield from (at - 1, at)


def frame(lines: Sequence[str]) -> set[int]:
    """Return the lines that hold a text together and say nothing themselves: headings, heads of tables."""
    return {at for at, line in enumerate(lines) if heading_level(line)} | set(heads_of_tables(lines))


def weight(old: Iterable[str], new: Iterable[str]) -> int:
    """Return how many lines of a change are told of: what came (and goes now), else what went."""
    return told(old) or told(new)


def hollow(lines: Sequence[str]) -> list[int]:
    """Return where headings are under which nothing stands, and heads of tables without a row."""
    heads = set(heads_of_tables(lines))
    empty = {at for at in heads if at + 1 not in heads and _CELL not in "".join(lines[at + 1 : at + 2])}
    found = empty | {at - 1 for at in empty}
    below: list[tuple[int, bool]] = []
    headings = [at for at, line in enumerate(lines) if heading_level(line)]
    for at, end in reversed(list(pairwise([*headings, len(lines)]))):
        level = heading_level(lines[at])
        is_filled = any(not is_blank(lines[to]) and to not in found for to in range(at + 1, end))
        while below and below[-1][0] > level:
            is_filled = below.pop()[1] or is_filled
        if not is_filled:
            found.add(at)
        below.append((level, is_filled))
    return sorted(found)


def is_bare(lines: Sequence[str]) -> bool:
    """Whether a text is a frame and nothing in it."""
    head = preface(lines)
    for at, line in enumerate(lines):
        if at in head or is_blank(line) or heading_level(line):
            continue
        if not (_CELL in line and at in {*heads_of_tables(lines)}):
            return False
    return True


def is_about_all(line: str) -> bool:
    """Whether a line stands above others by what it is: a heading, a summary, a remark, front matter."""
    is_remark = line.startswith("<!--") and "-->" in line
    return heading_level(line) > 0 or line.startswith(">") or is_remark or line.rstrip() == _FENCE


def preface(lines: Sequence[str]) -> set[int]:
    """Return the lines at the beginning that are about the whole text: front matter, a summary, a remark.

    What stands below a second heading is about that alone.
    """
    at = _front(lines)
    found = set(range(at))
    is_headed = False
    for place in range(at, len(lines)):
        line = lines[place]
        if heading_level(line):
            if is_headed:
                break
            is_headed = True
        elif is_about_all(line):
            found.add(place)
        elif not is_blank(line):
            break
    return found


def lasting_preface(lines: Sequence[str], now: Sequence[str]) -> set[int]:
    """Return the preface of a text, without what each note has of its own in the text that it became."""
    head, front = preface(lines), _front(lines)
    again = _kinds_that_come_again(now)
    if front and _heads(now, keys_of([unmarked(lines[1])])) > 1:
        head -= set(range(front))
    return {at for at in head if at < front or lines[at][0] not in again}


def _front(lines: Sequence[str]) -> int:
    """Return how many lines front matter has."""
    if not lines or lines[0].rstrip() != _FENCE:
        return 0
    return next((at + 1 for at in range(1, len(lines)) if unmarked(lines[at]).rstrip() == _FENCE), 0)


def _heads(lines: Sequence[str], keys: set[str]) -> int:
    """Return how often a line of dashes stands above one of some keys."""
    return sum(
        upper.rstrip() == _FENCE and bool(keys_of([unmarked(lower)]) & keys)
        for upper, lower in pairwise(lines)
    )


def _kinds_that_come_again(lines: Sequence[str]) -> set[str]:
    """Return how lines begin that are about what is below them, and stand in two places under one heading."""
    seen: set[str] = set()
    again: set[str] = set()
    is_headed = False
    above = ""
    for line in lines[_front(lines) :]:
        if heading_level(line):
            if is_headed or seen:
                break
            is_headed = True
        kind = line[0] if is_about_all(line) and not heading_level(line) else ""
        if kind and kind != above:
            again |= {kind} & seen
            seen.add(kind)
        above = kind
    return again


def swept(lines: Sequence[str], gone: Collection[int], above: str | None, below: str | None) -> list[int]:
    """Return which lines are left: of the gaps around what goes, one stays, none at an end of the text.

    ``above`` and ``below`` are the lines around these ones.
    """
    left: list[int] = []
    gap: list[int] = []
    is_cut, is_held = False, False
    last = above
    for at, line in enumerate(lines):
        if at in gone:
            is_held, is_cut = is_held or bool(gap), True
        elif not is_blank(line):
            starts = last is None or (not left and is_blank(last))
            left += [] if is_cut and starts else gap
            left.append(at)
            gap, is_cut, is_held, last = [], False, False, line
        elif not is_held:
            gap.append(at)
    ends = below is None or is_blank(below)
    return left if is_cut and ends else left + gap
