"""The demo in the window: a throw-away copy and the two processes that keep it changing."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk_gui.bridge.jobs import JobRunner

if TYPE_CHECKING:
    from memdesk.cli.demo.agents import DemoAgents


class Demo(QObject):
    """Made on request; its processes and its copy end with it."""

    ready = Signal(Path)
    """The copy is there and its agents are at work."""

    def __init__(self, jobs: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._agents: DemoAgents | None = None
        self._folder: Path | None = None
        self._workspace: Path | None = None

    def open(self) -> None:
        """Copy the demo workspace (once) in the background; ``ready`` follows."""
        if self._workspace is not None:
            self.ready.emit(self._workspace)
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
            self._folder = self._workspace = None

    def _on_started(self, started: tuple[Path, DemoAgents]) -> None:
        self._workspace, self._agents = started
        self._agents.start()
        self.ready.emit(self._workspace)


def _start(target: Path) -> tuple[Path, DemoAgents]:
    from memdesk.cli.demo.agents import DemoAgents
    from memdesk.cli.demo.copy import copy_demo

    workspace = copy_demo(target)
    return workspace, DemoAgents(workspace)
