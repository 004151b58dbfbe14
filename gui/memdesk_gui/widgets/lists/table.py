"""Tables as this window shows them: rows and hairlines, no grid, no frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRegularExpression,
    QSize,
    QSortFilterProxyModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QIcon,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QStyleOptionHeader,
    QTableView,
    QWidget,
)

from memdesk.checks.covers import SecretMask
from memdesk_gui.widgets.lists.row_bars import RowBars
from memdesk_gui.widgets.lists.rows import KEY_ROLE
from memdesk_gui.widgets.text.covering import CoveringDelegate, cover_cells

CELL = 11
"""The room between a column's edge and its text."""
ARROW = 6
"""The width of the sort arrow; it fits into that room."""
SHARED_CHARACTERS = 42
"""What the columns that share the rest of the width need together."""
MOST_OF_SHARE = 0.6
ROW_PADDING = 12
"""What a row is higher than its text: 4 above and below inside the cell, 2 around it."""

MEASURED_ROWS = 40
"""Rows that tell a column how wide it is, those on the screen first: Qt asks them again and again."""


class Header(QHeaderView):
    """Names the columns; the sort arrow stands in the room beside the name and never on it."""

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        """Keep the style from painting an arrow of its own."""
        super().initStyleOptionForIndex(option, section)
        option.sortIndicator = QStyleOptionHeader.SortIndicator.None_

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint the name, then the arrow."""
        painter.save()
        super().paintSection(painter, rect, section)
        painter.restore()
        if self.isSortIndicatorShown() and section == self.sortIndicatorSection():
            self._paint_arrow(painter, rect, self._arrow_left(rect, section))

    def _arrow_left(self, rect: QRect, section: int) -> int:
        """Return where the arrow begins: behind the name, which for numbers ends at the right edge."""
        model, across = self.model(), Qt.Orientation.Horizontal
        side = model.headerData(section, across, Qt.ItemDataRole.TextAlignmentRole)
        last = rect.right() - ARROW
        if Qt.AlignmentFlag(side or 0) & Qt.AlignmentFlag.AlignRight:
            return last
        name = str(model.headerData(section, across))
        return min(last, rect.left() + CELL + 4 + round(self.fontMetrics().horizontalAdvance(name) * 1.05))

    def _paint_arrow(self, painter: QPainter, rect: QRect, left: int) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().placeholderText().color(), 1.5))
        slope = ARROW / 2 if self.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder else -ARROW / 2
        tip = QPointF(left + ARROW / 2, rect.center().y() + slope / 2)
        for side in (-ARROW / 2, ARROW / 2):
            painter.drawLine(tip, tip + QPointF(side, -slope))
        painter.restore()


def divided(room: int, shares: Mapping[int, int], needs: Mapping[int, int]) -> dict[int, int]:
    """Return how wide each column is that has a share of the room; all of the room is given away.

    Who needs no more than their share get that, or half as much again where that makes them whole and leaves
    the others most of theirs. What is left, those have who need more still, or all.
    """
    widths: dict[int, int] = {}
    left, rest = room, dict(shares)
    while rest:
        total = sum(rest.values())
        content = _content(left, rest, needs, 1.5)
        others = sum(share for column, share in rest.items() if column not in content)
        if left - sum(needs[column] for column in content) < MOST_OF_SHARE * left * others / total:
            content = _content(left, rest, needs, 1.0)
        if not content or len(content) == len(rest):
            free = left - sum(needs[column] for column in content)
            for column, share in rest.items():
                widths[column] = free * share // total + (needs[column] if content else 0)
            break
        for column in content:
            widths[column] = needs[column]
            left -= needs[column]
            del rest[column]
    return widths


def _content(left: int, rest: Mapping[int, int], needs: Mapping[int, int], factor: float) -> list[int]:
    """Return the columns that need no more than so much of their share; not all where that is too much."""
    total = sum(rest.values())
    found = [column for column, share in rest.items() if needs[column] <= factor * left * share / total]
    return found if sum(needs[column] for column in found) <= left else []


class OpenCell(NamedTuple):
    """A cell in which somebody types."""

    column: int
    text: str


class PlainTable(QTableView):
    """A table of rows. ``shares`` divide the width among the columns; 0 takes what the content needs."""

    delete_pressed = Signal()
    """The person pressed Delete on a row."""
    bars: RowBars | None = None
    """Who wrote each row, once that is told."""

    def __init__(
        self, name: str, model: QAbstractItemModel, shares: tuple[int, ...], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._shares = shares
        self._needs: dict[int, int] = {}
        self._dividing = QTimer(self, singleShot=True, interval=0)
        self._dividing.timeout.connect(self._divide)
        self._filter: FilterField | None = None
        self._main: int | None = None
        self._lesser: tuple[int, ...] = ()
        self._empty: tuple[int, ...] = ()
        header = Header(Qt.Orientation.Horizontal, self)
        header.setSectionsClickable(True)
        self.setHorizontalHeader(header)
        self.setAccessibleName(name)
        self.setModel(model)
        model.modelReset.connect(self._on_reset)
        model.rowsInserted.connect(self._dividing.start)
        self._delegate = CoveringDelegate(self)
        self.setItemDelegate(self._delegate)
        if isinstance(model, FilterProxy):
            model.spare(self._open_key)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._prepare_headers()

    def set_covers(self, covers: SecretMask) -> None:
        """Cover these secrets in the cells, and no others."""
        cover_cells(self, covers)

    def set_main(self, column: int) -> None:
        """Have this column's cell be the current one of each row that is chosen, outlined; arrows go on."""
        self._main = column

    def set_lesser(self, columns: tuple[int, ...], empty: tuple[int, ...] = ()) -> None:
        """Leave out columns, the first one first, where there is no room for all, and empty ones always."""
        self._lesser, self._empty = columns, empty
        self._divide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, who wrote them in the room before their text, and which cell is the current one."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        if self._main is not None:
            self._paint_current(painter)
        if self._filter is not None and self._filter.text().strip() and not self.model().rowCount():
            self._say_nothing_matches(painter, self._filter.text().strip())
        if self.bars is None:
            return
        last = self.rowAt(self.viewport().height() - 1)
        rows = self.model().rowCount()
        for row in range(max(0, self.rowAt(0)), last + 1 if last >= 0 else rows):
            place = QRect(0, self.rowViewportPosition(row), self.viewport().width(), self.rowHeight(row))
            self.bars.paint(painter, self.model().index(row, 0), place)

    def _paint_current(self, painter: QPainter) -> None:
        """Outline the cell that F2 edits."""
        index = self.currentIndex()
        if index.isValid():
            colors = QPalette.ColorRole
            role = colors.Accent if self.hasFocus() else colors.PlaceholderText
            painter.setPen(QPen(self.palette().color(role), 1))
            painter.drawRect(self.visualRect(index).adjusted(1, 1, -2, -2))

    def _say_nothing_matches(self, painter: QPainter, words: str) -> None:
        """Say why there is no row to be seen."""
        said = self.tr("Nothing matches “{words}”. Escape in the filter shows all again.")
        painter.setPen(self.palette().placeholderText().color())
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self.viewport().rect().adjusted(CELL, 0, -CELL, 0), flags, said.format(words=words))

    def viewportEvent(self, event: QEvent) -> bool:
        """Say who wrote a row where the pointer rests on its bar."""
        return (self.bars is not None and self.bars.tell(event, self)) or super().viewportEvent(event)

    def show_whole(self) -> None:
        """Be as high as the rows; the page around is what scrolls."""
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def open_cell(self) -> OpenCell | None:
        """Return the cell that is open, as soon as something was typed in it."""
        found = open_field(self)
        if found is None or not found.isModified():
            return None
        return OpenCell(self._delegate.opened_column, found.text())

    def _open_key(self) -> object:
        """Return the key of the row in which a cell is open: it stays in sight, whatever the filter says."""
        return self._delegate.opened if open_field(self) is not None else None

    def select_row(self, index: QModelIndex) -> None:
        """Make a row the current one and show it."""
        if index.isValid() and index.row() != self.currentIndex().row():
            self.setCurrentIndex(index if self._main is None else index.siblingAtColumn(self._main))
        elif not index.isValid():
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())

    def sizeHint(self) -> QSize:
        """Ask for room for all rows."""
        rows = self.model().rowCount() * self.verticalHeader().defaultSectionSize()
        return QSize(super().sizeHint().width(), self.horizontalHeader().sizeHint().height() + rows + 2)

    def filter_by(self, field: FilterField) -> None:
        """Let what is typed on a row go into a filter's field, and come back from there to the rows."""
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self._filter = field
        field.left.connect(self._take_back)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Announce Delete; the table itself cannot remove anything. Letters go into the filter."""
        if event.matches(QKeySequence.StandardKey.Delete):
            self.delete_pressed.emit()
        elif self._filter is not None and _is_typed(event):
            self._filter.begin(event.text())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a row wherever it is pressed: its main cell is what F2 edits then."""
        super().mousePressEvent(event)
        index, main = self.currentIndex(), self._main
        if main is not None and index.isValid() and index.column() != main:
            keep = QItemSelectionModel.SelectionFlag.NoUpdate
            self.selectionModel().setCurrentIndex(index.siblingAtColumn(main), keep)

    def _take_back(self) -> None:
        """Take the keyboard back from the filter; the first row that is left is chosen where none is."""
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.model().index(0, self._main or 0))
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the width anew."""
        super().resizeEvent(event)
        self._divide()

    def _divide(self) -> None:
        """Divide the width by the shares; what a column does not need, the others have."""
        self._leave_out()
        shares = {
            column: share
            for column, share in enumerate(self._shares)
            if share and not self.isColumnHidden(column)
        }
        for column in shares:
            # Kept for the rows that were seen: else columns would jump with each row that is scrolled to.
            need = max(self.horizontalHeader().sectionSizeHint(column), self.sizeHintForColumn(column))
            self._needs[column] = max(need, self._needs.get(column, 0))
        room = max(0, self.viewport().width() - self._fixed_width())
        widths = divided(room, shares, self._needs)
        for column, width in self._with_headers(widths).items():
            self.setColumnWidth(column, width)

    def _with_headers(self, widths: dict[int, int]) -> dict[int, int]:
        """Make columns as wide as their headers, out of the widest, which can spare it."""
        widest = max(widths, key=lambda column: widths[column], default=-1)
        for column, width in tuple(widths.items()):
            missing = self.horizontalHeader().sectionSizeHint(column) - width
            if column != widest and missing > 0 and widths[widest] > 3 * missing:
                widths[column] += missing
                widths[widest] -= missing
        return widths

    def _on_reset(self) -> None:
        self._needs.clear()
        self._dividing.start()

    def _fixed_width(self) -> int:
        return sum(self.columnWidth(column) for column, share in enumerate(self._shares) if not share)

    def _leave_out(self) -> None:
        """Hide lesser columns until those that share the rest have room for some words."""
        if not self._lesser:
            return
        for column in self._lesser:
            self.setColumnHidden(column, column in self._empty)
        wanted = self.fontMetrics().averageCharWidth() * SHARED_CHARACTERS
        for column in self._lesser:
            if self.viewport().width() - self._fixed_width() < wanted:
                self.setColumnHidden(column, True)

    def _prepare_headers(self) -> None:
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + ROW_PADDING)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setResizeContentsPrecision(MEASURED_ROWS)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, share in enumerate(self._shares):
            if not share:
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)


class FilterProxy(QSortFilterProxyModel):
    """Shows the rows in which every typed word occurs, in any column."""

    def __init__(self, source: QAbstractItemModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self._spared: Callable[[], object] = lambda: None
        self._locked: Callable[[QModelIndex | QPersistentModelIndex], str] = lambda _index: ""
        self._lock = QIcon()
        self.setSourceModel(source)
        self.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    @property
    def hidden(self) -> int:
        """How many rows do not match what is typed in the filter."""
        return self.sourceModel().rowCount() - self.rowCount() if self._words else 0

    def set_words(self, text: str) -> None:
        """Show only what matches."""
        self._words = tuple(text.casefold().split())
        self.setFilterRegularExpression(QRegularExpression())

    def mark_locked(self, said: Callable[[QModelIndex | QPersistentModelIndex], str], sign: QIcon) -> None:
        """Put a sign into the first cell of the rows of which something is said, and say it in their tip."""
        self._locked, self._lock = said, sign

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return what a cell says; of a locked row also that it is."""
        roles = Qt.ItemDataRole
        is_sign = role == roles.DecorationRole and index.column() == 0
        if is_sign or role in (roles.ToolTipRole, roles.AccessibleDescriptionRole):
            said = self._locked(self.index(index.row(), 0, index.parent()))
            if said:
                known = "" if is_sign else str(super().data(index, role) or "")
                return self._lock if is_sign else "\n".join(filter(None, (known, said)))
        return super().data(index, role)

    def spare(self, key: Callable[[], object]) -> None:
        """Show the row of this key, too, as long as there is such a key."""
        self._spared = key

    def filterAcceptsRow(self, row: int, parent: QModelIndex | QPersistentModelIndex) -> bool:
        """Tell whether a row matches."""
        source = self.sourceModel()
        indexes = (source.index(row, column, parent) for column in range(source.columnCount(parent)))
        text = "\n".join(str(index.data(Qt.ItemDataRole.EditRole)) for index in indexes).casefold()
        if all(word in text for word in self._words):
            return True
        spared = self._spared()
        return spared is not None and self.sourceModel().index(row, 0, parent).data(KEY_ROLE) == spared


