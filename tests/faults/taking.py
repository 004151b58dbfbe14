"""The laws of taking changes back, over generated histories, and what ten agents wrote side by side.

What nothing touched goes as if it had never been written; all taken back in any order gives the first
version; what created a document leaves what came later. Of what ten agents wrote, all can go but what another
change was about.
"""

from __future__ import annotations

from functools import partial

from faults import crew
from faults.report import Outcome, grouped, sized, told
from helpers.chronicles import LAWS, of_genuine_shape

HISTORIES, PART, CHRONICLES = 100_000, 2_000, 20


def run(work, scale):
    """Try every law with so many histories, some at a time in a process of their own."""
    histories, found = sized(HISTORIES, scale, 50), []
    parts = [
        (law, begun, min(begun + PART, histories)) for law in LAWS for begun in range(0, histories, PART)
    ]
    for place, violations in crew.answers(work, [partial(tried, *part) for part in parts]):
        found += violations
        told(f"{parts[place][0].__name__} up to {grouped(parts[place][2])}, {len(found)} violations")
    chronicles = sized(CHRONICLES, scale)
    sums = [0, 0, 0]
    for _, (counts, violations) in crew.answers(work, [partial(counted, seed) for seed in range(chronicles)]):
        found += violations
        sums = [one + other for one, other in zip(sums, counts, strict=True)]
    changes, stands, goes = sums
    figures = {
        "changes of ten agents": grouped(changes),
        "that no later one is about": grouped(stands),
        "can be taken back": grouped(goes),
    }
    return Outcome(f"{len(LAWS)} laws × {grouped(histories)} histories", figures, found)


def tried(law, first, end):
    """Try one law with some histories; return the violations."""
    return [f"{law.__name__} {violation}" for seed in range(first, end) for violation in law(seed)]


def counted(seed):
    """Take back each change of a history of genuine shape, one at a time."""
    *counts, wrong = of_genuine_shape(seed)
    return counts, [f"of genuine shape {each}" for each in wrong]
