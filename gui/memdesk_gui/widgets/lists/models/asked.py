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
        """Return where those of the keys are that were asked for; None where that could be anywhere.

        What is no longer where it was asked for is left out: views paint anew for that alone, and looking for
        it in a long list takes a while.
        """
        if len(self._rows) > MOST:
            self._rows.clear()
            return None
        found = ((key, self._rows[key]) for key in self._rows.keys() & keys)
        return [row for key, row in found if row < len(present) and present[row] == key]
