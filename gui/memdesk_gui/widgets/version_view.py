"""One version of a document, compared, with what can be done with it."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.model import Actor
from memdesk_gui.theme import Theme
from memdesk_gui.widgets.banner import writer_name
from memdesk_gui.widgets.diff_view import DiffView, Run
from memdesk_gui.widgets.find_controls import IconButton, button
from memdesk_gui.widgets.labels import ElidedLabel, chip, role_label, set_tone
from memdesk_gui.widgets.segments import Segments

CHANGE = "change"
NOW = "now"


class VersionFacts(NamedTuple):
    """What is said about a version above its difference."""

    writer: Actor
    words: str
    tip: str


class VersionView(QWidget):
    """Covers the editor while somebody looks at the past."""

    compared_with = Signal(str)
    """The person wants the difference that the version made (CHANGE) or that to NOW."""
    restore_wanted = Signal()
    """The version shall be the document's content again."""
    copy_wanted = Signal()
    """The version shall become a new document."""
    change_wanted = Signal(int)
    """This change since the version (counted from 0) is to be taken back."""
    left = Signal()
    """The person is done with looking."""

    def __init__(self, theme: Theme, run: Run, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._has_changes = False
        self._writer = chip("", "", self)
        self._words = ElidedLabel("muted", parent=self)
        self.diff = DiffView(theme, run, self)
        self.problem = role_label("", "muted", self)
        self.problem.setContentsMargins(24, 8, 24, 8)
        self.problem.setWordWrap(True)
        self.sides = Segments(self.tr("Compare this version with"), self)
        self.sides.set_choices(((CHANGE, self.tr("What it changed")), (NOW, self.tr("Compared with now"))))
        self.restore = button(self.tr("Restore this version"), self.restore_wanted.emit, self, primary=True)
        self.copy = button(self.tr("Restore as copy"), self.copy_wanted.emit, self)
        self.change = button("", self._want_change, self)
        close = IconButton(theme, "close", self.tr("Back to the document"), self.left.emit, self)
        self._lay_out(close)
        self.sides.chosen.connect(self.compared_with)
        self.diff.shown.connect(self._show_change)
        self.diff.moved.connect(self._show_change)
        self.setFocusProxy(self.diff.unified)

    def show_facts(self, facts: VersionFacts, side: str) -> None:
        """Say which version this is; its texts follow."""
        self._writer.setText(writer_name(facts.writer))
        set_tone(self._writer, facts.writer.origin.value)
        self._words.setText(facts.words)
        self._words.setToolTip(facts.tip)
        self.sides.set_current(side)

    def show_texts(self, old: str, new: str) -> None:
        """Compare two texts, as the chosen side says."""
        if self.sides.current() == NOW:
            titles = self.tr("this version"), self.tr("now")
        else:
            titles = self.tr("before"), self.tr("this version")
        self.problem.hide()
        self.diff.show()
        self.diff.show_texts(old, new, *titles)

    def explain(self, why: str) -> None:
        """Say why there is nothing to compare."""
        self.problem.setText(why)
        self.problem.show()
        self.diff.hide()
        self.set_restorable(False, copy=False)

    def set_restorable(self, whole: bool, *, copy: bool, changes: bool = False) -> None:
        """Offer to restore the version: into its document, into a copy, or by single changes."""
        self._has_changes = changes
        self.restore.setEnabled(whole)
        self.copy.setEnabled(copy)
        self._show_change()

    def current_change(self) -> int:
        """Return the change that can be taken back now; -1 where none can."""
        offered = self._has_changes and self.sides.current() == NOW and not self.diff.isHidden()
        return self.diff.current_change() if offered else -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self, close: QWidget) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head, below = QHBoxLayout(), QHBoxLayout()
        head.setContentsMargins(24, 8, 24, 8)
        head.setSpacing(8)
        for widget in (self._writer, self._words):
            head.addWidget(widget)
        head.addStretch(1)
        head.addWidget(self.sides)
        head.addWidget(close)
        below.setContentsMargins(24, 8, 24, 8)
        below.setSpacing(8)
        for control in (self.restore, self.change, self.copy):
            below.addWidget(control)
        below.addStretch(1)
        column.addLayout(head)
        column.addWidget(self.problem)
        column.addWidget(self.diff, 1)
        column.addLayout(below)

    def _show_change(self) -> None:
        number = self.current_change()
        self.change.setVisible(self.sides.current() == NOW)
        self.change.setEnabled(number >= 0)
        text = self.tr("Restore only change {number} of {count}")
        count = len(self.diff.diff.starts)
        shown = text.format(number=number + 1, count=count) if number >= 0 else self.tr("Restore one change")
        self.change.setText(shown)
        self.change.setAccessibleName(shown)

    def _want_change(self) -> None:
        number = self.current_change()
        if number >= 0:
            self.change_wanted.emit(number)
