"""What a text is without one change: what it brought goes, what it took comes back, where that still stands.

Later words stay, and what they stand under: a heading, the head of a table. What was taken back before is
known by its steps; from them it is told in which order lines stood that come back one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from memdesk.text.deciding import begin
from memdesk.text.diff import Hunk
from memdesk.text.json_format import PLAIN_FORMAT, JsonFormat
from memdesk.text.merge import Shape, merge
from memdesk.text.merge_chunks import OPEN, Chunk, ChunkKind, Lines, closed, line_chunks, lines_of
from memdesk.text.merge_result import Conflict
from memdesk.text.merge_session import Sources
from memdesk.text.sweeping import frame, hollow, is_about_all, owners, preface, swept, told
from memdesk.text.units import (
    are_apart,
    begins_unit,
    heading_level,
    indent,
    is_blank,
    starts_of_units,
    unit_hunks,
)


class Step(NamedTuple):
    """A change of a text: what it was (None: there was none), and what it became."""

    before: str | None
    after: str


Undone: TypeAlias = "Callable[[], Sequence[Step]]"
"""Tells which changes of the text were taken back before; asked only where it matters."""


class Standing(NamedTuple):
    """How much of a change is still there: of the ``lines`` that it brought (or took), places in JSON.

    ``stands`` are as it left them, and ``goes`` of these can be taken back.
    """

    lines: int
    stands: int
    goes: int


@dataclass(frozen=True, slots=True)
class Without:
    """A text without as much of a change as can go; None where nothing is left of it.

    ``conflicts`` are the places where later words are in it; without one, all that stands goes.
    """

    text: str | None
    standing: Standing
    conflicts: tuple[Conflict, ...] = ()


def without(
    step: Step,
    now: str,
    shape: Shape = Shape.LINES,
    undone: Undone = tuple,
    form: JsonFormat = PLAIN_FORMAT,
) -> Without:
    """Return what a text is without one of its changes."""
    if shape is not Shape.LINES:
        return _values_without(step, now, shape, form)
    if any(OPEN in text for text in (step.before or "", step.after, now)):
        return Without(now, Standing(1, 0, 0), (Conflict((), step.after, step.before or "", now),))
    if step.before is None:
        found = _created(step.after, now)
    else:
        found = _changed(step.before, step.after, now, undone)
    return found if found.text == now else _settled(found, step, now, undone)


def _values_without(step: Step, now: str, shape: Shape, form: JsonFormat) -> Without:
    """Take JSON back by its keys and entries; what is counted are the places that the change was about."""
    before = step.before or ""
    found = merge(step.after, now, before, shape, form)
    standing = Standing(found.changes, found.clean, found.clean)
    merged = merge(step.after, before, now, shape, form, restoring=True)
    if merged.text is not None:
        return Without(merged.text, standing)
    partly = begin(Sources(step.after, before, now, shape, form)).text
    return Without(partly, standing, merged.conflicts)


class _Kind(Enum):
    KEPT = auto()
    LATER = auto()
    """It came after the change."""
    BACK = auto()
    """It comes back."""


class _Cell(NamedTuple):
    line: str
    kind: _Kind


class _Part(NamedTuple):
    """Lines without the change, and what is to be told of them."""

    cells: list[_Cell]
    lines: int
    stands: int
    goes: int
    is_clean: bool = True


def ended(data: bytes, is_known: Callable[[bytes], bool]) -> bytes:
    """Return what a document becomes: as it was known once, if it is that but for the newline at its end."""
    others = [data + b"\n", data + b"\r\n", data.removesuffix(b"\n"), data.removesuffix(b"\r\n")]
    return data if is_known(data) else next((other for other in others if is_known(other)), data)


def _created(after: str, now: str) -> Without:
    """Take back that a text was created."""
    if now == after:
        count = max(told(after.split("\n")), 1)
        return Without(None, Standing(count, count, count))
    base, lines = lines_of(closed(after)), lines_of(closed(now))
    brought = {at for at, line in enumerate(base) if not is_blank(line)}
    part = _without_lines(base, brought, lines, (None, None), preface(base))
    text = _text(part.cells, is_open=not now.endswith("\n"))
    conflicts = () if part.is_clean else (Conflict((), after, "", now, 1),)
    left = any(not is_blank(cell.line) for cell in part.cells)
    return Without(text if left else None, Standing(part.lines, part.stands, part.goes), conflicts)


def _changed(before: str, after: str, now: str, undone: Undone) -> Without:
    """Take a change of a text back; units that were moved since go, or change back, where they are now."""
    moved = _moved(before, after, now)
    if moved is None:
        return _in_place(before, after, now, undone)
    found = _in_place(moved.before, after, moved.now, undone) if moved.before != after else None
    count = moved.lines
    if found is None:
        return Without(moved.now, Standing(count, count, count))
    return replace(found, standing=Standing(*(count + each for each in found.standing)))


def _in_place(before: str, after: str, now: str, undone: Undone) -> Without:
    # Who adds at one place is put in the order of coming: what comes back had been there first.
    chunks = tuple(line_chunks(closed(after), closed(now), closed(before)))
    cells: list[_Cell] = []
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
    cells = _spaced(_in_old_order(cells, undone), before, now)
    text = _text(cells, is_open=_is_open(chunks, now))
    if not lines:
        lines, stands, goes = 1, int(text != now), int(text != now)
    return Without(text, Standing(lines, stands, goes), tuple(conflicts))


class _Moved(NamedTuple):
    """A text with what was moved out of its way taken back, and what is left of the change."""

    before: str
    now: str
    lines: int


def _moved(before: str, after: str, now: str) -> _Moved | None:
    """Take back what a change brought that stands elsewhere by now, word for word; None for nothing."""
    base, here, there = (lines_of(closed(text)) for text in (after, now, before))
    other = unit_hunks(base, here)
    if not any(hunk.old and told(hunk.old) for hunk in other):
        return None
    left: list[Hunk] = []
    goes: dict[int, int] = {}
    puts: dict[int, Lines] = {}
    count = 0
    for hunk in _by_entry(unit_hunks(base, there)):
        went = any(one.old_start <= hunk.old_start and hunk.old_end <= one.old_end for one in other)
        place = _standing(hunk.old, here, other, goes) if told(hunk.old) and went else None
        if place is None:
            left.append(hunk)
            continue
        goes |= dict.fromkeys(range(place.start, place.stop), place.start)
        puts[place.start] = tuple(line for line in hunk.new if not is_blank(line)) if hunk.new else ()
        count += _weight(hunk.old, hunk.new)
    if not puts:
        return None
    rest = swept(here, {at for at, start in goes.items() if not puts[start]}, None, None)
    kept = [word for at in rest for word in (puts.get(at, ()) if at in goes else (here[at],))]
    ends = "\n" * now.endswith("\n")
    reduced = "\n".join(base).split("\n")
    for hunk in reversed(left):
        reduced[hunk.old_start : hunk.old_end] = hunk.new
    return _Moved("\n".join(reduced) + "\n" * before.endswith("\n"), "\n".join(kept) + ends, count)


def _by_entry(hunks: Iterable[Hunk]) -> Iterator[Hunk]:
    """Cut what only went into its units; a heading and all that stands below it is one."""
    for hunk in hunks:
        if hunk.new:
            yield hunk
            continue
        starts = [0]
        for at in starts_of_units(hunk.old)[1:]:
            words = hunk.old[starts[-1] : at]
            level = next((heading_level(line) for line in words if not is_blank(line)), 0)
            here = next((heading_level(line) for line in hunk.old[at:] if not is_blank(line)), 0)
            if not level or 0 < here <= level:
                starts.append(at)
        for start, end in pairwise([*starts, len(hunk.old)]):
            yield Hunk(hunk.old_start + start, hunk.old[start:end], hunk.new_start, ())


def _standing(
    words: Sequence[str], here: Sequence[str], hunks: Iterable[Hunk], taken: Container[int]
) -> range | None:
    """Return where lines that are gone from their place stand among those that came."""
    wanted = [line for line in words if not is_blank(line)]
    for hunk in hunks:
        came = [at for at in range(hunk.new_start, hunk.new_end) if not is_blank(here[at])]
        for first in range(len(came) - len(wanted) + 1):
            found = came[first : first + len(wanted)]
            if found[0] not in taken and [here[at] for at in found] == wanted:
                return range(found[0], found[-1] + 1)
    return None


def _appended_to(chunk: Chunk, block: Sequence[_Cell]) -> int:
    """Return how many lines came later behind what others had changed, above a block that comes back."""
    if chunk.kind is not ChunkKind.MINE:
        return 0
    level = next((heading_level(cell.line) for cell in block if not is_blank(cell.line)), 0)
    base, now = _units(chunk.base, level), _units(_bare(chunk.mine), level)
    if not 0 < len(base) < len(now):
        return 0
    return len(chunk.mine) - now[len(base)][0]


def _spaced(cells: list[_Cell], before: str, now: str) -> list[_Cell]:
    """Keep the gap below a head that the change had brought for what came later, and none at the end."""
    ends = any(is_blank(lines_of(closed(text))[-1:][0]) for text in (before, now) if lines_of(closed(text)))
    end = len(cells)
    while not ends and end and is_blank(cells[end - 1].line):
        end -= 1
    spaced: list[_Cell] = []
    gaps = {_Kind.LATER: _gaps(now), _Kind.BACK: _gaps(before), _Kind.KEPT: {}}
    for cell in cells[:end]:
        above = spaced[-1].line if spaced else ""
        if is_about_all(above) and not is_blank(cell.line):
            spaced += _cells(gaps[cell.kind].get(above, ()), _Kind.KEPT)
        elif spaced and _is_gap_between_items(spaced, cell):
            spaced.pop()
        spaced.append(cell)
    return spaced


def _is_gap_between_items(spaced: Sequence[_Cell], cell: _Cell) -> bool:
    """Whether a gap had stood below the head, and stands between an item that comes back and others now."""
    if not is_blank(spaced[-1].line) or not _begins_item(cell.line):
        return False
    upper = spaced[-2:-1]
    first = len(spaced) - 1
    while first and not is_blank(spaced[first - 1].line):
        first -= 1
    if first < 2 or not _begins_item(spaced[first].line) or not is_about_all(spaced[first - 2].line):
        return False
    return {upper[0].kind, cell.kind} == {_Kind.BACK, _Kind.LATER}


def _begins_item(line: str) -> bool:
    return begins_unit(line) and not heading_level(line)


def _gaps(text: str) -> dict[str, Lines]:
    """Return the gap below each heading, and each line of a head."""
    lines = text.split("\n")
    gaps: dict[str, Lines] = {}
    for at, line in enumerate(lines):
        if is_about_all(line):
            end = next((to for to in range(at + 1, len(lines)) if not is_blank(lines[to])), at + 1)
            gaps[line] = tuple(lines[at + 1 : end])
    return gaps


def _is_open(chunks: Sequence[Chunk], now: str) -> bool:
    """Whether no newline ends the text."""
    last = next((chunk for chunk in reversed(chunks) if chunk.merged), None)
    if last is None or last.kind in (ChunkKind.CONFLICT, ChunkKind.JOINED):
        return not now.endswith("\n")
    return last.merged[-1].endswith(OPEN)


def _text(cells: Sequence[_Cell], *, is_open: bool) -> str:
    if not cells:
        return ""
    return "\n".join(cell.line for cell in cells) + ("" if is_open else "\n")


def _conflict(chunk: Chunk) -> Conflict:
    base, before, now = ("\n".join(_bare(side)) for side in (chunk.base, chunk.theirs, chunk.mine))
    return Conflict((), base, before, now, chunk.line)


def _bare(lines: Lines) -> Lines:
    return tuple(line.rstrip(OPEN) for line in lines if line != OPEN)


def _part(chunk: Chunk, around: tuple[str | None, str | None]) -> _Part:
    base, now, before = _bare(chunk.base), _bare(chunk.mine), _bare(chunk.theirs)
    if chunk.kind is ChunkKind.SAME:
        return _Part(_cells(now, _Kind.KEPT), 0, 0, 0)
    if chunk.kind is ChunkKind.MINE:
        return _Part(_cells(now, _Kind.LATER), 0, 0, 0)
    if chunk.kind in (ChunkKind.CONFLICT, ChunkKind.JOINED):
        return _refined(base, before, now, around)
    hunks = unit_hunks(base, before)
    weight = sum(_weight(hunk.old, hunk.new) for hunk in hunks)
    if chunk.kind is ChunkKind.ALIKE:
        return _Part(_cells(now, _Kind.KEPT), weight, 0, 0)
    cells = _cells(before, _Kind.KEPT)
    for hunk in hunks:
        if not hunk.old:
            cells[hunk.new_start : hunk.new_end] = _cells(hunk.new, _Kind.BACK)
    return _Part(cells, weight, weight, weight)


def _cells(lines: Iterable[str], kind: _Kind) -> list[_Cell]:
    return [_Cell(line, kind) for line in lines]


def _weight(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many lines of a change are told of: what came, else what went."""
    return told(old) or told(new)


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
    hard = held - frames
    framing = frame(base) | set(soft)
    words = {at for at in brought if not is_blank(base[at])}
    goes = gone - held
    left = swept(now, goes, *around)
    changed = {at for at in words - framing if at in followed.rewritten}
    cells = [_Cell(now[at], _Kind.LATER if at in followed.came else _Kind.KEPT) for at in left]
    is_clean = not hard and not changed and not _inside(now, goes, followed.came)
    lines = len(words) - len(held & frames)
    return _Part(cells, lines, len(gone) - len(held & frames), len(goes), is_clean)


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
        weight = _weight(base[start:end], words)
        lines += weight
        if start == end:
            if _has(here, words):  # somebody brought it back already
                continue
            at = _place_of(base, here, start, around)
            cells[at:at] = _cells(words, _Kind.BACK)
            stands += weight
            continue
        span = _span(_follow(base, here).places[start:end])
        is_clean = is_clean and span is not None and end - start == len(words)
        if span is not None:
            cells[slice(*span)] = _cells(words, _Kind.KEPT)
            stands += weight
    goes = part.goes + stands - part.stands
    return _Part(cells, lines, stands, goes, is_clean)


