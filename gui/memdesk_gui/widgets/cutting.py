"""Where a text is cut for which there is no room: at what tells it from others the least."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

NAME = Qt.TextElideMode.ElideMiddle
SENTENCE = Qt.TextElideMode.ElideRight
PATH = Qt.TextElideMode.ElideLeft
"""A name keeps both ends, a sentence its beginning, a path its inner folders."""


CRUMB = " › "
"""What parts the steps of a place that is written for a person."""


def short_path(path: str, fits: Callable[[str], bool], step: str = "/") -> str:
    """Return a path without so many of its outer steps that it fits; at the least its name, whole."""
    if fits(path):
        return path
    parts = path.split(step)
    shorter = (step.join(("…", *parts[first:])) for first in range(1, len(parts)))
    return next(filter(fits, shorter), parts[-1])


def cut_of(text: str) -> Qt.TextElideMode:
    """Return where to cut a text of which only the text is known: what has no gap is a name or a path."""
    if " " in text or not text.isascii():
        return SENTENCE
    return PATH if "/" in text else NAME
