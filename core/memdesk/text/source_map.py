"""A text made from another by leaving out parts or putting letters in their place, and the way back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from memdesk.text.cooperative import yielding

_JOINED_AT_ONCE = 10_000


class MappedText(NamedTuple):
    """A text, and where its pieces stand in the one that it was made from."""

    text: str
    starts: tuple[int, ...] = ()
    """Where the text goes on behind what was left out, in order."""
    origins: tuple[int, ...] = ()
    """Where the same places are in the other text."""

    def origin(self, place: int) -> int:
        """Return where in the other text a place of this one is."""
        piece = bisect_right(self.starts, place) - 1
        return place if piece < 0 else self.origins[piece] + place - self.starts[piece]


def replaced(text: str, cuts: Iterable[tuple[int, int, str]]) -> MappedText | None:
    """Return a text with something else in the place of its parts (start, end, instead); None without any.

    The parts come in the order in which they begin. Of one that begins within another, only what stands out
    behind that goes.
    """
    joined: list[str] = []
    parts: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    at = length = 0
    for start, end, instead in yielding(cuts):
        if end <= at:
            continue
        kept = text[at:start]
        parts += kept, instead
        length += len(kept) + len(instead)
        starts.append(length)
        origins.append(end)
        at = end
        # One call that joins millions of parts would hold up every other thread.
        if len(parts) >= _JOINED_AT_ONCE:
            joined.append("".join(parts))
            parts.clear()
    if not starts:
        return None
    return MappedText("".join([*joined, *parts, text[at:]]), tuple(starts), tuple(origins))
