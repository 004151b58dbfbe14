"""What runs in a child process of a benchmark: a bare window, a bare walk, the real window with a watch.

Every probe prints one JSON object. Moments are readings of the system-wide monotonic clock, so the parent
can subtract the moment at which it started the process.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
import traceback
from pathlib import Path

now = time.monotonic


def walk(folder):
    """Look at every entry as any program must that wants to show a folder; return how many there are."""
    count, folders = 0, [folder]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                entry.stat(follow_symlinks=False)
                count += 1
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
    return count


def bare_walk(folder):
    """Probe: the walk alone."""
    begun = now()
    return {"entries": walk(folder), "seconds": now() - begun}


def bare_commits(folder, count):
    """Probe: the shortest loop that replaces a file durably, in a folder of its own."""
    folder = tempfile.mkdtemp(dir=folder)
    begun = now()
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    for turn in range(int(count)):
        draft = f"{folder}/draft"
        with open(draft, "wb") as file:
            file.write(note(turn))
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, f"{folder}/note.md")
        os.fsync(handle)
    os.close(handle)
    return {"seconds": now() - begun}


def core_commits(folder, count):
    """Probe: as many commits through the core, in a folder of its own."""
    from memdesk.model import Actor, Origin, Via
    from memdesk.workspace import Workspace

    actor, revision = Actor("bench", Origin.AGENT, Via.PYTHON), None
    with Workspace.open(Path(tempfile.mkdtemp(dir=folder))) as workspace:
        begun = now()
        for turn in range(int(count)):
            revision = workspace.commit("note.md", note(turn), revision, actor).after
        return {"seconds": now() - begun}


def timeline(folder):
    """Probe: the newest page of versions of the workspace, of a document in use, and of a rare one."""
    from memdesk.history.history import History
    from memdesk.workspace import Workspace

    seconds = {}
    with Workspace.open(Path(folder)) as workspace:
        for name, uri in (("all", None), ("often", "facts/often.md"), ("rare", "facts/rare.md")):
            begun = now()
            page = History(workspace).page(uri, 200)
            seconds[name] = now() - begun
            assert page.versions
    return seconds


def agent(folder, count, rate):
    """Probe: an agent that commits at a steady rate to ten documents in turn; when each commit was done."""
    from memdesk.model import Actor, Origin, Via
    from memdesk.workspace import ANY, Workspace

    actor, done, begun = Actor("bench", Origin.AGENT, Via.PYTHON), [], now()
    with Workspace.open(Path(folder)) as workspace:
        for turn in range(int(count)):
            time.sleep(max(0.0, begun + turn / float(rate) - now()))
            workspace.commit(f"facts/note-{turn % 10:05}.md", note(turn), ANY, actor)
            done.append(now())
    return {"done": done}


def burst(folder, count):
    """Probe: a process that knows no lock and replaces files as fast as it can."""
    names = sorted(Path(folder, "facts").glob("*.md"))
    begun = now()
    for turn in range(int(count)):
        path = names[turn % len(names)]
        draft = path.with_name(".draft")
        draft.write_bytes(note(turn))
        draft.replace(path)
    return {"done": now(), "seconds": now() - begun}


def note(turn):
    """Return a note of about one kilobyte that names its turn."""
    return b"# tick %d\n\n> Summary: a note\n\n" % turn + b"- Something to remember about the kiln.\n" * 24


def bare_window():
    """Probe: the smallest window with a tree and an editor."""
    from PySide6.QtGui import QStandardItem, QStandardItemModel
    from PySide6.QtWidgets import QApplication, QMainWindow, QPlainTextEdit, QSplitter, QTreeView

    app = QApplication([])
    window, tree, editor = QMainWindow(), QTreeView(), QPlainTextEdit("# A note\n" * 40)
    model = QStandardItemModel(tree)
    for number in range(40):
        model.appendRow(QStandardItem(f"note {number}"))
    tree.setModel(model)
    splitter = QSplitter()
    splitter.addWidget(tree)
    splitter.addWidget(editor)
    window.setCentralWidget(splitter)
    window.resize(1440, 900)
    moments = {}
    when_painted(app, lambda _: (moments.update(painted=now()), app.exit()))
    window.show()
    app.exec()
    return moments


def when_painted(app, call):
    """Call with the first main window that was painted, as soon as it was."""
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QMainWindow

    class Filter(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Paint and isinstance(watched, QMainWindow):
                app.removeEventFilter(self)
                QTimer.singleShot(0, lambda: call(watched))
            return False

    app.paint_filter = Filter()
    app.installEventFilter(app.paint_filter)


def window(task, *arguments):
    """Probe: the real window, started by its own command line, then one of the tasks of ``watching``."""
    from PySide6.QtWidgets import QApplication

    app = QApplication([])
    moments = {}

    def begin(shown):
        moments["painted"] = now()
        sys.excepthook = end_with
        from bench import watching

        getattr(watching, task)(app, shown, moments)

    when_painted(app, begin)
    from memdesk.cli import main

    moments["status"] = main(list(arguments))
    return moments


def scene(name, folder):
    """Probe: one of the scenes that are played in the real window."""
    from PySide6.QtWidgets import QApplication

    app = QApplication([])
    from bench import scenes

    app.setQuitOnLastWindowClosed(False)
    return scenes.play(name, folder)


def end_with(kind, error, trace):
    """End the process with an error that nobody expected, instead of showing it in a dialog."""
    traceback.print_exception(kind, error, trace)
    os._exit(1)


def resident():
    """Return resident and highest resident size of this process in MB."""
    status = Path("/proc/self/status").read_text()
    return [int(re.search(rf"^{name}:\s+(\d+)", status, re.M)[1]) / 1024 for name in ("VmRSS", "VmHWM")]


PROBES = (bare_walk, bare_commits, core_commits, timeline, agent, burst, bare_window, window, scene)

if __name__ == "__main__":
    probe = {probe.__name__: probe for probe in PROBES}[sys.argv[1]]
    json.dump(probe(*sys.argv[2:]), sys.stdout)
