"""What a statement tells that a rewrite must keep: a name, a number, a date, a link or a negation."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

BLANK = "\0"
"""Stands in the place of letters that an earlier reader has taken for a fact."""


class LossKind(StrEnum):
    """What was lost, changed or made up."""

    ENTRY = "entry"
    NAME = "name"
    NUMBER = "number"
    DATE = "date"
    LINK = "link"
    NEGATION = "negation"


class Number(NamedTuple):
    """A number in the base unit of what it measures; ``dimension`` is empty for a count."""

    value: float
    dimension: str = ""
    plain: float = 0
    digits: str = ""
    """The number as it is written, where its digits are a name: a version, a telephone number."""


class Moment(NamedTuple):
    """A date or a time of day as far as it is told: None for what is left open."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    minute: int | None = None
    """Minutes of the day."""
    half_known: bool = True
    """Whether it is told which half of the day is meant."""
    quarter: int | None = None

    @property
    def sort(self) -> str:
        """Return whether it is a weekday, a time of day, or (in whatever detail) a day."""
        return "time" if self.minute is not None else "weekday" if self.weekday is not None else "day"


class Fact(NamedTuple):
    """Something told from ``start`` to ``end`` of a statement.

    ``values`` are its meanings: a date in figures may have two. A ``soft`` fact answers for another one, but
    nobody misses it.
    """

    kind: LossKind
    words: str
    start: int
    end: int
    values: tuple[Number | Moment | str, ...]
    soft: bool = False
    sure: bool = True
    """Whether it is no word as well: of those, only what took the place of another one is told."""


def blanked(text: str, facts: list[Fact]) -> str:
    """Return a text with the facts' letters blanked, each other letter in its place."""
    for fact in facts:
        text = text[: fact.start] + BLANK * (fact.end - fact.start) + text[fact.end :]
    return text
