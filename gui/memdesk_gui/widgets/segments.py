"""A few exclusive choices side by side (Write | Split | Read)."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QToolButton, QWidget

from memdesk_gui.widgets.labels import set_tip


class Segments(QFrame):
    """Exclusive choices; one tab stop, arrows move between them."""

    chosen = Signal(str)
    """The person chose the segment with this id."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "segments")
        self.setAccessibleName(name)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QToolButton] = {}
        self._choices: tuple[tuple[str, str], ...] = ()

    def set_choices(self, choices: tuple[tuple[str, str], ...]) -> None:
        """Offer these (id, text) pairs in place of the present ones; what is in force stays where it can."""
        if self._choices == choices:
            return
        current, self._choices = self.current(), choices
        for button in self._buttons.values():
            self._row.removeWidget(button)
            self._group.removeButton(button)
            button.deleteLater()
        self._buttons = {choice: self._button(choice, text) for choice, text in choices}
        self._stop_at(next(iter(self._buttons.values()), None))
        self.set_current(current)

    def offer(self, choice: str, offered: bool) -> None:
        """Let one of the choices be made now, or not."""
        self._buttons[choice].setVisible(offered)

    def refuse(self, why: Mapping[str, str]) -> None:
        """Let these choices not be made, each with the reason in its tool tip; all others can be."""
        for choice, button in self._buttons.items():
            button.setEnabled(choice not in why)
            set_tip(button, why.get(choice, ""))

    def set_current(self, choice: str) -> None:
        """Show which choice is in force."""
        if choice in self._buttons:
            self._stop_at(self._buttons[choice])
            self._buttons[choice].setChecked(True)

    def current(self) -> str:
        """Return the choice in force."""
        return next((choice for choice, button in self._buttons.items() if button.isChecked()), "")

    def stop(self) -> QWidget:
        """Return the segment at which Tab stops."""
        return self._buttons.get(self.current(), self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with the arrow keys."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        choices = [
            choice
            for choice, button in self._buttons.items()
            if not button.isHidden() and button.isEnabledTo(self)
        ]
        index = max(0, min(choices.index(self.current()) + step, len(choices) - 1))
        self._buttons[choices[index]].setFocus()
        self._choose(choices[index])

    def _button(self, choice: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setCheckable(True)
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self._choose(choice))
        self._group.addButton(button)
        self._row.addWidget(button)
        return button

    def _stop_at(self, button: QToolButton | None) -> None:
        """Let Tab stop at this button alone, in the place where it stopped before."""
        stops = [each for each in self._buttons.values() if each.focusPolicy() != Qt.FocusPolicy.NoFocus]
        if button is None or stops == [button]:
            return
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for before in stops:
            QWidget.setTabOrder(before, button)
            before.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _choose(self, choice: str) -> None:
        self.set_current(choice)
        self.chosen.emit(choice)
