"""Edits of Pegasus' files, by its tools and by a person alike."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from memdesk.errors import InvalidError
from memdesk.text.markdown_entries import ending

MOST_TOLD = 10
"""Hits of a text that an error lists."""


class UniqueReplacement(NamedTuple):
    """A text that stands in a file exactly once, and what comes in its place."""

    old: str
    new: str


class NotOnceError(InvalidError):
    """A text to be replaced does not stand in the file exactly once; ``place`` is its place in the list."""

    def __init__(self, place: int, message: str) -> None:
        super().__init__(message, reason="not_once")
        self.place = place


def appended(text: str, entry: str) -> str:
    """Return a text with an entry behind it, byte for byte, that begins in a line of its own."""
    if not text or text.endswith("\n") or entry.startswith(("\n", "\r\n")):
        return text + entry
    end = ending(text)
    return text + end * (2 if entry.startswith("#") else 1) + entry


def replaced(text: str, replacements: tuple[UniqueReplacement, ...]) -> str:
    """Return a text with all replacements made one after the other, literally.

    Raises NotOnceError where one of them is not to be found, or in several places; then none is made.
    """
    for place, wanted in enumerate(replacements):
        old, new = _fitting(text, wanted.old), _fitting(text, wanted.new)
        hits = tuple(islice(_hits(text, old), MOST_TOLD + 1)) if old else ()
        if len(hits) != 1:
            raise NotOnceError(place, _why(text, old, hits))
        text = text[: hits[0]] + new + text[hits[0] + len(old) :]
    return text


def _fitting(text: str, part: str) -> str:
    """Return a part with the line ends of the text; those who read a file over a wire know only one sort."""
    if ending(text) == "\n" or "\r" in part or text.count("\n") != text.count("\r\n"):
        return part
    return part.replace("\n", "\r\n")


def _hits(text: str, part: str) -> Iterator[int]:
    """Yield where a part begins, also where it overlaps itself."""
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _why(text: str, old: str, hits: tuple[int, ...]) -> str:
    if not old:
        return "is empty"
    if hits:
        lines = dict.fromkeys(text.count("\n", 0, at) + 1 for at in hits[:MOST_TOLD])
        times = str(len(hits)) if len(hits) <= MOST_TOLD else f"more than {MOST_TOLD}"
        return f"occurs {times} times, in line {', '.join(map(str, lines))}"
    words = old.split()
    near = [number for number, line in enumerate(text.split("\n"), 1) if words and words == line.split()]
    return f"does not occur; line {near[0]} differs only in spaces" if near else "does not occur"
