"""One look at documents: what is being written waits, what a core wrote has its author."""

from __future__ import annotations

import pytest

from memdesk.clock import FrozenClock
from memdesk.errors import LockedError, NotFoundError, NotPermittedError, UnsafePathError
from memdesk.model import (
    OUTSIDE,
    Actor,
    ChangeKind,
    Content,
    FileEntry,
    FileStamp,
    Nature,
    Origin,
    Via,
    revision_of,
)
from memdesk.watch.examine import PATIENCE, Examiner
from memdesk.watch.ledger import Ledger

AGENT = Actor("helper", Origin.AGENT, Via.PYTHON)
OLD = 1_000_000_000


def stamp(number, mode=0o100644):
    return FileStamp(1, number, 1, OLD + number, number, mode)


def entry(uri, number, nature=Nature.FILE):
    return FileEntry(uri, stamp(number), nature)


class Disk:
    """Files in memory; a value that is an exception is raised."""

    def __init__(self, **files):
        self.files = files
        self.committing = False

    def read(self, path):
        data, number = self.files[path]
        if isinstance(data, Exception):
            raise data
        return Content(path, data, revision_of(data), stamp(number))

    def stamp(self, path):
        found = self.files.get(path)
        if isinstance(found, Exception):
            raise found
        return found

    def busy(self):
        return self.committing


class Log(dict):
    """Authors by document."""

    def follow(self):
        self["followed"] = True

    def of(self, uri, after):
        return self.get((uri, after))


@pytest.fixture
def ledger():
    ledger = Ledger()
    ledger.begin([entry("a", 1)])
    return ledger


def examiner(disk, ledger, log=None, now=1e6):
    return Examiner(disk, ledger, Log() if log is None else log, FrozenClock(7.0), lambda: now)


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
    disk.committing = True
    looking = examiner(disk, ledger, log)
    assert looking.examine([("a", entry("a", 2))]) == ([], ["a"])
    log["a", revision_of(b"new")] = AGENT
    [change] = looking.examine([("a", entry("a", 2))]).changes
    assert change.actor == AGENT


def test_the_wait_for_an_author_ends(ledger):
    disk = Disk(a=(b"new", 2))
    disk.committing = True
    looking = examiner(disk, ledger)
    for _ in range(PATIENCE):
        assert looking.examine([("a", entry("a", 2))]).put_off == ["a"]
    [change] = looking.examine([("a", entry("a", 2))]).changes
    assert change.actor == OUTSIDE


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


def test_a_file_written_just_now_is_read_although_its_stamp_is_the_same(ledger):
    disk = Disk(a=(b"one", 1))
    looking = examiner(disk, ledger, now=1.5)
    assert looking.examine([("a", entry("a", 1))]).changes == []
    assert looking.racy == {"a"}
    disk.files["a"] = (b"two", 1)
    [change] = looking.examine([("a", entry("a", 1))]).changes
    assert (change.before, change.after) == (revision_of(b"one"), revision_of(b"two"))
    later = examiner(disk, ledger, now=1e6)
    later.racy.add("a")
    assert later.examine([("a", entry("a", 1))]).changes == []
    assert later.racy == set()


def test_an_entry_is_what_a_path_names_now(ledger):
    disk = Disk(a=stamp(1), folder=stamp(2, 0o040755), bad=UnsafePathError("no"))
    looking = examiner(disk, ledger)
    assert looking.entry("a") == entry("a", 1)
    assert [looking.entry(uri) for uri in ("folder", "bad", "nothing")] == [None, None, None]
