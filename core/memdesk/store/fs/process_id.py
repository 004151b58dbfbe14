"""Which process something belongs to, so that what a dead one left can be told from what is being made."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_GONE = frozenset("ZXx")
"""States of a process that has ended, and that nobody has asked about yet: a container may never do that."""


class Owner(NamedTuple):
    """A process, told from a later one of the same number by the run of the system and when it started."""

    pid: int
    started: str
    boot: str = ""

    def is_alive(self) -> bool:
        """Say whether the process still runs."""
        return bool(self.started) and self.is_of_this_boot() and _started(self.pid) == self.started

    def is_of_this_boot(self) -> bool:
        """Say whether the system ran on since: what it had taken to write then is written, durable or not."""
        return self.boot == _boot()


def this_process() -> Owner:
    """Return the owner that stands for this process."""
    return _owner(os.getpid())


@cache
def _owner(pid: int) -> Owner:
    return Owner(pid, _started(pid), _boot())


@cache
def _boot() -> str:
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def _started(pid: int) -> str:
    """Return when a process started, nothing where there is none any more."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    state, *fields = status.rpartition(")")[2].split()
    return "" if state in _GONE else fields[18]