def _place_of(
    base: Sequence[str], here: Sequence[str], at: int, around: tuple[str | None, str | None]
) -> int:
    """Return where a line of a text would be in a later one, at the bounds of a unit."""
    place = at
    for hunk in unit_hunks(base, here):
        if hunk.old_start >= at:
            break
        if hunk.old_end > at or (hunk.old_end == at and hunk.new):
            place = hunk.new_start + min(at - hunk.old_start, len(hunk.new))
        else:
            place += len(hunk.new) - len(hunk.old)
    bounds = [around[0], *here, around[1]]
    apart = [to for to in range(len(here) + 1) if _may_part(bounds[to], bounds[to + 1])]
    return min(apart, key=lambda to: (to < place, abs(to - place)), default=place)


def _may_part(upper: str | None, lower: str | None) -> bool:
    """Whether a line may come between two: they are two units, or two lines of plain words."""
    if upper is None or lower is None or are_apart(upper, lower):
        return True
    return not begins_unit(upper) and indent(lower) <= indent(upper)


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


def _in_old_order(cells: list[_Cell], undone: Undone) -> list[_Cell]:
    """Put what comes back beside what came back before as both stood once.

    What had been brought by a change that was taken back meanwhile does not come back: it is as if it had
    never been there.
    """
    if not any(cell.kind is _Kind.BACK for cell in cells):
        return cells
    steps = undone()
    if not steps:
        return cells
    witnesses = [text.split("\n") for text in _texts(steps)]
    brought = [hunk for step in steps for hunk in _hunks_of(step) if told(hunk.new)]
    ordered: list[_Cell] = []
    rest = cells
    while rest:
        end = next((at for at, cell in enumerate(rest) if cell.kind is not rest[0].kind), len(rest))
        run, rest = rest[:end], rest[end:]
        block = _as_never(run, brought) if run[0].kind is _Kind.BACK else []
        if not block:
            ordered += run if run[0].kind is not _Kind.BACK else []
            continue
        place = _place(ordered, rest, block, witnesses)
        if place <= 0:
            ordered[len(ordered) + place : len(ordered) + place] = block
        else:
            ordered += [*rest[:place], *block]
            rest = rest[place:]
    return ordered


