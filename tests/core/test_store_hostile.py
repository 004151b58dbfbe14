"""A history that somebody has tampered with: what is sound is shown, nothing strange is believed."""

from __future__ import annotations

import json
import os
import re
import zlib
from contextlib import suppress

import pytest

from memdesk.errors import MemdeskError, NotFoundError, StorageError, TooLargeError
from memdesk.history.history import History
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Store
from memdesk.store.versions import blobs as packing
from memdesk.workspace import Workspace

AGENT = Actor("bloop", Origin.AGENT, Via.MCP)
URI = "facts/user.md"
ONE, TWO, LARGE = b"one\n", b"two\n", b"# Large\n" * 2000


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    store = Store(folder)
    for data in (ONE, LARGE, TWO):
        store.commit(URI, data, ANY, AGENT)
    return folder


@pytest.fixture
def private(root):
    return root / ".memdesk"


@pytest.fixture
def history(root):
    with Workspace.open(root) as workspace:
        yield History(workspace)


def blob(private, data):
    digest = revision_of(data).removeprefix("sha256:")
    return private / "history" / digest[:2] / (digest + ".z" * (len(data) >= 4096))


def kept(history):
    return [version.kept for version in history.versions(URI)]


STRANGE = {
    "a fifo": os.mkfifo,
    "a folder": lambda path: path.mkdir(),
    "a link to another version": lambda path: path.symlink_to(blob(path.parents[2], TWO)),
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
    "a device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("data", [ONE, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("what", STRANGE)
def test_what_is_no_file_is_not_opened_and_not_counted_as_kept(history, private, what, data):
    path = blob(private, data)
    path.unlink()
    STRANGE[what](path)
    assert kept(history) == [True, data is not LARGE, data is not ONE]
    with pytest.raises(MemdeskError):
        history.content(URI, revision_of(data))
    assert history.content(URI, revision_of(TWO)) == TWO


@pytest.mark.parametrize("what", [what for what in STRANGE if what != "a folder"])
def test_the_next_commit_of_the_same_bytes_heals_it(history, private, root, what):
    path = blob(private, ONE)
    path.unlink()
    STRANGE[what](path)
    Store(root).commit(URI, ONE, ANY, AGENT)
    assert history.content(URI, revision_of(ONE)) == ONE


def flip(path, at):
    data = bytearray(path.read_bytes())
    data[at % len(data)] ^= 1 << at % 8
    path.write_bytes(data)


@pytest.mark.parametrize("at", range(0, 60, 7))
def test_a_flipped_bit_never_gives_another_text(history, private, at):
    for data in (ONE, LARGE):
        flip(blob(private, data), at)
        found = b""
        with suppress(StorageError):
            found = history.content(URI, revision_of(data))
        assert found in (b"", data)


@pytest.mark.parametrize("size", [0, 1, 2, 10, 30])
def test_a_version_cut_short_is_damaged(history, private, size):
    path = blob(private, LARGE)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(StorageError, match="damaged"):
        history.content(URI, revision_of(LARGE))


def test_bombs_are_not_inflated(history, private, monkeypatch):
    monkeypatch.setattr(packing, "LIMIT", 1 << 20)
    blob(private, LARGE).write_bytes(zlib.compress(b"\0" * (64 << 20)))
    with pytest.raises(StorageError, match="damaged"):
        history.content(URI, revision_of(LARGE))
    with blob(private, ONE).open("r+b") as file:
        file.truncate(1 << 30)
    with pytest.raises(TooLargeError):
        history.content(URI, revision_of(ONE))


LINES = {
    "nothing": b"",
    "no text": b"\xff\xfe\x00\n" * 50,
    "no operation": b'{"id": "x"}\n[]\nnull\n"text"\n',
    "a deep nest": b"[" * 100_000 + b"\n",
    "a huge number": b'{"time": ' + b"9" * 100_000 + b"}\n",
    "a line without end": b'{"id": "' + b"x" * 3_000_000,
    "another program's": b"2026-01-01 INFO started\n" * 50,
    "a conflict": b"<<<<<<< ours\n=======\n>>>>>>> theirs\n",
}


@pytest.mark.parametrize("what", LINES)
def test_what_is_no_line_of_ours_is_passed_over(history, root, private, what):
    log = private / "operations.jsonl"
    before = [version.operation for version in history.versions(URI)]
    log.write_bytes(LINES[what] + b"\n" + log.read_bytes() + LINES[what])
    assert [version.operation for version in history.versions(URI)] == before
    assert [version.uri for version in history.page().versions] == [URI] * 3
    result = Store(root).commit(URI, b"three\n", ANY, AGENT)
    assert history.versions(URI)[0].operation == result.operation
    assert Store(root).latest_operations()[URI].id == result.operation


PATHS = (
    "../outside.md",
    "/etc/passwd",
    ".memdesk/lock",
    "a//b.md",
    "",
    "a\0b",
    "facts/\ud800.md",
    "x" * 5000,
)


@pytest.mark.parametrize("path", PATHS)
def test_a_path_that_leads_elsewhere_is_listed_and_leads_nowhere(history, root, private, path):
    log = private / "operations.jsonl"
    fields = json.loads(log.read_bytes().splitlines()[0]) | {"path": path, "id": "foreign"}
    with log.open("ab") as file:
        file.write(json.dumps(fields).encode() + b"\n")
    assert history.page().versions[0].uri == path
    gone = {version.uri for version in history.deleted()}
    assert gone <= {path}
    with pytest.raises(MemdeskError):
        history.restore(path, revision_of(ONE), AGENT)
    assert not (root.parent / "outside.md").exists()
    report = Store(root).check()
    assert report.findings == ()
    Store(root).tend()


@pytest.mark.parametrize("revision", ["sha256:", "sha256:../../../etc/passwd", "md5:0", "x" * 10_000])
def test_a_revision_that_is_none_is_not_kept(history, private, root, revision):
    log = private / "operations.jsonl"
    fields = json.loads(log.read_bytes().splitlines()[-1]) | {
        "before": None,
        "after": revision,
        "id": "foreign",
    }
    with log.open("ab") as file:
        file.write(json.dumps(fields).encode() + b"\n")
    found = next(version for version in history.versions(URI) if version.operation == "foreign")
    assert not found.kept
    with pytest.raises(NotFoundError):
        history.content(URI, found.revision)
    codes = {finding.problem.code for finding in Store(root).check().findings}
    assert "version_missing" in codes
    assert codes <= {"version_missing", "log_gap"}  # the forged line follows on nothing
    Store(root).tend()


@pytest.mark.parametrize("size", [-1, 1 << 80, True, "12", None, 1.5])
def test_a_size_that_is_none_is_not_believed(history, private, root, size):
    log = private / "operations.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    fields = json.loads(lines[-1]) | {"size": size}
    log.write_bytes(b"".join([*lines[:-1], json.dumps(fields).encode() + b"\n"]))
    assert history.versions(URI)[0].bytes == len(TWO)
    Store(root).tend()


@pytest.mark.parametrize("time", [-1e300, 1e300, 0, -1])
def test_a_time_that_no_calendar_has_is_shown_and_collects_nothing(history, private, root, time):
    log = private / "operations.jsonl"
    lines = re.sub(rb', "at": \d+', b"", log.read_bytes()).splitlines(keepends=True)
    fields = json.loads(lines[1]) | {"time": time}
    log.write_bytes(b"".join([lines[0], json.dumps(fields).encode() + b"\n", *lines[2:]]))
    assert len(history.versions(URI)) == 3
    Store(root).tend()
    assert kept(history) == [True] * 3
    assert Store(root).check().ok


def test_a_history_that_may_only_be_read_is_read_and_left_alone(history, root, private, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "refused")

    for name in ("rename", "unlink", "mkdir", "utime", "fsync"):
        monkeypatch.setattr(os, name, refuse)
    assert kept(history) == [True] * 3
    assert history.content(URI, revision_of(LARGE)) == LARGE
    assert Store(root).check().ok
    with pytest.raises(MemdeskError):
        Store(root).commit(URI, b"new\n", ANY, AGENT)
    assert (root / URI).read_bytes() == TWO


def test_a_history_that_may_not_be_read_says_so(history, monkeypatch):
    real = os.open

    def refuse(path, *arguments, **folder):
        if path in ("history", "operations.jsonl"):
            raise PermissionError(13, "refused")
        return real(path, *arguments, **folder)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(MemdeskError, match="may not be read"):
        history.versions(URI)
    with pytest.raises(MemdeskError, match="may not be read"):
        history.content(URI, revision_of(LARGE))
