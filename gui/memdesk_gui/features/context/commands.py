"""The context of an agent as a page: more room than the pane has, and a second context beside the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature

if TYPE_CHECKING:
    from memdesk_gui.features.context.pane import ContextPane
    from memdesk_gui.features.shell import Shell


class ContextCommands(Feature):
    """Shows the page in the editor's place."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self.page: ContextPane | None = None
        window.context.bus.closed.connect(self._leave)
        window.context_made.connect(self._on_pane)

    def _on_pane(self, pane: ContextPane) -> None:
        pane.page_wanted.connect(lambda: self._take_place(pane))

    @command(
        "context.debug",
        lambda self: self.tr("Why the agent recalls &what it recalls"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 3, 7),
    )
    def show_page(self, pane: ContextPane | None = None) -> None:
        """Show the page, with the question of a pane where one asks for it."""
        from memdesk_gui.features.context.pane import ContextPane

        if self.page is None:
            self.page = ContextPane(self._context, wide=True)
            self.page.left.connect(self._leave)
        if pane is not None:
            self.page.take_over(pane)
        self._window.area.cover(self.page)
        self.page.query.setFocus()

    def _take_place(self, pane: ContextPane) -> None:
        self.show_page(pane)
        self._window.docks["context"].hide()

    def _leave(self) -> None:
        self._window.area.leave(self.page)
