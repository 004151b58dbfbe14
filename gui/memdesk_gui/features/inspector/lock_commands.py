"""The way to the locks of the document in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from memdesk_gui.commands import Command, State

if TYPE_CHECKING:
    from memdesk_gui.features.inspector.locks import LockRequest
    from memdesk_gui.features.shell import Shell

    Wishes = Mapping[str, LockRequest]


class LockCommands(QObject):
    """Locks parts of documents against agents."""

    changed = Signal()
    """Something was locked or unlocked."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._window = window
        text, after = self.tr("&Lock against agents…"), (State.WORKSPACE, State.DOCUMENT)
        window.context.commands.add(
            Command("document.lock", text, self._open, "Ctrl+L", "lock", self._possible, after=after)
        )

    def _possible(self) -> bool:
        context = self._window.context
        workspace = context.bus.workspace
        return workspace is not None and not workspace.read_only and context.documents.current is not None

    def _open(self) -> None:
        current = self._window.context.documents.current
        if current is not None:
            self.ask(current.uri)

    def ask(self, uri: str) -> None:
        """Ask what of a document is to be locked."""
        from memdesk_gui.features.inspector.lock_dialog import LocksDialog

        dialog = LocksDialog(self._window.context, uri, self._window)
        dialog.wanted.connect(self._set)
        dialog.open()

    def _set(self, uri: str, wishes: Wishes, before: Wishes) -> None:
        self._carry_out(uri, wishes, partial(self._on_set, uri, wishes, before))

    def _carry_out(self, uri: str, wishes: Wishes, done: Callable[[object], None]) -> None:
        from memdesk_gui.features.inspector.locks import set_locks

        context = self._window.context
        workspace = context.bus.workspace
        if workspace is not None:
            work = partial(set_locks, workspace, uri, wishes, context.documents.person)
            context.jobs.write(work, done, self._window.show_error)

    def _on_set(self, uri: str, wishes: Wishes, before: Wishes, _none: object) -> None:
        last = self._window.context.documents.last
        last.note(partial(self._carry_out, uri, before, partial(self._on_taken_back, uri, wishes, before)))
        self._tell(self.tr("Locks saved."), self.tr("Undo"), last.undo)

    def _on_taken_back(self, uri: str, wishes: Wishes, before: Wishes, _none: object) -> None:
        last = self._window.context.documents.last
        last.note(None, partial(self._set, uri, wishes, before))
        self._tell(self.tr("Lock changes undone."), self.tr("Redo"), last.redo)

    def _tell(self, words: str, way: str, run: Callable[[], object]) -> None:
        action = QAction(way, self)
        action.triggered.connect(run)
        self._window.toast.show_message(words, action)
        self.changed.emit()
