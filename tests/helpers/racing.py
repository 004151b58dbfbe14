"""Run as a script: a writer that races with others on one file.

``count`` adds to a number through the core, ``exclusive`` does so while it holds the lock, ``save`` commits
through the core, ``rename`` knows no lock at all.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from memdesk.errors import ConflictError, LockedError
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, Store
from memdesk.store.fs.swap import kernel_rename
from memdesk.workspace import Workspace

HELD = "held"
"""Name of a file beside the workspace: while it is there, the writer that knows no lock stands still."""
AGENT = Actor("agent", Origin.AGENT, Via.PYTHON)


def count(root, times):
    """Add one as often as asked, by compare-and-swap."""
    store = Store(root, lock_timeout=300)
    done = conflicts = 0
    while done < times:
        content = store.read("n.md")
        try:
            store.commit("n.md", str(int(content.data) + 1).encode(), content.revision, AGENT)
            done += 1
        except ConflictError:
            conflicts += 1
    return {"conflicts": conflicts}


def exclusive(root, times):
    """Add one as often as asked, each time with the workspace to itself; report every refusal."""
    with Workspace.open(root) as workspace:
        refused = 0
        for _ in range(times):
            try:
                with workspace.exclusive(AGENT):
                    content = workspace.read("n.md")
                    workspace.commit("n.md", str(int(content.data) + 1).encode(), content.revision, AGENT)
            except LockedError:
                refused += 1
        return {"refused": refused}


def rename(root, _):
    """Exchange whole files into place until told to stop; report the versions displaced by doing so.

    Says when it has begun. Stands still while it is held.
    """
    exchange = kernel_rename()
    folder = os.open(root, os.O_RDONLY)
    displaced = []
    number = 0
    while not root.with_name("stop").exists():
        number += 1
        write_durably(root / "foreign.tmp", f"foreign {number}")
        exchange(folder, "foreign.tmp", "n.md", 2)
        displaced.append(Path(root, "foreign.tmp").read_text(encoding="utf-8"))
        if number == 1:
            sys.stdout.write("begun\n")
            sys.stdout.flush()
        while root.with_name(HELD).exists():
            time.sleep(0.001)
    Path(root, "foreign.tmp").unlink()
    return {"displaced": displaced, "written": number}


def write_durably(path, text):
    """Write a file at the pace of the disk."""
    with path.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def save(root, times):
    """Try to commit, by turns over anything and over what was read; report what went through.

    Where nothing went through, the other writer is held until one commit does: on a quick disk or a busy
    machine the core may never come in between.
    """
    store = Store(root, lock_timeout=300)
    committed, conflicts = [], 0

    def attempt(number):
        nonlocal conflicts
        base = ANY if number % 2 else store.read("n.md").revision
        try:
            store.commit("n.md", f"core {number}".encode(), base, AGENT)
            committed.append(f"core {number}")
        except (ConflictError, LockedError):
            conflicts += 1

    for number in range(times):
        attempt(number)
    root.with_name(HELD).touch()
    while not committed:
        attempt(times)
    root.with_name(HELD).unlink()
    return {"committed": committed, "conflicts": conflicts}


if __name__ == "__main__":
    role, root, times = sys.argv[1:]
    roles = {"count": count, "exclusive": exclusive, "rename": rename, "save": save}
    json.dump(roles[role](Path(root), int(times)), sys.stdout)
