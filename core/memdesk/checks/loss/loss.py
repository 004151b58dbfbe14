"""A single loss: what of a text its rewrite lost, changed or made up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memdesk.checks.loss.fact import LossKind


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
