"""The documents in which agents wrote what no person has reviewed, counted in the background."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk_gui.context import AppContext
from memdesk_gui.features.review.controller import Reviewing

if TYPE_CHECKING:
    from memdesk.review import Inbox

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
