"""What a commit promises: compare, keep, replace, and leave everything else of the file as it was."""

from __future__ import annotations

import errno
import itertools
import os
import stat
from contextlib import ExitStack

import pytest

from memdesk.errors import (
    ConflictError,
    LockedError,
    NotFoundError,
    ReadOnlyError,
    StorageError,
    TooLargeError,
)
from memdesk.model import OUTSIDE, Actor, Origin, Via, revision_of
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, Store
from memdesk.store.commit import change, request, transaction
from memdesk.store.commit.change import CommitStep
from memdesk.store.fs.swap import Swap
from memdesk.store.locking.lock import WorkspaceLock

ME = Actor("me", Origin.HUMAN, Via.GUI, tool="memory_append", session="s1")
OLD, NEW, FOREIGN = b"old\r\ntext", b"new\r\ntext", b"foreign"


@pytest.fixture
def root(tmp_path):
    (tmp_path / "a.md").write_bytes(OLD)
    return tmp_path


@pytest.fixture
def store(root):
    return Store(root, clock=FrozenClock(1000.5), lock_timeout=300)


def documents(root):
    return sorted(
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if ".memdesk" not in path.parts and path.is_file()
    )


def test_a_replacement_is_written_kept_and_logged(store, root):
    result = store.commit("a.md", NEW, revision_of(OLD), ME)
    assert (root / "a.md").read_bytes() == NEW
    assert (result.path, result.before, result.after) == ("a.md", revision_of(OLD), revision_of(NEW))
    assert not result.detached
    assert store.version(revision_of(OLD)) == OLD
    assert store.version(revision_of(NEW)) == NEW
    (operation,) = store.operations_of("a.md")
    assert (operation.id, operation.actor, operation.time) == (result.operation, ME, 1000.5)
    assert (operation.before, operation.after) == (result.before, result.after)
    assert documents(root) == ["a.md"]


def test_the_end_of_the_log_is_where_the_next_operation_comes(store):
    assert store.operations_end() == 0
    assert store.operations_of("a.md") == ()
    store.commit("a.md", NEW, ANY, ME)
    end = store.operations_end()
    result = store.commit("a.md", OLD, ANY, ME)
    assert [operation.id for operation in store.operations(end).operations] == [result.operation]


@pytest.mark.parametrize(
    ("modes", "path", "expected"),
    [
        ({"memory/note.md": 0o644}, "memory/new.md", 0o644),
        ({"memory/note.md": 0o664, "memory/other.md": 0o644}, "memory/new.md", 0o644),
        ({"memory/note.md": 0o644, "memory/state.json": 0o600}, "memory/warm.json", 0o600),
        ({"memory/note.md": 0o644, "memory/state.json": 0o600}, "memory/new.txt", 0o600),
        ({"memory/note.md": 0o640}, "memory/202611/20261122.md", 0o640),
        ({"memory/note.md": 0o644}, "memory/202611/20261122.md", 0o644),
        ({"memory/note.md": 0o666}, "memory/new.md", 0o664),
        ({"memory/note.md": 0o444}, "memory/new.md", 0o644),
        ({"memory/note.md": 0o755}, "memory/new.md", 0o644),
        ({"memory/note.md": 0o644, "memory/state.json": 0o600}, "memory/new.md", 0o644),
        ({"memory/note.md": 0o644, "memory/.git": 0o600}, "memory/new.txt", 0o644),
    ],
)
def test_a_new_document_is_as_open_as_those_nearest_to_it(store, root, modes, path, expected):
    (root / "a.md").unlink()
    for name, mode in modes.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).touch()
        (root / name).chmod(mode)
    store.commit(path, NEW, None, ME)
    assert stat.S_IMODE((root / path).stat().st_mode) == expected
    if path.count("/") == 2:
        folder = {0o640: 0o750, 0o644: 0o755}[expected]
        assert stat.S_IMODE((root / path).parent.stat().st_mode) == folder


