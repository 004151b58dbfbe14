"""What agents may do with a document: every part of it free, locked, or only to be added to."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from memdesk.text.guard import Lock
from memdesk_gui.context import AppContext
from memdesk_gui.features.inspector.locks import Lockable, LockRequest, item_of, key_of, read_lockables
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.lists.models.row_model import RowModel
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.lists.row_list import RowList
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

FREE = "free"


class LocksDialog(BaseDialog):
    """The parts of a document, and how far the chosen one is locked."""

    wanted = Signal(str, object, object)
    """The locks this document is to have (part -> ``LockRequest``); the last are what they are now."""

    def __init__(self, context: AppContext, uri: str, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Lock against agents"), parent)
        self._context, self._uri = context, uri
        self._parts: tuple[Lockable, ...] = ()
        self._before: dict[str, LockRequest] = {}
        self.model = RowModel(self)
        self._make_parts()
        self.add_button(self.tr("Cancel"), self.close)
        self.use = self.add_button(self.tr("Save"), self._use, primary=True)
        self.use.setEnabled(False)
        self.resize_by_text(90, 28)
        workspace = context.bus.workspace
        if workspace is not None:
            context.jobs.read(partial(read_lockables, workspace, uri), self._on_read, self._on_failed)

    def _make_parts(self) -> None:
        theme = self._context.theme
        said = self.tr("Agents cannot change locked parts through memdesk. You always can.")
        self._said = role_label(said, "muted", self)
        self._said.setWordWrap(True)
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setAccessibleName(self.tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._show_parts)
        self.list = RowList(
            self.tr("Parts of the document"), RowDelegate(theme, parent=self, marked=False), parent=self
        )
        self.list.show_keyed(self.model)
        self.list.selectionModel().currentChanged.connect(self._on_chosen)
        self.lock = Segments(self.tr("Lock level"), self)
        self.lock.set_choices(
            (
                (FREE, self.tr("Unlocked")),
                (Lock.APPEND_ONLY.value, self.tr("Append only")),
                (Lock.LOCKED.value, self.tr("Locked")),
            )
        )
        self.lock.chosen.connect(self._on_lock)
        self.why = QLineEdit(self)
        self.why.setPlaceholderText(self.tr("Reason (shown to agents)"))
        self.why.setAccessibleName(self.tr("Reason (shown to agents)"))
        self.why.textEdited.connect(self._on_why)
        title = role_label(printable(self._uri), "title", self)
        for widget in (title, self._said, self.filter, self.list):
            self.body.addWidget(widget, 1 if widget is self.list else 0)
        self.body.addWidget(self.lock, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self.why)

    def _on_read(self, parts: tuple[Lockable, ...]) -> None:
        self._parts = parts
        self._before = _wishes(parts)
        self.filter.setVisible(len(parts) > 12)
        self._show_parts()
        first = next((part.part for part in parts if part.lock is not None), "")
        self.list.select(key_of(first))
        self.list.setFocus()

    def _on_failed(self, error: Exception) -> None:
        self._said.setText(wording.error_text(error))

    def _show_parts(self) -> None:
        words = self.filter.text().casefold()
        shown = [part for part in self._parts if words in part.label.casefold()]
        self.model.set_items([item_of(part) for part in shown])
        self._on_chosen(self.list.currentIndex())

    def _chosen(self) -> Lockable | None:
        row = self.list.currentIndex().row()
        if not 0 <= row < len(self.model.items):
            return None
        key = self.model.items[row].key
        return next(part for part in self._parts if key_of(part.part) == key)

    def _on_chosen(self, _index: QModelIndex) -> None:
        part = self._chosen()
        for widget in (self.lock, self.why):
            widget.setEnabled(part is not None)
        if part is not None:
            self.lock.set_current(part.lock.value if part.lock is not None else FREE)
            self.why.setText(part.why)
            self.why.setEnabled(part.lock is not None)

    def _on_lock(self, choice: str) -> None:
        lock = None if choice == FREE else Lock(choice)
        self._change(lambda part: part._replace(lock=lock))
        self.why.setEnabled(choice != FREE)

    def _on_why(self, text: str) -> None:
        self._change(lambda part: part._replace(why=text))

    def _change(self, changed: Callable[[Lockable], Lockable]) -> None:
        """Give the chosen part another lock or reason."""
        chosen = self._chosen()
        if chosen is not None:
            self._parts = tuple(changed(part) if part.part == chosen.part else part for part in self._parts)
            shown = {item.key for item in self.model.items}
            self.model.set_items([item_of(part) for part in self._parts if key_of(part.part) in shown])
        self.use.setEnabled(bool(self._changes()))

    def _changes(self) -> dict[str, LockRequest]:
        return {part: wish for part, wish in _wishes(self._parts).items() if wish != self._before[part]}

    def _use(self) -> None:
        changes = self._changes()
        if changes:
            self.wanted.emit(self._uri, changes, {part: self._before[part] for part in changes})
        self.close()


def _wishes(parts: tuple[Lockable, ...]) -> dict[str, LockRequest]:
    return {part.part: LockRequest(part.lock, part.why if part.lock is not None else "") for part in parts}
