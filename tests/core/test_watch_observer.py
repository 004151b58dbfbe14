"""The system's events arrive as hints, lost events as a hint at everything."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading

import pytest
from watchdog.events import DirMovedEvent, FileMovedEvent
from watchdog.observers.inotify_c import InotifyFD

from helpers.recorder import PATIENCE
from memdesk.watch.observer import FolderObserver


class Hints:
    """Collects what an observer says."""

    def __init__(self):
        self.seen = set()
        self.lost = 0
        self._news = threading.Condition()

    def hint(self, uri, folder):
        with self._news:
            self.seen.add((uri, folder))
            self._news.notify_all()

    def everything(self):
        with self._news:
            self.lost += 1
            self._news.notify_all()

    def until(self, predicate):
        with self._news:
            assert self._news.wait_for(predicate, PATIENCE), self.seen

    def until_file(self, uri):
        self.until(lambda: (uri, False) in self.seen)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


@pytest.fixture
def hints():
    return Hints()


@pytest.fixture
def observer(root, hints):
    observer = FolderObserver(root, hints.hint, hints.everything)
    observer.start()
    yield observer
    observer.stop()


def test_a_written_file_is_hinted_at(observer, root, hints):
    (root / "a.md").write_bytes(b"a")
    hints.until_file("a.md")


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
        if "Emitter" in type(thread).__name__:
            thread.join(PATIENCE)
    assert not observer.healthy()


def test_an_observer_whose_reader_ended_is_unhealthy(observer):
    reader = observer._observer._inotify_fd
    reader.stop()
    reader.join(PATIENCE)
    assert not observer.healthy()


def test_an_overflow_of_the_kernels_queue_is_a_hint_at_everything(root, hints, monkeypatch):
    """The reader of the queue stands still until it has run over, as it would on a busy machine."""
    gate = threading.Event()
    read = InotifyFD.read_events
    monkeypatch.setattr(
        InotifyFD, "read_events", lambda fd, **size: (gate.wait(PATIENCE), read(fd, **size))[1]
    )
    with open("/proc/sys/fs/inotify/max_queued_events") as limit:
        count = int(limit.read()) // 3 + 100
    observer = FolderObserver(root, hints.hint, hints.everything)
    observer.start()
    try:
        for number in range(count):
            (root / f"{number}.md").write_bytes(b"a")
        gate.set()
        hints.until(lambda: hints.lost > 0)
    finally:
        gate.set()
        observer.stop()


def test_other_warnings_of_watchdog_are_no_hints(observer, hints):
    logging.getLogger("watchdog.observers.inotify_c").warning("something else")
    assert hints.lost == 0


def test_events_about_what_lies_outside_are_ignored(root, hints):
    observer = FolderObserver(root, hints.hint, hints.everything)
    observer._handler.dispatch(FileMovedEvent("/elsewhere/a", f"{root}/a"))
    observer._handler.dispatch(DirMovedEvent(f"{root}/b", "/elsewhere/b"))
    assert hints.seen == {("a", False), ("b", True)}


def test_a_system_without_watches_is_said(root, hints, monkeypatch):
    def refuse(*_args, **_more):
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(InotifyFD, "add_callback", refuse)
    observer = FolderObserver(root, hints.hint, hints.everything)
    with pytest.raises(OSError, match="limit"):
        observer.start()
    assert not observer.healthy()


def test_an_observer_that_never_started_can_be_stopped(root, hints):
    observer = FolderObserver(root, hints.hint, hints.everything)
    observer.stop()
    assert not observer.healthy()


def test_no_thread_is_left(root, hints):
    before = set(threading.enumerate())
    observer = FolderObserver(root, hints.hint, hints.everything)
    observer.start()
    observer.stop()
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE)
    assert set(threading.enumerate()) == before
