"""How much a memory matters, and which tier it belongs to."""

from __future__ import annotations

import math

DAY = 86400.0
FADE_DAYS = 30.0
BOOST = 0.1
TIERS = ((0.7, "hot"), (0.3, "warm"), (0.05, "cold"))
FROZEN = "frozen"


def score(importance: float, created: float, accesses: int, now: float) -> float:
    """Return importance that fades with age and grows with use; ``created`` and ``now`` in epoch seconds."""
    age = max(0.0, now - created) / DAY
    return importance * math.exp(-age / FADE_DAYS) * (1 + BOOST * accesses)


def tier_of(value: float) -> str:
    """Return the tier of a score: hot, warm, cold or frozen."""
    return next((name for least, name in TIERS if value >= least), FROZEN)
