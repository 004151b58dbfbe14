"""Lines that come back, put as they stood once beside what came later, with the gaps of then."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple

from memdesk.text.diff import Hunk
from memdesk.text.merge.chunks import Lines, closed, lines_of
from memdesk.text.step import TextChange, Undone
from memdesk.text.sweeping import is_about_all
from memdesk.text.units import begins_unit, heading_level, is_blank, starts_of_units, unit_hunks

BROKEN_AT = 60
"""Characters from which on a line may be one of a text that is broken to fit."""

_RULE = re.compile(r"([-*_])(?:[ \t]*\1){2,}[ \t]*")
_SIGN = re.compile(r"[^\w\s]+")
"""What a line begins with that is no word."""


class Coming(Enum):
    """When a line came: it stayed, came after the change, or comes back with it taken back."""

    KEPT = auto()
    LATER = auto()
    BACK = auto()


class Cell(NamedTuple):
    """A line, and when it came."""

    line: str
    kind: Coming


def cells_of(lines: Iterable[str], kind: Coming) -> list[Cell]:
    """Return lines that all came at once."""
    return [Cell(line, kind) for line in lines]


def in_old_order(cells: list[Cell], undone: Undone) -> list[Cell]:
    """Put what comes back beside what came back before as both stood once.

    What had been brought by a change that was taken back meanwhile does not come back: it is as if it had
    never been there.
    """
    if not any(cell.kind is Coming.BACK for cell in cells):
        return cells
    steps = undone()
    if not steps:
        return cells
    witnesses = [text.split("\n") for text in _texts(steps)]
    brought = [hunk for step in steps for hunk in _brought_by(step)]
    ordered: list[Cell] = []
    rest = cells
    while rest:
        end = next((at for at, cell in enumerate(rest) if cell.kind is not rest[0].kind), len(rest))
        run, rest = rest[:end], rest[end:]
        block = _as_never(run, brought) if run[0].kind is Coming.BACK else []
        if not block:
            ordered += run if run[0].kind is not Coming.BACK else []
            continue
        place = _place(ordered, rest, block, witnesses)
        if place <= 0:
            ordered[len(ordered) + place : len(ordered) + place] = block
        else:
            ordered += [*rest[:place], *block]
            rest = rest[place:]
    return ordered


def _brought_by(step: TextChange) -> list[Hunk]:
    """Return where a step brought words, but for those that it only moved."""
    before, after = (step.before or "").split("\n"), step.after.split("\n")
    new = Counter(after) - Counter(before)
    return [
        hunk
        for hunk in unit_hunks(before, after)
        if any(line in new and not is_blank(line) for line in hunk.new)
    ]


def _as_never(block: list[Cell], brought: Sequence[Hunk]) -> list[Cell]:
    """Return what comes back without changes that had been taken back before."""
    left = list(brought)
    while block:
        words = [cell.line for cell in block if not is_blank(cell.line)]
        hunk = next((one for one in left if [each for each in one.new if not is_blank(each)] == words), None)
        if hunk is None:
            break
        left.remove(hunk)
        block = cells_of(hunk.old, Coming.BACK)
    return block


def _place(
    above: Sequence[Cell], below: Sequence[Cell], block: Sequence[Cell], witnesses: Sequence[Sequence[str]]
) -> int:
    """Return how far down (negative: up) lines belong from where they are, past what came later."""
    words = [cell.line for cell in block]
    level = next((heading_level(line) for line in words if not is_blank(line)), 0)
    place = 0
    uppers, lowers = [cell.line for cell in above], [cell.line for cell in below]
    for start, end in reversed(_units_like(words, uppers, level)):
        unit = above[start:end]
        if not any(cell.kind is Coming.LATER for cell in unit):
            break
        if _precedes(words, uppers[start:end], witnesses):
            place = start - len(above)
    if place:
        return place
    for start, end in _units_like(words, lowers, level):
        unit = below[start:end]
        if not any(cell.kind is Coming.LATER for cell in unit):
            break
        if _precedes(lowers[start:end], words, witnesses):
            place = end
    return place


def units_of(lines: Sequence[str], level: int) -> list[tuple[int, int]]:
    """Return where units begin and end: entries of a level, or whatever units there are.

    Lines before the first heading are no entry.
    """
    if not level:
        starts = starts_of_units(lines) if lines else []
    else:
        starts = [at for at, line in enumerate(lines) if 0 < heading_level(line) <= level]
        starts = [_with_gap_above(lines, at) for at in starts]
    return list(pairwise([*starts, len(lines)]))


def _units_like(words: Sequence[str], lines: Sequence[str], level: int) -> list[tuple[int, int]]:
    """Return where units like one begin and end: a line of its own that each has, like a rule, parts none.

    It is joined to what stands below it, or above, as it is in that unit.
    """
    units = units_of(lines, level)
    own = [line for line in words if not is_blank(line)]
    shared = [
        bool(said) and said < {*own}
        for start, end in units
        for said in ({line for line in lines[start:end] if not is_blank(line)},)
    ]
    joined: list[tuple[int, int]] = []
    is_open = False
    for (start, end), is_shared in zip(units, shared, strict=True):
        leads = is_shared and own[0] in lines[start:end]
        if joined and (is_open or (is_shared and not leads)):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
        is_open = leads
    return joined


def _with_gap_above(lines: Sequence[str], at: int) -> int:
    while at and is_blank(lines[at - 1]):
        at -= 1
    return at


def _precedes(one: Sequence[str], other: Sequence[str], witnesses: Iterable[Sequence[str]]) -> bool:
    """Whether lines stood before others in the first of some texts that has both, each once."""
    firsts, seconds = (
        [line for line in side if line not in rest] for side, rest in ((one, other), (other, one))
    )
    for lines in witnesses:
        counts = Counter(lines)
        first = next((line for line in firsts if counts[line] == 1), None)
        second = next((line for line in seconds if counts[line] == 1), None)
        if first is not None and second is not None:
            return lines.index(first) < lines.index(second)
    return False


def _texts(steps: Iterable[TextChange]) -> Iterator[str]:
    for step in steps:
        yield from (text for text in step if text is not None)


def spaced(cells: list[Cell], before: str, now: str) -> list[Cell]:
    """Keep the gap below a head that the change had brought for what came later, and none at an end."""
    ends = any(is_blank(lines_of(closed(text))[-1:][0]) for text in (before, now) if lines_of(closed(text)))
    end = len(cells)
    while not ends and end and is_blank(cells[end - 1].line):
        end -= 1
    first = 0
    while not {before[:1], now[:1]} & {"\n"} and first < end and is_blank(cells[first].line):
        first += 1
    spaced: list[Cell] = []
    texts = {Coming.LATER: now, Coming.BACK: before}
    for cell in cells[first:end]:
        above = spaced[-1] if spaced else cell
        if above.kind is not cell.kind and cell.kind in texts and not is_blank(cell.line):
            spaced += cells_of(_gap_below(texts[cell.kind], above.line), Coming.KEPT)
        elif (
            is_blank(above.line)
            and _is_gap_between_items(spaced, cell)
            and not any(map(_has_items_apart, (before, now)))
        ):
            spaced.pop()
        spaced.append(cell)
    return spaced


def evenly(cells: list[Cell]) -> list[Cell]:
    """Put a unit that comes back alone above later ones as far from them as they are from each other."""
    words = [at for at, cell in enumerate(cells) if not is_blank(cell.line)]
    back, later = ([at for at in words if cells[at].kind is kind] for kind in (Coming.BACK, Coming.LATER))
    head = words[: len(words) - len(back) - len(later)]
    if not back or not later or [*head, *back, *later] != words:
        return cells
    if not all(is_about_all(cells[at].line) for at in head):
        return cells
    gap = _gap_between(
        [cell.line for cell in cells[back[0] : back[-1] + 1]], [cell.line for cell in cells[later[0] :]]
    )
    if gap is None:
        return cells
    return [*cells[: back[-1] + 1], *cells_of([""] * gap, Coming.KEPT), *cells[later[0] :]]


def _gap_between(unit: Sequence[str], others: Sequence[str]) -> int | None:
    """Return how many blank lines part units that are like one; None where nothing tells.

    They are known by how it begins or ends, else as any units are.
    """
    said = [at for at, line in enumerate(others) if not is_blank(line)]
    pairs = list(pairwise(said))
    if level := _level_of_entry(unit):
        entries = [at for at in said if 0 < _level_of_entry(others[at:]) <= level]
        entries = [at for at in entries if at == said[0] or not _is_remark(others[at - 1])]
        return next((lower - upper - 1 for upper, lower in pairs if lower in entries[1:]), None)
    if len(unit) == 1 and _are_lines(others):
        return 0
    if _RULE.fullmatch(unit[0]):
        # A rule that touches the words above makes a heading of them.
        apart = (
            lower - upper - 1
            for upper, lower in pairs
            if lower > upper + 1 and _RULE.fullmatch(others[lower])
        )
        return next(apart, 1)
    ends = (lower - upper - 1 for upper, lower in pairs if others[upper] == unit[-1])
    if (gap := next(ends, None)) is not None:
        return gap
    sign = _SIGN.match(unit[0])
    for upper, lower in pairs:
        begins = sign is not None and others[lower].startswith(sign[0]) and others[0].startswith(sign[0])
        is_one_quote = lower == upper + 1 and others[upper].startswith(">") and others[lower].startswith(">")
        if begins and not is_one_quote:
            return lower - upper - 1
    starts = starts_of_units(others)
    if len(starts) == 1:
        return None
    return next((lower - upper - 1 for upper, lower in pairs if lower >= starts[1]), None)


def _level_of_entry(lines: Sequence[str]) -> int:
    """Return the level of the heading that lines begin with, below remarks on it; 0 for any others."""
    return heading_level(next((line for line in lines if not _is_remark(line)), ""))


def _is_remark(line: str) -> bool:
    return line.startswith("<!--") and "-->" in line


def _are_lines(lines: Sequence[str]) -> bool:
    """Whether each of several lines that touch says something of its own: no text would be broken like that.

    Where one is broken, it is since the next word has no room.
    """
    if len(lines) < 2 or any(is_blank(line) or begins_unit(line) for line in lines):
        return False
    room = max(BROKEN_AT, *map(len, lines))
    return any(len(upper) + len(lower.split()[0]) < room for upper, lower in pairwise(lines))


def _is_gap_between_items(spaced: Sequence[Cell], cell: Cell) -> bool:
    """Whether a gap had stood below the head, and stands between an item that comes back and others now."""
    if len(spaced) < 2 or not _begins_item(cell.line):
        return False
    if {spaced[-2].kind, cell.kind} != {Coming.BACK, Coming.LATER}:
        return False
    first = len(spaced) - 1
    while first and not is_blank(spaced[first - 1].line):
        first -= 1
    return first > 1 and _begins_item(spaced[first].line) and _is_of_head(spaced, first - 2)


def _has_items_apart(text: str) -> bool:
    """Whether a gap stands between two items of a text."""
    lines = text.split("\n")
    units = [lines[start:end] for start, end in pairwise([*starts_of_units(lines), len(lines)])]
    return any(
        is_blank(lower[0]) and _begins_item(_first_word(upper)) and _begins_item(_first_word(lower))
        for upper, lower in pairwise(units)
    )


def _first_word(lines: Sequence[str]) -> str:
    return next((line for line in lines if not is_blank(line)), "")


def _is_of_head(cells: Sequence[Cell], at: int) -> bool:
    """Whether a line is about all that is below it, and no remark on the item that it stands under."""
    first = at
    while first and not is_blank(cells[first - 1].line):
        first -= 1
    return is_about_all(cells[at].line) and is_about_all(cells[first].line)


def _begins_item(line: str) -> bool:
    return begins_unit(line) and not heading_level(line)


def _gap_below(text: str, line: str) -> Lines:
    """Return the gap that stands below a heading, or a line of a head, in a text."""
    if not is_about_all(line):
        return ()
    place = f"\n{text}".find(f"\n{line}\n")
    rest = text[place + len(line) + 1 :] if place >= 0 else ""
    lines = rest[: len(rest) - len(rest.lstrip())].split("\n")
    return tuple(lines[:-1])
