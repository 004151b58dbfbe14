"""Fenced code in Markdown: what stands in a fence is no heading, no item and no gap, whatever it looks like.

Texts are compared with each of its lines marked: so a fence is one unit, and nothing comes under a comment
in it. Only a fence that is closed counts: one that is not would hold everything that was written after it.
"""

from __future__ import annotations

import re
from functools import lru_cache

MARK = "\ufdd0"
"""Begins each line of a fence but its first one. Unicode keeps it for use within a program."""

_OPENS = re.compile(r"\n[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`\n]*$)|~{3,})[^\n]*", re.MULTILINE)


def marked(text: str) -> str:
    """Return a text with its fences marked."""
    if "```" not in text and "~~~" not in text:
        return text
    # A newline is found many times as fast as the beginning of a line.
    text = f"\n{text}"
    parts: list[str] = []
    open_ones: set[str] = set()
    at, done = 0, 1
    while fence := _OPENS.search(text, at):
        at = fence.end()
        if open_ones and any(fence[1].startswith(one) for one in open_ones):
            continue
        end = _closing(fence[1]).search(text, at)
        if end is None:
            open_ones.add(fence[1])  # nor is a longer one closed below it
            continue
        parts += (text[done:at], text[at : end.end()].replace("\n", f"\n{MARK}"))
        at = done = end.end()
    return "".join((*parts, text[done:]))


def unmarked(text: str) -> str:
    """Return a text as it was before its fences were marked."""
    return text.replace(MARK, "")


@lru_cache(maxsize=64)
def _closing(fence: str) -> re.Pattern[str]:
    return re.compile(rf"\n[ \t]*{re.escape(fence)}{re.escape(fence[0])}*[ \t\r\0]*$", re.MULTILINE)
