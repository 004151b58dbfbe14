"""Where one line, key or entry came from: who wrote it, when, through what, and the way to that change."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from memdesk_gui.editors.blame_words import OriginText
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import ElidedLabel, chip, role_label, set_tip, set_tone
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.wrapped_label import WrappedLabel

FACT_LINES = 2
"""Lines that are kept for what is said of a change."""
WRITER_LETTERS = 16
"""Letters of a writer's name beside which a narrow pane has room for when it wrote."""


class BlameCard(QWidget):
    """As large whatever it says, so that nothing beside it moves while the caret does.

    ``states`` are all that can be said of a person's review; these words are never cut.
    """

    wanted = Signal()
    """The person wants to see the change that brought it."""

    def __init__(self, states: tuple[str, ...], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heading = role_label("", "title", self)
        self._place = ElidedLabel("small", parent=self)
        self._card = QFrame(self)
        self._card.setProperty("role", "card")
        self._writer = chip("", "", self._card, most=WRITER_LETTERS)
        self._when = ElidedLabel("small", parent=self._card)
        self._facts = WrappedLabel("small", self._card, least=FACT_LINES, most=FACT_LINES)
        self._state = ElidedLabel("small", parent=self._card, whole=states)
        self.change = QPushButton(self.tr("Show change"), self._card)
        self.change.setProperty("link", True)
        self.change.clicked.connect(self.wanted)
        room = self.change.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self.change.setSizePolicy(room)
        self._lay_out()
        self._told: OriginText | None = OriginText("", "")
        self.show_told(None)

    def show_told(self, told: OriginText | None) -> None:
        """Say this; None: there is no place to speak of."""
        if told == self._told:
            return
        self._told = told
        self.setVisible(told is not None)
        said = told or OriginText("", "")
        labels = (self._heading, self._place, self._writer, self._when, self._facts, self._state)
        words = (said.heading, said.place, said.writer, said.when, said.facts, said.state)
        for label, text in zip(labels, words, strict=True):
            label.setText(text)
        author = said.author
        set_tone(self._writer, self._theme.author_tone(author.origin, author.name) if author else "")
        self._writer.setVisible(bool(said.writer))
        set_tip(self._card, said.tip)
        for label, text in ((self._place, said.place), (self._writer, said.writer)):
            set_tip(label, text)
        self.change.setVisible(said.has_change)
        self.change.setAccessibleName(self.spoken())

    def spoken(self) -> str:
        """Return everything that is said, in reading order."""
        said = (self._heading, self._place, self._writer, self._when, self._facts, self._state)
        return " · ".join(label.text() for label in said if label.text())

    def _lay_out(self) -> None:
        head, first, last = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        for row, left, right in (
            (head, self._heading, self._place),
            (first, self._writer, self._when),
            (last, self._state, self.change),
        ):
            row.setSpacing(8)
            row.addWidget(left)
            row.addWidget(right)
        head.setAlignment(self._place, Qt.AlignmentFlag.AlignRight)
        last.setAlignment(self.change, Qt.AlignmentFlag.AlignRight)
        first.addStretch(1)
        first.addStrut(self._writer.sizeHint().height())
        in_column(first, self._facts, last, on=self._card, margins=(12, 8, 12, 8), spacing=4)
        in_column(head, self._card, on=self, margins=(12, 12, 12, 0), spacing=4)
