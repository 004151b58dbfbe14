"""From the command line to a painted window, and from the last window closed to a clean end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from memdesk.runtime.clock import clock_from
from memdesk.runtime.log import start_logging, stop_logging
from memdesk.runtime.paths import crash_file, log_file, session_file, settings_file
from memdesk.runtime.settings import SettingsFile
from memdesk_gui.app.crash import CrashReporter, log_qt_messages, record_fatal_errors
from memdesk_gui.app.one_window import OneWindow, hand_over
from memdesk_gui.app.screen import choose_platform
from memdesk_gui.app.translation import install_translators
from memdesk_gui.bridge.bus import WorkspaceBus
from memdesk_gui.bridge.gc_control import Collector
from memdesk_gui.bridge.incremental import IncrementalTask
from memdesk_gui.bridge.jobs import JobRunner
from memdesk_gui.commands import CommandRegistry
from memdesk_gui.context import AppContext
from memdesk_gui.documents.documents import Documents
from memdesk_gui.features.settings.appearance import look_of
from memdesk_gui.shell.main_window import MainWindow
from memdesk_gui.shell.session import WindowSession
from memdesk_gui.theme.icons import app_icon
from memdesk_gui.theme.theme import Scheme, Theme

if TYPE_CHECKING:
    from memdesk.store.commit.displaced import LateWrite
    from memdesk.workspace import Workspace
    from memdesk_gui.app.demo import Demo

APP_ID = "io.github.memdesk.memdesk"
LEAST_POINTS = 10.0
"""Without a desktop Qt falls back to a smaller font than any desktop has."""
LOCK_TIMEOUT = 5.0
"""How long a save of the person's waits for its turn, in seconds; then they are asked to try again."""
PATIENCE_SECONDS = 2.0
"""How long the end waits for reading that is under way; writes are always waited for."""
SESSION_END_MS = 60_000
"""How long after the desktop session began to end, closing the window asks nothing."""
DESIGNED = QSize(1440, 900)
"""The window that nobody has sized yet, where the screen has room for it."""
DEMO_CHANGES = 3
"""Changes a picture of the demo waits for."""


class Start(NamedTuple):
    """What the command line asked for."""

    path: Path | None = None
    at: str | None = None
    read_only: bool = False
    theme: str | None = None
    lang: str | None = None
    size: tuple[int, int] | None = None
    screenshot: Path | None = None
    demo: bool = False
    new_window: bool = False

    @property
    def may_hand_over(self) -> bool:
        """Whether a window that shows the folder already will do."""
        plain = self.path is not None and not self.read_only and self.size is None
        return plain and self.screenshot is None and not self.new_window


def run(
    path: Path | None,
    *,
    at: str | None = None,
    read_only: bool = False,
    theme: str | None = None,
    lang: str | None = None,
    size: tuple[int, int] | None = None,
    screenshot: Path | None = None,
    demo: bool = False,
    new_window: bool = False,
) -> int:
    """Show the window until it is closed; return the process's exit status.

    Where a window shows the folder already, only bring that one to the front.

    Raises what kept a picture from being taken.
    """
    start = Start(path, at, read_only, theme, lang, size, screenshot, demo, new_window)
    if start.may_hand_over and path is not None and hand_over(path, at or ""):
        return 0
    choose_platform(os.environ, picture=screenshot is not None)
    app = _application()
    desk = Application(app, start)
    try:
        desk.show()
        status = app.exec()
    finally:
        desk.end()
    if desk.failure is not None:
        raise desk.failure
    return status


