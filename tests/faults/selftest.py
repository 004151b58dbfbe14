"""The suite tries itself: bugs are put into the core from outside, and each must be caught.

A bug is a patch that lives in one child process only; the product has no switch for any of them. Before, the
same trial without a bug must find nothing.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from functools import partial
from unittest.mock import patch

from faults import calls, crew, foreign, forgetful, updates, watching
from faults.changes import KINDS
from faults.invariants import Evidence, check
from faults.report import Outcome
from memdesk.errors import LockedError
from memdesk.store import ANY, Store
from memdesk.store.commit import change, transaction
from memdesk.store.commit.recovery import Recovery
from memdesk.store.commit.request import Request
from memdesk.store.fs.swap import Swap
from memdesk.store.locking.lock import WorkspaceLock
from memdesk.store.oplog import operations
from memdesk.store.oplog.journal import WriteAheadJournal
from memdesk.store.versions.blobs import VersionStore


def run(work, scale):
    """Try every trial without a bug, then every bug; a violation is what was not as it must be.

    A share leaves out the trials without a bug: they are what the other tests of the suite do.
    """
    sound = {trial.__name__: (trial, ()) for trial in TRIALS} if scale >= 1 else {}
    found = {name: trouble for name, trouble in tried(work, sound) if trouble}
    missed = [f"{name} finds something where nothing is wrong: {trouble}" for name, trouble in found.items()]
    caught = [name for name, trouble in tried(work, BUGS) if trouble]
    missed += [f"not caught: {bug}" for bug in BUGS if bug not in caught]
    return Outcome(f"{len(BUGS)} bugs", {"caught": len(caught)}, missed)


def tried(work, trials):
    """Run trials at the same time, each in a child with its patches; yield the first violation of each."""
    children = {}
    for name, (trial, patches) in trials.items():
        (work / name).mkdir()
        children[name] = crew.fork(partial(_try, work / name, trial, patches))
    for name, child in children.items():
        end, answer = crew.wait(child), work / name / "answer"
        yield name, f"the trial ended with {end}" if end else answer.read_text()


def _try(work, trial, patches):
    with ExitStack() as stack:
        for target, name, stand_in in patches:
            stack.enter_context(patch.object(target, name, stand_in))
        (work / "answer").write_text(next(iter(trial(work)), ""))


def power_cut(work):
    """Cut the power at every call of a save and of the one after it, first where most can be lost."""
    for world in reversed(forgetful.WORLDS):
        for found in forgetful.cut_everywhere(work / world, forgetful.saving("a.md", b"new\n"), world):
            yield from found


def worst_moment(work):
    """Let every style of foreign writer come between look and swap."""
    for style in foreign.STYLES:
        yield from foreign.worst_moments(work / style, style)


def race(work):
    """Let eight writers count."""
    yield from updates.run(work, 0.001).violations


def kill(work):
    """Kill a save at many of its calls."""
    yield from calls.killed_in_process(work, KINDS["save"], step=7)


def intrusion(work):
    """Try a second commit while one is at work."""
    root, begin, found = foreign.workspace(work)[0], WriteAheadJournal.begin, []

    def intrude(*arguments):
        with patch.object(WriteAheadJournal, "begin", begin), suppress(LockedError):
            Store(root, lock_timeout=0.05).commit("second.md", b"second", ANY, foreign.ME)
            found.append("two commits were at work at the same time")
        return begin(*arguments)

    with patch.object(WriteAheadJournal, "begin", intrude):
        Store(root).commit("first.md", b"changed", ANY, foreign.ME)
    return found


def overwrite(work):
    """Save twice and check."""
    root = work / "workspace"
    root.mkdir()
    (root / "a.md").write_bytes(b"as found\n")
    evidence, store = Evidence.of(root), Store(root)
    for text in (b"one\n", b"two\n"):
        evidence.may_be("a.md", text)
        evidence.done(store.commit("a.md", text, ANY, foreign.ME))
    return check(root, evidence)


def _replace(_, folder, temporary, name):
    os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    return False


def _hold_nothing():
    class Nothing:
        def __init__(self, *_):
            self.check = lambda: None

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

    return lambda *_, **_more: Nothing()


def _nothing(*_, **__):
    return None


TRIALS = (power_cut, worst_moment, race, kill, intrusion, overwrite, watching.moves, watching.overflow)
HURRY = (watching, "PATIENCE", 2.0)
BUGS = {
    "the file is not synced": (power_cut, [(change, "sync_file", _nothing)]),
    "the folder is not synced": (power_cut, [(transaction, "sync_folder", _nothing)]),
    "replaced instead of exchanged": (worst_moment, [(Swap, "exchange", _replace)]),
    "what was displaced is not looked at": (worst_moment, [(change.CommitStep, "_confirm", _nothing)]),
    "the history keeps nothing": (overwrite, [(VersionStore, "_add", _nothing)]),
    "no intent is written down": (kill, [(WriteAheadJournal, "begin", lambda *_: range(0))]),
    "recovery does nothing": (kill, [(Recovery, "run", lambda *_, **__: True)]),
    "what is lost is logged at the end": (power_cut, [(operations, "put_back", lambda *_: False)]),
    "no lock is taken": (intrusion, [(WorkspaceLock, "hold", _hold_nothing())]),
    "the base is not compared": (race, [(Request, "check", _nothing)]),
    "the target of a move is ignored": (watching.moves, [*watching.IGNORED_TARGETS, HURRY]),
    "nothing is scanned again": (watching.overflow, [*watching.NO_RESCAN, HURRY]),
}
