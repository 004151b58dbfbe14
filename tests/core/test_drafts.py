"""Drafts: what is kept is found again by the next process, and by nobody while the first one lives."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys

import pytest

from memdesk.drafts import draft as draft_file
from memdesk.drafts import folder as drafts
from memdesk.drafts.draft import Draft
from memdesk.drafts.folder import DraftFolder
from memdesk.drafts.places import draft_folder
from memdesk.model import Actor, Origin, Via, revision_of

NOTE = Draft("notes/ü #1.md", "茶\r half \ud800\n", revision_of(b"old"), "old\n", 1_800_000_000.5)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "state" / "drafts"


def left(folder, *kept):
    """Have a process keep drafts and go away."""
    gone = DraftFolder(folder)
    for draft in kept:
        assert gone.keep(draft)
    gone.close()


def contents(draft):
    return draft.uri, draft.text, draft.base, draft.base_text, draft.time


def recovered(folder):
    reader = DraftFolder(folder)
    found = reader.recover()
    reader.close()
    return found


def files(folder):
    return list(folder.rglob("*.draft")) if folder.exists() else []


def test_what_was_kept_is_recovered_and_forgotten_once(folder):
    left(folder, NOTE, Draft("\udcff.md", "new", None, "", 1.0))
    reader = DraftFolder(folder)
    first, second = reader.recover()
    assert (first.uri, first.base, first.text) == ("\udcff.md", None, "new")
    assert contents(second) == contents(NOTE)
    reader.forget(first)
    reader.close()
    [again] = recovered(folder)
    assert contents(again) == contents(NOTE)
    last = DraftFolder(folder)
    last.forget(last.recover()[0])
    last.forget(NOTE)
    last.close()
    assert list(folder.iterdir()) == []


def test_nobody_else_reads_drafts(folder):
    left(folder, NOTE)
    [path] = files(folder)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_the_newest_draft_of_a_document_counts_and_a_dropped_one_is_gone(folder):
    writer = DraftFolder(folder)
    writer.drop(NOTE.uri)
    assert not folder.exists()
    writer.keep(NOTE)
    writer.keep(Draft(NOTE.uri, "newer", NOTE.base, "old\n", 2.0))
    writer.keep(Draft("other", "x", None, "", 3.0))
    writer.drop("other")
    writer.close()
    assert [draft.text for draft in recovered(folder)] == ["newer"]


def test_drafts_of_a_living_process_are_its_own(folder):
    living = DraftFolder(folder)
    living.keep(NOTE)
    assert recovered(folder) == ()
    assert living.recover() == ()
    living.close()
    first, second = DraftFolder(folder), DraftFolder(folder)
    assert len(first.recover()) == 1
    assert second.recover() == ()
    first.close()
    second.close()


def test_a_killed_process_leaves_its_drafts(folder):
    code = """
