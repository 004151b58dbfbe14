"""A merge that a person decides: what is decided, what is open, and the text that comes of it.

Every record here is frozen and every step gives a new one, so steps can be made anywhere and taken back.
While nobody has decided, the text has at a conflict what is on disk: no mark of a conflict is ever in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, Self

from memdesk.text.diff import Hunk, line_diff
from memdesk.text.merge.chunks import OPEN, ChunkKind, Lines, MergeChunk, closed, joined, line_chunks, opened
from memdesk.text.merge.json_format import PLAIN_FORMAT, JsonFormat
from memdesk.text.merge.merge import MergeShape
from memdesk.text.merge.result import MergeResult


class Decision(StrEnum):
    """What a person took at a conflict."""

    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"
    EDITED = "edited"
    """What stands there now, written by hand."""


class ConflictLines(NamedTuple):
    """The lines of the result, counted from 0, in which a conflict stands; ``end`` is the line after it."""

    start: int
    end: int


@dataclass(frozen=True)
class Sources:
    """The texts that are merged, and what they are."""

    base: str
    mine: str
    theirs: str
    shape: MergeShape = MergeShape.LINES
    form: JsonFormat = PLAIN_FORMAT


@dataclass(frozen=True)
class MergeSession(ABC):
    """One state of a merge. ``decisions`` and ``places`` are those of the conflicts, in their order."""

    sources: Sources
    chunks: tuple[MergeChunk, ...]
    lines: Lines
    decisions: tuple[Decision | None, ...]
    places: tuple[ConflictLines, ...]

    @cached_property
    def text(self) -> str:
        """The result."""
        return opened(self._closed)

    @property
    def _closed(self) -> str:
        """The lines as one text. What stands before an empty end may be marked: it is the last line then."""
        return "\n".join(self.lines).replace(f"{OPEN}\n", "\n")

    @cached_property
    def conflicts(self) -> tuple[MergeChunk, ...]:
        """The chunks that a person decides."""
        return tuple(chunk for chunk in self.chunks if chunk.kind is ChunkKind.CONFLICT)

    @property
    def open(self) -> int:
        """How many conflicts nobody has decided."""
        return self.decisions.count(None)

    @property
    def settled(self) -> int:
        """How many changes, of either side, merge by themselves."""
        return sum(chunk.kind not in (ChunkKind.SAME, ChunkKind.CONFLICT) for chunk in self.chunks)

    @property
    def result(self) -> MergeResult:
        """The whole as the result of a merge, every conflict decided."""
        changes = sum(chunk.kind not in (ChunkKind.SAME, ChunkKind.MINE) for chunk in self.chunks)
        both = sum(chunk.kind is ChunkKind.JOINED for chunk in self.chunks)
        return MergeResult(self.text, changes, (), both)

    def next_open(self, index: int) -> int:
        """Return the first open conflict from ``index`` on, round and round; ``index`` where none is open."""
        count = len(self.decisions)
        ahead = ((index + step) % count for step in range(count))
        return next((at for at in ahead if self.decisions[at] is None), index)

    def decided(self, index: int, decision: Decision) -> tuple[Decision | None, ...]:
        """Return the decisions with this one made."""
        return (*self.decisions[:index], decision, *self.decisions[index + 1 :])

    def keep(self, index: int) -> Self:
        """Let what stands at a conflict decide it."""
        return replace(self, decisions=self.decided(index, Decision.EDITED))

    def is_written(self, index: int) -> bool:
        """Whether something was written at an open conflict: not what is on disk stands there."""
        return self.decisions[index] is None and not self.has_theirs(index)

    @abstractmethod
    def has_theirs(self, index: int) -> bool:
        """Whether at a conflict stands what is on disk."""

    @abstractmethod
    def offers_both(self, index: int) -> bool:
        """Whether both sides of a conflict can be taken."""

    @abstractmethod
    def take(self, index: int, decision: Decision) -> Self:
        """Put one side, or both, where a conflict stands.

        Raises InvalidError where the result was edited so that its place cannot be found.
        """

    @abstractmethod
    def edited(self, text: str) -> Self:
        """Take a result that was edited by hand; what was written over a conflict decides it."""


class LineSession(MergeSession):
    """A merge of lines."""

    def has_theirs(self, index: int) -> bool:
        """Compare lines; the last one of a text may have its end marked."""
        sides = (self.lines[slice(*self.places[index])], self.conflicts[index].theirs)
        here, theirs = (tuple(line.rstrip(OPEN) for line in side) for side in sides)
        return here == theirs

    def offers_both(self, index: int) -> bool:
        """Any lines can follow any others."""
        return index < len(self.decisions)

    def take(self, index: int, decision: Decision) -> Self:
        """Put the lines of one side, or theirs and then mine, into the conflict's place."""
        chunk, (start, end) = self.conflicts[index], self.places[index]
        sides = {Decision.MINE: chunk.mine, Decision.BOTH: joined(chunk.mine, chunk.theirs)}
        new = sides.get(decision, chunk.theirs)
        if end < len(self.lines) or chunk is not self.chunks[-1]:
            new = tuple(line.rstrip(OPEN) for line in new)
        if end == len(self.lines) and chunk is not self.chunks[-1] and new and self.lines[-1].endswith(OPEN):
            new = (*new[:-1], new[-1] + OPEN)  # what stood behind it went, and decided how the text ends
        lines = (*self.lines[:start], *new, *self.lines[end:]) or (OPEN,)
        places = self._moved(index, len(new))
        return replace(self, lines=lines, decisions=self.decided(index, decision), places=places)

    def _moved(self, index: int, count: int) -> tuple[ConflictLines, ...]:
        """Return the places after so many lines were put into one of them."""
        start, end = self.places[index]
        grown = count - (end - start)
        before = (ConflictLines(min(at.start, start), min(at.end, start)) for at in self.places[:index])
        after = (ConflictLines(max(at.start, end), max(at.end, end)) for at in self.places[index + 1 :])
        moved = (ConflictLines(at.start + grown, at.end + grown) for at in after)
        return (*before, ConflictLines(start, start + count), *moved)

    def edited(self, text: str) -> Self:
        """Follow the places through the edit."""
        if text == self.text:
            return self
        hunks = line_diff(self._closed, closed(text))
        followed = [follow(place, hunks) for place in self.places]
        decisions = tuple(
            Decision.EDITED if touched else made
            for made, (_, touched) in zip(self.decisions, followed, strict=True)
        )
        lines = tuple(closed(text).split("\n"))
        return replace(self, lines=lines, decisions=decisions, places=tuple(place for place, _ in followed))


