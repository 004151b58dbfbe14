"""A plain list of rows, set as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memdesk_gui.widgets.lists.models.keyed_list import KeyedListModel
from memdesk_gui.widgets.lists.rows import CandidateRow, FoundRow, ListRow


class RowItem(NamedTuple):
    """A row with the key it is known by and its tool tip."""

    key: str
    row: ListRow | FoundRow | CandidateRow
    tip: str = ""


class RowModel(KeyedListModel[RowItem]):
    """Rows that somebody else makes."""

    def set_items(self, items: Sequence[RowItem]) -> None:
        """Show these rows."""
        if list(items) != self.items:
            self.replace(items)

    def headings(self) -> list[int]:
        """Return the rows that are headings."""
        return [row for row, item in enumerate(self.items) if item.row.heading]

    def key_of(self, item: RowItem) -> str:
        """Return what a row is known by."""
        return item.key

    def row_of(self, item: RowItem) -> ListRow | FoundRow | CandidateRow:
        """Return a row as it is painted."""
        return item.row

    def words_of(self, item: RowItem) -> str:
        """Return a row in words."""
        row = item.row
        more = row.source if isinstance(row, FoundRow) else ""
        if isinstance(row, CandidateRow):
            more = ", ".join(filter(None, (row.cost, row.mark)))
        return ", ".join(filter(None, (row.title, row.note, row.detail, more)))

    def tip_of(self, item: RowItem) -> str:
        """Return the tool tip."""
        return item.tip
