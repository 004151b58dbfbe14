"""The line in front of the lock: in order, left by whoever dies, and never in the way."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import threading
from contextlib import ExitStack

import pytest

from memdesk.errors import LockedError
from memdesk.runtime.clock import FrozenClock
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.locking import lock as lines
from memdesk.store.locking.lock import LockQueue, WorkspaceLock, is_anyone_in, opened_line


def come(folder):
    return opened_line(SafeRoot(folder))


def lock_of(folder, timeout=300.0):
    return WorkspaceLock(SafeRoot(folder), FrozenClock(0.0), timeout)


@pytest.fixture
def joined(monkeypatch):
    """Tell of everybody who has come to stand in line."""
    joined, join = threading.Semaphore(0), LockQueue.join

    def tell(line):
        place = join(line)
        joined.release()
        return place

    monkeypatch.setattr(LockQueue, "join", tell)
    return joined


def test_newcomers_stand_behind_all_others(tmp_path):
    with come(tmp_path) as third, come(tmp_path) as outside:
        with come(tmp_path) as second:
            with come(tmp_path) as first:
                assert outside.is_empty()
                places = [line.join() for line in (first, second, third)]
                assert places == sorted(set(places))
                assert [first.ahead(places[0]), second.ahead(places[1])] == [0, 1]
                assert third.ahead(places[2]) > 0
            assert second.ahead(places[1]) == 0
            assert third.ahead(places[2]) == 1
        assert third.ahead(places[2]) == 0
        assert not outside.is_empty()


def test_two_who_come_at_once_get_places_of_their_own(tmp_path, monkeypatch):
    with come(tmp_path) as first, come(tmp_path) as second:
        end = LockQueue._end

        def overtaken(line, place):
            found = end(line, place)
            if line is first and place == 1:
                assert second.join() == found
            return found

        monkeypatch.setattr(LockQueue, "_end", overtaken)
        assert first.join() == 2
        assert first.ahead(2) == 1


def test_whoever_dies_has_left_the_line(tmp_path):
    program = (
        "import sys; from pathlib import Path; from memdesk.store.locking.lock import *\n"
        "from memdesk.store.fs.safe_root import *\n"
        "with opened_line(SafeRoot(Path(sys.argv[1]))) as line:\n"
        "    line.join(); print('joined', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program, tmp_path]
    paths = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=paths) as waiter:
        assert waiter.stdout.readline() == b"joined\n"
        with come(tmp_path) as line:
            place = line.join()
            assert line.ahead(place) == 1
            waiter.send_signal(signal.SIGKILL)
            waiter.wait(300)
            assert line.ahead(place) == 0


def test_the_lock_is_given_in_the_order_of_coming(tmp_path, joined):
    """Whoever gives the lock back and wants it again comes last: nobody starves."""
    order, threads = [], []

    def wait(name):
        with lock_of(tmp_path).hold(name, "save"):
            order.append(name)

    with lock_of(tmp_path).hold("first", "save"):
        for name in ("a", "b", "c"):
            threads.append(threading.Thread(target=wait, args=(name,)))
            threads[-1].start()
            assert joined.acquire(timeout=300)
    wait("again")
    for thread in threads:
        thread.join(300)
    assert order == ["a", "b", "c", "again"]


def test_one_who_stands_in_line_and_does_not_move_is_passed_by(tmp_path):
    """A process can be stopped while it waits; the lock is free then, and others get it a little later."""
    with come(tmp_path) as stopped:
        stopped.join()
        with pytest.raises(LockedError), lock_of(tmp_path, timeout=0).hold("bloop", "save"):
            pass
        with lock_of(tmp_path).hold("bloop", "save"):
            assert lock_of(tmp_path).holder().name == "bloop"


class Time:
    """Stands in for time: it passes in naps, and lets things happen then. Looking at it takes a moment."""

    def __init__(self):
        self.now, self.naps, self.plan = 100.0, [], []

    def monotonic(self):
        self.now += 1e-6
        return self.now

    def sleep(self, seconds):
        assert seconds > 0
        self.naps.append(seconds)
        self.now += seconds
        while self.plan and self.passed >= self.plan[0][0]:
            self.plan.pop(0)[1]()

    @property
    def passed(self):
        return self.now - 100


@pytest.fixture
def time(monkeypatch):
    time = Time()
    monkeypatch.setattr("memdesk.store.locking.lock.time", time)
    return time


def test_a_lock_that_nobody_in_front_takes_is_had_when_it_was_found_free_twice(tmp_path, time):
    with come(tmp_path) as stopped:
        stopped.join()
        with lock_of(tmp_path).hold("bloop", "save"):
            assert 0.1 <= time.passed < 0.12


def test_whoever_is_in_front_can_take_the_lock_after_others_found_it_free(tmp_path, time):
    with come(tmp_path) as slow, ExitStack() as front:
        slow.join()

        def move():
            file = front.enter_context((tmp_path / "lock").open("rb"))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

        time.plan = [(0.07, move), (0.12, front.close)]
        with lock_of(tmp_path).hold("bloop", "save"):
            assert 0.2 <= time.passed < 0.22
        assert time.plan == []


def test_who_is_nearer_to_the_front_looks_sooner(tmp_path, time):
    with lock_of(tmp_path).hold("agent", "save"), ExitStack() as others:
        for _ in range(4):
            with pytest.raises(LockedError), lock_of(tmp_path, 0.0001).hold("bloop", "save"):
                pass
            others.enter_context(come(tmp_path)).join()
    assert time.naps == sorted(set(time.naps))
    assert len(time.naps) == 4


def test_who_is_at_the_front_looks_less_often_the_longer_it_waits(tmp_path, time):
    with lock_of(tmp_path).hold("agent", "save"):
        with pytest.raises(LockedError), lock_of(tmp_path, 1).hold("bloop", "save"):
            pass
        assert time.naps == sorted(time.naps)
        assert max(time.naps) > 10 * min(time.naps)
        assert 1 <= time.passed < 1.01


def test_nobody_is_told_of_a_short_wait(tmp_path, time):
    told = []
    other = WorkspaceLock(SafeRoot(tmp_path), FrozenClock(0.0), 0.25, told.append)
    with lock_of(tmp_path).hold("agent", "save"), pytest.raises(LockedError), other.hold("bloop", "save"):
        pass
    assert told == []


def _without_line(monkeypatch, folder, stack):
    monkeypatch.setattr(lines, "_SET", None)
    monkeypatch.setattr(lines, "_ASK", None)


def _refused_line(monkeypatch, folder, stack):
    def refuse(*_):
        raise OSError("refused")

    monkeypatch.setattr(LockQueue, "_call", refuse)


def _folder_in_its_place(monkeypatch, folder, stack):
    (folder / lines.NAME).mkdir()


def _link_in_its_place(monkeypatch, folder, stack):
    (folder / lines.NAME).symlink_to("elsewhere")


def _all_of_it_taken(monkeypatch, folder, stack):
    file = stack.enter_context((folder / lines.NAME).open("wb"))
    fcntl.fcntl(file, fcntl.F_OFD_SETLK, lines._LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))


@pytest.mark.parametrize(
    "spoil", [_without_line, _refused_line, _folder_in_its_place, _link_in_its_place, _all_of_it_taken]
)
def test_where_nobody_can_stand_in_line_the_lock_works_all_the_same(tmp_path, monkeypatch, spoil):
    with ExitStack() as stack:
        spoil(monkeypatch, tmp_path, stack)
        with lock_of(tmp_path).hold("bloop", "save"):
            with pytest.raises(LockedError, match="bloop · save"), lock_of(tmp_path, 0).hold("other", "save"):
                pass
            waiting = threading.Event()
            got = []

            def wait():
                waiting.set()
                with lock_of(tmp_path).hold("other", "save"):
                    got.append("other")

            thread = threading.Thread(target=wait)
            thread.start()
            assert waiting.wait(300)
        thread.join(300)
        assert got == ["other"]
    assert not (tmp_path / "elsewhere").exists()


def test_an_error_of_the_system_while_a_place_is_taken_is_no_reason_to_wait(tmp_path, monkeypatch):
    call = LockQueue._call

    def refuse(line, command, *place):
        if command == lines._SET:
            raise OSError("no more locks")
        return call(line, command, *place)

    monkeypatch.setattr(LockQueue, "_call", refuse)
    with come(tmp_path) as line:
        assert line.ahead(line.join()) == 0


def test_where_there_can_be_no_line_nobody_is_in_it(tmp_path):
    assert not is_anyone_in(SafeRoot(tmp_path / "nowhere"))
    line = LockQueue()
    assert (line.is_empty(), line.join(), line.ahead(5)) == (True, 1, 0)
