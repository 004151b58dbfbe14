"""The small controls of the find bar, the banner and the comparison."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QWidget

from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme


def field(name: str, parent: QWidget) -> QLineEdit:
    """Return a text field that says what it is for."""
    made = QLineEdit(parent)
    made.setPlaceholderText(name)
    made.setAccessibleName(name)
    made.setClearButtonEnabled(True)
    return made


def button(text: str, act: Callable[[], object], parent: QWidget, *, primary: bool = False) -> QPushButton:
    """Return a push button."""
    made = QPushButton(text, parent)
    made.setAccessibleName(text)
    made.setProperty("primary", primary)
    made.clicked.connect(lambda _checked: act())
    return made


def aloof(button: QPushButton) -> QPushButton:
    """Let a click on a button leave the keyboard where it is: there the person goes on, or takes it back.

    Not for a button beside fields, which are entered when the keyboard leaves them.
    """
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def toggle(text: str, name: str, parent: QWidget) -> QToolButton:
    """Return a small button that stays down; its name is its tool tip."""
    made = QToolButton(parent)
    made.setText(text)
    made.setCheckable(True)
    made.setToolTip(name)
    made.setAccessibleName(name)
    return made


class IconButton(QToolButton):
    """A small button with an icon that follows the theme; its name is its tool tip."""

    def __init__(
        self, theme: Theme, icon_name: str, name: str, act: Callable[[], object], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon_name = theme, icon_name
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.clicked.connect(lambda _checked: act())
        theme.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.setIcon(icon(self._icon_name, self._theme))
