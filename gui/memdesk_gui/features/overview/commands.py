"""The overview: shown when a workspace opens with nothing in front, and whenever it is asked for."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk_gui.commands import Command, State
from memdesk_gui.widgets.lists.aside import Aside
from memdesk_gui.widgets.lists.counted_button import CountedButton

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk_gui.features.overview.figures import OverviewFigures
    from memdesk_gui.features.overview.page import OverviewPage
    from memdesk_gui.features.shell import Shell


class OverviewCommands(QObject):
    """Shows the page in the editor's place, and goes where its marks lead."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._window = window
        self._figures: OverviewFigures | None = None
        self.page: OverviewPage | None = None
        commands = window.context.commands
        command = Command(
            "go.overview",
            self.tr("O&verview"),
            self.show_page,
            "Alt+8",
            "info",
            lambda: not window.resting,
            self._is_shown,
            after=(State.WORKSPACE, State.SHOWN),
        )
        action = commands.add(command)
        self.row = CountedButton(window.context.theme, command.label, action, window)
        window.bare.connect(self.show_page)
        window.context.bus.closed.connect(self._leave)

    def attach(self) -> None:
        """Begin to note what the page will show, before a workspace is opened."""
        if self._figures is None:
            from memdesk_gui.features.overview.figures import OverviewFigures

            window = self._window
            navigator, reviewing = window.navigator, window.reviewing
            self._figures = OverviewFigures(
                window.context, navigator.marks, reviewing, navigator.documents, self
            )

    def prepare(self) -> Iterator[None]:
        """Make the page, step by step, where a workspace that is being opened will show it."""
        if self.page is None and self._window.is_bare_likely():
            page = self._made()
            yield
            if not self._is_shown():  # the list came first
                self._window.area.prepare(page)
                yield

    def show_page(self) -> None:
        """Show the overview."""
        page = self._made()
        self._window.area.cover(page)
        page.setFocus()

    def _made(self) -> OverviewPage:
        if self.page is None:
            from memdesk_gui.features.overview.page import OverviewPage

            self.attach()
            context, figures = self._window.context, self._figures
            assert figures is not None
            page = self.page = OverviewPage(context, figures, context.clock.now)
            page.left.connect(self._leave)
            page.fronted.connect(self._aside().turn)
            page.change_wanted.connect(self._window.change_wanted)
            page.writer_wanted.connect(self._show_writer)
            page.day_wanted.connect(self._show_day)
        return self.page

    def _aside(self) -> Aside:
        """Return what keeps the navigator from showing a document as in front while the page is."""
        navigator = self._window.navigator
        aside = Aside(navigator.list)
        navigator.model.settled.connect(aside.settle)
        return aside

    def _show_writer(self, origin: str, name: str, uri: str) -> None:
        """Show what of a writer waits; of one that nothing waits of, the history of what it wrote last."""
        if any(
            item.actor.name == name and item.actor.origin.value == origin
            for item in self._window.reviewing.waiting.items
        ):
            self._window.writer_wanted.emit(name)
            return
        self._window.context.documents.activate(uri)
        self._window.context.commands.run("go.history")

    def _show_day(self, day: date) -> None:
        """Show memory as it was when a day ended."""
        self._window.moment_wanted.emit(datetime.combine(day, time.max).timestamp())

    def _leave(self) -> None:
        if self._is_shown():
            self._window.area.uncover()

    def _is_shown(self) -> bool:
        return self.page is not None and self._window.area.covered_by(self.page)
