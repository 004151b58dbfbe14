"""One version of a document, compared, with what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from memdesk_gui.features.history.restore_view import RestoreView, row_of
from memdesk_gui.features.history.version_facts import CHANGE, CONTENT, NOW, OTHER, VersionFacts
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.find_controls import IconButton
from memdesk_gui.widgets.tab_order import handing_on
from memdesk_gui.widgets.text.diff_view import Run
from memdesk_gui.widgets.text.past_text import PastText


class VersionView(RestoreView):
    """Covers the editor while somebody looks at the past; ``whole`` shows a version's text itself, too."""

    compared_with = Signal(str)
    """The person wants the CONTENT, the difference that the version made (CHANGE), or that to NOW."""
    left = Signal()
    """The person is done with looking."""

    def __init__(self, theme: Theme, run: Run, parent: QWidget | None = None, *, whole: bool = False) -> None:
        super().__init__(theme, NOW, parent)
        self.sides = self._ways
        sides = ((CHANGE, self.tr("What it changed")), (NOW, self.tr("Compared with now")))
        content, other = (CONTENT, self.tr("As it was")), (OTHER, self.tr("With another…"))
        choices = (content, *sides) if whole else (*sides, other)
        self._make_ways(self.tr("Compare this version with"), choices, run)
        self.text = PastText(theme, self.tr("The text as it was"), self) if whole else None
        self._make_buttons(self.tr("Restore this version"))
        close = IconButton(theme, "close", self.tr("Back to the document"), self.left.emit, self)
        close.setVisible(not whole)
        self._lay_out(close)
        self.sides.chosen.connect(self.compared_with)
        self.setFocusProxy(self.diff.unified)

    def show_facts(self, facts: VersionFacts, side: str) -> None:
        """Say which version this is; its texts follow."""
        self.show_writer(facts)
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
        self.show_only(self.diff)
        self.diff.show_texts(old, new, before or this, after or this)

    def show_text(self, uri: str, text: str) -> None:
        """Show the version's text itself."""
        if self.text is not None:
            self.show_only(self.text)
            self.text.show_text(uri, text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self, close: QWidget) -> None:
        column = self._column(close)
        column.addWidget(self.diff, 1)
        if self.text is not None:
            column.addWidget(self.text, 1)
            self.text.hide()
        column.addWidget(self._room, 1)
        self._room.hide()
        below = row_of(self.restore, self.change, self.copy)
        below.setContentsMargins(24, 8, 24, 8)
        column.addLayout(below)

    def show_buttons(self) -> None:
        """Offer what can be restored of what is shown."""
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
