"""Small bugs are put into the source, one at a time, and the ordinary tests must fail; survivors are listed.

A mutant lives in a copy of the core. The tests of its room which run its line are tried against it, quick
ones first and no more of them than take some seconds: what only slower ones would notice counts as missed. A
share of the campaign takes mutants of every file, evenly spread.
"""

from __future__ import annotations

import os
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from itertools import accumulate

from faults.mutations import mutants_of
from faults.report import Outcome, grouped, told
from faults.trials import LOADED_ONCE, ROOT, Copy

CORE = ROOT / "core"
REVERT = (
    "around",
    "building_on",
    "certain",
    "doubt",
    "gaps",
    "in_one_piece",
    "moved",
    "old_order",
    "settling",
    "sweeping",
    "taking_back",
    "untouched",
)
ROOMS = {
    "revert": (
        " ".join(f"memdesk/text/{name}.py" for name in REVERT),
        "test_text_[!j]*.py test_text_json_taken_back.py",
    ),
    "revert of changes": ("memdesk/review/revert.py memdesk/review/later.py", "test_review*.py"),
    "merge": ("memdesk/text/merge/[!_j]*.py", "test_text_[!j]*.py test_text_json_merge.py"),
    "json merge": ("memdesk/text/merge/json_merge.py", "test_text_json_*.py test_text_deciding.py"),
    "coalesce": ("memdesk/watch/coalesce.py", "test_watch_coalesce.py"),
}
ENOUGH = 30
"""Seconds of the processor that the tests of one mutant take on the sound core, at most."""


def run(work, scale):
    """Try the mutants of what is pure."""
    return tried(work, scale, ROOMS)


def tried(work, scale, rooms):
    """Try the mutants of some rooms; survivors are told, they are no violations."""
    for name in LOADED_ONCE:
        import_module(name)
    figures, late, number = {}, [], 0
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        for room, (sources, tests) in rooms.items():
            paths = sorted(path for pattern in sources.split() for path in CORE.glob(pattern))
            mutants = [mutant for path in paths for mutant in chosen(path, scale)]
            known = Known(processes.map(partial(_measured, work), files_of(tests)))
            killed = processes.map(partial(_is_killed, work), mutants, map(known.tests_for, mutants))
            alive = list(survivors(mutants, killed))
            figures[room] = f"{len(mutants) - len(alive)} of {len(mutants)} killed"
            late += [f"survives: {mutant.name}" for mutant in alive]
            number += len(mutants)
    return Outcome(f"{grouped(number)} mutants", figures, [], late)


def survivors(mutants, killed):
    """Yield the mutants that no test noticed, and tell what becomes of each: a campaign takes hours."""
    for mutant, is_killed in zip(mutants, killed, strict=True):
        told(f"{'killed' if is_killed else 'SURVIVES'}: {mutant.name}")
        if not is_killed:
            yield mutant


def chosen(path, scale):
    """Return this share of a file's mutants, evenly spread."""
    return mutants_of(path.relative_to(CORE), path.read_text(encoding="utf-8"))[:: max(1, round(1 / scale))]


def files_of(tests):
    """Return the files of a room's tests."""
    return sorted(path for pattern in tests.split() for path in (ROOT / "tests/core").glob(pattern))


class Known:
    """What is known of a room's tests: how long each takes, and which of them run which line."""

    def __init__(self, measured):
        self.seconds = {}
        self._runners = defaultdict(lambda: defaultdict(set))
        for seconds, runners in measured:
            self.seconds |= seconds
            for file, lines in runners.items():
                for line, tests in lines.items():
                    self._runners[file][line] |= tests

    def tests_for(self, mutant):
        """Return what runs a mutant's line, or else its function, or else its file; quick ones first.

        A line outside of all functions runs once, in whichever test happens to load the file; so all count.
        """
        runners = self._runners[str(mutant.path)]
        spans = (*(([mutant.line], mutant.function) if mutant.function else ()), list(runners))
        found = next(filter(None, (set().union(*map(runners.__getitem__, span)) for span in spans)), set())
        ordered = sorted(found, key=lambda test: (self.seconds[test], test))
        taken = accumulate(self.seconds[test] for test in ordered)
        return [test for test, sum_ in zip(ordered, taken, strict=True) if sum_ < ENOUGH]


def _measured(work, file):
    return Copy(work).measured(file)


def _is_killed(work, mutant, tests):
    return not Copy(work).passes(mutant, tests)
