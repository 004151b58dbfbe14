"""Agents commit for long while they are killed and the clock jumps; a core watches all the time.

The watching core must show the truth at the end of every round and may not grow: neither its descriptors nor,
after the first rounds, its memory.
"""

from __future__ import annotations

import gc
import os
import time
from functools import partial
from pathlib import Path

from faults import kills
from faults.report import Outcome, grouped, sized
from faults.watching import watched
from memdesk.runtime.clock import SystemClock
from memdesk.workspace import WatchIntervals

SECONDS, ROUND, GROWTH = 86_400, 40, 1.05


def run(work, scale):
    """Go on for a day, or a share of one."""
    seconds, found, rounds, commits, measured = sized(SECONDS, scale, 5), [], 0, 0, []
    begin = time.monotonic()
    while time.monotonic() - begin < seconds and not found:
        made, wrong = one_round(work / str(rounds), rounds)
        gc.collect()  # a store that went out of use in a circle still holds its files open
        commits, found, rounds = commits + made[0], found + made[1], rounds + 1
        found += [f"round {rounds}: {len(wrong)} documents are shown wrong"] * bool(wrong)
        measured.append((len(os.listdir("/proc/self/fd")), resident()))
    warm = measured[len(measured) // 4 : len(measured) // 4 + 1] + measured[-1:]
    if warm[0][0] < warm[-1][0]:
        found.append(f"descriptors grew from {warm[0][0]} to {warm[-1][0]}")
    late = [f"memory grew from {warm[0][1]} to {warm[-1][1]} kB"] if warm[-1][1] > GROWTH * warm[0][1] else []
    figures = {"commits": grouped(commits), "memory at the end": f"{warm[-1][1] // 1024} MB"}
    return Outcome(f"{seconds} s, {rounds} rounds of {ROUND} kills", figures, found, late)


def one_round(place, number):
    """Kill writers while a core watches; return what came of it, and what was shown wrong at the end."""
    root = kills.workspace(place)
    with watched(root, WatchIntervals()) as view:
        made = kills.one_round(place, ROUND, seed=number, root=root, prepare=partial(jump, number))
        return made, view.settled(root, 30)[1]


def resident():
    """Return the kilobytes of memory that this process has."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


def jump(number, real=SystemClock.now):
    """Move this process's clock an hour ahead or back."""
    SystemClock.now = lambda clock: real(clock) + 3_600 * (number % 3 - 1)
