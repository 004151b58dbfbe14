"""Very many changes to review: the inbox shows the newest, and judges them one by one."""

from __future__ import annotations

from PySide6.QtCore import Qt

from bench.scenes import flood
from helpers.originals import PEGASUS, put
from helpers.sizes import size

MANY, JUDGED = size(10_000, 600), size(12, 4)


def test_very_many_changes_are_judged_one_by_one(run_desk, tmp_path):
    root = put(tmp_path, PEGASUS)
    flood(root, MANY)
    desk = run_desk(root)
    reviewing = desk.window.reviewing
    desk.until(lambda: reviewing.total == MANY + 1)
    desk.settle()
    desk.run("review.open")
    page = desk.window.features["ReviewCommands"]._page
    desk.until(lambda: page.model.rowCount() and page._detail is not None)
    desk.settle()
    for key in (Qt.Key.Key_J, Qt.Key.Key_K, *(Qt.Key.Key_A,) * JUDGED):
        desk.qtbot.keyClick(page.list, key)
        desk.settle()
    assert reviewing.total == MANY + 1 - JUDGED
