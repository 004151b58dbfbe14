"""Programs that know nothing of memdesk but its lock update documents beside the core: no update is lost.

Four writers of the core add one to a counter by compare-and-swap, four others take ``filelock.FileLock``
on the file of the lock, read, replace the document and look again: who comes between ends them with an error.
"""

from __future__ import annotations

import os
import random
from functools import partial

from filelock import FileLock

from faults import claims, crew
from faults.invariants import Evidence, check
from faults.report import Outcome, grouped, sized
from faults.updates import PATHS, count, lost, number, payload, troubles, waits
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, Store

WRITERS, OTHERS, EACH = 4, 4, 5_000
INTRUDED = 3
ME = Actor("me", Origin.HUMAN, Via.PYTHON)


def run(work, scale):
    """Count in parallel, then add up."""
    each = sized(EACH, scale, 5)
    root = work / "workspace"
    (root / "notes").mkdir(parents=True)
    for path in PATHS:
        (root / path).write_bytes(payload(0))
    told, evidence = claims.Claims(work / "claims"), Evidence.of(root)
    evidence.done(Store(root).commit("begun.md", b"begun", ANY, ME))
    evidence.may_be("begun.md", b"begun")
    ends = crew.together(
        [
            *(partial(count, root, told, each, seed) for seed in range(WRITERS)),
            *(partial(count_alone, root, told, each, seed) for seed in range(OTHERS)),
        ]
    )
    evidence, figures = claims.read(told, evidence)
    return Outcome(
        f"{WRITERS} writers and {OTHERS} other programs × {grouped(each)} updates",
        waits(sorted(figures.get("wait") or [0])),
        [*troubles(ends), *lost(root, (WRITERS + OTHERS) * each), *check(root, evidence)],
    )


def count_alone(root, told, times, seed):
    """Add one as often as asked, with nothing but the lock; end with an error where that keeps nobody out."""
    lock, dice, draft = FileLock(root / ".memdesk/lock"), random.Random(seed), root.parent / f"draft {seed}"
    for _ in range(times):
        place = root / dice.choice(PATHS)
        with lock:
            new = payload(number(place.read_bytes()) + 1)
            told.foreign(os.fspath(place.relative_to(root)), new)
            draft.write_bytes(new)
            draft.replace(place)
            if place.read_bytes() != new:
                return INTRUDED
    return 0
