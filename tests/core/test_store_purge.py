"""A purge removes versions for good, and goes on where a crash ended the one before."""

from __future__ import annotations

import os
import zlib
from base64 import b64encode

import pytest

from memdesk.errors import InvalidError, LockedError, NotFoundError, NotPermittedError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, ExternalVersion, Operation, Store
from memdesk.store import purge as room
from memdesk.store.commit.recovery import Recovery
from memdesk.store.fs.names import HALF
from memdesk.store.fs.process_id import Owner
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.metadata.record import replace_record
from memdesk.store.oplog.journal import Intent, JournalStep, opened_intents
from memdesk.store.purge import purged_revisions, versions_with
from memdesk.store.versions import blobs as packing
from memdesk.store.versions import records
from memdesk.store.versions.blobs import VersionStore

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
TEXTS = (b"small", b"large " * 1000, b"kept")


@pytest.fixture
def root(tmp_path):
    for text in TEXTS:
        Store(tmp_path).commit("a.md", text, ANY, ME)
    return tmp_path


@pytest.fixture
def private(root):
    return SafeRoot(root / ".memdesk")


def gone(root):
    store, found = Store(root), []
    for text in TEXTS:
        try:
            store.version(revision_of(text))
        except NotFoundError:
            found.append(text)
    return found


def test_what_was_purged_is_gone_and_known_as_such(root, private):
    assert purged_revisions(private) == frozenset()
    Store(root).purge(frozenset({revision_of(TEXTS[0])}), ME)
    Store(root).purge(frozenset({revision_of(TEXTS[1])}), ME)
    assert gone(root) == [TEXTS[0], TEXTS[1]]
    assert purged_revisions(private) == {revision_of(TEXTS[0]), revision_of(TEXTS[1])}


@pytest.mark.parametrize(
    ("is_flushed", "left"),
    [(True, "nothing"), (False, "nothing"), (True, "aside"), (False, "aside"), (True, "temporary")],
)
def test_no_power_cut_brings_back_what_was_purged(root, monkeypatch, is_flushed, left):
    """What a name was taken from, or what was cut shorter, is flushed by itself or with everything else.

    So is where a dead process left some of it: set aside, or, where everything can be flushed, half-written.
    """
    Store(root).recover()  # so that no version comes back from the journal
    if left == "aside":
        (blob,) = (root / ".memdesk/history").glob(f"*/{revision_of(TEXTS[0]).removeprefix('sha256:')}")
        blob.rename(blob.with_name(f"{blob.name}.aside"))
    elif left == "temporary":
        (root / "b.md").write_bytes(TEXTS[0])
        (root / ".memdesk-op.tmp").write_bytes(TEXTS[1])
        operation = Operation("op", "b.md", revision_of(TEXTS[0]), revision_of(TEXTS[1]), 1.0, ME)
        with opened_intents(SafeRoot(root / ".memdesk")) as intents:
            intents.begin(Intent((JournalStep(operation, ".memdesk-op.tmp"),), Owner(2**22 + 1, "1", "")))
    unsynced, taken = set(), [os.unlink, os.ftruncate, os.fsync]

    def unlink(name, *, dir_fd):
        taken[0](name, dir_fd=dir_fd)
        unsynced.add(os.fstat(dir_fd).st_ino)

    def cut(descriptor, size):
        taken[1](descriptor, size)
        unsynced.add(os.fstat(descriptor).st_ino)

    def fsync(descriptor):
        taken[2](descriptor)
        unsynced.discard(os.fstat(descriptor).st_ino)

    monkeypatch.setattr(records, "sync_file_system", lambda _: is_flushed and unsynced.clear() is None)
    for name, does in (("unlink", unlink), ("ftruncate", cut), ("fsync", fsync)):
        monkeypatch.setattr(os, name, does)
    Store(root).purge(frozenset(map(revision_of, TEXTS[:2])), ME)
    assert (gone(root), unsynced) == ([*TEXTS[:2]], set())


def test_what_was_half_written_of_what_was_purged_before_comes_back_by_no_power_cut(root, monkeypatch):
    purged, flushed = frozenset({revision_of(TEXTS[0])}), []
    Store(root).purge(purged, ME)
    half = root / f".memdesk/locks.json{HALF}"
    half.write_bytes(TEXTS[0])
    monkeypatch.setattr(records, "sync_file_system", lambda _: flushed.append(half.exists()) is None)
    Store(root).purge(purged, ME)
    assert flushed[-1] is False


def test_what_was_purged_is_kept_again_where_the_same_store_meets_it_again(root):
    store = Store(root)
    store.commit("b.md", TEXTS[0], None, ME)
    store.purge(frozenset({revision_of(TEXTS[0])}), ME)
    store.commit("b.md", TEXTS[2], revision_of(TEXTS[0]), ME)
    assert gone(root) == []


def test_of_what_others_write_after_a_purge_all_but_that_is_kept(root):
    store, purged = Store(root), revision_of(TEXTS[0])
    store.purge(frozenset({purged}), ME)
    store.keep_seen([ExternalVersion("a.md", purged, revision_of(b"theirs"), 1.0, TEXTS[0], b"theirs")])
    assert store.version(revision_of(b"theirs")) == b"theirs"
    with pytest.raises(NotFoundError):
        store.version(purged)


