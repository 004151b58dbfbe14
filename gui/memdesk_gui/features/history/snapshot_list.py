"""The documents of a moment of the past, in the navigator's place."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from memdesk_gui.features.history.snapshot_model import Lists, SnapshotModel
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.find_controls import button
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.lists.version_list import VersionList
from memdesk_gui.widgets.segments import Segments

ALL = "all"
OTHERS = "others"


class SnapshotList(QWidget):
    """Lists what existed then, and offers to restore all of it."""

    chosen = Signal(str)
    """The person looks at this document."""
    restore_wanted = Signal(bool)
    """All documents are to be restored; True: those that came later are to be deleted."""
    left = Signal()
    """Escape was pressed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SnapshotModel(self)
        self.list = VersionList(
            self.tr("Documents at that time"), RowDelegate(theme, parent=self), parent=self
        )
        self.choice = Segments(self.tr("Which documents are listed"), self)
        self.choice.set_choices(((ALL, self.tr("All")), (OTHERS, self.tr("Changed since then"))))
        self.choice.set_current(ALL)
        self.restore = button("", self._restore, self)
        self.later = QCheckBox(self)
        self.later.setProperty("role", "muted")
        self._empty = EmptyState(theme, "clock", "", parent=self)
        self._lay_out()
        self._connect()

    def show_lists(self, lists: Lists, *, writable: bool) -> None:
        """List the documents of a moment."""
        self.model.show_lists(lists)
        moment = lists.moment
        count, later = len(moment.restorable()), len(moment.later)
        text = self.tr("Restore %n documents", "", count)
        self.restore.show()
        self.restore.setText(text)
        self.restore.setAccessibleName(text)
        self.later.setText(self.tr("Delete %n newer documents", "", later))
        self.later.setAccessibleName(self.later.text())
        self.later.setVisible(later > 0 and writable)
        self.later.setChecked(self.later.isChecked() and later > 0)
        self._writable = writable
        self._offer()

    def select(self, uri: str) -> None:
        """Make a document the current one."""
        self.list.select(uri)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape, whatever has the keyboard."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        self._writable = False
        for deed in (self.later, self.restore):  # they have no words before a moment is listed
            deed.hide()
        self.setFocusProxy(self.list)
        self._pages = in_stack(self.list, self._empty)
        # a label loses margins of its own when the list gets another parent
        head = in_row(role_label(self.tr("Documents at that time"), "title", self), margins=(12, 0, 12, 0))
        in_column(
            head,
            in_row(self.choice, None, margins=(12, 0, 8, 0)),
            (self._pages, 1),
            in_column(self.later, self.restore, margins=(12, 8, 12, 0), spacing=8),
            on=self,
            margins=(0, 8, 0, 8),
            spacing=8,
        )

    def _connect(self) -> None:
        self.list.show_model(self.model, self.model.place, self.model.headings)
        self.model.changing.connect(self.list.hold)
        self.model.settled.connect(self._on_settled)
        self.list.moved.connect(self._on_clicked)
        self.list.clicked.connect(self._on_clicked)
        self.list.opened.connect(self._on_clicked)
        self.list.left.connect(self.left)
        self.choice.chosen.connect(lambda choice: self.model.show_only_others(choice == OTHERS))
        self.later.toggled.connect(self._offer)

    def _on_settled(self) -> None:
        self.list.settle()
        self._pages.setCurrentIndex(0 if self.model.rowCount() else 1)
        if self.choice.current() == OTHERS and self.model.moment.items:
            self._empty.set_text(
                self.tr("Nothing differs"), self.tr("All documents are now as they were then.")
            )
        else:
            self._empty.set_text(
                self.tr("No documents"), self.tr("No document is known to have existed at this time.")
            )

    def _on_clicked(self, index: QModelIndex) -> None:
        line = self.model.item_at(index)
        if line is not None and line.item is not None:
            self.chosen.emit(line.item.uri)

    def _offer(self) -> None:
        deletes = self.later.isChecked() and not self.later.isHidden()
        self.restore.setEnabled(self._writable and (bool(self.model.moment.restorable()) or deletes))

    def _restore(self) -> None:
        self.restore_wanted.emit(self.later.isChecked() and not self.later.isHidden())
