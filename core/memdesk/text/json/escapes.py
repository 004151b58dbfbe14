r"""JSON that writes its letters as numbers (``\u5bc6``): what it says to whoever reads it."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

_ESCAPE = re.compile(
    r"(?<!\\)(?:\\\\)*(?P<all>\\u(?P<first>[0-9a-fA-F]{4})(?:\\u(?P<second>[dD][c-fC-F][0-9a-fA-F]{2}))?)"
)
_KEPT = frozenset('"\\')


class Read(NamedTuple):
    """A text as it is read, and where its pieces stand in the document."""

    text: str
    starts: tuple[int, ...] = ()
    """Where a letter stands that was a number, and where the text goes on behind it, in order."""
    origins: tuple[int, ...] = ()
    """Where the same places are in the document."""

    def origin(self, place: int) -> int:
        """Return where in the document a place of the text is."""
        piece = bisect_right(self.starts, place) - 1
        return place if piece < 0 else self.origins[piece] + place - self.starts[piece]


def read(text: str) -> Read:
    """Return a text with the letters that its numbers stand for where it is JSON, else as it is."""
    if "\\u" not in text or text.lstrip()[:1] not in ("{", "["):
        return Read(text)
    parts: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    at = length = 0
    for match in _ESCAPE.finditer(text):
        letter, (start, end) = _letter(match), match.span("all")
        if letter:
            parts += [text[at:start], letter]
            length += start - at + 1
            starts += [length - 1, length]
            origins += [start, end]
            at = end
    return Read("".join([*parts, text[at:]]), tuple(starts), tuple(origins))


def _letter(match: re.Match[str]) -> str:
    """Return the letter that numbers stand for; none for half a letter and for what JSON must escape."""
    code = int(match["first"], 16)
    if match["second"] and 0xD800 <= code < 0xDC00:
        return chr(0x10000 + (code - 0xD800) * 0x400 + int(match["second"], 16) - 0xDC00)
    is_letter = not match["second"] and code >= 0x20 and not 0xD800 <= code < 0xE000
    return chr(code) if is_letter and chr(code) not in _KEPT else ""
