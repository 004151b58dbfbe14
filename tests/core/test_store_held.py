"""What a store keeps open between commits: used again while its name stands for it, and let go in the end."""

from __future__ import annotations

import errno
import gc
import json
import os
import shutil
from dataclasses import asdict, replace
from types import SimpleNamespace

import pytest

from memdesk.errors import ConflictError, InvalidError, LockedError, NotAFileError, UnsafePathError
from memdesk.model import UNPROVEN, Actor, Origin, Via, revision_of
from memdesk.store import ANY, DocumentEdit, Operation, Store
from memdesk.store.commit import transaction
from memdesk.store.fs import safe_root as held_folder
from memdesk.store.fs.lease import look
from memdesk.store.fs.safe_root import SafeRoot, hold
from memdesk.store.locking.lock import HeldLock
from memdesk.store.metadata.record import read_record, replace_record
from memdesk.store.oplog.journal import opened_intents
from memdesk.store.oplog.operation import parse_line, written
from memdesk.store.versions.blobs import VersionStore

ME = Actor('me "one"\n', Origin.HUMAN, Via.PYTHON, tool="t")


@pytest.fixture
def root(tmp_path):
    (tmp_path / "a.md").write_bytes(b"zero")
    return tmp_path


@pytest.fixture
def store(root):
    store = Store(root)
    store.commit("a.md", b"one", ANY, ME)
    return store


def save(store, text):
    return store.commit("a.md", text, store.read("a.md").revision, ME)


def test_commits_go_on_where_our_folder_was_deleted(store, root):
    shutil.rmtree(root / ".memdesk")
    save(store, b"two")
    assert [operation.after for operation in store.operations_of("a.md")] == [revision_of(b"two")]
    assert store.version(revision_of(b"one")) == b"one"


@pytest.fixture
def pulled(root, store, monkeypatch):
    """A volume that was pulled away and put back: what was opened before answers nothing any more."""
    real, held = os.fstat, store._private.held()
    before = {held.folder(()).descriptor}

    def dead(descriptor):
        if descriptor in before:
            raise OSError(errno.ENOTCONN, os.strerror(errno.ENOTCONN))
        return real(descriptor)

    monkeypatch.setattr(os, "fstat", dead)
    return held  # not closed meanwhile: its number is given to no other file


def test_on_a_volume_that_was_pulled_away_and_put_back_everything_goes_on(root, store, pulled):
    assert store._private.held() not in {None, pulled}
    assert [operation.after for operation in store.operations_of("a.md")] == [revision_of(b"one")]
    save(store, b"two")
    assert (root / "a.md").read_bytes() == b"two"
    assert store.late() == ()


@pytest.mark.parametrize(
    ("modified", "changed"), [(10**10, 10**10), (10**10, 10**10 + 1), (10**10 + 1, 10**10)]
)
def test_a_disk_that_tells_whole_seconds_makes_sure_of_nothing(tmp_path, monkeypatch, modified, changed):
    """Its folders have the same times before and after what happens within a second or two."""
    folder, real = hold(SafeRoot(tmp_path)), os.fstat

    def coarse(descriptor):
        found = real(descriptor)
        times = {"st_mtime_ns": modified, "st_ctime_ns": changed}
        owner = {"st_uid": found.st_uid, "st_gid": found.st_gid}
        made = SimpleNamespace(**times, **owner, st_nlink=found.st_nlink)
        return made if descriptor == folder.folder(()).descriptor else found

    monkeypatch.setattr(os, "fstat", coarse)
    folder.look()
    assert read_record(folder, "locks.json") is None
    replace_record(folder, "locks.json", b"{}")
    folder.look()
    assert read_record(folder, "locks.json") == b"{}"


def test_what_was_kept_is_kept_again_where_the_history_was_deleted(store, root):
    shutil.rmtree(root / ".memdesk/history")
    save(store, b"two")
    assert store.version(revision_of(b"one")) == b"one"
    assert store.version(revision_of(b"two")) == b"two"


def test_a_log_that_was_replaced_is_the_one_that_is_written(store, root):
    log = root / ".memdesk/operations.jsonl"
    whole = log.read_bytes()
    log.unlink()
    log.write_bytes(whole)
    save(store, b"two")
    assert len(store.operations_of("a.md")) == 2


