"""A document with the marks of a git merge: its sides are merged in the window, and the result is saved."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

NOTE, DATA, LEFT = "memory/facts/user.md", "own.json", "left.md"
TEXT = (
    "# User\r\n\r\n<<<<<<< HEAD\r\nThe tea is green.\r\n||||||| 1a2b3c4\r\nThe tea is cold.\r\n=======\r\n"
    "The tea is black.\r\n>>>>>>> laptop\r\n\r\n- dog\r\n<<<<<<< HEAD\r\n- cat\r\n=======\r\n- bird\r\n"
    ">>>>>>> laptop\r\n"
)
TOLD = "A git merge left its marks here: the text contains both sides, and agents read both."


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory" / "facts").mkdir(parents=True)
    (folder / NOTE).write_bytes(TEXT.encode())
    (folder / DATA).write_text('{\n<<<<<<< a\n  "b": 2\n=======\n  "b": 3, "c": 4\n>>>>>>> b\n}\n')
    (folder / LEFT).write_text("one\n>>>>>>> laptop\n")
    return folder


@pytest.fixture
def desk(run_desk, root):
    return run_desk(root)


def merging(desk, uri):
    buffer = desk.open(uri)
    page = desk.page(buffer)
    desk.until(lambda: page.banner.spoken().startswith(TOLD) and desk.offers("merge.open"))
    desk.run("merge.open")
    desk.until(lambda: page.merging is not None and page.merging.work.session is not None)
    desk.settle()
    return buffer, page


def press(desk, key, modifiers=Qt.KeyboardModifier.NoModifier):
    desk.qtbot.keyClick(QApplication.focusWidget() or desk.window, key, modifiers)
    desk.settle()


def test_the_conflicts_are_decided_by_keys_and_saved_with_undo(desk, root):
    buffer, page = merging(desk, NOTE)
    sources = page.merging.work.session.sources
    assert "cold" in sources.base
    assert "<<<<" not in sources.mine + sources.theirs
    assert [column.accessibleName() for column in page.merging.columns.columns.values()] == [
        "Common version",
        "Mine",
        "Theirs",
    ]
    assert page.merging.conflicts == 2
    press(desk, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    press(desk, Qt.Key.Key_B, Qt.KeyboardModifier.AltModifier)
    desk.until(lambda: page.merging.work.usable)
    press(desk, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    merged = b"# User\r\n\r\nThe tea is green.\r\n\r\n- dog\r\n- bird\r\n- cat\r\n"
    desk.until(lambda: (root / NOTE).read_bytes() == merged)
    desk.until(lambda: page.merging is None and not page.banner.isVisible())
    assert not desk.offers("merge.open")
    buffer.undo()
    desk.save()
    desk.until(lambda: (root / NOTE).read_bytes() == TEXT.encode())
    desk.until(lambda: page.banner.spoken().startswith(TOLD))


def test_json_is_merged_by_key(desk, root):
    _, page = merging(desk, DATA)
    assert page.merging.conflicts == 1
    press(desk, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    desk.until(lambda: page.merging.work.usable)
    use = next(made for made in page.findChildren(QPushButton) if made.text() == "Use and save")
    use.click()
    desk.until(lambda: b"<<<" not in (root / DATA).read_bytes())
    assert json.loads((root / DATA).read_bytes()) == {"b": 2, "c": 4}


def test_a_single_mark_that_was_left_offers_no_merge_and_marks_that_are_typed_away_end_the_offer(desk):
    buffer = desk.open(LEFT)
    desk.until(lambda: [problem.code for problem in buffer.problems] == ["git_mark_left"])
    desk.settle()
    assert not desk.page(buffer).banner.isVisible()
    assert not desk.offers("merge.open")
    page = desk.page(buffer)
    buffer.replace("<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n")
    desk.until(lambda: page.banner.spoken().startswith(TOLD))
    buffer.replace("x\n")
    desk.until(lambda: not page.banner.isVisible())


def test_what_changes_meanwhile_is_merged_as_it_is_now(desk, root):
    _, page = merging(desk, NOTE)
    (root / NOTE).write_bytes(TEXT.replace("- dog", "- fish").encode())
    desk.until(lambda: "- fish" in page.merging.work.session.sources.mine)
    (root / NOTE).write_bytes(b"# User\r\n")
    desk.until(lambda: page.merging is None)
