"""The history: every version of the document in front, and of the documents that are gone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from memdesk.model import ChangeBatch, Revision
from memdesk.text.diff import Counts
from memdesk_gui import wording
from memdesk_gui.buffer import DocumentBuffer
from memdesk_gui.context import AppContext
from memdesk_gui.models.restoring import Restorer
from memdesk_gui.models.timeline import (
    Compared,
    Timeline,
    TimelineModel,
    key_of,
    read_counts,
    read_deleted,
    read_texts,
    read_timeline,
    what,
)
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import ElidedLabel
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.widgets.version_delegate import VersionDelegate
from memdesk_gui.widgets.version_facts import CHANGE, NOW, VersionFacts
from memdesk_gui.widgets.version_list import VersionList
from memdesk_gui.widgets.writer_filter import WriterFilter
from memdesk_gui.writers import plain_tip, printable, who

if TYPE_CHECKING:
    from memdesk.history import Version
    from memdesk_gui.widgets.version_view import VersionView

LOOK_MS = 150
COUNT_MS = 20
DOCUMENT = "document"
DELETED = "deleted"


class HistoryPane(QWidget):
    """The timeline; what is chosen in it is shown in ``view``, which the window puts over the editor."""

    viewing = Signal(bool)
    """A version is to be shown in the place of the document, or no more."""
    selection_changed = Signal()
    """Something else can be restored."""
    announced = Signal(str, object)
    """Something was done: the words, and the action that takes it back (or None)."""

    def __init__(self, context: AppContext, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._now = context, now
        self._uri, self._viewed = "", ""
        self._compared: Revision | None = None
        self.model = TimelineModel(self)
        self.list = VersionList(self.tr("History"), VersionDelegate(context.theme, parent=self), parent=self)
        self.restorer = Restorer(context, self)
        self.choice = Segments(self.tr("Whose versions are listed"), self)
        self.choice.set_choices(((DOCUMENT, self.tr("This document")), (DELETED, self.tr("Deleted"))))
        self.choice.set_current(DOCUMENT)
        self._name = ElidedLabel("title", Qt.TextElideMode.ElideMiddle, self)
        self.writers = WriterFilter(context.theme, self._names, self)
        self.older = QPushButton(self.tr("Older versions"), self)
        self._empty = EmptyState(context.theme, "clock", "", parent=self)
        self._looking = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._counting = QTimer(self, singleShot=True, interval=COUNT_MS)
        self._lay_out()
        self._connect()
        self._show_page()

    @cached_property
    def view(self) -> VersionView:
        """What shows a version, made before the first one is looked at (:meth:`complete`) or then."""
        from memdesk_gui.widgets.version_view import VersionView

        view = VersionView(self._context.theme, self._context.jobs.read, self)
        view.hide()
        view.compared_with.connect(self._read_texts)
        view.restore_wanted.connect(self.restore_version)
        view.copy_wanted.connect(self.restore_copy)
        view.change_wanted.connect(self.restore_change)
        view.left.connect(self.leave)
        view.diff.moved.connect(self.selection_changed)
        view.diff.shown.connect(self.selection_changed)
        return view

    @property
    def version(self) -> Version | None:
        """The version that is looked at."""
        return self.model.item_at(self.model.place(self._viewed)) if self._viewed else None

    def sizeHint(self) -> QSize:
        """Ask for about forty characters."""
        return QSize(self.fontMetrics().averageCharWidth() * 40, self.fontMetrics().height() * 30)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the history when it is looked at, not before."""
        super().showEvent(event)
        self.look()

    def look(self) -> None:
        """Read the newest versions again."""
        workspace = self._context.bus.workspace
        if workspace is None or not self.isVisible():
            return
        if self.choice.current() == DELETED:
            self._context.jobs.read(partial(read_deleted, workspace), self._on_timeline)
        elif self._uri:
            self._context.jobs.read(partial(read_timeline, workspace, self._uri), self._on_timeline)

    def complete(self) -> VersionView:
        """Make what shows a version, and return it; it takes a while."""
        return self.view

    def show_deleted(self) -> None:
        """List the documents that are gone."""
        self._choose(DELETED)

    def show_document(self, uri: str) -> None:
        """List the versions of a document, be it there or gone."""
        self._uri = uri
        self._choose(DOCUMENT)

    def leave(self) -> None:
        """Show the document again instead of a version."""
        if self._viewed:
            self._viewed = ""
            self.list.select("")
            self.viewing.emit(False)
            self.selection_changed.emit()

    def can_restore(self) -> bool:
        """Whether the version that is looked at can be put into its document."""
        return bool(self._viewed) and self.view.restore.isEnabled()

    def can_copy(self) -> bool:
        """Whether it can be put into a new document."""
        return bool(self._viewed) and self.view.copy.isEnabled()

    def can_restore_change(self) -> bool:
        """Whether one of the changes since then can be taken back."""
        return bool(self._viewed) and self.view.current_change() >= 0

    def restore_version(self) -> None:
        """Make the version the document's content again."""
        if self.version is not None and self.can_restore():
            self.restorer.whole(self.version)

    def restore_copy(self) -> None:
        """Put the version into a new document."""
        if self.version is not None and self.can_copy():
            self.restorer.copy(self.version)

    def restore_change(self) -> None:
        """Take one change since the version back."""
        if self.version is not None and self.can_restore_change():
            self.restorer.change(self.version, self.view.current_change(), self._compared)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(4)
        top, head = QHBoxLayout(), QHBoxLayout()
        for row in (top, head):
            row.setContentsMargins(12, 0, 8, 0)
            row.setSpacing(8)
        top.addWidget(self.choice)
        top.addStretch(1)
        head.addWidget(self._name)
        head.addStretch(1)
        head.addWidget(self.writers)
        column.addLayout(top)
        column.addLayout(head)
        self._pages = QStackedLayout()
        self._pages.addWidget(self.list)
        self._pages.addWidget(self._empty)
        column.addLayout(self._pages, 1)
        self.older.setAccessibleName(self.older.text())
        self.older.setProperty("link", True)
        column.addWidget(self.older, 0, Qt.AlignmentFlag.AlignHCenter)
        self.setFocusProxy(self.list)

    def _filter(self, key: str) -> None:
        self.writers.show_writer(key)
        self.model.set_writer(key)

    def _names(self) -> dict[str, str]:
        return {key: who(actor) for key, actor in self.model.writers().items()}

    def _connect(self) -> None:
        self.list.show_model(self.model, self.model.place)
        self.model.changing.connect(self.list.hold)
        self.model.settled.connect(self._on_settled)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.clicked.connect(self._view)
        self.list.opened.connect(self._open)
        self.list.doubleClicked.connect(self._open)
        self.list.left.connect(self.leave)
        self.list.verticalScrollBar().valueChanged.connect(self._counting.start)
        self.older.clicked.connect(self._read_older)
        self.writers.chosen.connect(self._filter)
        self.choice.chosen.connect(self._choose)
        self._looking.timeout.connect(self.look)
        self._counting.timeout.connect(self._count)
        self.restorer.done.connect(self.announced)
        context = self._context
        context.documents.current_changed.connect(self._on_document)
        context.documents.renamed.connect(self._on_renamed)
        context.bus.changed.connect(self._on_changed)
        context.bus.closed.connect(self._on_closed)

    def _choose(self, choice: str) -> None:
        self.choice.set_current(choice)
        self.leave()
        self._filter("")
        self.model.set_timeline(Timeline("", ()), self._now())
        self.look()

    def _on_document(self, buffer: DocumentBuffer | None) -> None:
        self._viewed = ""
        self._uri = buffer.uri if buffer is not None else ""
        self._choose(DOCUMENT)

    def _on_renamed(self, buffer: DocumentBuffer, old: str) -> None:
        if self._uri == old:
            self._on_document(buffer)

    def _on_closed(self) -> None:
        self.leave()
        self._on_document(None)

    def _on_changed(self, batch: ChangeBatch) -> None:
        concerned = self.choice.current() == DELETED or batch.rescan
        if concerned or any(change.uri == self._uri for change in batch.changes):
            self._looking.start()

    def _on_timeline(self, timeline: Timeline) -> None:
        if timeline.uri != ("" if self.choice.current() == DELETED else self._uri):
            return
        before = self.model.timeline.now
        self.model.set_timeline(timeline, self._now())
        if self._viewed and self.version is None:
            self.leave()
        elif self._viewed and before != timeline.now:
            self._read_texts()

    def _read_older(self) -> None:
        workspace, timeline = self._context.bus.workspace, self.model.timeline
        if workspace is not None and timeline.older:
            ask = partial(read_timeline, workspace, timeline.uri, timeline.older)
            self._context.jobs.read(ask, partial(self.model.add_older, timeline.older))

    def _on_settled(self) -> None:
        self.list.settle()
        self._show_page()
        self._counting.start()

    def _show_page(self) -> None:
        deleted = self.choice.current() == DELETED
        self._name.setText("" if deleted else printable(self._uri.rpartition("/")[2]))
        self._name.setToolTip("" if deleted else plain_tip(printable(self._uri)))
        self._name.setHidden(deleted or not self._uri)
        self._pages.setCurrentIndex(0 if self.model.rowCount() else 1)
        self.older.setVisible(self.model.timeline.older is not None)
        if deleted:
            self._empty.set_text(
                self.tr("Nothing was deleted"), self.tr("What is deleted can be restored here.")
            )
        elif self._uri:
            self._empty.set_text(self.tr("No versions"), "")
        else:
            self._empty.set_text(self.tr("No document"), self.tr("The versions of a document appear here."))

    def _count(self) -> None:
        """Count the changed lines of the versions on the screen, one at a time: the window comes first."""
        workspace = self._context.bus.workspace
        if workspace is None or not self.model.timeline.uri:
            return
        version = next(iter(self.model.uncounted(self.list.visible_rows())), None)
        if version is not None:
            tell = partial(self._on_counted, key_of(version))
            self._context.jobs.background(partial(read_counts, workspace, version), tell)

    def _on_counted(self, key: str, counted: Counts | None) -> None:
        self.model.set_counts(key, counted)
        self._counting.start()

    def _on_current(self, index: QModelIndex) -> None:
        """Follow the keys: only what the person moves to is shown."""
        if self.list.hasFocus() and index.isValid():
            self._view(index)

    def _open(self, index: QModelIndex) -> None:
        """Turn to a deleted document's own versions; go on from a version to its text."""
        version = self.model.item_at(index)
        if version is not None and self.choice.current() == DELETED:
            self.show_document(version.uri)
        elif version is not None:
            self._view(index)
            self.view.setFocus()

    def _view(self, index: QModelIndex) -> None:
        version = self.model.item_at(index)
        if version is None or key_of(version) == self._viewed:
            return
        side = NOW if self.choice.current() == DELETED else (self.view.sides.current() or CHANGE)
        self._viewed = key_of(version)
        age, exact = wording.relative_time(version.time, self._now()), wording.exact_time(version.time)
        deed = wording.change_name(version.change) if self.choice.current() == DELETED else what(version)
        name = printable((version.name or version.uri).rpartition("/")[2])
        words = " · ".join((deed, name, age))
        self.view.show_facts(VersionFacts(version.actor, words, exact), side)
        self.viewing.emit(True)
        self._read_texts()

    def _read_texts(self) -> None:
        workspace, version = self._context.bus.workspace, self.version
        if workspace is not None and version is not None:
            against_now = self.view.sides.current() == NOW
            ask = partial(read_texts, workspace, version, against_now=against_now)
            key = key_of(version)
            self._context.jobs.read(ask, partial(self._on_texts, key), partial(self._on_unread, key))

    def _on_texts(self, key: str, compared: Compared) -> None:
        version, workspace = self.version, self._context.bus.workspace
        if version is None or workspace is None or key != self._viewed:
            return
        self._compared = compared.now
        self.view.show_texts(compared.texts.old, compared.texts.new)
        kept = version.revision is not None and not workspace.read_only
        differs = version.revision != compared.now
        by_changes = kept and differs and compared.now is not None
        self.view.set_restorable(kept and differs, copy=kept, changes=by_changes)
        self.selection_changed.emit()

    def _on_unread(self, key: str, error: Exception) -> None:
        if key == self._viewed:
            self.view.explain(wording.error_text(error))
            self.selection_changed.emit()