def test_a_document_that_is_the_first_is_private_with_its_folders(store, root):
    (root / "a.md").unlink()
    (root / ".git").touch()
    (root / "link.md").symlink_to(".git")
    result = store.commit("x/y/b.md", NEW, None, ME)
    assert (root / "x/y/b.md").read_bytes() == NEW
    assert result.before is None
    assert stat.S_IMODE((root / "x/y/b.md").stat().st_mode) == 0o600
    assert stat.S_IMODE((root / "x/y").stat().st_mode) == 0o700


def test_the_umask_does_not_change_what_is_private(store, root):
    (root / "a.md").unlink()
    old = os.umask(0o277)
    try:
        store.commit("b.md", NEW, None, ME)
    finally:
        os.umask(old)
    assert stat.S_IMODE((root / "b.md").stat().st_mode) == 0o600


@pytest.mark.parametrize("umask", [0o177, 0o277, 0o777])
def test_a_umask_that_shuts_the_owner_out_shuts_nobody_out_of_what_we_make(store, root, umask):
    old = os.umask(umask)
    try:
        store.commit("x/y/b.md", NEW, None, ME)
        store.put_record("locks.json", b"[]", ME)
    finally:
        os.umask(old)
    for path in (root / "x", root / ".memdesk", *(root / "x").rglob("*"), *(root / ".memdesk").rglob("*")):
        needed = 0o700 if path.is_dir() else 0o600
        assert path.stat().st_mode & needed == needed, path


def test_a_deletion_is_kept_and_can_be_undone(store, root):
    result = store.commit("a.md", None, revision_of(OLD), ME)
    assert (result.before, result.after, result.detached) == (revision_of(OLD), None, False)
    assert not (root / "a.md").exists()
    store.commit("a.md", store.version(revision_of(OLD)), None, ME)
    assert (root / "a.md").read_bytes() == OLD
    assert len(store.operations_of("a.md")) == 2


@pytest.mark.parametrize("new", [NEW, OLD, None])
@pytest.mark.parametrize("base", [None, revision_of(FOREIGN)])
def test_a_wrong_base_is_a_conflict_and_nothing_changes(store, root, new, base):
    with pytest.raises(ConflictError) as caught:
        store.commit("a.md", new, base, ME)
    assert (caught.value.uri, caught.value.base, caught.value.current) == ("a.md", base, revision_of(OLD))
    assert (root / "a.md").read_bytes() == OLD
    assert not (root / ".memdesk").exists()


@pytest.mark.parametrize("new", [NEW, None])
def test_a_base_that_is_gone_is_a_conflict(store, new):
    with pytest.raises(ConflictError) as caught:
        store.commit("gone/b.md", new, revision_of(OLD), ME)
    assert caught.value.current is None


def test_a_base_that_is_gone_is_a_conflict_even_where_its_name_makes_trouble(store):
    store.commit("a.md", NEW, ANY, ME)
    with pytest.raises(ConflictError):
        store.commit("con.md", NEW, revision_of(OLD), ME)


def test_a_base_that_is_gone_with_its_folder_is_a_conflict(store, root):
    store.commit("notes/b.md", OLD, None, ME)
    (root / "notes" / "b.md").unlink()
    (root / "notes").rmdir()
    with pytest.raises(ConflictError) as caught:
        store.commit("notes/b.md", NEW, revision_of(OLD), ME)
    assert (caught.value.base, caught.value.current) == (revision_of(OLD), None)
    assert documents(root) == ["a.md"]


@pytest.mark.parametrize(("path", "new"), [("a.md", NEW), ("a.md", None), ("b.md", NEW), ("x/b.md", NEW)])
def test_any_takes_whatever_is_there(store, root, path, new):
    store.commit(path, new, ANY, ME)
    assert (root / path).exists() is (new is not None)


@pytest.mark.parametrize(
    ("path", "new", "base"),
    [("a.md", OLD, revision_of(OLD)), ("a.md", OLD, ANY), ("b.md", None, None), ("b.md", None, ANY)],
)
def test_what_is_so_already_is_not_written(store, root, path, new, base):
    def written():
        status = (root / "a.md").stat()
        return status.st_ino, status.st_mtime_ns, status.st_ctime_ns

    before = written()
    result = store.commit(path, new, base, ME)
    assert result.operation == ""
    assert result.before == result.after
    assert not result.detached
    assert written() == before
    assert not (root / ".memdesk").exists()


