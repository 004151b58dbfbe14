"""Events arrive as hints, lost events as a hint at everything: the kernel's own and watchdog's."""

from __future__ import annotations

import errno
import logging
import os
import subprocess
import sys
import threading

import pytest
from watchdog.events import DirMovedEvent, FileMovedEvent
from watchdog.observers.inotify_c import InotifyFD

from helpers.recorder import PATIENCE
from memdesk.watch.observers import inotify, observe
from memdesk.watch.observers.inotify import KernelObserver
from memdesk.watch.observers.watchdog import PortableObserver


class Hints:
    """Collects what an observer says."""

    def __init__(self):
        self.seen = set()
        self.all = []
        self.placed = set()
        self.lost = 0
        self._news = threading.Condition()

    def hint(self, uri, folder, placed):
        with self._news:
            self.all.append(uri)
            self.seen.add((uri, folder))
            if placed:
                self.placed.add(uri)
            self._news.notify_all()

    def everything(self):
        with self._news:
            self.lost += 1
            self._news.notify_all()

    def until(self, predicate):
        with self._news:
            assert self._news.wait_for(predicate, PATIENCE), self.seen

    def until_file(self, uri):
        """Wait for a hint at a file, or at a folder around it, which is looked into as a whole."""
        parts = uri.split("/")
        around = {("/".join(parts[:depth]), True) for depth in range(1, len(parts))}
        self.until(lambda: (uri, False) in self.seen or around & self.seen)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


@pytest.fixture
def hints():
    return Hints()


@pytest.fixture
def start(root, hints):
    """Begin to watch with an observer of a kind."""
    started = []

    def begin(kind):
        started.append(kind(root, hints.hint, hints.everything))
        started[-1].start()
        return started[-1]

    yield begin
    for observer in started:
        observer.stop()


@pytest.fixture(params=[KernelObserver, PortableObserver])
def kind(request):
    return request.param


@pytest.fixture
def observer(start, kind):
    return start(kind)


@pytest.fixture
def kernel(start):
    return start(KernelObserver)


@pytest.fixture
def portable(start):
    return start(PortableObserver)


def test_a_written_file_is_hinted_at(observer, root, hints):
    (root / "a.md").write_bytes(b"a")
    hints.until_file("a.md")


def test_what_was_written_is_hinted_at_before_all_is_said_to_be_passed_on(kernel, root, hints):
    for number in range(50):
        (root / f"{number}.md").write_bytes(b"a")
        assert kernel.passed_on(60)
        assert any(uri == f"{number}.md" for uri, _ in hints.seen)
    kernel.stop()
    assert not kernel.passed_on(0)


def test_where_there_is_no_telling_nobody_waits(portable):
    assert not portable.passed_on(60)


def test_both_ends_of_a_rename_are_hinted_at(observer, root, hints):
    (root / "a.tmp").write_bytes(b"a")
    (root / "a.tmp").rename(root / "a.md")
    hints.until_file("a.tmp")
    hints.until_file("a.md")


def test_files_in_new_folders_are_hinted_at(observer, root, hints):
    (root / "deep" / "er").mkdir(parents=True)
    (root / "deep" / "er" / "a.md").write_bytes(b"a")
    hints.until_file("deep/er/a.md")
    hints.until(lambda: ("deep", True) in hints.seen)


def test_folders_created_inside_new_folders_do_not_end_the_watch(observer, root, hints):
    make = (
        "import os\n"
        "for number in range(300): os.makedirs(f'{number}/a/b/c')\n"
        "open('299/a/last.md', 'w').close()"
    )
    subprocess.run([sys.executable, "-c", make], cwd=root, check=True)
    hints.until_file("299/a/last.md")


def test_names_that_are_no_text_arrive_as_on_disk(observer, root, hints):
    path = os.path.join(os.fsencode(root), b"caf\xe9.md")
    with open(path, "wb"):
        pass
    hints.until_file(os.fsdecode(b"caf\xe9.md"))


def test_our_own_files_and_reading_are_no_hints(observer, root, hints):
    (root / ".memdesk").mkdir()
    (root / ".memdesk" / "lock").write_bytes(b"")
    (root / ".git").mkdir()
    (root / ".git" / "HEAD").write_bytes(b"")
    (root / ".memdesk-1.tmp").write_bytes(b"")
    (root / "last.md").write_bytes(b"a")
    (root / "last.md").read_bytes()
    hints.until_file("last.md")
    assert hints.seen == {("last.md", False)}


