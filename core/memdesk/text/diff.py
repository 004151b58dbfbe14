"""Differences between two texts, by line and inside a line. Pure and bounded in time for any input.

Lines are what ``text.split("\\n")`` gives, so a text that ends with a newline has an empty last line, and
joining the lines of a side with a newline gives that side back byte for byte.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate, pairwise
from typing import NamedTuple

GAP_EFFORT = 400_000
"""Compared pairs of lines allowed between two anchors; a costlier gap is shown as one replacement."""

STEP = 1 << 16
"""Characters compared at once when the common start and end of two texts are looked for."""

INTRALINE_LIMIT = 2_000
"""Longer lines are compared by their common start and end only."""

_UNENDED = "\\ No newline at end of file"
_WORD = re.compile(r"[A-Za-z0-9_]+|\s+|.", re.DOTALL)
_WHOLE_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines ``old`` (from line ``old_start``, counted from 0) became lines ``new`` (from ``new_start``)."""

    old_start: int
    old: tuple[str, ...]
    new_start: int
    new: tuple[str, ...]

    @property
    def old_end(self) -> int:
        """Return the number of the first old line after the hunk."""
        return self.old_start + len(self.old)

    @property
    def new_end(self) -> int:
        """Return the number of the first new line after the hunk."""
        return self.new_start + len(self.new)


class TextEdit(NamedTuple):
    """Replace the characters ``start`` to ``end`` of the old text by ``text``."""

    start: int
    end: int
    text: str


class CharSpan(NamedTuple):
    """Characters ``start`` to ``end`` of one line."""

    start: int
    end: int


class _Middle(NamedTuple):
    """The lines that differ: from character ``head`` and line ``line`` on, ``tail`` characters follow."""

    head: int
    tail: int
    line: int
    left: list[str]
    right: list[str]


class _Place(NamedTuple):
    """Where each line begins, from line ``line`` on; ``end`` is the text's end where the lines reach it."""

    offsets: list[int]
    line: int
    end: int | None

    def of(self, line: int) -> int:
        """Return where a line begins."""
        return self.offsets[line - self.line]


class _Range(NamedTuple):
    """Old lines ``a`` to ``b`` against new lines ``c`` to ``d``."""

    a: int
    b: int
    c: int
    d: int


def line_diff(old: str, new: str) -> tuple[Hunk, ...]:
    """Return the changed runs of lines in order; applying them to ``old`` gives ``new``."""
    return () if old == new else _hunks(_middle(old, new))


def apply(old: str, hunks: Iterable[Hunk]) -> str:
    """Return ``old`` with the hunks applied."""
    lines = old.split("\n")
    for hunk in reversed(tuple(hunks)):
        lines[hunk.old_start : hunk.old_end] = hunk.new
    return "\n".join(lines)


def take_back(new: str, hunks: Iterable[Hunk]) -> str:
    """Return ``new`` with these of its changes undone."""
    lines = new.split("\n")
    for hunk in reversed(tuple(hunks)):
        lines[hunk.new_start : hunk.new_end] = hunk.old
    return "\n".join(lines)


def line_in(old: str, new: str, line: int) -> int:
    """Return where a line of ``old``, counted from 0, is in ``new``; of a changed one, where it would be."""
    shift = 0
    for hunk in line_diff(old, new):
        if hunk.old_end > line:
            return hunk.new_start if hunk.old_start <= line else line + shift
        shift = hunk.new_end - hunk.old_end
    return line + shift


def unified(old: str, new: str, names: tuple[str, str], context: int = 3) -> Iterator[str]:
    """Yield the lines of the difference as ``diff -u`` prints it, one hunk for each change."""
    return in_unified(old.split("\n"), line_diff(old, new), names, context)


