"""Six styles of writers that know no lock, against the core: nothing that it displaces is lost.

Each style is tried twice: once at the worst moment, between the last look of a commit and its swap, for every
kind of commit; and then in a race, thousands of writes against a core that commits as fast as it can. The
foreign writer looks before each of its writes whether its former version is still there: where it is not, the
core took it away, and it must be in the history.
"""

from __future__ import annotations

import itertools
import os
import random
import time
from contextlib import contextmanager, suppress
from functools import partial

from faults import claims, crew
from faults.invariants import Evidence, check
from faults.report import Outcome, grouped, sized
from memdesk.errors import ConflictError, LockedError, MemdeskError
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, Store
from memdesk.store.commit.change import CommitStep
from memdesk.store.fs.swap import kernel_rename
from memdesk.store.locking.lock import HeldLock

WRITES = 5_000
NAME = "n.md"
ME = Actor("bloop", Origin.AGENT, Via.PYTHON)


class Foreign:
    """A writer past the core. ``told`` hears of every version, and of those that were taken away."""

    def __init__(self, root, told, name=NAME):
        self.path, self._name = root / name, name
        self.taken = 0
        self._lock = root / ".memdesk/lock"
        self._told = told
        self.last = None
        self._exchange = kernel_rename()

    def rename(self, data):
        """Exchange a finished file into place."""
        beside = self.path.with_name("foreign.tmp")
        beside.write_bytes(data)
        self._announce(data)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            self._exchange(folder, beside.name, self.path.name, 2)
            self._look(beside.read_bytes())
        except FileNotFoundError:
            self._look(None)
            beside.rename(self.path)
        finally:
            os.close(folder)
            beside.unlink(missing_ok=True)
        self.last = data

    def lock_deleter(self, data):
        """Remove the lock, then do the same."""
        self._lock.unlink(missing_ok=True)
        self.rename(data)

    def in_place(self, data):
        """Write over the open file."""
        with self._opened(os.O_RDWR | os.O_CREAT) as descriptor:
            old = os.read(descriptor, 1 << 20)
            self._look(old)
            self._announce(data, data + old[len(data) :])
            os.pwrite(descriptor, data, 0)
            os.ftruncate(descriptor, len(data))
        self.last = data

    def append(self, data):
        """Add to the end; begin anew now and then."""
        with self._opened(os.O_RDWR | os.O_CREAT | os.O_APPEND) as descriptor:
            old = os.read(descriptor, 1 << 20)
            self._look(old)
            if len(old) > 5_000:
                self._announce(data, b"")
                os.ftruncate(descriptor, 0)
                old = b""
            self._announce(old + data)
            os.write(descriptor, data)
        self.last = old + data

    def truncate(self, data):
        """Empty the file, then write it again in two parts."""
        with suppress(FileNotFoundError):
            self._look(self.path.read_bytes())
        with self._opened(os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as descriptor:
            self._halves(descriptor, data)
        self.last = data

    def delete_create(self, data):
        """Delete the file, then create it, unless somebody else did."""
        self._told.foreign(self._name, None)
        gone = self.path.with_name("gone.tmp")
        try:
            self.path.rename(gone)
            self._look(gone.read_bytes())
            gone.unlink()
        except FileNotFoundError:
            self._look(None)
        self.last = None
        with suppress(FileExistsError), self._opened(os.O_WRONLY | os.O_CREAT | os.O_EXCL) as descriptor:
            self._halves(descriptor, data)
            self.last = data

    def _halves(self, descriptor, data):
        half = len(data) // 2
        self._announce(data, b"", data[:half])
        os.write(descriptor, data[:half])
        os.write(descriptor, data[half:])

    def _announce(self, *versions):
        for version in versions:
            self._told.foreign(self._name, version)

    def _look(self, found):
        """Compare what is there with what was left there; what was given back is there again."""
        if found is not None:
            self._told.returned(found)
        if self.last is not None and found != self.last:
            self.taken += 1
            self._told.displaced(self.last)

    @contextmanager
    def _opened(self, flags):
        descriptor = os.open(self.path, flags, 0o644)
        try:
            yield descriptor
        finally:
            os.close(descriptor)


STYLES = ("rename", "in_place", "append", "truncate", "delete_create", "lock_deleter")


def run(work, scale):
    """Race each style, after its worst moments."""
    writes, found, figures = sized(WRITES, scale, 10), [], {}
    for style in STYLES:
        found += [f"{style}, {violation}" for violation in worst_moments(work / f"{style} moments", style)]
        taken, committed, violations = race(work / style, style, writes)
        figures[style] = f"{grouped(taken)} displaced by {grouped(committed)} commits"
        found += [f"{style}: {violation}" for violation in violations]
    return Outcome(f"{len(STYLES)} styles × {grouped(writes)} foreign writes", figures, found)


def worst_moments(work, style):
    """Let the writer come between the last look and the swap, for a save over it, a checked one, a delete."""
    for number, (new, checked) in enumerate([(b"ours", True), (b"ours", False), (None, True), (None, False)]):
        for violation in one_moment(work / str(number), style, new, checked=checked):
            yield f"at the worst moment of {'a delete' if new is None else 'a save'}: {violation}"


def one_moment(work, style, new, *, checked):
    """Commit while the writer comes in between once, behind the last look; return the violations."""
    root, told, evidence = workspace(work)
    theirs = f"theirs, {style}\n".encode() * 3
    told.tries(NAME, new)
    checked_lock, last_look = HeldLock.check, CommitStep.require_unchanged
    writer, looks = Foreign(root, told), itertools.count(1)

    def come_between(change):
        last_look(change)
        if next(looks) == 1:
            getattr(writer, style)(theirs)

    CommitStep.require_unchanged = come_between
    if style == "lock_deleter":
        HeldLock.check = lambda _lock: None
    try:
        base = Store(root).read(NAME).revision if checked else ANY
        result = Store(root, lock_timeout=300).commit(NAME, new, base, ME)
        told.done(result)
    except MemdeskError:
        result = None
    finally:
        HeldLock.check, CommitStep.require_unchanged = checked_lock, last_look
    evidence, _ = claims.read(told, evidence)
    evidence.must_keep(writer.last)
    found = check(root, evidence)
    if checked and (result or (root / NAME).read_bytes() != writer.last):
        found.append("the commit went through over a version that it had not seen")
    return found


def race(work, style, writes):
    """Let one writer write as often as asked while the core commits."""
    root, told, evidence = workspace(work)
    stop = work / "stop"
    core = crew.fork(partial(commit, root, told, stop))
    ends = crew.together([partial(scribble, root, told, style, writes)])
    stop.touch()
    ends.append(crew.wait(core))
    evidence, figures = claims.read(told, evidence)
    found = [f"a process ended with {end}" for end in ends if end] + check(root, evidence)
    return sum(figures["taken"]), len(evidence.acknowledged), found


def workspace(work):
    """Make a workspace with one document whose history has begun."""
    root = work / "workspace"
    root.mkdir(parents=True)
    (root / NAME).write_bytes(b"as found\n")
    Store(root).commit("first.md", b"first", None, ME)
    told, evidence = claims.Claims(work / "claims"), Evidence.of(root)
    evidence.may_be(NAME, None)
    return root, told, evidence


def scribble(root, told, style, writes):
    """Write past the core, at random times."""
    writer, dice = Foreign(root, told), random.Random(style)
    for number in range(writes):
        getattr(writer, style)(f"foreign {number:06} {style}\n".encode() * 9)
        time.sleep(dice.uniform(0, 0.003))
    told.figure("taken", [writer.taken])


def commit(root, told, stop):
    """Commit until told to stop, by turns over what was read and over anything."""
    store, number = Store(root, lock_timeout=300), 0
    while not stop.exists():
        number += 1
        new = f"core {number}\n".encode() * 9
        told.tries(NAME, new)
        try:
            base = ANY if number % 2 else store.read(NAME).revision
            told.done(store.commit(NAME, new, base, ME))
        except (ConflictError, LockedError):
            continue
        except MemdeskError as error:
            if error.code != "not_found":
                raise
