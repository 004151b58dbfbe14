"""No room, no inodes, no right to write, no descriptors, no memory: the target and the draft are intact.

A memory file system is mounted at many sizes, so that a save runs out of room at each of its steps; the same
with inodes; then limits of the process. A refusal must be a coded error with a reason, the person's text must
survive as a draft, and the save must work as soon as there is room.
"""

from __future__ import annotations

import gc
import os
import random
import resource
import shutil
import signal
import subprocess
from collections import Counter
from contextlib import contextmanager
from functools import partial

from faults import crew
from faults.calls import REFUSED, verdict
from faults.changes import Kind
from faults.invariants import Evidence, check, documents, drafts_survive
from faults.report import NotHereError, Outcome, sized
from memdesk.drafts.draft import Draft
from memdesk.drafts.folder import DraftFolder
from memdesk.errors import MemdeskError, ReadOnlyError, StorageError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Store
from memdesk.workspace import Workspace

STEPS = 256
ME = Actor("me", Origin.HUMAN, Via.PYTHON)
BIG = random.Random(1).randbytes(150_000)
PAGE = 4096
LIMITS = {
    "file size": (resource.RLIMIT_FSIZE, 3_000),
    "descriptors": (resource.RLIMIT_NOFILE, 1),
    "memory": (resource.RLIMIT_AS, 16_384),
}


def _begun(root):
    Store(root).commit("first.md", b"first\n", None, ME)


def _save(root):
    store = Store(root, lock_timeout=300)
    return lambda: store.commit("a.md", BIG, ANY, ME)


SAVE = Kind(_save, {"a.md": BIG}, _begun)


def run(work, scale):
    """Sweep over sizes, inodes and limits."""
    if os.geteuid():
        raise NotHereError("it needs root, to mount")
    template = work / "template"
    SAVE.begin(template)
    steps, ends, found = sized(STEPS, scale, 8), Counter(), []
    nodes = 2 + sum(1 for _ in template.rglob("*"))
    used = 4 + sum(1 + path.lstat().st_size // PAGE for path in template.rglob("*"))
    for step in range(steps):
        for option in (
            f"size={(used + step * 128 // steps) * PAGE}",
            f"nr_inodes={nodes + step * 40 // steps}",
        ):
            end, violations = full(work, template, option)
            ends[f"{end} with {option.partition('=')[0]}"] += 1
            found += [f"{option}: {violation}" for violation in violations]
    for name in LIMITS:
        for step in range(steps):
            end, violations = limited(work, template, name, step * STEPS // steps)
            ends[f"{end} with {name}"] += 1
            found += [f"{name}, step {step}: {violation}" for violation in violations]
    found += [f"read-only: {violation}" for violation in read_only(work, template)]
    return Outcome(f"5 sweeps of {steps} steps, a read-only remount", dict(sorted(ends.items())), found)


@contextmanager
def mounted(work, option):
    """Mount an empty memory file system."""
    folder = work / "mounted"
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", option, "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        gc.collect()  # a store that went out of use in a circle still holds its folder open
        subprocess.run(["umount", folder], check=True)


def full(work, template, option):
    """Save, and keep drafts, where there may be no room."""
    with mounted(work, option) as disk:
        root = disk / "workspace"
        try:
            shutil.copytree(template, root)
        except (OSError, shutil.Error):
            return "no workspace", []
        before, found = documents(root), []
        end = crew.wait(crew.fork(partial(attempt, root)))
        found += drafts(disk / "drafts", work / "state/drafts", before["a.md"])
        if documents(root)["a.md"] not in (before["a.md"], BIG):
            found.append("I1 the target is torn")
        subprocess.run(["mount", "-o", "remount,size=64m,nr_inodes=9999", disk], check=True)
        found += verdict(root, SAVE, before, end)
        found += again(root)
    return told(end), found


def again(root):
    """Save once more where there is room now."""
    try:
        Store(root).commit("a.md", BIG, ANY, ME)
    except MemdeskError as error:
        return [f"with room again the save still fails: {error}"]
    return []


def attempt(root):
    """Save; return how it ended. A refusal must say why."""
    try:
        _save(root)()
    except (StorageError, ReadOnlyError) as error:
        return REFUSED if len(error.message) > len("a.md: ") else crew.FAILED
    return 0


def drafts(here, elsewhere, base):
    """Keep a draft on the same disk and on another one; what was kept must come back."""
    for place in (here, elsewhere):
        first = Draft("a.md", "typed\n" * 2_000, revision_of(base), "", 1.0)
        second = Draft("a.md", "typed on\n" * 9_000, revision_of(base), "", 2.0)
        folder = DraftFolder(place)
        kept = [draft for draft in (first, second) if folder.keep(draft)]
        folder.close()
        later = DraftFolder(place)
        found = later.recover()
        yield from drafts_survive(found, [(draft.text, draft.base) for draft in kept])
        if place is elsewhere and second not in kept:
            yield "I4 no draft was kept where there is room"
        for draft in found:
            later.forget(draft)
        later.close()
        shutil.rmtree(place, ignore_errors=True)


def limited(work, template, name, step):
    """Save in a process that may have little of something."""
    root = shutil.copytree(template, work / "limited")
    before = documents(root)
    end = crew.wait(crew.fork(partial(_limited, root, *LIMITS[name], step)))
    found = verdict(root, SAVE, before, 1 if name == "memory" and end == crew.FAILED else end)
    shutil.rmtree(root)
    return told(end), found


def _limited(root, limit, unit, step):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    room = step * unit
    if limit == resource.RLIMIT_NOFILE:
        room = 3 + step // 8
    elif limit == resource.RLIMIT_AS:
        with open("/proc/self/statm", encoding="ascii") as file:
            room += int(file.read().split()[0]) * PAGE
    _, hard = resource.getrlimit(limit)
    resource.setrlimit(limit, (room, hard))
    try:
        return attempt(root)
    except MemoryError:
        os._exit(crew.FAILED)


def read_only(work, template):
    """Remount for reading only, while the workspace is in use and before it is opened."""
    with mounted(work, "size=16m") as disk:
        root = shutil.copytree(template, disk / "workspace")
        evidence, store = Evidence.of(root), Store(root)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        try:
            store.commit("a.md", BIG, ANY, ME)
            yield "a save went through"
        except ReadOnlyError:
            del store
        with Workspace.open(root) as workspace:
            if workspace.read_only_reason != "file_system":
                yield "the workspace does not say that it cannot be written"
            if workspace.read("a.md").data != documents(root)["a.md"]:
                yield "it cannot be read"
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        yield from check(root, evidence)
        yield from again(root)


def told(end):
    """Return a word for how a save ended."""
    return {0: "done", REFUSED: "refused"}.get(end, "failed")
