"""The way to recovered work: by command at any time, and by itself when a window left something behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature

if TYPE_CHECKING:
    from memdesk_gui.features.history.recovered_page import RecoveredPage
    from memdesk_gui.features.shell import Shell


class RecoveredCommands(Feature):
    """Shows the page of recovered work in the editor's place."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._page: RecoveredPage | None = None
        window.left_behind.connect(self.show_page)
        window.context.bus.closed.connect(self._leave)

    @property
    def is_shown(self) -> bool:
        """Whether the page is in the editor's place."""
        return self._window.area.covered_by(self._page)

    @command(
        "go.recovered",
        lambda self: self.tr("&Recovered drafts"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 6, 4),
    )
    def show_page(self) -> None:
        """Show what was left behind."""
        page = self._made()
        page.refresh()
        self._window.area.cover(page)
        page.setFocus()

    def _made(self) -> RecoveredPage:
        if self._page is None:
            from memdesk_gui.features.history.recovered_page import RecoveredPage

            self._page = RecoveredPage(self._window.context, self._window.context.clock.now)
            self._page.left.connect(self._leave)
            self._page.announced.connect(self._window.announce)
        return self._page

    def _leave(self) -> None:
        self._window.area.leave(self._page)