import sys, time
from pathlib import Path
from memdesk.drafts.draft import Draft
from memdesk.drafts.folder import DraftFolder
DraftFolder(Path(sys.argv[1])).keep(Draft("a.md", "typed", None, "", 1.0))
print("kept", flush=True)
time.sleep(600)
"""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    command = [sys.executable, "-c", code, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as process:
        assert process.stdout.readline() == b"kept\n"
        assert recovered(folder) == ()
        process.send_signal(signal.SIGKILL)
    assert [draft.text for draft in recovered(folder)] == ["typed"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data.replace(b'"version": 1', b'"version": 2'),
        lambda data: data.replace(b'"uri"', b'"ury"'),
        lambda data: data.replace(b"draft", b"other"),
        lambda data: b"",
        lambda data: b"[" * 100_000,
        lambda data: data + b"x" * 2_000,
    ],
)
def test_a_damaged_draft_is_not_offered_and_not_removed(folder, damage, monkeypatch):
    monkeypatch.setattr(draft_file, "LIMIT", 150_000)
    left(folder, NOTE, Draft("good", "good", None, "", 1.0))
    path = next(path for path in files(folder) if b"notes/" in path.read_bytes())
    path.write_bytes(damage(path.read_bytes()))
    assert [draft.uri for draft in recovered(folder)] == ["good"]
    assert path.exists()


def test_a_file_that_is_too_large_or_a_folder_is_no_draft(folder, monkeypatch):
    left(folder, NOTE)
    [path] = files(folder)
    (path.parent / "folder.draft").mkdir()
    (path.parent / ".half.draft.tmp").write_bytes(b"half")
    monkeypatch.setattr(draft_file, "LIMIT", 10)
    assert recovered(folder) == ()
    assert not (path.parent / ".half.draft.tmp").exists()
    writer = DraftFolder(folder)
    assert not writer.keep(NOTE)
    writer.close()


def test_only_the_newest_drafts_are_recovered(folder, monkeypatch):
    monkeypatch.setattr(drafts, "MOST", 2)
    left(folder, *(Draft(f"{number}.md", "x", None, "", float(number)) for number in range(4)))
    assert [draft.uri for draft in recovered(folder)] == ["2.md", "3.md"]


def test_a_disk_that_refuses_is_no_failure(folder):
    folder.parent.mkdir(parents=True)
    folder.write_bytes(b"in the way")
    writer = DraftFolder(folder)
    assert not writer.keep(NOTE)
    assert writer.recover() == ()
    writer.close()


def test_the_place_is_in_the_state_of_the_user(user_directories):
    assert user_directories in draft_folder("abc").parents


@pytest.fixture
def reader(folder):
    left(folder, NOTE)
    reader = DraftFolder(folder)
    yield reader
    reader.close()


def test_a_discarded_draft_is_put_aside_and_can_be_brought_back(folder, reader):
    [draft] = reader.recover()
    assert not draft.discarded
    aside = reader.discard(draft, 5_000.0)
    assert aside.discarded
    assert contents(aside) == contents(NOTE)
    assert files(folder) == []
    assert [contents(found) for found in reader.discarded(5_000.0)] == [contents(NOTE)]
    assert DraftFolder(folder).recover() == ()
    back = reader.bring_back(aside)
    assert not back.discarded
    assert reader.discarded(5_000.0) == ()
    again = reader.discard(back, 6_000.0)
    reader.bring_back(again)
    reader.keep(Draft("other.md", "x", None, "", 1.0))
    reader.close()
    assert {draft.uri for draft in recovered(folder)} == {NOTE.uri, "other.md"}


def test_a_text_is_put_aside_as_if_it_had_been_discarded(folder, reader, monkeypatch):
    aside = reader.put_aside(Draft("facts/user.md", "mine", None, "", 5_000.0))
    assert aside.discarded
    assert [contents(found) for found in reader.discarded(5_000.0)] == [contents(aside)]
    assert contents(reader.bring_back(aside)) == contents(aside)
    monkeypatch.setattr(draft_file, "LIMIT", 10)
    assert reader.put_aside(NOTE) is None
    monkeypatch.undo()
    (folder / "discarded").rmdir()
    (folder / "discarded").touch()
    assert reader.put_aside(NOTE) is None


def test_what_was_discarded_goes_after_some_days(reader):
    [draft] = reader.recover()
    reader.discard(draft, 1_000.0)
    last = 1_000.0 + drafts.KEPT_DAYS * 86_400
    assert len(reader.discarded(last)) == 1
    assert reader.discarded(last + 1) == ()
    assert reader.discarded(last) == ()


def test_a_draft_that_is_gone_is_neither_discarded_nor_brought_back(reader):
    [draft] = reader.recover()
    draft.place.unlink()
    assert reader.discard(draft, 1.0) is None
    assert reader.discard(NOTE, 1.0) is None
    assert reader.bring_back(draft) is None


def test_a_draft_is_forgotten_only_when_the_next_one_is_kept(folder, reader, monkeypatch):
    [draft] = reader.recover()
    newer = Draft(NOTE.uri, "newer", None, "", 2.0)
    monkeypatch.setattr(draft_file, "LIMIT", 10)
    assert not reader.hand_over(draft, newer)
    monkeypatch.undo()
    assert draft.place.exists()
    assert reader.hand_over(draft, newer)
    reader.close()
    assert [found.text for found in recovered(folder)] == ["newer"]


def test_a_draft_is_on_disk_before_it_counts_as_kept(folder, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    writer = DraftFolder(folder)
    assert writer.keep(NOTE)
    [path] = files(folder)
    assert {path.stat().st_ino, path.parent.stat().st_ino, folder.stat().st_ino} <= set(synced)
    writer.close()


def test_what_was_found_elsewhere_is_adopted_as_a_draft(folder, monkeypatch):
    writer = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", None)
    begun = Draft("a.md", "begun", None, "", 1.0, writer=writer)
    reader = DraftFolder(folder)
    assert reader.adopted() == 0
    [kept] = reader.adopt([begun], 77)
    assert contents(kept) == contents(begun)
    assert reader.adopted() == 77
    reader.drop("a.md")
    reader.close()
    [again] = recovered(folder)
    assert again.writer == writer
    monkeypatch.setattr(DraftFolder, "_own_folder", lambda self: (_ for _ in ()).throw(OSError("full")))
    assert DraftFolder(folder).adopt([begun], 99) == ()
    assert DraftFolder(folder).adopted() == 77


def test_where_no_folder_can_be_locked_nothing_is_kept_and_nothing_fails(folder, monkeypatch):
    left(folder, NOTE)
    real = os.open

    def full(path, *arguments, **keywords):
        if os.fspath(path).endswith("/owner"):
            raise OSError(errno.ENOSPC, "full")
        return real(path, *arguments, **keywords)

    before = sorted(folder.iterdir())
    monkeypatch.setattr(os, "open", full)
    writer = DraftFolder(folder)
    assert not writer.keep(NOTE)
    assert writer.recover() == ()
    assert sorted(folder.iterdir()) == before
    monkeypatch.undo()
    assert [contents(draft) for draft in recovered(folder)] == [contents(NOTE)]


def test_the_result_of_a_merge_is_kept_beside_the_text(tmp_path):
    folder = DraftFolder(tmp_path / "drafts")
    mine = Draft("a.md", "mine\n", None, "", 1.0)
    result = Draft("a.md", "result\n", revision_of(b"theirs\n"), "theirs\n", 2.0, of_merge=True)
    assert folder.keep(mine)
    assert folder.keep(result)
    folder.close()
    later = DraftFolder(tmp_path / "drafts")
    found = later.recover()
    assert [(draft.text, draft.of_merge) for draft in found] == [("mine\n", False), ("result\n", True)]
    for draft in found:
        later.forget(draft)
    later.keep(mine)
    later.keep(result)
    later.drop("a.md", of_merge=True)
    later.close()
    assert [draft.text for draft in DraftFolder(tmp_path / "drafts").recover()] == ["mine\n"]
