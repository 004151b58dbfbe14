"""A list of equally high rows that stays where the reader is while rows come and go.

It is a table of one column: a list view asks its model about every row, a table only about those on screen.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QFrame, QHeaderView, QTableView, QWidget

from memdesk_gui.widgets.lists.current_row import select_current
from memdesk_gui.widgets.lists.glow import Glow
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.lists.rows import KEY_ROLE, ROW_ROLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk_gui.widgets.lists.models.keyed_list import KeyedListModel

Place = Callable[[str], QModelIndex]
"""Finds the row of a key; invalid where it is not shown."""


class _Anchor(NamedTuple):
    """What the reader looks at: the current row, and the first row on screen with its distance to the top."""

    current: str
    top: str
    offset: int


class RowList(QTableView):
    """The list view of all panes."""

    fitted = Signal()
    """All rows have another height."""

    def __init__(
        self,
        name: str,
        delegate: RowDelegate,
        glow: Glow | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setProperty("panel", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().hide()
        self._delegate = delegate
        self.setItemDelegate(delegate)
        self._set_row_height()
        self._glow = glow
        self._lit: set[str] = set()
        self._place: Place | None = None
        self._headings: Callable[[], list[int]] | None = None
        self._raised: list[tuple[QPersistentModelIndex, int]] = []
        self._anchor: _Anchor | None = None
        delegate.theme.changed.connect(self._on_theme_changed)
        if glow is not None:
            glow.ticked.connect(self._on_glow)

    def show_model(
        self, model: QAbstractItemModel, place: Place, headings: Callable[[], list[int]] | None = None
    ) -> None:
        """Show a model whose rows have keys; ``place`` finds them again, ``headings`` are higher."""
        self.setModel(model)
        self._place, self._headings = place, headings

    def show_keyed(self, model: KeyedListModel[Any]) -> None:
        """Show a model whose rows come and go: the current one stays what it is, and where it is."""
        self.show_model(model, model.place)
        model.changing.connect(self.hold)
        model.settled.connect(self.settle)

    def setCurrentIndex(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Make a row the only chosen one: Qt would add it where Ctrl of a shortcut is held."""
        flag = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(
            index, flag.ClearAndSelect if index.isValid() else flag.NoUpdate
        )

    def current_key(self) -> str:
        """Return the key of the current row, or an empty text."""
        index = self.currentIndex()
        return str(index.data(KEY_ROLE)) if index.isValid() else ""

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Go to the first and last row with Home and End, which a table takes for columns."""
        rows = self.model().rowCount() if self.model() is not None else 0
        if rows and action == QAbstractItemView.CursorAction.MoveHome:
            return self.model().index(0, 0)
        if rows and action == QAbstractItemView.CursorAction.MoveEnd:
            return self.model().index(rows - 1, 0)
        return super().moveCursor(action, modifiers)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show at which row the keys begin."""
        super().focusInEvent(event)
        select_current(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Paint the current row anew, which loses its bar, and not every row."""
        QAbstractScrollArea.focusOutEvent(self, event)
        self.update(self.currentIndex())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current row on the screen where it was there."""
        place = self.visualRect(self.currentIndex())
        was_seen = place.isValid() and place.top() >= 0 and place.bottom() <= event.oldSize().height()
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit_rows()
        if was_seen:
            self.scrollTo(self.currentIndex())

    def hold(self) -> None:
        """Remember what the reader looks at, before rows come and go."""
        top = self.indexAt(QPoint(1, 1))
        self._anchor = _Anchor(
            self.current_key(),
            str(top.data(KEY_ROLE)) if top.isValid() and self.verticalScrollBar().value() else "",
            self.visualRect(top).top() if top.isValid() else 0,
        )

    def settle(self) -> None:
        """Put the reader back, after rows came and went."""
        self._raise_headings()
        anchor, self._anchor = self._anchor, None
        if anchor is None or self._place is None:
            return
        if anchor.current != self.current_key():
            self.select(anchor.current)
        top = self._place(anchor.top) if anchor.top else QModelIndex()
        if top.isValid():
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.visualRect(top).top() - anchor.offset)

    def select(self, key: str, *, scroll: bool = False) -> None:
        """Make a row the current one; the list moves only when asked to."""
        index = self._place(key) if self._place else QModelIndex()
        with self._standing_still():
            self.setCurrentIndex(index)
        if scroll and index.isValid():
            self.executeDelayedItemsLayout()  # else it scrolls no further than with the rows before
            self.scrollTo(index)

    def visible_rows(self) -> range:
        """Return the rows on screen."""
        first = self.rowAt(0)
        last = self.rowAt(self.viewport().height() - 1)
        rows = self.model().rowCount() if self.model() is not None else 0
        return range(first, (last if last >= 0 else rows - 1) + 1) if first >= 0 else range(0)

    def _on_glow(self) -> None:
        """Paint the lit rows anew, and those that went dark."""
        lit: set[str] = set()
        for row in self.visible_rows() if self._glow is not None else ():
            index = self.model().index(row, 0)
            key = str(index.data(KEY_ROLE))
            if self._glow is not None and self._glow.brightness(key) is not None:
                lit.add(key)
            if key in lit or key in self._lit:
                self.update(index)
        self._lit = lit

    def _raise_headings(self) -> None:
        """Make headings higher, and rows that are none any more (a reset keeps heights) as high as all."""
        if self._headings is None:
            return
        header, rows = self.verticalHeader(), self._headings()
        for index, place in self._raised:
            row = index.row() if index.isValid() else place
            if row < header.count():
                header.resizeSection(row, self._delegate.row_height())
        for row in rows:
            header.resizeSection(row, self._delegate.heading_height())
        self._raised = [(QPersistentModelIndex(self.model().index(row, 0)), row) for row in rows]

    def _on_theme_changed(self) -> None:
        self._set_row_height()
        self._raise_headings()
        self.viewport().update()

    def fit_rows(self) -> None:
        """Have the delegate make room for the rows that are shown, at this width."""
        model, was = self.model(), self._delegate.row_height()
        if model is not None:
            rows = (model.index(row, 0).data(ROW_ROLE) for row in range(model.rowCount()))
            self._delegate.fit(rows, self.viewport().width())
        if self._delegate.row_height() != was:
            self._set_row_height()
            self.fitted.emit()

    def _set_row_height(self) -> None:
        self.verticalHeader().setMinimumSectionSize(self._delegate.row_height())
        self.verticalHeader().setDefaultSectionSize(self._delegate.row_height())

    @contextmanager
    def _standing_still(self) -> Iterator[None]:
        self.setAutoScroll(False)
        try:
            yield
        finally:
            self.setAutoScroll(True)
