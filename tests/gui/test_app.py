"""The program from its start to its end, as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from memdesk_gui.app.interrupt import Interrupts

ROOT = Path(__file__).parents[2]
RUN = """
import signal, sys
from pathlib import Path
from memdesk_gui.app import run
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup the suite itself ignores it
{before}
sys.exit(run({arguments}))
"""


@pytest.fixture
def folder(tmp_path):
    facts = tmp_path / "agent" / "memory" / "facts"
    facts.mkdir(parents=True)
    (facts / "user.md").write_text("# User\n\n> Summary: name\n\n- Name: Ada\n")
    return tmp_path / "agent"


@pytest.fixture
def program(user_directories):
    processes = []

    def start(arguments, before=""):
        path = os.pathsep.join(str(ROOT / name) for name in ("core", "gui", "resources"))
        process = subprocess.Popen(
            [sys.executable, "-c", RUN.format(arguments=arguments, before=before)],
            env={**os.environ, "PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.communicate()


def finished(process):
    out, err = process.communicate(timeout=600)
    noise = "This plugin does not support propagateSizeHints()"
    return process.returncode, out, err.replace(noise, "").strip()


def listing(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*"))


TAKEN = """
from memdesk_gui.app.screenshot import Screenshot
take = Screenshot._take
def tell(self):
    print(self._context.documents.current.origins.is_known)
    take(self)
Screenshot._take = tell
"""


@pytest.mark.slow
def test_a_picture_of_a_document_is_whole_the_same_twice_and_leaves_no_trace(
    program, folder, tmp_path, user_directories
):
    before, strips = listing(folder), []
    for name in ("a.png", "b.png"):
        target = tmp_path / "shots" / name
        arguments = f"Path({str(folder)!r}), at='memory/facts/user.md', theme='dark', size=(1024, 640)"
        told = finished(program(f"{arguments}, screenshot=Path({str(target)!r})", TAKEN))
        assert told == (0, "True\n", ""), "taken before it was known who wrote the document"
        image = QImage(str(target))
        assert (image.width(), image.height()) == (1024, 640)
        assert image.pixelColor(512, 330).name() == "#16181b"
        strips.append(image.copy(0, 0, 1024, 60))
        assert listing(folder) == before
        assert not (user_directories / "state" / "memdesk" / "session.json").exists()
        assert not (user_directories / "config" / "memdesk").exists()
    assert strips[0] == strips[1]


def test_a_picture_of_a_folder_that_is_not_there_fails(program, tmp_path):
    target = tmp_path / "x.png"
    arguments = f"Path({str(tmp_path / 'none')!r}), screenshot=Path({str(target)!r})"
    status, _, err = finished(program(arguments))
    assert (status, "NotFoundError: there is no folder" in err) == (1, True)
    assert not target.exists()


PAINTED = """
import memdesk_gui.app.start as start
after = start.Application._after_first_paint
def tell(self):
    after(self)
    print("painted", flush=True)
start.Application._after_first_paint = tell
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupt_closes_cleanly(program, folder, number):
    process = program(f"Path({str(folder)!r})", PAINTED)
    assert process.stdout.readline() == "painted\n"
    process.send_signal(number)
    assert finished(process)[0] == 0


@pytest.mark.parametrize("handler", [signal.SIG_IGN, signal.SIG_DFL])
def test_a_terminal_that_may_go_without_the_window_closes_nothing(qtbot, handler):
    before = signal.signal(signal.SIGHUP, handler)
    interrupts = Interrupts(lambda: None, lambda: None)
    assert (signal.getsignal(signal.SIGHUP) is signal.SIG_IGN) is (handler is signal.SIG_IGN)
    interrupts.restore()
    assert signal.getsignal(signal.SIGHUP) is handler
    signal.signal(signal.SIGHUP, before)


def test_the_last_workspace_is_opened_again(program, folder, user_directories):
    process = program(f"Path({str(folder)!r})", PAINTED + OPENED)
    assert process.stdout.readline() == "painted\n"
    assert process.stdout.readline() == f"opened {folder}\n"
    process.send_signal(signal.SIGINT)
    assert finished(process)[0] == 0
    again = program("None", PAINTED + OPENED)
    assert again.stdout.readline() == "painted\n"
    assert again.stdout.readline() == f"opened {folder}\n"
    again.send_signal(signal.SIGINT)
    assert finished(again)[0] == 0


OPENED = """
connect = start.Application._connect
def listen(self):
    connect(self)
    self.context.bus.listed.connect(lambda _: print("opened", self.context.bus.workspace.root, flush=True))
start.Application._connect = listen
"""

BROKEN = (
    PAINTED
    + """
def fail(self):
    from PySide6.QtCore import QTimer
    import threading
    QTimer.singleShot(0, lambda: {}["slot"])
    thread = threading.Thread(target=lambda: {}["thread"])
    thread.start()
    self.context.jobs.read(lambda: {}["job"])
    self.poll = QTimer(self, interval=20)
    self.poll.timeout.connect(lambda: look(self))
    self.poll.start()

def look(self):
    dialog = self.reporter.dialog
    words = ("slot", "thread", "job")
    if dialog is not None and all(f"KeyError: '{word}'" in dialog.report() for word in words):
        self.poll.stop()
        print("reported", flush=True)
        dialog.close()
        self.window.close()

start.Application._after_first_paint = fail
"""
)


def test_errors_of_every_thread_end_in_one_report_and_the_program_goes_on(program, user_directories):
    process = program("None", BROKEN)
    assert process.stdout.readline() == "reported\n"
    assert finished(process)[0] == 0
    log = (user_directories / "state" / "memdesk" / "memdesk.log").read_text()
    assert log.count("KeyError") == 3


@pytest.mark.slow
def test_the_demo_lives_and_leaves_nothing(program, tmp_path):
    target = tmp_path / "demo.png"
    before = f"import tempfile; tempfile.tempdir = {str(tmp_path)!r}\n"
    status, _, err = finished(
        program(f"None, demo=True, theme='light', screenshot=Path({str(target)!r})", before)
    )
    assert (status, err) == (0, "")
    assert not QImage(str(target)).isNull()
    assert [path.name for path in tmp_path.iterdir()] == ["demo.png"]
