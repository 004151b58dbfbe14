"""What changed on disk, with each document's new state: looked up off the GUI thread, at a bounded pace."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.errors import MemdeskError
from memdesk.model import Change, ChangeBatch, ChangeKind, DocumentInfo
from memdesk_gui.bridge.bus import WorkspaceBus
from memdesk_gui.bridge.jobs import JobRunner

if TYPE_CHECKING:
    from memdesk.workspace import Workspace

PACE_MS = 100


class ChangeReport(NamedTuple):
    """Changes in the order they happened, and how each document is now (None where it is gone)."""

    changes: tuple[Change, ...]
    infos: Mapping[str, DocumentInfo | None]


class ChangeReporter(QObject):
    """Turns change batches into reports; while one is being made, later batches are gathered for the next."""

    arrived = Signal(object)
    """A :class:`ChangeReport`."""

    def __init__(self, bus: WorkspaceBus, jobs: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bus, self._jobs = bus, jobs
        self._waiting: list[Change] = []
        self._rest = QTimer(self, singleShot=True, interval=PACE_MS)
        self._rest.timeout.connect(self._look)
        self._looking = False
        bus.changed.connect(self._on_changed)
        bus.closed.connect(self._waiting.clear)

    def _on_changed(self, batch: ChangeBatch) -> None:
        self._waiting.extend(batch.changes)
        if not self._looking and not self._rest.isActive():
            self._look()

    def _look(self) -> None:
        workspace = self._bus.workspace
        if workspace is None or not self._waiting:
            return
        changes, self._looking = tuple(self._waiting), True
        self._waiting.clear()
        take = partial(self._on_report, workspace)
        self._jobs.read(lambda: _report(workspace, changes), take, self._on_failed)

    def _on_report(self, workspace: Workspace, report: ChangeReport) -> None:
        self._looking = False
        self._rest.start()
        if self._bus.workspace is workspace:
            self.arrived.emit(report)

    def _on_failed(self, error: BaseException) -> None:
        self._looking = False
        self._jobs.unhandled.emit(error)


def _report(workspace: Workspace, changes: tuple[Change, ...]) -> ChangeReport:
    last = {change.uri: change for change in changes}
    return ChangeReport(changes, {uri: _info(workspace, change) for uri, change in last.items()})


def _info(workspace: Workspace, change: Change) -> DocumentInfo | None:
    if change.kind is ChangeKind.DELETED:
        return None
    try:
        return workspace.info(change.uri)
    except MemdeskError:
        return None
