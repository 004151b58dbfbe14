"""Somebody else writes while the window is open: it appears with its writer, and nothing is lost."""

from __future__ import annotations

import threading
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from helpers.originals import AIGENTIC, MEMSKILL, PEGASUS, PROFILE, put
from memdesk.model import ChangeKind, Origin, revision_of
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.editors.profile import ProfileEditor

USER = "memory/facts/user.md"
MINE, THEIRS = "Lin Wei", b"Zhao Yun"


@pytest.fixture
def scene(run_desk, second_process, tmp_path):
    """A window on a pegasus workspace with user.md in front, and another process beside it."""
    root = put(tmp_path, PEGASUS)
    desk = run_desk(root)
    return desk, desk.open(USER), second_process(root)


def theirs(old=b"Lin Wei", new=THEIRS):
    return PEGASUS[USER].replace(old, new)


@contextmanager
def held_back(desk):
    """Hold the window's saves back until the block is over."""
    go = threading.Event()
    desk.context.jobs.write(lambda: go.wait(300))
    try:
        yield
    finally:
        go.set()


def test_a_write_of_another_process_appears_everywhere(scene):
    desk, buffer, other = scene
    for how, who, name in (
        ("commit", "bloop", b"Zhao Yun"),
        ("write", "another program", b"Zhao Li"),
        ("replace", "another program", b"Zhao Min"),
    ):
        data = theirs(new=name)
        getattr(other, how)(USER, data)
        desk.until(lambda name=name: name.decode() in buffer.text())
        assert not buffer.dirty, how
        assert buffer.base == revision_of(data), how
        origin = Origin.AGENT if who == "bloop" else Origin.FOREIGN
        desk.until(
            lambda data=data: bool(desk.activity()) and desk.activity()[0].change.after == revision_of(data)
        )
        change = desk.activity()[0].change
        assert (change.uri, change.kind, change.actor.origin) == (USER, ChangeKind.MODIFIED, origin), how
        assert desk.writer() == who, how
        desk.until(lambda origin=origin: desk.row(USER).origin is origin)
        assert who in desk.note(buffer), how
        desk.until(lambda origin=origin: any(writer and writer.origin is origin for writer in buffer.authors))


def test_the_note_names_the_tool_and_undo_brings_the_old_text_back(scene):
    desk, buffer, other = scene
    other.commit(USER, theirs(), tool="memory_patch")
    desk.until(lambda: "Zhao Yun" in buffer.text())
    assert "memory_patch" in desk.note(buffer)
    desk.page(buffer).note.choose("Undo")
    assert buffer.text().encode() == PEGASUS[USER]
    assert buffer.dirty
    desk.run("edit.redo")
    assert buffer.text().encode() == theirs()
    assert not buffer.dirty


def test_the_caret_stays_where_it_is_when_something_changes_above(scene):
    desk, buffer, other = scene
    view = desk.editor.view
    desk.type_at(view, "Updated", "")
    place = view.textCursor()
    before = (place.block().text(), place.positionInBlock())
    other.commit(USER, theirs(b"# User Facts\n", b"# User Facts\n\nnew line\n"))
    desk.until(lambda: "new line" in buffer.text())
    after = view.textCursor()
    assert (after.block().text(), after.positionInBlock()) == before


def test_a_new_document_appears_in_the_navigator_and_a_deleted_one_goes(scene):
    desk, _, other = scene
    model = desk.window.navigator.model
    other.commit("memory/facts/garden.md", b"# Garden\n\n> Summary: beds\n", tool="memory_write")
    desk.until(lambda: model.place("memory/facts/garden.md").isValid())
    desk.until(lambda: "new" in desk.row("memory/facts/garden.md").detail)
    desk.until(lambda: "beds" in desk.spoken("memory/facts/garden.md"))
    other.delete("memory/facts/garden.md")
    desk.until(lambda: not model.place("memory/facts/garden.md").isValid())


def test_a_structured_editor_follows_the_file(run_desk, second_process, tmp_path):
    root, uri = put(tmp_path, PROFILE), "memory/profile.json"
    desk = run_desk(root)
    desk.open(f"{uri}#user_name")
    assert isinstance(desk.editor, ProfileEditor)
    second_process(root).write(uri, PROFILE[uri].replace(b'"Mike"', b'"Noor"'))
    desk.until(lambda: desk.editor.value_field.value() == "Noor")
    assert desk.editor.table.currentIndex().siblingAtColumn(0).data() == "user_name"


