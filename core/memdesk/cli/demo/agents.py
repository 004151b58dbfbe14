"""The two processes that keep a demo alive: an agent that uses the core, and one that knows no lock."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from datetime import datetime
from importlib.resources import files
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Self

from memdesk.cli.demo.writers import DemoMemory, written
from memdesk.errors import ConflictError, LockedError, NotFoundError
from memdesk.model import Actor, Origin, Revision, Via
from memdesk.workspace import Workspace

AGENT = "agent"
FOREIGN = "foreign"
INTERVALS = {AGENT: 3.0, FOREIGN: 7.0}
"""Seconds between two writes, by role."""

ATTEMPTS = 5
"""How often an agent looks again where another writer came between its look and its commit."""

Pause = Callable[[], bool]
"""Waits between two writes; False ends the agent."""


class DemoAgents:
    """Both demo agents as child processes; they end with this object, its process, or the folder."""

    def __init__(self, workspace: Path, interval: float | None = None) -> None:
        self._workspace = workspace
        self._interval = interval
        self.children: tuple[subprocess.Popen[bytes], ...] = ()
        """The running processes."""

    def start(self) -> None:
        """Start both agents."""
        self.children = tuple(self._spawn(role) for role in (AGENT, FOREIGN))

    def stop(self) -> None:
        """End both agents and wait for them."""
        for child in self.children:
            child.terminate()
        for child in self.children:
            child.communicate()
        self.children = ()

    def _spawn(self, role: str) -> subprocess.Popen[bytes]:
        pace = [] if self._interval is None else ["--interval", str(self._interval)]
        command = [sys.executable, "-m", "memdesk.cli.demo", role, str(self._workspace), *pace]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def memories(role: str) -> tuple[DemoMemory, ...]:
    """Return what this agent remembers, in order."""
    text = (files("memdesk_resources") / "demo" / "memories.toml").read_text(encoding="utf-8")
    listed = (DemoMemory(**entry) for entry in tomllib.loads(text)["memory"])
    return tuple(memory for memory in listed if memory.who == role)


def run(role: str, root: Path, pause: Pause, limit: int | None = None) -> int:
    """Write one memory after the other until ``limit``, a pause that says stop, or the folder's end."""
    done, rounds = 0, cycle(memories(role))
    while done != limit and (not done or pause()) and root.is_dir():
        _ROLES[role](root, next(rounds), datetime.now().astimezone())
        done += 1
    return done


def _write_through_core(root: Path, memory: DemoMemory, now: datetime) -> None:
    actor = Actor("bloop", Origin.AGENT, Via.PYTHON, memory.tool, "telegram:mei")
    uri = now.strftime(memory.path)
    with contextlib.closing(Workspace.open(root)) as workspace:
        for _ in range(ATTEMPTS):
            old, base = _current(workspace, uri)
            with contextlib.suppress(ConflictError, LockedError):
                workspace.commit(uri, written(memory, old, now).encode(), base, actor)
                break


def _current(workspace: Workspace, uri: str) -> tuple[str, Revision | None]:
    try:
        content = workspace.read(uri)
    except NotFoundError:
        return "", None
    return content.data.decode(), content.revision


def _write_past_core(root: Path, memory: DemoMemory, now: datetime) -> None:
    path = root / now.strftime(memory.path)
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    new = written(memory, old, now)
    if path.exists() and new.startswith(old):
        with path.open("a", encoding="utf-8") as file:
            file.write(new[len(old) :])
    else:
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.write_text(new, encoding="utf-8")
        draft.replace(path)


_ROLES = {AGENT: _write_through_core, FOREIGN: _write_past_core}
