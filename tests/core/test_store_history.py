"""History and operation log: what was put comes back unchanged, what is damaged is said, torn lines wait."""

from __future__ import annotations

import errno
import itertools
import json
import os
import random
import zlib

import pytest

from memdesk.errors import NotFoundError, StorageError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import Operation
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.oplog.operation import unpack, written
from memdesk.store.oplog.operations import OperationLog
from memdesk.store.versions import blobs as making
from memdesk.store.versions import blobs as room
from memdesk.store.versions.blobs import VersionStore

ME = Actor("bloop", Origin.AGENT, Via.MCP, tool="t", session="s")


@pytest.fixture
def history(tmp_path):
    return VersionStore(SafeRoot(tmp_path))


@pytest.fixture
def log(tmp_path):
    return OperationLog(SafeRoot(tmp_path))


def blob(tmp_path):
    return next(path for path in (tmp_path / "history").rglob("*") if path.is_file())


def blob_of(tmp_path, data):
    digest = revision_of(data).removeprefix("sha256:")
    return tmp_path / "history" / digest[:2] / digest


@pytest.mark.parametrize("data", [b"", b"small", b"a" * 4095, b"a" * 4096, os.urandom(100_000)])
def test_what_was_put_comes_back(history, data):
    revision = history.put(data)
    assert revision == revision_of(data)
    assert history.has(revision)
    assert history.get(revision) == data


def test_the_same_bytes_are_kept_once(history, tmp_path):
    history.put(b"x")
    before = blob(tmp_path).stat()
    history.put(b"x")
    after = blob(tmp_path).stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def keep(history, data):
    history.keep(data, revision_of(data))


def rewrite_what_was_noted(history, data):
    history.note(data, revision_of(data))
    history.rewrite(data)


@pytest.mark.parametrize("way", [VersionStore.put, keep, VersionStore.rewrite, rewrite_what_was_noted])
def test_what_is_kept_is_synced_with_all_folders_that_lead_to_it(history, tmp_path, monkeypatch, way):
    synced, real = set(), os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: (synced.add(os.fstat(fd).st_ino), real(fd)))
    way(history, b"x")
    file = blob(tmp_path)
    assert {path.stat().st_ino for path in (file, *file.parents[:3])} <= synced


def test_many_are_kept_as_each_would_be(history, tmp_path):
    history.put(b"there")
    before = blob(tmp_path).stat()
    texts = [b"there", b"", b"twice", b"twice", *(os.urandom(9000) for _ in range(20))]
    history.put_all(iter(texts))
    assert [history.get(revision_of(data)) for data in texts] == texts
    assert len([*history.blobs()]) == 23
    assert blob_of(tmp_path, b"there").stat().st_ino == before.st_ino
    assert [path for path in (tmp_path / "history").iterdir() if path.is_file()] == []


def test_of_many_each_is_durable_before_it_has_its_name_and_so_are_the_names_at_the_end(
    history, tmp_path, monkeypatch
):
    flushed, fsync, rename = [], os.fsync, os.rename

    def named(old, new, *, src_dir_fd, dst_dir_fd):
        way = (os.fstat(src_dir_fd).st_ino, tmp_path.stat().st_ino)
        assert {os.stat(old, dir_fd=src_dir_fd).st_ino, *way} <= set(flushed)
        rename(old, new, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)
        flushed[:] = [inode for inode in flushed if inode != os.fstat(dst_dir_fd).st_ino]

    monkeypatch.setattr(os, "fsync", lambda at: (fsync(at), flushed.append(os.fstat(at).st_ino)))
    monkeypatch.setattr(os, "rename", named)
    texts = [b"%d" % number for number in range(600)]
    history.put_all(texts)
    shards = {blob_of(tmp_path, data).parent.stat().st_ino for data in texts}
    assert len(shards) > 200
    assert shards <= set(flushed)


def test_of_many_no_other_name_comes_back_once_they_are_kept(history, tmp_path, monkeypatch):
    """What a folder lost is lost for good when the folder was flushed after it."""
    unflushed, fsync, rename = set(), os.fsync, os.rename

    def named(old, new, *, src_dir_fd, dst_dir_fd):
        rename(old, new, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)
        unflushed.update(os.fstat(folder).st_ino for folder in (src_dir_fd, dst_dir_fd))

    monkeypatch.setattr(os, "fsync", lambda at: (fsync(at), unflushed.discard(os.fstat(at).st_ino)))
    monkeypatch.setattr(os, "rename", named)
    history.put_all([b"one", b"two", b"three"])
    assert len([*history.blobs()]) == 3
    assert unflushed == set()


