"""Backups and snapshots against the document as it is now."""

from __future__ import annotations

import pytest

from helpers.families import options
from memdesk.errors import StorageError
from memdesk.model import Kind
from memdesk.systems.copies import original_of
from memdesk_gui.editors.backup import BackupEditor

BACKUP = "memory/backups/20260218_093105_MEMORY.md"
CURRENT = "memory/MEMORY.md"
FILES = {BACKUP: b"## 2026-02-18\n\none\n", CURRENT: b"## 2026-02-18\n\none\n\n## 2026-02-19\n\ntwo\n"}


@pytest.fixture
def editor_of(desk_of, qtbot):
    def build(files=FILES, uri=BACKUP, kind=Kind.BACKUP):
        desk = desk_of(**options("picoclaw-memskill", files, {uri: kind, CURRENT: Kind.LONG_TERM}))
        editor = BackupEditor(desk.open(uri), desk.context)
        editor.desk = desk
        qtbot.addWidget(editor)
        editor.show()
        desk.settle()
        return editor

    return build


@pytest.mark.parametrize(
    ("kind", "path", "original"),
    [
        (Kind.BACKUP, BACKUP, CURRENT),
        (Kind.BACKUP, "backups/20260218_093105_3_MEMORY.md", "MEMORY.md"),
        (Kind.BACKUP, "bot/USER.md.bak", "bot/USER.md"),
        (Kind.BACKUP, "bot/USER.md.2.bak", "bot/USER.md"),
        (Kind.BACKUP, "bot/memory.json.corrupt-20260218_093105", "bot/memory.json"),
        (Kind.BACKUP, "memory/backups/old_MEMORY.md", None),
        (Kind.POLICY_SNAPSHOT, "m/policy_snapshots/20260220_103147.json", "m/policy_overrides.json"),
        (Kind.POLICY_SNAPSHOT, "policy_snapshots/20260220_103147.json", "policy_overrides.json"),
        (Kind.FACT, "facts/20260218_093105_MEMORY.md", None),
    ],
)
def test_copies_know_their_original(kind, path, original):
    assert original_of(kind, path) == original


def test_what_came_since_the_copy_is_shown(editor_of):
    editor = editor_of()
    assert editor.accessibleName() == "Backups"
    assert (editor.diff.diff.added, editor.diff.diff.removed) == (4, 0)
    assert editor.diff.isVisible()


def test_the_comparison_follows_the_document(editor_of, qtbot):
    editor = editor_of()
    with qtbot.waitSignal(editor.diff.shown):
        editor.desk.workspace.write(CURRENT, b"## 2026-02-18\n\none\n")
    assert editor.diff.diff.rows == ()


def test_a_document_that_is_gone_is_said_so(editor_of, qtbot):
    editor = editor_of({BACKUP: FILES[BACKUP]})
    assert editor.nothing.isVisible()
    editor.desk.workspace.write(CURRENT, b"back")
    qtbot.waitUntil(editor.diff.isVisible)


def test_a_copy_without_an_original_is_said_so(editor_of):
    editor = editor_of({"memory/backups/old_MEMORY.md": b"x"}, "memory/backups/old_MEMORY.md")
    assert editor.nothing.isVisible()


def test_a_document_that_cannot_be_read_is_said_so(editor_of, qtbot, monkeypatch):
    editor = editor_of()

    def refuse(uri):
        raise StorageError("no", uri=uri)

    monkeypatch.setattr(editor.desk.workspace, "read", refuse)
    editor.refresh()
    qtbot.waitUntil(editor.nothing.isVisible)
