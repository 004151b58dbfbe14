"""The two ways to anything by its name: documents (quick open) and commands (palette)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from memdesk.model import DocumentInfo
from memdesk_gui.commands import Command
from memdesk_gui.context import AppContext

if TYPE_CHECKING:
    from memdesk_gui.dialogs.palette import CommandPalette
    from memdesk_gui.dialogs.quick_open import QuickOpen


class Searching(QObject):
    """Registers both commands, and makes the lists when they are asked for the first time."""

    def __init__(
        self, context: AppContext, documents: Callable[[], tuple[DocumentInfo, ...]], window: QWidget
    ) -> None:
        super().__init__(window)
        self._context, self._documents, self._window = context, documents, window
        for command in (
            Command(
                "go.quick_open", self.tr("&Find a document…"), self._find, "Ctrl+P", "search", self._listed
            ),
            Command("go.palette", self.tr("&Commands…"), self._choose, "Ctrl+Shift+P"),
        ):
            context.commands.add(command)
        context.bus.opened.connect(self._follow)

    @cached_property
    def quick_open(self) -> QuickOpen:
        """The list of documents."""
        from memdesk_gui.dialogs.quick_open import QuickOpen

        return QuickOpen(self._context, self._documents, self._window)

    @cached_property
    def palette(self) -> CommandPalette:
        """The list of commands."""
        from memdesk_gui.dialogs.palette import CommandPalette

        return CommandPalette(self._context, self._window)

    def _follow(self) -> None:
        """Make the list of documents early: it learns what is described and opened."""
        self.quick_open.hide()

    def _listed(self) -> bool:
        return self._context.bus.listing is not None

    def _find(self) -> None:
        self.quick_open.open()

    def _choose(self) -> None:
        self.palette.open()
