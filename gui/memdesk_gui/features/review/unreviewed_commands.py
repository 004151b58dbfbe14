"""Only what was never reviewed: a row above the documents that tells how many, and leaves the others out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.review.unreviewed import NeverReviewed
from memdesk_gui.widgets.lists.counted_button import CountedButton

if TYPE_CHECKING:
    from memdesk_gui.features.review.controller import Reviewing
    from memdesk_gui.features.shell import Shell


class UnreviewedCommands(Feature):
    """Lets the navigator show all documents, or those in which agents wrote what nobody has reviewed."""

    def __init__(self, window: Shell, reviewing: Reviewing) -> None:
        super().__init__(window)
        self._is_on = False
        self.documents = NeverReviewed(window.context, reviewing, self)
        self.documents.changed.connect(self._show)
        action = window.context.commands.action("review.only_unreviewed")
        self.row = CountedButton(window.context.theme, self.tr("Unreviewed"), action, window)
        self.row.setToolTip(self.tr("Show only documents with unreviewed agent changes"))
        self.row.hide()
        window.context.bus.closed.connect(self.leave)

    def leave(self) -> None:
        """Show all documents again."""
        if self._is_on:
            self._turn()

    @command(
        "review.only_unreviewed",
        lambda self: self.tr("Show onl&y unreviewed documents"),
        "Ctrl+Shift+U",
        enabled=lambda self: self._is_on or bool(self.documents.counts),
        checked=lambda self: self._is_on,
        after=(State.WORKSPACE, State.REVIEW),
        menu=(Menu.GO, 4, 8),
    )
    def _turn(self) -> None:
        self._is_on = not self._is_on
        self._show()
        self._window.navigator.list.setFocus()

    def _show(self) -> None:
        counts = self.documents.counts
        self._window.navigator.show_only(frozenset(counts) if self._is_on else None)
        self.row.set_count(len(counts))
        self.row.setVisible(self._is_on or bool(counts))
        self._window.context.commands.push(State.REVIEW)
