"""Which rows of a long list anybody has looked at: only of those can a view hold what is out of date."""

from __future__ import annotations

from collections.abc import Collection, Sequence

MOST = 500
"""Rows that are remembered; more than any screen shows."""


class AskedRows:
    """The keys of the rows that were asked for lately, and where they were."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}

    def note(self, key: str, row: int) -> None:
        """Remember that somebody asked."""
        self._rows[key] = row

    def rows(self, keys: Collection[str], present: Sequence[str]) -> list[int] | None:
        """Return where those of the keys are now that were asked for; None where that could be anywhere."""
        if len(self._rows) > MOST:
            self._rows.clear()
            return None
        found = (self._row(key, present) for key in self._rows.keys() & keys)
        return [row for row in found if row is not None]

    def _row(self, key: str, present: Sequence[str]) -> int | None:
        row = self._rows[key]
        if row < len(present) and present[row] == key:
            return row
        try:
            return present.index(key)
        except ValueError:
            return None
