"""Widgets that show text of a document cover the secrets in it; the text itself stays what it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeGuard, runtime_checkable

from PySide6.QtCore import QLocale, QMimeData, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFocusEvent, QHelpEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk_gui.widgets.lists.rows import KEY_ROLE
from memdesk_gui.widgets.text.seen_block import SeenBlock
from memdesk_gui.wording.writers import plain_tip


@runtime_checkable
class Covering(Protocol):
    """Whatever shows text of a document."""

    def set_covers(self, covers: SecretMask) -> None:
        """Cover these secrets from now on, and no others."""
        ...


def is_covering(part: object) -> TypeGuard[Covering]:
    """Say whether a part of the window shows text of a document."""
    # Whether a class does is remembered; an instance is searched anew each time, and a page has hundreds.
    return issubclass(type(part), Covering)


class CoveredEdit(QPlainTextEdit):
    """A text in which a secret is seen only while the caret is in it. Whatever is copied is the text."""

    covers = NO_COVERS
    """What is covered."""

    def set_covers(self, covers: SecretMask) -> None:
        """Cover these secrets from now on, and no others."""
        if covers != self.covers:
            self.covers = covers
            self.viewport().update()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste or drop text with NUL shown as its sign: a file that holds one is no text any more."""
        if "\0" not in source.text():
            super().insertFromMimeData(source)
            return
        plain = QMimeData()
        plain.setText(source.text().replace("\0", "\u2400"))
        super().insertFromMimeData(plain)

    def seen_blocks(self) -> Iterator[SeenBlock]:
        """Yield the blocks on the screen, from the top."""
        block, top = self.firstVisibleBlock(), self.contentOffset().y()
        bottom = self.viewport().height()
        while block.isValid() and top <= bottom:
            height = self.blockBoundingRect(block).height()
            yield SeenBlock(block, top, height)
            top += height
            block = block.next()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then what covers its secrets."""
        super().paintEvent(event)
        if self.covers:
            from memdesk_gui.widgets.text.text_paint import secrets

            secrets(self, self.seen_blocks(), self.covers)


class CoveredLine(QLineEdit):
    """A line that is covered as a whole while it holds a secret and nobody writes in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers = NO_COVERS
        self.textChanged.connect(self._cover)

    def set_covers(self, covers: SecretMask) -> None:
        """Cover these secrets from now on, and no others."""
        self.covers = covers
        self._cover()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show what is written."""
        super().focusInEvent(event)
        self._cover()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Cover it again."""
        super().focusOutEvent(event)
        self._cover()

    def _cover(self) -> None:
        hidden = self.covers.spans(self.text()) and not self.hasFocus()
        mode = QLineEdit.EchoMode.Password if hidden else QLineEdit.EchoMode.Normal
        if self.echoMode() is not mode:
            self.setEchoMode(mode)


class CoveringDelegate(QStyledItemDelegate):
    """Shows what a cell holds, secrets in it covered; an editor in the cell shows them."""

    covers = NO_COVERS
    """What is covered."""
    opened: object = None
    """The key of the row in which a cell was opened last."""
    opened_column = 0
    """The column of that cell."""

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """Open a cell."""
        self.opened, self.opened_column = index.data(KEY_ROLE), index.column()
        return super().createEditor(parent, option, index)

    def displayText(self, value: object, locale: QLocale | QLocale.Language) -> str:
        """Return what a cell shows."""
        return self.covers.shown(super().displayText(value, locale))

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Show in an open cell what it holds, but never over what somebody types there."""
        if not (isinstance(editor, QLineEdit) and editor.isModified()):
            super().setEditorData(editor, index)

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Put a cell's sign behind its words: these begin at the same place in every row."""
        super().initStyleOption(option, index)
        option.decorationPosition = QStyleOptionViewItem.Position.Right
        side = option.fontMetrics.ascent()
        option.decorationSize = QSize(side, side)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a cell, and its words by the style's rule for one line, which Qt keeps all but here."""
        self.initStyleOption(option, index)
        style = option.widget.style() if option.widget else QApplication.style()
        place = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, option.widget)
        text, option.text = option.text, ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        air = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, option.widget) + 1
        place.adjust(air, 0, -air, 0)
        shown = option.fontMetrics.elidedText(text, option.textElideMode, place.width())
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        enabled = bool(option.state & QStyle.StateFlag.State_Enabled)
        ink = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        painter.setFont(option.font)
        style.drawItemText(painter, place, option.displayAlignment.value, option.palette, enabled, shown, ink)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        _option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Say what is to be said of a cell; nothing in it is taken for markup."""
        words = str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
        QToolTip.showText(event.globalPos(), plain_tip(self.covers.shown(words)), view)
        return True


def cover_cells(view: QAbstractItemView, covers: SecretMask) -> None:
    """Cover secrets in the cells of a view."""
    for delegate in view.findChildren(CoveringDelegate):
        delegate.covers = covers
    view.viewport().update()
