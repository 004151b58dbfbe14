"""The way to the locks of the document in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.documents.undo_stack import Ended, UndoStep, settle_failed
from memdesk_gui.features.feature import Feature
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk_gui.features.inspector.locks import LockRequest
    from memdesk_gui.features.shell import Shell

    Wishes = Mapping[str, LockRequest]


class LockCommands(Feature):
    """Locks parts of documents against agents."""

    changed = Signal()
    """Something was locked or unlocked."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        window.locks_wanted.connect(self.ask)
        self.changed.connect(self._context.bus.read_locks)

    def prepare(self) -> Iterator[None]:
        """Keep the panes beside the documents up to date, and take up what they ask for."""
        self._window.activity.locks_wanted.connect(self.ask)
        self.changed.connect(self._window.inspector.look)
        yield

    def _possible(self) -> bool:
        context = self._window.context
        return context.bus.is_writable() and context.documents.current is not None

    @command(
        "document.lock",
        lambda self: self.tr("&Lock against agents…"),
        "Ctrl+L",
        "lock",
        enabled=_possible,
        after=(State.WORKSPACE, State.DOCUMENT),
        menu=(Menu.FILE, 4, 4),
    )
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
        turns = partial(self._turn, uri, before, False), partial(self._turn, uri, wishes, True)
        step = UndoStep(self.tr("Locks of {name}").format(name=printable(uri.rpartition("/")[2])), *turns)
        self._carry_out(uri, wishes, partial(self._on_set, step), self._window.show_error)

    def _carry_out(
        self,
        uri: str,
        wishes: Wishes,
        done: Callable[[object], object],
        failed: Callable[[Exception], object],
    ) -> None:
        from memdesk_gui.features.inspector.locks import set_locks

        context = self._window.context
        workspace = context.bus.workspace
        if workspace is not None:
            work = partial(set_locks, workspace, uri, wishes, context.documents.person)
            context.jobs.write(work, done, failed)

    def _on_set(self, step: UndoStep, _none: object) -> None:
        self._window.context.documents.undo.push(step)
        self._tell_set()

    def _turn(self, uri: str, wishes: Wishes, again: bool, ended: Ended) -> bool:
        def failed(error: Exception) -> None:
            settle_failed(ended, error)
            self._window.show_error(error)

        self._carry_out(uri, wishes, partial(self._on_turned, again, ended), failed)
        return True

    def _on_turned(self, again: bool, ended: Ended, _none: object) -> None:
        ended(True)
        if again:
            self._tell_set()
        else:
            redo = self._window.context.documents.undo.redo
            self._tell(self.tr("Lock changes undone."), self.tr("Redo"), redo)

    def _tell_set(self) -> None:
        self._tell(self.tr("Locks saved."), self.tr("Undo"), self._window.context.documents.undo.undo)

    def _tell(self, words: str, way: str, run: Callable[[], object]) -> None:
        action = QAction(way, self)
        action.triggered.connect(run)
        self._window.toast.show_message(words, action)
        self.changed.emit()
