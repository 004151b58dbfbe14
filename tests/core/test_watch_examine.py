"""One look at documents: what is being written waits, what a core wrote has its author."""

from __future__ import annotations

import pytest

from memdesk.errors import LockedError, NotFoundError, NotPermittedError, UnsafePathError
from memdesk.model import (
    OUTSIDE,
    Actor,
    ChangeKind,
    Content,
    FileEntry,
    FileStamp,
    Instead,
    Nature,
    Occupant,
    Origin,
    Via,
    revision_of,
)
from memdesk.runtime.clock import FrozenClock
from memdesk.store import LockHolder
from memdesk.store.fs.stamps import is_racy
from memdesk.watch.authors import RecordedWriter
from memdesk.watch.examiner import PATIENCE, DocumentExaminer
from memdesk.watch.known_state import KnownState

AGENT = Actor("helper", Origin.AGENT, Via.PYTHON)
OLD = 1_000_000_000
FIRST, SECOND = LockHolder(1, "helper", "save a", 1.0), LockHolder(1, "helper", "save b", 2.0)
UNKNOWN = LockHolder(0, "", "", 0.0)


def stamp(number, mode=0o100644):
    return FileStamp(1, number, 1, OLD + number, OLD + number, mode)


def entry(uri, number, nature=Nature.FILE):
    return FileEntry(uri, stamp(number), nature)


class Disk:
    """Files in memory; a value that is an exception is raised."""

    def __init__(self, **files):
        self.files = files
        self.committing = None
        self.open = False

    def read(self, path):
        self.open = True
        data, number = self.files[path]
        if isinstance(data, Exception):
            raise data
        return Content(path, data, revision_of(data), stamp(number))

    def stamp(self, path):
        found = self.files.get(path)
        if isinstance(found, Exception):
            raise found
        return found

    def instead(self, path):
        data = self.files.get(path)
        return Instead(Occupant.UNREADABLE) if isinstance(data, tuple) else None

    def close(self):
        self.open = False

    def busy(self):
        return self.committing


class Log(dict):
    """Authors by document."""

    def follow(self):
        self["followed"] = True

    def of(self, uri, after):
        actor = self.get((uri, after))
        return actor and RecordedWriter(actor, self.get("moved", ""))


@pytest.fixture
def ledger():
    ledger = KnownState()
    ledger.begin([entry("a", 1)])
    return ledger


def examiner(disk, ledger, log=None, now=1e6):
    return DocumentExaminer(
        disk, ledger, Log() if log is None else log, FrozenClock(7.0), lambda: now, busy=disk.busy
    )


def test_what_is_as_announced_is_not_even_read(ledger):
    log = Log()
    assert examiner(Disk(), ledger, log).examine([("a", entry("a", 1))]) == ([], [])
    assert not log


def test_a_change_has_time_and_author(ledger):
    log = Log({("a", revision_of(b"new")): AGENT})
    [change] = examiner(Disk(a=(b"new", 2)), ledger, log).examine([("a", entry("a", 2))]).changes
    assert (change.kind, change.actor, change.time) == (ChangeKind.MODIFIED, AGENT, 7.0)
    assert log["followed"]


def test_while_a_core_is_committing_an_unknown_author_is_waited_for(ledger):
    disk, log = Disk(a=(b"new", 2)), Log()
    disk.committing = FIRST
    looking = examiner(disk, ledger, log)
    assert looking.examine([("a", entry("a", 2))]) == ([], ["a"])
    log["a", revision_of(b"new")] = AGENT
    [change] = looking.examine([("a", entry("a", 2))]).changes
    assert change.actor == AGENT


def test_the_wait_for_an_author_ends(ledger):
    disk = Disk(a=(b"new", 2))
    disk.committing = FIRST
    looking = examiner(disk, ledger)
    for _ in range(PATIENCE):
        assert looking.examine([("a", entry("a", 2))]).put_off == ["a"]
    [change] = looking.examine([("a", entry("a", 2))]).changes
    assert change.actor == OUTSIDE


def test_only_the_commit_that_may_have_written_it_is_waited_for(ledger):
    """A later one cannot have; and one that is unknown yet may turn out to be any."""
    disk = Disk(a=(b"new", 2))
    looking = examiner(disk, ledger)
    for holder in (UNKNOWN, FIRST, UNKNOWN, FIRST):
        disk.committing = holder
        assert looking.examine([("a", entry("a", 2))]).put_off == ["a"]
    disk.committing = SECOND
    [change] = looking.examine([("a", entry("a", 2))]).changes
    assert change.actor == OUTSIDE


def test_the_wait_begins_anew_with_every_version_but_ends(ledger):
    disk = Disk()
    looking = examiner(disk, ledger)
    for number in range(PATIENCE):
        disk.files["a"], disk.committing = (
            (b"%d" % number, number),
            LockHolder(1, "helper", "", float(number)),
        )
        assert looking.examine([("a", entry("a", number + 2))]).put_off == ["a"]
    assert len(looking.examine([("a", entry("a", 99))]).changes) == 1


