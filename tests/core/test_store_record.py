"""Our own small records: read whole, replaced whole, whatever fails on the way."""

from __future__ import annotations

import gc
import os

import pytest

from helpers.faults import Faults, codes_for
from memdesk.errors import InvalidError, MemdeskError, NotAFileError
from memdesk.model import Actor, Origin, Via
from memdesk.store import Store
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.metadata.record import append_record

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
NAME = "thing.json"


@pytest.fixture
def root(tmp_path):
    """A workspace with a record."""
    store = Store(tmp_path)
    store.put_record(NAME, b"old", ME)
    return tmp_path


def test_there_is_no_record_before_one_was_written(tmp_path):
    assert Store(tmp_path).record(NAME) is None
    Store(tmp_path).put_record("other.json", b"x", ME)
    assert Store(tmp_path).record(NAME) is None


def test_a_record_is_replaced_as_a_whole_and_private(root):
    Store(root).put_record(NAME, b"new", ME)
    assert Store(root).record(NAME) == b"new"
    assert (root / ".memdesk" / NAME).stat().st_mode & 0o777 == 0o600


def test_what_a_process_left_that_died_while_writing_is_no_hindrance(root):
    (root / ".memdesk" / f"{NAME}.tmp").write_bytes(b"half")
    Store(root).put_record(NAME, b"new", ME)
    assert Store(root).record(NAME) == b"new"
    assert not (root / ".memdesk" / f"{NAME}.tmp").exists()


def test_a_record_that_is_a_link_is_not_followed(root):
    (root / "elsewhere").write_bytes(b"not ours")
    (root / ".memdesk" / NAME).unlink()
    (root / ".memdesk" / NAME).symlink_to(root / "elsewhere")
    with pytest.raises(NotAFileError):
        Store(root).record(NAME)
    with pytest.raises(InvalidError, match=NAME):
        Store(root).put_record(NAME, b"new", ME)
    Store(root).restore_record(NAME, ME)
    Store(root).put_record(NAME, b"new", ME)
    assert Store(root).record(NAME) == b"new"
    assert (root / "elsewhere").read_bytes() == b"not ours"


def test_a_record_that_is_a_link_to_nothing_is_not_taken_for_none(root):
    (root / ".memdesk" / NAME).unlink()
    (root / ".memdesk" / NAME).symlink_to("nowhere")
    with pytest.raises(NotAFileError):
        Store(root).record(NAME)


def test_whichever_call_fails_the_record_is_the_old_or_the_new_one(root):
    dry = Faults()
    with dry.armed():
        Store(root).put_record(NAME, b"old", ME)
    for at, call in enumerate(dry.trace, 1):
        for code in codes_for(call):
            error = _put(root, Faults(at, code))
            assert Store(root).record(NAME) in ((b"old", b"new") if error else (b"new",)), (at, call)
            assert [name for name in os.listdir(root / ".memdesk") if name.endswith(".tmp")] == []
            Store(root).put_record(NAME, b"old", ME)
        gc.collect()  # the stores' open files; else a thousand of them by the last call


def _put(root, faults):
    """Replace the record under a fault; return the error if there was one."""
    with faults.armed():
        try:
            Store(root, lock_timeout=0.2).put_record(NAME, b"new", ME)
        except MemdeskError as error:
            return error
    return None


def test_a_line_that_was_added_lasts_and_so_does_the_name_of_a_new_record(tmp_path, monkeypatch):
    flushed, fsync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda at: (flushed.append(os.fstat(at).st_ino), fsync(at)))
    for _ in range(2):
        append_record(SafeRoot(tmp_path), "lines.jsonl", b"{}")
    file, folder = (tmp_path / "lines.jsonl").stat().st_ino, tmp_path.stat().st_ino
    assert flushed == [file, folder, file]
    assert (tmp_path / "lines.jsonl").read_bytes() == b"{}\n{}\n"


@pytest.mark.parametrize("torn", [b"{", b'{}\n{"a'])
def test_a_line_that_was_not_written_whole_is_ended_before_the_next(tmp_path, torn):
    (tmp_path / "lines.jsonl").write_bytes(torn)
    append_record(SafeRoot(tmp_path), "lines.jsonl", b"{}")
    assert (tmp_path / "lines.jsonl").read_bytes() == torn + b"\n{}\n"
