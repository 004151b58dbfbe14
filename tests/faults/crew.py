"""Processes that write at the same time: forked from this one, which must have a single thread."""

from __future__ import annotations

import gc
import itertools
import json
import os
import signal
import sys
import traceback
from contextlib import contextmanager, suppress
from functools import partial

FAILED = 99


def fork(action):
    """Run an action in a child; its process ends with the number that the action returns, or 0."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    gc.freeze()  # a collection would write to every page that is shared with the parent, and copy it
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


def answers(work, actions):
    """Run actions in a child each, as many at a time as there are processors.

    Yield the place of each with what it returned, as soon as it ends.
    """
    running, places = {}, iter(enumerate(actions))
    while True:
        for place, action in itertools.islice(places, os.cpu_count() - len(running)):
            file = work / f"answer {place}"
            running[fork(partial(_answer, action, file))] = place, file
        if not running:
            return
        child, status = os.wait()
        place, file = running.pop(child)
        if status:
            raise ChildProcessError(f"part {place} ended with {os.waitstatus_to_exitcode(status)}")
        yield place, json.loads(file.read_text())


def _answer(action, file):
    file.write_text(json.dumps(action()))
