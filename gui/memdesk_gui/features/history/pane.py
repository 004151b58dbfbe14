"""The history: every version of the document in front, and of the documents that are gone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from memdesk.model import ChangeBatch
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.features.history.line_counts import LineCounts
from memdesk_gui.features.history.timeline_model import (
    DocumentTimeline,
    Partner,
    TimelineModel,
    VersionComparison,
    key_of,
    read_deleted,
    read_texts,
    read_timeline,
    told,
    what,
)
from memdesk_gui.features.history.version_actions import VersionActions
from memdesk_gui.features.history.version_facts import CHANGE, NOW, OTHER, VersionFacts
from memdesk_gui.widgets.banner import writer_name
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import ElidedLabel
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.widgets.lists.version_delegate import VersionDelegate
from memdesk_gui.widgets.lists.version_list import VersionList
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.widgets.writer_filter import WriterFilter
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import plain_tip, printable

if TYPE_CHECKING:
    from memdesk.history.history import VersionTexts
    from memdesk.history.timeline import Version
    from memdesk_gui.features.history.version_view import VersionView

LOOK_MS = 150
DOCUMENT = "document"
DELETED = "deleted"


class HistoryPane(QWidget):
    """The timeline; what is chosen in it is shown in ``view``, which the window puts over the editor."""

    viewing = Signal(bool)
    """A version is to be shown in the place of the document, or no more."""
    selection_changed = Signal()
    """Something else can be restored."""
    other_wanted = Signal()
    """The person wants to choose what the version is compared with: one of ``others``."""
    announced = Signal(str, object)
    """Something was done: the words, and the action that takes it back (or None)."""

    def __init__(self, context: AppContext, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._now = context, now
        self._uri, self._viewed, self._side = "", "", CHANGE
        self._is_read = False
        self._other: Version | None = None
        self.model = TimelineModel(context.words, self)
        self.list = VersionList(
            self.tr("History"), VersionDelegate(context.theme, is_narrow=True, parent=self), parent=self
        )
        self.deeds = VersionActions(context, lambda: self.version, self)
        self.choice = Segments(self.tr("Filter by author"), self)
        self.choice.set_choices(((DOCUMENT, self.tr("This document")), (DELETED, self.tr("Deleted"))))
        self.choice.set_current(DOCUMENT)
        self._name = ElidedLabel("title", Qt.TextElideMode.ElideMiddle, self)
        self.writers = WriterFilter(context.theme, self.model.writers, self)
        self.older = QPushButton(self.tr("Older versions"), self)
        self._empty = EmptyState(context.theme, "clock", "", parent=self)
        self._looking = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._counts = LineCounts(context, self.model, self.list.visible_rows, self)
        self._lay_out()
        self._connect()
        self._show_page()

    @cached_property
    def view(self) -> VersionView:
        """What shows a version, made when the first one is looked at."""
        from memdesk_gui.features.history.version_view import VersionView

        view = VersionView(self._context.theme, self._context.jobs.read, self)
        view.hide()
        view.compared_with.connect(self._on_side)
        view.left.connect(self.leave)
        self.deeds.attach(view)
        return view

    @property
    def version(self) -> Version | None:
        """The version that is looked at."""
        return self.model.timeline.find(self._viewed) if self._viewed else None

    def sizeHint(self) -> QSize:
        """Ask for about forty characters."""
        return QSize(self.fontMetrics().averageCharWidth() * 40, self.fontMetrics().height() * 30)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the history when it is looked at, not before."""
        super().showEvent(event)
        self.look()

    def look_again(self) -> None:
        """Find out anew why something was reverted."""
        self.model.forget_reverts()
        self._counts.go_on()

    def look(self) -> None:
        """Read the newest versions again."""
        workspace = self._context.bus.workspace
        if workspace is None or not self.isVisible():
            return
        if self.choice.current() == DELETED:
            self._context.jobs.read(partial(read_deleted, workspace), self._on_timeline, self._on_unlisted)
        elif self._uri:
            ask = partial(read_timeline, workspace, self._uri)
            self._context.jobs.read(ask, self._on_timeline, self._on_unlisted)

    def is_view(self, widget: QWidget) -> bool:
        """Tell whether this is what shows a version, without making that."""
        return widget is vars(self).get("view")

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

    def others(self) -> tuple[Version, ...]:
        """Return what the version that is looked at can be compared with."""
        there = (version for version in self.model.timeline.versions if version.kept and version.revision)
        return tuple(
            version for version in there if key_of(version) != self._viewed and self.model.timeline.uri
        )

    def compare_with(self, key: str) -> None:
        """Show the version beside another one, and so what is looked at next."""
        other = next((version for version in self.others() if key_of(version) == key), None)
        if other is not None:
            self._side, self._other = OTHER, other
            self.view.sides.set_current(OTHER)
            self._read_texts()

    def _lay_out(self) -> None:
        self._pages = in_stack(self.list, self._empty)
        self.older.setAccessibleName(self.older.text())
        self.older.setProperty("link", True)
        in_column(
            in_row(self.choice, None, margins=(12, 0, 8, 0), spacing=8),
            in_row(self._name, None, self.writers, margins=(12, 0, 8, 0), spacing=8),
            (self._pages, 1),
            (self.older, 0, Qt.AlignmentFlag.AlignHCenter),
            on=self,
            margins=(0, 8, 0, 8),
            spacing=4,
        )
        self.setFocusProxy(self.list)

    def _filter(self, key: str) -> None:
        self.writers.show_writer(key)
        self.model.set_writer(key)

    def _connect(self) -> None:
        self.list.show_model(self.model, self.model.place)
        self.model.changing.connect(self.list.hold)
        self.model.settled.connect(self._on_settled)
        self.list.moved.connect(self._view)
        self.list.clicked.connect(self._view)
        self.list.opened.connect(self._open)
        self.list.doubleClicked.connect(self._open)
        self.list.left.connect(self.leave)
        self.list.verticalScrollBar().valueChanged.connect(self._counts.go_on)
        self.older.clicked.connect(self._read_older)
        self.writers.chosen.connect(self._filter)
        self.choice.chosen.connect(self._choose)
        self._looking.timeout.connect(self.look)
        self._ageing = Ageing(self._tell_ages, self)
        self.deeds.restorer.done.connect(self.announced)
        self.deeds.changed.connect(self.selection_changed)
        context = self._context
        context.documents.current_changed.connect(self._on_document)
        context.documents.renamed.connect(self._on_renamed)
        context.bus.changed.connect(self._on_changed)
        context.bus.caught_up.connect(self._looking.start)
        context.bus.closed.connect(self._on_closed)

    def _choose(self, choice: str) -> None:
        self.choice.set_current(choice)
        self.leave()
        self._side = CHANGE if self._side == OTHER else self._side
        self._filter("")
        self._is_read = False
        self.model.set_timeline(DocumentTimeline("", ()), self._now())
        self._show_page()
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

    def _on_timeline(self, timeline: DocumentTimeline) -> None:
        if timeline.uri != ("" if self.choice.current() == DELETED else self._uri):
            return
        before = self.model.timeline.now
        self._is_read = True
        self.model.set_timeline(timeline, self._now())
        self._show_page()
        if self.writers.key not in self.model.writers():
            self._filter("")
        if self._viewed and self.version is None:
            self.leave()
        elif self._viewed and before != timeline.now:
            self._read_texts()

    def _on_unlisted(self, error: Exception) -> None:
        if not self._is_read:
            self._empty.set_text(self.tr("The history cannot be read"), wording.error_text(error))

    def _read_older(self) -> None:
        workspace, timeline = self._context.bus.workspace, self.model.timeline
        if workspace is not None and timeline.older:
            ask = partial(read_timeline, workspace, timeline.uri, timeline.older)
            self._context.jobs.read(ask, partial(self.model.add_older, timeline.older))

    def _on_settled(self) -> None:
        self.list.settle()
        self._show_page()
        self._counts.go_on()

    def _show_page(self) -> None:
        deleted = self.choice.current() == DELETED
        self._name.setText("" if deleted else printable(self._uri.rpartition("/")[2]))
        self._name.setToolTip("" if deleted else plain_tip(printable(self._uri)))
        self._name.setHidden(deleted or not self._uri)
        self.writers.setVisible(bool(self.model.timeline.versions))
        self._pages.setCurrentIndex(0 if self.model.rowCount() else 1)
        self.older.setVisible(self.model.timeline.older is not None)
        if not self._is_read and (deleted or self._uri):
            self._empty.set_text(self.tr("Reading the history…"))
        elif deleted:
            self._empty.set_text(
                self.tr("Nothing was deleted"), self.tr("What is deleted can be restored here.")
            )
        elif self._uri:
            self._empty.set_text(self.tr("No versions"))
        else:
            self._empty.set_text(self.tr("No document"), self.tr("The versions of a document appear here."))

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
        self._side = NOW if self.choice.current() == DELETED else self._side
        self._viewed = key_of(version)
        self.view.sides.offer(OTHER, bool(self.others()))
        self.view.show_facts(self._facts(version), self._side)
        self.viewing.emit(True)
        self._read_texts()

    def _facts(self, version: Version) -> VersionFacts:
        deed = wording.change_name(version.change) if self.choice.current() == DELETED else ""
        words = told(version, self._now(), deed)
        return VersionFacts(version.actor, words, wording.told_time(version.time, version.machine))

    def _tell_ages(self) -> None:
        self.model.set_now(self._now())
        if self.version is not None:
            self.view.show_facts(self._facts(self.version), self.view.sides.current())

    def _on_side(self, side: str) -> None:
        """Compare with what was chosen; which other version that is, is asked for first."""
        if side == OTHER:
            self.view.sides.set_current(self._side)
            self.other_wanted.emit()
        else:
            self._side = side
            self._read_texts()

    def _partner(self, version: Version) -> Partner | None:
        if self._side == OTHER and self._other is not None:
            return Partner(self._other, self.model.timeline.newer(self._other, version) is self._other)
        return Partner(None, newer=True) if self._side == NOW else None

    def _show_texts(self, version: Version, texts: VersionTexts) -> None:
        partner, titles = self._partner(version), ["", ""]
        if partner is not None and partner.version is not None:
            time = wording.moment_time(partner.version.time)  # an age would stay as it is while one looks
            other = partner.version
            who = what(other) if other.is_beginning else writer_name(other.actor)
            titles[partner.newer] = f"{who} · {time}"
        self.view.show_texts(texts.old, texts.new, *titles)

    def _read_texts(self) -> None:
        workspace, version = self._context.bus.workspace, self.version
        if workspace is not None and version is not None:
            ask = partial(read_texts, workspace, version, self._partner(version))
            key = key_of(version)
            self._context.jobs.read(ask, partial(self._on_texts, key), partial(self._on_unread, key))

    def _on_texts(self, key: str, compared: VersionComparison) -> None:
        version = self.version
        if version is not None and key == self._viewed:
            self._show_texts(version, compared.texts)
            self.deeds.offer(version, compared.now)

    def _on_unread(self, key: str, error: Exception) -> None:
        if key == self._viewed:
            self.view.explain(wording.error_text(error))
            self.selection_changed.emit()
