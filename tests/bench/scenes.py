"""What a person does and what agents write, in the real window: for how long does its thread stand still?

Each scene is played in a process of its own, which names the scene and gets what it measured.
"""

from __future__ import annotations

import ctypes
import shutil
import threading
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qt_compat import qt_api
from pytestqt.qtbot import QtBot

from bench.stall import StallMeter
from helpers.desk import Desk, shown_page
from helpers.originals import PEGASUS, PROFILE, put
from helpers.running_desk import RunningDesk
from helpers.second_process import SecondProcess
from helpers.zoo import BROKEN, FACTS, build_zoo
from memdesk.model import OUTSIDE, Actor, Origin, Via, revision_of
from memdesk.store import Operation
from memdesk.store.oplog.operation import written
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.history import timeline_model as timeline
from memdesk_gui.features.navigator.pane import NavigatorPane
from memdesk_gui.shell.preload import load_core, load_panes, load_rest

PATIENCE_MS = 120_000
AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
USER = "memory/facts/user.md"


class Bot(QtBot):
    """Waits and presses keys as in a test, where there is no test."""

    def __init__(self):
        super().__init__(None)
        self.widgets = []
        for name in ("waitUntil", "waitSignal", "waitExposed"):
            setattr(self, name, partial(getattr(self, name), timeout=PATIENCE_MS))

    def addWidget(self, widget, **_):
        """Keep a widget until the end."""
        self.widgets.append(widget)

    def _should_raise(self, raising):
        return True


class Stage:
    """Where a scene is played: a fresh folder, windows and another process; all of it ends at the end."""

    def __init__(self, work):
        self.work, self.bot, self.meter = work, Bot(), StallMeter()
        self._ends = ExitStack()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._ends.close()

    def window(self, root, **options):
        """Return the whole application on a folder."""
        desk = RunningDesk(self.bot, root, **{"overview": True} | options)
        self._ends.callback(desk.end)
        return desk

    def desk(self, files):
        """Return a desk on a workspace in memory."""
        desk = Desk(self.bot, files)
        self._ends.callback(desk.close)
        return desk

    def other_process(self, root):
        """Return who has a second process write into a folder."""
        process = SecondProcess()
        self._ends.callback(process.end)
        self._ends.callback(process.leave)
        return process.enter(root)

    def blocked(self):
        """Return what the meter has seen."""
        return {"blocked": self.meter.blocked, "longest": self.meter.longest}


def typing_and_saving(stage):
    """A person types and saves."""
    desk = stage.window(put(stage.work, PEGASUS | PROFILE))
    desk.open(USER)
    with stage.meter:
        desk.type_at(desk.editor.view, "Lin Wei", " types a sentence")
        desk.save()
        desk.settle()
    return stage.blocked()


def burst_of_writes(stage):
    """Another process writes 80 times, a half of it past the lock."""
    root = put(stage.work, PEGASUS | PROFILE)
    desk, other = stage.window(root), stage.other_process(root)
    desk.open(USER)
    buffer = desk.documents.current
    writing = threading.Thread(target=_write_much, args=(other,))
    with stage.meter:
        writing.start()
        desk.until(lambda: not writing.is_alive())
        desk.until(lambda: "number 39" in buffer.text())
        desk.until(lambda: desk.bus.state == "live" and not desk.context.jobs.is_busy)
    return stage.blocked()


def _write_much(other):
    for number in range(40):
        text = PEGASUS[USER].replace(b"Lin Wei", b"number %d" % number)
        (other.commit, other.write)[number % 2](USER, text)
        other.write(f"memory/facts/new{number}.md", b"# New\n\n> Summary: new\n")


def document_to_document(stage):
    """A person goes from document to document."""
    desk = stage.window(put(stage.work, PEGASUS | PROFILE))
    uris = (*PEGASUS, "memory/profile.json")
    for uri in uris:
        desk.open(uri)
    with stage.meter:
        for uri in (*uris, *reversed(uris)):
            desk.open(uri)
    return stage.blocked()


def huge_file(stage):
    """A file of 50 MB is opened."""
    desk = stage.window(build_zoo(stage.work), at=f"{FACTS}/user.md")
    desk.settle()
    with stage.meter:
        desk.open(f"{FACTS}/huge.md")
    return stage.blocked()


def brackets(stage):
    """A line of 100,000 brackets is opened; Qt lays it out as a whole."""
    root = put(stage.work, PEGASUS | {"deep/memory.json": BROKEN["deep/memory.json"]})
    desk = stage.window(root, at=USER)
    with stage.meter:
        desk.open("deep/memory.json")
    return stage.blocked()


