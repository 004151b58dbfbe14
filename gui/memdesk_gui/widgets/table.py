"""Tables as this window shows them: rows and hairlines, no grid, no frame."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRegularExpression,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QLineEdit, QTableView, QWidget

ROW_PADDING = 12
"""What a row is higher than its text: 4 above and below inside the cell, 2 around it."""


class PlainTable(QTableView):
    """A table of rows. ``shares`` divide the width among the columns; 0 takes what the content needs."""

    delete_pressed = Signal()
    """The person pressed Delete on a row."""

    def __init__(
        self, name: str, model: QAbstractItemModel, shares: tuple[int, ...], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._shares = shares
        self.setAccessibleName(name)
        self.setModel(model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._prepare_headers()

    def select_row(self, index: QModelIndex) -> None:
        """Make a row the current one and show it."""
        if index.isValid() and index.row() != self.currentIndex().row():
            self.setCurrentIndex(index)
        elif not index.isValid():
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())

    def sizeHint(self) -> QSize:
        """Ask for room for all rows."""
        rows = self.model().rowCount() * self.verticalHeader().defaultSectionSize()
        return QSize(super().sizeHint().width(), self.horizontalHeader().sizeHint().height() + rows + 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Announce Delete; the table itself cannot remove anything."""
        if event.matches(QKeySequence.StandardKey.Delete):
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the width anew."""
        super().resizeEvent(event)
        total = sum(self._shares) or 1
        fixed = sum(self.columnWidth(column) for column, share in enumerate(self._shares) if not share)
        room = max(0, self.viewport().width() - fixed)
        for column, share in enumerate(self._shares):
            if share:
                self.setColumnWidth(column, room * share // total)

    def _prepare_headers(self) -> None:
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + ROW_PADDING)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, share in enumerate(self._shares):
            if not share:
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)


class FilterProxy(QSortFilterProxyModel):
    """Shows the rows in which every typed word occurs, in any column."""

    def __init__(self, source: QAbstractItemModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self.setSourceModel(source)
        self.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def set_words(self, text: str) -> None:
        """Show only what matches."""
        self._words = tuple(text.casefold().split())
        self.setFilterRegularExpression(QRegularExpression())

    def filterAcceptsRow(self, row: int, parent: QModelIndex | QPersistentModelIndex) -> bool:
        """Tell whether a row matches."""
        source = self.sourceModel()
        indexes = (source.index(row, column, parent) for column in range(source.columnCount(parent)))
        text = "\n".join(str(index.data(Qt.ItemDataRole.EditRole)) for index in indexes).casefold()
        return all(word in text for word in self._words)


def filter_field(name: str, proxy: FilterProxy, parent: QWidget) -> QLineEdit:
    """Return a field that filters while one types; its text is cleared with its button."""
    field = QLineEdit(parent, placeholderText=name, clearButtonEnabled=True)
    field.setAccessibleName(name)
    field.setMaximumWidth(field.fontMetrics().averageCharWidth() * 32)
    field.textChanged.connect(proxy.set_words)
    return field
