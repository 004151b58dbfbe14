"""The stretch of a chunk that shows why it was found. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memdesk.text.spellings import places_alike
from memdesk.text.terms import folded, folded_places, patterns_of, without_articles

SNIPPET = 160
"""Letters of a snippet."""

_SIGNS = re.compile(r'[{}\[\]"]+')
_COLON = re.compile(r"\s+:\s+")
_ID = re.compile(
    r"(?:\w+\s*:\s*)?(?:[A-Za-z]{1,12}[-_])?"
    r"(?:(?=\w*\d)[0-9a-f]{8,}(?:-[0-9a-f]{4,12}){0,4}|(?=\w*\d)[0-9A-HJKMNP-TV-Z]{26})",
)
"""What programs name an entry by: hexadecimal, in groups or not, or 26 letters and digits."""

_BEGINNING = 5
"""Letters of a word that are looked for: its ending may be another one."""


def below_heading(text: str) -> str:
    """Return what stands below a heading: it is told beside the snippet."""
    first, _, rest = text.partition("\n")
    return rest if first.startswith("#") and rest.strip() else text


def entry_words(text: str, terms: Sequence[str]) -> str:
    """Return what an entry says, without its ids and the signs of its format, as far as anything is left.

    An id that was looked for stays.
    """
    rows = [_COLON.sub(": ", _SIGNS.sub(" ", row)).strip().rstrip(",").strip() for row in text.split("\n")]
    asked = [term.strip("*").casefold() for term in terms]
    said = [
        row
        for row in rows
        if row and not (_ID.fullmatch(row) and not any(term in row.casefold() for term in asked))
    ]
    return "\n".join(said or rows)


def snippet(text: str, terms: Sequence[str]) -> str:
    """Return the stretch of a text around the first term that stands in it, in one line."""
    line = " ".join(text.split())
    if len(line) <= SNIPPET:
        return line
    same, places = folded_places(line)
    found = [places[match.start()] for each in patterns_of(terms, same) if (match := re.search(each, same))]
    if terms and not found:
        found = [start for start, _ in places_alike(line, terms)]
    found = found or [places[at] for term in terms if (at := _beginning(same, term)) >= 0]
    place = min(found, default=0)
    start = max(0, min(place - SNIPPET // 4, len(line) - SNIPPET))
    start = line.find(" ", start, place) + 1 or start if start else 0
    end = start + SNIPPET
    cut = line.rfind(" ", start + SNIPPET // 2, end) if end < len(line) else len(line)
    said = line[start : cut if cut > 0 else end]
    return f"{'…' if start else ''}{said}{'…' if start + len(said) < len(line) else ''}"


def _beginning(line: str, term: str) -> int:
    """Return where a word begins in a folded line as a term does, or -1; its ending may be another one."""
    return line.find(without_articles(folded(term.rstrip("*")))[:_BEGINNING])