def ten_megabytes(stage):
    """A document of 10 MB is opened and scrolled far down."""
    line = "- **Key:** a line of memory with some words in it, 狗 and all\n"
    desk = stage.desk({USER: (line * (10_000_000 // len(line.encode()))).encode()})
    for steps in (load_core(), load_panes(), load_rest()):
        for _ in steps:
            pass
    with stage.meter:
        view = shown_page(desk, USER).editor.view
        stage.bot.waitUntil(lambda: view.ready)
        view.verticalScrollBar().setValue(100_000)
        block = view.document().findBlockByNumber(100_001)
        stage.bot.waitUntil(lambda: bool(block.layout().formats()))
    return stage.blocked()


def long_past(stage):
    """The history of 600 versions is opened and gone through."""
    root = put(stage.work, PEGASUS)
    with Workspace.open(root) as agent:
        for number in range(600):
            agent.commit(USER, f"# User\n{number}\n".encode() * 200, ANY, AGENT)
    desk = stage.window(root, at=USER)
    desk.settle()
    pane = desk.window.history
    with stage.meter:
        desk.run("view.history")
        desk.until(lambda: bool(pane.model.rowCount()))
        for _ in range(20):
            stage.bot.keyClick(pane.list, Qt.Key.Key_Down)
            QApplication.processEvents()
        desk.until(lambda: pane.model.rowCount() == timeline.PAGE)
    return stage.blocked()


def many_documents(stage):
    """A list of 20,000 documents is built, filtered, folded and changed."""
    desk = stage.desk({})
    desk.workspace.files.update({f"facts/note_{number:05}.md": b"" for number in range(20_000)})
    pane = NavigatorPane(desk.context, time.time)
    stage.bot.addWidget(pane)
    pane.resize(268, 600)
    pane.show()
    desk.settle()

    def until_rows(count):
        stage.bot.waitUntil(lambda: pane.model.rowCount() == count and not desk.jobs.is_busy)

    with stage.meter:
        desk.workspace.announce(rescan=True)
        until_rows(20_001)
        pane.filter.setText("note_19")
        until_rows(1_001)
        pane.filter.setText("")
        until_rows(20_001)
        pane.model.set_open("/facts", False)
        pane.model.set_open("/facts", True)
        pane.list.scrollToBottom()
        with stage.bot.waitSignal(pane.news.arrived):
            desk.workspace.write("facts/note_00007b.md", b"x", OUTSIDE)
        desk.settle()
    return stage.blocked()


def idle(stage):
    """Nothing happens."""
    with stage.meter:
        stage.bot.waitUntil(lambda: stage.meter.beats > 50)
    return stage.blocked()


def waiting(stage):
    """The thread waits for what does not come."""
    return _stands_still(stage, threading.Event().wait)


def working(stage):
    """The thread has a long loop to go through."""
    return _stands_still(stage, _work)


def holding_the_interpreter(stage):
    """The thread is in a long call that lets nobody else run Python."""
    return _stands_still(stage, _hold)


def waiting_for_a_busy_thread(stage):
    """The thread waits for another one that is in such a call."""

    def wait(seconds):
        thread = threading.Thread(target=_hold, args=(seconds,))
        thread.start()
        thread.join()

    return _stands_still(stage, wait)


def _stands_still(stage, act):
    with stage.meter:
        QTimer.singleShot(0, lambda: act(0.06))
        stage.bot.waitUntil(lambda: stage.meter.longest >= 0.06)
    return stage.blocked()


def _work(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def _hold(seconds):
    ctypes.PyDLL(None).usleep(int(seconds * 1e6))


def inbox_of_hundred(stage):
    """The inbox with 100 changes is opened."""
    return _judged(stage, 100)


def inbox_of_ten_thousand(stage):
    """The inbox with 10,000 changes is opened, and twelve are judged."""
    return _judged(stage, 10_000)


def _judged(stage, count):
    root = put(stage.work, PEGASUS)
    flood(root, count)
    desk = stage.window(root)
    reviewing = desk.window.reviewing
    desk.until(lambda: reviewing.total == count + 1)
    desk.settle()
    begin = time.thread_time()
    desk.run("review.open")
    page = desk.window.features["ReviewCommands"]._page
    desk.until(lambda: page.model.rowCount() and page._detail is not None)
    opened = time.thread_time() - begin
    desk.settle()
    with stage.meter:
        for key in (Qt.Key.Key_J, Qt.Key.Key_K, *(Qt.Key.Key_A,) * 12):
            stage.bot.keyClick(page.list, key)
            desk.settle()
    return {**stage.blocked(), "took": opened}


def flood(root, count):
    """Log that many changes as if an agent had made them, the last ones being real."""
    with Workspace.open(root) as agent:
        agent.commit(USER, PEGASUS[USER] + b"\n", ANY, AGENT)
    now = revision_of(PEGASUS[USER] + b"\n")
    steps = (
        Operation(f"0{number:011x}-0001", USER, now, now, 1_790_000_000.0 + 100 * number, AGENT, 10)
        for number in range(count)
    )
    log = root / ".memdesk" / "operations.jsonl"
    log.write_bytes(b"".join(written(step).encode() + b"\n" for step in steps) + log.read_bytes())


def play(name, folder):
    """Play one scene; return what it measured."""
    qt_api.set_qt_api("pyside6")
    work = Path(folder, name)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    with Stage(work) as stage:
        return globals()[name](stage)
