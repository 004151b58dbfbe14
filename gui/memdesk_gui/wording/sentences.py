"""Sentences that are said one after the other, in any script."""

from __future__ import annotations

from collections.abc import Iterable

_WIDE = ("。", "！", "？")
"""Ends of sentences that bring their own room."""


def sentences(parts: Iterable[str]) -> str:
    """Return what is said as one text; what is empty is left out."""
    said = ""
    for part in filter(None, parts):
        gap = "" if not said or said.endswith(_WIDE) else " "
        said += f"{gap}{part}"
    return said
