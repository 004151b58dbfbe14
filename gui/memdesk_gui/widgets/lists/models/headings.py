"""What a table's header says of a column."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

END = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
"""Where numbers stand."""


def heading(orientation: Qt.Orientation, role: int, title: Callable[[], str], *, number: bool) -> object:
    """Return a column's title, right-aligned over numbers; rows have none."""
    if orientation is not Qt.Orientation.Horizontal:
        return None
    if role == Qt.ItemDataRole.TextAlignmentRole:
        return END if number else None
    return title() if role == Qt.ItemDataRole.DisplayRole else None
