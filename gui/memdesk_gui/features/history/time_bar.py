"""Says at which moment of the past one is looking, and leads to another one, or back to now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from memdesk_gui.features.history.time_slider import Stop, TimeSlider
from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.find_controls import IconButton, button
from memdesk_gui.widgets.labels import role_label, set_tone
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.spin_box import MomentBox, named
from memdesk_gui.wording.wording import moment_time

NARROW_CHARACTERS = 85
"""A bar narrower than this does not count the versions."""
DOCUMENT = "document"
WORKSPACE = "workspace"


class TimeBar(QWidget):
    """A banner, and below it the moment as a date, a slider over the versions, and which one it is."""

    moved = Signal(int)
    """The person wants the version with this number (from 0)."""
    day_wanted = Signal(int)
    """The person wants the day before (-1) or after (1)."""
    time_wanted = Signal(float)
    """The person wants this moment."""
    scope_wanted = Signal(str)
    """One document or the whole workspace is to be looked at."""
    left = Signal()
    """Back to now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._other = WORKSPACE
        self._picture = role_label("", "", self)
        self.words = role_label("", "title", self)
        self.words.setWordWrap(True)
        self.scope = button("", self._switch, self)
        self.back = button(self.tr("Back to now"), self.left.emit, self)
        now = QDateTime.currentDateTime()
        self.date = named(MomentBox(now, self), self.tr("View the workspace at this time"))
        self.date.setDisplayFormat("yyyy-MM-dd HH:mm:ss")
        self.date.setToolTip(self.tr("View the workspace at this time"))
        self.date.setKeyboardTracking(False)
        self.slider = TimeSlider(theme, self.tr("Version"), self)
        self.earlier = IconButton(theme, "chevron-left", self.tr("Earlier version"), self._earlier, self)
        self.later = IconButton(theme, "chevron-right", self.tr("Later version"), self._later, self)
        self.count = role_label("", "small", self)
        self._lay_out()
        self._connect()

    def show_scope(self, scope: str, *, both: bool) -> None:
        """Say what is looked at, by offering the other: the whole workspace or (if ``both``) one document."""
        self._other = WORKSPACE if scope == DOCUMENT else DOCUMENT
        text = self.tr("Whole memory") if scope == DOCUMENT else self.tr("This document only")
        self.scope.setText(text)
        self.scope.setAccessibleName(text)
        self.scope.setEnabled(both or scope == DOCUMENT)

    def show_stops(self, stops: Sequence[Stop]) -> None:
        """Offer these versions."""
        self.slider.blockSignals(True)
        self.slider.set_stops(stops)
        self.slider.blockSignals(False)
        self.date.setEnabled(bool(stops))

    def show_moment(self, index: int, time: float, spoken: str) -> None:
        """Show which version is looked at, as of when, and what was done then (for screen readers)."""
        total = self.slider.maximum() + 1
        for control in (self.slider, self.date):
            control.blockSignals(True)
        self.slider.setValue(index)
        self.date.setDateTime(QDateTime.fromSecsSinceEpoch(int(time)))
        for control in (self.slider, self.date):
            control.blockSignals(False)
        self.words.setText(self.tr("As of {time} (read-only)").format(time=moment_time(time)))
        self.count.setText(self.tr("{number} of {count}").format(number=index + 1, count=total))
        self.earlier.setEnabled(index > 0)
        self.later.setEnabled(index + 1 < total)
        self.slider.setAccessibleDescription(spoken)
        self.slider.setToolTip(spoken)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"{self.words.text()}. {spoken}"))

    def show_nothing(self, why: str) -> None:
        """Say why there is no past to look at."""
        self.show_stops(())
        self.words.setText(why)
        self.count.setText("")
        self.earlier.setEnabled(False)
        self.later.setEnabled(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the slider what room there is."""
        super().resizeEvent(event)
        self.count.setVisible(self.width() >= self.fontMetrics().averageCharWidth() * NARROW_CHARACTERS)

    def _lay_out(self) -> None:
        frame = QFrame(self)
        frame.setProperty("role", "banner")
        set_tone(frame, "human")
        in_row(
            self._picture, (self.words, 1), self.scope, self.back, on=frame, margins=(12, 8, 8, 8), spacing=8
        )
        below = in_row(self.date, self.earlier, (self.slider, 1), self.later, self.count, spacing=8)
        in_column(frame, below, on=self, margins=(24, 8, 24, 0), spacing=8)
        self.setFocusProxy(self.slider)

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self.moved)
        self.slider.day_wanted.connect(self.day_wanted)
        self.date.dateTimeChanged.connect(self._on_date)
        self._theme.changed.connect(self._draw)
        self._draw()

    def _switch(self) -> None:
        self.scope_wanted.emit(self._other)

    def _earlier(self) -> None:
        self.moved.emit(self.slider.value() - 1)

    def _later(self) -> None:
        self.moved.emit(self.slider.value() + 1)

    def _on_date(self, moment: QDateTime) -> None:
        self.time_wanted.emit(float(moment.toSecsSinceEpoch()))

    def _draw(self) -> None:
        side = self.fontMetrics().height()
        self._picture.setPixmap(icon("clock", self._theme, "human").pixmap(side, side))
