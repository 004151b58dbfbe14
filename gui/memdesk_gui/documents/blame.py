"""Where the lines and parts of an open document came from, as far as the history tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from memdesk.model import Actor, Origin

if TYPE_CHECKING:
    from memdesk.review import BlamedText, BlameOrigin, LineSource
    from memdesk.text.authorship import Authors


class OriginTarget(NamedTuple):
    """A place in a document that something is told of: a line (from 1), or a part by its fragment.

    With ``end``, the part is an entry in the text, from ``line`` to there. ``words`` are its first, where
    its fragment says nothing to a person.
    """

    line: int = 0
    part: str = ""
    is_key: bool = False
    end: int = 0
    words: str = ""


class Origins(QObject):
    """Holds what was read last; it is read anew a moment after each change of the text."""

    changed = Signal()
    """Something else is known."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._trace: BlamedText | None = None
        self._looked: float | None = None
        self._fresh: frozenset[int] | None = None

    def set_looked(self, moment: float | None) -> None:
        """Tell from now on what came since a person last looked at the document."""
        if moment != self._looked:
            self._looked, self._fresh = moment, None
            self.changed.emit()

    def fresh(self) -> frozenset[int]:
        """Return the lines (from 0) that others wrote since the person last looked at the document."""
        if self._fresh is None:
            lines = enumerate(self._trace.lines if self._trace is not None else ())
            self._fresh = frozenset(number for number, line in lines if line.saved and self._is_fresh(line))
        return self._fresh

    def _is_fresh(self, line: LineSource) -> bool:
        writer, version = writer_of(line.source), line.source.version if line.source is not None else None
        is_others = writer is not None and writer.origin is not Origin.HUMAN
        return is_others and version is not None and version.machine_time > (self._looked or float("inf"))

    @property
    def is_known(self) -> bool:
        """Whether the history was asked."""
        return self._trace is not None

    def take(self, trace: BlamedText | None) -> None:
        """Hold what the history told; None: it was not asked yet."""
        if trace != self._trace:
            self._trace, self._fresh = trace, None
            self.changed.emit()

    @property
    def is_open(self) -> bool:
        """Whether older versions are still being looked into."""
        return self._trace is not None and self._trace.is_open

    @property
    def looked(self) -> int:
        """How many versions were looked into."""
        return self._trace.looked if self._trace is not None else 0

    def line(self, number: int) -> LineSource | None:
        """Return where a line (from 1) came from, None where that is not told."""
        lines = self._trace.lines if self._trace is not None else ()
        return lines[number - 1] if 0 < number <= len(lines) else None

    def changes(self) -> tuple[int, ...]:
        """Return the first line (from 1) of each stretch that others wrote since the person last looked."""
        fresh = self.fresh()
        return tuple(sorted(number + 1 for number in fresh if number - 1 not in fresh))

    def entry(self, first: int, last: int) -> BlameOrigin | None:
        """Return where lines of the text came from: the newest that waits for a person, else the newest."""
        lines = self._trace.lines[first - 1 : last] if self._trace is not None else ()
        sources = [line.source for line in lines if line.saved and line.source is not None]
        return max(sources, key=_urgency, default=None)

    def at(self, place: OriginTarget) -> BlameOrigin | None:
        """Return where what is at a place came from, None where that is not told."""
        if place.end:
            return self.entry(place.line, place.end)
        line = self.line(place.line) if place.line else None
        return line.source if line is not None else self.part(place.part)

    def part(self, name: str) -> BlameOrigin | None:
        """Return where a key, entry or section as it was saved came from, None where that is not told."""
        return self._trace.parts.get(name) if self._trace is not None else None

    @property
    def tells_parts(self) -> bool:
        """Whether the history tells of keys, entries or sections of the document."""
        return self._trace is not None and bool(self._trace.parts)

    def writers(self, since_opened: Authors, person: Actor) -> Authors:
        """Return who wrote each line; for what the history does not tell, who did since it was opened."""
        if self._trace is None or not self._trace.lines:
            return since_opened
        known = (*since_opened, *(None,) * (len(self._trace.lines) - len(since_opened)))
        return tuple(
            _writer(line, writer, person) for line, writer in zip(self._trace.lines, known, strict=False)
        )

    def unreviewed(self) -> frozenset[int]:
        """Return the lines (from 0) that no person wrote and none has judged."""
        lines = self._trace.lines if self._trace is not None else ()
        return frozenset(
            number
            for number, line in enumerate(lines)
            if line.saved and line.source is not None and line.source.waits
        )


def _writer(line: LineSource, since_opened: Actor | None, person: Actor) -> Actor | None:
    if not line.saved:
        return since_opened or person
    return writer_of(line.source) or since_opened


def _urgency(source: BlameOrigin) -> tuple[bool, float]:
    return source.waits, source.version.time if source.version is not None else -1.0


def writer_of(source: BlameOrigin | None) -> Actor | None:
    """Return who wrote something; nobody where it was there before anything is known of the document."""
    version = source.version if source is not None else None
    return None if version is None or version.is_beginning else version.actor
