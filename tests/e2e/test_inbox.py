"""Ten thousand changes to review: the inbox opens as for a hundred, and judging never stops the window."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt

from helpers.originals import PEGASUS, put
from helpers.stall import StallMeter
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import Operation
from memdesk.store.log.operation import written
from memdesk.workspace import ANY, Workspace

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
USER = "memory/facts/user.md"
LIMIT = 0.05
FEW, MANY, JUDGED = 100, 10_000, 12


def flood(root, count):
    """Log that many changes as if an agent had made them, the last ones being real."""
    with Workspace.open(root) as agent:
        agent.commit(USER, PEGASUS[USER] + b"\n", ANY, AGENT)
    now = revision_of(PEGASUS[USER] + b"\n")
    steps = (
        Operation(f"0{number:011x}-0001", USER, now, now, 1_790_000_000.0 + 100 * number, AGENT, 10)
        for number in range(count)
    )
    log = root / ".memdesk" / "operations.jsonl"
    log.write_bytes(b"".join(written(step).encode() + b"\n" for step in steps) + log.read_bytes())


def opened(run_desk, folder, count):
    root = put(folder, PEGASUS)
    flood(root, count)
    desk = run_desk(root)
    reviewing = desk.window.review_commands.reviewing
    desk.until(lambda: reviewing.total == count + 1)
    desk.settle()
    begin = time.thread_time()
    desk.run("review.open")
    page = desk.window.review_commands._page
    desk.until(lambda: page.model.rowCount() and page._detail is not None)
    taken = time.thread_time() - begin
    desk.settle()
    return desk, page, taken


@pytest.mark.timing
def test_ten_thousand_changes_open_like_a_hundred_and_are_judged_without_a_stop(run_desk, tmp_path):
    desk, page, few = opened(run_desk, tmp_path / "few", FEW)
    desk.end()
    desk, page, many = opened(run_desk, tmp_path / "many", MANY)
    with StallMeter() as meter:
        for key in (Qt.Key.Key_J, Qt.Key.Key_K, *(Qt.Key.Key_A,) * JUDGED):
            desk.qtbot.keyClick(page.list, key)
            desk.settle()
    meter.check(LIMIT)
    assert desk.window.review_commands.reviewing.total == MANY + 1 - JUDGED
    assert many <= 1.5 * few + 0.02
