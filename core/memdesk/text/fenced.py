"""Fenced code in Markdown: what stands in a fence is no heading, no item and no gap, whatever it looks like.

Texts are compared with each of its lines marked: so a fence is one unit, and nothing comes under a comment
in it. Only a fence that is closed counts: one that is not would hold everything that was written after it.
"""

from __future__ import annotations

import re

MARK = "\ufdd0"
"""Begins each line of a fence but its first one. Unicode keeps it for use within a program."""

_OPENS = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})")


def marked(text: str) -> str:
    """Return a text with its fences marked."""
    if "```" not in text and "~~~" not in text:
        return text
    lines = text.split("\n")
    open_ones: set[str] = set()
    at = 0
    while at < len(lines):
        fence = _OPENS.match(lines[at])
        at += 1
        if fence is None or any(fence[1].startswith(one) for one in open_ones):
            continue
        end = _end(lines, at, fence[1])
        if end is None:
            open_ones.add(fence[1])
            continue
        lines[at : end + 1] = [MARK + line for line in lines[at : end + 1]]
        at = end + 1
    return "\n".join(lines)


def unmarked(text: str) -> str:
    """Return a text as it was before its fences were marked."""
    return text.replace(MARK, "")


def _end(lines: list[str], start: int, fence: str) -> int | None:
    """Return the line that closes a fence, from one on; None where none does, nor one of more signs."""
    closes = re.compile(rf"[ \t]*{re.escape(fence)}{re.escape(fence[0])}*[ \t\r\0]*$")
    return next((at for at in range(start, len(lines)) if closes.match(lines[at])), None)