@pytest.mark.parametrize("base", [revision_of(NEW), ANY])
def test_what_is_so_already_and_what_is_a_conflict_wait_for_nobody(store, root, base):
    store.commit("a.md", NEW, ANY, ME)
    with Store(root).exclusive(ME):
        assert store.commit("a.md", NEW, base, ME).operation == ""
        with pytest.raises(ConflictError):
            store.commit("a.md", None, revision_of(OLD), ME)


@pytest.mark.parametrize(
    "data", [b"", b"no newline", b"\xef\xbb\xbfbom\r\n", b"\0\xff binary", b"x" * 100_000]
)
def test_bytes_arrive_as_they_were_given(store, root, data):
    store.commit("a.md", data, ANY, ME)
    assert (root / "a.md").read_bytes() == data
    assert store.version(revision_of(data)) == data


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755, 0o666, 0o400])
def test_the_mode_is_preserved(store, root, mode):
    (root / "a.md").chmod(mode)
    store.commit("a.md", NEW, ANY, ME)
    assert stat.S_IMODE((root / "a.md").stat().st_mode) == mode


def test_user_attributes_are_preserved(store, root):
    os.setxattr(root / "a.md", "user.origin", b"agent")
    store.commit("a.md", NEW, ANY, ME)
    assert os.getxattr(root / "a.md", "user.origin") == b"agent"


def test_another_hard_link_keeps_the_old_version_and_the_result_says_so(store, root):
    os.link(root / "a.md", root / "twin.md")
    assert store.commit("a.md", NEW, ANY, ME).detached
    assert (root / "twin.md").read_bytes() == OLD
    assert (root / "a.md").read_bytes() == NEW


def test_more_than_the_limit_is_refused(store, root, monkeypatch):
    monkeypatch.setattr(request, "LIMIT", 4)
    with pytest.raises(TooLargeError):
        store.commit("a.md", b"12345", ANY, ME)
    assert (root / "a.md").read_bytes() == OLD
    store.commit("a.md", b"1234", ANY, ME)
    assert (root / "a.md").read_bytes() == b"1234"


def test_a_read_only_store_writes_nothing(root):
    store = Store(root, read_only=True)
    for path, new in (("a.md", NEW), ("a.md", None), ("b.md", NEW)):
        with pytest.raises(ReadOnlyError, match=f"in {root}: it was opened for reading only"):
            store.commit(path, new, ANY, ME)
    store.recover()
    assert documents(root) == ["a.md"]
    assert not (root / ".memdesk").exists()


def test_without_history_no_version_is_known(store):
    with pytest.raises(NotFoundError):
        store.version(revision_of(OLD))


def test_a_file_that_is_open_for_writing_elsewhere_is_left_alone(store, root):
    with (root / "a.md").open("ab") as foreign:
        with pytest.raises(LockedError, match="in use"):
            store.commit("a.md", NEW, ANY, ME)
        foreign.write(b" appended")
    assert (root / "a.md").read_bytes() == OLD + b" appended"
    store.commit("a.md", NEW, ANY, ME)
    assert (root / "a.md").read_bytes() == NEW


def test_a_file_that_is_open_for_reading_elsewhere_is_replaced(store, root):
    with (root / "a.md").open("rb") as reader:
        store.commit("a.md", NEW, ANY, ME)
        assert reader.read() == OLD


def interfere(monkeypatch, step, action, times=1):
    """Let a writer that knows no lock act just before a step of a change."""
    real = getattr(CommitStep, step)
    left = iter(range(times))

    def wrapped(self, *arguments):
        if next(left, None) is not None:
            action()
        return real(self, *arguments)

    monkeypatch.setattr(CommitStep, step, wrapped)


def full(_):
    raise OSError(errno.ENOSPC, "full")


def test_a_full_disk_is_told_with_what_is_needed(store, root, monkeypatch):
    interfere(monkeypatch, "write", lambda: full(None))
    with pytest.raises(StorageError, match=f"^a.md: full; {len(NEW)} bytes are needed"):
        store.commit("a.md", NEW, ANY, ME)
    assert (root / "a.md").read_bytes() == OLD


