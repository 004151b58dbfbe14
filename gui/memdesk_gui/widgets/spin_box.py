"""Fields with arrows: they have their names, and the wheel turns them only where the keyboard is."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDateEdit,
    QDateTimeEdit,
    QDoubleSpinBox,
    QSpinBox,
    QWidget,
)

Field = TypeVar("Field", bound=QAbstractSpinBox)
AIR = 4
"""The room before the text, which the style sheet cannot give."""


def named(field: Field, name: str) -> Field:
    """Let a field say what it is for, and begin its text where other fields do."""
    field.setAccessibleName(name)
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # else the wheel brings the focus, and then turns it
    field.lineEdit().setTextMargins(AIR, 0, 0, 0)
    return field


class ChoiceBox(QComboBox):
    """A choice that the wheel passes by unless the keyboard is in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page around."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class NumberBox(QSpinBox):
    """A whole number that the wheel passes by unless the keyboard is in it."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page around."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class MomentBox(QDateTimeEdit):
    """A date and time that the wheel passes by unless the keyboard is in it."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page around."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class DayBox(QDateEdit):
    """A date that the wheel passes by unless the keyboard is in it."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page around."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class DecimalBox(QDoubleSpinBox):
    """A number that the wheel passes by unless the keyboard is in it."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page around."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class EntryNumber(DecimalBox):
    """A number in the form of an item.

    What was entered stays, whatever the document says, until whoever takes it calls :meth:`settle`; Escape
    gives it up.
    """

    entered = Signal(float)
    """The person has entered this number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stands, self._kept = 0.0, False
        self.setKeyboardTracking(False)
        self.valueChanged.connect(self._on_value)

    def show_value(self, value: float) -> None:
        """Show what the document says, unless something was entered that nobody has taken."""
        self._stands = value
        if not self.waiting():
            self._set(value)

    def waiting(self) -> str:
        """Return what was entered and not taken; empty where that is nothing."""
        line = self.lineEdit()
        typed = line.isModified() and line.text() != self.textFromValue(self.value())
        return self.text() if typed or self._kept else ""

    def settle(self) -> None:
        """Note that what was entered is taken."""
        self._stands, self._kept = self.value(), False

    def give_up(self) -> None:
        """Forget what was entered and not taken."""
        self._kept = False
        self._set(self._stands)

    def event(self, event: QEvent) -> bool:
        """Keep Escape for the field as long as there is something to give up."""
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if escape and event.type() == QEvent.Type.ShortcutOverride and self.waiting():
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up with Escape what was entered."""
        if event.key() == Qt.Key.Key_Escape and self.waiting():
            self.give_up()
        else:
            super().keyPressEvent(event)

    def _set(self, value: float) -> None:
        self.blockSignals(True)
        self.setValue(value)
        self.lineEdit().setText(self.textFromValue(self.value()))
        self.blockSignals(False)

    def _on_value(self, value: float) -> None:
        self._kept = True
        self.entered.emit(value)
