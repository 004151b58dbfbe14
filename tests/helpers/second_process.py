"""A second process that writes into a workspace, as an agent through the core or past every lock.

Run as a program it takes one JSON line per write on its input and answers each with one JSON line.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path


class SecondProcess:
    """The side of the test: asks the process to write and waits until it has."""

    def __init__(self, root):
        path = os.pathsep.join(entry for entry in sys.path if entry)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "helpers.second_process", str(root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": path},
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(30)

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

    def _ask(self, how, uri, data, tool=""):
        order = {"how": how, "uri": uri, "data": base64.b64encode(data).decode(), "tool": tool}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())["done"]


def _write(workspace, order):
    from memdesk.model import Actor, Origin, Via
    from memdesk.store import ANY

    how, data = order["how"], base64.b64decode(order["data"])
    path = workspace.root / order["uri"]
    if how == "core":
        bloop = Actor("bloop", Origin.AGENT, Via.PYTHON, tool=order["tool"])
        return workspace.commit(order["uri"], data, ANY, bloop).operation
    if how == "direct":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    elif how == "replace":
        fresh = path.with_name(path.name + ".new")
        fresh.write_bytes(data)
        fresh.replace(path)
    else:
        path.unlink()
    return how


def _main(root):
    from memdesk.workspace import Workspace

    with Workspace.open(Path(root)) as workspace:
        for line in sys.stdin:
            sys.stdout.write(json.dumps({"done": _write(workspace, json.loads(line))}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    _main(sys.argv[1])
