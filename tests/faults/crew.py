"""Processes that write at the same time: forked from this one, which must have a single thread."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import contextmanager, suppress

FAILED = 99


def fork(action):
    """Run an action in a child; its process ends with the number that the action returns, or 0."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = FAILED
    try:
        answer = action()
        code = answer if isinstance(answer, int) else 0
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        sys.stderr.flush()
        os._exit(code)


def wait(child):
    """Return how a child ended: its code, or minus the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def kill(child):
    """End a child at once, wherever it is."""
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    return wait(child)


@contextmanager
def paused(children):
    """Let children stand still meanwhile."""
    for child in children:
        os.kill(child, signal.SIGSTOP)
    try:
        yield
    finally:
        for child in children:
            os.kill(child, signal.SIGCONT)


def together(actions):
    """Run actions at the same time in a child each; return how each ended."""
    return [wait(child) for child in [fork(action) for action in actions]]
