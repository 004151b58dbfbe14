"""Everything a window says: the texts, tips, placeholders and accessible names of all its widgets."""

from __future__ import annotations

import re

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

from memdesk_gui.widgets.lists.rows import ROW_ROLE

ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
    ROW_ROLE,
)
ROWS = 60
"""Rows looked at on each level of a model."""
OPEN, CLOSE = "⟦", "⟧"
_BRACKETED = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
_MARKUP = re.compile(r"<[^>]*>")
_MNEMONIC = re.compile(r"&(?=\w)")
_HEX = re.compile(r"\b[0-9a-f]{7,}\b")
_WORDS = re.compile(r"[A-Za-z][A-Za-z' ]+[A-Za-z]")


def foreign_words(text: str, known: str) -> list[str]:
    """Return the words outside all brackets that do not stand in ``known`` either."""
    rest, before = text, ""
    while rest != before:
        before, rest = rest, _BRACKETED.sub("·", rest)
    rest = _HEX.sub("", _MARKUP.sub("·", _MNEMONIC.sub("", rest)))
    return [words for words in _WORDS.findall(rest) if words not in known]


def spoken(top: QWidget):
    """Yield where and what of every text of a window and all it contains, shown or not."""
    for widget in (top, *top.findChildren(QWidget)):
        place = f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for text in _texts(widget):
            if text:
                yield place, text


def _texts(widget: QWidget):
    yield from (widget.windowTitle(), widget.toolTip(), widget.statusTip())
    yield from (widget.accessibleName(), widget.accessibleDescription())
    for action in widget.actions():
        yield from (action.text(), action.toolTip())
    for kind, texts in _KINDS.items():
        if isinstance(widget, kind):
            yield from texts(widget)


def _tabs(bar: QTabBar):
    for index in range(bar.count()):
        yield from (bar.tabText(index), bar.tabToolTip(index))


def _menu(menu: QMenu):
    yield menu.title()
    for action in menu.actions():
        yield action.text()


def _headers(header: QHeaderView):
    model = header.model()
    if model is not None:
        for section in range(header.count()):
            for role in ROLES[:2]:
                yield str(model.headerData(section, header.orientation(), role) or "")


def _items(view: QAbstractItemView):
    if not isinstance(view, QHeaderView) and view.model() is not None:
        yield from _below(view.model(), QModelIndex())


def _below(model, parent: QModelIndex):
    for row in range(min(model.rowCount(parent), ROWS)):
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)):
            index = model.index(row, column, parent)
            for role in ROLES:
                yield from _strings(index.data(role))
        yield from _below(model, model.index(row, 0, parent))


def _strings(value: object):
    """Yield the texts of a value: a text itself, or the texts in a row to paint."""
    if isinstance(value, str):
        yield str(value)
    elif isinstance(value, tuple):
        names = getattr(value, "_fields", ("",) * len(value))
        # the name by which an agent has its colour is not shown
        parts = (part for name, part in zip(names, value, strict=True) if name != "author")
        yield from (str(part) for part in parts if type(part) is str)


_KINDS = {
    QLabel: lambda label: (label.text(),),
    QAbstractButton: lambda button: (button.text(),),
    QLineEdit: lambda field: (field.placeholderText(),),
    QComboBox: lambda box: tuple(box.itemText(index) for index in range(box.count())),
    QTabBar: _tabs,
    QMenu: _menu,
    QHeaderView: _headers,
    QAbstractItemView: _items,
}
