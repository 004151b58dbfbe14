"""What the bench's stall meter makes of the kernel's figures."""

from __future__ import annotations

import pytest

from bench.lateness import covered
from bench.stall import Reading


@pytest.mark.parametrize(
    ("later", "late", "blocked"),
    [
        (Reading(10.3, 1.0, 5.3, 7, 9.3), 0.0, 0.3),
        (Reading(10.3, 1.2, 5.1, 7, 9.1), 0.0, 0.1),
        (Reading(10.3, 1.0, 5.1, 7, 9.1), 0.0, 0.1),
        (Reading(10.3, 1.0, 5.1, 8, 9.1), 0.0, 0.3),
        (Reading(10.3, 1.2, 5.1, 8, 9.1), 0.0, 0.1),
        (Reading(10.3, 1.0, 5.0, 8, 9.0), 0.2, 0.1),
        (Reading(10.3, 1.0, 5.0, 8, 9.2), 0.2, 0.2),
        (Reading(10.3, 1.2, 5.0, 8, 9.6), 0.2, 0.1),
    ],
)
def test_what_is_the_machines_is_not_counted_unless_the_process_worked(later, late, blocked):
    assert Reading(10.0, 1.0, 5.0, 7, 9.0).blocked_until(later, late) == pytest.approx(blocked)


@pytest.mark.parametrize(
    ("begin", "end", "total"), [(0.0, 9.0, 4.0), (2.5, 3.5, 1.0), (4.0, 6.0, 0.0), (5.5, 7.5, 0.5)]
)
def test_what_two_processors_were_late_together_counts_once(begin, end, total):
    assert covered([(1.0, 3.0), (2.0, 4.0), (7.0, 8.0)], begin, end) == total
