"""What has to be said about a document, in a row above it: never a dialog, never in the way of typing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from memdesk.model import Actor, Origin
from memdesk_gui.theme import Theme
from memdesk_gui.widgets.find_controls import IconButton, button
from memdesk_gui.widgets.labels import chip, set_tone
from memdesk_gui.wording import origin_name

LEAST_WORDS = 40
"""Characters that the words have room for beside the buttons, or else the buttons go below."""


@dataclass(frozen=True)
class Choice:
    """A button of a banner."""

    text: str
    act: Callable[[], object]
    primary: bool = False


@dataclass(frozen=True)
class Message:
    """What a banner says. ``writer`` is named in a chip; ``dismiss`` takes the banner away."""

    text: str
    tone: str = ""
    writer: Actor | None = None
    choices: tuple[Choice, ...] = field(default=(), compare=False)
    dismiss: Callable[[], object] | None = field(default=None, compare=False)


def writer_name(writer: Actor) -> str:
    """Return the word for who wrote: an agent's name, or what kind of writer it was."""
    return writer.name if writer.origin is Origin.AGENT else origin_name(writer.origin)


class Banner(QWidget):
    """Shows one message at a time, or nothing."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message: Message | None = None
        self._frame = QFrame(self)
        self._frame.setProperty("role", "banner")
        self._frame.setAccessibleName(self.tr("Notice"))
        self._chip = chip("", "", self._frame)
        self._label = QLabel(self._frame)
        self._label.setWordWrap(True)
        self._buttons: list[QPushButton] = []
        self._close = IconButton(theme, "close", self.tr("Dismiss"), self._dismiss, self._frame)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row = QHBoxLayout()
        self._lay_out()
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 0, 24, 8)
        column.addWidget(self._frame)
        self.hide()

    def _lay_out(self) -> None:
        said, whole = QHBoxLayout(), QHBoxLayout(self._frame)
        said.addWidget(self._chip)
        said.addWidget(self._label, 1)
        self._row.addStretch(0)
        self._parts.addLayout(said, 1)
        self._parts.addLayout(self._row)
        whole.setContentsMargins(12, 8, 8, 8)
        whole.addLayout(self._parts, 1)
        whole.addWidget(self._close)
        for layout in (said, whole, self._parts, self._row):
            layout.setSpacing(8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the words where they would leave no room for them."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        directions, metrics = QBoxLayout.Direction, self.fontMetrics()
        taken = sum(made.sizeHint().width() + 8 for made in self._buttons)
        words = min(metrics.horizontalAdvance(self._label.text()), metrics.averageCharWidth() * LEAST_WORDS)
        room = self.width() - 64 - self._chip.sizeHint().width()
        self._parts.setDirection(directions.LeftToRight if taken + words <= room else directions.TopToBottom)

    def show_message(self, message: Message | None) -> None:
        """Say this (and read it to a screen reader), or nothing."""
        if message == self.message:
            return
        self.message = message
        self.setVisible(message is not None)
        if message is not None:
            self._fill(message)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.spoken()))

    def spoken(self) -> str:
        """Return the message as one sentence."""
        if self.message is None:
            return ""
        who = f"{writer_name(self.message.writer)} " if self.message.writer else ""
        return who + self.message.text

    def choose(self, text: str) -> None:
        """Press the button with this text."""
        next(made for made in self._buttons if made.text() == text).click()

    def _fill(self, message: Message) -> None:
        set_tone(self._frame, message.tone)
        self._chip.setVisible(message.writer is not None)
        if message.writer is not None:
            self._chip.setText(writer_name(message.writer))
            set_tone(self._chip, message.writer.origin.value)
        self._label.setText(message.text)
        self._close.setVisible(message.dismiss is not None)
        for old in self._buttons:
            self._row.removeWidget(old)
            old.deleteLater()
        self._buttons = [self._button(choice) for choice in message.choices]
        self._fit()

    def _button(self, choice: Choice) -> QPushButton:
        made = button(choice.text, choice.act, self._frame, primary=choice.primary)
        self._row.insertWidget(self._row.count() - 1, made)
        return made

    def _dismiss(self) -> None:
        if self.message is not None and self.message.dismiss is not None:
            self.message.dismiss()