@pytest.mark.parametrize("call", ["fsync", "rename"])
def test_where_many_cannot_be_kept_nothing_half_done_is_left(history, tmp_path, monkeypatch, call):
    real, count = getattr(os, call), itertools.count()

    def fail(*arguments, **folders):
        if next(count) == 25:
            raise OSError(errno.EIO, "broken")
        return real(*arguments, **folders)

    texts = [b"%d" % number for number in range(50)]
    with monkeypatch.context() as broken:
        broken.setattr(os, call, fail)
        with pytest.raises(OSError, match="broken"):
            history.put_all(texts)
    assert [path for path in (tmp_path / "history").iterdir() if path.is_file()] == []
    assert {history.get(version.revision) for version in history.blobs()} < set(texts)


def test_noting_reads_and_flushes_nothing(history, tmp_path, monkeypatch):
    revision = revision_of(b"noted")
    with monkeypatch.context() as context:
        for call in ("read", "fsync"):
            context.setattr(os, call, None)
        history.note(b"noted", revision)
        VersionStore(SafeRoot(tmp_path)).note(b"noted", revision)
    assert history.get(revision) == b"noted"


@pytest.mark.parametrize(("seconds", "is_touched"), [(3599.9, False), (3600.0, True)])
def test_what_was_kept_is_taken_for_kept_for_an_hour(history, tmp_path, monkeypatch, seconds, is_touched):
    monkeypatch.setattr(room.time, "monotonic", lambda: 0.0)
    keep(history, b"x")
    os.utime(blob(tmp_path), (5000, 5000))
    monkeypatch.setattr(room.time, "monotonic", lambda: seconds)
    keep(history, b"x")
    assert (blob(tmp_path).stat().st_mtime != 5000) is is_touched


@pytest.mark.parametrize("size", [10, 10_000])
@pytest.mark.parametrize("way", [VersionStore.note, VersionStore.keep])
def test_what_somebody_took_from_the_history_is_kept_again(history, tmp_path, way, size):
    data = b"x" * size
    revision = history.put(data)
    blob(tmp_path).unlink()
    way(history, data, revision)
    assert history.get(revision) == data
    blob(tmp_path).unlink()
    blob_folder = next(path for path in (tmp_path / "history").iterdir() if path.is_dir())
    blob_folder.rmdir()
    way(history, data, revision)
    assert history.get(revision) == data


@pytest.mark.parametrize(("seconds", "is_touched"), [(3599, False), (3600, True)])
def test_what_is_put_again_is_young_again_unless_it_is_so_already(
    history, tmp_path, monkeypatch, seconds, is_touched
):
    history.put(b"x")
    os.utime(blob(tmp_path), (5000, 5000))
    monkeypatch.setattr(room.time, "time", lambda: 5000.0 + seconds)
    history.put(b"x")
    assert (blob(tmp_path).stat().st_mtime != 5000) is is_touched


def test_what_is_noted_is_written_once(history, tmp_path, monkeypatch):
    revision = revision_of(b"noted")
    history.note(b"noted", revision)
    monkeypatch.setattr(making, "write_all", None)
    history.note(b"noted", revision)
    assert history.get(revision) == b"noted"


@pytest.mark.parametrize("there", [b"", b"hal", b"other"])
def test_what_is_noted_takes_the_place_of_what_a_crash_left_of_it(history, tmp_path, there):
    revision = history.put(b"noted")
    blob(tmp_path).write_bytes(there)
    again = VersionStore(SafeRoot(tmp_path))
    again.note(b"noted", revision)
    assert again.get(revision) == b"noted"


def test_a_size_that_is_known_is_believed_only_of_what_is_kept(history):
    revision = history.put(b"seven b")
    assert history.size(revision) == 7
    assert history.size(revision, 8) == 8
    assert history.size(revision_of(b"never put"), 8) is None