def in_unified(
    lines: Sequence[str], hunks: tuple[Hunk, ...], names: tuple[str, str], context: int = 3
) -> Iterator[str]:
    """Yield changes of these old lines as ``diff -u`` prints them."""
    if not hunks:
        return
    hunks = (*hunks[:-1], _ended(lines, hunks[-1]))
    last = 0
    yield from (f"--- {names[0]}", f"+++ {names[1]}")
    for hunk, following in zip(hunks, (*hunks[1:], None), strict=True):
        end = len(lines) if following is None else following.old_start
        start = max(hunk.old_start - context, last)
        last = min(hunk.old_end + context, end)
        head, tail = lines[start : hunk.old_start], lines[hunk.old_end : last]
        is_end = last == len(lines)
        old, new = _signed("-", hunk.old, is_end and not tail), _signed("+", hunk.new, is_end and not tail)
        before, after = _signed(" ", head), _signed(" ", tail, is_end)
        new_start = start + hunk.new_start - hunk.old_start
        yield f"@@ -{_range(start, before, old, after)} +{_range(new_start, before, new, after)} @@"
        yield from (*before, *old, *new, *after)


def _ended(lines: Sequence[str], hunk: Hunk) -> Hunk:
    """Return the last change with the line before it, where only one side of it goes to the end."""
    if hunk.old_end < len(lines) or (hunk.old and hunk.new):
        return hunk
    shared = lines[hunk.old_start - 1]
    return Hunk(hunk.old_start - 1, (shared, *hunk.old), hunk.new_start - 1, (shared, *hunk.new))


def _signed(sign: str, lines: Sequence[str], is_end: bool = False) -> list[str]:
    """Return lines as they are printed; at the end of a text it is told where no newline ends it."""
    ends_well = is_end and bool(lines) and not lines[-1]
    signed = [f"{sign}{line}" for line in (lines[:-1] if ends_well else lines)]
    return [*signed, _UNENDED] if is_end and lines and not ends_well else signed


def _range(start: int, *printed: Sequence[str]) -> str:
    """Return the range of lines that a change is about, the first counted from 1."""
    count = sum(line != _UNENDED for lines in printed for line in lines)
    return f"{start + 1 if count else start},{count}"


def edits(old: str, new: str) -> tuple[TextEdit, ...]:
    """Return the character replacements, in order and not touching, that turn ``old`` into ``new``."""
    if old == new:
        return ()
    middle = _middle(old, new)
    place = _Place(_offsets(middle), middle.line, None if middle.tail else len(old))
    return tuple(_tight(old, _edit(hunk, place)) for hunk in _hunks(middle))


def one_edit(old: str, new: str) -> TextEdit:
    """Return one replacement that turns ``old`` into ``new``: all between their common beginning and end.

    It costs little for texts of any size, and holds up no other thread.
    """
    head = common_head(old, new)
    tail = common_tail(old, new, min(len(old), len(new)) - head)
    return TextEdit(head, len(old) - tail, new[head : len(new) - tail])


def intraline(old: str, new: str) -> tuple[tuple[CharSpan, ...], tuple[CharSpan, ...]]:
    """Return the spans of the old line that went and of the new line that came."""
    if max(len(old), len(new)) > INTRALINE_LIMIT:
        start, tail = _common(old, new)
        return _spans(start, len(old) - tail), _spans(start, len(new) - tail)
    left, right = _WORD.findall(old), _WORD.findall(new)
    at, to = _starts(left), _starts(right)
    codes = [c for c in SequenceMatcher(None, left, right, autojunk=False).get_opcodes() if c[0] != "equal"]
    gone = tuple(CharSpan(at[a], at[b]) for _, a, b, _, _ in codes if b > a)
    come = tuple(CharSpan(to[c], to[d]) for _, _, _, c, d in codes if d > c)
    return gone, come


def both_intraline(base: str, mine: str, theirs: str) -> str | None:
    """Return a line with the words that each of two changed of it; None where that is not certain.

    It is where a word that neither touched stands between their changes, and most of the line is as it was.
    """
    if max(len(base), len(mine), len(theirs)) > INTRALINE_LIMIT:
        return None
    words = _WHOLE_WORD.findall(base)
    changes = sorted({*_word_changes(words, mine), *_word_changes(words, theirs)})
    if any(not "".join(words[one.end : other.start]).strip() for one, other in pairwise(changes)):
        return None
    left = len(base) - sum(len("".join(words[each.start : each.end])) for each in changes)
    if left * 2 < len(base):
        return None
    for each in reversed(changes):
        words[each.start : each.end] = [each.text]
    return "".join(words)


