"""A person edits each system's memory in the window; on disk only what was edited is another."""

from __future__ import annotations

import json
import os
import stat

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from helpers.originals import AIGENTIC, EVOCLAW, MEMSKILL, PEGASUS, PROFILE, SYSTEMS, put
from helpers.running_desk import tree
from memdesk.model import revision_of
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.entries import EntriesEditor
from memdesk_gui.editors.profile import ProfileEditor

PROSE = [
    (PEGASUS, "memory/facts/user.md", "Lin Wei", " (林薇)"),
    (PEGASUS, "memory/facts/team.md", "Maria", " and Ada"),
    (PEGASUS, "memory/episodes/2026-02.md", "shipped the kiln", " twice"),
    (MEMSKILL, "memory/MEMORY.md", "drop Postgres.", " Again."),
    (MEMSKILL, "memory/MEMORY.md", "(10.0.0.7).", " Racked."),
    (MEMSKILL, "memory/202602/20260218.md", "checklist", " 👍"),
    (PROFILE, "memory/202611/20261122.md", "note two", " and a half"),
    (EVOCLAW, "memory/2026-11-20.md", "1240 degrees", " C"),
    (EVOCLAW, "MEMORY.md", "Bloop", " II"),
]

KEPT = {"memory/MEMORY.md"}
"""What whoever overwrites it keeps a copy of first."""


def changed(before, after):
    """The paths whose content or mode is another one."""
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


@pytest.mark.parametrize("case", PROSE, ids=lambda case: case[1])
def test_what_is_typed_into_prose_is_all_that_changes(run_desk, tmp_path, case):
    files, uri, after, typed = case
    root = put(tmp_path, files)
    (root / uri).chmod(0o640)
    before = tree(root)
    desk = run_desk(root)
    desk.open(uri)
    desk.type_at(desk.editor.view, after, typed)
    desk.save()
    expected = files[uri].replace(after.encode(), (after + typed).encode(), 1)
    assert (root / uri).read_bytes() == expected
    assert stat.S_IMODE((root / uri).stat().st_mode) == 0o640
    made = tree(root).keys() - before.keys()
    assert changed(before, tree(root)) - made == {uri.encode()}
    kept = [(path.rpartition(b"/")[0], (root / os.fsdecode(path)).read_bytes()) for path in made]
    assert kept == ([(b"memory/backups", files[uri])] if uri in KEPT else [])


def test_a_new_line_takes_the_ending_of_its_file(run_desk, tmp_path):
    root, uri = put(tmp_path, PEGASUS), "memory/facts/team.md"
    desk = run_desk(root)
    desk.open(uri)
    desk.type_at(desk.editor.view, "- Lead: Maria", "\n- QA: Noor")
    desk.save()
    assert (root / uri).read_bytes() == PEGASUS[uri].replace(b"Maria", b"Maria\r\n- QA: Noor")


@pytest.mark.parametrize(
    "case",
    [
        ("theme_preference", '"dark mode"', "light <mode> & 茶", '"light \\u003cmode\\u003e \\u0026 茶"'),
        ("user_name", '"Mike"', 'Ada "L"', '"Ada \\"L\\""'),
        ("咖啡", '"黑咖啡 ☕️"', "拿铁", '"拿铁"'),
    ],
    ids=lambda case: case[0],
)
def test_a_profile_value_is_edited_in_the_table(run_desk, tmp_path, case):
    key, old, new, stored = case
    root, uri = put(tmp_path, PROFILE), "memory/profile.json"
    before = tree(root)
    desk = run_desk(root)
    desk.open(f"{uri}#{key}")
    editor = desk.editor
    assert isinstance(editor, ProfileEditor)
    assert editor.table.accessibleName() == "Profile table"
    cell = editor.table.currentIndex().siblingAtColumn(1)
    assert cell.siblingAtColumn(0).data() == key
    editor.table.setCurrentIndex(cell)
    editor.table.edit(cell)
    field = editor.table.findChild(QLineEdit)
    field.selectAll()
    desk.type(field, new)
    desk.qtbot.keyClick(field, Qt.Key.Key_Return)
    desk.save()
    assert (root / uri).read_bytes() == PROFILE[uri].replace(old.encode(), stored.encode())
    assert changed(before, tree(root)) == {uri.encode()}


def test_a_long_profile_value_is_edited_in_the_form(run_desk, tmp_path):
    root, uri = put(tmp_path, PROFILE), "memory/profile.json"
    desk = run_desk(root)
    desk.open(f"{uri}#current_project")
    desk.type_at(desk.editor.value_field, "second line", "!\n<b>")
    desk.save()
    expected = PROFILE[uri].replace(b"second line\\ttab", b"second line!\\n\\u003cb\\u003e\\ttab")
    assert (root / uri).read_bytes() == expected


