"""What is locked has its sign in the navigator, on the tab and along its lines."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.text.fragment import spans_of
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace
from memdesk_gui.widgets.lists.rows import ROW_ROLE
from memdesk_gui.widgets.lists.table import PlainTable

TIP = Qt.ItemDataRole.ToolTipRole
ADA = Actor("ada", Origin.HUMAN, Via.GUI)
NOTES = "# Notes\n\n## Name\n\nAda\n\n## Tea\n\ngreen\n"
JSON = '{\n  "name": "Ada",\n  "facts": [\n    {"id": "a"},\n    {\n      "id": "b"\n    }\n  ]\n}\n'


@pytest.mark.parametrize(
    ("part", "text", "found"),
    [
        ("", NOTES, [(1, 9)]),
        ("Name", NOTES, [(3, 6)]),
        ("L2-L3", NOTES, [(2, 3)]),
        ("none", NOTES, []),
        ("A", "# A\nx\n# A\ny\n", [(1, 2), (3, 4)]),
        ("name", JSON, [(2, 2)]),
        ("facts", JSON, [(3, 8)]),
        ("facts/b", JSON, [(5, 7)]),
        ("name", "{", []),
        ("", "", [(1, 1)]),
    ],
)
def test_a_part_is_found_by_its_lines(part, text, found):
    is_json = text.startswith("{")
    assert [tuple(span) for span in spans_of(part, text, structured=is_json)] == found


def test_a_lock_shows_in_the_navigator_on_the_tab_and_along_its_lines(run_desk, tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / "notes.md").write_text(NOTES)
    (root / "other.md").write_text(NOTES)
    with Workspace.open(root) as workspace:
        Protection(workspace).protect("notes.md#Name", Lock.LOCKED, ADA, "my name stays")
    desk = run_desk(root)
    window = desk.window
    model, bus = window.navigator.model, window.context.bus
    desk.until(lambda: bool(bus.locks))
    rows = [model.index(row) for row in range(model.rowCount())]
    shown = {place.data(ROW_ROLE).title: place.data(ROW_ROLE).locked for place in rows}
    assert (shown["notes.md"], shown["other.md"]) == (True, False)
    place = model.place("notes.md")
    assert "locked against agents" in model.data(place, 3)
    bus.activated.emit("notes.md")
    desk.until(lambda: window.area.current_editor is not None)
    tabs = window.area.tabs
    assert not tabs.tabIcon(0).isNull()
    assert "locked against agents" in tabs.tabToolTip(0)
    desk.until(lambda: hasattr(window.area.current_editor, "view"))
    gutter = window.area.current_editor.view.gutter
    desk.until(lambda: bool(gutter._locks))
    assert sorted(gutter._locks) == [2, 3, 4, 5]
    assert [line for line, (begins, _) in gutter._locks.items() if begins] == [2]
    assert "my name stays" in gutter._locks[2][1]
    gutter.grab()
    with Workspace.open(root) as workspace:
        Protection(workspace).release("notes.md#Name", ADA)
    bus.read_locks()
    desk.until(lambda: not gutter._locks)
    assert tabs.tabIcon(0).isNull()
    assert not model.index(place.row()).data(ROW_ROLE).locked


PROFILE = '{\n  "city": "Lyon",\n  "name": "Ada"\n}\n'
LESSONS = "# Notes\n\n## 2026-02-18\n\n- first\n- second\n\n## 2026-02-19\n\n- third\n"


LOCKED = (("name", ["name"]), ("", ["city", "name"]), ("L2-L2", ["city"]))
"""Parts of the profile that are locked one after the other, and the rows that have a sign then."""


def test_a_locked_row_has_its_sign_and_says_by_whom_and_why(run_desk, tmp_path):
    uri, text = "memory/profile.json", PROFILE
    root = tmp_path / "root"
    (root / "memory").mkdir(parents=True)
    (root / uri).write_text(text)
    desk = run_desk(root)
    bus = desk.window.context.bus
    desk.open(uri)
    editor = desk.editor
    rows = editor.table.model()

    def signed():
        found = [rows.index(row, 0) for row in range(rows.rowCount())]
        return sorted(each.data() for each in found if each.data(Qt.ItemDataRole.DecorationRole) is not None)

    for part, locked in LOCKED:
        item = f"{uri}#{part}" if part else uri
        with Workspace.open(root) as workspace:
            Protection(workspace).protect(item, Lock.LOCKED, ADA, "it stays")
        bus.read_locks()
        desk.until(lambda locked=locked: signed() == locked)
        place = next(
            each
            for each in (rows.index(row, 0) for row in range(rows.rowCount()))
            if each.data() == locked[0]
        )
        for told in (place.data(Qt.ItemDataRole.ToolTipRole), rows.index(place.row(), 1).data(TIP)):
            assert "Locked against agents · by ada: it stays" in told, part
        editor.table.select_row(place)
        desk.until(lambda: not editor._lock.isHidden())
        assert "it stays" in editor._lock.text(), part
        assert editor.can_edit, part
        editor.grab()
        with Workspace.open(root) as workspace:
            Protection(workspace).release(item, ADA)
        bus.read_locks()
        desk.until(lambda: signed() == [])
        assert editor._lock.isHidden(), part


def test_a_locked_entry_of_a_text_has_its_sign(run_desk, tmp_path):
    root = tmp_path / "root"
    (root / "memory").mkdir(parents=True)
    (root / "memory" / "MEMORY.md").write_text(LESSONS)
    with Workspace.open(root) as workspace:
        Protection(workspace).protect("memory/MEMORY.md#2026-02-18", Lock.APPEND_ONLY, ADA)
    desk = run_desk(root)
    bus = desk.window.context.bus
    desk.until(lambda: bool(bus.locks))
    desk.open("memory/MEMORY.md")
    desk.run("view.entries")
    desk.until(lambda: desk.window.area.current_editor.findChild(PlainTable) is not None)
    table = desk.window.area.current_editor.findChild(PlainTable)

    def signed():
        rows = table.model()
        return [
            rows.index(row, 0).data(Qt.ItemDataRole.DecorationRole) is not None
            for row in range(rows.rowCount())
        ]

    desk.until(lambda: signed().count(True) == 1 and signed().count(False) >= 1)
    table.grab()
