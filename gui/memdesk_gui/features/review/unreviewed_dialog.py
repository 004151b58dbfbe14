"""The documents in which agents wrote what no person has reviewed yet, to go to one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.chooser import Chooser
from memdesk_gui.features.review.controller import Reviewing
from memdesk_gui.widgets.fuzzy import FinderEntry, candidate
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.review import Inbox


class Unreviewed(Chooser):
    """Finds a document by a part of its path; the one that was written last comes first."""

    def __init__(self, context: AppContext, reviewing: Reviewing, window: QWidget) -> None:
        self._reviewing = reviewing
        self._counts = Counter[str]()
        hint = self.tr("Find a document with unreviewed agent changes")
        super().__init__(self.tr("Unreviewed"), hint, context, window)
        self.chosen.connect(context.bus.activated)
        context.bus.closed.connect(self.hide)

    def candidates(self) -> Callable[[], tuple[FinderEntry, ...]]:
        """Return what asks for everything that waits."""
        inbox, counts = self._reviewing.inbox, Counter[str]()
        self._counts = counts
        return partial(_waiting, inbox, counts)

    def item(self, key: str) -> RowItem:
        """Return a document's row: its name, how many changes wait, its path."""
        count = self.tr("%n changes", "", self._counts[key])
        return RowItem(key, ListRow(printable(key.rpartition("/")[2]), count, printable(key)))


def _waiting(inbox: Inbox | None, counts: Counter[str]) -> tuple[FinderEntry, ...]:
    counts.update(inbox.unreviewed() if inbox is not None else {})
    return tuple(candidate(uri, uri.rpartition("/")[2], uri) for uri in counts)
