"""The demo in the window: a throw-away copy and the two processes that tell its story."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.model import Via
from memdesk.runtime.person import person
from memdesk_gui.bridge.jobs import JobRunner

if TYPE_CHECKING:
    from memdesk.cli.demo.agents import DemoAgents


class Demo(QObject):
    """Made on request; its processes and its copy end with it."""

    ready = Signal(Path)
    """The copy is there; its agents begin once it is open."""
    failed = Signal(object)
    """No copy could be made (the error)."""

    def __init__(self, jobs: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._agents: DemoAgents | None = None
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
        self._jobs.read(lambda: _start(target), self._on_started, self.failed.emit)

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

    def begin(self) -> None:
        """Let the agents begin, where they have not: nothing happens before a person can see it."""
        if self._agents is not None and not self._agents.children:
            self._agents.start()


def _start(target: Path) -> tuple[Path, DemoAgents]:
    from memdesk.cli.demo.agents import DemoAgents
    from memdesk.cli.demo.copy import copy_demo
    from memdesk.workspace import Workspace

    folder = copy_demo(target)
    with Workspace.open(folder) as workspace, workspace.exclusive(person(Via.GUI)):
        # the person's is the first record: nobody is told that an agent began them unseen
        workspace.store.vouching_told()
    return folder, DemoAgents(folder)
