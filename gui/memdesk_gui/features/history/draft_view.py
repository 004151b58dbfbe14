"""One recovered draft: its text beside the document, and the buttons that restore or discard it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memdesk_gui.features.history.restore_view import RestoreView, row_of
from memdesk_gui.features.history.version_facts import CONTENT, NOW, VersionFacts
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.find_controls import button
from memdesk_gui.widgets.tab_order import handing_on
from memdesk_gui.widgets.text.diff_view import Run
from memdesk_gui.widgets.text.past_text import PastText


class DraftView(RestoreView):
    """Shows what restoring a draft does before the document has its text."""

    discard_wanted = Signal()
    """The draft shall be put aside."""
    return_wanted = Signal()
    """A draft that was put aside shall be listed with the others again."""

    def __init__(self, theme: Theme, run: Run, parent: QWidget | None = None) -> None:
        # No single change: a draft is one unsaved text, which the editor then shows change by change.
        super().__init__(theme, "", parent)
        self.sides = self._ways
        choices = ((NOW, self.tr("Compared with the document")), (CONTENT, self.tr("As it was typed")))
        self._make_ways(self.tr("Show the draft"), choices, run)
        self.sides.set_current(NOW)
        self.text = self._typed = PastText(theme, self.tr("The text of the draft"), self)
        self._make_buttons(self.tr("Restore"))
        self.discard = button(self.tr("Discard"), self.discard_wanted.emit, self)
        self.bring_back = button(self.tr("Undo discard"), self.return_wanted.emit, self)
        self.sides.chosen.connect(self._show_side)
        self._lay_out()

    def show_facts(self, facts: VersionFacts, *, discarded: bool) -> None:
        """Say whose draft this is, and offer to discard it, or to list it again."""
        self.show_writer(facts)
        with handing_on(self.keyboard_stop):
            self.discard.setVisible(not discarded)
            self.bring_back.setVisible(discarded)

    def show_texts(self, uri: str, disk: str, draft: str) -> None:
        """Show a draft beside its document as it is on disk."""
        self._typed.show_text(uri, draft)
        self.diff.show_texts(disk, draft, self.tr("on disk"), self.tr("recovered"))
        self._show_side()

    def show_alone(self, uri: str, draft: str, why: str) -> None:
        """Show a draft whose document cannot be read, and say why not."""
        self._typed.show_text(uri, draft)
        self.diff.show_texts("", draft, "", self.tr("recovered"))
        self._show_side()
        self.problem.setText(why)
        self.problem.show()

    def show_buttons(self) -> None:
        """Offer the draft as a whole only."""
        self.change.hide()

    def _show_side(self) -> None:
        self.show_only(self.diff if self.sides.current() == NOW else self._typed)

    def _lay_out(self) -> None:
        column = self._column()
        column.addWidget(self.diff, 1)
        column.addWidget(self._typed, 1)
        column.addWidget(self._room, 1)
        below = row_of(self.restore, self.change, self.copy, self.discard, self.bring_back)
        below.setContentsMargins(24, 8, 24, 8)
        column.addLayout(below)
        self.show_only(self.diff)
        self.show_buttons()
