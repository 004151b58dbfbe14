"""Entries in the window: moved by keys, into another month and by week, with a preview and an undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from memdesk.model import Kind
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.features.jobs.dialog import MemoryJobsDialog

MAY = (
    "# May\n\n> Summary: a\n\n## Kiln\n- Date: 2026-05-03\n\n## Glaze\n- Date: 2026-05-12\n## Glaze\n"
    "- Date: 2026-05-13\n"
)
URI = "second/memory/episodes/2026-05.md"


@pytest.fixture
def desk(run_desk, tmp_path):
    """The window on two memories of the same system; a month of the second is shown by entry."""
    root = tmp_path / "workspace"
    for name in ("first", "second"):
        folder = root / name / "memory" / "episodes"
        folder.mkdir(parents=True)
        (folder / "2026-05.md").write_text(MAY)
        (folder / "2026-02.md").write_text("# Feb\n")
    running = run_desk(root)
    running.open(URI)
    running.context.commands.run("view.entries")
    running.until(lambda: running.editor.page.model.rowCount() == 3)
    running.settle()
    return running


def state(desk, command_id):
    desk.context.commands.refresh()
    return desk.context.commands.action(command_id)


def dialog_of(desk):
    dialogs = [one for one in QApplication.topLevelWidgets() if isinstance(one, MemoryJobsDialog)]
    desk.until(dialogs[-1].do.isEnabled)
    return dialogs[-1]


def test_entries_are_moved_by_keys_and_by_commands(desk):
    page, buffer = desk.editor.page, desk.documents.current
    assert desk.editor.mode() is EditorMode.ENTRIES
    assert state(desk, "view.entries").shortcut().toString() == "Ctrl+4"
    assert state(desk, "entry.down").isEnabled()
    desk.window.activateWindow()
    page.table.setFocus()
    desk.until(page.table.hasFocus)
    desk.qtbot.keyClick(page.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert buffer.text().index("## Glaze") < buffer.text().index("## Kiln")
    desk.until(lambda: page.table.currentIndex().row() == 1)
    desk.qtbot.keyClick(page.table, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert buffer.text() == MAY
    desk.until(lambda: page.table.currentIndex().row() == 0)
    move = state(desk, "entry.move")
    assert (move.isEnabled(), move.toolTip()) == (True, "Move entry to another month")
    desk.context.commands.run("entry.down")
    move = state(desk, "entry.move")
    assert (move.isEnabled(), move.toolTip()) == (False, "Save the document first.")
    assert page.month_button.toolTip() == "Save the document first."
    desk.context.commands.run("view.write")
    assert not state(desk, "entry.down").isEnabled()


def test_an_entry_goes_into_another_month_with_a_preview_and_an_undo(desk, tmp_path):
    page, folder = desk.editor.page, tmp_path / "workspace/second/memory/episodes"
    page.table.setCurrentIndex(page.proxy.index(2, 0))
    page.month_button.months.aboutToShow.emit()
    offered = page.month_button.months.actions()
    assert [action.text() for action in offered] == ["2026-06", "2026-02"]
    offered[1].trigger()
    dialog = dialog_of(desk)
    assert dialog.form.values() == {
        "path": "episodes/2026-05.md",
        "heading": "Glaze",
        "to": "episodes/2026-02.md",
        "line": "10",
    }
    assert {one.uri for one in dialog.outlook.touched} == {URI, "second/memory/episodes/2026-02.md"}
    assert (folder / "2026-05.md").read_text() == MAY
    dialog.do.click()
    desk.until(lambda: "2026-05-13" in (folder / "2026-02.md").read_text())
    desk.until(lambda: page.model.rowCount() == 2)
    assert (folder / "2026-05.md").read_text() == MAY.replace(
        "> Summary: a", "> Summary: Kiln, Glaze"
    ).replace("## Glaze\n- Date: 2026-05-13\n", "")
    desk.until(lambda: bool(desk.window.toast.text()))
    desk.window.toast._button.click()
    desk.until(lambda: (folder / "2026-05.md").read_text() == MAY)
    assert (folder / "2026-02.md").read_text() == "# Feb\n"
    assert (tmp_path / "workspace/first/memory/episodes/2026-05.md").read_text() == MAY


def test_a_month_is_split_by_week_and_put_together_again(desk, tmp_path):
    folder = tmp_path / "workspace/second/memory/episodes"
    assert state(desk, "entry.split").isEnabled()
    desk.context.commands.run("entry.split")
    dialog = dialog_of(desk)
    assert dialog.form.values() == {"path": "episodes/2026-05.md"}
    assert len(dialog.outlook.touched) == 3
    dialog.do.click()
    desk.until(lambda: bool(desk.window.toast.text()))
    assert sorted(each.name for each in folder.iterdir()) == [
        "2026-02.md",
        "2026-05-w1.md",
        "2026-05-w2.md",
    ]
    desk.until(lambda: desk.documents.current.uri == URI.replace("05.md", "05-w1.md"))
    assert desk.documents.current.info.kind is Kind.EPISODE
    desk.window.toast._button.click()
    desk.until(lambda: desk.documents.current.uri == URI)
    desk.settle()
    assert (folder / "2026-05.md").read_text() == MAY
    assert not any("-w" in buffer.uri for buffer in desk.documents.buffers())
