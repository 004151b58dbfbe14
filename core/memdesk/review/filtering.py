"""Which items are asked for by what they say: words in the lines that changed, findings."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from memdesk.checks.covering import mask
from memdesk.errors import MemdeskError
from memdesk.history.history import History
from memdesk.review.items import Filter, ReviewItem
from memdesk.text.diff import line_diff
from memdesk.text.encoding import decode

REMEMBERED = 4_000
"""Changes whose lines are remembered."""
MOST = 1 << 16
"""Characters of the changed lines that are looked through."""


class ItemFilter:
    """Looks into items for what their line of the log does not tell. May be called from any thread."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._lock = Lock()
        self._lines: OrderedDict[str, str] = OrderedDict()

    def takes(self, item: ReviewItem, only: Filter) -> bool:
        """Tell whether an item says all the words that are asked for, and has the finding."""
        if only.finding is not None and all(found.check != only.finding for found in item.findings):
            return False
        words = (only.words or "").casefold().split()
        if not words:
            return True
        said = self._changed(item)
        return all(word in said for word in words)

    def _changed(self, item: ReviewItem) -> str:
        """Return the lines that went and came, secrets covered: nobody finds one by guessing it."""
        with self._lock:
            found = self._lines.get(item.id)
        if found is None:
            found = self._read(item)
            with self._lock:
                self._lines[item.id] = found
                while len(self._lines) > REMEMBERED:
                    self._lines.popitem(last=False)
        return found

    def _read(self, item: ReviewItem) -> str:
        try:
            sides = [
                decode(self._history.content(item.uri, side) or b"") for side in (item.before, item.after)
            ]
        except MemdeskError:
            return ""
        if any(side.reason == "binary" for side in sides):
            return ""
        hunks = line_diff(sides[0].text, sides[1].text)
        lines = "\n".join(line for hunk in hunks for line in (*hunk.old, *hunk.new))
        return mask(lines[:MOST]).casefold()
