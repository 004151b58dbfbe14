"""Units of a text: entries, list items, rows, key lines, paragraphs; and changes that keep to their bounds.

A change of lines can often be placed in several ways (which of two equal headings came?). Here it stands
where a unit begins: the blank lines before an entry belong to it, its heading too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from memdesk.text.diff import Hunk, line_diff
from memdesk.text.fenced import MARK

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_ROW = re.compile(r"[ \t]*\|")
_KEY = re.compile(r"[^\W_][\w-]*(?: [\w-]+){0,3}(?:: |:$|：)|\*\*[^*]{1,60}(?:[:：]\*\*|\*\*[:：])")
_TIME = re.compile(r"\[?(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d(?::\d\d)?)(?:[\]\sT]|$)")
_RECORD = re.compile(r"\[\^[^\]]+\]:|\{\"")
"""A footnote, or a line of JSON."""
LEAD = "\ufdd5"
"""Begins a line with which a unit begins, whatever it says. Unicode keeps it for use within a program."""
_LED = re.compile(LEAD)
_BEGINS = re.compile("|".join(each.pattern for each in (_HEADING, _ITEM, _ROW, _KEY, _TIME, _RECORD, _LED)))
_BLOCK = re.compile(r"[ \t]*(?:```|~~~|<!--|<details)")
_CELLS = " | "
_ENDS_SENTENCE = re.compile(r"[.!?…;。！？；][\"'”’»)\]*_`]*[ \t]*$")
_KEYED = re.compile(r"[ \t]*(?:[-*+] +)?(?:\*\*)?([^\W_][^:：]{0,60})(?:\*\*)?(?:: |:$|：)")
_UNDERLINE = re.compile(r" {0,3}([-*_=])\1{2,}[ \t]*")
_INDENT = re.compile(r"[ \t]*")

_KEPT = 1_000
"""Lines of texts whose hunks are remembered for a moment: a change taken back compares them several times."""
_MATCHED = 400
"""Lines in which units are looked for that two texts have in common; of more, lines are compared alone."""


def heading_level(line: str) -> int:
    """Return how many signs a heading begins with; 0 for any other line."""
    found = _HEADING.match(line) if "#" in line[:4] else None
    return len(found[1]) if found else 0


def is_blank(line: str) -> bool:
    """Whether a line holds nothing."""
    return not line or line.isspace()


def begins_unit(line: str) -> bool:
    """Whether a unit begins with a line, whatever stands before it."""
    return _BEGINS.match(line) is not None


def is_item(line: str) -> bool:
    """Whether an item of a list begins with a line."""
    return _ITEM.match(line) is not None


def is_row(line: str) -> bool:
    """Whether a line is a row of a table."""
    return _ROW.match(line) is not None


def indent(line: str) -> int:
    """Return how deep a line begins; a tab goes to the next fourth place."""
    found = _INDENT.match(line)
    return len(found[0].expandtabs(4)) if found else 0


def keys_of(lines: Iterable[str]) -> set[str]:
    """Return what stands before the colon of key lines, list items among them."""
    return {found[1].strip().casefold() for line in lines if (found := _KEYED.match(line))}


def are_apart(upper: str | None, lower: str | None) -> bool:
    """Whether two lines, one below the other, belong to two units; None is the end of the text.

    What is indented deeper belongs to what stands above it.
    """
    if upper is None or lower is None or is_blank(upper) or is_blank(lower):
        return True
    if heading_level(upper) or heading_level(lower):
        return True
    if begins_unit(lower):
        return indent(lower) <= indent(upper)
    return (_CELLS in upper and _CELLS in lower) or (upper[0] == MARK and _BLOCK.match(lower) is not None)


def is_ruled_off(upper: str, lower: str) -> bool:
    """Whether a line is a rule that touches the words above it: it ends what these are in."""
    return not is_blank(upper) and _UNDERLINE.fullmatch(lower) is not None


def are_sentences(upper: str, lower: str) -> bool:
    """Whether the second of two lines of plain words begins another sentence."""
    is_plain = not begins_unit(upper) and not begins_unit(lower) and indent(lower) <= indent(upper)
    return is_plain and _ENDS_SENTENCE.search(upper) is not None


def head_of(lines: Sequence[str], at: int) -> int:
    """Return where the unit begins that a line is of, or goes on with."""
    while at and not begins_unit(lines[at]) and not are_apart(lines[at - 1], lines[at]):
        at -= 1
    return at


def unit_hunks(old: Sequence[str], new: Sequence[str]) -> tuple[Hunk, ...]:
    """Return the changed runs of lines; what only came or only went stands at the bounds of units.

    Entries that both have, word for word, are held against each other first: a line that stands in many
    entries is then never taken for that of another one.
    """
    if max(len(old), len(new)) > _KEPT:
        return _unit_hunks(old, new)
    return _hunks_of_before(tuple(old), tuple(new))


@lru_cache(maxsize=16)
def _hunks_of_before(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[Hunk, ...]:
    return _unit_hunks(old, new)


def _unit_hunks(old: Sequence[str], new: Sequence[str]) -> tuple[Hunk, ...]:
    found = tuple(_hunks(old, new))
    placed: list[Hunk] = []
    for number, hunk in enumerate(found):
        before = placed[-1] if placed else Hunk(0, (), 0, ())
        after = found[number + 1] if number + 1 < len(found) else Hunk(len(old) + 1, (), len(new) + 1, ())
        placed.append(_placed(old, new, hunk, before, after))
    return tuple(placed)


def _hunks(old: Sequence[str], new: Sequence[str]) -> Iterator[Hunk]:
    """Yield what differs before, between and after the entries that both have."""
    at = to = 0
    ends = _Pair(len(old), len(new), 0)
    for pair in (*_shared_entries(old, new), ends):
        left, right = old[at : pair.old], new[to : pair.new]
        if not left or not right:
            if left or right:
                yield Hunk(at, tuple(left), to, tuple(right))
        elif left != right:
            for hunk in _between_units(left, right):
                yield replace(hunk, old_start=at + hunk.old_start, new_start=to + hunk.new_start)
        at, to = pair.old + pair.lines, pair.new + pair.lines


def _between_units(old: Sequence[str], new: Sequence[str]) -> Iterator[Hunk]:
    """Yield what differs between the units of several lines that both have, word for word.

    A line that stands in many units is then never taken for that of another one.
    """
    at = to = 0
    for pair in (*_shared_units(old, new), _Pair(len(old), len(new), 0)):
        left, right = old[at : pair.old], new[to : pair.new]
        if left and right:
            for hunk in line_diff("\n".join(left), "\n".join(right)):
                yield replace(hunk, old_start=at + hunk.old_start, new_start=to + hunk.new_start)
        elif left or right:
            yield Hunk(at, tuple(left), to, tuple(right))
        at, to = pair.old + pair.lines, pair.new + pair.lines


def _shared_units(old: Sequence[str], new: Sequence[str]) -> Iterator[_Pair]:
    """Yield the units that both have in the same order; none where no unit has several lines."""
    head, tail = _same_ends(old, new)
    if max(len(old), len(new)) - head - tail > _MATCHED:
        return
    head, tail = _to_bounds(old, new, head, tail)
    sides = [list(_units(lines[head : len(lines) - tail], head)) for lines in (old, new)]
    if not all(any(len(words) > 1 for _, words in side) for side in sides):
        return
    left, right = sides
    if head:
        yield _Pair(0, 0, head)
    at = to = 0
    ends = Hunk(len(left), (), len(right), ())
    for hunk in (*_sequence_diff([words for _, words in left], [words for _, words in right]), ends):
        for one, other in zip(left[at : hunk.old_start], right[to : hunk.new_start], strict=True):
            yield _Pair(one[0], other[0], len(one[1]))
        at, to = hunk.old_end, hunk.new_end
    if tail:
        yield _Pair(len(old) - tail, len(new) - tail, tail)


def _same_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return how many lines both have in common at the beginning and at the end."""
    shortest = min(len(old), len(new))
    head = next((at for at in range(shortest) if old[at] != new[at]), shortest)
    rest = shortest - head
    return head, next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)


