"""The strip of things to try: shown with the demo, ticked by what happens in the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.tour.steps import PLACES, TourStep, step_of

if TYPE_CHECKING:
    from memdesk.model import ChangeBatch
    from memdesk.review import Done
    from memdesk_gui.features.shell import Shell
    from memdesk_gui.features.tour.strip import TourStrip

_JUDGED = frozenset({"accepted", "reverted", "edited"})


class TourCommands(Feature):
    """Shows the strip while the demo is open, until a person closes it."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self.strip: TourStrip | None = None
        self.done: set[TourStep] = set()
        self._demo: Path | None = None
        self._is_wanted = False
        bus = self._context.bus
        bus.listed.connect(self._on_listed)
        bus.closed.connect(self._hide)
        bus.changed.connect(self._on_changed)
        window.reviewing.decided.connect(self._on_decided)
        window.memory_asked.connect(lambda: self._tick(TourStep.ASK))
        window.demo_opened.connect(self.begin)

    def begin(self, demo: Path) -> None:
        """Show the strip as soon as this folder, the demo, is open."""
        self._demo, self._is_wanted = demo, True
        self._on_listed()

    @command(
        "help.tour",
        lambda self: self.tr("&Things to try in the demo"),
        words=lambda self: self.tr("tour tutorial guide first steps introduction onboarding"),
        enabled=lambda self: self._is_demo(),
        checked=lambda self: self.strip is not None,
        after=(State.WORKSPACE, State.SHOWN),
        menu=(Menu.HELP, 1, 2),
    )
    def switch(self) -> None:
        """Show the strip, or close it."""
        if self.strip is not None:
            self._leave()
        else:
            self._is_wanted = True
            self._on_listed()

    def _is_demo(self) -> bool:
        workspace = self._context.bus.workspace
        return workspace is not None and workspace.root == self._demo

    def _on_listed(self) -> None:
        if self._is_wanted and self.strip is None and self._is_demo() and self._context.bus.listing:
            self._show()

    def _show(self) -> None:
        from memdesk_gui.features.tour.strip import TourStrip

        self.strip = strip = TourStrip(self._context.theme, self._window)
        strip.wanted.connect(self._lead)
        strip.finished.connect(self._go_on)
        strip.left.connect(self._leave)
        self._window.addToolBarBreak(Qt.ToolBarArea.TopToolBarArea)
        self._window.addToolBar(Qt.ToolBarArea.TopToolBarArea, strip)
        strip.show_done(self.done)
        self._context.commands.push(State.SHOWN)

    def _hide(self) -> None:
        if self.strip is not None:
            self._window.removeToolBarBreak(self.strip)
            self._window.removeToolBar(self.strip)
            self.strip.deleteLater()
            self.strip = None
            self._context.commands.push(State.SHOWN)

    def _leave(self) -> None:
        self._is_wanted = False
        self._hide()

    def _lead(self, step: TourStep) -> None:
        place = PLACES[step]
        if place.uri:
            self._context.bus.activated.emit(place.uri)
        if place.command:
            self._context.commands.refresh()
            self._context.commands.run(place.command)

    def _go_on(self) -> None:
        self._context.commands.run("workspace.open")

    def _on_changed(self, batch: ChangeBatch) -> None:
        for change in batch.changes:
            step = step_of(change)
            if step is not None:
                self._tick(step)

    def _on_decided(self, done: Done) -> None:
        if done.ids and done.verdict.value in _JUDGED:
            self._tick(TourStep.JUDGE)

    def _tick(self, step: TourStep) -> None:
        if step not in self.done and self._is_demo():
            self.done.add(step)
            if self.strip is not None:
                self.strip.show_done(self.done)