def test_a_deleted_root_is_a_hint_at_everything_and_unhealthy(observer, root, hints):
    assert observer.healthy()
    root.rmdir()
    hints.until(lambda: hints.lost > 0)
    for thread in threading.enumerate():
        if "Emitter" in type(thread).__name__ or thread.name == "memdesk-events":
            thread.join(PATIENCE)
    assert not observer.healthy()


def test_an_observer_that_never_started_can_be_stopped(kind, root, hints):
    observer = kind(root, hints.hint, hints.everything)
    observer.stop()
    assert not observer.healthy()


def test_no_thread_and_no_descriptor_is_left(kind, root, hints):
    before, files = set(threading.enumerate()), set(os.listdir("/proc/self/fd"))
    observer = kind(root, hints.hint, hints.everything)
    observer.start()
    observer.stop()
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE)
    assert set(threading.enumerate()) == before
    assert set(os.listdir("/proc/self/fd")) == files


def test_a_root_that_is_not_there_cannot_be_watched(kind, tmp_path, hints):
    observer = kind(tmp_path / "gone", hints.hint, hints.everything)
    with pytest.raises(OSError, match="No such file"):
        observer.start()
    assert not observer.healthy()


@pytest.mark.parametrize(("system", "kind"), [("linux", KernelObserver), ("darwin", PortableObserver)])
def test_the_system_decides_which_it_is(root, hints, monkeypatch, system, kind):
    monkeypatch.setattr(sys, "platform", system)
    assert type(observe(root, hints.hint, hints.everything)) is kind


def test_what_a_rename_put_in_place_or_its_writer_closed_is_complete(kernel, root, hints):
    (root / "a.new").write_bytes(b"a")
    (root / "a.new").rename(root / "a.md")
    (root / "b.md").write_bytes(b"b")
    with (root / "c.md").open("wb", buffering=0) as file:
        file.write(b"c")
        hints.until_file("c.md")
        assert {"a.md", "b.md"} <= hints.placed
        assert "c.md" not in hints.placed
    hints.until(lambda: "c.md" in hints.placed)


def test_a_path_is_hinted_at_once_however_much_happened_to_it(root, hints):
    """Everything waits in the kernel until the thread begins: then it is one gulp."""
    observer = KernelObserver(root, hints.hint, hints.everything)
    begin = held_back(observer)
    observer.start()
    for turn in range(200):
        (root / "a.tmp").write_bytes(b"a" * turn)
        (root / "a.tmp").rename(root / "a.md")
    (root / "last.md").write_bytes(b"x")
    begin()
    hints.until_file("last.md")
    assert sorted(hints.all) == ["a.md", "a.tmp", "last.md"]
    observer.stop()


def test_what_the_core_keeps_is_not_watched_at_all(root, hints, start):
    (root / ".memdesk" / "history").mkdir(parents=True)
    observer = start(KernelObserver)
    assert set(observer._emitter._prefixes.values()) == {""}
    (root / ".memdesk" / "history" / "00").mkdir()
    (root / ".MemDesk").mkdir()
    (root / "seen").mkdir()
    hints.until(lambda: ("seen", True) in hints.seen)
    assert set(observer._emitter._prefixes.values()) == {"", "seen/"}


def test_a_folder_that_moves_keeps_being_watched_where_it_is(kernel, root, tmp_path, hints):
    (root / "one" / "deep").mkdir(parents=True)
    hints.until(lambda: ("one", True) in hints.seen)
    (root / "one").rename(root / "two")
    hints.until(lambda: ("two", True) in hints.seen)
    hints.seen.clear()
    (root / "two" / "deep" / "a.md").write_bytes(b"a")
    hints.until(lambda: ("two/deep/a.md", False) in hints.seen)
    (root / "two").rename(tmp_path / "out")
    hints.until(lambda: ("two", True) in hints.seen)
    (tmp_path / "out" / "deep" / "b.md").write_bytes(b"b")
    (root / "last.md").write_bytes(b"a")
    hints.until_file("last.md")
    assert not any(uri.endswith("b.md") for uri in hints.all)


