"""Search in all documents, in the whole window on a real folder."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt

from memdesk.model import Actor, Origin, Via
from memdesk.workspace import Workspace
from memdesk_gui.editors.base import EditorMode

CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "studio"
    (root / "memory").mkdir(parents=True)
    (root / "memory" / "MEMORY.md").write_text(
        "# Memory\n\n## 2026-03-01\n\nThe dog is called Bob.\n\n## 2026-03-02\n\nRobin likes tea.\n"
    )
    (root / "memory" / "profile.json").write_text(
        json.dumps({"city": "Hamburg", "pet": "a grey cat"}, indent=2)
    )
    return root


def found(desk, words):
    """Ask as a person does; return what is shown."""
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_F, CONTROL_SHIFT)
    search = desk.window.features["Searching"].text_search
    desk.type(search.field, words)
    desk.until(lambda: not search._filling)
    desk.settle()
    return search, [item.row.title for item in search.model.items]


def test_what_was_found_says_who_wrote_it(run_desk, root):
    with Workspace.open(root) as workspace:
        workspace.commit(
            "memory/cat.md", b"The cat is called Mo.\n", None, Actor("nova", Origin.AGENT, Via.MCP)
        )
    desk = run_desk(root, at="memory/MEMORY.md")
    search, _ = found(desk, "cat called Mo")
    desk.until(lambda: search.model.items[0].row.note.startswith("nova"))
    menu = search.row.menus["writers"].menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "nova").trigger()
    desk.until(lambda: [item.row.title for item in search.model.items] == ["The cat is called Mo."])


def test_an_index_that_is_removed_while_the_window_is_open_is_made_anew(run_desk, root):
    from memdesk.runtime.paths import cache_dir

    desk = run_desk(root, at="memory/MEMORY.md")
    assert found(desk, "tea")[1] == ["Robin likes tea."]
    desk.qtbot.keyClick(desk.window.features["Searching"].text_search.field, Qt.Key.Key_Escape)
    held = [*(cache_dir() / "index").glob("*.sqlite*")]
    for each in held:
        each.unlink()
    assert found(desk, "tea")[1] == ["Robin likes tea."]
    assert held[0].exists()


def test_a_search_leads_to_the_line_the_entry_or_the_place_in_the_source(run_desk, root):
    (root / "extra.json").write_text('{\n  "a": {\n    "tool": "a brass lamp"\n  }\n}\n')
    desk = run_desk(root, at="memory/profile.json")
    search, rows = found(desk, "tea")
    assert rows == ["Robin likes tea."]
    desk.qtbot.keyClick(search.field, Qt.Key.Key_Return)
    desk.until(lambda: desk.documents.current.uri == "memory/MEMORY.md" and desk.documents.current.editable)
    desk.until(lambda: desk.editor.view.textCursor().blockNumber() == 8)
    desk.settle()
    search, rows = found(desk, "grey cat")
    assert rows == ["a grey cat"]
    desk.qtbot.keyClick(search.field, Qt.Key.Key_Return)
    desk.until(
        lambda: desk.documents.current.uri == "memory/profile.json" and desk.documents.current.editable
    )
    desk.until(lambda: desk.window.area.current_editor.mode() is EditorMode.FORM)
    desk.until(lambda: desk.editor.place() is not None and desk.editor.place().part == "pet")
    desk.settle()
    search, _ = found(desk, "brass lamp")
    desk.qtbot.keyClick(search.field, Qt.Key.Key_Return)
    desk.until(lambda: desk.documents.current.uri == "extra.json" and desk.documents.current.editable)
    desk.until(lambda: desk.editor.view.textCursor().blockNumber() == 1)


def test_what_an_agent_writes_meanwhile_is_found_and_the_toolbar_finds_commands_too(run_desk, root):
    desk = run_desk(root, at="memory/MEMORY.md")
    assert found(desk, "cellar")[1] == []
    desk.qtbot.keyClick(desk.window.features["Searching"].text_search.field, Qt.Key.Key_Escape)
    (root / "memory" / "new.md").write_text("The box is in the cellar.\n")
    desk.until(lambda: any(info.uri == "memory/new.md" for info in desk.window.navigator.documents()))
    assert found(desk, "cellar")[1] == ["The box is in the cellar."]
    desk.qtbot.keyClick(desk.window.features["Searching"].text_search.field, Qt.Key.Key_Escape)
    desk.window.top_bar.find_field.click()
    bar = desk.window.features["Searching"].bar
    assert bar.isVisible()
    desk.type(bar.field, "history")
    desk.settle()
    assert "Commands" in [item.row.title for item in bar.model.items]
    desk.qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert bar.isVisible()
