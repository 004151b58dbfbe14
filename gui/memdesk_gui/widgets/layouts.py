"""Rows, columns, stacks and splits: what stands in one, and how, in one expression."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

Item: TypeAlias = QWidget | QLayout
Part: TypeAlias = Item | tuple[Item, int] | tuple[QWidget, int, Qt.AlignmentFlag] | None
"""A widget or a layout, also with its stretch and its alignment; None stands for the room that is left."""
Margins: TypeAlias = int | tuple[int, int, int, int]
"""The same on every side, or left, top, right, bottom."""
Box = TypeVar("Box", bound=QBoxLayout)


def in_row(
    *parts: Part, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Return a layout with these side by side, the one of a widget (``on``) or a part of another layout.

    Margins and spacing are the style's where none are given.
    """
    return _filled(QHBoxLayout() if on is None else QHBoxLayout(on), parts, margins, spacing)


def in_column(
    *parts: Part, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """Return a layout with these one below the other; else as ``in_row``."""
    return _filled(QVBoxLayout() if on is None else QVBoxLayout(on), parts, margins, spacing)


def in_stack(*pages: QWidget) -> QStackedLayout:
    """Return a layout that shows one of these at a time, the first one for now."""
    stack = QStackedLayout()
    for page in pages:
        stack.addWidget(page)
    return stack


def split(way: Qt.Orientation, parent: QWidget, *parts: tuple[QWidget, int]) -> QSplitter:
    """Return what divides its room between widgets by their stretch; none of them can be folded away."""
    made = QSplitter(way, parent)
    made.setChildrenCollapsible(False)
    for number, (part, stretch) in enumerate(parts):
        made.addWidget(part)
        made.setStretchFactor(number, stretch)
    return made


def _filled(box: Box, parts: tuple[Part, ...], margins: Margins | None, spacing: int | None) -> Box:
    if margins is not None:
        sides = (margins,) * 4 if isinstance(margins, int) else margins
        box.setContentsMargins(*sides)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        match part:
            case None:
                box.addStretch(1)
            case QLayout():
                box.addLayout(part)
            case QWidget():
                box.addWidget(part)
            case (QLayout() as layout, stretch):
                box.addLayout(layout, stretch)
            case (QWidget() as widget, stretch):
                box.addWidget(widget, stretch)
            case (widget, stretch, alignment):
                box.addWidget(widget, stretch, alignment)
    return box