def test_a_folder_made_anew_is_watched_anew(kernel, root, hints):
    for turn in range(3):
        (root / "f").mkdir()
        hints.until(lambda: ("f", True) in hints.seen)
        (root / "f" / f"{turn}.md").write_bytes(b"a")
        hints.until_file(f"f/{turn}.md")
        (root / "f" / f"{turn}.md").unlink()
        (root / "f").rmdir()
        hints.seen.clear()
    (root / "last.md").write_bytes(b"a")
    hints.until_file("last.md")
    assert set(kernel._emitter._prefixes.values()) <= {"", "f/"}


def test_a_folder_that_cannot_be_watched_does_not_stop_the_others(root, hints, start, monkeypatch):
    add = inotify._System.add

    def refuse(system, descriptor, path, mask):
        if path.endswith("closed"):
            raise PermissionError(errno.EACCES, "no")
        return add(system, descriptor, path, mask)

    monkeypatch.setattr(inotify._System, "add", refuse)
    (root / "closed").mkdir()
    (root / "open").mkdir()
    start(KernelObserver)
    (root / "open" / "a.md").write_bytes(b"a")
    hints.until_file("open/a.md")


def test_an_overflow_of_the_kernels_queue_is_a_hint_at_everything(root, hints):
    """Nobody reads the queue until it has run over, as on a busy machine; a folder made then is watched."""
    observer = KernelObserver(root, hints.hint, hints.everything)
    begin = held_back(observer)
    observer.start()
    try:
        overflow(root)
        (root / "late").mkdir()
        begin()
        hints.until(lambda: hints.lost > 0)
        (root / "late" / "a.md").write_bytes(b"a")
        hints.until(lambda: ("late/a.md", False) in hints.seen)
    finally:
        observer.stop()


def held_back(observer):
    """Let an observer ask for events, and return what begins to read them."""
    emitter = observer._emitter
    emitter.start = emitter.on_thread_start
    return lambda: threading.Thread.start(emitter)


def overflow(root):
    """Make more events than the kernel's queue holds."""
    with open("/proc/sys/fs/inotify/max_queued_events") as limit:
        count = int(limit.read()) // 3 + 100
    for number in range(count):
        (root / f"{number}.md").write_bytes(b"a")


@pytest.mark.parametrize("allowed", [0, 1, 2])
def test_too_few_watches_for_all_folders_are_said_at_the_start(root, hints, monkeypatch, allowed):
    (root / "a" / "b").mkdir(parents=True)
    limit_watches(monkeypatch, allowed)
    observer = KernelObserver(root, hints.hint, hints.everything)
    with pytest.raises(OSError, match="No space left"):
        observer.start()
    assert not observer.healthy()


def test_watches_that_run_out_later_end_the_observer(root, hints, start, monkeypatch):
    limit_watches(monkeypatch, 1)
    observer = start(KernelObserver)
    (root / "new").mkdir()
    hints.until(lambda: hints.lost > 0)
    observer._emitter.join(PATIENCE)
    assert not observer.healthy()


def limit_watches(monkeypatch, allowed):
    """Let the kernel give so many watches only."""
    add, given = inotify._System.add, []

    def count(system, descriptor, path, mask):
        if len(given) >= allowed:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        given.append(path)
        return add(system, descriptor, path, mask)

    monkeypatch.setattr(inotify._System, "add", count)


def test_a_watchdog_observer_whose_reader_ended_is_unhealthy(portable):
    reader = portable._observer._inotify_fd
    reader.stop()
    reader.join(PATIENCE)
    assert not portable.healthy()


def test_what_watchdog_lost_is_a_hint_at_everything(portable, hints, caplog):
    logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed; events were lost")
    assert hints.lost == 1


def test_other_warnings_of_watchdog_are_no_hints(portable, hints):
    logging.getLogger("watchdog.observers.inotify_c").warning("something else")
    assert hints.lost == 0


def test_events_about_what_lies_outside_are_ignored(root, hints):
    observer = PortableObserver(root, hints.hint, hints.everything)
    observer._handler.dispatch(FileMovedEvent("/elsewhere/a", f"{root}/a"))
    observer._handler.dispatch(DirMovedEvent(f"{root}/b", "/elsewhere/b"))
    assert hints.seen == {("a", False), ("b", True)}


def test_a_watchdog_without_watches_is_said(root, hints, monkeypatch):
    def refuse(*_args, **_more):
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(InotifyFD, "add_callback", refuse)
    observer = PortableObserver(root, hints.hint, hints.everything)
    with pytest.raises(OSError, match="limit"):
        observer.start()
    assert not observer.healthy()