def _hunks_of(step: Step) -> tuple[Hunk, ...]:
    return unit_hunks((step.before or "").split("\n"), step.after.split("\n"))


def _as_never(block: list[_Cell], brought: Sequence[Hunk]) -> list[_Cell]:
    """Return what comes back without changes that had been taken back before."""
    left = list(brought)
    while block:
        words = [cell.line for cell in block if not is_blank(cell.line)]
        hunk = next((one for one in left if [each for each in one.new if not is_blank(each)] == words), None)
        if hunk is None:
            break
        left.remove(hunk)
        block = _cells(hunk.old, _Kind.BACK)
    return block


def _place(
    above: Sequence[_Cell], below: Sequence[_Cell], block: Sequence[_Cell], witnesses: Sequence[Sequence[str]]
) -> int:
    """Return how far down (negative: up) lines belong from where they are, past what came later."""
    words = [cell.line for cell in block]
    level = next((heading_level(line) for line in words if not is_blank(line)), 0)
    place = 0
    uppers, lowers = [cell.line for cell in above], [cell.line for cell in below]
    for start, end in reversed(_units(uppers, level)):
        unit = above[start:end]
        if not any(cell.kind is _Kind.LATER for cell in unit):
            break
        if _precedes(words, uppers[start:end], witnesses):
            place = start - len(above)
    if place:
        return place
    for start, end in _units(lowers, level):
        unit = below[start:end]
        if not any(cell.kind is _Kind.LATER for cell in unit):
            break
        if _precedes(lowers[start:end], words, witnesses):
            place = end
    return place


