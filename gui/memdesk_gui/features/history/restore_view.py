"""A text of the past beside another one: who wrote it, what differs, and what of it is restored."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from memdesk_gui.features.history.version_facts import VersionFacts
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.banner import writer_name
from memdesk_gui.widgets.find_controls import button
from memdesk_gui.widgets.labels import ElidedLabel, chip, role_label, set_tip, set_tone
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.widgets.tab_order import handing_on
from memdesk_gui.widgets.text.diff_view import DiffView, Run
from memdesk_gui.widgets.text.past_text import PastText

NARROW_CHARACTERS = 120
"""A view narrower than this has its head in two rows."""


class RestoreView(QWidget):
    """The head, the difference and the buttons; a subclass says what is compared and lays them out.

    Single changes can be restored while the way ``by_change`` is chosen in the head.
    """

    restore_wanted = Signal()
    """The text, or what of it is shown, shall be in the document again."""
    copy_wanted = Signal()
    """The text shall become a new document."""
    change_wanted = Signal(int)
    """Only this change (counted from 0) shall be restored."""

    def __init__(self, theme: Theme, by_change: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme, self._by_change = theme, by_change
        self.setProperty("surface", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._has_changes = False
        self.text: PastText | None = None
        self._writer = chip("", "", self)
        self._words = ElidedLabel("muted", parent=self)
        self._ways = Segments("", self)
        self._room = QWidget(self)
        self._head = QBoxLayout(QBoxLayout.Direction.TopToBottom)  # until there is room

    def _make_ways(self, name: str, choices: tuple[tuple[str, str], ...], run: Run) -> None:
        """Offer the ways, and make the difference below them: Tab goes through controls as they are made."""
        self._ways.setAccessibleName(name)
        self._ways.set_choices(choices)
        self.diff = DiffView(self._theme, run, self)
        self.problem = role_label("", "muted", self)
        self.problem.setContentsMargins(24, 8, 24, 8)
        self.problem.setWordWrap(True)

    def _make_buttons(self, words: str) -> None:
        """Make the buttons below; called when what is above them is made, which Tab comes to first."""
        self.restore = button(words, self.restore_wanted.emit, self, primary=True)
        self.change = button("", self._want_change, self)
        self.copy = button(self.tr("Restore as new document"), self.copy_wanted.emit, self)
        self.diff.shown.connect(self.show_buttons)
        self.diff.moved.connect(self.show_buttons)

    def keyboard_stop(self) -> QWidget:
        """Return what has the keyboard where a control that had it goes."""
        return self._ways.stop()

    def show_buttons(self) -> None:
        """Offer what can be restored of what is shown."""
        raise NotImplementedError

    def show_writer(self, facts: VersionFacts) -> None:
        """Say whose text this is, and of when."""
        self._writer.setText(writer_name(facts.writer))
        set_tone(self._writer, self._theme.author_tone(facts.writer.origin, facts.writer.name))
        self._words.setText(facts.words)
        set_tip(self._words, facts.tip)

    def explain(self, why: str) -> None:
        """Say why there is nothing to show."""
        self.problem.setText(why)
        self.show_only(self.problem)
        self.set_restorable(False, copy=False)

    def set_restorable(self, whole: bool, *, copy: bool, changes: bool = False) -> None:
        """Offer to restore what is shown: wholly, into a copy, or by single changes."""
        self._has_changes = changes
        with handing_on(self.keyboard_stop):
            self.restore.setEnabled(whole)
            self.copy.setEnabled(copy)
            self.show_buttons()

    def current_change(self) -> int:
        """Return the change that can be restored by itself now; -1 where none can."""
        offered = self._has_changes and self._ways.current() == self._by_change and not self.diff.isHidden()
        return self.diff.current_change() if offered else -1

    def show_only(self, shown: QWidget) -> None:
        """Show the difference, the text itself where the view has one, or why there is neither."""
        self.problem.setVisible(shown is self.problem)
        self.diff.setVisible(shown is self.diff)
        if self.text is not None:
            self.text.setVisible(shown is self.text)
        self._room.setVisible(shown is self.problem)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put who wrote above the choices where there is no room for both side by side."""
        super().resizeEvent(event)
        narrow = self.width() < self.fontMetrics().averageCharWidth() * NARROW_CHARACTERS
        ways = QBoxLayout.Direction
        self._head.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)

    def _column(self, *choices: QWidget) -> QVBoxLayout:
        """Return the column of the view, with the head and the room for a problem in it."""
        self._head.setContentsMargins(24, 8, 24, 8)
        self._head.setSpacing(8)
        self._head.addLayout(row_of(self._writer, self._words), 1)
        self._head.addLayout(row_of(self._ways, None, *choices))
        return in_column(self._head, self.problem, on=self, margins=0, spacing=0)

    def _want_change(self) -> None:
        number = self.current_change()
        if number >= 0:
            self.change_wanted.emit(number)


def row_of(*widgets: QWidget | None) -> QHBoxLayout:
    """Return widgets side by side, and room behind them, or where None stands."""
    return in_row(*widgets if None in widgets else (*widgets, None), spacing=8)