def test_a_new_profile_key_goes_where_the_agent_would_put_it(run_desk, tmp_path):
    root, uri = put(tmp_path, PROFILE), "memory/profile.json"
    desk = run_desk(root)
    desk.open(uri)
    desk.qtbot.mouseClick(desk.editor.add_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.editor.table.findChild(QLineEdit) is not None)
    field = desk.editor.table.findChild(QLineEdit)
    field.selectAll()
    desk.type(field, "timezone")
    desk.qtbot.keyClick(field, Qt.Key.Key_Return)
    desk.until(lambda: '"timezone"' in desk.documents.current.text())
    desk.save()
    expected = PROFILE[uri].replace(b'  "u2028"', b'  "timezone": "",\n  "u2028"')
    assert (root / uri).read_bytes() == expected


def test_an_entry_is_edited_in_the_form(run_desk, tmp_path, monkeypatch):
    monkeypatch.setenv("MEMDESK_NOW", "2026-11-22T08:00:00+00:00")
    monkeypatch.setenv("TZ", "UTC")
    root, uri = put(tmp_path, AIGENTIC), "memory.json"
    desk = run_desk(root)
    desk.open(f"{uri}#plan/c5f25937-090c-49c9-885c-5ccdff5d75c8")
    editor = desk.editor
    assert isinstance(editor, EntriesEditor)
    desk.type_at(editor.form.content, "draft <3 pages", " & more")
    desk.save()
    stored = (root / uri).read_bytes()
    moment = json.loads(stored)["plan"][0]["updated_at"]
    assert moment.startswith("2026-11-22T08:00:00")
    expected = AIGENTIC[uri].replace(b"\\u003c3 pages", b"\\u003c3 pages \\u0026 more")
    expected = expected.replace(
        b'"updated_at": "2026-11-21T20:10:35.64597678Z"', f'"updated_at": "{moment}"'.encode()
    )
    assert stored == expected


def test_the_category_and_tags_of_an_entry_are_edited(run_desk, tmp_path):
    root, uri = put(tmp_path, AIGENTIC), "memory.json"
    desk = run_desk(root)
    desk.open(f"{uri}#session/e7acbff5-e537-4e7d-8e8f-ab379c78010f")
    form = desk.editor.form
    for field, text in ((form.category, "sums"), (form.tags.line, "q1, 数")):
        field.setFocus()
        desk.type(field, text)
        desk.qtbot.keyClick(field, Qt.Key.Key_Return)
        desk.settle()
    desk.save()
    entry = json.loads((root / uri).read_text())["session"][0]
    assert (entry["category"], entry["tags"], entry["access_count"]) == ("sums", ["q1", "数"], 3)
    old, new = (data.split(b'"session"')[0] for data in (AIGENTIC[uri], (root / uri).read_bytes()))
    assert new == old


def test_the_source_of_a_tier_is_edited(run_desk, tmp_path):
    root, uri = put(tmp_path, EVOCLAW), "memory/warm-memory.json"
    desk = run_desk(root)
    desk.open(uri)
    assert desk.editor.modes() == ()
    desk.window.area.set_mode(EditorMode.SOURCE)
    desk.type_at(desk.editor.view, "raw JSON-RPC", " (again)")
    desk.save()
    assert (root / uri).read_bytes() == EVOCLAW[uri].replace(b"JSON-RPC", b"JSON-RPC (again)")


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_document_of_every_system_opens_and_nothing_is_written(run_desk, tmp_path, system):
    root = put(tmp_path, SYSTEMS[system])
    before = tree(root)
    desk = run_desk(root)
    for uri in SYSTEMS[system]:
        buffer = desk.open(uri)
        assert (buffer.info.system, buffer.problems) == (system, ()), uri
        assert not buffer.dirty
        assert desk.editor is not None
        for mode in desk.window.area.current_editor.modes():
            desk.window.area.set_mode(mode)
            desk.settle()
            assert not buffer.dirty
    assert tree(root) == before
    assert not (root / ".memdesk").exists()


def test_what_was_there_before_a_save_is_in_the_history(run_desk, tmp_path):
    root, uri = put(tmp_path, PEGASUS), "memory/facts/user.md"
    desk = run_desk(root)
    desk.open(uri)
    desk.type_at(desk.editor.view, "Lin Wei", "!")
    desk.save()
    workspace = desk.bus.workspace
    last = workspace.history(uri)[-1]
    assert workspace.version(revision_of(PEGASUS[uri])) == PEGASUS[uri]
    assert (last.before, last.after) == (revision_of(PEGASUS[uri]), desk.documents.current.base)
    desk.until(lambda: desk.writer() == "you")