@pytest.mark.parametrize("name", ["operations.jsonl", "intents.jsonl"])
def test_a_record_that_got_a_second_name_is_not_written(store, root, name):
    os.link(root / ".memdesk" / name, root / "elsewhere")
    before = (root / "elsewhere").read_bytes()
    with pytest.raises(UnsafePathError):
        hold(SafeRoot(root / ".memdesk")).record(name)
    if name == "intents.jsonl":
        with pytest.raises(UnsafePathError):
            save(store, b"two")
        assert store.read("a.md").data == b"one"
    assert (root / "elsewhere").read_bytes() == before


def test_a_conflict_that_is_found_under_the_lock_changes_nothing(store, root):
    (root / "a.md").write_bytes(b"foreign")
    with pytest.raises(ConflictError) as caught:
        store.commit("a.md", b"two", revision_of(b"one"), ME)
    assert caught.value.current == revision_of(b"foreign")
    assert store.read("a.md").data == b"foreign"
    assert store.lock_holder() is None


def test_a_store_that_is_gone_holds_nothing_open(root):
    def open_files():
        gc.collect()
        return set(os.listdir("/proc/self/fd"))

    before = open_files()
    store = Store(root)
    save(store, b"one")
    save(store, b"two")
    assert not open_files() <= before
    del store
    assert open_files() <= before


def test_a_store_holds_no_more_open_the_longer_it_is_used(store):
    save(store, b"two")
    before = len(os.listdir("/proc/self/fd"))
    for number in range(5):
        save(store, b"%d" % number)
    assert len(os.listdir("/proc/self/fd")) <= before


def test_a_journal_that_cannot_be_looked_at_is_closed(tmp_path, monkeypatch):
    real, opened = os.fstat, []

    def refuse(descriptor):
        if opened:
            raise OSError(errno.EIO, "broken")
        if os.readlink(f"/proc/self/fd/{descriptor}").endswith("intents.jsonl"):
            opened.append(descriptor)
        return real(descriptor)

    monkeypatch.setattr(os, "fstat", refuse)
    with pytest.raises(OSError, match="broken"):
        opened_intents(SafeRoot(tmp_path))
    monkeypatch.undo()
    with pytest.raises(OSError, match="Bad file"):
        os.fstat(opened[0])


def test_no_more_versions_are_remembered_than_a_thousand(tmp_path):
    history = VersionStore(SafeRoot(tmp_path))
    for number in range(3):
        history.put(b"%d" % number)
    for number in range(1200):
        history._remember(revision_of(b"%d" % number))
    assert list(history._known) == [revision_of(b"%d" % number) for number in range(200, 1200)]


OPERATION = Operation(
    "1-2", 'a "b"\n\u202e\ud800.md', None, revision_of(b""), 1.5e-7, ME, None, "u", "old\\name", 0o640
)


@pytest.mark.parametrize(
    "operation",
    [
        OPERATION,
        Operation("1", "é/😀", revision_of(b"x"), None, 1e22, Actor("bot", Origin.AGENT, Via.MCP), 0),
        Operation("1", "a", revision_of(b"x"), None, 2.5, UNPROVEN, 0, machine=1.5),
        Operation("", "", None, None, 3, ME, 5, mode=0),
        Operation("", "", None, None, 3, ME, None, owner=(0, 7), attributes=(("user.\u00e9", "YQ=="),)),
    ],
)
def test_a_line_is_the_json_that_it_looks_like(operation):
    fields = json.loads(written(operation))
    assert fields["actor"] == asdict(operation.actor)
    assert set(fields) >= {"id", "path", "before", "after", "time", "actor", "size"}
    assert written(operation) == json.dumps(fields)
    assert parse_line(written(operation).encode() + b"\n") == operation


@pytest.mark.parametrize(
    ("actor", "name"),
    [
        (Actor("", Origin.AGENT, Via.MCP), "agent “”"),
        (Actor("you", Origin.AGENT, Via.MCP), "agent “you”"),
        (Actor("ada", Origin.FOREIGN, Via.OUTSIDE), "outside"),
    ],
)
def test_nobody_is_read_under_a_name_of_somebody_else(actor, name):
    line = written(OPERATION._replace(actor=actor)).encode() + b"\n"
    assert parse_line(line) == OPERATION._replace(actor=replace(actor, name=name))


@pytest.fixture
def aged(monkeypatch):
    """Have every folder count as unchanged for long."""
    monkeypatch.setattr(held_folder, "_COARSE", -(1 << 62))