@pytest.mark.parametrize(("put_again", "stays"), [(99.0, False), (100.0, False), (101.0, True)])
def test_what_is_dropped_stays_only_if_it_was_put_again_since(history, tmp_path, put_again, stays):
    revision = history.put(b"dropped")
    os.utime(blob(tmp_path), (put_again, put_again))
    history.drop(revision, 100.0)
    assert history.has(revision) is stays


@pytest.mark.parametrize("again", [False, True])
def test_what_a_dead_process_set_aside_comes_back_however_old_it_is(history, tmp_path, again):
    """It may have been wanted since, and whoever wanted it have logged it."""
    revision = history.put(b"aside")
    os.utime(blob(tmp_path), (1, 1))
    blob(tmp_path).rename(f"{blob(tmp_path)}.aside")
    if again:
        history.put(b"aside")
    history.settle()
    assert history.get(revision) == b"aside"
    assert not blob(tmp_path).name.endswith(".aside")


def test_a_link_that_was_set_aside_goes_like_anything_else(history, tmp_path):
    history.put(b"kept")
    link = blob(tmp_path).with_name(f"{'0' * 64}.aside")
    link.symlink_to("nowhere")
    history.settle()
    assert [path for path in link.parent.iterdir() if path.is_symlink()] == []


@pytest.mark.parametrize(
    ("size", "level"), [(4095, None), (4096, -1), ((256 << 10) - 1, -1), (256 << 10, zlib.Z_BEST_SPEED)]
)
def test_larger_versions_are_packed_and_large_ones_quickly(history, tmp_path, size, level):
    data = random.Random(7).choices(b"memory ", k=size)
    history.put(bytes(data))
    packed = bytes(data) if level is None else zlib.compress(bytes(data), level)
    assert blob(tmp_path).read_bytes() == packed


@pytest.mark.parametrize(
    "revision", ["", "sha256:", "sha256:xyz", "sha256:../../../etc/passwd", "sha256:" + "A" * 64]
)
def test_what_is_no_revision_is_not_found(history, revision):
    with pytest.raises(NotFoundError, match="is not a revision"):
        history.get(revision)
    assert not history.has(revision)


def test_an_unknown_revision_is_not_found(history):
    history.put(b"x")
    with pytest.raises(NotFoundError, match="no version"):
        history.get(revision_of(b"y"))


@pytest.mark.parametrize("data", [b"small", b"a" * 5000])
@pytest.mark.parametrize("damage", [b"", b"other", zlib.compress(b"other"), b"\x78\x9c\xff"])
def test_a_damaged_version_is_never_returned(history, tmp_path, data, damage):
    revision = history.put(data)
    blob(tmp_path).write_bytes(damage)
    with pytest.raises(StorageError, match="damaged"):
        history.get(revision)


def test_a_bomb_is_not_inflated(history, tmp_path, monkeypatch):
    revision = history.put(b"a" * 5000)
    monkeypatch.setattr("memdesk.store.versions.blobs.LIMIT", 4999)
    with pytest.raises(StorageError):
        history.get(revision)


def operation(number, path="a.md"):
    return Operation(f"op{number}", path, None, revision_of(b"x"), 1.5, ME)


def test_operations_come_back_in_order_with_an_offset_to_go_on_from(log):
    assert log.read() == ((), 0)
    log.append(operation(1))
    first = log.read()
    log.append(operation(2))
    assert first.operations == (operation(1),)
    assert log.read(first.offset).operations == (operation(2),)
    assert log.read(log.read().offset).operations == ()
    assert log.read(10**6).operations == (operation(1), operation(2))


def test_from_the_end_on_only_what_is_new_is_read(log, tmp_path):
    assert log.end() == 0
    assert log.read_of("a.md") == ()
    log.append(operation(1))
    end = log.end()
    assert end == log.read().offset
    with (tmp_path / "operations.jsonl").open("ab") as file:
        file.write(b"torn")
    end = log.end()
    log.append(operation(2))
    assert log.read(end).operations == (operation(2),)


def test_operations_of_one_document_are_only_its_own(log):
    for number, path in enumerate(("a.md", "b.md", 'say "a.md"', "a.md")):
        log.append(operation(number, path))
    assert log.read_of("a.md") == (operation(0), operation(3))
    assert log.read_of('say "a.md"') == (operation(2, 'say "a.md"'),)


