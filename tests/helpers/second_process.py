"""A second process that writes into a workspace, as an agent through the core or past every lock.

Run as a program it takes one JSON line per write on its input and answers each with one JSON line.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path


class SecondProcess:
    """The process, which serves one test after the other: what it holds of a workspace goes with the test."""

    def __init__(self):
        path = os.pathsep.join(entry for entry in sys.path if entry)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "helpers.second_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": path},
        )

    def end(self):
        """Let the process come to its end."""
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(600)

    def enter(self, root):
        """Have the process open a workspace, with the user directories of now; return who asks it."""
        self.ask(how="enter", root=str(root), environment=dict(os.environ))
        return Writer(self)

    def leave(self):
        """Have the process close its workspace."""
        self.ask(how="leave")

    def ask(self, **order):
        """Give an order and wait until it is carried out."""
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())["done"]


class Writer:
    """The side of the test: asks the process to write and waits until it has."""

    def __init__(self, process):
        self._process = process

    def commit(self, uri, data, tool="memory_append"):
        """Write through the core as the agent ``bloop``; return the operation's id."""
        return self._ask("core", uri, data, tool)

    def write(self, uri, data):
        """Write over the file in place, as a program that knows nothing of memdesk."""
        self._ask("direct", uri, data)

    def replace(self, uri, data):
        """Write a new file and rename it over the old one."""
        self._ask("replace", uri, data)

    def delete(self, uri):
        """Remove the file."""
        self._ask("delete", uri, b"")

    def hold(self):
        """Take the workspace's lock as the agent ``bloop`` and keep it."""
        self._process.ask(how="hold")

    def release(self):
        """Give the lock back."""
        self._process.ask(how="release")

    def _ask(self, how, uri, data, tool=""):
        return self._process.ask(how=how, uri=uri, data=base64.b64encode(data).decode(), tool=tool)


def _agent(tool):
    from memdesk.model import Actor, Origin, Via

    return Actor("bloop", Origin.AGENT, Via.PYTHON, tool=tool)


def _write(workspace, order):
    from memdesk.store import ANY

    how, data = order["how"], base64.b64decode(order["data"])
    path = workspace.root / order["uri"]
    if how == "core":
        return workspace.commit(order["uri"], data, ANY, _agent(order["tool"])).operation
    if how == "direct":
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_over(path, data)
    elif how == "replace":
        fresh = path.with_name(path.name + ".new")
        fresh.write_bytes(data)
        fresh.replace(path)
    else:
        path.unlink()
    return how


def _write_over(path, data):
    """Write a file in place, so that nobody finds it empty meanwhile."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o644), "wb") as file:
        file.write(data)
        file.truncate()


def _carry_out(order, workspace, held):
    """Return the workspace from now on, and what to answer."""
    from memdesk.workspace import Workspace

    if order["how"] == "hold":
        held.enter_context(workspace.exclusive(_agent("memory_append")))
        return workspace, "held"
    if order["how"] == "release":
        held.close()
        return workspace, "released"
    if order["how"] not in ("enter", "leave"):
        return workspace, _write(workspace, order)
    held.close()
    if workspace is not None:
        workspace.close()
    if order["how"] == "leave":
        return None, "left"
    os.environ.update(order["environment"])
    return Workspace.open(Path(order["root"]), lock_timeout=300), "entered"


def _main():
    workspace, held = None, ExitStack()
    for line in sys.stdin:
        workspace, done = _carry_out(json.loads(line), workspace, held)
        sys.stdout.write(json.dumps({"done": done}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _main()
