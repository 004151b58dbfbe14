"""What goes wrong between two calls of the store: names that vanish, systems without locks, late looks."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from itertools import pairwise

import pytest

from memdesk.errors import MemdeskError, NotFoundError, ReadOnlyError, StorageError
from memdesk.model import OUTSIDE, Actor, Origin, Via, revision_of
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, ExternalVersion, Store
from memdesk.store.external.unlogged import Unlogged
from memdesk.store.fs.lease import Leased
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.versions.records import Records

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
NOW = 1_800_000_000.0


@pytest.fixture
def store(tmp_path):
    (tmp_path / "b").mkdir()
    for name in ("a.md", "b/one.md", "b/two.md"):
        (tmp_path / name).write_bytes(b"text\n")
    return Store(tmp_path, clock=FrozenClock(NOW))


def once(function, act):
    """Return the function, doing something else right before its first call."""
    done = []

    def wrapped(*arguments, **keywords):
        if not done:
            done.append(True)
            act()
        return function(*arguments, **keywords)

    return wrapped


def test_names_are_those_of_files_and_folders_but_ours(store):
    store.commit("a.md", b"new\n", ANY, ME)
    assert [name for name, _ in store.names("")] == ["a.md", "b"]
    assert [name for name, stamp in store.names("") if stamp.is_folder] == ["b"]
    assert [name for name, _ in store.names("b")] == ["one.md", "two.md"]
    assert store.names("nowhere") == ()
    with pytest.raises(MemdeskError):
        store.names("a.md")


def test_a_name_that_vanishes_while_a_folder_is_listed_is_left_out(store, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "stat", once(os.stat, (tmp_path / "b/one.md").unlink))
    assert [name for name, _ in store.names("b")] == ["two.md"]


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EIO])
def test_where_the_system_has_no_locks_nothing_is_written(store, tmp_path, monkeypatch, code):
    store.commit("a.md", b"one\n", ANY, ME)

    def refuse(_descriptor, how):
        if how & fcntl.LOCK_EX:
            raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(StorageError):
        store.commit("a.md", b"two\n", ANY, ME)
    assert (tmp_path / "a.md").read_bytes() == b"one\n"


def test_a_lease_on_what_was_closed_meanwhile_needs_no_giving_back(tmp_path):
    (tmp_path / "a.md").touch()
    descriptor = os.open(tmp_path / "a.md", os.O_RDONLY)
    with Leased(descriptor) as is_ours:
        os.close(descriptor)
    assert is_ours


def test_a_record_whose_name_is_gone_is_begun_anew(store, tmp_path):
    store.commit("a.md", b"one\n", ANY, ME)
    (tmp_path / ".memdesk/operations.jsonl").unlink()
    store.commit("a.md", b"two\n", revision_of(b"one\n"), ME)
    assert [step.after for step in store.operations_of("a.md")] == [revision_of(b"two\n")]


def test_a_folder_that_goes_as_soon_as_it_is_made_is_no_place_for_a_document(store, tmp_path, monkeypatch):
    store.commit("a.md", b"one\n", ANY, ME)
    real = os.mkdir

    def vanish(name, *arguments, **keywords):
        real(name, *arguments, **keywords)
        if os.fspath(name) == "new":
            os.rmdir(tmp_path / "new")

    monkeypatch.setattr(os, "mkdir", vanish)
    with pytest.raises(NotFoundError):
        store.commit("new/a.md", b"x\n", ANY, ME)
    assert store.operations_of("new/a.md") == ()
    assert not (tmp_path / "new").exists()


def test_what_was_seen_late_and_is_logged_long_since_is_no_news(store, tmp_path):
    done = store.commit("a.md", b"one\n", ANY, ME)
    records = Records.within(SafeRoot(tmp_path / ".memdesk"), FrozenClock(NOW))
    other = revision_of(b"other")
    records.log.append(*(records.operation(f"other-{number}.md", None, other, ME) for number in range(1_200)))
    Store(tmp_path).keep_seen([ExternalVersion("a.md", None, done.after, NOW + 60, None, b"one\n")])
    assert [step.actor for step in store.operations_of("a.md")] == [ME]
    Store(tmp_path).keep_seen([ExternalVersion("a.md", None, other, NOW + 60, None, b"other")])
    assert [step.actor for step in store.operations_of("a.md")] == [ME, OUTSIDE]


def test_where_nothing_may_be_written_what_was_seen_is_not_kept(tmp_path):
    (tmp_path / "a.md").write_bytes(b"text\n")
    seen = ExternalVersion("a.md", None, revision_of(b"text\n"), NOW, None, b"text\n")
    Store(tmp_path, read_only=True).keep_seen([seen])
    assert os.listdir(tmp_path) == ["a.md"]


def test_what_became_what_it_was_is_no_change(store):
    same = revision_of(b"text\n")
    store.keep_seen([ExternalVersion("a.md", same, same, NOW, None, b"text\n")])
    assert store.operations_of("a.md") == ()


def test_only_what_differs_from_the_log_is_logged(store, tmp_path):
    assert store.log_unlogged([], ME) == ()
    assert not (tmp_path / ".memdesk").exists()
    store.commit("a.md", b"new\n", ANY, ME)
    assert store.log_unlogged([Unlogged("a.md"), Unlogged("b")], ME) == ()
    (tmp_path / "a.md").write_bytes(b"by hand\n")
    (logged,) = store.log_unlogged([Unlogged("a.md")], ME)
    assert (logged.actor, logged.before, logged.after) == (
        OUTSIDE,
        revision_of(b"new\n"),
        revision_of(b"by hand\n"),
    )


def test_what_was_found_is_on_disk_before_anybody_has_to_wait_for_the_lock(store, tmp_path, monkeypatch):
    store.commit("a.md", b"new\n", ANY, ME)
    (tmp_path / "a.md").write_bytes(b"by hand\n")
    flush, holders = os.fsync, []
    monkeypatch.setattr(os, "fsync", lambda file: holders.append(store.lock_holder()) or flush(file))
    assert len(store.log_unlogged([Unlogged("a.md"), Unlogged("gone.md", None, b"old\n")], ME)) == 1
    assert set(holders) == {None}


def test_where_nothing_may_be_written_nothing_is_kept_or_logged(tmp_path):
    (tmp_path / "a.md").write_bytes(b"by hand\n")
    with pytest.raises(ReadOnlyError):
        Store(tmp_path, read_only=True).log_unlogged([Unlogged("a.md")], ME)
    assert os.listdir(tmp_path) == ["a.md"]


def test_the_last_known_mode_is_that_of_the_last_line_that_tells_one(store, tmp_path):
    records = Records.within(SafeRoot(tmp_path / ".memdesk"), FrozenClock(NOW))
    store.commit("b/one.md", b"new\n", ANY, ME)
    tells, silent = (records.operation("x.md", None, None, OUTSIDE, mode=mode) for mode in (0o640, None))
    records.log.append(tells, silent)
    assert records.last_mode("x.md") == 0o640
    assert records.last_mode("y.md") is None


def test_what_another_core_logged_is_news_only_when_it_comes_back(store, tmp_path):
    store.keep_seen([])
    other = Store(tmp_path, clock=FrozenClock(NOW))
    done = [other.commit("a.md", data, ANY, ME) for data in (b"one\n", b"two\n")]
    store.keep_seen([ExternalVersion("a.md", done[0].before, done[1].after, NOW, b"text\n", b"two\n")])
    assert [step.actor for step in store.operations_of("a.md")] == [ME, ME]
    store.keep_seen([ExternalVersion("a.md", done[1].after, done[0].after, NOW, b"two\n", b"one\n")])
    assert [step.actor for step in store.operations_of("a.md")] == [ME, ME, OUTSIDE]


def test_what_was_found_is_kept_up_to_a_size(store, tmp_path, monkeypatch):
    monkeypatch.setattr("memdesk.store.external.unlogged.SEEN_LIMIT", 5)
    for data, is_kept in ((b"12345", True), (b"123456", False)):
        (tmp_path / "a.md").write_bytes(data)
        (logged,) = store.log_unlogged([Unlogged("a.md")], ME)
        assert (logged.after, store.version_size(logged.after) is not None) == (revision_of(data), is_kept)


A, B, C = b"one\n", b"two\n", b"three\n"
B_IS = revision_of(B)


@pytest.mark.parametrize(
    ("logged", "seen", "is_news"), [([A, B, C], [A, B], False), ([C, B, C], [C, B], True)]
)
def test_where_clocks_differ_a_step_is_news_only_where_the_log_ends_where_it_begins(
    store, tmp_path, logged, seen, is_news
):
    def sightings(versions, time):
        pairs = pairwise(versions)
        return [
            ExternalVersion("b.md", revision_of(old), revision_of(new), time, old, new) for old, new in pairs
        ]

    store.commit("a.md", b"made", ANY, ME)
    store.keep_seen(sightings(logged, NOW))
    Store(tmp_path).keep_seen(sightings(seen, NOW + 9000))
    assert len(store.operations_of("b.md")) == 2 + is_news


def test_of_two_versions_seen_in_a_row_the_second_replaced_the_first(store):
    store.commit("a.md", b"made", ANY, ME)
    store.keep_seen([ExternalVersion("b.md", None, revision_of(data), NOW, None, data) for data in (A, B)])
    assert [step.before for step in store.operations_of("b.md")] == [None, revision_of(A)]


@pytest.mark.parametrize(("seconds", "is_news"), [(5.0, False), (5.1, True)])
def test_what_was_logged_some_seconds_before_it_was_seen_is_no_news(store, tmp_path, seconds, is_news):
    one, two, three = map(revision_of, (A, B, C))
    store.commit("a.md", b"made", ANY, ME)
    store.keep_seen(
        [ExternalVersion("b.md", one, two, NOW, A, B), ExternalVersion("b.md", two, three, NOW, B, C)]
    )
    Store(tmp_path).keep_seen([ExternalVersion("b.md", three, two, NOW + seconds, C, B)])
    assert len(store.operations_of("b.md")) == 2 + is_news


@pytest.mark.parametrize("count", [1, 15, 16, 60])
@pytest.mark.parametrize("is_followed", [False, True], ids=["", "followed"])
def test_what_a_core_wrote_is_no_news_however_often_it_was_written_over_since(
    store, tmp_path, count, is_followed
):
    """A busy machine may keep whoever saw it from saying so, while others go on."""
    other = Store(tmp_path, clock=FrozenClock(NOW))
    other.commit("a.md", A, ANY, ME)
    store.keep_seen([])
    done = other.commit("a.md", B, ANY, ME)
    for number in range(count):
        other.commit("a.md", b"%d" % number, ANY, ME)
    if is_followed:
        store.keep_seen([])
    store.keep_seen([ExternalVersion("a.md", done.before, B_IS, NOW, A, B)])
    assert {step.actor for step in store.operations_of("a.md")} == {ME}


def test_what_was_logged_long_ago_is_forgotten_but_for_the_last(store, tmp_path, monkeypatch):
    other, moment = Store(tmp_path, clock=FrozenClock(NOW)), [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: moment[0])
    for data in (A, *(b"%d" % number for number in range(15))):
        other.commit("a.md", data, ANY, ME)
    store.keep_seen([])
    moment[0] += 301
    other.commit("a.md", b"15", ANY, ME)
    store.keep_seen([])
    (logged,) = store._witness._logged.values()
    assert [found.operation.after for found in logged] == [
        revision_of(b"%d" % number) for number in range(16)
    ]


@pytest.mark.parametrize(("changed", "is_news"), [(NOW + 5.0, False), (NOW + 5.1, True), (None, True)])
def test_what_was_seen_late_counts_from_when_the_file_was_changed(store, tmp_path, changed, is_news):
    other = Store(tmp_path, clock=FrozenClock(NOW))
    first, _, last = (other.commit("a.md", data, ANY, ME) for data in (C, A, B))
    other.commit("a.md", b"later", ANY, ME)
    seen = ExternalVersion("a.md", first.after, last.after, NOW + 60, C, B, changed=changed)
    store.keep_seen([seen])
    assert [step.actor for step in store.operations_of("a.md")] == [ME] * 4 + [OUTSIDE] * is_news
