"""A copy in its own tab: compared with the document as it is now, which may be there or not."""

from __future__ import annotations

import pytest

from helpers.parsed_documents import options
from memdesk.errors import StorageError
from memdesk.model import Kind
from memdesk.systems.copies import CopyReason, is_copy, original_of, reason_of, taken_at
from memdesk_gui.features.history.backup_editor import BackupEditor

BACKUP = "memory/backups/20260218_093105_MEMORY.md"
CURRENT = "memory/MEMORY.md"
FILES = {BACKUP: b"## 2026-02-18\n\none\n", CURRENT: b"## 2026-02-18\n\none\n\n## 2026-02-19\n\ntwo\n"}


@pytest.fixture
def editor_of(desk_of, qtbot):
    def build(files=FILES, uri=BACKUP, kind=Kind.BACKUP):
        desk = desk_of(**options("picoclaw-memskill", files, {uri: kind, CURRENT: Kind.LONG_TERM}))
        editor = BackupEditor(desk.open(uri), desk.context)
        editor.desk_of_test = desk
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


@pytest.mark.parametrize(
    ("kind", "path", "reason", "timed"),
    [
        (Kind.BACKUP, BACKUP, CopyReason.BEFORE_CHANGE, True),
        (Kind.BACKUP, "bot/USER.md.2.bak", CopyReason.TAKEN_OVER, False),
        (Kind.BACKUP, "bot/memory.json.corrupt-20260218_093105_2", CopyReason.UNREADABLE, True),
        (Kind.POLICY_SNAPSHOT, "policy_snapshots/20260218_093105_2.json", CopyReason.SNAPSHOT, True),
        (Kind.BACKUP, "backups/20261399_093105_MEMORY.md", CopyReason.BEFORE_CHANGE, False),
    ],
)
def test_copies_tell_when_and_why_they_were_made(kind, path, reason, timed):
    assert reason_of(kind, path) is reason
    moment = taken_at(BACKUP) if timed else None
    assert taken_at(path) == moment
    assert is_copy(path)


def test_a_note_is_no_copy():
    assert not is_copy("memory/202602/20260218.md")


def test_what_going_back_would_change_is_shown(editor_of):
    editor = editor_of()
    assert editor.accessibleName() == "Backup"
    assert (editor.view.diff.diff.added, editor.view.diff.diff.removed) == (0, 4)
    assert editor.view.diff.isVisible()
    assert editor.can_restore()


def test_the_comparison_follows_the_document(editor_of, qtbot):
    editor = editor_of()
    with qtbot.waitSignal(editor.view.diff.shown):
        editor.desk_of_test.workspace.write(CURRENT, b"## 2026-02-18\n\none\n")
    assert editor.view.diff.diff.rows == ()
    assert not editor.can_restore()


def test_a_document_that_is_gone_can_be_brought_back(editor_of):
    editor = editor_of({BACKUP: FILES[BACKUP]})
    assert (editor.view.diff.diff.added, editor.view.diff.diff.removed) == (3, 0)
    assert editor.can_restore()


def test_a_copy_without_an_original_is_said_so(editor_of):
    editor = editor_of({"memory/backups/old_MEMORY.md": b"x"}, "memory/backups/old_MEMORY.md")
    assert "unclear which document" in editor.view.problem.text()
    assert editor.view.copy.isEnabled()
    assert not editor.can_restore()


def test_a_document_that_cannot_be_read_is_said_so(editor_of, qtbot, monkeypatch):
    editor = editor_of()

    def refuse(uri):
        raise StorageError("no", uri=uri)

    monkeypatch.setattr(editor.desk_of_test.workspace, "read", refuse)
    editor.desk.look()
    qtbot.waitUntil(editor.view.problem.isVisible)
    assert not editor.can_restore()
