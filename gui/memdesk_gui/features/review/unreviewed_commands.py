"""Only what was never reviewed: a row above the documents that tells how many, and leaves the others out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.context import AppContext
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.review.controller import Reviewing
from memdesk_gui.widgets.lists.counted_button import CountedButton

if TYPE_CHECKING:
    from memdesk.review import Inbox
    from memdesk_gui.features.review.controller import Reviewing
    from memdesk_gui.features.shell import Shell


SOON_MS = 300
"""How long after a decision or a change is counted: not at every key while somebody judges."""


class NeverReviewed(QObject):
    """Keeps the counts of the open workspace."""

    changed = Signal()
    """The counts are other ones."""

    def __init__(self, context: AppContext, reviewing: Reviewing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.counts: Mapping[str, int] = MappingProxyType({})
        self._context, self._reviewing = context, reviewing
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._ask)
        reviewing.listed.connect(self._on_listed)

    def _on_listed(self) -> None:
        if self._reviewing.inbox is None:
            self._take({})
        elif not self._soon.isActive():
            self._soon.start()

    def _ask(self) -> None:
        inbox = self._reviewing.inbox
        if inbox is not None:
            self._context.jobs.background(inbox.unreviewed, partial(self._on_counted, inbox), self._on_failed)

    def _on_counted(self, inbox: Inbox, counts: Mapping[str, int]) -> None:
        if inbox is self._reviewing.inbox:
            self._take(counts)

    def _take(self, counts: Mapping[str, int]) -> None:
        if counts != self.counts:
            self.counts = counts
            self.changed.emit()

    def _on_failed(self, error: Exception) -> None:
        """Tell of what is no passing trouble; the next change counts again."""
        self._context.jobs.unexpected(error)


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