class FilterField(QLineEdit):
    """Filters while one types. Escape clears it; Escape, Down and Return go to the rows."""

    left = Signal()
    """The person goes to the rows."""

    def __init__(self, name: str, proxy: FilterProxy, parent: QWidget) -> None:
        super().__init__(parent, placeholderText=name, clearButtonEnabled=True)
        self.setAccessibleName(name)
        self.setMaximumWidth(self.fontMetrics().averageCharWidth() * 32)
        self.textChanged.connect(proxy.set_words)

    def begin(self, text: str) -> None:
        """Go on with what was typed elsewhere."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.end(False)
        self.insert(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the rows with the keys that mean that."""
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)


def open_field(view: QAbstractItemView) -> QLineEdit | None:
    """Return the field that is open in a cell. Qt's own state forgets it when rows come or go."""
    fields = view.viewport().findChildren(QLineEdit)
    return next((field for field in fields if field.isVisible()), None)


def filter_field(name: str, proxy: FilterProxy, parent: QWidget) -> FilterField:
    """Return a field that filters while one types; its text is cleared with its button."""
    return FilterField(name, proxy, parent)


def _is_typed(event: QKeyEvent) -> bool:
    """Say whether a key is a letter or another sign, not a space, which selects."""
    command = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    return event.text().isprintable() and bool(event.text().strip()) and not event.modifiers() & command
