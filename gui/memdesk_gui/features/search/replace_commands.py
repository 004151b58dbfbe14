"""The way to replacing words in all documents, and what is told of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.documents.undo_stack import UndoStep, once
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.search.replacing import ReplaceDesk
from memdesk_gui.wording.sentences import sentences

if TYPE_CHECKING:
    from memdesk.review.replace import Replaced
    from memdesk_gui.features.shell import Shell


class ReplaceCommands(Feature):
    """Opens the dialog with what is searched for, and offers the one step that takes it back."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self.replacing = ReplaceDesk(window.context, self)
        self.replacing.done.connect(self._on_done)
        self.replacing.undone.connect(self._on_undone)
        self.replacing.refused.connect(window.show_error)

    def _possible(self) -> bool:
        bus = self._window.context.bus
        return bus.is_writable() and bus.listing is not None

    @command(
        "search.replace",
        lambda self: self.tr("Re&place in all documents…"),
        enabled=_possible,
        after=(State.WORKSPACE,),
        menu=(Menu.EDIT, 3, 3),
    )
    def _open(self) -> None:
        from memdesk_gui.features.search.replace_dialog import ReplaceDialog

        words = self._window.search_words()
        dialog = ReplaceDialog(self.replacing, words, self._window)
        dialog.wanted.connect(self.replacing.carry_out)
        dialog.open()

    def _on_done(self, done: Replaced) -> None:
        written = sum(bool(each.operation) for each in done.commits)
        said = [self.tr("Replaced in %n documents.", "", written)]
        if done.merged:
            said.append(self.tr("Merged into %n that others wrote meanwhile.", "", len(done.merged)))
        if done.left_out:
            said.append(self.tr("%n documents stay as they are.", "", len(done.left_out)))
        undo = None
        if written:
            back = partial(self.replacing.take_back, done.session)
            undo = QAction(self.tr("Undo"), self)
            stack = self._window.context.documents.undo
            undo.triggered.connect(stack.undo)
            stack.push(UndoStep(self.tr("Replacement in %n documents", "", written), once(back)))
        self._window.toast.show_message(sentences(said), undo)

    def _on_undone(self, done: Replaced) -> None:
        said = [self.tr("Put back in %n documents.", "", len(done.commits))]
        if done.left_out:
            said.append(self.tr("%n documents stay as they are.", "", len(done.left_out)))
        self._window.toast.show_message(sentences(said))