def test_a_save_that_could_not_be_written_is_not_in_the_journal(store, root, monkeypatch):
    store.commit("b.md", OLD, None, ME)
    journal = root / ".memdesk/intents.jsonl"
    before = journal.read_bytes()
    interfere(monkeypatch, "write", lambda: full(None))
    with pytest.raises(StorageError):
        store.commit("a.md", NEW, ANY, ME)
    assert journal.read_bytes() == before


def test_what_somebody_else_wrote_just_so_stays_where_ours_could_not_be_written(store, root, monkeypatch):
    def act():
        foreign_rename(root, data=NEW)()
        full(None)

    interfere(monkeypatch, "write", act)
    with pytest.raises(StorageError):
        store.commit("a.md", NEW, ANY, ME)
    assert (root / "a.md").read_bytes() == NEW


@pytest.mark.parametrize("is_written", [False, True])
def test_where_nothing_can_be_read_any_more_the_document_is_as_it_was(store, root, monkeypatch, is_written):
    """What was displaced can be given back without knowing what it is."""
    exchange = Swap.exchange

    def broken(*_):
        raise OSError(errno.EIO, "broken")

    def and_then_fail(*names):
        context.setattr(os, "read", broken)
        return exchange(*names)

    with ExitStack() as writer:
        with monkeypatch.context() as context:
            context.setattr(Swap, "exchange", and_then_fail)
            if is_written:
                interfere(context, "carry_out", lambda: writer.enter_context((root / "a.md").open("ab")))
            with pytest.raises(StorageError):
                store.commit("a.md", NEW, ANY, ME)
        assert (root / "a.md").read_bytes() == OLD
    store.recover()
    assert documents(root) == ["a.md"]


def foreign_rename(root, name="a.md", data=FOREIGN):
    def act():
        temporary = root / "foreign.tmp"
        temporary.write_bytes(data)
        temporary.replace(root / name)

    return act


@pytest.mark.parametrize(("step", "new"), [("write", NEW), ("carry_out", NEW), ("carry_out", None)])
def test_a_foreign_version_stays_live_and_the_caller_gets_a_conflict(store, root, monkeypatch, step, new):
    interfere(monkeypatch, step, foreign_rename(root))
    with pytest.raises(ConflictError) as caught:
        store.commit("a.md", new, revision_of(OLD), ME)
    assert caught.value.current == revision_of(FOREIGN)
    assert (root / "a.md").read_bytes() == FOREIGN
    assert documents(root) == ["a.md"]


@pytest.mark.parametrize("new", [NEW, None])
def test_a_foreign_version_that_follows_ours_at_once_stays_live(store, root, monkeypatch, new):
    interfere(monkeypatch, "_confirm", foreign_rename(root))
    store.commit("a.md", new, revision_of(OLD), ME)
    assert (root / "a.md").read_bytes() == FOREIGN
    assert store.version(revision_of(OLD)) == OLD


@pytest.mark.parametrize(("step", "new"), [("carry_out", NEW), ("carry_out", None)])
def test_a_displaced_foreign_version_is_kept_and_logged_as_foreign(store, root, monkeypatch, step, new):
    interfere(monkeypatch, step, foreign_rename(root))
    with pytest.raises(ConflictError):
        store.commit("a.md", new, revision_of(OLD), ME)
    assert store.version(revision_of(FOREIGN)) == FOREIGN
    (operation,) = store.operations_of("a.md")
    assert (operation.actor, operation.after) == (OUTSIDE, revision_of(FOREIGN))


@pytest.mark.parametrize(("step", "new"), [("carry_out", NEW), ("carry_out", None)])
def test_any_goes_over_a_foreign_version_and_keeps_it(store, root, monkeypatch, step, new):
    interfere(monkeypatch, step, foreign_rename(root))
    result = store.commit("a.md", new, ANY, ME)
    assert result.before == revision_of(FOREIGN)
    assert store.version(revision_of(FOREIGN)) == FOREIGN
    assert (root / "a.md").exists() is (new is not None)


