"""The records of memdesk that are damaged: what differs in each, and what is to become of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QCheckBox, QListWidget, QPlainTextEdit, QSplitter, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.wording import wording
from memdesk_gui.wording.record_words import record_name, ways_text
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.store.integrity.damage import Damage
    from memdesk.workspace import Workspace

    Told = tuple[tuple[Damage, tuple[str, ...]], ...]


class RecordsDialog(BaseDialog):
    """Lists the damaged records, and shows one difference at a time."""

    wanted = Signal(str, object)
    """These records (a tuple of names) are to be accepted (``accept``) or restored (``restore``)."""

    shared = Signal(bool)
    """Whether another memdesk writes into the folder, too."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Records of memdesk"), parent)
        self._context = context
        self._told: Told = ()
        self.verdict = role_label(self.tr("Looking at the records…"), "heading", self)
        self.facts = role_label("", "muted", self)
        for label in (self.verdict, self.facts):
            label.setWordWrap(True)
            self.body.addWidget(label)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Damaged records"))
        self.list.currentRowChanged.connect(self._show)
        self.difference = QPlainTextEdit(self, readOnly=True)
        self.difference.setAccessibleName(self.tr("What differs"))
        self.difference.setTabChangesFocus(True)
        self.difference.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.parts = QSplitter(Qt.Orientation.Vertical, self)
        self.parts.setChildrenCollapsible(False)
        for widget in (self.list, self.difference):
            self.parts.addWidget(widget)
        self.parts.setSizes([110, 260])
        self.body.addWidget(self.parts, 100)
        self.shared_box = QCheckBox(
            self.tr("A memdesk in a container, or one that root runs, writes these records too"), self
        )
        self.shared_box.clicked.connect(self.shared)
        self.body.addWidget(self.shared_box)
        self.body.addStretch(1)
        self.all_button = self.add_button(self.tr("Accept all"), self._accept_all)
        self.accept_button = self.add_button(self.tr("Accept as it is"), partial(self._want, "accept"))
        self.restore_button = self.add_button(self.tr("Restore"), partial(self._want, "restore"))
        self.add_button(self.tr("Close"), self.close, primary=True)
        self.resize_by_text(96, 10)
        self._show_told(())
        self.read()

    def read(self) -> None:
        """Look at the records anew."""
        workspace = self._context.bus.workspace
        if workspace is not None:
            self._context.jobs.read(partial(_told_of, workspace), self._on_read, self._on_failed)

    def _on_read(self, looked: tuple[Told, bool]) -> None:
        told, is_shared = looked
        self.shared_box.setChecked(is_shared)
        self.verdict.setText(
            self.tr("%n records were changed by another program", "", len(told))
            if told
            else self.tr("All records are as memdesk wrote them")
        )
        self._show_told(told)

    def _on_failed(self, error: Exception) -> None:
        self.verdict.setText(wording.error_text(error))

    def _show_told(self, told: Told) -> None:
        self._told = told
        self.list.clear()
        self.list.addItems([f"{record_name(each.name)} — {printable(each.name)}" for each, _ in told])
        self.parts.setVisible(bool(told))
        for button in (self.accept_button, self.restore_button):
            button.setVisible(bool(told))
        self.all_button.setVisible(len(told) > 1)
        self.facts.setText("")
        if told:
            self.resize_by_text(96, 30)
            self.list.setCurrentRow(0)
            self.list.setFocus()

    def _show(self, row: int) -> None:
        if 0 <= row < len(self._told):
            damage, lines = self._told[row]
            self.facts.setText(ways_text(damage))
            self.difference.setPlainText("\n".join(printable(line) for line in lines))

    def _accept_all(self) -> None:
        self.wanted.emit("accept", tuple(damage.name for damage, _ in self._told))

    def _want(self, deed: str) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._told):
            self.wanted.emit(deed, (self._told[row][0].name,))


def _told_of(workspace: Workspace) -> tuple[Told, bool]:
    store = workspace.store
    told = tuple((damage, store.damage_lines(damage.name)) for damage in store.damages())
    return told, store.vouching().is_shared
