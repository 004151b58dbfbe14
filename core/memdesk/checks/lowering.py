"""Lower letters, each in the place of its own: what is found there stands there in the text, too."""

from __future__ import annotations

from memdesk.text.chunked_search import STRETCH, stretches


def lowered(text: str) -> str:
    """Return a text in lower letters, each in its place."""
    if len(text) <= STRETCH:
        return _lowered(text)
    return "".join(_lowered(text[start:stop]) for start, stop in stretches(text))


def _lowered(text: str) -> str:
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(letter if len(letter.lower()) > 1 else letter.lower() for letter in text)
