"""Run as a script: kills a purge or a move into quarantine before each step that shows; prints what is left.

It forks from a process of one thread, which a test run is not.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import zlib
from pathlib import Path

from helpers.faults import Faults
from memdesk.findings import Purge, Quarantine
from memdesk.model import Actor, Origin, Severity, Via
from memdesk.runtime.clock import SystemClock
from memdesk.store import Store
from memdesk.systems.registry import load_systems
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
STEPS = frozenset({"rename", "renameat2", "link", "unlink", "ftruncate"})
"""Calls between which nobody sees a difference but in files that are not in place yet."""

REGISTRY, CLOCK = load_systems(), SystemClock()


class Steps(Faults):
    """Counts only the calls that put something in place or take it away."""

    def reach(self, name):
        """Let all others pass."""
        return name in STEPS and super().reach(name)


def killed(template, work, act):
    """Yield copies of a workspace in which an act was killed at its first write, its second, and so on."""
    at = status = 1
    while status:
        root = shutil.copytree(template, work / str(at))
        child = os.fork()
        if not child:
            with opened(root) as workspace, Steps(at).armed():
                act(workspace)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        at += 1
        yield root


def opened(root):
    """Open a workspace without looking for the systems anew."""
    return Workspace(root, Store(root), REGISTRY, CLOCK)


def purges(template, work, secret):
    """Kill a purge, then do it again."""
    results = []
    for root in killed(template, work, lambda desk: purge(desk, secret)):
        with opened(root) as desk:
            first = problems(desk)
            purge(desk, secret)
            results.append({"first": first, "then": problems(desk), "traces": traces(root, secret)})
    return results


def purge(desk, secret):
    """Purge a secret; the drafts are in the workspace's neighbour."""
    Purge(desk, desk.root.parent / "drafts").carry_out([secret], ME)


def moves(template, work, uri):
    """Kill a move into quarantine, then look where the document is."""
    results = []
    for root in killed(template, work, lambda desk: Quarantine(desk).add(uri, ME)):
        with opened(root) as desk:
            held = [item.before.decode() for item in Quarantine(desk).items()]
            there = (root / uri).read_text() if (root / uri).exists() else None
            another = Quarantine(desk).add("other.md", ME)
            then = [item.uri for item in Quarantine(desk).items() if item.id != another.id]
            results.append({"held": held, "there": there, "then": then, "problems": problems(desk)})
    return results


def problems(desk):
    """Return what the check of the history tells, what the next save brings to an end left out."""
    found = (finding.problem for finding in desk.store.check().findings)
    known = ("unfinished", "temporary_left")
    return [
        problem.code for problem in found if problem.severity is Severity.ERROR and problem.code not in known
    ]


def traces(root, secret):
    """Return the files that hold a secret."""
    return [path.name for path in root.rglob("*") if path.is_file() and secret.encode() in unpacked(path)]


def unpacked(path):
    """Return a file's bytes, those of a packed version as they are unpacked."""
    return zlib.decompress(path.read_bytes()) if path.suffix == ".z" else path.read_bytes()


if __name__ == "__main__":
    role, template, work, wanted = sys.argv[1:]
    act = {"purges": purges, "moves": moves}[role]
    json.dump(act(Path(template), Path(work), wanted), sys.stdout)
