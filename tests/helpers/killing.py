"""Run as a script: kills a commit, or its recovery, before each change on the disk; prints what is left.

It forks from a process of one thread, which a test run is not. Garbage is collected between the commits only:
it holds descriptors, and closing them would be counted among the calls of whatever runs at that time.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import sys
from contextlib import suppress
from functools import partial
from itertools import chain, count
from pathlib import Path

from helpers.faults import Changes
from helpers.sizes import size
from memdesk.errors import NotFoundError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, DocumentEdit, ExternalVersion, Store
from memdesk.store.external import recorder as witness
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.locking.lock import WorkspaceLock
from memdesk.store.versions.gc import Collection
from memdesk.store.versions.records import Records
from memdesk.store.versions.retention import RetentionRules

LATER = 4_000_000_000.0
SEEN = 4
"""How many versions count as many here: each takes calls, and each call a process."""
ME = Actor("me", Origin.HUMAN, Via.PYTHON)


def run(faults, action):
    """Act in a child process; return how it ended."""
    gc.collect()
    child = os.fork()
    if not child:
        with faults.armed():
            action()
        os._exit(0)
    return os.waitpid(child, 0)[1]


def commit(root, edits):
    """Commit all edits as one unit."""
    Store(root).commit_all([DocumentEdit(path, new and new.encode(), ANY) for path, new in edits.items()], ME)


def survey(root, edits):
    """Return what is there before and after recovery."""
    seen = read(root, edits)
    Store(root).recover()
    found = sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if ".memdesk" not in p.parts)
    return {
        "seen": seen,
        "live": read(root, edits),
        "found": [name for name in found if (root / name).is_file()],
        "pending": (root / ".memdesk/intents.jsonl").stat().st_size,
        "logged": {path: [op.after for op in Store(root).operations_of(path)] for path in edits},
        "units": sorted({op.unit or "" for path in edits for op in Store(root).operations_of(path)}),
    }


def read(root, edits):
    """Return the text of each document, None where there is none."""
    paths = {name: root / name for name in edits}
    return {name: path.read_text(encoding="utf-8") if path.exists() else None for name, path in paths.items()}


def commits(template, work, edits, renames):
    """Kill at the first call, the second, and so on until the commit gets through.

    In the suite it is each third call after the first, another third with either way of renaming.
    """
    results = []
    for number in chain([1], count(size(2, 2 + renames), size(1, 3))):
        root = shutil.copytree(template, work / str(number))
        status = run(Changes(number, renames=renames), lambda root=root: commit(root, edits))
        results.append(survey(root, edits))
        if not status:
            break
    return results


def recoveries(template, work, edits, renames):
    """Kill a commit right after its first swap, then its recovery at every call."""
    for turn in ("first", "dry"):  # the first commit of a process makes calls that no later one makes
        dry = Changes(renames=renames)
        half = shutil.copytree(template, work / turn)
        with dry.armed():
            commit(half, edits)
    swaps = [at for at, name in enumerate(dry.trace, 1) if name == "renameat2"]
    killed = shutil.copytree(template, work / "killed")
    run(Changes(swaps[0] + 1), lambda: commit(killed, edits))
    return [survey(root, edits) for root in _killed_recoveries(killed, work)]


def collections(template, work, edits, _):
    """Kill a collecting of old versions at the first call, the second, and so on; then let it end."""
    results = []
    status = 1
    collect(template)  # how late it is counts from the next time on
    while status:
        root = shutil.copytree(template, work / str(len(results)))
        status = run(Changes(len(results) + 1), lambda root=root: collect(root))
        seen = readable(root)
        collect(root)
        left = sorted(p.suffix for p in (root / ".memdesk").rglob("*") if p.suffix in (".tmp", ".aside"))
        results.append({"seen": seen, "kept": readable(root), "left": left})
    return results


def sightings(template, work, *_):
    """Kill while many versions from outside are kept at the first call, the second, and so on."""
    results = []
    status = 1
    while status:
        root = shutil.copytree(template, work / str(len(results)))
        status = run(Changes(len(results) + 1), lambda root=root: keep(root))
        found = [finding.problem.code for finding in Store(root).check().findings]
        Store(root).recover()
        keep(root)
        left = [path.name for path in (root / ".memdesk/history").iterdir() if path.is_file()]
        logged = [step.path for step in Store(root).operations().operations]
        results.append({"found": found, "left": left, "logged": logged, "ok": Store(root).check().ok})
    return results


def keep(root):
    """Keep versions from outside together."""
    witness._MANY = SEEN
    seen = [(f"{number}.md", b"seen %d" % number) for number in range(SEEN)]
    Store(root).keep_seen(
        [ExternalVersion(path, None, revision_of(data), 1.0, None, data) for path, data in seen]
    )


def collect(root):
    """Collect all but the last two versions of every document."""
    private, clock = SafeRoot(root / ".memdesk"), FrozenClock(LATER)
    lock = WorkspaceLock(private, clock, 5.0)
    hold, rules = partial(lock.hold, "me", "collect"), RetentionRules(versions=2, always=1)
    Collection(Records.within(private, clock), hold, rules).collect(lambda: False)


def readable(root):
    """Return the texts of all versions of one document that can still be read."""
    store, found = Store(root), []
    for step in store.operations_of("a.md"):
        with suppress(NotFoundError):
            found.append(store.version(step.after).decode())
    return found


def _killed_recoveries(killed, work):
    at = status = 1
    while status:
        root = shutil.copytree(killed, work / f"recovery {at}")
        status = run(Changes(at), lambda root=root: Store(root).recover())
        at += 1
        yield root


if __name__ == "__main__":
    gc.disable()
    role, template, work, edits, renames = sys.argv[1:]
    kill = {"commits": commits, "recoveries": recoveries, "collections": collections, "sightings": sightings}[
        role
    ]
    results = kill(Path(template), Path(work), json.loads(edits), renames == "exchange")
    json.dump(results, sys.stdout)
