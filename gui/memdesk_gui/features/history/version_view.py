"""One version of a document, compared, with what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from memdesk_gui.features.history.version_facts import CHANGE, CONTENT, NOW, OTHER, VersionFacts
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.banner import writer_name
from memdesk_gui.widgets.cover_page import CoverPage
from memdesk_gui.widgets.find_controls import IconButton, button
from memdesk_gui.widgets.labels import ElidedLabel, chip, role_label, set_tip, set_tone
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.widgets.tab_order import handing_on
from memdesk_gui.widgets.text.diff_view import DiffView, Run
from memdesk_gui.widgets.text.past_text import PastText

NARROW_CHARACTERS = 120
"""A view narrower than this has its head in two rows."""


class VersionView(CoverPage):
    """Covers the editor while somebody looks at the past; ``whole`` shows a version's text itself, too."""

    compared_with = Signal(str)
    """The person wants the CONTENT, the difference that the version made (CHANGE), or that to NOW."""
    restore_wanted = Signal()
    """The version shall be the document's content again."""
    copy_wanted = Signal()
    """The version shall become a new document."""
    change_wanted = Signal(int)
    """This change since the version (counted from 0) is to be taken back."""

    def __init__(self, theme: Theme, run: Run, parent: QWidget | None = None, *, whole: bool = False) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_changes = False
        self._writer = chip("", "", self)
        self._words = ElidedLabel("muted", parent=self)
        self.diff = DiffView(theme, run, self)
        self.text = PastText(theme, self.tr("The text as it was"), self) if whole else None
        self.problem = role_label("", "muted", self)
        self.problem.setContentsMargins(24, 8, 24, 8)
        self.problem.setWordWrap(True)
        self.sides = Segments(self.tr("Compare this version with"), self)
        sides = ((CHANGE, self.tr("What it changed")), (NOW, self.tr("Compared with now")))
        content, other = (CONTENT, self.tr("As it was")), (OTHER, self.tr("With another…"))
        self.sides.set_choices((content, *sides) if whole else (*sides, other))
        self.restore = button(self.tr("Restore this version"), self.restore_wanted.emit, self, primary=True)
        self.copy = button(self.tr("Restore as new document"), self.copy_wanted.emit, self)
        self.change = button("", self._want_change, self)
        close = IconButton(theme, "close", self.tr("Back to the document"), self.left.emit, self)
        close.setVisible(not whole)
        self._room = QWidget(self)
        self._head = QBoxLayout(QBoxLayout.Direction.TopToBottom)  # until there is room
        self._lay_out(close)
        self.sides.chosen.connect(self.compared_with)
        self.diff.shown.connect(self._show_change)
        self.diff.moved.connect(self._show_change)
        self.setFocusProxy(self.diff.unified)

    def show_facts(self, facts: VersionFacts, side: str) -> None:
        """Say which version this is; its texts follow."""
        self._writer.setText(writer_name(facts.writer))
        set_tone(self._writer, self._theme.author_tone(facts.writer.origin, facts.writer.name))
        self._words.setText(facts.words)
        set_tip(self._words, facts.tip)
        self._writer.show()
        self.sides.set_current(side)

    def show_no_facts(self, name: str) -> None:
        """Name the document of which no version is shown."""
        self._writer.hide()
        self._words.setText(name)
        self._words.setToolTip("")

    def show_texts(self, old: str, new: str, before: str = "", after: str = "") -> None:
        """Compare two texts, as the chosen side says; what else stands ``before`` or ``after`` is named."""
        if self.sides.current() == NOW:
            after = self.tr("now")
        elif not after:
            before = before or self.tr("before")
        this = self.tr("this version")
        self._show_only(self.diff)
        self.diff.show_texts(old, new, before or this, after or this)

    def show_text(self, uri: str, text: str) -> None:
        """Show the version's text itself."""
        if self.text is not None:
            self._show_only(self.text)
            self.text.show_text(uri, text)

    def explain(self, why: str) -> None:
        """Say why there is nothing to show."""
        self.problem.setText(why)
        self._show_only(self.problem)
        self.set_restorable(False, copy=False)

    def set_restorable(self, whole: bool, *, copy: bool, changes: bool = False) -> None:
        """Offer to restore the version: into its document, into a copy, or by single changes."""
        self._has_changes = changes
        with handing_on(self.sides.stop):
            self.restore.setEnabled(whole)
            self.copy.setEnabled(copy)
            self._show_change()

    def current_change(self) -> int:
        """Return the change that can be taken back now; -1 where none can."""
        offered = self._has_changes and self.sides.current() == NOW and not self.diff.isHidden()
        return self.diff.current_change() if offered else -1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put who wrote above the choices where there is no room for both side by side."""
        super().resizeEvent(event)
        narrow = self.width() < self.fontMetrics().averageCharWidth() * NARROW_CHARACTERS
        ways = QBoxLayout.Direction
        self._head.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)

    def _show_only(self, shown: QWidget) -> None:
        for part in (self.problem, self.diff, self.text):
            if part is not None:
                part.setVisible(part is shown)
        self._room.setVisible(shown is self.problem)

    def _lay_out(self, close: QWidget) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        facts, sides, below = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        self._head.setContentsMargins(24, 8, 24, 8)
        self._head.setSpacing(8)
        for row in (facts, sides):
            row.setSpacing(8)
            self._head.addLayout(row, 1 if row is facts else 0)
        for widget in (self._writer, self._words):
            facts.addWidget(widget)
        facts.addStretch(1)
        sides.addWidget(self.sides)
        sides.addStretch(1)
        sides.addWidget(close)
        below.setContentsMargins(24, 8, 24, 8)
        below.setSpacing(8)
        for control in (self.restore, self.change, self.copy):
            below.addWidget(control)
        below.addStretch(1)
        column.addLayout(self._head)
        column.addWidget(self.problem)
        column.addWidget(self.diff, 1)
        if self.text is not None:
            column.addWidget(self.text, 1)
            self.text.hide()
        column.addWidget(self._room, 1)
        self._room.hide()
        column.addLayout(below)

    def _show_change(self) -> None:
        number = self.current_change()
        with handing_on(self.sides.stop):
            there = self._has_changes or not self.restore.isEnabled()  # else there is nothing to be changed
            self.change.setVisible(self.sides.current() == NOW and there)
            self.change.setEnabled(number >= 0)
        if number >= 0:
            self.diff.point()
        text = self.tr("Restore only change {number} of {count}")
        count = len(self.diff.diff.starts)
        shown = text.format(number=number + 1, count=count) if number >= 0 else self.tr("Restore one change")
        self.change.setText(shown)
        self.change.setAccessibleName(shown)

    def _want_change(self) -> None:
        number = self.current_change()
        if number >= 0:
            self.change_wanted.emit(number)
