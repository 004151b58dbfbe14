"""The overview: shown when a workspace opens with nothing in front, and whenever it is asked for."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import TYPE_CHECKING

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.widgets.lists.counted_button import CountedButton

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk_gui.features.overview.figures import OverviewFigures
    from memdesk_gui.features.overview.page import OverviewPage
    from memdesk_gui.features.shell import Shell


class OverviewCommands(Feature):
    """Shows the page in the editor's place, and goes where its marks lead."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._figures: OverviewFigures | None = None
        self.page: OverviewPage | None = None
        commands = window.context.commands
        text, action = commands.get("go.overview").label, commands.action("go.overview")
        self.row = CountedButton(window.context.theme, text, action, window)
        window.bare.connect(self.show_page)
        window.context.bus.closed.connect(self._leave)

    def attach(self) -> None:
        """Have the navigator lead here."""
        self._window.navigator.put_above(self.row)

    def prepare(self) -> Iterator[None]:
        """Begin to note what the page will show, before a workspace is opened."""
        self._begin()
        yield

    @property
    def is_settled(self) -> bool:
        """Whether the page has all its figures."""
        return self._figures is None or self._figures.is_settled

    def _begin(self) -> None:
        if self._figures is None:
            from memdesk_gui.features.overview.figures import OverviewFigures

            window = self._window
            navigator, reviewing = window.navigator, window.reviewing
            self._figures = OverviewFigures(
                window.context, navigator.marks, reviewing, navigator.documents, self
            )

    def follow_up(self) -> Iterator[None]:
        """Make the page, step by step, where a workspace that is being opened will show it."""
        if self.page is None and self._window.is_bare_likely():
            page = self._made()
            yield
            if not self._window.area.covered_by(page):  # the list came first
                self._window.area.prepare(page)
                yield

    @command(
        "go.overview",
        lambda self: self.tr("O&verview"),
        "Alt+8",
        "info",
        enabled=lambda self: not self._window.resting,
        checked=lambda self: self._window.area.covered_by(self.page),
        after=(State.WORKSPACE, State.SHOWN),
        menu=(Menu.GO, 1, 1),
    )
    def show_page(self) -> None:
        """Show the overview."""
        page = self._made()
        self._window.area.cover(page)
        page.setFocus()

    def _made(self) -> OverviewPage:
        if self.page is None:
            from memdesk_gui.features.overview.page import OverviewPage

            self._begin()
            context, figures = self._window.context, self._figures
            assert figures is not None
            page = self.page = OverviewPage(context, figures, context.clock.now)
            page.left.connect(self._leave)
            page.fronted.connect(self._window.navigator.aside().turn)
            page.change_wanted.connect(self._window.change_wanted)
            page.writer_wanted.connect(self._show_writer)
            page.day_wanted.connect(self._show_day)
        return self.page

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
        self._window.area.leave(self.page)
