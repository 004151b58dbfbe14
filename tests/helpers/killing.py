"""Run as a script: kills a commit, or its recovery, before each system call and prints what is left as JSON.

It forks from a process of one thread, which a test run is not.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

from helpers.faults import Faults
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, Store

ME = Actor("me", Origin.HUMAN, Via.PYTHON)


def run(faults, action):
    """Act in a child process; return how it ended."""
    child = os.fork()
    if not child:
        with faults.armed():
            action()
        os._exit(0)
    return os.waitpid(child, 0)[1]


def survey(root, path):
    """Return what is there before and after recovery."""
    seen = read(root, path)
    Store(root).recover()
    found = sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if ".memdesk" not in p.parts)
    return {
        "seen": seen,
        "live": read(root, path),
        "found": [name for name in found if (root / name).is_file()],
        "pending": (root / ".memdesk/intents.jsonl").stat().st_size,
        "logged": [operation.after for operation in Store(root).operations_of(path)],
    }


def read(root, path):
    """Return the text of a document, None where there is none."""
    return (root / path).read_text(encoding="utf-8") if (root / path).exists() else None


def commits(template, work, path, new, renames):
    """Kill at the first call, the second, and so on until the commit gets through."""
    results = []
    status = 1
    while status:
        root = shutil.copytree(template, work / str(len(results)))
        faults = Faults(len(results) + 1, renames=renames)
        status = run(faults, lambda root=root: Store(root).commit(path, new, ANY, ME))
        results.append(survey(root, path))
    return results


def recoveries(template, work, path, new, _):
    """Kill a commit right after its swap, then its recovery at every call."""
    dry = Faults()
    half = shutil.copytree(template, work / "dry")
    with dry.armed():
        Store(half).commit(path, new, ANY, ME)
    swap = max(
        index for index, name in enumerate(dry.trace) if name == ("renameat2" if renames else "rename")
    )
    killed = shutil.copytree(template, work / "killed")
    run(Faults(swap + 2), lambda: Store(killed).commit(path, new, ANY, ME))
    return [survey(root, path) for root in _killed_recoveries(killed, work)]


def _killed_recoveries(killed, work):
    at = status = 1
    while status:
        root = shutil.copytree(killed, work / f"recovery {at}")
        status = run(Faults(at), lambda root=root: Store(root).recover())
        at += 1
        yield root


if __name__ == "__main__":
    role, template, work, path, new, renames = sys.argv[1:]
    kill = {"commits": commits, "recoveries": recoveries}[role]
    results = kill(Path(template), Path(work), path, new.encode() or None, renames == "exchange")
    json.dump(results, sys.stdout)
