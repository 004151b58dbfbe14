"""Shared fixtures: every test runs off-screen, with its own user directories, never with the real ones."""

from __future__ import annotations

import gc
import os
import re
import resource
import shutil
import sys
import tempfile
import time
import warnings
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace

_OF_THE_PERSON = re.compile(
    r"LC_|LANGUAGE$|MEMDESK_|QT_|XDG_CURRENT_DESKTOP$|NO_COLOR$|FORCE_COLOR$|COLUMNS$|LINES$"
)
"""What a person's session may say of language, looks and terminal: no test depends on it."""
for _name in filter(_OF_THE_PERSON.match, [*os.environ]):
    os.environ.pop(_name)
os.environ.update(QT_QPA_PLATFORM="offscreen", LANG="C.UTF-8", TZ="UTC")
time.tzset()
os.umask(0o022)
# Garbage is collected between tests alone, so a test may hold more open files than the usual 1,024; but what
# is left open by each of thousands of tests fails on every machine.
_most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (4096 if _most < 0 else min(4096, _most), _most))

import hypothesis
import pytest
from hypothesis.internal.conjecture import providers

from helpers.sizes import FULL, size

PATIENCE_MS = 300_000
MEMORY = "/dev/shm"
ROOM = 2 << 30
"""Bytes that the tests' folders never fill, however many run at once."""


def _is_fit(folder):
    """Tell whether a folder in memory has room, and keeps of a file what a disk does."""
    if not os.access(folder, os.W_OK) or shutil.disk_usage(folder).free < ROOM:
        return False
    with suppress(OSError), tempfile.TemporaryFile(dir=folder) as file:
        os.setxattr(file.fileno(), "user.probe", b"kept")
        return True
    return False


if _is_fit(MEMORY):
    # What a test writes need not outlive it: on a disk, much of the time is waiting until it would.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)

gc.disable()
"""A collection on a worker thread would destroy widgets there: each test's garbage is collected after it."""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session):
    """Give the lock on this session's folder back while the folder is there.

    pytest removes the folder, then what others left (that takes a while), and only then the lock by its name.
    A session that began meanwhile may have a folder of this name: without its lock, others would remove that.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # another session may be removing what is left of an older one, too
        session.config._tmp_path_factory._exit_stack.close()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Have what takes many seconds begin first: at the end, all others would wait for the worker at it."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish():
    """Set aside what all tests are: no collection of garbage searches it, not even one now."""
    gc.freeze()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol():
    """Collect each test's garbage on the main thread, where its widgets live; what stays is set aside.

    The test has let go of its fixtures by now. What they hold, open files too, would be set aside for good.
    """
    result = yield
    gc.collect()
    gc.freeze()
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown():
    """Delete the widgets of a test before what they show: else they stay for a while, or until the end."""
    core = sys.modules.get("PySide6.QtCore")
    if core is not None and core.QCoreApplication.instance() is not None:
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)


@pytest.fixture(scope="session")
def homes(tmp_path_factory):
    """The places of the tests' home directories."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


# No test of behaviour measures time. Its examples are the same each time; ``make full`` looks for new ones.
hypothesis.settings.register_profile(
    "memdesk", deadline=None, max_examples=size(100, 40), derandomize=size(False, True)
)
hypothesis.settings.load_profile("memdesk")
if not FULL:
    # Else examples are made of the literals in whatever modules were loaded by then: others in each order.
    providers.is_local_module_file = lambda path: False


