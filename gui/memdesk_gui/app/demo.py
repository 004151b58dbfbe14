"""The demo in the window: a throw-away copy and the two processes that tell its story."""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMetaObject, QObject, Signal

from memdesk.model import Origin
from memdesk_gui.bridge.bus import WorkspaceBus
from memdesk_gui.bridge.jobs import JobRunner

if TYPE_CHECKING:
    from memdesk.cli.demo.agents import DemoAgents
    from memdesk.model import ChangeBatch


class Demo(QObject):
    """Made on request; its processes and its copy end with it."""

    ready = Signal(Path)
    """The copy is there; its agents begin once it is open."""

    def __init__(self, jobs: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._agents: DemoAgents | None = None
        self._vouching: QMetaObject.Connection | None = None
        self._folder: Path | None = None
        self.workspace: Path | None = None
        """The copy, once it is there."""

    def open(self) -> None:
        """Copy the demo workspace (once) in the background; ``ready`` follows."""
        if self.workspace is not None:
            self.ready.emit(self.workspace)
            return
        self._folder = Path(tempfile.mkdtemp(prefix="memdesk-"))
        target = self._folder / "demo"
        self._jobs.read(lambda: _start(target), self._on_started)

    def stop(self) -> None:
        """End the agents and remove the copy."""
        if self._agents is not None:
            self._agents.stop()
            self._agents = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = self.workspace = None

    def _on_started(self, started: tuple[Path, DemoAgents]) -> None:
        self.workspace, self._agents = started
        self.ready.emit(self.workspace)

    def begin(self, bus: WorkspaceBus) -> None:
        """Let the agents begin, where they have not: nothing happens before a person can see it."""
        if self._agents is not None and not self._agents.children:
            self._vouching = bus.changed.connect(partial(self._on_changed, bus))
            self._agents.start()

    def _on_changed(self, bus: WorkspaceBus, batch: ChangeBatch) -> None:
        """Vouch for the records once an agent began them: that nobody did before is no news of a new copy."""
        workspace, is_begun = bus.workspace, any(one.actor.origin is Origin.AGENT for one in batch.changes)
        if is_begun and workspace is not None and workspace.root == self.workspace:
            if self._vouching is not None:
                QObject.disconnect(self._vouching)
                self._vouching = None
            self._jobs.background(workspace.store.vouching_told)


def _start(target: Path) -> tuple[Path, DemoAgents]:
    from memdesk.cli.demo.agents import DemoAgents
    from memdesk.cli.demo.copy import copy_demo

    workspace = copy_demo(target)
    return workspace, DemoAgents(workspace)
