"""Where the keys begin in a list that the focus comes to."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractItemView


def select_current(view: QAbstractItemView) -> None:
    """Select the current row: Qt makes the first one current when the focus comes, and leaves it at that."""
    current = view.currentIndex()
    if current.isValid() and not view.selectionModel().isSelected(current):
        view.setCurrentIndex(current)
