"""What a person does with the row of a table, list or tree: edits it, or asks what can be done with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu

from memdesk_gui.widgets.lists.table import open_field

EDITING = (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RowKeys(QObject):
    """F2 and Enter edit the current row; a right click or the menu key offers what ``menu`` returns for it.

    The row under the pointer becomes the current one first. Other ``keys`` may be those that edit.
    """

    def __init__(
        self,
        view: QAbstractItemView,
        menu: Callable[[], QMenu],
        edit: Callable[[], object] | None = None,
        keys: tuple[Qt.Key, ...] = EDITING,
    ) -> None:
        super().__init__(view)
        self._view, self._menu, self._edit, self._keys = view, menu, edit, keys
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that edit, before a command of the window has them, and the wish for a menu."""
        if isinstance(event, QContextMenuEvent):
            return self._offer(event)
        if watched is not self._view or self._edit is None or not self._edits(event):
            return False
        if event.type() == QEvent.Type.KeyPress:
            self._edit()
        event.accept()
        return event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)

    def _edits(self, event: QEvent) -> bool:
        """Say whether a key means that the current row is to be edited."""
        if not isinstance(event, QKeyEvent) or event.key() not in self._keys:
            return False
        keypad = Qt.KeyboardModifier.KeypadModifier
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, keypad)
        # Enter that ends an edit comes by here before the cell is closed.
        return plain and open_field(self._view) is None and self._view.currentIndex().isValid()

    def _offer(self, event: QContextMenuEvent) -> bool:
        view, place = self._view, event.globalPos()
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            index = view.indexAt(view.viewport().mapFromGlobal(place))
            if index.isValid() and index.row() != view.currentIndex().row():
                view.setCurrentIndex(index)
        else:
            index = view.currentIndex()
            place = view.viewport().mapToGlobal(view.visualRect(index).bottomLeft() + QPoint(16, 0))
        if index.isValid() and view.currentIndex().isValid():
            menu = self._menu()
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(place)
        return True
