"""Whatever goes wrong unexpectedly ends here: in the log, in a dialog, never in silence."""

from __future__ import annotations

import faulthandler
import logging
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, Signal, Slot, qInstallMessageHandler
from PySide6.QtWidgets import QWidget

from memdesk.errors import InvalidError, MemdeskError

if TYPE_CHECKING:
    from memdesk_gui.app.crash_dialog import CrashDialog

_log = logging.getLogger("memdesk.gui")

LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class CrashReporter(QObject):
    """Takes errors from every thread; expected ones go to ``expected``, the rest is shown as a report."""

    expected = Signal(object)
    """A coded error that nobody handled."""
    _unexpected = Signal(str)

    def __init__(self, open_log: Callable[[], object], window: QWidget) -> None:
        super().__init__(window)
        self._open_log, self._window = open_log, window
        self.dialog: CrashDialog | None = None
        self._unexpected.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Receive what nobody catches, in this and in every other thread."""
        sys.excepthook = self._on_uncaught
        threading.excepthook = self._on_uncaught_in_thread

    def uninstall(self) -> None:
        """Give the hooks back."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__

    def report(self, error: BaseException) -> None:
        """Take an error that came out of a job. The log gets no words that may quote a memory."""
        if isinstance(error, MemdeskError):
            _log.warning("%s: %s", error.code, "" if isinstance(error, InvalidError) else error.message)
            self.expected.emit(error)
            return
        trace = "".join(traceback.format_exception(error))
        _log.error("unexpected error", exc_info=error)
        self._unexpected.emit(trace)

    @Slot(str)
    def _show(self, trace: str) -> None:
        if self.dialog is not None:
            self.dialog.add(trace)
            return
        from memdesk_gui.app.crash_dialog import CrashDialog

        self.dialog = CrashDialog(trace, self._open_log, self._window)
        self.dialog.finished.connect(self._on_closed)
        self.dialog.open()

    def _on_closed(self) -> None:
        self.dialog = None

    def _on_uncaught(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._window.close()
            return
        self.report(error.with_traceback(trace))

    def _on_uncaught_in_thread(self, details: threading.ExceptHookArgs) -> None:
        if details.exc_value is not None:
            self.report(details.exc_value)


def log_qt_messages() -> None:
    """Send Qt's own messages to the log."""
    qInstallMessageHandler(_on_qt_message)


def record_fatal_errors(path: Path) -> None:
    """Have the interpreter write its stacks to a file when it dies."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        faulthandler.enable(path.open("a", encoding="utf-8"))
    except OSError as error:
        _log.warning("fatal errors cannot be recorded: %s", error)


def _on_qt_message(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    _log.log(LEVELS.get(kind, logging.WARNING), "Qt: %s", message)
