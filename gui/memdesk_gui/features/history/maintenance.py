"""What is done for the history while a workspace is open: tended now and then, checked on demand."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from memdesk_gui.bridge.jobs import Job
from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature

if TYPE_CHECKING:
    from memdesk.workspace import Workspace
    from memdesk_gui.features.history.check_dialog import HistoryCheckDialog
    from memdesk_gui.features.shell import Shell

TEND_MS = 10 * 60 * 1000

_logger = logging.getLogger(__name__)


class HistoryCare(Feature):
    """Tends the history in the background and runs its check."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._workspace: Workspace | None = None
        self._timer = QTimer(self, interval=TEND_MS)
        self._timer.timeout.connect(self.tend)
        self._context.bus.listed.connect(self._on_listed)
        self._context.bus.closed.connect(self._on_closed)

    def tend(self) -> None:
        """Do what is due; where the history cannot be written now, another time will do."""
        if self._workspace is not None:
            self._context.jobs.background(self._workspace.latecomers.tend, failed=_complain)

    @command(
        "history.check",
        lambda self: self.tr("&Check history…"),
        enabled=lambda self: self._workspace is not None,
        after=(State.WORKSPACE,),
        menu=(Menu.HELP, 1, 4),
    )
    def check(self) -> None:
        """Read the whole history and show what was found."""
        if self._workspace is not None:
            from memdesk_gui.features.history.check_dialog import HistoryCheckDialog

            dialog = HistoryCheckDialog(self._window)
            dialog.set_aside.connect(partial(self._set_aside, self._workspace, dialog))
            self._read(self._workspace, dialog)
            dialog.open()

    def _read(self, workspace: Workspace, dialog: HistoryCheckDialog, _moved: object = None) -> None:
        job = self._context.jobs.read(workspace.store.check, dialog.show_report, dialog.show_failure)
        dialog.finished.connect(partial(_forget, job))

    def _set_aside(self, workspace: Workspace, dialog: HistoryCheckDialog) -> None:
        """Move what stands in the place of our own files out of the way, and look again."""
        again = partial(self._read, workspace, dialog)
        self._context.jobs.write(partial(_put_aside, workspace), again, dialog.show_failure)

    def _on_listed(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is not self._workspace:
            self._workspace = workspace
            self._timer.start()
            self.tend()

    def _on_closed(self) -> None:
        """End at once what is under way: the workspace is closed behind it, in the same lane."""
        self._timer.stop()
        workspace, self._workspace = self._workspace, None
        if workspace is not None:
            workspace.store.close()


def _put_aside(workspace: Workspace) -> None:
    for _, store in workspace.store.homes():
        for name, _what in store.misplaced():
            store.set_aside(name)


def _complain(error: Exception) -> None:
    _logger.info("The history was not tended: %s", error)


def _forget(job: Job, _result: int) -> None:
    job.cancel()