def _to_bounds(old: Sequence[str], new: Sequence[str], head: int, tail: int) -> tuple[int, int]:
    """Return as many common lines, or fewer by part of a unit, that whole units are left between."""
    sides = (old, new)
    least = max(head - _MATCHED, 0), max(tail - _MATCHED, 0)
    while head > least[0] and not all(_is_bound(lines, head) for lines in sides):
        head -= 1
    while tail > least[1] and not all(_is_bound(lines, len(lines) - tail) for lines in sides):
        tail -= 1
    return head, tail


def _is_bound(lines: Sequence[str], at: int) -> bool:
    if at in (0, len(lines)):
        return True
    if not (is_blank(lines[at - 1]) or is_blank(lines[at])):
        return are_apart(lines[at - 1], lines[at])
    # What is indented below a gap may go on with an item above it.
    return not next((line for line in lines[at:] if not is_blank(line)), "")[:1].isspace()


def _units(lines: Sequence[str], first: int) -> Iterator[_Entry]:
    """Yield where units begin, counted from a number, and their lines without the gap before them."""
    for start, end in pairwise([*starts_of_units(lines), len(lines)]) if lines else ():
        words = tuple(line for line in lines[start:end] if not is_blank(line))
        if words:
            yield first + end - len(words), words


_Entry: TypeAlias = "tuple[int, tuple[str, ...]]"
"""Where an entry begins, and its lines."""


