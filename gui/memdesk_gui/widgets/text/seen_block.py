"""A line of a text as it is on the screen."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QTextBlock


class SeenBlock(NamedTuple):
    """A block on the screen and where its top left corner is."""

    block: QTextBlock
    top: float
    height: float
