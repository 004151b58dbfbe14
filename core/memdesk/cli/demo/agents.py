"""The two processes that tell the demo's story: agents that use the core, and programs that know no lock."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Self

from memdesk.cli.demo.writers import DemoWrite, written
from memdesk.errors import ConflictError, LockedError, MemdeskError, NotFoundError
from memdesk.history.history import History
from memdesk.model import Actor, Origin, Revision, Via
from memdesk.store import DocumentEdit
from memdesk.workspace import Workspace

AGENT = "agent"
FOREIGN = "foreign"
ROLES = (AGENT, FOREIGN)

ATTEMPTS = 5
"""How often an agent looks again where another writer came between its look and its commit."""

Pause = Callable[[float], bool]
"""Waits so many seconds between two writes; False ends the agent."""


class DemoAgents:
    """Both processes as children; they end with their story, this object, its process, or the folder."""

    def __init__(self, workspace: Path, pace: float = 1.0) -> None:
        self._workspace = workspace
        self._pace = pace
        self.children: tuple[subprocess.Popen[bytes], ...] = ()
        """The running processes."""

    def start(self) -> None:
        """Start both."""
        self.children = tuple(self._spawn(role) for role in ROLES)

    def stop(self) -> None:
        """End both and wait for them."""
        for child in self.children:
            child.terminate()
        for child in self.children:
            child.communicate()
        self.children = ()

    def _spawn(self, role: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "memdesk.cli.demo", role, str(self._workspace)]
        command += ["--pace", str(self._pace)]
        # Ctrl+C in the terminal is for the window: these end with it, and would only print a traceback
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
        )

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def story(role: str) -> tuple[DemoWrite, ...]:
    """Return what this process writes, in order."""
    text = (files("memdesk_resources") / "demo" / "story.toml").read_text(encoding="utf-8")
    listed = (DemoWrite(**entry) for entry in tomllib.loads(text)["write"])
    return tuple(write for write in listed if write.who == role)


def run(role: str, root: Path, pause: Pause, limit: int | None = None) -> int:
    """Write until the story's end, ``limit``, a pause that says stop, or the folder's end; return a count."""
    done, now = 0, 0.0
    for write in story(role)[:limit]:
        if (write.at > now and not pause(write.at - now)) or not root.is_dir():
            break
        now = write.at
        tell(root, write)
        done += 1
    return done


def tell(root: Path, write: DemoWrite) -> None:
    """Let one write of the story happen. One that the person locked or holds for approval changes nothing."""
    with contextlib.suppress(MemdeskError):
        _WRITING[write.who](root, write, datetime.now().astimezone())


def _write_through_core(root: Path, write: DemoWrite, now: datetime) -> None:
    actor = Actor(write.name, Origin.AGENT, Via.PYTHON, write.tool, write.session)
    uri = now.strftime(write.path)
    with contextlib.closing(Workspace.open(root)) as workspace:
        for _ in range(ATTEMPTS):
            with contextlib.suppress(ConflictError, LockedError):
                if write.how == "restore":
                    _restore(workspace, uri, actor)
                else:
                    workspace.commit_all(_edits(workspace, uri, write, now), actor)
                break


def _edits(workspace: Workspace, uri: str, write: DemoWrite, now: datetime) -> list[DocumentEdit]:
    """Return what the write changes: the document, and before it the copy that the agent keeps of it."""
    old, base = _current(workspace, uri)
    edits = [DocumentEdit(uri, written(write, old, now).encode(), base)]
    if write.copy:
        edits.insert(0, DocumentEdit(now.strftime(write.copy), old.encode(), None))
    return edits


def _restore(workspace: Workspace, uri: str, actor: Actor) -> None:
    """Bring back what the document was before this agent last changed it."""
    history = History(workspace)
    for version in history.versions(uri):
        if version.actor.name == actor.name and version.previous is not None:
            history.restore(uri, version.previous, actor)
            break


def _current(workspace: Workspace, uri: str) -> tuple[str, Revision | None]:
    try:
        content = workspace.read(uri)
    except NotFoundError:
        return "", None
    return content.data.decode(), content.revision


def _write_past_core(root: Path, write: DemoWrite, now: datetime) -> None:
    path = root / now.strftime(write.path)
    source = root / now.strftime(write.source) if write.source else path
    old = source.read_text(encoding="utf-8") if source.exists() else ""
    new = written(write, old, now)
    if path == source and path.exists() and new.startswith(old):
        with path.open("a", encoding="utf-8") as file:
            file.write(new[len(old) :])
    else:
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.write_text(new, encoding="utf-8")
        draft.replace(path)


_WRITING = {AGENT: _write_through_core, FOREIGN: _write_past_core}