class _Pair(NamedTuple):
    """Where an entry begins in both texts, and how many lines it has."""

    old: int
    new: int
    lines: int


def _shared_entries(old: Sequence[str], new: Sequence[str]) -> Iterator[_Pair]:
    """Yield the entries, a heading with what stands below it, that both have in the same order.

    Of one that differs, where only one in each text has its heading, the heading and the end are yielded.
    """
    left, right = list(_entries(old)), list(_entries(new))
    at = to = 0
    ends = Hunk(len(left), (), len(right), ())
    for hunk in (*_sequence_diff([words for _, words in left], [words for _, words in right]), ends):
        for (start, words), (there, _) in zip(
            left[at : hunk.old_start], right[to : hunk.new_start], strict=True
        ):
            yield _Pair(start, there, len(words))
        at, to = hunk.old_end, hunk.new_end
        yield from _same_headings(
            left[hunk.old_start : at], right[hunk.new_start : to], (left[-1:], right[-1:])
        )


def _same_headings(
    left: Sequence[_Entry], right: Sequence[_Entry], last: tuple[Sequence[_Entry], Sequence[_Entry]]
) -> Iterator[_Pair]:
    """Yield where entries begin and end that have their heading alone. What ends both texts has no end."""
    sides = [_alone(left), _alone(right)]
    ours = [entry for entry in left if entry[1][0] in sides[0] & sides[1]]
    theirs = [entry for entry in right if entry[1][0] in sides[0] & sides[1]]
    at = to = 0
    ends = Hunk(len(ours), (), len(theirs), ())
    for hunk in (*_sequence_diff([words[:1] for _, words in ours], [words[:1] for _, words in theirs]), ends):
        for one, other in zip(ours[at : hunk.old_start], theirs[to : hunk.new_start], strict=True):
            yield _Pair(one[0], other[0], 1)
            if one not in last[0] or other not in last[1]:
                yield _Pair(one[0] + len(one[1]), other[0] + len(other[1]), 0)
        at, to = hunk.old_end, hunk.new_end


def _alone(entries: Sequence[_Entry]) -> set[str]:
    counts = Counter(words[0] for _, words in entries)
    return {heading for heading, count in counts.items() if count == 1}


def _sequence_diff(left: Sequence[tuple[str, ...]], right: Sequence[tuple[str, ...]]) -> tuple[Hunk, ...]:
    """Compare sequences as if each member was a line."""
    if not left or not right:
        return (Hunk(0, ("",) * len(left), 0, ("",) * len(right)),) if left or right else ()
    numbers: dict[tuple[str, ...], str] = {}
    sides = [
        "\n".join(numbers.setdefault(words, str(len(numbers))) for words in side) for side in (left, right)
    ]
    return line_diff(*sides)


def _entries(lines: Sequence[str]) -> Iterator[_Entry]:
    """Yield where each entry begins, and its lines without the blank ones at its end."""
    starts = [at for at, line in enumerate(lines) if line[:4].lstrip(" ")[:1] == "#" and heading_level(line)]
    for start, stop in pairwise((*starts, len(lines))):
        end = stop
        while is_blank(lines[end - 1]):
            end -= 1
        yield start, tuple(lines[start:end])


