"""The text that is checked, with what is known of the document it stands in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from memdesk.model import Budget, Kind


@dataclass(frozen=True, slots=True)
class CheckSubject:
    """A text and its circumstances. ``budget`` is what the system lets it have, where it says."""

    text: str
    today: date
    uri: str = ""
    kind: Kind = Kind.OTHER
    budget: Budget | None = None
