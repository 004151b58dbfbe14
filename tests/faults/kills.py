"""Eight writers are killed at random moments, again and again: no document torn, nothing acknowledged lost.

Each writer saves, overwrites, deletes, creates and restores among a few shared documents and says outside
the workspace what it tries and what it was told. Killed writers are replaced at once. After every round all
are killed, and the whole evidence is checked.
"""

from __future__ import annotations

import random
import time
from functools import partial

from faults import claims, crew
from faults.invariants import Evidence, check
from faults.report import Outcome, grouped, sized
from memdesk.errors import ConflictError, LockedError, NotFoundError
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, Store

WRITERS, KILLS, ROUND = 8, 10_000, 250
PATHS = ("MEMORY.md", "notes/a.md", "notes/b.md", "new/deep/c.md")


def run(work, scale):
    """Kill in rounds, each on a workspace of its own."""
    kills, done, committed, found = sized(KILLS, scale, 20), 0, 0, []
    while done < kills and not found:
        part = min(ROUND, kills - done)
        acknowledged, violations = one_round(work / str(done), part, seed=done)
        committed += acknowledged
        found += violations
        done += part
    size = f"{grouped(done)} kills of {WRITERS} writers"
    return Outcome(size, {"commits acknowledged": grouped(committed)}, found)


def one_round(work, kills, seed, prepare=None, root=None):
    """Let the writers work under fire; return how many commits were acknowledged, and every violation."""
    root = root or workspace(work)
    told, evidence, dice = claims.Claims(work / "claims"), begun(root), random.Random(seed)
    writers = [crew.fork(partial(write, root, told, seed + n, prepare)) for n in range(WRITERS)]
    for number in range(kills):
        time.sleep(dice.uniform(0, 0.03))
        victim = dice.randrange(WRITERS)
        ends = crew.kill(writers[victim])
        if ends > 0:
            return 0, [f"a writer ended with {ends}"]
        writers[victim] = crew.fork(partial(write, root, told, seed + WRITERS + number, prepare))
    for writer in writers:
        crew.kill(writer)
    evidence, _ = claims.read(told, evidence)
    told.close()
    return len(evidence.acknowledged), check(root, evidence)


def workspace(work):
    """Make a workspace whose history has begun."""
    root = work / "workspace"
    (root / "notes").mkdir(parents=True)
    for path in PATHS[:3]:
        (root / path).write_text(f"{path} as it was found\n" * 5)
    return root


def begun(root):
    """Return the evidence of such a workspace: one document may come only later."""
    evidence = Evidence.of(root)
    evidence.may_be(PATHS[3], None)
    return evidence


def write(root, told, seed, prepare=None):
    """Change documents at random for ever."""
    if prepare:
        prepare()
    store, dice = Store(root, lock_timeout=300), random.Random(seed)
    me = Actor(f"writer {seed}", Origin.AGENT, Via.PYTHON)
    for number in range(1_000_000):
        path = dice.choice(PATHS)
        base, new = choose(store, dice, path, f"{seed}.{number}")
        told.tries(path, new)
        try:
            told.done(store.commit(path, new, base, me))
        except (ConflictError, LockedError, NotFoundError):
            continue


def choose(store, dice, path, name):
    """Return over what, and what, to write next: mostly a change of what is there."""
    try:
        current = store.read(path)
    except NotFoundError:
        return None, f"{name} creates {path}\n".encode()
    what = dice.random()
    if what < 0.1:
        return current.revision, None
    if what < 0.2:
        return ANY, f"{name} over anything\n".encode()
    if what < 0.3:
        known = [operation.after for operation in store.newest_operations(20, path).operations]
        kept = [revision for revision in known if revision]
        return current.revision, store.version(dice.choice(kept)) if kept else b""
    rest = current.data if len(current.data) < 20_000 else b""
    return current.revision, rest + f"{name} adds a line\n".encode() * dice.choice((1, 1, 200))
