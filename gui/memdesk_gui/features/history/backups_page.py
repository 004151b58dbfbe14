"""The page of backups: a timeline of all that documents can be brought back from, and the one looked at."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from memdesk.model import ChangeBatch
from memdesk_gui.context import AppContext
from memdesk_gui.features.history.backup_controller import BackupDesk
from memdesk_gui.features.history.backup_view import BackupView
from memdesk_gui.features.history.backups_model import (
    ALL,
    COPIES,
    DELETED,
    PINNED,
    QUARANTINE,
    VERSIONS,
    BackupsModel,
    RestoreEffect,
    read_effect,
    read_page,
)
from memdesk_gui.widgets.command_button import CommandButton
from memdesk_gui.widgets.cover_page import CoverPage
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.find_controls import button
from memdesk_gui.widgets.flow_layout import FlowLayout
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack, split
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.widgets.lists.version_delegate import VersionDelegate
from memdesk_gui.widgets.lists.version_list import VersionList
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.history.backups import BackupPage

LOOK_MS = 200
COUNT_MS = 20
LEAST_ROWS = 1


class BackupsPage(CoverPage):
    """Lists backups, shows what restoring one would change, and restores it."""

    announced = Signal(str, object)
    """Something was done: the words, and the action that takes it back (or None)."""

    def __init__(self, context: AppContext, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._now = context, now
        self._uri, self._asked = "", 0
        self.setAccessibleName("Backups")
        self.model = BackupsModel(self)
        self.list = VersionList(
            self.tr("Timeline of backups"),
            VersionDelegate(context.theme, is_narrow=True, parent=self),
            parent=self,
        )
        self.view = BackupView(context.theme, context.jobs.read, self)
        self.desk = BackupDesk(context, self.view, self)
        self.choice = Segments(self.tr("Which backups are listed"), self)
        self.choice.set_choices(
            (
                (ALL, self.tr("All")),
                (COPIES, self.tr("Copies")),
                (VERSIONS, self.tr("Versions")),
                (DELETED, self.tr("Deleted")),
                (PINNED, self.tr("Pinned")),
                (QUARANTINE, self.tr("Quarantine")),
            )
        )
        self.choice.set_current(ALL)
        self.only = QPushButton("", self)
        self.only.setCheckable(True)
        prune = context.commands.action("backup.prune")
        self.prune = CommandButton(self.tr("Delete old copies…"), prune, self)
        self.older = button(self.tr("Older backups"), self._read_older, self)
        self._empty = EmptyState(context.theme, "kind-backup", "", parent=self)
        self._looking = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._counting = QTimer(self, singleShot=True, interval=COUNT_MS)
        self._ageing = Ageing(self._tell_ages, self)
        self._lay_out()
        self._connect()

    def open(self, uri: str, choice: str = ALL) -> None:
        """Show the backups (of one source), and of them the newest of this document (where there is one)."""
        self._uri = uri
        name = printable(uri.rpartition("/")[2])
        text = self.tr("Only {name}").format(name=name)
        self.only.setText(self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, self._most()))
        self.only.setAccessibleName(text)
        self.only.setVisible(bool(uri))
        self.only.setChecked(False)
        self.choice.set_current(choice)
        self.model.set_choice(choice)
        self._begin()

    def _begin(self) -> None:
        self.model.forget()
        self._goes_back = False
        if not self.model.rowCount():  # nothing can be restored before it is known what there is
            self._empty.set_text(self.tr("Reading the backups…"), "")
            self._pages.setCurrentIndex(1)
        self.refresh()

    def refresh(self) -> None:
        """Read the newest backups again."""
        self._read(None)

    def _most(self) -> int:
        return self.fontMetrics().averageCharWidth() * 24

    def _lay_out(self) -> None:
        self.list.setProperty("panel", False)
        self.setFocusProxy(self.list)
        above = QWidget(self)
        self.older.setProperty("link", True)
        self.older.hide()
        in_column(
            (self.list, 1),
            (self.older, 0, Qt.AlignmentFlag.AlignHCenter),
            on=above,
            margins=(12, 0, 12, 4),
            spacing=4,
        )
        least = self.list.verticalHeader().defaultSectionSize() * LEAST_ROWS
        self.list.setMinimumHeight(least)
        parts = split(Qt.Orientation.Vertical, self, (above, 1), (self.view, 1))
        self._pages = in_stack(parts, self._empty)
        in_column(self._head(), self._filters(), (self._pages, 1), on=self, margins=0, spacing=0)

    def _head(self) -> QHBoxLayout:
        return in_row(
            role_label(self.tr("Backups"), "heading", self),
            None,
            self.prune,
            self.close_button(self._context.theme),
            margins=(24, 12, 16, 8),
            spacing=8,
        )

    def _filters(self) -> FlowLayout:
        row = FlowLayout(self.choice, self.only)
        row.setContentsMargins(24, 0, 24, 8)
        return row

    def _connect(self) -> None:
        self.list.show_model(self.model, self.model.place)
        self.model.changing.connect(self.list.hold)
        self.model.settled.connect(self._on_settled)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.opened.connect(lambda _index: self.view.setFocus())
        self.list.left.connect(self.left)
        self.list.verticalScrollBar().valueChanged.connect(self._counting.start)
        self.choice.chosen.connect(self.model.set_choice)
        self.only.toggled.connect(self._begin)
        self.desk.announced.connect(self.announced)
        self.desk.marked.connect(self.refresh)
        self._looking.timeout.connect(self.refresh)
        self._counting.timeout.connect(self._count)
        self._context.bus.changed.connect(self._on_changed)

    def _tell_ages(self) -> None:
        self.model.set_now(self._now())
        self.desk.tell()

    def _read(self, before: object) -> None:
        bus = self._context.bus
        if bus.workspace is None:
            return
        self._asked += 1
        documents = bus.listing.documents if bus.listing is not None else ()
        of = self._uri if self.only.isChecked() else None
        older = self.model.older if before is not None else None
        take = self._take_older if older is not None else self._take_newest
        asked = self._asked
        self._context.jobs.read(
            partial(read_page, bus.workspace, documents, of, older),
            lambda page: take(page) if asked == self._asked else None,
            self._on_failed,
        )

    def _read_older(self) -> None:
        self._goes_back = True
        self._read(self.model.older)

    def _take_older(self, page: BackupPage) -> None:
        """Show older ones; a page that brings nothing new is passed by."""
        self._goes_back = False
        rows, place = self.model.rowCount(), self.model.older
        self.model.add_page(page)
        if self.model.rowCount() == rows and self.model.older not in (None, place):
            self._read_older()

    def _take_newest(self, page: BackupPage) -> None:
        """Show the newest; older ones that were asked for meanwhile are asked for again."""
        self.model.set_page(page, self._now())
        if self._goes_back:
            self._read_older()

    def _on_failed(self, error: Exception) -> None:
        self._empty.set_text(self.tr("Backups cannot be read"), wording.error_text(error))
        self._pages.setCurrentIndex(1)

    def _on_changed(self, batch: ChangeBatch) -> None:
        if self.isVisible() and (batch.changes or batch.rescan):
            self._looking.start()

    def _on_settled(self) -> None:
        self.list.settle()
        is_whole = self.model.older is None or self.choice.current() == QUARANTINE
        self.older.setVisible(not is_whole)
        self._pages.setCurrentIndex(0 if self.model.rowCount() or not is_whole else 1)
        self.prune.setVisible(self.choice.current() in (ALL, COPIES))
        self._say_empty()
        if not self.list.currentIndex().isValid():
            newest = self.model.newest_of(self._uri)
            self.list.select(newest.id if newest is not None else "", scroll=True)
        self._on_current(self.list.currentIndex())
        self._counting.start()

    def _say_empty(self) -> None:
        if self.choice.current() == QUARANTINE:
            title = self.tr("Nothing is in quarantine")
            words = self.tr("What is moved out of the agents' sight is listed here, and can be restored.")
        else:
            title = self.tr("No backups here")
            words = self.tr(
                "Copies that agents keep, earlier versions and deleted documents are listed here."
            )
        self._empty.set_text(title, words)

    def _on_current(self, index: QModelIndex) -> None:
        backup = self.model.item_at(index)
        if backup is not None:
            self.desk.show(backup)

    def _count(self) -> None:
        """Read what restoring the next row on screen would change."""
        workspace = self._context.bus.workspace
        waiting = self.model.unread(self.list.visible_rows())
        if workspace is not None and waiting and self.isVisible():
            tell = partial(self._on_counted, waiting[0].id)
            self._context.jobs.background(partial(read_effect, workspace, waiting[0]), tell)

    def _on_counted(self, key: str, effect: RestoreEffect | None) -> None:
        self.model.set_effect(key, effect)
        self._counting.start()