def divided(hunks: Sequence[Hunk], others: Sequence[Hunk]) -> tuple[Hunk, ...]:
    """Cut changes of several units into one for each unit, where the other side changed something in between.

    What only goes is cut anywhere between units; what changes, if as many units came as went.
    """
    found: list[Hunk] = []
    for hunk in hunks:
        inside = any(hunk.old_start < other.old_end and other.old_start < hunk.old_end for other in others)
        found += _by_unit(hunk) if inside else (hunk,)
    return tuple(found)


def _by_unit(hunk: Hunk) -> tuple[Hunk, ...]:
    old = starts_of_units(hunk.old)
    new = starts_of_units(hunk.new) if hunk.new else [0] * len(old)
    if len(old) != len(new):
        return (hunk,)
    ends = zip([*old[1:], len(hunk.old)], [*new[1:], len(hunk.new)], strict=True)
    return tuple(
        Hunk(hunk.old_start + a, hunk.old[a:b], hunk.new_start + c, hunk.new[c:d])
        for (a, c), (b, d) in zip(zip(old, new, strict=True), ends, strict=True)
    )


def starts_of_units(lines: Sequence[str]) -> list[int]:
    """Return where units begin in a run of lines, the first one at 0; a gap belongs to what follows it."""
    starts = [0]
    for at in range(1, len(lines)):
        begins = is_blank(lines[at]) and not is_blank(lines[at - 1])
        if begins:
            begins = not _goes_on(lines, starts[-1], at)
        elif not is_blank(lines[at - 1]):
            begins = are_apart(lines[at - 1], lines[at])
        if begins:
            starts.append(at)
    return starts


def _goes_on(lines: Sequence[str], start: int, gap: int) -> bool:
    """Whether the item that a unit begins with goes on below a gap."""
    below = next((line for line in lines[gap:] if not is_blank(line)), "")
    if not below[:1].isspace():
        return False
    head = next((line for line in lines[start:gap] if not is_blank(line)), "")
    return is_item(head) and indent(head) < indent(below)


def _placed(old: Sequence[str], new: Sequence[str], hunk: Hunk, before: Hunk, after: Hunk) -> Hunk:
    """Move a run of lines that came or went to the best of the places that give the same text."""
    if hunk.old and hunk.new:
        return hunk
    lines, start, end = (
        (old, hunk.old_start, hunk.old_end) if hunk.old else (new, hunk.new_start, hunk.new_end)
    )
    up = min(hunk.old_start - before.old_end, hunk.new_start - before.new_end)
    down = min(after.old_start - hunk.old_end, after.new_start - hunk.new_end) - 1
    shifts = [0]
    while -shifts[-1] < up and lines[start + shifts[-1] - 1] == lines[end + shifts[-1] - 1]:
        shifts.append(shifts[-1] - 1)
    at = 0
    while at < down and end + at < len(lines) and lines[start + at] == lines[end + at]:
        at += 1
        shifts.append(at)
    last = next((line for line in reversed(lines) if not is_blank(line)), "")
    # Of equally good places one that ends as the text does (a rule, the end of a block), else the very end,
    # where most is added, else the uppermost: so a change and the one that takes it back stand at one place.
    best = max(
        sorted(shifts),
        key=lambda shift: (
            *_fitness(lines, start + shift, end + shift),
            not is_ruled_off(lines[start + shift - 1] if start + shift else "", lines[start + shift]),
            lines[end + shift - 1] == last,
            end + shift == len(lines),
        ),
    )
    moved = tuple(lines[start + best : end + best])
    return Hunk(
        hunk.old_start + best, moved if hunk.old else (), hunk.new_start + best, moved if hunk.new else ()
    )


def _fitness(lines: Sequence[str], start: int, end: int) -> tuple[int, bool]:
    """Return how well a run of lines keeps to units: what it begins with, whether its gap is before it."""
    first = next((line for line in lines[start:end] if not is_blank(line)), "")
    above = lines[start - 1] if start else None
    goes_on = first[:1].isspace() and is_blank(lines[start] and (above or ""))
    begins = begins_unit(first) and are_apart(above, first) and not goes_on
    rank = 3 if heading_level(first) else 2 if begins else 0
    if not rank and are_apart(above, lines[start]):
        rank = 1
    leads = is_blank(lines[start]) or start == 0 or not is_blank(lines[end - 1])
    return rank, leads and not is_blank(lines[end - 1])