def test_an_entry_that_an_agent_adds_appears_in_the_table(run_desk, second_process, tmp_path):
    root, uri = put(tmp_path, AIGENTIC), "memory.json"
    desk = run_desk(root)
    desk.open(f"{uri}#session/e7acbff5-e537-4e7d-8e8f-ab379c78010f")
    new = AIGENTIC[uri].replace(b'"run": []', b'"run": [{"id": "r1", "content": "fresh", "priority": 5}]')
    second_process(root).commit(uri, new, tool="save_memory")
    desk.until(lambda: "fresh" in desk.documents.current.text())
    desk.until(lambda: desk.documents.current.parsed.count == 3)
    assert desk.editor.form.content.value() == "total = 42"


def test_a_conflicting_write_raises_the_banner_and_touches_nothing(scene):
    desk, buffer, other = scene
    view = desk.editor.view
    for how, name in (("commit", b"Zhao Yun"), ("write", b"Zhao Li"), ("replace", b"Zhao Min")):
        desk.type_at(view, MINE, " (mine)")
        getattr(other, how)(USER, theirs(new=name))
        desk.until(lambda: buffer.disk_state is DiskState.CHANGED)
        banner = desk.page(buffer).banner
        assert "changed this file while you were editing" in desk.banner(buffer), how
        desk.until(lambda: buffer.disk.state.found is not None)
        assert [choice.text for choice in banner.message.choices] == [
            "Merge…",
            "Compare",
            "Keep mine",
            "Reload",
        ], how
        banner.choose("Compare")
        desk.settle()
        shown = desk.page(buffer)._compare
        assert shown is not None
        assert shown.isVisible(), how
        QTest.keyClick(shown, Qt.Key.Key_Escape)
        desk.until(desk.editor.isVisible)
        assert "Lin Wei (mine)" in buffer.text(), how
        assert banner.isVisible(), how
        assert (desk.bus.workspace.root / USER).read_bytes() == theirs(new=name), how
        other.write(USER, PEGASUS[USER])
        banner.choose("Reload")
        desk.until(lambda: buffer.text().encode() == PEGASUS[USER] and not buffer.dirty)
        desk.settle()


def conflict(scene, how="commit"):
    desk, buffer, other = scene
    desk.type_at(desk.editor.view, MINE, " (mine)")
    getattr(other, how)(USER, theirs())
    desk.until(lambda: buffer.disk_state is DiskState.CHANGED)
    return desk, buffer, desk.page(buffer).banner


@pytest.mark.parametrize("how", ["commit", "write"])
def test_keep_mine_then_save_keeps_theirs_in_the_history(scene, how):
    desk, buffer, banner = conflict(scene, how)
    banner.choose("Keep mine")
    assert not banner.isVisible()
    assert buffer.dirty
    desk.save()
    workspace = desk.bus.workspace
    assert (workspace.root / USER).read_bytes() == PEGASUS[USER].replace(b"Lin Wei", b"Lin Wei (mine)")
    assert workspace.version(revision_of(theirs())) == theirs()


def test_reload_takes_theirs_and_undo_brings_mine_back(scene):
    desk, buffer, banner = conflict(scene)
    banner.choose("Reload")
    desk.until(lambda: buffer.text().encode() == theirs())
    assert not buffer.dirty
    assert not banner.isVisible()
    desk.run("edit.undo")
    assert "Lin Wei (mine)" in buffer.text()
    assert buffer.dirty
    desk.until(banner.isVisible)  # it started from what was there before theirs: nothing goes unasked
    banner.choose("Keep mine")
    desk.save()
    assert b"Lin Wei (mine)" in (desk.bus.workspace.root / USER).read_bytes()
    assert desk.bus.workspace.version(revision_of(theirs())) == theirs()


def test_a_save_that_races_with_another_writer_opens_the_merge_where_they_conflict(scene):
    desk, buffer, other = scene
    desk.type_at(desk.editor.view, MINE, " (mine)")
    with held_back(desk):
        desk.run("document.save")
        other.write(USER, theirs())
    desk.until(lambda: desk.window.area.merging is not None)
    desk.until(lambda: desk.window.area.merging.work.session is not None)
    assert (desk.bus.workspace.root / USER).read_bytes() == theirs()
    assert "Lin Wei (mine)" in buffer.text()
    assert buffer.dirty
    desk.run("merge.close")
    assert "changed this file" in desk.banner(buffer)