@pytest.mark.usefixtures("aged")
@pytest.mark.parametrize("away", ["operations.jsonl", "intents.jsonl", "history", ".gitignore"])
def test_what_was_moved_away_is_made_anew(store, root, away):
    save(store, b"two")
    save(store, b"three")
    (root / ".memdesk" / away).rename(root / "elsewhere")
    there = len(read(root / "elsewhere"))
    save(store, b"four")
    assert (root / ".memdesk" / away).exists()
    assert len(read(root / "elsewhere")) == there
    assert store.version(revision_of(b"four")) == b"four"


def read(path):
    return sorted(path.rglob("*")) if path.is_dir() else path.read_bytes()


@pytest.mark.usefixtures("aged")
def test_our_folder_that_was_moved_away_is_made_anew(store, root):
    save(store, b"two")
    save(store, b"three")
    (root / ".memdesk").rename(root / "elsewhere")
    log = (root / "elsewhere/operations.jsonl").read_bytes()
    save(store, b"four")
    assert (root / "elsewhere/operations.jsonl").read_bytes() == log
    assert [operation.after for operation in store.operations_of("a.md")] == [revision_of(b"four")]


def save_three(store):
    save(store, b"three")


def put_record(store):
    store.put_record("pins.json", b"{}", ME)


@pytest.mark.parametrize("write", [save_three, put_record])
def test_our_folder_that_was_moved_away_is_made_anew_where_its_times_do_not_tell(
    store, root, monkeypatch, write
):
    monkeypatch.setattr(held_folder.HeldFolder, "look", lambda _: None)
    save(store, b"two")
    (root / ".memdesk").rename(root / "elsewhere")
    before = (root / "elsewhere/operations.jsonl").read_bytes()
    write(store)
    assert (root / ".memdesk/.gitignore").exists()
    assert not (root / "elsewhere/pins.json").exists()
    assert (root / "elsewhere/operations.jsonl").read_bytes() == before


def test_a_name_is_sure_only_where_nothing_happened_in_the_folder_for_a_while(root, store, monkeypatch):
    held = hold(SafeRoot(root / ".memdesk"))

    def look():
        before = "lock" in held.sure
        held.look()
        after = "lock" in held.sure
        held.sure.add("lock")
        return before, after

    monkeypatch.setattr(held_folder, "_COARSE", 1 << 62)
    assert [look(), look()] == [(False, False), (True, False)]
    monkeypatch.setattr(held_folder, "_COARSE", -(1 << 62))
    assert [look(), look()] == [(True, False), (True, True)]
    (root / ".memdesk/new").touch()
    assert look() == (True, False)
    assert not SafeRoot(root).sure


@pytest.mark.parametrize(("age", "is_sure"), [(20_000_000, False), (20_000_001, True)])
def test_a_change_is_old_once_no_clock_of_a_folder_can_lag_behind_it(root, store, monkeypatch, age, is_sure):
    held, status = hold(SafeRoot(root / ".memdesk")), (root / ".memdesk").stat()
    moment = max(status.st_mtime_ns, status.st_ctime_ns) + age
    monkeypatch.setattr(held_folder.time, "time_ns", lambda: moment)
    held.look()
    held.sure.add("lock")
    held.look()
    assert ("lock" in held.sure) is is_sure


@pytest.mark.usefixtures("aged")
def test_a_record_is_not_looked_up_again_where_nothing_happened_in_its_folder(root, store, monkeypatch):
    held = hold(SafeRoot(root / ".memdesk"))
    held.look()
    first = held.record("operations.jsonl")
    monkeypatch.setattr(os, "stat", None)
    monkeypatch.setattr(os, "open", None)
    second = held.record("operations.jsonl")
    monkeypatch.undo()
    assert second.descriptor == first.descriptor


@pytest.mark.usefixtures("aged")
def test_the_history_is_not_looked_up_again_where_nothing_happened_in_our_folder(root, store, monkeypatch):
    held = hold(SafeRoot(root / ".memdesk"))
    held.look()
    history = VersionStore(held)
    history.put(b"two")
    monkeypatch.setattr(os, "lstat", None)
    assert history.put(b"three") == revision_of(b"three")


