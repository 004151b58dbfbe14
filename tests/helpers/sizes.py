"""How much a test does: what shows a fault at once in the suite, all of it in ``make full``."""

from __future__ import annotations

import os

FULL = bool(os.environ.get("FULL_SIZE"))


def size(full, small):
    """Return the size of a campaign: the full one where that was asked for, else a small one."""
    return full if FULL else small
