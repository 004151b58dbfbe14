"""What of a text its rewrite lost, changed or made up, and when that must wait for a person."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memdesk.checks.loss.fact import LossKind

ALARM_SHARE = 0.25
"""The part of the entries that may go before the alarm rings."""

ALARM_LEAST = 2
"""Entries that must go before the alarm rings for their part of all."""


class Outcome(StrEnum):
    """What happened to something that was told."""

    LOST = "lost"
    CHANGED = "changed"
    INVENTED = "invented"


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that a rewrite lost, changed or made up; ``before`` or ``after`` is empty if it is not there.

    Lines count from 1; None where a text does not have it.
    """

    kind: LossKind
    outcome: Outcome
    before: str
    after: str
    line_before: int | None
    line_after: int | None
    pinned: bool = False


class Alarm(StrEnum):
    """Why a rewrite must wait for a person."""

    MANY_ENTRIES = "many_entries_lost"
    PINNED_ENTRY = "pinned_entry_lost"


ALARM_WORDS = {
    Alarm.MANY_ENTRIES: "more than a quarter of the entries would be lost",
    Alarm.PINNED_ENTRY: "a pinned entry would be lost",
}
"""Why a rewrite must wait, in words for agents and the command line."""


@dataclass(frozen=True, slots=True)
class LossReport:
    """What a rewrite did to what a text tells. ``entries`` counts those of the old text, headings apart.

    ``whole`` is false where the texts are too large: then entries were compared word for word alone.
    """

    losses: tuple[Loss, ...] = ()
    total: int = 0
    entries: int = 0
    entries_lost: int = 0
    pinned_lost: int = 0
    whole: bool = True

    @property
    def alarm(self) -> Alarm | None:
        """Return why a person must look at the rewrite, if so."""
        if self.pinned_lost:
            return Alarm.PINNED_ENTRY
        if self.entries_lost >= ALARM_LEAST and self.entries_lost > ALARM_SHARE * self.entries:
            return Alarm.MANY_ENTRIES
        return None

    def __bool__(self) -> bool:
        """Whether anything is to be told."""
        return self.total > 0
