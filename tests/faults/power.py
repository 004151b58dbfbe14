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
from faults.invariants import check
from faults.kills import begun, workspace, write
from faults.report import NotHereError, Outcome, grouped, sized
from memdesk.store.log.intent import Owner

CUTS, ROUND, WRITERS = 1_250, 25, 2
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
                done, acknowledged, violations = rounds(outer, disk, kind, options, cuts)
            figures[name] = f"{grouped(done)} cuts among {grouped(acknowledged)} commits"
            found += [f"{name}: {violation}" for violation in violations]
    return Outcome(f"{grouped(cuts)} cuts on each of {len(SYSTEMS)} file systems", figures, found)


def rounds(outer, disk, kind, options, cuts):
    """Cut as often as asked, on a workspace of its own each some times."""
    done, acknowledged, found = 0, 0, []
    while done < cuts and not found:
        part = min(ROUND, cuts - done)
        commits, violations = one_round(outer, disk / str(done), kind, options, part)
        shutil.rmtree(disk / str(done))
        acknowledged, found, done = acknowledged + commits, found + violations, done + part
    return done, acknowledged, found


def one_round(outer, work, kind, options, cuts):
    """Let the writers commit, cut at random moments; return the number of commits and the violations."""
    root, told, found = workspace(work), claims.Claims(outer.with_name("claims")), []
    told.empty()
    start, dice = begun(root), random.Random(str(work))
    subprocess.run(["sync", "-f", root], check=True)
    writers = [crew.fork(partial(write, root, told, dice.random())) for _ in range(WRITERS)]
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
    return len(claims.read(told)[0].acknowledged), found


def after_the_cut(outer, place, kind, options, evidence):
    """Mount what the disk holds and check the workspace on it as after a restart."""
    with mounted(outer / "cut", outer / "after", kind, options) as disk, restarted():
        return check(disk / place, evidence)


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