def test_the_journal_holds_nothing_of_what_was_purged(root):
    journal, carried = root / ".memdesk/intents.jsonl", b64encode(TEXTS[0])
    assert carried in journal.read_bytes()
    Store(root).purge(frozenset({revision_of(TEXTS[0])}), ME)
    assert carried not in journal.read_bytes()


def test_what_was_purged_before_is_not_written_down_again(root, private, monkeypatch):
    purged = frozenset({revision_of(TEXTS[0])})
    Store(root).purge(purged, ME)
    monkeypatch.setattr(room, "replace_record", None)
    Store(root).purge(purged, ME)
    assert purged_revisions(private) == purged


@pytest.mark.parametrize("text", TEXTS[:2], ids=["small", "large"])
def test_what_a_dead_process_set_aside_goes_with_the_rest(root, private, text):
    digest = revision_of(text).removeprefix("sha256:")
    shard = root / ".memdesk/history" / digest[:2]
    (blob,) = shard.glob(f"{digest}*")
    blob.rename(blob.with_name(f"{blob.name}.aside"))
    other = shard / f"{'0' * 64}.aside"
    other.touch()
    Store(root).purge(frozenset({revision_of(text)}), ME)
    assert os.listdir(shard) == [other.name]


def test_while_another_process_saves_nothing_is_purged(root, private, monkeypatch):
    monkeypatch.setattr(Recovery, "run", lambda _: False)
    with pytest.raises(LockedError):
        Store(root).purge(frozenset({revision_of(TEXTS[0])}), ME)
    assert (gone(root), purged_revisions(private)) == ([], frozenset())


@pytest.mark.parametrize("data", [b"{", b"[]", b"{}", b'{"versions": 1}'])
def test_a_damaged_list_is_said_so(private, data):
    replace_record(private, room.RECORD, data)
    with pytest.raises(InvalidError) as caught:
        purged_revisions(private)
    assert caught.value.reason == "purge_damaged"


def test_versions_are_looked_through_but_for_known_ones(root, private):
    found = versions_with(VersionStore(private), lambda data: b"large" in data, {revision_of(TEXTS[2])}, bool)
    assert dict(found) == {revision_of(TEXTS[0]): False, revision_of(TEXTS[1]): True}


LONG = b"".join(b"line %d\n" % number for number in range(2_000))


@pytest.mark.parametrize(
    ("text", "spoil"),
    [
        (b"line 1\nline 2\n", lambda blob: blob.write_bytes(blob.read_bytes() + b"more")),
        (b"line 1\nline 2\n", lambda blob: blob.write_bytes(blob.read_bytes()[:-1])),
        (LONG, lambda blob: blob.write_bytes(blob.read_bytes()[:-20])),
        (LONG, lambda blob: blob.write_bytes(blob.read_bytes()[:2_000] + bytes(500))),
        (LONG, lambda blob: blob.write_bytes(b"line 1")),
        (LONG, lambda blob: blob.rename(blob.with_name(f"{blob.name}.aside"))),
        (b"line 1\n", lambda blob: blob.rename(blob.with_name(f"{blob.name}.aside"))),
    ],
    ids=["longer", "shorter", "cut", "zeros", "other", "set aside", "small and set aside"],
)
def test_what_is_left_of_a_version_is_looked_through_and_purged(root, text, spoil):
    store, revision = Store(root), revision_of(text)
    store.commit("b.md", text, ANY, ME)
    (blob,) = (root / ".memdesk/history").rglob(f"{revision.removeprefix('sha256:')}*")
    spoil(blob)
    assert store.versions_with(lambda data: b"line 1" in data)[revision]
    assert not store.versions_with(lambda data: b"line 1999" in data)[revision] or text == LONG
    store.purge(frozenset({revision}), ME)
    assert revision not in store.versions_with(bool)
    assert list(blob.parent.iterdir()) == []


def test_what_cannot_be_looked_at_is_passed_over(root, private, monkeypatch):
    def refuse(*_):
        raise NotPermittedError("no")

    monkeypatch.setattr(VersionStore, "get", refuse)
    assert dict(versions_with(VersionStore(private), bool, (), bool)) == {}


def test_no_more_is_made_out_than_a_document_may_have(monkeypatch):
    packed = zlib.compress(LONG)
    assert packing.made_out(packed) == LONG
    monkeypatch.setattr(packing, "LIMIT", 100)
    assert packing.made_out(packed) == LONG[:100]


def test_looking_through_versions_ends_when_told_to(private):
    assert list(versions_with(VersionStore(private), lambda _: True, (), lambda: True)) == []


def test_records_left_half_written_go_and_nothing_that_a_link_leads_to(root, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (root / ".memdesk" / "shelf").mkdir()
    (root / ".memdesk" / "link").symlink_to(elsewhere)
    halves = [root / ".memdesk/locks.json.tmp", root / ".memdesk/shelf/log.jsonl.tmp"]
    others = [elsewhere / "locks.json.tmp", root / ".memdesk/shelf/notes.tmp"]
    for path in (*halves, *others):
        path.write_bytes(TEXTS[0])
    Store(root).purge(frozenset({revision_of(TEXTS[0])}), ME)
    assert [path.exists() for path in (*halves, *others)] == [False, False, True, True]
