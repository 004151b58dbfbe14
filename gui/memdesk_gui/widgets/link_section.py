"""A section of a page: its name, how much there is, lines that lead to each thing, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import hairline, role_label
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.lists.link_row import SIDE, LinkItem, LinkRow


class LinkSection(QWidget):
    """Lines that stay where they are while others come: each is reused for what is in its place now."""

    chosen = Signal(str)
    """The person wants what the line of this key leads to."""
    more_wanted = Signal()
    """The person wants all of it."""

    def __init__(
        self, theme: Theme, name: str, parent: QWidget | None = None, *, marked: bool = False
    ) -> None:
        super().__init__(parent)
        self._theme, self._marked = theme, marked
        self.setAccessibleName(name)
        self.rows: list[LinkRow] = []
        self.note = role_label("", "muted", self)
        self.more = QPushButton(self)
        self.more.setProperty("link", True)
        self.more.setCursor(Qt.CursorShape.PointingHandCursor)
        self.more.clicked.connect(self.more_wanted)
        self.more.hide()
        self._empty = role_label("", "muted", self)
        self._empty.setWordWrap(True)
        self._empty.setContentsMargins(SIDE, 4, SIDE, 4)
        head = in_row(
            role_label(name, "title", self), self.note, None, self.more, margins=(SIDE, 0, 0, 8), spacing=8
        )
        self._lines = QVBoxLayout()
        self._lines.setSpacing(0)
        column = in_column(head, hairline(self), on=self, margins=0, spacing=0)
        column.addSpacing(4)
        column.addWidget(self._empty)
        column.addLayout(self._lines)

    def put_first(self, widget: QWidget) -> None:
        """Put something above the lines."""
        self._lines.insertWidget(0, widget)

    def show_items(self, items: Sequence[LinkItem], empty: str) -> None:
        """Show these lines; without any, say why."""
        while len(self.rows) < len(items):
            self._add_row()
        for row, item in zip(self.rows, items, strict=False):
            row.show_item(item)
            row.setVisible(True)
        for row in self.rows[len(items) :]:
            row.hide()
        self.say("" if items else empty)

    def say(self, words: str) -> None:
        """Say something above the lines, or (empty) nothing."""
        self._empty.setText(words)
        self._empty.setVisible(bool(words))

    def offer(self, words: str) -> None:
        """Offer to show all of it, in these words; empty: no more than is here."""
        self.more.setText(words)
        self.more.setAccessibleName(words)
        self.more.setVisible(bool(words))

    def _add_row(self) -> None:
        row = LinkRow(self._theme, self, marked=self._marked)
        row.clicked.connect(lambda: self.chosen.emit(row.item.key))
        self.rows.append(row)
        self._lines.addWidget(row)
