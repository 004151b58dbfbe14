"""What a window costs that stays open beside busy agents: nothing is left behind by what has passed."""

from __future__ import annotations

import gc

from helpers.originals import PEGASUS, put

FEW = 10
"""Objects that a change may leave to the collector."""
USER = "memory/facts/user.md"


def change(desk, other, buffer, number):
    """Have another process write, and wait until the window shows it everywhere."""
    text = PEGASUS[USER].replace(b"Lin Wei", b"%d" % number)
    other.commit(USER, text)
    desk.until(lambda: buffer.text().encode() == text and not buffer.dirty)
    desk.until(lambda: bool(desk.activity()) and desk.activity()[0].change.added > 0)
    desk.until(lambda: not desk.context.jobs.is_busy)


def test_a_change_that_was_shown_leaves_no_garbage_to_search_for(run_desk, second_process, tmp_path):
    root = put(tmp_path, PEGASUS)
    desk = run_desk(root)
    buffer, other = desk.open(USER), second_process(root)
    for number in range(5):
        change(desk, other, buffer, number)
    gc.collect()
    for number in range(5, 25):
        change(desk, other, buffer, number)
    assert gc.collect() < 20 * FEW
