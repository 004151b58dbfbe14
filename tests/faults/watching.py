"""Bursts, renames and lost events in a watched folder: what a window would show is true soon after.

The view is built from the announced batches alone, as a window's is; where a batch asks for it, the folder is
listed anew. It is compared with the folder itself.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

from faults import crew
from faults.report import Outcome, grouped, sized
from memdesk.model import WatchState, revision_of
from memdesk.watch.observers import inotify
from memdesk.watch.watcher import Watcher
from memdesk.workspace import WatchIntervals, Workspace

BURST, FOLDERS, LONGEST = 50_000, 500, 5.0
PATIENCE = 300.0
QUIET = 0.3
QUEUE = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
EVENTS_ONLY = WatchIntervals(focused=3_600)


class View:
    """What a window shows: uri -> revision, or the stamp under which it was listed."""

    def __init__(self, workspace):
        self.shown = {}
        self.state = WatchState.STARTING
        self.taken = time.monotonic()
        self._workspace = workspace
        self._news = threading.Condition()

    def begin(self, rhythm):
        """List the folder and watch it."""
        self.list_anew()
        self._workspace.subscribe(self.take)
        self._workspace.watch(rhythm)
        with self._news:
            self._news.wait_for(lambda: self.state in (WatchState.LIVE, WatchState.POLLING), 30)

    def take(self, batch):
        """Apply a batch."""
        if batch.rescan:
            self.list_anew()
        for change in batch.changes:
            self.shown[change.uri] = change.after
            if change.after is None:
                del self.shown[change.uri]
        with self._news:
            self.state = batch.state
            self.taken = time.monotonic()
            self._news.notify_all()

    def list_anew(self):
        """Read the list anew."""
        self.shown = {entry.uri: entry.stamp for entry in self._workspace.scan().entries}

    def stale(self, root):
        """Return what is shown otherwise than it is."""
        there = {entry.uri: entry.stamp for entry in self._workspace.scan().entries}
        wrong = there.keys() ^ self.shown.keys()
        for uri in there.keys() & self.shown.keys():
            shown = self.shown[uri]
            if isinstance(shown, str):
                wrong |= {uri} if revision_of((root / uri).read_bytes()) != shown else set()
            elif shown != there[uri]:
                wrong.add(uri)
        return wrong

    def settled(self, root, longest):
        """Wait until nothing is stale; return how long that took and what still is.

        Only batches change what is shown, so what is found true was true since the last of them. It is looked
        at when no more come: a look takes from the watcher the very time that is measured.
        """
        begin, wrong = time.monotonic(), None
        while wrong is None or (wrong and time.monotonic() - begin < longest):
            with self._news:
                while self._news.wait(min(QUIET, max(0, begin + longest - time.monotonic()))):
                    pass
            wrong = self.stale(root)
        return max(0, self.taken - begin), wrong


@contextmanager
def watched(root, rhythm):
    """Watch a folder."""
    with Workspace.open(root) as workspace:
        view = View(workspace)
        view.begin(rhythm)
        yield view


def run(work, scale):
    """Let a process write a burst, then rewrite some, rename and remove the rest."""
    files, found, figures = sized(BURST, scale, 500), [], {}
    root = work / "workspace"
    for number in range(FOLDERS):
        (root / f"{number:03}").mkdir(parents=True)
    with watched(root, WatchIntervals()) as view:
        for name, action in (("created", create), ("renamed", rename), ("removed", remove)):
            end = crew.wait(crew.fork(partial(action, root, files)))
            seconds, wrong = view.settled(root, LONGEST)
            figures[name] = f"true after {seconds:.1f} s"
            is_late = wrong or end or seconds > LONGEST
            found += [f"{name}: {len(wrong)} stale after {LONGEST:.0f} s"] * bool(is_late)
    for trial in (moves, overflow):
        found += trial(work / trial.__name__)
    return Outcome(f"bursts of {grouped(files)} files in {FOLDERS} folders", figures, found)


def create(root, files):
    """Write many files."""
    for number in range(files):
        (root / f"{number % FOLDERS:03}" / f"{number}.md").write_text(f"note {number}\n")


def rename(root, files):
    """Rename every file, each third one over the next, and rewrite some."""
    for number in range(files):
        path = root / f"{number % FOLDERS:03}" / f"{number}.md"
        path.rename(path.with_name(f"{number - number % 3 // 2}.moved.md"))
        if not number % 7:
            (root / "000" / "MEMORY.md").write_text(f"{number}\n")


def remove(root, files):
    """Remove all but each tenth."""
    for number in range(files):
        if number % 10:
            (root / f"{number % FOLDERS:03}" / f"{number}.moved.md").unlink(missing_ok=True)


def moves(work):
    """Move files within, over each other, and into the folder from elsewhere; no periodic look helps."""
    root = work / "workspace"
    (root / "notes").mkdir(parents=True)
    for name in ("a", "b", "c"):
        (root / f"notes/{name}.md").write_text(name)
    (work / "elsewhere.md").write_text("elsewhere")
    with watched(root, EVENTS_ONLY) as view:
        os.rename(root / "notes/a.md", root / "notes/moved.md")
        os.rename(root / "notes/b.md", root / "notes/c.md")
        os.rename(work / "elsewhere.md", root / "arrived.md")
        _, wrong = view.settled(root, PATIENCE)
    return [f"a moved file is stale: {uri}" for uri in sorted(wrong)]


def overflow(work):
    """Keep the events from being read until the kernel has no room for more, then change something else."""
    root, gate = work / "workspace", threading.Event()
    root.mkdir(parents=True)
    (root / "a.md").write_text("one")
    real = inotify.KernelEmitter._take

    def take(observer, gulp):
        gate.wait()
        return real(observer, gulp)

    with patch.object(inotify.KernelEmitter, "_take", take), watched(root, EVENTS_ONLY) as view:
        places = [os.fspath(root / f"{number}.md") for number in range(50)]
        for number in range(2 * QUEUE):
            # What was open for writing tells when it is closed: nothing else is as cheap.
            os.close(os.open(places[number % 50], os.O_WRONLY | os.O_CREAT, 0o644))
        (root / "a.md").write_text("two")
        (root / "b.md").write_text("new")
        gate.set()
        _, wrong = view.settled(root, PATIENCE)
    return [f"after lost events this is stale: {uri}" for uri in sorted(wrong)]


_DEAF = inotify._ASKED & ~inotify._MOVED_TO
IGNORED_TARGETS = [(inotify, "_ASKED", _DEAF), (inotify, "_ASKED_OF_ROOT", _DEAF)]
NO_RESCAN = [(Watcher, "_reconcile", lambda _: None)]
