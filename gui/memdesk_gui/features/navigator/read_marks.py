"""Which documents the person has not seen as they are: opening or looking at one for a moment marks it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.index.local_state.read_marks import ReadMarks, ReadState
from memdesk.model import Change, DocumentInfo, Origin, Via
from memdesk.runtime.clock import machine_time
from memdesk_gui.context import AppContext
from memdesk_gui.features.navigator.news import ChangeReport, ChangeReporter

if TYPE_CHECKING:
    from memdesk.workspace import Listing, Workspace
    from memdesk_gui.documents.buffer import DocumentBuffer

MOMENT_MS = 1_500


class Sights(NamedTuple):
    """How documents stand, and the state of those that were not seen in it."""

    sights: dict[str, ReadState]
    unseen: dict[str, DocumentInfo]


class SeenMarks(QObject):
    """Keeps the log of one workspace after the other; all disk work is done in the background."""

    changed = Signal(object)
    """How documents stand now (dict of uri to :class:`ReadState`)."""

    def __init__(self, context: AppContext, news: ChangeReporter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bus, self._jobs, self._documents = context.bus, context.jobs, context.documents
        self._log: ReadMarks | None = None
        self._now = partial(machine_time, context.clock)
        self._front: DocumentBuffer | None = None
        self._unseen: dict[str, DocumentInfo] = {}
        self._moment = QTimer(self, singleShot=True, interval=MOMENT_MS)
        self._moment.timeout.connect(self._on_moment)
        self._bus.listed.connect(self._on_listed)
        self._bus.closed.connect(self._on_closed)
        context.documents.current_changed.connect(self._on_current)
        news.arrived.connect(self._on_news)

    @property
    def log(self) -> ReadMarks | None:
        """The marks of the workspace, once they were read."""
        return self._log

    def unseen(self) -> tuple[str, ...]:
        """Return the documents that are new or changed since the person looked."""
        return tuple(self._unseen)

    def mark(self, uris: Iterable[str]) -> None:
        """Count these documents as seen as they are now."""
        infos = [self._unseen.pop(uri) for uri in tuple(uris) if uri in self._unseen]
        if infos and self._log is not None:
            self._jobs.write(partial(self._log.mark, infos, self._now()))
            self.changed.emit({info.uri: ReadState.SEEN for info in infos})

    def _on_listed(self, listing: Listing) -> None:
        workspace = self._bus.workspace
        if workspace is None:
            return
        log, take, now = self._log, partial(self._on_looked, workspace), self._now()
        self._jobs.background(lambda: _look(log, workspace, listing.documents, now), take)

    def _on_looked(self, workspace: Workspace, found: tuple[ReadMarks, Sights]) -> None:
        if self._bus.workspace is not workspace:
            return
        is_first = self._log is None
        self._log, (sights, unseen) = found
        if is_first:
            self._remember_look(self._documents.current)
        no_longer = dict.fromkeys(self._unseen, ReadState.SEEN)
        self._unseen = unseen
        self.changed.emit(no_longer | sights)

    def _on_news(self, report: ChangeReport) -> None:
        if self._log is not None:
            take = partial(self._on_judged, self._log)
            self._jobs.background(partial(_judge, self._log, report, self._now()), take)

    def _on_judged(self, log: ReadMarks, judged: Sights) -> None:
        """Take over how changed documents stand now."""
        if self._log is not log:
            return
        for uri in judged.sights:
            self._unseen.pop(uri, None)
        self._unseen |= judged.unseen
        self.changed.emit(judged.sights)
        self._moment.start()

    def _remember_look(self, buffer: DocumentBuffer | None) -> None:
        """Let a document that comes to the front tell what came since the last look at it."""
        if buffer is not None and self._log is not None:
            # In the write lane, as marking is: this look may not be taken for the last one.
            self._jobs.write(partial(self._log.looked, buffer.uri), partial(self._on_look, buffer))

    def _on_look(self, buffer: DocumentBuffer, moment: float | None) -> None:
        if buffer is self._front:
            buffer.origins.set_looked(moment)

    def _on_current(self, buffer: DocumentBuffer | None) -> None:
        if buffer is not self._front:
            self._front = buffer
            self._remember_look(buffer)
        if buffer is not None:
            self.mark((buffer.uri,))

    def _on_moment(self) -> None:
        """The document in front has been looked at for a moment."""
        self._on_current(self._documents.current)

    def _on_closed(self) -> None:
        self._log = self._front = None
        self._unseen.clear()


def _by_this_person(change: Change) -> bool:
    return change.actor.origin is Origin.HUMAN and change.actor.via is Via.GUI


def _look(
    log: ReadMarks | None, workspace: Workspace, documents: tuple[DocumentInfo, ...], now: float
) -> tuple[ReadMarks, Sights]:
    if log is None:
        log = ReadMarks(workspace.local_state)
        log.open(documents, now)
    return log, _sights(log, documents)


def _judge(log: ReadMarks, report: ChangeReport, now: float) -> Sights:
    """Find out which changed documents are news to the person; what they wrote themselves is not."""
    own = {change.uri for change in report.changes if _by_this_person(change)}
    infos = [info for info in report.infos.values() if info is not None]
    log.mark([info for info in infos if info.uri in own], now)
    sights, unseen = _sights(log, infos)
    return Sights(dict.fromkeys(report.infos, ReadState.SEEN) | sights, unseen)


def _sights(log: ReadMarks, documents: Sequence[DocumentInfo]) -> Sights:
    sights = log.unseen(documents)
    return Sights(sights, {info.uri: info for info in documents if info.uri in sights})