def test_a_foreign_version_that_comes_while_ours_is_taken_back_wins(store, root, monkeypatch):
    interfere(monkeypatch, "carry_out", foreign_rename(root))
    interfere(monkeypatch, "_exchange_back", foreign_rename(root, data=b"second"))
    with pytest.raises(ConflictError) as caught:
        store.commit("a.md", NEW, revision_of(OLD), ME)
    assert (root / "a.md").read_bytes() == b"second"
    assert caught.value.current == revision_of(b"second")
    assert {store.version(revision_of(data)) for data in (FOREIGN, b"second")} == {FOREIGN, b"second"}
    assert documents(root) == ["a.md"]


def test_a_foreign_deletion_while_ours_is_taken_back_stands(store, root, monkeypatch):
    interfere(monkeypatch, "carry_out", foreign_rename(root))
    interfere(monkeypatch, "_exchange_back", (root / "a.md").unlink)
    with pytest.raises(ConflictError) as caught:
        store.commit("a.md", NEW, revision_of(OLD), ME)
    assert caught.value.current is None
    assert store.version(revision_of(FOREIGN)) == FOREIGN
    assert documents(root) == []


def test_a_foreign_link_that_comes_meanwhile_is_given_back(store, root, monkeypatch):
    def act():
        (root / "a.md").unlink()
        (root / "a.md").symlink_to("elsewhere")

    interfere(monkeypatch, "carry_out", act)
    with pytest.raises(Exception, match="not a plain file"):
        store.commit("a.md", NEW, revision_of(OLD), ME)
    assert os.readlink(root / "a.md") == "elsewhere"
    assert documents(root) == []


def test_a_foreign_folder_that_comes_while_ours_is_taken_back_is_given_back(store, root, monkeypatch):
    def act():
        (root / "a.md").unlink()
        (root / "a.md").mkdir()

    interfere(monkeypatch, "carry_out", foreign_rename(root))
    interfere(monkeypatch, "_exchange_back", act)
    with pytest.raises(Exception, match="not a plain file"):
        store.commit("a.md", NEW, revision_of(OLD), ME)
    assert (root / "a.md").is_dir()
    assert store.version(revision_of(FOREIGN)) == FOREIGN
    assert documents(root) == []


@pytest.mark.parametrize(("step", "new"), [("write", NEW), ("carry_out", NEW), ("carry_out", None)])
def test_a_foreign_deletion_is_a_conflict(store, root, monkeypatch, step, new):
    interfere(monkeypatch, step, (root / "a.md").unlink)
    with pytest.raises(ConflictError) as caught:
        store.commit("a.md", new, revision_of(OLD), ME)
    assert caught.value.current is None
    assert documents(root) == []


@pytest.mark.parametrize("base", [None, ANY])
def test_a_foreign_creation_is_not_overwritten_unseen(store, root, monkeypatch, base):
    interfere(monkeypatch, "carry_out", foreign_rename(root, "b.md"))
    if base is None:
        with pytest.raises(ConflictError):
            store.commit("b.md", NEW, base, ME)
        assert (root / "b.md").read_bytes() == FOREIGN
        return
    assert store.commit("b.md", NEW, base, ME).before == revision_of(FOREIGN)
    assert store.version(revision_of(FOREIGN)) == FOREIGN


def test_a_newer_file_wins_over_the_one_a_deletion_gives_back(store, root, monkeypatch):
    interfere(monkeypatch, "carry_out", foreign_rename(root))
    interfere(monkeypatch, "_put_back", foreign_rename(root, data=b"newer"))
    with pytest.raises(ConflictError) as caught:
        store.commit("a.md", None, revision_of(OLD), ME)
    assert caught.value.current == revision_of(b"newer")
    assert store.version(revision_of(FOREIGN)) == FOREIGN
    assert documents(root) == ["a.md"]