def line_session(sources: Sources) -> LineSession:
    """Begin a merge of lines (texts with a NUL are not for this)."""
    chunks = tuple(line_chunks(closed(sources.base), closed(sources.mine), closed(sources.theirs)))
    lines: list[str] = []
    places: list[ConflictLines] = []
    for chunk in chunks:
        if chunk.kind is ChunkKind.CONFLICT:
            places.append(ConflictLines(len(lines), len(lines) + len(chunk.merged)))
        lines += chunk.merged
    return LineSession(sources, chunks, tuple(lines), (None,) * len(places), tuple(places))


def follow(place: ConflictLines, hunks: Sequence[Hunk]) -> tuple[ConflictLines, bool]:
    """Return where a place is after an edit, and whether the edit went into it."""
    before = [hunk for hunk in hunks if hunk.old_end <= place.start and not _enters(hunk, place)]
    inside = [hunk for hunk in hunks if _enters(hunk, place)]
    start, end = place.start + _growth(before), place.end + _growth(before) + _growth(inside)
    if inside and inside[0].old_start < place.start:
        start = inside[0].new_start
    if inside and inside[-1].old_end > place.end:
        end = inside[-1].new_end
    return ConflictLines(start, end), bool(inside)


def _enters(hunk: Hunk, place: ConflictLines) -> bool:
    """Whether an edit changes lines of a place, or puts some into it (into an empty one: at it)."""
    at_it = hunk.old_start == hunk.old_end == place.start == place.end
    return at_it or (hunk.old_start < place.end and hunk.old_end > place.start)


def _growth(hunks: Sequence[Hunk]) -> int:
    return sum(len(hunk.new) - len(hunk.old) for hunk in hunks)
