"""The small controls of the find bar."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QWidget


def field(name: str, parent: QWidget) -> QLineEdit:
    """Return a text field that says what it is for."""
    made = QLineEdit(parent)
    made.setPlaceholderText(name)
    made.setAccessibleName(name)
    made.setClearButtonEnabled(True)
    return made


def button(text: str, act: Callable[[], object], parent: QWidget) -> QPushButton:
    """Return a push button."""
    made = QPushButton(text, parent)
    made.setAccessibleName(text)
    made.clicked.connect(lambda: act())
    return made


def toggle(text: str, name: str, parent: QWidget, *, checkable: bool = True) -> QToolButton:
    """Return a small button whose name is its tool tip."""
    made = QToolButton(parent)
    made.setText(text)
    made.setCheckable(checkable)
    made.setToolTip(name)
    made.setAccessibleName(name)
    return made