@pytest.fixture(autouse=True, scope="session")
def nobodys_directories(homes):
    """Give fixtures that outlive a test directories, too, never the person's."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield _move_in(next(homes), monkeypatch)


@pytest.fixture(autouse=True)
def user_directories(homes, monkeypatch):
    """Give each test its own config, data, state, cache and runtime directories."""
    return _move_in(next(homes), monkeypatch)


def _move_in(home, monkeypatch):
    home.mkdir(mode=0o700)
    for variable, folder in (
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_STATE_HOME", "state"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_RUNTIME_DIR", "run"),
    ):
        path = home / folder
        path.mkdir(mode=0o700)
        monkeypatch.setenv(variable, str(path))
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture
def memory_path():
    """Return a folder in memory, where a system has one: what needs no disk need not wait for it."""
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def uncollected():
    """Leave the collection of garbage off after each test."""
    yield
    assert not gc.isenabled(), "the next test's widgets could be collected on another thread"


@pytest.fixture(autouse=True)
def same_looks(request):
    """Take off what a test made the application wear: all tests of a process share it."""
    yield
    if "shared_looks" not in request.fixturenames:
        _take_looks_off()


@pytest.fixture(scope="module")
def shared_looks():
    """Leave a window that tests of a module share as it looks; each change of looks lays it out anew."""
    yield
    _take_looks_off()


def _take_looks_off():
    widgets = sys.modules.get("PySide6.QtWidgets")
    app = widgets.QApplication.instance() if widgets else None
    if app is not None and app.styleSheet():
        app.setStyleSheet("")
        app.setPalette(app.style().standardPalette())


@pytest.fixture(autouse=True)
def no_key_held():
    """Release Ctrl and Shift of a test's last click: Qt takes them for held in the next one."""
    yield
    widgets = sys.modules.get("PySide6.QtWidgets")
    app = widgets.QApplication.instance() if widgets else None
    if app is not None and app.keyboardModifiers():
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QWidget

        QTest.keyRelease(QWidget(), Qt.Key.Key_A)


@pytest.fixture(autouse=True)
def empty_clipboard():
    """Take what a test copied off the clipboard: Qt would drop it at exit, when Python is gone already."""
    yield
    widgets = sys.modules.get("PySide6.QtWidgets")
    app = widgets.QApplication.instance() if widgets else None
    if app is not None:
        app.clipboard().clear()


@pytest.fixture
def qtbot(qtbot, monkeypatch):
    """Wait as long as a busy machine may need: only what never comes takes all of it.

    What the window says for a while stands until it is looked at.
    """
    for place in ("widgets.toast.SHOWN_MS", "editors.notices.NOTE_MS"):
        monkeypatch.setattr(f"memdesk_gui.{place}", 2 * PATIENCE_MS)
    for name in ("waitUntil", "waitSignal", "waitSignals", "waitActive", "waitExposed"):
        setattr(qtbot, name, partial(getattr(qtbot, name), timeout=PATIENCE_MS))
    return qtbot


@pytest.fixture
def run_desk(qtbot, monkeypatch):
    """Return a function that starts the application; a message of Qt fails the test."""
    from helpers.running_desk import RunningDesk
    from memdesk_gui.app import start

    monkeypatch.setattr(start, "LOCK_TIMEOUT", PATIENCE_MS / 1000)
    monkeypatch.setattr(start, "log_qt_messages", lambda: None)
    monkeypatch.setattr(start, "record_fatal_errors", lambda path: None)
    # What the tests set aside stays so: else each window's end would have the whole process searched.
    kept = {name: lambda: None for name in ("freeze", "unfreeze")}
    monkeypatch.setattr("memdesk_gui.bridge.gc_control.gc", SimpleNamespace(**vars(gc) | kept))
    running = []

    def run(path=None, **options):
        running.append(RunningDesk(qtbot, path, **options))
        return running[-1]

    yield run
    complaints = [said for desk in running if not desk.ended for said in desk.complaints()]
    for desk in reversed(running):
        desk.end()
    assert complaints == []


@pytest.fixture
def later(monkeypatch):
    """Return a function that puts the window's clock forward by so many seconds."""

    def put_forward(seconds):
        monkeypatch.setattr("memdesk.runtime.clock.time", SimpleNamespace(time=lambda: time.time() + seconds))

    return put_forward


@pytest.fixture(scope="session")
def ready_memdesk():
    """Return the words before those of a memdesk command that runs as a process, without its start."""
    from helpers.ready_memdesk import calls_served

    with calls_served() as words:
        yield words


@pytest.fixture(scope="session")
def postgres_server():
    """Run a PostgreSQL server until all tests are done."""
    import psycopg

    from helpers.postgres import running_server

    with running_server() as server:
        with psycopg.connect(server.get_uri(), autocommit=True) as base:
            # What a test wrote need not outlive a loss of power.
            base.execute("ALTER SYSTEM SET fsync = off")
            base.execute("SELECT pg_reload_conf()")
        yield server


@pytest.fixture
def server_url(postgres_server, monkeypatch):
    """Return the address of a running server that a busy machine may take its time with."""
    monkeypatch.setattr("memdesk.index.server.PATIENCE", PATIENCE_MS / 1000)
    return postgres_server.get_uri()


@pytest.fixture
def database(postgres_server, server_url):
    """Return the address of an empty database in a running server."""
    from helpers.postgres import new_database

    with new_database(postgres_server) as url:
        yield url
