r"""JSON that writes its letters as numbers (``\u5bc6``): what it says to whoever reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdesk.text.chunked_search import contains, found
from memdesk.text.source_map import MappedText, replaced

_ESCAPE = re.compile(
    r"(?<!\\)(?:\\\\)*(?P<all>\\u(?P<first>[0-9a-fA-F]{4})(?:\\u(?P<second>[dD][c-fC-F][0-9a-fA-F]{2}))?)"
)
_LONG_RUN = 4_096
"""Backslashes before a number that are looked at with it."""
_KEPT = frozenset('"\\')


def read(text: str) -> MappedText:
    """Return a text with the letters that its numbers stand for where it is JSON, else as it is."""
    if not contains(text, "\\u") or text.lstrip()[:1] not in ("{", "["):
        return MappedText(text)
    return replaced(text, _letters(text)) or MappedText(text)


def _letters(text: str) -> Iterator[tuple[int, int, str]]:
    for match in found(_ESCAPE, text, reach=_LONG_RUN):
        letter = _letter(match)
        if letter:
            yield *match.span("all"), letter


def _letter(match: re.Match[str]) -> str:
    """Return the letter that numbers stand for; none for half a letter and for what JSON must escape."""
    code = int(match["first"], 16)
    if match["second"] and 0xD800 <= code < 0xDC00:
        return chr(0x10000 + (code - 0xD800) * 0x400 + int(match["second"], 16) - 0xDC00)
    is_letter = not match["second"] and code >= 0x20 and not 0xD800 <= code < 0xE000
    return chr(code) if is_letter and chr(code) not in _KEPT else ""
