"""The stretch of a chunk that shows why it was found. Pure."""

from __future__ import annotations

from collections.abc import Sequence

SNIPPET = 160
"""Letters of a snippet."""

_BEGINNING = 5
"""Letters of a word that are looked for: its ending may be another one."""


def below_heading(text: str) -> str:
    """Return what stands below a heading: it is told beside the snippet."""
    first, _, rest = text.partition("\n")
    return rest if first.startswith("#") and rest.strip() else text


def snippet(text: str, terms: Sequence[str]) -> str:
    """Return the stretch of a text around the first term that stands in it, in one line."""
    line = " ".join(text.split())
    if len(line) <= SNIPPET:
        return line
    same = line.casefold()
    places = (same.find(term.rstrip("*")[:_BEGINNING]) for term in terms) if len(same) == len(line) else ()
    place = min((place for place in places if place >= 0), default=0)
    start = max(0, min(place - SNIPPET // 4, len(line) - SNIPPET))
    start = line.find(" ", start, place) + 1 or start if start else 0
    end = start + SNIPPET
    cut = line.rfind(" ", start + SNIPPET // 2, end) if end < len(line) else len(line)
    said = line[start : cut if cut > 0 else end]
    return f"{'…' if start else ''}{said}{'…' if start + len(said) < len(line) else ''}"
