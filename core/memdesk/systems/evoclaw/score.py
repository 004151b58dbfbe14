"""How much a memory matters, and which tier it belongs to."""

from __future__ import annotations

import math
from typing import NamedTuple

DAY = 86400.0
TIERS = ((0.7, "hot"), (0.3, "warm"), (0.05, "cold"))
FROZEN = "frozen"


class Weights(NamedTuple):
    """In how many days a score fades by e, and by which share of it each recall raises it."""

    fade_days: float = 30.0
    boost: float = 0.1


WEIGHTS = Weights()
"""As the skill has it."""


def score(importance: float, created: float, accesses: int, now: float, weights: Weights = WEIGHTS) -> float:
    """Return importance that fades with age and grows with use; ``created`` and ``now`` in epoch seconds."""
    age = max(0.0, now - created) / DAY
    return importance * math.exp(-age / weights.fade_days) * (1 + weights.boost * accesses)


def tier_of(value: float) -> str:
    """Return the tier of a score: hot, warm, cold or frozen."""
    return next((name for least, name in TIERS if value >= least), FROZEN)
