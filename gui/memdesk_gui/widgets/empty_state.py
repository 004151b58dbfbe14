"""What an empty place shows: what belongs there, and the one next action."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import role_label

LONGEST = 72
"""Letters of a line: a longer one is hard to read."""
BESIDE = 16
"""The least room on each side of the words."""


class EmptyState(QWidget):
    """An icon, a line, an explanation and at most one button, in the middle of the place."""

    def __init__(
        self,
        theme: Theme,
        icon_name: str,
        title: str,
        text: str = "",
        *,
        action: QAction | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon_name = theme, icon_name
        self._picture = QLabel(self, alignment=Qt.AlignmentFlag.AlignCenter)
        self._title = role_label(title, "title", self)
        self._text = role_label(text, "muted", self)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(BESIDE, 8, BESIDE, 8)
        column.setSpacing(8)
        column.addStretch(2)
        for label in (self._picture, self._title, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(label is not self._picture)
            column.addWidget(label)
        if action is not None:
            column.addWidget(self._button(action), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        theme.changed.connect(self._draw)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw the picture when it is to be seen: most such places are never empty."""
        self._draw()
        super().showEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the picture out where there is no room for it, and break lines before they are too long."""
        super().resizeEvent(event)
        beside = (self.width() - self.fontMetrics().averageCharWidth() * LONGEST) // 2
        self._column.setContentsMargins(max(BESIDE, beside), 8, max(BESIDE, beside), 8)
        self._picture.setVisible(self.height() >= self.fontMetrics().lineSpacing() * 10)

    def minimumSizeHint(self) -> QSize:
        """Be content with room for the words: what is free beside them in a wide place is not needed."""
        lines, margins = self.fontMetrics().lineSpacing() * 3, self._column.contentsMargins()
        words = super().minimumSizeHint().width() - margins.left() - margins.right()
        return QSize(words + 2 * BESIDE, lines + 16)

    def set_text(self, title: str, text: str = "", *, icon_name: str = "") -> None:
        """Say something else, below another icon where one is named."""
        self._title.setText(title)
        self._text.setText(text)
        if icon_name and icon_name != self._icon_name:
            self._icon_name = icon_name
            self._draw()

    def _button(self, action: QAction) -> QPushButton:
        button = QPushButton(action.text(), self)
        button.setAccessibleName(action.text().replace("&", ""))
        button.clicked.connect(action.trigger)
        return button

    def _draw(self) -> None:
        side = self.fontMetrics().height() * 2
        self._picture.setPixmap(icon(self._icon_name, self._theme, "muted").pixmap(side, side))
