"""Child processes of a benchmark: each with its own user folders, off-screen, measured from its start."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


def environment(home):
    """Return an environment in which the probe finds a fresh user and no screen."""
    user = Path(tempfile.mkdtemp(prefix="user-", dir=home))
    folders = {f"XDG_{name}_HOME": str(user / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    roots = os.pathsep.join(filter(None, (str(TESTS), os.environ.get("PYTHONPATH"))))
    own = {"HOME": str(user), "QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8", "PYTHONPATH": roots}
    bytecode = {"PYTHONPYCACHEPREFIX": str(home / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    return {**os.environ, **folders, **own, **bytecode}


@contextmanager
def started(home, probe, *arguments):
    """Start a probe; yield the process and the moment of its start."""
    command = [sys.executable, "-m", "bench.probe", probe, *map(str, arguments)]
    begun = time.monotonic()
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment(home), cwd=home, **pipes) as process:
        yield process, begun


def run(home, probe, *arguments):
    """Run a probe to its end; return what it printed, with moments turned into seconds since its start."""
    with started(home, probe, *arguments) as (process, begun):
        output, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"the probe {probe} failed")
    return since(begun, complete(json.loads(output)))


def complete(results):
    """Return a probe's results; end the run where it gave up."""
    if results.get("given_up"):
        raise SystemExit("the window did not come to rest in time")
    return results


def since(begun, moments):
    """Turn the moments among a probe's results into seconds since ``begun``."""
    names = {"painted", "listed", "used", "complete", "idle", "asked", "opened"}
    return {name: value - begun if name in names else value for name, value in moments.items()}


def medians(runs):
    """Return the median of every number in several runs' results."""
    return {
        name: statistics.median(run[name] for run in runs)
        for name, value in runs[0].items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    }
