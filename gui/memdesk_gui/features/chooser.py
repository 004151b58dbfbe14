"""A field over a list that narrows while one types: what quick open and command palette have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QMainWindow, QWidget

from memdesk_gui.bridge.jobs import Job
from memdesk_gui.context import AppContext
from memdesk_gui.widgets.fuzzy import FinderEntry, find
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.lists.models.row_model import RowItem, RowModel
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.lists.row_list import RowList
from memdesk_gui.widgets.lists.rows import ListRow

MOST_ROWS = 12
GAP = 8
FIELD = "find_field"
"""The name of the field in the toolbar that such lists hang under."""
_AROUND_ROWS = 3
"""The field, what stands beside it and the room below, as high as so many rows."""
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}


class Chooser(QFrame):
    """Lies over the window's upper part until something is chosen, Escape is pressed or the focus leaves."""

    COLUMNS = 76
    """Letters that a row has room for."""

    chosen = Signal(object)
    """The key of what was chosen."""

    def __init__(
        self, name: str, hint: str, context: AppContext, window: QWidget, *, marked: bool = False
    ) -> None:
        super().__init__(window)
        self.context = context
        self._window = window
        self.setAccessibleName(name)
        self.setProperty("role", "popup")
        self.model = RowModel(self)
        self._marked = marked
        self._delegate = self.make_delegate()
        self.list = RowList(name, self._delegate, parent=self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.show_model(self.model, self.model.place)
        self.field = QLineEdit(self, placeholderText=hint)
        self.field.setAccessibleName(name)
        self._nothing = role_label(self.tr("Nothing matches"), "muted", self)
        self._candidates: tuple[FinderEntry, ...] = ()
        self._recent: list[str] = []
        self._search: Job | None = None
        self._impatient = False
        self._before: QWidget | None = None
        self._lay_out()
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self.search)
        self.list.clicked.connect(self._choose)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)
        self.hide()

    @abstractmethod
    def candidates(self) -> Callable[[], tuple[FinderEntry, ...]]:
        """Return a function that makes what can be found; it is called in the read pool."""

    @abstractmethod
    def item(self, key: str) -> RowItem:
        """Return the row of something that was found."""

    def make_delegate(self) -> RowDelegate:
        """Return the look of the rows."""
        return RowDelegate(self.context.theme, parent=self, marked=self._marked)

    def open(self) -> None:
        """Show the list, empty of any query."""
        self._before = QApplication.focusWidget()
        self.field.clear()
        self._candidates = ()
        self.context.jobs.read(self.candidates(), self._on_candidates)
        self._fit()
        self.show()
        self.raise_()
        self.field.setFocus()

    def search(self) -> None:
        """Look for what the field says; the rows follow."""
        if self._search is not None:
            self._search.cancel()
        look = partial(find, self.field.text(), self._candidates, tuple(self._recent))
        self._search = self.context.jobs.read(look, self._on_found)

    def leave(self) -> None:
        """Go away and give the focus back."""
        self._impatient = False
        self.hide()
        if self._before is not None:
            self._before.setFocus()

    def remember(self, key: str) -> None:
        """Offer this first from now on."""
        self._recent = [key, *(other for other in self._recent if other != key)][:MOST_ROWS]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list, choose or leave while the field keeps the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in _STEPS:
                self._step(_STEPS[key])
            elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose_current()
            elif key == Qt.Key.Key_Escape:
                self.leave()
            else:
                return False
            return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        in_column(self.field, self.list, self._nothing, on=self, margins=8, spacing=4)
        self._nothing.setContentsMargins(12, 4, 12, 4)
        self._nothing.hide()

    def _on_candidates(self, candidates: tuple[FinderEntry, ...]) -> None:
        self._candidates = candidates
        self.search()

    def _on_found(self, keys: Sequence[str]) -> None:
        self._search = None
        self.model.set_items([self.item(key) for key in keys])
        self.list.setCurrentIndex(self.model.index(self._beyond_headings(0, 1)))
        self._fit()
        self.list.scrollToTop()  # a heading above the first row that can be chosen is to be seen
        if self._impatient:
            self._choose_current()

    def _fit(self) -> None:
        """Be as high as the rows, in the middle of the window's upper part."""
        rows = len(self.model.items)
        self._nothing.setVisible(not rows and bool(self.field.text()))
        self.list.setVisible(rows > 0)
        window, height = self._window, self._delegate.row_height()
        most = max(1, (window.height() - self._top() - _AROUND_ROWS * height) // height)
        self.list.setFixedHeight(min(rows, MOST_ROWS, most) * height)
        width = min(window.width() - 4 * GAP, self.fontMetrics().averageCharWidth() * self.COLUMNS)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move(self._left(width), self._top())

    def _left(self, width: int) -> int:
        """Return where a list of this width is below the field in the toolbar, or else in the middle."""
        window, field = self._window, self._window.findChild(QWidget, FIELD)
        if field is None or not field.isVisible():
            return (window.width() - width) // 2
        middle = field.mapTo(window, field.rect().center()).x()
        return max(2 * GAP, min(middle - width // 2, window.width() - width - 2 * GAP))

    def _top(self) -> int:
        """Return where the window's content begins."""
        window = self._window
        content = window.centralWidget() if isinstance(window, QMainWindow) else None
        return content.y() + GAP if content is not None else GAP

    def _step(self, rows: int) -> None:
        last = len(self.model.items) - 1
        row = self.list.currentIndex().row() + rows
        if abs(rows) == 1 and last >= 0:
            row %= last + 1
        row = self._beyond_headings(max(0, min(row, last)), 1 if rows > 0 else -1)
        index = self.model.index(row)
        self.list.setCurrentIndex(index)
        if row == 1 and self._is_heading(0):
            self.list.scrollToTop()

    def _beyond_headings(self, row: int, step: int) -> int:
        """Return this row, or the nearest one that can be chosen in the direction of a step."""
        rows = len(self.model.items)
        for _ in range(rows):
            if not self._is_heading(row):
                break
            row = (row + step) % rows
        return row

    def _is_heading(self, row: int) -> bool:
        found = self.model.items[row].row if row < len(self.model.items) else None
        return isinstance(found, ListRow) and found.heading

    def _choose_current(self) -> None:
        """Choose the current row, or the best one as soon as the search is done."""
        if self._search is not None or not self._candidates:
            self._impatient = True
        else:
            self._choose(self.list.currentIndex())

    def _choose(self, index: QModelIndex) -> None:
        self._impatient = False
        if index.isValid() and not self._is_heading(index.row()):
            key = self.model.items[index.row()].key
            self.leave()
            self.remember(key)
            self.chosen.emit(key)

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self.isVisible() and new is not None and not self.isAncestorOf(new):
            self._before = None
            self.leave()
