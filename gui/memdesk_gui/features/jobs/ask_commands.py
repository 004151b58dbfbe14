"""The way to the page on which a person asks the memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature

if TYPE_CHECKING:
    from memdesk.model import Site
    from memdesk_gui.features.jobs.ask_page import AskPage
    from memdesk_gui.features.jobs.asking import MemoryQuestions
    from memdesk_gui.features.shell import Shell


class AskCommands(Feature):
    """Shows the page in the editor's place."""

    def __init__(self, window: Shell, sites: Callable[[], tuple[Site, ...]]) -> None:
        super().__init__(window)
        self._sites = sites
        self._asking: MemoryQuestions | None = None
        self.page: AskPage | None = None
        window.context.bus.closed.connect(self._leave)

    @command(
        "jobs.ask",
        lambda self: self.tr("&Ask the agent"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 6, 7),
    )
    def show_page(self) -> None:
        """Show the page."""
        if self.page is None or self._asking is None:
            from memdesk_gui.features.jobs.ask_page import AskPage
            from memdesk_gui.features.jobs.asking import MemoryQuestions

            self._asking = MemoryQuestions(self._window.context, self._sites, self)
            self.page = AskPage(self._window.context, self._asking)
            self.page.left.connect(self._leave)
        self._window.area.cover(self.page)
        self._asking.look()
        self.page.setFocus()

    def _leave(self) -> None:
        self._window.area.leave(self.page)