def test_a_save_that_races_with_another_writer_is_merged_where_that_is_certain(scene):
    desk, buffer, other = scene
    before = buffer.text()
    desk.type_at(desk.editor.view, MINE, " (mine)")
    mine = buffer.text()
    with held_back(desk):
        desk.run("document.save")
        other.write(USER, f"{before}\n- more\n".encode())
    desk.until(lambda: "and saved" in desk.page(buffer).note.spoken())
    assert (desk.bus.workspace.root / USER).read_text() == f"{mine}\n- more\n"
    assert not buffer.dirty


def test_a_file_that_is_deleted_while_edited_can_be_kept(scene):
    desk, buffer, other = scene
    desk.type_at(desk.editor.view, MINE, " (mine)")
    other.delete(USER)
    desk.until(lambda: buffer.disk_state is DiskState.DELETED)
    assert "deleted this file" in desk.banner(buffer)
    desk.page(buffer).banner.choose("Keep as unsaved")
    desk.save()
    assert b"Lin Wei (mine)" in (desk.bus.workspace.root / USER).read_bytes()


def test_our_own_save_is_announced_once_and_the_same_edit_by_both_is_no_conflict(scene):
    desk, buffer, other = scene
    desk.type_at(desk.editor.view, MINE, "!")
    desk.save()
    desk.until(lambda: bool(desk.activity()))
    desk.bus.workspace.set_focused(True)
    desk.settle()
    mine = [event for event in desk.activity() if event.change.uri == USER]
    assert [event.change.actor.origin for event in mine] == [Origin.HUMAN]
    assert desk.writer() == "you"
    assert desk.banner(buffer) == ""
    assert desk.note(buffer) == ""
    desk.type_at(desk.editor.view, f"{MINE}!", "?")
    other.commit(USER, theirs(b"Lin Wei", b"Lin Wei!?"))
    desk.until(lambda: not buffer.dirty)
    assert buffer.disk_state is DiskState.SAME


def test_typing_goes_on_while_a_save_is_under_way(scene):
    desk, buffer, _ = scene
    desk.type_at(desk.editor.view, MINE, "!")
    with held_back(desk):
        desk.run("document.save")
        desk.type_at(desk.editor.view, "Lin Wei!", "?")
    desk.until(lambda: not buffer.disk.state.saving)
    assert buffer.dirty
    assert (desk.bus.workspace.root / USER).read_bytes() == theirs(b"Lin Wei", b"Lin Wei!")
    desk.save()
    assert (desk.bus.workspace.root / USER).read_bytes() == theirs(b"Lin Wei", b"Lin Wei!?")


def test_a_burst_of_writes_ends_with_the_last(scene):
    desk, buffer, other = scene
    for number in range(60):
        how = (other.commit, other.write, other.replace)[number % 3]
        how(USER, theirs(new=b"number %d" % number))
    desk.until(lambda: "number 59" in buffer.text())
    desk.settle()
    assert buffer.base == revision_of((desk.bus.workspace.root / USER).read_bytes())


def test_a_document_with_several_writers_tells_who_wrote_what(run_desk, second_process, tmp_path):
    root, uri = put(tmp_path, MEMSKILL), "memory/MEMORY.md"
    desk, other = run_desk(root), second_process(root)
    buffer = desk.open(uri)
    text = MEMSKILL[uri] + b"\n\n## 2026-02-21\n\nagent line"
    other.commit(uri, text)
    desk.until(lambda: "agent line" in buffer.text())
    other.write(uri, text + b"\n\n## 2026-02-22\n\noutside line")
    desk.until(lambda: "outside line" in buffer.text())
    desk.type_at(desk.editor.view, "outside line", "\nmy line")
    desk.save()
    lines = buffer.text().split("\n")
    desk.until(lambda: len(buffer.authors) == len(lines))
    writers = {lines[row]: writer.origin for row, writer in enumerate(buffer.authors) if writer}
    assert writers["agent line"] is Origin.AGENT
    assert writers["outside line"] is Origin.FOREIGN
    assert writers["my line"] is Origin.HUMAN
    assert "single user, no server." not in writers