def test_a_torn_last_line_waits_and_does_not_spoil_the_next(log, tmp_path):
    log.append(operation(1))
    with (tmp_path / "operations.jsonl").open("ab") as file:
        file.write(b'{"id": "op2", "pa')
    page = log.read()
    assert page.operations == (operation(1),)
    log.append(operation(3))
    assert log.read().operations == (operation(1), operation(3))
    assert log.read(page.offset).operations == (operation(3),)


def test_names_that_are_no_text_survive(log):
    log.append(operation(1, os.fsdecode(b"\xff\xfe.md")))
    assert log.read().operations[0].path == os.fsdecode(b"\xff\xfe.md")


GOOD = json.loads(written(operation(1)))


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"null\n",
        b"[1]\n",
        b"\xff\n",
        b"[" * 100_000 + b"\n",
        *(
            json.dumps(GOOD | change).encode() + b"\n"
            for change in (
                {"id": 1},
                {"path": None},
                {"before": 1},
                {"time": "x"},
                {"actor": None},
                {"actor": {"name": "x"}},
                {"actor": GOOD["actor"] | {"origin": "god"}},
                {"actor": GOOD["actor"] | {"via": "x"}},
                {"actor": GOOD["actor"] | {"tool": 3}},
            )
        ),
    ],
)
def test_a_line_that_is_no_operation_is_skipped(log, tmp_path, line):
    log.append(operation(1))
    with (tmp_path / "operations.jsonl").open("ab") as file:
        file.write(line)
    log.append(operation(2))
    assert log.read().operations == (operation(1), operation(2))


def test_packing_is_reversible():
    assert unpack(GOOD) == operation(1)
    assert unpack(None) is None


def test_a_line_longer_than_any_of_ours_is_passed_over_in_pieces(log, tmp_path, monkeypatch):
    for module in ("operations", "reverse_reader"):
        monkeypatch.setattr(f"memdesk.store.oplog.{module}.LINE", 1000)
    log.append(operation(1))
    with (tmp_path / "operations.jsonl").open("ab") as file:
        file.write(b"x" * 5500 + b"\n")
    log.append(operation(2))
    assert log.read().operations == (operation(1), operation(2))
    assert log.read_of("a.md") == (operation(1), operation(2))
    assert log.read(log.read().offset).operations == ()


def test_what_a_dead_process_did_not_finish_is_swept_away(history, tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "full")

    history.put(b"kept")
    monkeypatch.setattr(making, "remove", lambda *_: None)
    monkeypatch.setattr(os, "rename", full)
    with pytest.raises(OSError, match="full"):
        history.put(b"unfinished")
    monkeypatch.undo()
    folder = tmp_path / "history"
    (mine,) = (name for name in os.listdir(folder) if len(name) > 2)
    for name in (mine.replace(f"{os.getpid()}@", f"{2**22 + 1}@"), "not-ours"):
        (folder / name).write_bytes(b"half")
    history.sweep()
    assert {name for name in os.listdir(folder) if len(name) > 2} == {mine, "not-ours"}
    assert history.get(revision_of(b"kept")) == b"kept"


def test_what_could_not_be_kept_leaves_nothing_behind(history, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(making, "write_all", full)
    with pytest.raises(OSError, match="full"):
        history.put(b"too much")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_where_nothing_was_kept_nothing_is_swept(history, tmp_path):
    history.sweep()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("size", [100, 100_000])
@pytest.mark.parametrize("harm", ["cut", "changed", "another"])
def test_a_damaged_version_is_repaired_when_the_same_bytes_come_again(history, tmp_path, size, harm):
    data = os.urandom(size)
    revision = history.put(data)
    [blob] = (path for path in (tmp_path / "history").rglob("*") if path.is_file())
    kept = blob.read_bytes()
    other = zlib.compress(b"x" * size) if size > 4096 else b"x" * size
    blob.write_bytes({"cut": kept[:-9], "changed": bytes([kept[0] ^ 1]) + kept[1:], "another": other}[harm])
    with pytest.raises(StorageError):
        history.get(revision)
    assert history.put(data) == revision
    assert history.get(revision) == data


def test_a_version_that_is_kept_is_not_written_again(history, tmp_path):
    history.put(b"x" * 10_000)
    [blob] = (path for path in (tmp_path / "history").rglob("*") if path.is_file())
    before = blob.stat().st_ino
    history.put(b"x" * 10_000)
    assert blob.stat().st_ino == before