class Application(QObject):
    """The running application: all parts, and what connects them."""

    def __init__(self, app: QApplication, start: Start) -> None:
        super().__init__()
        self._app, self._start = app, start
        self.failure: Exception | None = None
        self._demo: Demo | None = None
        self._ring = start_logging(log_file(), _masked)
        record_fatal_errors(crash_file())
        log_qt_messages()
        settings = SettingsFile(settings_file())
        self._translators = install_translators(app, start.lang or settings.value.language)
        self.context = _parts(app, settings, start)
        session = WindowSession(session_file(), self.context.jobs.write)
        self.window = MainWindow(self.context, session, self._ring, self.context.clock.now)
        self.reporter = CrashReporter(self.window.open_log, self.window)
        self._at_end: list[Callable[[], object]] = []
        self._collector = Collector(lambda: self.context.jobs.is_busy, self)
        self.one_window = OneWindow(self.context.jobs, self._come_to_front, self)
        self._connect()
        self._last = session.last() if start.screenshot is None else None
        self._restore(session)

    def show(self) -> None:
        """Show the window; the workspace is opened once it is painted."""
        self.reporter.install()
        self._collector.start()
        self._first_paint = FirstPaint(self.window, self._after_first_paint)
        self.window.show()

    def end(self) -> None:
        """Stop watching, finish every write, end the demo, give back what is the process's."""
        # Nobody looks at the window any more: it need not be drawn as one without a workspace.
        self.window.area.freeze()
        self.context.theme.blockSignals(True)
        self.context.bus.close()
        self.context.jobs.wait_for_done(PATIENCE_SECONDS)
        self.context.jobs.shutdown()
        for end in self._at_end:
            end()
        self._collector.stop()
        self.reporter.uninstall()
        stop_logging()

    def keep_for_session_end(self) -> None:
        """Have all unsaved text kept now, and let the session end: whatever asked would hold it up.

        The session may go on all the same; after a while, closing the window asks again.
        """
        self.window.guard.enter()
        self.context.documents.drafts.keep_now()
        self.window.asks = False
        QTimer.singleShot(SESSION_END_MS, self.window, self._ask_again)

    def end_unasked(self) -> None:
        """Close the window at once; what is unsaved is offered at the next start."""
        self.keep_for_session_end()
        self.window.close()

    def _ask_again(self) -> None:
        self.window.asks = True

    def _connect(self) -> None:
        context, window = self.context, self.window
        context.jobs.unhandled.connect(self.reporter.report)
        self.reporter.expected.connect(window.show_error)
        window.demo_requested.connect(self._show_demo)
        context.bus.closed.connect(self._collector.reconsider)
        context.bus.listed.connect(self._listen)
        context.bus.closed.connect(self.one_window.close)
        self._app.applicationStateChanged.connect(self._on_attention)
        self._app.commitDataRequest.connect(self.keep_for_session_end)

    def _listen(self) -> None:
        workspace = self.context.bus.workspace
        if self._demo is not None and workspace is not None and workspace.root == self._demo.workspace:
            self._demo.begin()
        if workspace is not None and self._start.screenshot is None:
            self.one_window.listen(workspace.root)

    def _come_to_front(self, at: str) -> None:
        """Show the window to whoever started its folder once more."""
        window = self.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()
        if at:
            self.context.bus.activated.emit(at)

    def _on_attention(self, state: Qt.ApplicationState) -> None:
        """Have the folder looked at more rarely while nobody can see the window, and at once afterwards."""
        workspace = self.context.bus.workspace
        if workspace is not None:
            active = state is Qt.ApplicationState.ApplicationActive
            workspace.set_focused(active or not self.window.isMinimized())

    def _restore(self, session: WindowSession) -> None:
        start = self._start
        plain = start.size is not None or start.screenshot is not None
        self.window.resize(QSize(*start.size) if start.size is not None else DESIGNED)
        expecting = start.demo or start.path is not None or self._last is not None
        self.window.restore(None if plain else session.layout(), expecting=expecting)
        if not plain:
            self._fit_the_screen()

    def _fit_the_screen(self) -> None:
        """Fill the screen where the window would be larger than it."""
        room, window = room_for(self.window), self.window
        if room is not None and not window.isMaximized() and not window.isFullScreen():
            size = window.size().boundedTo(room)
            if size != window.size():
                window.resize(size)
                window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)

    def _after_first_paint(self) -> None:
        """Load and start everything that the first picture did not need."""
        self._beginning = IncrementalTask(self._begin(), self)

    def _begin(self) -> Iterator[None]:
        from memdesk_gui.app.interrupt import Interrupts

        self._at_end.append(Interrupts(self.window.close, self.end_unasked, self).restore)
        yield
        start, path = self._start, self._start.path or self._last
        if start.screenshot is not None:
            self._take_picture(start.screenshot)
        if start.demo:
            self._show_demo()
        elif path is not None:
            remember = start.screenshot is None
            self.window.workspaces.open(path, start.at or "", read_only=start.read_only, remember=remember)

    def _show_demo(self) -> None:
        if self._demo is None:
            from memdesk_gui.app.demo import Demo

            self._demo = Demo(self.context.jobs, self)
            self._demo.ready.connect(self._open_demo)
            self._demo.failed.connect(self.context.bus.failed)
            self._at_end.append(self._demo.stop)
        self.window.workspaces.expect()
        self._demo.open()

    def _open_demo(self, path: Path) -> None:
        self.window.workspaces.open(path, self._start.at or "", remember=False)
        self.window.demo_opened.emit(path)

    def _take_picture(self, target: Path) -> None:
        from memdesk_gui.app.screenshot import Screenshot

        start = self._start
        changes = DEMO_CHANGES if start.demo else 0
        with_workspace = start.demo or start.path is not None
        picture = Screenshot(self.window, target, with_workspace=with_workspace, changes=changes)
        picture.taken.connect(self._on_taken)
        picture.start()

    def _on_taken(self, failure: Exception | None) -> None:
        self.failure = failure
        self._app.exit(0)


def room_for(window: QWidget) -> QSize | None:
    """Return what a window's screen has room for below a title; None where it is painted into memory."""
    if QApplication.platformName() == "offscreen":
        return None
    title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight, None, window)
    return window.screen().availableGeometry().size() - QSize(0, title)


class FirstPaint(QObject):
    """Calls once, right after the window was painted for the first time."""

    def __init__(self, window: QObject, call: Callable[[], None]) -> None:
        super().__init__(window)
        self._call = call
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the paint event."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._call)
        return False


def _application() -> QApplication:
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("memdesk")
    app.setApplicationDisplayName("memdesk")
    app.setDesktopFileName(APP_ID)
    app.setWindowIcon(app_icon())
    font = app.font()
    font.setPointSizeF(max(font.pointSizeF(), LEAST_POINTS))
    app.setFont(font)
    return app


def _parts(app: QApplication, settings: SettingsFile, start: Start) -> AppContext:
    look, theme = look_of(settings.value), Theme(parent=app)
    theme.take(look if start.theme is None else look._replace(scheme=Scheme(start.theme)))
    theme.apply(app)
    jobs = JobRunner(app)
    bus = WorkspaceBus(jobs, _open_workspace, app)
    return AppContext(
        settings,
        bus,
        jobs,
        CommandRegistry(theme, app),
        theme,
        Documents(bus, jobs, app),
        clock_from(os.environ),
    )


def _open_workspace(path: Path, read_only: bool) -> Workspace:
    from memdesk.workspace import Workspace

    workspace = Workspace.open(path, read_only=read_only, lock_timeout=LOCK_TIMEOUT)
    workspace.latecomers.take_in = partial(_take_in, workspace)
    return workspace


def _take_in(workspace: Workspace, late: LateWrite) -> None:
    from memdesk.ops.merge import merge_late

    merge_late(workspace, late)


def _masked(line: str) -> str:
    # The checks take long to load, and few lines may hold a secret.
    from memdesk.checks.covering import mask_line

    return mask_line(line)
