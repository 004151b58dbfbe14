"""The way into the past, of the document in front or of the whole workspace, and what it covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature

if TYPE_CHECKING:
    from memdesk_gui.features.history.snapshot_page import SnapshotPane
    from memdesk_gui.features.shell import Shell


class SnapshotCommands(Feature):
    """Shows memory as it was, in the places of editor and navigator."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._documents = window.context.documents
        self.pane: SnapshotPane | None = None
        window.moment_wanted.connect(self.show_at)

    @command(
        "time.document",
        lambda self: self.tr("View this document at an earlier ti&me…"),
        "Ctrl+T",
        enabled=lambda self: self._documents.current is not None,
        after=(State.DOCUMENT,),
        menu=(Menu.GO, 5, 1),
    )
    def _open_document(self) -> None:
        current = self._documents.current
        if current is not None:
            self._made().open_document(current.uri)

    @command(
        "time.workspace",
        lambda self: self.tr("View the wor&kspace at an earlier time…"),
        "Ctrl+Shift+T",
        words=lambda self: self.tr("restore roll back undo past time travel"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 5, 2),
    )
    def show_at(self, time: float | None = None) -> None:
        """Show memory as it was at a time; without one, at that which is looked at, or now."""
        current = self._documents.current
        self._made().open_workspace(current.uri if current is not None else "", time)

    def _made(self) -> SnapshotPane:
        if self.pane is None:
            from memdesk_gui.features.history.snapshot_page import SnapshotPane

            window = self._window
            self.pane = SnapshotPane(window.context, window.context.clock.now)
            self.pane.viewing.connect(self._show)
            self.pane.announced.connect(window.announce)
            self.pane.page.selection_changed.connect(window.context.commands.pushing(State.CHOSEN))
            window.versions_shown.emit(self.pane.page.deeds)
            window.area.covering.connect(self._on_covering)
        return self.pane

    def _show(self, scope: str) -> None:
        """Cover the editor, and for the whole workspace the navigator."""
        from memdesk_gui.features.history.time_bar import WORKSPACE

        navigator, area = self._window.docks["navigator"], self._window.area
        if self.pane is None:
            return
        if scope == WORKSPACE:
            navigator.cover(self.pane.documents)
        else:
            navigator.uncover()
        if scope:
            area.cover(self.pane)
            self.pane.setFocus()
        elif area.covered_by(self.pane):
            area.uncover()

    def _on_covering(self, widget: QWidget) -> None:
        """Go back to now where something else is shown in the document's place."""
        if self.pane is not None and widget is not self.pane:
            self.pane.leave()