def _units(lines: Sequence[str], level: int) -> list[tuple[int, int]]:
    """Return where units begin and end: entries of a level, or whatever units there are.

    Lines before the first heading are no entry.
    """
    if not level:
        starts = starts_of_units(lines) if lines else []
    else:
        starts = [at for at, line in enumerate(lines) if 0 < heading_level(line) <= level]
        starts = [_with_gap_above(lines, at) for at in starts]
    return list(pairwise([*starts, len(lines)]))


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


def _texts(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        yield from (text for text in step if text is not None)


def _settled(found: Without, step: Step, now: str, undone: Undone) -> Without:
    """Let go what came with a change that was taken back before, and holds nothing any more."""
    if found.text is None:
        return found
    lines = found.text.split("\n")
    known = Counter(_hollow(now)) | Counter(_hollow(step.before or ""))
    emptied = [at for at in hollow(lines) if not _counted(known, lines[at])]
    if not emptied and not _is_bare(lines):
        return found
    steps = undone()
    if _is_bare(lines) and not _is_bare(now.split("\n")) and any(_made(step, lines) for step in steps):
        return replace(found, text=None)
    brought = Counter(line for step in steps for line in _headings_of(step))
    goes = [at for at in emptied if _counted(brought, lines[at])]
    if not goes:
        return found
    left = swept(lines, goes, None, None)
    return replace(found, text="\n".join(lines[at] for at in left) + "\n" * found.text.endswith("\n"))


def _hollow(text: str) -> list[str]:
    lines = text.split("\n")
    return [lines[at] for at in hollow(lines)]


def _counted(counts: Counter[str], line: str) -> bool:
    """Take one of so many away, and tell whether there was one."""
    counts[line] -= 1
    return counts[line] >= 0


def _is_bare(lines: Sequence[str]) -> bool:
    """Whether a text is a frame and nothing in it."""
    framing = frame(lines) | preface(lines)
    return all(at in framing or is_blank(line) for at, line in enumerate(lines))


def _made(step: Step, lines: Sequence[str]) -> bool:
    """Whether a step created a text with such a frame."""
    after = set(step.after.split("\n"))
    return step.before is None and all(is_blank(line) or line in after for line in lines)


def _headings_of(step: Step) -> Iterator[str]:
    """Yield the headings, and heads of tables, that a step brought."""
    sides = [text.split("\n") for text in (step.after, step.before or "")]
    there, before = ([lines[at] for at in sorted(frame(lines))] for lines in sides)
    yield from (Counter(there) - Counter(before)).elements()