def test_what_this_process_is_writing_is_put_off(ledger):
    looking = examiner(Disk(a=(b"new", 2)), ledger)
    with ledger.committing("a"):
        assert looking.examine([("a", entry("a", 2))]) == ([], ["a"])


def test_a_commit_between_look_and_judgement_makes_the_look_void(ledger):
    class Overtaken(Log):
        """Lets a commit happen after the look."""

        def follow(self):
            with ledger.committing("a"):
                ledger.committed("a", None, revision_of(b"mine"), b"mine")

    looking = examiner(Disk(a=(b"new", 2)), ledger, Overtaken())
    assert looking.examine([("a", entry("a", 2))]) == ([], ["a"])


def test_a_file_that_is_being_written_is_put_off(ledger):
    looking = examiner(Disk(a=(LockedError("busy"), 2)), ledger)
    assert looking.examine([("a", entry("a", 2))]) == ([], ["a"])


def test_a_file_that_vanishes_before_it_is_read_is_gone(ledger):
    [change] = examiner(Disk(a=(NotFoundError("gone"), 2)), ledger).examine([("a", entry("a", 2))]).changes
    assert change.kind is ChangeKind.DELETED


def test_a_file_that_cannot_be_read_changes_without_revision(ledger):
    looking = examiner(Disk(a=(NotPermittedError("no"), 2)), ledger)
    [change] = looking.examine([("a", entry("a", 2))]).changes
    assert (change.kind, change.after, change.added) == (ChangeKind.MODIFIED, None, None)
    assert change.instead == Instead(Occupant.UNREADABLE)


@pytest.mark.parametrize(("now", "racy"), [(1.0, True), (1.015, True), (0.99, True), (1.03, False)])
def test_a_file_written_just_now_is_read_although_its_stamp_is_the_same(ledger, now, racy):
    disk = Disk(a=(b"one", 1))
    looking = examiner(disk, ledger, now=now)
    assert looking.examine([("a", entry("a", 1))]).changes == []
    assert looking.racy == ({"a"} if racy else set())
    disk.files["a"] = (b"two", 1)
    changes = looking.examine([("a", entry("a", 1))]).changes
    assert [change.after for change in changes] == [revision_of(b"two")] * racy


def test_what_was_read_too_early_is_read_once_more_later(ledger):
    disk, times = Disk(a=(b"one", 2)), iter([1.001, 9.0, 9.5])
    looking = DocumentExaminer(disk, ledger, Log(), FrozenClock(7.0), lambda: next(times), busy=disk.busy)
    assert len(looking.examine([("a", entry("a", 2))]).changes) == 1
    disk.files["a"] = (b"two", 2)
    assert len(looking.examine([("a", entry("a", 2))]).changes) == 1
    assert looking.racy == set()
    disk.files.clear()
    assert looking.examine([("a", entry("a", 2))]).changes == []


def test_a_file_whose_stamp_moved_while_it_was_read_is_read_again_later(ledger):
    looking = examiner(Disk(a=(b"one", 500_000_000)), ledger, now=1.5)
    looking.examine([("a", entry("a", 2))])
    assert looking.racy == {"a"}


def test_where_times_are_whole_seconds_two_of_them_prove_nothing():
    whole = FileStamp(1, 1, 1, OLD, OLD, 0o100644)
    assert is_racy(whole, 2.9)
    assert not is_racy(whole, 3.1)


@pytest.mark.parametrize(("pause", "is_seen"), [(1.9, True), (2.1, False)])
def test_whole_seconds_of_another_clock_count_from_when_they_were_met(ledger, pause, is_seen):
    """A server's clock is wrong, a stick was written in another time zone: no age can be told."""
    hour, times = 3600 * 10**9, iter([9000.0, 9000.0 + pause, 9009.0])
    disk, changed = Disk(a=(b"one", hour)), entry("a", hour)
    looking = DocumentExaminer(disk, ledger, Log(), FrozenClock(7.0), lambda: next(times), busy=disk.busy)
    looking.examine([("a", changed)])
    assert looking.racy == {"a"}
    disk.files["a"] = (b"two", hour)
    changes = looking.examine([("a", changed)]).changes
    assert [change.after for change in changes] == [revision_of(b"two")]
    assert looking.racy == ({"a"} if is_seen else set())
    looking.examine([("a", changed)])
    assert looking.racy == set()


@pytest.mark.parametrize(("stamps", "is_young"), [((0, 0), False), ((0, 1), True)], ids=["same", "another"])
def test_whole_seconds_count_from_when_this_stamp_was_met(ledger, stamps, is_young):
    hour, times = 3600 * 10**9, iter([9000.0, 9001.5, 9002.5])
    disk = Disk()
    looking = DocumentExaminer(disk, ledger, Log(), FrozenClock(7.0), lambda: next(times), busy=disk.busy)
    for data, later in zip((b"one", b"two", b"three"), (0, *stamps), strict=True):
        moment = hour + later * 10**9
        disk.files["a"] = (data, moment)
        looking.examine([("a", entry("a", moment))])
    assert looking.racy == ({"a"} if is_young else set())


