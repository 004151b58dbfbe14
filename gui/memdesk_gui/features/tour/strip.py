"""The strip below the toolbar: things to try, those done with a tick, and what comes next."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QToolBar, QWidget

from memdesk_gui.features.tour.steps import TourStep, step_hint, step_name
from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.find_controls import IconButton, aloof
from memdesk_gui.widgets.flow_frame import FlowFrame
from memdesk_gui.widgets.labels import ElidedLabel, role_label
from memdesk_gui.widgets.layouts import in_row

HINT_COLUMNS = 56
"""Characters of the hint that have room beside the steps, or else it goes below them."""


class TourStrip(QToolBar):
    """A row of steps. A click leads to where one is done; the hint is of the one that is next."""

    wanted = Signal(object)
    """Lead to where this step is done: a ``TourStep``."""
    finished = Signal()
    """Everything was tried, and the person goes on to a folder of their own."""
    left = Signal()
    """The strip is to go."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._done: frozenset[TourStep] = frozenset()
        self._chosen: TourStep | None = None
        self.setObjectName("tour")
        self.setWindowTitle(self.tr("Things to try"))
        self.setAccessibleName(self.tr("Things to try"))
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._flow = FlowFrame(self)
        self.steps = {step: self._step(step) for step in TourStep}
        self.onward = QPushButton(self.tr("Open your own folder…"), self._flow)
        self.onward.setAccessibleName(self.onward.text())
        self.onward.setProperty("link", True)
        aloof(self.onward).clicked.connect(self.finished)
        self.hint = ElidedLabel("muted", parent=self._flow)
        self._fit()
        title = role_label(self.tr("Try this:"), "title", self._flow)
        for place, part in enumerate((title, *self.steps.values(), self.hint)):
            self._flow.insert(place, part)
        self.onward.hide()
        close = IconButton(theme, "close", self.tr("Close the things to try"), self.left.emit, self)
        holder = QWidget(self)
        in_row(
            (self._flow, 1), (close, 0, Qt.AlignmentFlag.AlignTop), on=holder, margins=(4, 0, 4, 0), spacing=8
        )
        self.addWidget(holder)
        theme.changed.connect(self._draw)
        self._draw()

    def show_done(self, done: Collection[TourStep]) -> None:
        """Tick off what was done, and say what comes next."""
        if frozenset(done) - self._done:
            self._chosen = None
        was, self._done = self._done, frozenset(done)
        self._draw()
        if self._done != was:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.hint.text()))

    def choose(self, step: TourStep) -> None:
        """Say how a step is done, and have the window lead there."""
        self._chosen = step
        self._draw()
        self.wanted.emit(step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the rows of the steps."""
        super().resizeEvent(event)
        self._fit_rows()

    def changeEvent(self, event: QEvent) -> None:
        """Keep the room of the hint when letters have another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "hint"):
            self._fit()
            self._fit_rows()

    def _step(self, step: TourStep) -> QPushButton:
        button = QPushButton(step_name(step), self._flow)
        button.setProperty("link", True)
        aloof(button).clicked.connect(lambda: self.choose(step))
        return button

    def _fit(self) -> None:
        self.hint.setMinimumWidth(self.fontMetrics().averageCharWidth() * HINT_COLUMNS)

    def _fit_rows(self) -> None:
        self._flow.setFixedHeight(self._flow.heightForWidth(self._flow.width()))

    def _draw(self) -> None:
        for step, button in self.steps.items():
            done = step in self._done
            name, token = ("fine", "fine") if done else ("chevron-right", "muted")
            button.setIcon(icon(name, self._theme, token))
            state = self.tr("done") if done else self.tr("to do")
            button.setAccessibleName(f"{step_name(step)}, {state}")
        following = next((step for step in TourStep if step not in self._done), None)
        shown = self._chosen or following
        if shown is not None:
            self.hint.setText(step_hint(shown))
        else:
            self.hint.setText(self.tr("All tried. Next: see what your own agent remembers."))
            if self.onward.isHidden():
                self._flow.insert(len(self.steps) + 1, self.onward)
                self._fit_rows()
