"""The power is cut under real file systems while writers commit: what was acknowledged is there.

The file system lies in an image file, which itself lies on a file system that can clone a file at one moment.
A clone is what a disk holds in that moment: what the kernel had not sent to it is lost. The clone is mounted,
its journal replayed, the workspace recovered and checked, as after a restart of the machine. What a disk
loses of its own volatile cache, although it was told to keep it, is not tried here.
"""

from __future__ import annotations

import fcntl
import gc
import os
import random
import shutil
import subprocess
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

from faults import claims, crew
from faults.invariants import check, documents
from faults.kills import begun, workspace, write
from faults.report import NotHereError, Outcome, grouped, sized
from memdesk.model import Actor, Origin, Via
from memdesk.ops.folders import rename_folder
from memdesk.store import ANY
from memdesk.store.fs.process_id import Owner
from memdesk.workspace import Workspace

CUTS, ROUND, WRITERS = 1_250, 25, 2
HOMES = ("box", "far/off/box")
"""The two names of a folder that is renamed all the time."""
TREE = {"1.md": b"one\n", "two/2.md": b"two\n" * 20_000, "two/deep/3.md": b"", "a/b/c/4.md": b"four\n" * 900}
PROBES = frozenset(f"{home}/1.md" for home in HOMES)
SYSTEMS = {
    "ext4 ordered": ("ext4", "data=ordered", 400, ["mkfs.ext4", "-q"]),
    "ext4 writeback": ("ext4", "data=writeback", 400, ["mkfs.ext4", "-q"]),
    "xfs": ("xfs", "nouuid", 400, ["mkfs.xfs", "-q"]),
    "btrfs": ("btrfs", "defaults", 400, ["mkfs.btrfs", "-q"]),
}
_CLONE = 0x40049409


def run(work, scale):
    """Cut on each file system in turn."""
    missing = [tool for tool in ("mkfs.ext4", "mkfs.xfs", "mkfs.btrfs", "mount") if not shutil.which(tool)]
    if os.geteuid() or missing:
        raise NotHereError(f"it needs root and {', '.join(missing) or 'mount'}")
    cuts, figures, found = sized(CUTS, scale, 2), {}, []
    with image(work / "outer", "xfs", "defaults", 8_000, ["mkfs.xfs", "-q"]) as outer:
        for name, (kind, options, size, make) in SYSTEMS.items():
            with image(outer / kind, kind, options, size, make) as disk:
                done, commits, renames, violations = rounds(outer, disk, kind, options, cuts)
            tried = f"{grouped(done)} cuts among {grouped(commits)} commits"
            figures[name] = f"{tried} and {grouped(renames)} renames of a folder"
            found += [f"{name}: {violation}" for violation in violations]
    return Outcome(f"{grouped(cuts)} cuts on each of {len(SYSTEMS)} file systems", figures, found)


def rounds(outer, disk, kind, options, cuts):
    """Cut as often as asked, on a workspace of its own each some times."""
    done, commits, renames, found = 0, 0, 0, []
    while done < cuts and not found:
        part = min(ROUND, cuts - done)
        acknowledged, violations = one_round(outer, disk / str(done), kind, options, part)
        shutil.rmtree(disk / str(done))
        commits, found, done = commits + len(acknowledged), found + violations, done + part
        renames += sum(before is None and path in PROBES for path, before, *_ in acknowledged)
    return done, commits, renames, found


def one_round(outer, work, kind, options, cuts):
    """Let the writers commit, cut at random moments; return what was acknowledged and the violations."""
    root, told, found = workspace(work), claims.Claims(outer.with_name("claims")), []
    told.empty()
    start, dice = furnished(root), random.Random(str(work))
    subprocess.run(["sync", "-f", root], check=True)
    writers = [crew.fork(partial(write, root, told, dice.random())) for _ in range(WRITERS)]
    writers.append(crew.fork(partial(move, root, told, dice.random())))
    try:
        for _ in range(cuts):
            time.sleep(dice.uniform(0, 0.05))
            before = told.size()
            clone(outer / kind, outer / "cut")
            with crew.paused(writers):
                evidence, _ = claims.read(told, start.copy(), before)
                found += after_the_cut(outer, root.relative_to(work.parent), kind, options, evidence)
    finally:
        ends = [crew.kill(writer) for writer in writers]
    found += [f"a writer ended with {end}" for end in ends if end >= 0]
    return claims.read(told)[0].acknowledged, found


def furnished(root):
    """Make the folder that is renamed; return the evidence of the workspace."""
    for name, data in TREE.items():
        (root / HOMES[0] / name).parent.mkdir(parents=True, exist_ok=True)
        (root / HOMES[0] / name).write_bytes(data)
    evidence = begun(root)
    for home in HOMES:
        for name in TREE:
            evidence.may_be(f"{home}/{name}", None)
    return evidence


def move(root, told, seed):
    """Rename the folder to and fro for ever, and change a document in it now and then."""
    workspace, dice = Workspace.open(root, lock_timeout=300), random.Random(seed)
    me = Actor(f"mover {seed}", Origin.HUMAN, Via.PYTHON)
    workspace.scan()
    workspace.store.commit_all = partial(tell, told, workspace.store.commit_all)
    for number in range(1_000_000):
        old, new = HOMES if number % 2 == 0 else HOMES[::-1]
        rename_folder(workspace, old, new, me)
        if dice.random() < 0.3:
            name = dice.choice([*TREE])
            text = f"{seed} changes it for the {number}th time\n".encode()
            workspace.commit(f"{new}/{name}", text * dice.choice((1, 3_000)), ANY, me)


def tell(told, commit_all, edits, actor, *still):
    """Commit, and say before what is tried and afterwards what was acknowledged."""
    for edit in edits:
        told.tries(edit.uri, edit.new)
    results = commit_all(edits, actor, *still)
    for result in results:
        told.done(result)
    return results


def after_the_cut(outer, place, kind, options, evidence):
    """Mount what the disk holds and check the workspace on it as after a restart."""
    with mounted(outer / "cut", outer / "after", kind, options) as disk, restarted():
        return [*check(disk / place, evidence), *torn_apart(disk / place)]


def torn_apart(root):
    """Yield what is wrong with the folder that is renamed: all of it has one of its names."""
    there = documents(root)
    found = [{name for name in TREE if f"{home}/{name}" in there} for home in HOMES]
    if sorted(map(len, found)) != [0, len(TREE)]:
        yield f"I1 of the renamed folder {found} are there"


@contextmanager
def restarted():
    """Let no process that wrote before be found alive."""
    with patch.object(Owner, "is_alive", lambda _: False):
        if not hasattr(Owner, "is_of_this_boot"):
            yield
            return
        with patch.object(Owner, "is_of_this_boot", lambda _: False):
            yield


def clone(source, target):
    """Copy a file as it is at one moment."""
    with open(source, "rb") as old, open(target, "wb") as new:
        fcntl.ioctl(new, _CLONE, old.fileno())


@contextmanager
def image(path, kind, options, megabytes, make):
    """Make a file system in a file and mount it beside."""
    with open(path, "wb") as file:
        file.truncate(megabytes << 20)
    subprocess.run([*make, path], check=True, stdout=subprocess.DEVNULL)
    with mounted(path, Path(f"{path}.mounted"), kind, options) as folder:
        yield folder


@contextmanager
def mounted(path, folder, kind, options):
    """Mount an image."""
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", kind, "-o", f"loop,{options}", path, folder], check=True)
    try:
        yield folder
    finally:
        gc.collect()  # a store that went out of use in a circle still holds its folder open
        subprocess.run(["umount", folder], check=True)
