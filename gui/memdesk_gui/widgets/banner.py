"""What has to be said about a document, in a row above it: never a dialog, never in the way of typing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from memdesk.model import Actor, Origin
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.find_controls import IconButton, button
from memdesk_gui.widgets.labels import chip, set_tone
from memdesk_gui.widgets.layouts import in_row
from memdesk_gui.wording.wording import origin_name

TWO_LINES = 60
"""Percent of its length that a text needs so as to be in two lines."""
LEAST_WORDS = 40
"""Characters that the words have room for beside the buttons, or else the buttons go below."""


@dataclass(frozen=True)
class BannerButton:
    """A button of a banner."""

    text: str
    act: Callable[[], object]
    primary: bool = False


@dataclass(frozen=True)
class BannerMessage:
    """What a banner says. ``writer`` is named in a chip; ``dismiss`` takes the banner away."""

    text: str
    tone: str = ""
    writer: Actor | None = None
    choices: tuple[BannerButton, ...] = field(default=(), compare=False)
    dismiss: Callable[[], object] | None = field(default=None, compare=False)


def _offered(message: BannerMessage | None) -> tuple[str, ...]:
    return tuple(choice.text for choice in message.choices) if message is not None else ()


def writer_name(writer: Actor) -> str:
    """Return the word for who wrote: an agent's name, or what kind of writer it was."""
    return writer.name if writer.origin is Origin.AGENT else origin_name(writer.origin)


class Banner(QWidget):
    """Shows one message at a time, or nothing; ``above`` is the room between it and a line above."""

    filled = Signal()
    """Other buttons are there."""
    pressed = Signal()
    """One of them was pressed; what it does comes after this."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, above: int = 0) -> None:
        super().__init__(parent)
        self.message: BannerMessage | None = None
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(24, above, 24, 8)
        self.hide()

    @cached_property
    def _notice(self) -> Notice:
        """The row itself, made for the first message: about most documents nothing has to be said."""
        notice = Notice(self._theme, self)
        notice.pressed.connect(self.pressed)
        notice.setAccessibleName(self.tr("Notice"))
        notice.add_close(IconButton(self._theme, "close", self.tr("Dismiss"), self._dismiss, notice))
        self._column.addWidget(notice)
        return notice

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the words where they would leave no room for them."""
        super().resizeEvent(event)
        if self.message is not None:
            self._notice.fit(self.width())

    def show_message(self, message: BannerMessage | None) -> None:
        """Say this (and read it to a screen reader), or nothing."""
        is_said = message == self.message
        if is_said and _offered(message) == _offered(self.message):
            return
        self.message = message
        if message is not None:
            self._notice.fill(message)
            self._notice.fit(self.width())
            self.filled.emit()
        self.setVisible(message is not None)
        if message is not None and not is_said:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.spoken()))

    def spoken(self) -> str:
        """Return the message as one sentence."""
        if self.message is None:
            return ""
        who = f"{writer_name(self.message.writer)} " if self.message.writer else ""
        return who + self.message.text

    def choose(self, text: str) -> None:
        """Press the button with this text."""
        self._notice.choose(text)

    def _dismiss(self) -> None:
        if self.message is not None and self.message.dismiss is not None:
            self.message.dismiss()


class Notice(QFrame):
    """The coloured row of a banner: who, what, and the choices."""

    pressed = Signal()
    """A choice was made; what it does comes after this."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("role", "banner")
        self._chip = chip("", "", self)
        self._label = QLabel(self)
        self._label.setWordWrap(True)
        self._buttons: list[QPushButton] = []
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row, self._whole = QHBoxLayout(), QHBoxLayout(self)
        self._lay_out()

    def add_close(self, close: QWidget) -> None:
        """Put what takes the message away at the end."""
        self._close = close
        self._whole.addWidget(close)

    def fill(self, message: BannerMessage) -> None:
        """Show a message."""
        set_tone(self, message.tone)
        self._chip.setVisible(message.writer is not None)
        if message.writer is not None:
            self._chip.setText(writer_name(message.writer))
            set_tone(self._chip, self._theme.author_tone(message.writer.origin, message.writer.name))
        self._label.setText(message.text)
        self._close.setVisible(message.dismiss is not None)
        for old in self._buttons:
            self._row.removeWidget(old)
            old.deleteLater()
        self._buttons = [self._button(choice) for choice in message.choices]

    def fit(self, width: int) -> None:
        """Put the buttons below the words where a banner of this width has no room for both."""
        directions, metrics = QBoxLayout.Direction, self.fontMetrics()
        taken = sum(made.sizeHint().width() + 8 for made in self._buttons)
        text = metrics.horizontalAdvance(self._label.text())
        words = max(min(text, metrics.averageCharWidth() * LEAST_WORDS), text * TWO_LINES // 100)
        room = width - 64 - self._chip.sizeHint().width()
        self._parts.setDirection(directions.LeftToRight if taken + words <= room else directions.TopToBottom)

    def choose(self, text: str) -> None:
        """Press the button with this text."""
        next(made for made in self._buttons if made.text() == text).click()

    def _lay_out(self) -> None:
        said = in_row(self._chip, (self._label, 1))
        self._row.addStretch(0)
        self._parts.addLayout(said, 1)
        self._parts.addLayout(self._row)
        self._whole.setContentsMargins(12, 8, 8, 8)
        self._whole.addLayout(self._parts, 1)
        for layout in (said, self._whole, self._parts, self._row):
            layout.setSpacing(8)

    def _button(self, choice: BannerButton) -> QPushButton:
        made = button(choice.text, self.pressed.emit, self, primary=choice.primary)
        made.clicked.connect(lambda _checked: choice.act())
        self._row.insertWidget(self._row.count() - 1, made)
        return made