def _word_changes(words: Sequence[str], other: str) -> Iterator[TextEdit]:
    """Yield which words of a line became what."""
    there = _WHOLE_WORD.findall(other)
    for tag, a, b, c, d in SequenceMatcher(None, words, there, autojunk=False).get_opcodes():
        if tag != "equal":
            yield TextEdit(a, b, "".join(there[c:d]))


def _middle(old: str, new: str) -> _Middle:
    """Take the common start and end off, in whole lines (by comparing memory: large texts are cheap)."""
    head = old.rfind("\n", 0, common_head(old, new)) + 1
    rest = min(len(old), len(new)) - head
    from_end = old.find("\n", len(old) - common_tail(old, new, rest))
    tail = 0 if from_end < 0 else len(old) - from_end
    left, right = old[head : len(old) - tail], new[head : len(new) - tail]
    return _Middle(head, tail, old.count("\n", 0, head), left.split("\n"), right.split("\n"))


def common_head(old: str, new: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    return _longest(min(len(old), len(new)), lambda at, to: old[at:to] == new[at:to])


def common_tail(old: str, new: str, most: int) -> int:
    """Return how many characters, at most so many, two texts have in common at their end."""
    a, b = len(old), len(new)
    return _longest(most, lambda at, to: old[a - to : a - at] == new[b - to : b - at])


def _longest(most: int, equal: Callable[[int, int], bool]) -> int:
    """Return how many characters up to ``most`` are equal; ``equal`` compares those from one to another."""
    at = 0
    while at < most and equal(at, min(at + STEP, most)):
        at = min(at + STEP, most)
    rest = range(at + 1, min(at + STEP, most) + 1)
    return at + bisect_left(rest, True, key=lambda to: not equal(at, to))


def _hunks(middle: _Middle) -> tuple[Hunk, ...]:
    left, right, line = middle.left, middle.right, middle.line
    ranges = _changed(left, right)
    return tuple(Hunk(line + a, tuple(left[a:b]), line + c, tuple(right[c:d])) for a, b, c, d in ranges)


def _changed(left: Sequence[str], right: Sequence[str]) -> Iterator[_Range]:
    start, tail = _common(left, right)
    whole = _Range(start, len(left) - tail, start, len(right) - tail)
    for gap in _between_anchors(left, right, whole):
        yield from _inside(left, right, gap)


def _between_anchors(left: Sequence[str], right: Sequence[str], whole: _Range) -> Iterator[_Range]:
    """Split a range at the lines that occur once on both sides and keep their order."""
    a, c = whole.a, whole.c
    for i, j in _anchors(left, right, whole):
        if i > a or j > c:
            yield _Range(a, i, c, j)
        a, c = i + 1, j + 1
    if a < whole.b or c < whole.d:
        yield _Range(a, whole.b, c, whole.d)


def _anchors(left: Sequence[str], right: Sequence[str], whole: _Range) -> list[tuple[int, int]]:
    ours = _once(left, whole.a, whole.b)
    theirs = _once(right, whole.c, whole.d)
    return _rising([(i, theirs[line]) for line, i in ours.items() if line in theirs])


def _once(lines: Sequence[str], start: int, end: int) -> dict[str, int]:
    seen = Counter(lines[start:end])
    return {line: i for i, line in enumerate(lines[start:end], start) if seen[line] == 1}


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs whose second numbers rise (the first ones do already)."""
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for at, (_, j) in enumerate(pairs):
        pile = bisect_left(tops, j)
        before.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [j]
        piles[pile : pile + 1] = [at]
    run: list[tuple[int, int]] = []
    at = piles[-1] if piles else -1
    while at >= 0:
        run.append(pairs[at])
        at = before[at]
    return run[::-1]


def _inside(left: Sequence[str], right: Sequence[str], gap: _Range) -> Iterator[_Range]:
    ours, theirs = left[gap.a : gap.b], right[gap.c : gap.d]
    if not _affordable(ours, theirs):
        yield gap
        return
    for tag, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if tag != "equal":
            yield _Range(gap.a + a, gap.a + b, gap.c + c, gap.c + d)


def _affordable(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    here, there = Counter(ours), Counter(theirs)
    pairs = sum(count * there[line] for line, count in here.items() if line in there)
    return pairs * min(len(ours), len(theirs), 64) <= GAP_EFFORT


def _edit(hunk: Hunk, place: _Place) -> TextEdit:
    """Turn a hunk into a replacement; the newline that goes with a whole line is on the side that has one."""
    start, text = place.of(hunk.old_start), "\n".join(hunk.new)
    after = place.of(hunk.old_end)
    if hunk.old and hunk.new:
        return TextEdit(start, after - 1, text)
    end = place.end if after == place.offsets[-1] else None
    if hunk.old:
        return TextEdit(start, after, "") if end is None else TextEdit(start - 1, end, "")
    return TextEdit(start, start, text + "\n") if end is None else TextEdit(end, end, "\n" + text)


def _tight(old: str, edit: TextEdit) -> TextEdit:
    """Shrink an edit to the characters that differ."""
    start, tail = _common(old[edit.start : edit.end], edit.text)
    return TextEdit(edit.start + start, edit.end - tail, edit.text[start : len(edit.text) - tail])


def _offsets(middle: _Middle) -> list[int]:
    """Return where each old line starts, and where the line after the last one would."""
    return list(accumulate((len(line) + 1 for line in middle.left), initial=middle.head))


def _common(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return the lengths of the common start and of the common end after it."""
    shortest = min(len(old), len(new))
    start = next((i for i in range(shortest) if old[i] != new[i]), shortest)
    rest = shortest - start
    tail = next((i for i in range(rest) if old[-1 - i] != new[-1 - i]), rest)
    return start, tail


def _starts(words: Iterable[str]) -> list[int]:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return starts


def _spans(start: int, end: int) -> tuple[CharSpan, ...]:
    return (CharSpan(start, end),) if end > start else ()


class Counts(NamedTuple):
    """How many lines came and went."""

    added: int
    removed: int


def counts(old: str, new: str) -> Counts:
    """Return how many lines were added and removed."""
    return counted(line_diff(old, new), old, new)


def counted(hunks: Sequence[Hunk], old: str, new: str) -> Counts:
    """Return how many lines the changes between two texts add and remove.

    The empty end behind a last line end is no line, unless nothing else is there to be counted.
    """
    added, removed = sum(len(hunk.new) for hunk in hunks), sum(len(hunk.old) for hunk in hunks)
    found = Counts(added, removed)
    if hunks and _is_ended(old) != _is_ended(new):
        last = hunks[-1]
        gone = bool(last.old) and _is_ended(old) and last.old_end > old.count("\n")
        come = bool(last.new) and _is_ended(new) and last.new_end > new.count("\n")
        found = Counts(added - come, removed - gone)
    return found if any(found) else Counts(added, removed)


def _is_ended(text: str) -> bool:
    return not text or text.endswith("\n")


def count_lines(old: bytes | None, new: bytes | None) -> tuple[int | None, int | None]:
    """Return how many lines came and went; None where a side is not known or is no text."""
    if old is None or new is None or b"\0" in old or b"\0" in new:
        return None, None
    if not old or not new:
        return _lines(new), _lines(old)
    before, after = old.split(b"\n"), new.split(b"\n")
    head = _shared(before, after)
    tail = _shared(before[head:][::-1], after[head:][::-1])
    ours, theirs = (lines[head : len(lines) - tail] for lines in (before, after))
    if tail and (len(ours) < 2 or len(theirs) < 2):
        same = len(set(ours).intersection(theirs))
        return len(theirs) - same, len(ours) - same
    # One line that both have stays at either side: it tells where the text ends, and where it goes on.
    return counts(*(_text(lines, max(head - 1, 0), max(tail - 1, 0)) for lines in (before, after)))


def _shared(one: list[bytes], other: list[bytes]) -> int:
    """Return with how many lines both begin, found in few steps."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _lines(data: bytes) -> int:
    return data.count(b"\n") + (not data.endswith(b"\n") and bool(data))


def _text(lines: list[bytes], head: int, tail: int) -> str:
    return b"\n".join(lines[head : len(lines) - tail]).decode("utf-8", "replace")
