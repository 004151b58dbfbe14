"""What a text is without one change: what it brought goes, what it took comes back, where that still stands.

Later words stay, and what they stand under: a heading, the head of a table. What was taken back before is
known by its steps; from them it is told in which order lines stood that come back one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from memdesk.text.around import Window, anchored, window
from memdesk.text.certain import certainly_without
from memdesk.text.comparable import as_written, comparable, line_as_written
from memdesk.text.diff import both_intraline
from memdesk.text.doubt import is_doubtful
from memdesk.text.gaps import with_usual_gaps
from memdesk.text.in_one_piece import are_whole, coming, put_back
from memdesk.text.merge.chunks import OPEN, ChunkKind, Lines, MergeChunk, closed, lines_of, unfenced_chunks
from memdesk.text.merge.json_format import PLAIN_FORMAT, JsonFormat
from memdesk.text.merge.merge import MergeShape, merge
from memdesk.text.merge.result import Conflict
from memdesk.text.merge.resume import begin
from memdesk.text.merge.session import Sources
from memdesk.text.moved import moved, rest_of_moves
from memdesk.text.old_order import Cell, Coming, cells_of, evenly, in_old_order, spaced, units_of
from memdesk.text.settling import ended, settled_without
from memdesk.text.step import ChangeStatus, TextChange, Undone, Without
from memdesk.text.sweeping import frame, lasting_preface, owners, swept, told, weight
from memdesk.text.units import (
    are_apart,
    begins_unit,
    head_of,
    heading_level,
    indent,
    is_blank,
    is_ruled_off,
    unit_hunks,
)
from memdesk.text.untouched import UntouchedChange, untouched

__all__ = ["ChangeStatus", "TextChange", "Undone", "Without", "ended", "without"]


def without(
    step: TextChange,
    now: str,
    shape: MergeShape = MergeShape.LINES,
    undone: Undone = tuple,
    form: JsonFormat = PLAIN_FORMAT,
) -> Without:
    """Return what a text is without one of its changes."""
    if shape is not MergeShape.LINES:
        return _values_without(step, now, shape, form)
    texts = (step.before or "", step.after, now)
    if any(OPEN in text for text in texts):
        return Without(now, ChangeStatus(1, 0, 0), (Conflict((), step.after, step.before or "", now),))
    alike = comparable(texts)
    if alike == texts:
        return _lines_without(step, now, undone)
    before = None if step.before is None else alike[0]
    found = _lines_without(TextChange(before, alike[1]), alike[2], lambda: _comparable_steps(undone(), texts))
    conflicts = tuple(
        replace(
            one,
            base=as_written(one.base),
            mine=as_written(one.mine),
            theirs=as_written(one.theirs),
            line=line_as_written(alike[1], one.line or 1),
        )
        for one in found.conflicts
    )
    text = None if found.text is None else as_written(found.text)
    return replace(found, text=text, conflicts=conflicts)


def _comparable_steps(steps: Iterable[TextChange], texts: tuple[str, ...]) -> list[TextChange]:
    return [
        TextChange(None if step.before is None else before, after)
        for step in steps
        for before, after in [comparable((step.before or "", step.after), texts)]
    ]


def _whole(found: Without, step: TextChange, now: str, undone: Undone) -> Without:
    """Have what was deleted, or moved, come back in one piece; what came back before may stand within it."""
    if step.before is None or found.conflicts or found.text in (None, now):
        return found
    if not now and step.before.endswith("\n") and not (found.text or "\n").endswith("\n"):
        return replace(found, text=f"{found.text}\n")
    runs, rest = coming(step.before, step.after)
    if not runs or are_whole(runs, found.text or "") or undone():
        return found
    without_rest = now if rest == step.after else _taken(TextChange(rest, step.after), now, undone).text
    return replace(found, text=put_back(runs, rest, without_rest or ""))


def _lines_without(step: TextChange, now: str, undone: Undone) -> Without:
    near = anchored(step, now)
    found = _taken(near.step, near.now, undone) if near is not None else None
    if near is not None and found is not None and _is_whole(found, near):
        return replace(found, text=f"{near.upper}{found.text}{near.lower}")
    view = window(step, now)
    found = _taken(view.step, view.now, undone)
    if view.upper or view.lower:
        if found.text is None or (view.lower and not found.text.endswith("\n")):
            return _taken(step, now, undone)  # what is cut off was not that far away
        text = f"{view.upper}{found.text}{view.lower}"
        return replace(found, text=text, conflicts=_moved_down(found.conflicts, view.upper.count("\n")))
    return found


def _gap(text: str) -> int:
    """Return how many newlines end a text."""
    return len(text) - len(text.rstrip("\n"))


def _is_whole(found: Without, view: Window) -> bool:
    """Whether all of a change was found where it was looked for."""
    ends = not view.lower or (found.text is not None and found.text.endswith("\n"))
    return (
        ends
        and found.text is not None
        and not found.conflicts
        and found.standing.stands == found.standing.lines
    )


def _moved_down(conflicts: Iterable[Conflict], lines: int) -> tuple[Conflict, ...]:
    return tuple(replace(each, line=(each.line or 1) + lines) for each in conflicts)


def _taken(step: TextChange, now: str, undone: Undone) -> Without:
    if step.before is None:
        found = _created(step.after, now)
    else:
        found = _changed(step.before, step.after, now, undone)
    if found.text != now:
        found = settled_without(found, step, now, undone)
    found = _whole(found, step, now, undone)
    if found.text is None or (found.text == now and not found.conflicts):
        return found
    rest = untouched(step, now)
    if rest is not None:
        found = _to_the_line(found, rest, step, now, undone)
    if found.text is None or (rest is not None and found.text == rest.text):
        return found
    found = replace(found, text=with_usual_gaps(found.text, (step.before or "", step.after, now)))
    doubtful = is_doubtful(found, step, now, is_first=not undone())
    return certainly_without(step, now) if doubtful else found


def _to_the_line(
    found: Without, rest: UntouchedChange, step: TextChange, now: str, undone: Undone
) -> Without:
    """Have every line stand as if the change had never been made, where nothing came within it.

    What has to stay under its heading, or had been taken back before, is told already. But where words come
    back that are not the change's, or nothing has to go, its place was told wrongly.
    """
    text = found.text or ""
    if rest.text == text or _gap(rest.text) > max(_gap(step.before or ""), _gap(now)):
        return found
    words, others, here, took = (
        [line for line in lines if not is_blank(line)]
        for lines in (rest.text.split("\n"), text.split("\n"), now.split("\n"), rest.took)
    )
    if not undone() and (found.conflicts or words != others):
        is_wrong = Counter(others) - Counter(here) - Counter(took)
        if is_wrong or (found.conflicts and not told(rest.brought)):
            count = weight(rest.brought, rest.took)
            return Without(rest.text, ChangeStatus(count, count, count))
    if found.conflicts:
        return found
    is_torn = sorted(words) == sorted(others) and not _has(others, tuple(took))
    if words == others or (is_torn and not undone()):
        return replace(found, text=rest.text)
    return found


def _values_without(step: TextChange, now: str, shape: MergeShape, form: JsonFormat) -> Without:
    """Take JSON back by its keys and entries; what is counted are the places that the change was about."""
    before = step.before or ""
    found = merge(step.after, now, before, shape, form)
    stands = 0 if now == before else found.clean - found.alike
    standing = ChangeStatus(found.changes, stands, stands)
    merged = merge(step.after, before, now, shape, form, restoring=True)
    if merged.text is not None:
        return Without(merged.text, standing)
    partly = begin(Sources(step.after, before, now, shape, form)).text
    return Without(partly, standing, merged.conflicts)


class _Part(NamedTuple):
    """Lines without the change, and what is to be told of them."""

    cells: list[Cell]
    lines: int
    stands: int
    goes: int
    is_clean: bool = True


def _created(after: str, now: str) -> Without:
    """Take back that a text was created."""
    if now == after:
        count = max(told(after.split("\n")), 1)
        return Without(None, ChangeStatus(count, count, count))
    base, lines = lines_of(closed(after)), lines_of(closed(now))
    brought = {at for at, line in enumerate(base) if not is_blank(line)}
    part = _without_lines(base, brought, lines, (None, None), lasting_preface(base, lines))
    text = _text(part.cells, is_open=not now.endswith("\n"))
    conflicts = () if part.is_clean else (Conflict((), after, "", now, 1),)
    left = any(not is_blank(cell.line) for cell in part.cells)
    return Without(text if left else None, ChangeStatus(part.lines, part.stands, part.goes), conflicts)


def _changed(before: str, after: str, now: str, undone: Undone) -> Without:
    """Take a change of a text back; units that were moved since go, or change back, where they are now."""
    rest = rest_of_moves(before, after, now)
    if rest.before != rest.after or not rest.lines:
        found = _with_moved(rest.before, rest.after, now, undone)
    else:
        found = Without(now, ChangeStatus(0, 0, 0))
    lines, stands, goes = found.standing
    standing = ChangeStatus(lines + rest.lines, stands, goes)
    return replace(found, standing=standing, conflicts=(*rest.conflicts, *found.conflicts))


def _with_moved(before: str, after: str, now: str, undone: Undone) -> Without:
    elsewhere = moved(before, after, now)
    if elsewhere is None:
        return _in_place(before, after, now, undone)
    found = _in_place(elsewhere.before, after, elsewhere.now, undone) if elsewhere.before != after else None
    count = elsewhere.lines
    if found is None:
        return Without(elsewhere.now, ChangeStatus(count, count, count))
    return replace(found, standing=ChangeStatus(*(count + each for each in found.standing)))


def _in_place(before: str, after: str, now: str, undone: Undone) -> Without:
    # Who adds at one place is put in the order of coming: what comes back had been there first.
    chunks = tuple(unfenced_chunks(closed(after), closed(now), closed(before)))
    cells: list[Cell] = []
    conflicts: list[Conflict] = []
    lines = stands = goes = 0
    for number, chunk in enumerate(chunks):
        above = cells[-1].line if cells else None
        below = next((other.mine[0].rstrip(OPEN) for other in chunks[number + 1 :] if other.mine), None)
        part = _part(chunk, (above, below))
        if number and chunk.kind is ChunkKind.THEIRS and not chunk.base:
            at = len(cells) - _appended_to(chunks[number - 1], part.cells)
            cells[at:at] = part.cells
        else:
            cells += part.cells
        lines, stands, goes = lines + part.lines, stands + part.stands, goes + part.goes
        if not part.is_clean:
            conflicts.append(_conflict(chunk))
    cells = evenly(spaced(in_old_order(cells, undone), before, now))
    ends = {text.endswith("\n") for text in (before, after, now)}
    text = _text(cells, is_open=not ends.pop() if len(ends) == 1 else _is_open(chunks, now))
    if not lines:
        lines, stands, goes = 1, int(text != now), int(text != now)
    return Without(text, ChangeStatus(lines, stands, goes), tuple(conflicts))


def _appended_to(chunk: MergeChunk, block: Sequence[Cell]) -> int:
    """Return how many lines came later behind what others had changed, above a block that comes back."""
    if chunk.kind is not ChunkKind.MINE:
        return 0
    level = next((heading_level(cell.line) for cell in block if not is_blank(cell.line)), 0)
    base, now = units_of(chunk.base, level), units_of(_bare(chunk.mine), level)
    if not 0 < len(base) < len(now):
        return 0
    return len(chunk.mine) - now[len(base)][0]


def _is_open(chunks: Sequence[MergeChunk], now: str) -> bool:
    """Whether no newline ends the text."""
    last = next((chunk for chunk in reversed(chunks) if chunk.merged), None)
    if last is None or last.kind in (ChunkKind.CONFLICT, ChunkKind.JOINED):
        return not now.endswith("\n")
    return last.merged[-1].endswith(OPEN)


def _text(cells: Sequence[Cell], *, is_open: bool) -> str:
    return "\n".join(cell.line for cell in cells) + ("" if is_open or not cells else "\n")


def _conflict(chunk: MergeChunk) -> Conflict:
    base, before, now = ("\n".join(_bare(side)) for side in (chunk.base, chunk.theirs, chunk.mine))
    return Conflict((), base, before, now, chunk.line)


def _bare(lines: Lines) -> Lines:
    return tuple(line.rstrip(OPEN) for line in lines if line != OPEN)


def _part(chunk: MergeChunk, around: tuple[str | None, str | None]) -> _Part:
    base, now, before = _bare(chunk.base), _bare(chunk.mine), _bare(chunk.theirs)
    if chunk.kind is ChunkKind.SAME:
        return _Part(cells_of(now, Coming.KEPT), 0, 0, 0)
    if chunk.kind is ChunkKind.MINE:
        return _Part(cells_of(now, Coming.LATER), 0, 0, 0)
    if chunk.kind in (ChunkKind.CONFLICT, ChunkKind.JOINED):
        return _refined(base, before, now, around)
    hunks = unit_hunks(base, before)
    count = sum(weight(hunk.old, hunk.new) for hunk in hunks)
    if chunk.kind is ChunkKind.ALIKE:
        return _Part(cells_of(now, Coming.KEPT), count, 0, 0)
    cells = cells_of(before, Coming.KEPT)
    for hunk in hunks:
        if not hunk.old:
            cells[hunk.new_start : hunk.new_end] = cells_of(hunk.new, Coming.BACK)
    return _Part(cells, count, count, count)


class _Followed(NamedTuple):
    """Where the lines of a text are in a later one, which of them became others, and what came there."""

    places: list[int | None]
    rewritten: set[int]
    came: set[int]


def _follow(base: Sequence[str], now: Sequence[str]) -> _Followed:
    places: list[int | None] = []
    rewritten: set[int] = set()
    came: set[int] = set()
    to = 0
    for hunk in unit_hunks(base, now):
        places += range(to, hunk.new_start)
        places += [None] * len(hunk.old)
        if told(hunk.new):
            rewritten.update(range(hunk.old_start, hunk.old_end))
        came.update(range(hunk.new_start, hunk.new_end))
        to = hunk.new_end
    places += range(to, len(now))
    return _Followed(places, rewritten, came)


def _without_lines(
    base: Sequence[str],
    brought: set[int],
    now: Sequence[str],
    around: tuple[str | None, str | None],
    soft: Iterable[int] = (),
) -> _Part:
    """Take lines that a change brought out of what their place became.

    ``soft`` are those that are about the whole text: they stay while anything does.
    """
    followed = _follow(base, now)
    preface_now = {place for at in soft if (place := followed.places[at]) is not None}
    frames = frame(now) | preface_now
    there = {at: place for at in brought if (place := followed.places[at]) is not None}
    gone = {place for place in there.values() if not is_blank(now[place])}
    # What came later holds up what it stands under.
    later = {at for at in followed.came if not is_blank(now[at])}
    held = owners(now, later) & gone
    if later:
        held |= preface_now & gone
    held |= {
        place
        for at, place in there.items()
        if place in gone and _goes_on_with_another(base, at, followed, now)
    }
    hard = held - frames
    framing = frame(base) | set(soft)
    words = {at for at in brought if not is_blank(base[at])}
    goes = gone - held
    left = swept(now, goes | _gaps_within(now, goes, set(there.values())), *around)
    changed = {at for at in words - framing if at in followed.rewritten}
    cells = [Cell(now[at], Coming.LATER if at in followed.came else Coming.KEPT) for at in left]
    is_clean = not hard and not changed and not _inside(now, goes, followed.came)
    lines = len(words) - len(held & frames)
    return _Part(cells, lines, len(gone) - len(held & frames), len(goes), is_clean)


def _gaps_within(lines: Sequence[str], goes: set[int], brought: set[int]) -> set[int]:
    """Return the blank lines that a change brought between lines of its own, all of which go."""
    found: set[int] = set()
    gap: list[int] = []
    is_open = False
    for at in range(min(goes, default=0), max(goes, default=-1) + 1):
        if at in goes:
            found.update(gap if is_open else ())
            gap, is_open = [], True
        elif at in brought and is_blank(lines[at]):
            gap.append(at)
        else:
            gap, is_open = [], False
    return found


def _goes_on_with_another(base: Sequence[str], at: int, followed: _Followed, now: Sequence[str]) -> bool:
    """Whether a line that went on with a marked one stands below another one by now."""
    place, head = followed.places[at], head_of(base, at)
    if place is None or head == at or not begins_unit(base[head]):
        return False
    return followed.places[head] != head_of(now, place)


def _inside(now: Sequence[str], goes: set[int], came: set[int]) -> bool:
    """Whether later lines stand in the middle of a unit that goes."""
    for at in came:
        if at - 1 in goes and not are_apart(now[at - 1], now[at]):
            end = at
            while end in came:
                end += 1
            if end in goes and not are_apart(now[end - 1], now[end]):
                return True
    return False


def _refined(
    base: Sequence[str], before: Sequence[str], now: Sequence[str], around: tuple[str | None, str | None]
) -> _Part:
    """Take back what can be told apart of a place that was changed later, too."""
    brought: set[int] = set()
    swaps: list[tuple[int, int, Lines]] = []
    for hunk in unit_hunks(base, before):
        if not hunk.new:
            brought.update(range(hunk.old_start, hunk.old_end))
        elif len(hunk.old) == len(hunk.new):
            pairs = zip(range(hunk.old_start, hunk.old_end), hunk.new, strict=True)
            swaps += [(at, at + 1, (line,)) for at, line in pairs if base[at] != line]
        else:
            swaps.append((hunk.old_start, hunk.old_end, hunk.new))
    part = _without_lines(base, brought, now, around)
    if not swaps:
        return part
    return _swapped(base, part, swaps, around)


def _swapped(
    base: Sequence[str],
    part: _Part,
    swaps: Sequence[tuple[int, int, Lines]],
    around: tuple[str | None, str | None],
) -> _Part:
    """Put what a change took or replaced back into lines that are without what it brought."""
    cells = list(part.cells)
    lines, stands, is_clean = part.lines, part.stands, part.is_clean
    for start, end, words in reversed(swaps):
        here = [cell.line for cell in cells]
        found = weight(base[start:end], words)
        lines += found
        if start == end:
            if _has(here, words):  # somebody brought it back already
                continue
            at = _place_of(base, here, start, around, words[0])
            cells[at:at] = cells_of(_led(words, here[at - 1] if at else around[0]), Coming.BACK)
            stands += found
            continue
        span = _span(_follow(base, here).places[start:end])
        if span is None and end - start == len(words) == 1:
            span, back = _changed_words(base, start, words, here)
        else:
            back = words
        is_clean = is_clean and span is not None and end - start == len(words)
        if span is not None:
            cells[slice(*span)] = cells_of(back, Coming.KEPT)
            stands += found
    goes = part.goes + stands - part.stands
    return _Part(cells, lines, stands, goes, is_clean)


def _changed_words(
    base: Sequence[str], at: int, words: Lines, here: Sequence[str]
) -> tuple[tuple[int, int] | None, Lines]:
    """Return where a line is of which others changed other words since, and what it is without the change."""
    hunk = next(one for one in unit_hunks(base, here) if one.old_start <= at < one.old_end)
    lines = {to: both_intraline(base[at], words[0], here[to]) for to in range(hunk.new_start, hunk.new_end)}
    fits = {to: line for to, line in lines.items() if line is not None}
    beside = hunk.new_start + at - hunk.old_start
    place = beside if len(hunk.old) == len(hunk.new) else next(iter(fits), -1) if len(fits) == 1 else -1
    return ((place, place + 1), (fits[place],)) if place in fits else (None, words)


def _led(words: Lines, above: str | None) -> Lines:
    """Put the gap that lines begin with behind them, where there is nothing or a gap above them."""
    gap = next((at for at, line in enumerate(words) if not is_blank(line)), 0)
    return words if above is not None and not is_blank(above) else (*words[gap:], *words[:gap])


def _place_of(
    base: Sequence[str], here: Sequence[str], at: int, around: tuple[str | None, str | None], first: str
) -> int:
    """Return where lines, of which this is the first, would be in a later text, at the bounds of a unit."""
    place = at
    for hunk in unit_hunks(base, here):
        if hunk.old_start >= at:
            break
        if hunk.old_end > at or (hunk.old_end == at and hunk.new):
            place = hunk.new_start + min(at - hunk.old_start, len(hunk.new))
        else:
            place += len(hunk.new) - len(hunk.old)
    bounds = [around[0], *here, around[1]]
    apart = [to for to in range(len(here) + 1) if _may_part(bounds[to], bounds[to + 1], first)]
    return min(apart, key=lambda to: (to < place, abs(to - place)), default=place)


def _may_part(upper: str | None, lower: str | None, first: str) -> bool:
    """Whether lines may come between two: they are two units, or two lines of plain words."""
    if upper is None or lower is None or are_apart(upper, lower):
        return True
    # Lines that begin with the rule itself leave the words above with a rule of the same.
    is_bound = begins_unit(upper) or (is_ruled_off(upper, lower) and first != lower)
    return not is_bound and indent(lower) <= indent(upper)


def _span(places: Sequence[int | None]) -> tuple[int, int] | None:
    """Return where lines are that stand one after the other as they did; None where they do not."""
    found = [place for place in places if place is not None]
    if len(found) < len(places) or found[-1] - found[0] >= len(found):
        return None
    return found[0], found[-1] + 1


def _has(lines: Sequence[str], words: Lines) -> bool:
    """Whether words stand in lines, one after the other."""
    count = len(words)
    return any(tuple(lines[at : at + count]) == words for at in range(len(lines) - count + 1))