def test_what_comes_and_goes_unseen_is_not_looked_into(ledger):
    log = Log()
    assert examiner(Disk(), ledger, log).examine([("a.tmp", None)]) == ([], [])
    assert not log


def test_a_document_known_only_by_its_commit_can_go(ledger):
    ledger.committed("new", None, revision_of(b"n"), b"n")
    [change] = examiner(Disk(), ledger).examine([("new", None)]).changes
    assert (change.kind, change.before) == (ChangeKind.DELETED, revision_of(b"n"))


def test_nothing_stays_open_after_a_look(ledger):
    disk = Disk(a=(b"new", 2), b=(ZeroDivisionError(), 3))
    looking = examiner(disk, ledger)
    looking.examine([("a", entry("a", 2))])
    assert not disk.open
    with pytest.raises(ZeroDivisionError):
        looking.examine([("b", entry("b", 3))])
    assert not disk.open


def test_the_lock_is_asked_for_strangers_only_and_the_log_once_more_then(ledger):
    """What was logged while the lock was looked at has its author after all."""

    class Late(Log):
        """Has what was logged by the second look only."""

        def follow(self):
            self.looks = getattr(self, "looks", 0) + 1
            if self.looks == 2:
                self["a", revision_of(b"new")] = AGENT

    class Unasked(Disk):
        """Does not know of any lock."""

        def busy(self):
            raise AssertionError

    disk, log = Disk(a=(b"new", 2)), Late()
    disk.committing = FIRST
    [change] = examiner(disk, ledger, log).examine([("a", entry("a", 2))]).changes
    assert (change.actor, log.looks) == (AGENT, 2)
    log = Log({("a", revision_of(b"newer")): AGENT})
    [change] = examiner(Unasked(a=(b"newer", 3)), ledger, log).examine([("a", entry("a", 3))]).changes
    assert change.actor == AGENT


def test_the_versions_from_outside_are_handed_over_together(ledger):
    seen = []
    disk = Disk(a=(b"new", 2), b=(b"x", 3), c=(b"y", 4))
    log = Log({("c", revision_of(b"y")): AGENT})
    looking = DocumentExaminer(
        disk, ledger, log, FrozenClock(7.0), lambda: 1e6, busy=disk.busy, witness=seen.append
    )
    looking.examine([(name, entry(name, number)) for name, number in (("a", 2), ("b", 3), ("c", 4))])
    assert [[sighting.path for sighting in batch] for batch in seen] == [["a", "b"]]


def test_an_entry_is_what_a_path_names_now(ledger):
    disk = Disk(a=stamp(1), folder=stamp(2, 0o040755), bad=UnsafePathError("no"))
    looking = examiner(disk, ledger)
    assert looking.entry("a") == entry("a", 1)
    assert [looking.entry(uri) for uri in ("folder", "bad", "nothing")] == [None, None, None]


def test_a_rename_that_a_core_logged_has_both_names(ledger):
    log = Log({("a", None): AGENT, "moved": "b"})
    [gone] = examiner(Disk(), ledger, log).examine([("a", None)]).changes
    assert (gone.kind, gone.actor, gone.moved) == (ChangeKind.DELETED, AGENT, "b")


def test_what_was_renamed_past_the_core_is_kept_with_both_names(ledger):
    seen = []
    disk = Disk(b=(b"x", 1))
    looking = DocumentExaminer(
        disk, ledger, Log(), FrozenClock(7.0), lambda: 1e6, busy=disk.busy, witness=seen.extend
    )
    found = looking.examine([("a", None), ("b", entry("b", 1))])
    assert [(change.uri, change.moved) for change in found.changes] == [("a", "b"), ("b", "a")]
    assert [(sighting.path, sighting.moved) for sighting in seen] == [("a", "b"), ("b", "a")]


def test_of_a_rename_past_the_core_whose_new_name_is_met_first_both_names_are_told_at_once(ledger):
    looking = examiner(Disk(b=(b"x", 1)), ledger)
    found = looking.examine([("b", entry("b", 1))])
    assert [(change.uri, change.kind, change.moved) for change in found.changes] == [
        ("b", ChangeKind.CREATED, "a"),
        ("a", ChangeKind.DELETED, "b"),
    ]
    assert looking.examine([("a", None)]) == ([], [])


def test_a_second_name_of_a_file_is_no_rename(ledger):
    looking = examiner(Disk(a=stamp(1), b=(b"x", 1)), ledger)
    found = looking.examine([("b", entry("b", 1))])
    assert [(change.uri, change.kind, change.moved) for change in found.changes] == [
        ("b", ChangeKind.CREATED, "")
    ]
