"""Several rows of the inbox that a person chose, looked at and judged as one."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QItemSelectionModel, QObject, Signal
from PySide6.QtWidgets import QAbstractItemView

from memdesk_gui.features.review.inbox_model import InboxModel, InboxRow, chosen_row
from memdesk_gui.widgets.lists.row_list import RowList

_Flag = QItemSelectionModel.SelectionFlag


class InboxSelection(QObject):
    """Knows which rows are chosen with Shift and Ctrl, and keeps them while rows come and go."""

    changed = Signal()
    """Other rows are chosen."""

    def __init__(self, view: RowList, model: InboxModel) -> None:
        super().__init__(view)
        self.line: InboxRow | None = None
        """What the chosen rows are together; None where fewer than two are."""
        self._view, self._model = view, model
        self._keys: tuple[str, ...] = ()
        self._is_settling = False
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.selectionModel().selectionChanged.connect(self._read)
        model.changing.connect(self._hold)

    def settle(self) -> None:
        """Choose the same rows again, as far as they are still listed."""
        places = [place for key in self._keys if (place := self._model.place(key)).isValid()]
        if len(places) > 1:
            for place in places:
                self._view.selectionModel().select(place, _Flag.Select)
        self._is_settling = False
        self.line = self._chosen()

    def _hold(self) -> None:
        self._keys = tuple(line.key for line in self._rows()) if self.line is not None else ()
        self._is_settling = True

    def _read(self) -> None:
        if self._is_settling:
            return
        was, self.line = self.line, self._chosen()
        if self.line != was:
            self.changed.emit()

    def _chosen(self) -> InboxRow | None:
        rows = [*self._rows()]
        return chosen_row(rows) if len(rows) > 1 else None

    def _rows(self) -> Iterable[InboxRow]:
        """Yield the rows that can be judged together: a write that waits for approval is judged alone."""
        for index in self._view.selectionModel().selectedIndexes():
            line = self._model.item_at(index)
            if line is not None and line.staged is None:
                yield line
