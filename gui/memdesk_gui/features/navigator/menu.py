"""The context menu of the navigator: what can be done with a document, and with all of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.document_paths import copy_path, show_in_file_manager
from memdesk_gui.features.navigator.read_marks import SeenMarks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DEEDS = ("document.rename", "document.duplicate", "document.delete")
"""The commands on a document."""
FOLDER_DEEDS = ("document.rename",)
"""The commands on a folder."""


class NavigatorMenu(QMenu):
    """The menu of a document, a folder, or none of both; disabled entries say why in their tool tip."""

    def __init__(
        self, context: AppContext, marks: SeenMarks, show_in_folder: Callable[[str], object], pane: QWidget
    ) -> None:
        super().__init__(pane)
        self._context, self._marks = context, marks
        self._show_in_folder = show_in_folder
        self.setToolTipsVisible(True)

    def offer(self, uri: str, *, is_folder: bool) -> None:
        """Offer what can be done with a document or, where that is empty, with the selected folder."""
        self._context.commands.refresh()
        if uri:
            self._add_document(uri)
        self._offer(("document.new", *(DEEDS if uri else FOLDER_DEEDS if is_folder else ())))
        self._add_ways_back()
        self._add_marks(uri)
        self._offer(("go.deleted",))

    def _add_document(self, uri: str) -> None:
        self.addAction(self.tr("Open"), partial(self._context.bus.activated.emit, uri))
        self.addAction(self.tr("Copy path"), partial(copy_path, self._context, uri))
        reveal = partial(show_in_file_manager, self._context, uri)
        self.addAction(self.tr("Show in file manager"), reveal)
        self.addAction(self.tr("Show in folder view"), partial(self._show_in_folder, uri))
        if "go.history" in self._context.commands:
            self.addAction(self.tr("Show history"), partial(self._show_history, uri))
        self.addSeparator()

    def _add_marks(self, uri: str) -> None:
        unseen = self._marks.unseen()
        if uri in unseen:
            self.addAction(self.tr("Mark as seen"), partial(self._marks.mark, (uri,)))
        mark_all = partial(self._marks.mark, unseen)
        self.addAction(self.tr("Mark all as seen"), mark_all).setEnabled(bool(unseen))
        self.addSeparator()

    def _offer(self, ids: Iterable[str]) -> None:
        """Add those of the commands that the window has."""
        commands = self._context.commands
        self.addActions([commands.action(command_id) for command_id in ids if command_id in commands])
        self.addSeparator()

    def _add_ways_back(self) -> None:
        """Offer undo and redo by the name of what they concern."""
        stack = self._context.documents.undo
        if stack.undoable is not None:
            self.addAction(self.tr("Undo: {what}").format(what=_plain(stack.undoable.label)), stack.undo)
        if stack.redoable is not None:
            self.addAction(self.tr("Redo: {what}").format(what=_plain(stack.redoable.label)), stack.redo)
        self.addSeparator()

    def _show_history(self, uri: str) -> None:
        self._context.bus.activated.emit(uri)
        self._context.commands.run("go.history")


def _plain(text: str) -> str:
    """Return a text as a menu shows it letter for letter."""
    return text.replace("&", "&&")
