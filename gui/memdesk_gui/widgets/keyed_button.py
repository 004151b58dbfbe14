"""A command's button that shows its key, for whoever does not know it by heart yet."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QAction, QFont, QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionButton, QStylePainter, QWidget

from memdesk_gui.widgets.command_button import CommandButton

GAP, FAINTER, SMALLER = 6, 0.72, 0.86


class KeyedButton(CommandButton):
    """The words in the middle, the key behind them; without a key it is a plain button."""

    def __init__(
        self, text: str, action: QAction, key: str, parent: QWidget, *, primary: bool = False
    ) -> None:
        self.key = key
        super().__init__(text, action, parent, primary=primary)

    def set_key(self, key: str) -> None:
        """Show another key."""
        self.key = key
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for room for both."""
        hint = super().sizeHint()
        return QSize(hint.width() + self._key_room(), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Ask for room for both."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the words, then the key, smaller and fainter."""
        painter, option = QStylePainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        whole, room = QRect(self.rect()), self._key_room()
        option.rect = whole.adjusted(0, 0, -room, 0)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonLabel, option)
        if not room:
            return
        text, key = option.fontMetrics.horizontalAdvance(option.text), self.key
        left = (whole.width() - room + text) // 2
        option.rect = QRect(left, whole.top(), room + GAP, whole.height())
        option.text = key
        painter.setFont(self._key_font())
        painter.setOpacity(FAINTER)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonLabel, option)

    def _key_room(self) -> int:
        if not self.key:
            return 0
        return QFontMetrics(self._key_font()).horizontalAdvance(self.key) + GAP

    def _key_font(self) -> QFont:
        font = QFont(self.font())
        if font.pointSizeF() > 0:
            font.setPointSizeF(font.pointSizeF() * SMALLER)
        else:
            font.setPixelSize(round(font.pixelSize() * SMALLER))
        return font
