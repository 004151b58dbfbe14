"""A moment of the past, read-only: of one document, or of the whole workspace."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.history.snapshot import SnapshotPast, as_it_is, read_moment, read_past
from memdesk_gui.features.history.snapshot_document import PastDocument
from memdesk_gui.features.history.snapshot_list import SnapshotList
from memdesk_gui.features.history.snapshot_model import Lists, lists_of
from memdesk_gui.features.history.time_bar import DOCUMENT, WORKSPACE, TimeBar
from memdesk_gui.features.history.timeline_model import who_did
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.history.timeline import Version
    from memdesk.model import ChangeBatch

REST_MS = 40
"""How long the slider must rest before what it points at is read."""
NEWS_MS = 2_000
"""How soon the past is read again after something happened."""


VERSIONS_PER_MS = 10
"""A long past is read again more rarely."""


class SnapshotPane(QWidget):
    """The bar with the time, and below it a document as it was; ``documents`` is the list beside it."""

    viewing = Signal(str)
    """The past of a DOCUMENT or of the WORKSPACE is looked at; an empty text: no more."""
    announced = Signal(str, object)
    """Something was done: the words, and the action that takes it back (or None)."""

    def __init__(self, context: AppContext, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._now = context, now
        self.scope, self.uri = "", ""
        self._past: SnapshotPast | None = None
        self._count = 0
        self._time: float | None = None
        self._made: Version | None = None
        self._reading = self._again = False
        self.bar = TimeBar(context.theme, self)
        self.page = PastDocument(context, now, self)
        self.documents = SnapshotList(context.theme, self)  # it goes with the pane, if it is never shown
        self.documents.hide()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._lay_out()
        self._connect()

    def open_document(self, uri: str) -> None:
        """Look at the past of a document."""
        self._begin(DOCUMENT, uri)

    def open_workspace(self, uri: str = "", time: float | None = None) -> None:
        """Look at the past of the whole workspace, and at this document in it, as it was at a time."""
        self._begin(WORKSPACE, uri, time)

    def leave(self) -> None:
        """Go back to now."""
        if self.scope:
            self.scope, self._past = "", None
            self._rest.stop()
            self._news.stop()
            self.page.show_absence("", "")
            self.viewing.emit("")

    def restore_all(self, delete_later: bool) -> None:
        """Make all documents again what they were, as one unit."""
        moment = self.documents.model.moment
        targets = {
            item.uri: item.version.revision for item in moment.restorable() if item.version is not None
        }
        if delete_later:
            targets |= dict.fromkeys(moment.later)
        if targets and self._time is not None:
            self.page.deeds.restorer.everything(targets, self._time)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        self.setProperty("surface", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        in_column(self.bar, (self.page, 1), on=self, margins=0, spacing=0)
        self.setFocusProxy(self.bar)

    def _connect(self) -> None:
        bar, page, context = self.bar, self.page, self._context
        bar.moved.connect(self._on_moved)
        bar.day_wanted.connect(self._on_day)
        bar.time_wanted.connect(self._on_time)
        bar.scope_wanted.connect(self._on_scope)
        bar.left.connect(self.leave)
        page.left.connect(self.leave)
        self.documents.chosen.connect(self._on_chosen)
        self.documents.restore_wanted.connect(self.restore_all)
        self.documents.left.connect(self.leave)
        page.deeds.restorer.done.connect(self.announced)
        self._rest.timeout.connect(self._read)
        self._news.timeout.connect(self._read_past)
        context.bus.changed.connect(self._on_changed)
        context.bus.closed.connect(self.leave)
        context.documents.current_changed.connect(self.leave)

    def _begin(self, scope: str, uri: str, time: float | None = None) -> None:
        self.scope, self.uri = scope, uri
        self._past, self._time, self._made, self._count = None, time, None, 0
        self.bar.show_scope(scope, both=bool(uri))
        self.bar.show_nothing(self.tr("Reading the history…"))
        self.page.show_absence(uri, "")
        self.viewing.emit(scope)
        self._read_past()

    def _on_scope(self, scope: str) -> None:
        """Look at one document or at all of them, at the same time."""
        self.scope, self._past, self._made = scope, None, None
        self.bar.show_scope(scope, both=bool(self.uri))
        self.viewing.emit(scope)
        self._read_past()

    def _on_changed(self, batch: ChangeBatch) -> None:
        concerned = any(self.scope == WORKSPACE or change.uri == self.uri for change in batch.changes)
        if self.scope and concerned and not self._news.isActive():
            known = len(self._past.chronicle) if self._past is not None else 0
            self._news.start(max(NEWS_MS, known // VERSIONS_PER_MS))

    def _read_past(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is not None and self.scope:
            uri = self.uri if self.scope == DOCUMENT else ""
            self._context.jobs.read(partial(read_past, workspace, uri), self._on_past)

    def _on_past(self, past: SnapshotPast) -> None:
        if not self.scope or past.uri != (self.uri if self.scope == DOCUMENT else ""):
            return
        self._past, total = past, len(past.chronicle)
        if not total:
            self.bar.show_nothing(self.tr("No history yet. It starts with the first save."))
            return
        self.bar.show_stops(past.stops)
        if self._is_in(past):
            self._go(self._count)
        elif self._time is not None:
            self._go(past.chronicle.made_by(self._time), self._time)
        else:
            self._go(max(1, total - 1))

    def _is_in(self, past: SnapshotPast) -> bool:
        """Whether the version that is looked at is where it was; its time may be that of others, too."""
        same = self._made in past.chronicle.versions[self._count - 1 : self._count]
        return same and self._made is not None and self._made.time == self._time

    def _on_moved(self, index: int) -> None:
        self._go(index + 1)

    def _on_day(self, step: int) -> None:
        if self._past is not None and len(self._past.chronicle):
            chronicle, place = self._past.chronicle, self._count - 1
            self._go((chronicle.earlier_day(place) if step < 0 else chronicle.later_day(place)) + 1)

    def _on_time(self, time: float) -> None:
        if self._past is not None:
            self._go(self._past.chronicle.made_by(time), time)

    def _go(self, count: int, time: float | None = None) -> None:
        """Look at the state after so many versions, called by the time of the last, or by another one."""
        if self._past is None or not len(self._past.chronicle):
            return
        versions = self._past.chronicle.versions
        self._count = max(1, min(count, len(versions)))
        made = self._made = versions[self._count - 1]
        self._time = time if time is not None and count == self._count else made.time
        self.bar.show_moment(self._count - 1, self._time, self._deed(made))
        self._rest.start()

    def _on_chosen(self, uri: str) -> None:
        if uri != self.uri:
            self.uri = uri
            self.bar.show_scope(self.scope, both=True)
            self._show_document()

    def _read(self) -> None:
        self._show_document()
        if self.scope == WORKSPACE:
            self._read_moment()

    def _read_moment(self) -> None:
        """Ask for the list of documents; while it is under way, only remember to ask again."""
        bus, past = self._context.bus, self._past
        if self._reading or bus.workspace is None or past is None:
            self._again = self._reading
            return
        self._reading, self._again = True, False
        documents = bus.listing.documents if bus.listing is not None else ()
        work = partial(read_moment, bus.workspace, past.chronicle, documents, self._count)
        self._context.jobs.read(lambda: lists_of(work()), self._on_moment, self._on_no_moment)

    def _on_moment(self, lists: Lists) -> None:
        self._reading = False
        workspace = self._context.bus.workspace
        if self._again:
            self._read_moment()
        elif self.scope == WORKSPACE and workspace is not None:
            self.documents.show_lists(lists, writable=not workspace.read_only)
            self.documents.select(self.uri)

    def _on_no_moment(self, error: Exception) -> None:
        self._reading = False
        self.announced.emit(wording.error_text(error), None)

    def _show_document(self) -> None:
        """Show the document as it was; what is not there is explained."""
        if self._past is None or not self.scope:
            return
        chronicle, workspace = self._past.chronicle, self._context.bus.workspace
        if not self.uri:
            self.page.show_absence("", self.tr("Choose a document in the list."))
        elif self.scope == DOCUMENT:
            self._show_version(chronicle.versions[self._count - 1])
        elif chronicle.tells_of(self.uri):
            self._show_version(chronicle.document_after(self.uri, self._count))
        elif workspace is not None:
            shown = partial(self._on_unlogged, self.uri)
            failed = partial(self._on_none, self.uri)
            self._context.jobs.read(partial(as_it_is, workspace, self.uri), shown, failed)

    def _on_unlogged(self, uri: str, version: Version) -> None:
        if uri == self.uri and self.scope:
            self._show_version(version)

    def _on_none(self, uri: str, error: Exception) -> None:
        if uri == self.uri and self.scope:
            self.page.show_absence(uri, wording.error_text(error))

    def _show_version(self, version: Version | None) -> None:
        if version is None or version.revision is None or self._time is None:
            self.page.show_absence(self.uri, self.tr("This document did not exist then."))
        else:
            self.page.show_version(version, self._time)

    def _deed(self, version: Version) -> str:
        name = printable((version.name or version.uri).rpartition("/")[2])
        return f"{who_did(version)} · {name}"