@pytest.mark.parametrize("new", [NEW, None])
def test_a_writer_who_opened_the_file_just_before_the_swap_gets_it_back(store, root, monkeypatch, new):
    opened = []
    interfere(monkeypatch, "carry_out", lambda: opened.append((root / "a.md").open("ab")))
    with pytest.raises(LockedError, match="in use"):
        store.commit("a.md", new, revision_of(OLD), ME)
    with opened.pop() as foreign:
        foreign.write(b" and a tail")
    assert (root / "a.md").read_bytes() == OLD + b" and a tail"
    assert documents(root) == ["a.md"]
    assert store.operations_of("a.md") == ()


def test_a_creation_that_cannot_be_made_durable_is_withdrawn(store, root, monkeypatch):
    monkeypatch.setattr(transaction, "sync_folder", full)
    monkeypatch.setattr(change, "sync_anew", full)
    with pytest.raises(StorageError):
        store.commit("b.md", NEW, None, ME)
    assert documents(root) == ["a.md"]


def test_a_withdrawal_leaves_what_others_made_of_it(store, root, monkeypatch):
    monkeypatch.setattr(transaction, "sync_folder", full)
    monkeypatch.setattr(change, "sync_anew", full)
    interfere(monkeypatch, "_withdraw", foreign_rename(root, "b.md"))
    with pytest.raises(StorageError):
        store.commit("b.md", NEW, None, ME)
    assert (root / "b.md").read_bytes() == FOREIGN
    assert documents(root) == ["a.md", "b.md"]


def test_a_file_that_goes_while_it_is_looked_at_is_not_read_only(store, root, monkeypatch):
    def access(*_, **__):
        (root / "a.md").unlink(missing_ok=True)
        return False

    monkeypatch.setattr(os, "access", access)
    assert store.commit("a.md", NEW, ANY, ME).before is None
    assert (root / "a.md").read_bytes() == NEW


def test_what_somebody_else_wrote_just_so_is_not_written_again(store, root, monkeypatch):
    real = WorkspaceLock._acquire

    def acquire(self, holder):
        foreign_rename(root, data=NEW)()
        return real(self, holder)

    monkeypatch.setattr(WorkspaceLock, "_acquire", acquire)
    assert store.commit("a.md", NEW, ANY, ME).operation == ""
    with pytest.raises(ConflictError):
        store.commit("a.md", b"other", revision_of(OLD), ME)


def test_endless_interference_ends_in_a_clear_error(store, root, monkeypatch):
    versions = itertools.count()

    def act():
        foreign_rename(root, data=f"foreign {next(versions)}".encode())()

    interfere(monkeypatch, "carry_out", act, times=1000)
    with pytest.raises(LockedError, match="in use"):
        store.commit("a.md", NEW, ANY, ME)
    last = next(versions) - 1
    assert (root / "a.md").read_bytes() == f"foreign {last}".encode()
    assert all(store.version(revision_of(f"foreign {n}".encode())) for n in range(last + 1))


def test_endless_interference_while_taking_back_loses_nothing(store, root, monkeypatch):
    versions = itertools.count()
    real = CommitStep._keep_in_hand
    written = []

    def act():
        written.append(f"foreign {next(versions)}".encode())
        foreign_rename(root, data=written[-1])()

    def keep(self, known):
        displaced = real(self, known)
        act()
        return displaced

    interfere(monkeypatch, "carry_out", act, times=1000)
    interfere(monkeypatch, "_exchange_back", act, times=1000)
    monkeypatch.setattr(CommitStep, "_keep_in_hand", keep)
    with pytest.raises(LockedError):
        store.commit("a.md", NEW, ANY, ME)
    live = (root / "a.md").read_bytes()
    assert live in written
    assert documents(root) == ["a.md"]


def test_a_writer_with_an_endless_name_is_logged_with_its_beginning(tmp_path):
    """A client names itself; no line of the log may become too long to be read by that."""
    name = "\U0001f642" * 200_000
    actor = Actor(name, Origin.AGENT, Via.MCP, "t" * 2_000_000, None)
    store = Store(tmp_path)
    store.commit("a.md", b"text", None, actor)
    [logged] = store.operations().operations
    assert logged.actor == Actor(name[:1_000], Origin.AGENT, Via.MCP, "t" * 1_000, None)
    assert store.check().ok