def test_a_record_that_a_link_took_the_place_of_is_not_written(root, store):
    held, log = hold(SafeRoot(root / ".memdesk")), root / ".memdesk/operations.jsonl"
    held.record(log.name)
    logged = log.read_bytes()
    log.rename(root / "elsewhere")
    log.symlink_to(root / "elsewhere")
    held.look()
    with pytest.raises(NotAFileError, match="not memdesk's file but a link"):
        held.record(log.name)
    assert log.is_symlink()
    assert (root / "elsewhere").read_bytes() == logged


def test_a_record_that_was_missing_is_found_once_it_is_there(root, store, monkeypatch):
    monkeypatch.setattr(held_folder, "_COARSE", -(1 << 62))
    assert [store.record("new.json") for _ in range(3)] == [None] * 3
    (root / ".memdesk/new.json").write_bytes(b"{}")
    with pytest.raises(InvalidError, match="nobody of yours wrote it"):
        store.record("new.json")


@pytest.mark.usefixtures("aged")
def test_a_commit_that_comes_to_nothing_leaves_nothing_unlooked_at(store, root):
    save(store, b"two")
    save(store, b"three")
    (root / ".memdesk/operations.jsonl").rename(root / "elsewhere")
    with pytest.raises(ConflictError):
        store.commit("a.md", b"four", revision_of(b"two"), ME)
    store.lock_holder()
    save(store, b"four")
    assert [operation.after for operation in store.operations_of("a.md")] == [revision_of(b"four")]


def test_units_of_many_documents_hold_few_of_them_open(root, store, monkeypatch):
    names = [f"{number}.md" for number in range(40)]
    store.commit_all([DocumentEdit(name, b"one", None) for name in names], ME)
    most, real = [0], transaction.look

    def counted(*arguments):
        found = real(*arguments)
        most.append(len(os.listdir("/proc/self/fd")))
        return found

    monkeypatch.setattr(transaction, "look", counted)
    before = len(os.listdir("/proc/self/fd"))
    store.commit_all([DocumentEdit(name, b"two", revision_of(b"one")) for name in names], ME)
    assert max(most) < before + 30
    assert {(root / name).read_bytes() for name in names} == {b"two"}
    assert not [name for name in os.listdir(root) if name.startswith(".memdesk-")]


@pytest.mark.parametrize("style", ["replaced", "written over", "held open"])
def test_who_comes_between_the_look_and_the_swap_is_not_passed_over(root, store, monkeypatch, style):
    real, opened = HeldLock.check, []

    def come_between(lock):
        real(lock)
        if not looks:
            if style == "replaced":
                (root / "beside").write_bytes(b"theirs")
                (root / "beside").rename(root / "a.md")
            else:
                opened.append((root / "a.md").open("r+b", buffering=0))
                opened[0].write(b"new")
                if style == "written over":
                    opened[0].close()
        looks.append(lock)

    looks = []
    monkeypatch.setattr(HeldLock, "check", come_between)
    with pytest.raises((ConflictError, LockedError)):
        store.commit("a.md", b"two", revision_of(b"one"), ME)
    for file in opened:
        file.close()
    theirs = b"theirs" if style == "replaced" else b"new"
    assert (root / "a.md").read_bytes() == theirs
    assert store.commit("a.md", b"two", revision_of(theirs), ME).operation
    assert store.version(revision_of(theirs)) == theirs


def test_a_process_without_standard_input_opens_documents_like_any_other(root):
    standard_input = os.dup(0)
    with SafeRoot(root).folder(()) as folder:
        os.close(0)
        try:
            looked = look(folder, "a.md", "a.md")
            assert looked.lease.descriptor == 0
            assert looked.is_at(folder, "a.md")
            looked.close()
            assert not looked.is_at(folder, "a.md")
            with pytest.raises(OSError, match="Bad file"):
                os.fstat(0)
        finally:
            os.dup2(standard_input, 0)
            os.close(standard_input)


def test_a_look_that_fails_holds_nothing_open(root, monkeypatch):
    def broken(*_):
        raise OSError(errno.EIO, "broken")

    before = set(os.listdir("/proc/self/fd"))
    with SafeRoot(root).folder(()) as folder:
        monkeypatch.setattr("memdesk.store.fs.lease.traits_of", broken)
        with pytest.raises(OSError, match="broken"):
            look(folder, "a.md", "a.md")
        monkeypatch.setattr("memdesk.store.fs.lease.read_opened", lambda *_, **__: None)
        assert look(folder, "a.md", "a.md") is None
    assert set(os.listdir("/proc/self/fd")) <= before
