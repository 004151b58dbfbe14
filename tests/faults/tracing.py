"""Runs an action in a child under strace, attached when everything but the action is done."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from mmap import mmap
from pathlib import Path

from faults import crew
from faults.report import NotHereError


def require():
    """Raise NotHereError where nothing can be traced."""
    if os.geteuid() or not shutil.which("strace"):
        raise NotHereError("it needs root and strace")


def traced(prepare, log, options):
    """Prepare in a child, trace what that returns into ``log``; return the child's end."""
    go = mmap(-1, 1)
    child = crew.fork(lambda: _stop_first(prepare, go))
    os.waitpid(child, os.WUNTRACED)
    command = ["strace", "-q", "-o", log, *options, "-p", str(child)]
    tracer = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while "TracerPid:\t0\n" in Path(f"/proc/{child}/status").read_text():
        if tracer.poll() is not None:
            crew.kill(child)
            raise NotHereError("strace cannot attach")
        time.sleep(0.001)
    go[0] = 1
    os.kill(child, signal.SIGCONT)
    end = crew.wait(child)
    tracer.wait()
    return end


def _stop_first(prepare, go):
    """Prepare and stand still; somebody else who lets every process go on is not meant."""
    action = prepare()
    while not go[0]:
        os.kill(os.getpid(), signal.SIGSTOP)
    return action()
