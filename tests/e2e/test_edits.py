"""A person edits each system's memory in the window; on disk only what was edited is another."""

from __future__ import annotations

import json
import os
import stat

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from helpers.originals import AIGENTIC, EVOCLAW, MEMSKILL, PEGASUS, PROFILE, SYSTEMS, put
from helpers.running_desk import tree
from memdesk.model import revision_of
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.entries import EntriesEditor
from memdesk_gui.editors.profile import ProfileEditor

AGENTS = {"pegasus": PEGASUS, "memskill": MEMSKILL, "profile": PROFILE, "evoclaw": EVOCLAW}
PROSE = [
    ("pegasus", "memory/facts/user.md", "Lin Wei", " (林薇)"),
    ("pegasus", "memory/facts/team.md", "Maria", " and Ada"),
    ("pegasus", "memory/episodes/2026-02.md", "shipped the kiln", " twice"),
    ("memskill", "memory/MEMORY.md", "drop Postgres.", " Again."),
    ("memskill", "memory/MEMORY.md", "(10.0.0.7).", " Racked."),
    ("memskill", "memory/202602/20260218.md", "checklist", " 👍"),
    ("profile", "memory/202611/20261122.md", "note two", " and a half"),
    ("evoclaw", "memory/2026-11-20.md", "1240 degrees", " C"),
    ("evoclaw", "MEMORY.md", "Bloop", " II"),
]

KEPT = {"memory/MEMORY.md"}
"""What whoever overwrites it keeps a copy of first."""


def changed(before, after):
    """The paths whose content or mode is another one."""
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def test_what_is_typed_into_prose_is_all_that_changes(run_desk, tmp_path):
    for agent, files in AGENTS.items():
        put(tmp_path / agent, files)
    for agent, name, _, _ in PROSE:
        (tmp_path / agent / name).chmod(0o640)
    desk = run_desk(tmp_path)
    for agent, name, after, typed in PROSE:
        uri, before = f"{agent}/{name}", tree(tmp_path)
        was = (tmp_path / uri).read_bytes()
        desk.open(uri)
        desk.type_at(desk.editor.view, after, typed)
        desk.save()
        assert (tmp_path / uri).read_bytes() == was.replace(after.encode(), (after + typed).encode(), 1), uri
        assert stat.S_IMODE((tmp_path / uri).stat().st_mode) == 0o640, uri
        made = tree(tmp_path).keys() - before.keys()
        assert changed(before, tree(tmp_path)) - made == {uri.encode()}
        kept = [
            (path.rpartition(b"/")[0].decode(), (tmp_path / os.fsdecode(path)).read_bytes()) for path in made
        ]
        assert kept == ([(f"{agent}/memory/backups", was)] if name in KEPT else []), uri


def test_a_new_line_takes_the_ending_of_its_file(run_desk, tmp_path):
    root, uri = put(tmp_path, PEGASUS), "memory/facts/team.md"
    desk = run_desk(root)
    desk.open(uri)
    desk.type_at(desk.editor.view, "- Lead: Maria", "\n- QA: Noor")
    desk.save()
    assert (root / uri).read_bytes() == PEGASUS[uri].replace(b"Maria", b"Maria\r\n- QA: Noor")


VALUES = (
    ("theme_preference", '"dark mode"', "light <mode> & 茶", '"light \\u003cmode\\u003e \\u0026 茶"'),
    ("user_name", '"Mike"', 'Ada "L"', '"Ada \\"L\\""'),
    ("咖啡", '"黑咖啡 ☕️"', "拿铁", '"拿铁"'),
)


def test_a_profile_value_is_edited_in_the_table(run_desk, tmp_path):
    root, uri = put(tmp_path, PROFILE), "memory/profile.json"
    before, expected = tree(root), PROFILE[uri]
    desk = run_desk(root)
    for key, old, new, stored in VALUES:
        desk.open(f"{uri}#{key}")
        editor = desk.editor
        assert isinstance(editor, ProfileEditor)
        assert editor.table.accessibleName() == "Profile table"
        cell = editor.table.currentIndex().siblingAtColumn(1)
        assert cell.siblingAtColumn(0).data() == key
        editor.table.setCurrentIndex(cell)
        editor.table.edit(cell)
        field = editor.table.viewport().findChildren(QLineEdit)[-1]
        field.selectAll()
        desk.type(field, new)
        desk.qtbot.keyClick(field, Qt.Key.Key_Return)
        desk.save()
        expected = expected.replace(old.encode(), stored.encode())
        assert (root / uri).read_bytes() == expected, key
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


def test_every_document_of_every_system_opens_and_nothing_is_written(run_desk, tmp_path):
    for system, files in SYSTEMS.items():
        put(tmp_path / system, files)
    before = tree(tmp_path)
    desk = run_desk(tmp_path)
    for system, uri in ((system, f"{system}/{name}") for system, files in SYSTEMS.items() for name in files):
        buffer = desk.open(uri)
        assert (buffer.info.system, buffer.problems) == (system, ()), uri
        assert not buffer.dirty
        assert desk.editor is not None
        for mode in desk.window.area.current_editor.modes():
            desk.window.area.set_mode(mode)
            desk.settle()
            assert not buffer.dirty, (uri, mode)
        for left in desk.documents.buffers()[:-1]:
            desk.documents.close(left)
    assert tree(tmp_path) == before
    assert not (tmp_path / ".memdesk").exists()


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
