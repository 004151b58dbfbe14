"""Run as a script: kills a commit before each of its system calls and prints what recovery finds, as JSON.

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


def run(root, path, new, faults):
    """Commit in a child process; return how it ended."""
    child = os.fork()
    if not child:
        with faults.armed():
            Store(root, lock_timeout=1).commit(path, new, ANY, ME)
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


def main(template, work, path, new, renames):
    """Kill at the first call, the second, and so on until the commit gets through."""
    results = []
    status = 1
    while status:
        root = shutil.copytree(template, work / str(len(results)))
        status = run(root, path, new, Faults(len(results) + 1, renames=renames))
        results.append(survey(root, path))
        shutil.rmtree(root)
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    template, work, path, new, renames = sys.argv[1:]
    main(Path(template), Path(work), path, new.encode() or None, renames == "exchange")
