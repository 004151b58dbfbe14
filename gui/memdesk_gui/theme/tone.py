"""The colours of words, by their names in the theme."""

from __future__ import annotations

from enum import StrEnum


class Tone(StrEnum):
    """The colour of a word, by its name in the theme."""

    FINE = "fine"
    DANGER = "danger"
    MUTED = "muted"
