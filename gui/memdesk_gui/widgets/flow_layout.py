"""A layout whose parts keep their size and fill row after row, as words fill the lines of a text."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem


class FlowLayout(QLayout):
    """Puts each part behind the one before, or into a new row: it needs the width of the widest part only."""

    def __init__(self, *parts: QWidget | QLayout, gap: int = 8) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._taken: QLayoutItem | None = None
        self.setSpacing(gap)
        for part in parts:
            if isinstance(part, QWidget):
                self.addWidget(part)
            else:
                self.addChildLayout(part)
                self.addItem(part)

    def addWidget(self, widget: QWidget) -> None:
        """Take a widget in behind the others.

        Its item is made here: one that Qt makes has the Python object of whatever stood at its address
        before, and is gone for Python as soon as the parent of that is.
        """
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))

    def addItem(self, item: QLayoutItem) -> None:
        """Take a part in behind the others."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many parts there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return the part in a place, None where there is none."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take a part out; it is kept until the next one, for whoever asked may delete it first."""
        self._taken = self._items.pop(index) if 0 <= index < len(self._items) else None
        return self._taken

    def expandingDirections(self) -> Qt.Orientation:
        """Want no more room than the parts need."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that the height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows at this width."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Fill the rows of this rectangle."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        """Ask for one row."""
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() + self.spacing() for size in sizes) - self.spacing() if sizes else 0
        return self._around(QSize(width, max((size.height() for size in sizes), default=0)))

    def minimumSize(self) -> QSize:
        """Be content with the room of the widest part."""
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return self._around(size)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _around(self, size: QSize) -> QSize:
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Go through the rows, each part in the middle of its row; return the height with the margins."""
        margins = self.contentsMargins()
        inner, bottom = rect.marginsRemoved(margins), 0
        for row in self._rows(inner.width()):
            height = max(size.height() for _, size in row)
            at = inner.topLeft() + QPoint(0, bottom)
            for item, size in row if move else ():
                item.setGeometry(QRect(at + QPoint(0, (height - size.height()) // 2), size))
                at += QPoint(size.width() + self.spacing(), 0)
            bottom += height + self.spacing()
        return max(bottom - self.spacing(), 0) + margins.top() + margins.bottom()

    def _rows(self, width: int) -> Iterator[list[tuple[QLayoutItem, QSize]]]:
        """Return what stands in each row of this width, with the size that it gets."""
        row: list[tuple[QLayoutItem, QSize]] = []
        taken = 0
        for item in self._shown():
            room = max(width, item.minimumSize().width())
            size = item.sizeHint().boundedTo(QSize(room, 1 << 20))
            if row and taken + size.width() > width:
                yield row
                row, taken = [], 0
            row.append((item, size))
            taken += size.width() + self.spacing()
        if row:
            yield row
