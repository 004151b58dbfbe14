"""Eight processes update the same documents: no update lost, none torn, no break in the chain.

Four documents hold a counter each; a writer adds one to any of them by compare-and-swap until it has done
its share, four readers check every version that they meet. Lock waits are those of the native lock.
"""

from __future__ import annotations

import random
import statistics
import time
from functools import partial

from faults import claims, crew
from faults.invariants import Evidence, check
from faults.report import Outcome, grouped, sized
from memdesk.errors import ConflictError, LockedError, MemdeskError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import Store
from memdesk.store.locking.lock import WorkspaceLock

WRITERS, READERS, EACH = 8, 4, 5_000
PATHS = ("MEMORY.md", "notes/a.md", "notes/b.md", "notes/c.md")
PATIENCE = 0.25


def run(work, scale):
    """Count in parallel, then add up."""
    each = sized(EACH, scale, 5)
    root = work / "workspace"
    (root / "notes").mkdir(parents=True)
    for path in PATHS:
        (root / path).write_bytes(payload(0))
    told, evidence = claims.Claims(work / "claims"), Evidence.of(root)
    stop = work / "stop"
    begin = time.monotonic()
    readers = [crew.fork(partial(look, root, stop)) for _ in range(READERS)]
    ends = crew.together([partial(count, root, told, each, seed) for seed in range(WRITERS)])
    seconds = time.monotonic() - begin
    stop.touch()
    ends += [crew.wait(reader) for reader in readers]
    evidence, figures = claims.read(told, evidence)
    waited = sorted(figures.get("wait") or [0])
    return Outcome(
        f"{WRITERS} writers × {grouped(each)} updates, {READERS} readers",
        {**waits(waited), "updates/s": f"{WRITERS * each / seconds:.0f}"},
        [*troubles(ends), *lost(root, WRITERS * each), *check(root, evidence)],
        [*slow(waited)],
    )


def count(root, told, times, seed):
    """Add one as often as asked."""
    store, dice, waited = Store(root, lock_timeout=300), random.Random(seed), []
    watch_lock(waited)
    me = Actor(f"writer {seed}", Origin.AGENT, Via.PYTHON)
    done = 0
    while done < times:
        path = dice.choice(PATHS)
        content = store.read(path)
        new = payload(number(content.data) + 1)
        told.tries(path, new)
        try:
            told.done(store.commit(path, new, content.revision, me))
            done += 1
        except (ConflictError, LockedError):
            continue
    told.figure("wait", waited)


def look(root, stop):
    """Read until told to stop; a torn version ends this process with an error."""
    store = Store(root)
    while not stop.exists():
        for path in PATHS:
            try:
                number(store.read(path).data)
            except MemdeskError:
                continue
    return 0


def payload(value):
    """Return a document that holds a number and tells whether it is whole."""
    body = f"# Counter\n\nvalue: {value}\n" + "".join(f"- line {n} of {value}\n" for n in range(40))
    return f"{body}sum: {revision_of(body.encode())}\n".encode()


def number(data):
    """Return the number in a document; ValueError where it is torn."""
    body, _, total = data.decode().rpartition("sum: ")
    if revision_of(body.encode()) != total.strip():
        raise ValueError("a torn version")
    return int(body.split("value: ")[1].split("\n")[0])


def watch_lock(waited):
    """Note in this process how long each lock took."""
    real = WorkspaceLock._acquire

    def acquire(lock, holder):
        begin = time.monotonic()
        try:
            return real(lock, holder)
        finally:
            waited.append(round(time.monotonic() - begin, 6))

    WorkspaceLock._acquire = acquire


def waits(values):
    """Return the figures of lock waits, given in order."""
    return {
        "lock wait p50": f"{statistics.median(values) * 1000:.1f} ms",
        "p99": f"{values[int(len(values) * 0.99)] * 1000:.1f} ms",
        "longest": f"{values[-1] * 1000:.0f} ms",
    }


def slow(values):
    """Name the limit of lock waits where it is not held."""
    late = values[int(len(values) * 0.99)]
    if late > PATIENCE:
        yield f"p99 of the lock waits is {late * 1000:.0f} ms, above {PATIENCE * 1000:.0f} ms"


def lost(root, expected):
    """Compare what the counters say with what was counted."""
    total = sum(number((root / path).read_bytes()) for path in PATHS)
    if total != expected:
        yield f"{expected - total} updates are lost"


def troubles(ends):
    """Name the processes that did not end well."""
    return [f"a process ended with {end}" for end in ends if end]
