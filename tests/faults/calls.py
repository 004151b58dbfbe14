"""Every system call of every operation is made to fail, or kills the process there: all or nothing is done.

The operation runs in a child that strace attaches to, so that only its own calls are counted. A dry run gives
the calls; then each is hit: killed before it happens, and failed with every error that it may meet. A refused
operation has changed nothing, an acknowledged one everything, a killed one either; after recovery nothing is
left over and the next commit works.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from functools import partial
from typing import NamedTuple

from faults import crew, tracing
from faults.changes import KEPT, KINDS, ME, NextYear
from faults.invariants import Evidence, check, documents
from faults.report import NotHereError, Outcome, grouped, told
from helpers.faults import Faults
from memdesk.errors import MemdeskError
from memdesk.store import Store

REFUSED = 10
ERRORS = {
    "openat": ("EMFILE", "EACCES", "ENOSPC", "ELOOP"),
    "write": ("ENOSPC", "EIO", "EDQUOT"),
    "pwrite64": ("ENOSPC", "EIO"),
    "fsync": ("EIO", "ENOSPC"),
    "renameat": ("EACCES", "ENOSPC"),
    "renameat2": ("EACCES", "EINVAL", "ENOSPC"),
    "unlinkat": ("EIO", "EBUSY"),
    "mkdirat": ("ENOSPC", "EACCES"),
    "mkdir": ("ENOSPC", "EACCES"),
    "linkat": ("EIO", "EMLINK"),
    "ftruncate": ("EIO",),
    "fchmod": ("EPERM",),
    **dict.fromkeys(
        ("read", "pread64", "close", "lseek", "newfstatat", "fstat", "lstat", "stat", "flock", "fcntl"),
        ("EIO",),
    ),
    **dict.fromkeys(
        ("getdents64", "flistxattr", "faccessat", "faccessat2", "access", "rmdir", "dup"), ("EIO",)
    ),
}


class Hit(NamedTuple):
    """A call by its name and its number among those of its name, and what happens to it."""

    call: str
    number: int
    fault: str

    def __str__(self):
        return f"{self.fault} at {self.call} {self.number}"


def run(work, scale):
    """Hit every call (or as many as asked, evenly spread) of every kind of operation."""
    tracing.require()
    found, ends, names = [], Counter(), list(KINDS)
    for place, (kinds_ends, violations) in crew.answers(
        work, [partial(struck, work / str(number), KINDS[name], scale) for number, name in enumerate(names)]
    ):
        ends.update(kinds_ends)
        found += [f"{names[place]}, {violation}" for violation in violations]
        told(f"{names[place]}: {grouped(sum(kinds_ends.values()))} faults, {len(violations)} violations")
    size = f"{grouped(ends.total())} faults in {len(KINDS)} operations"
    return Outcome(size, {end: grouped(count) for end, count in sorted(ends.items())}, found)


def struck(work, kind, scale):
    """Hit the calls of one kind of operation; return how it ended how often, and every violation."""
    template, found, ends = work / "template", [], Counter()
    kind.begin(template)
    hits = [hit for call in dry_run(template, kind, work) for hit in hits_of(*call)]
    for hit in hits[:: max(1, round(1 / scale))]:
        end, violations = strike(template, kind, work, hit)
        found += [f"{hit}: {violation}" for violation in violations]
        ends[end] += 1
    return ends, found


def hits_of(call, number):
    """Return everything that can happen to one call."""
    return [Hit(call, number, fault) for fault in ("KILL", *ERRORS[call])]


def dry_run(template, kind, work):
    """Return the calls of an operation in order, each with its number among those of its name.

    Before, it is carried out here, so that no child has to import anything.
    """
    shutil.rmtree(_carried_out(shutil.copytree(template, work / "warm", symlinks=True), kind))
    root = shutil.copytree(template, work / "dry", symlinks=True)
    log = work / "calls"
    end = traced(root, kind, log, [])
    shutil.rmtree(root)
    if end:
        raise NotHereError(f"the operation cannot be traced ({end})")
    seen = Counter()
    for name in re.findall(r"^(?:\d+ +)?(\w+)\(", log.read_text(), re.M):
        seen[name] += 1
        yield name, seen[name]


def _carried_out(root, kind):
    carry_out(kind.open(root))
    return root


def strike(template, kind, work, hit):
    """Carry the operation out with this fault; return how it ended and every violation."""
    root = shutil.copytree(template, work / "struck", symlinks=True)
    before = documents(root)
    call, number, fault = hit
    how = "signal=KILL" if fault == "KILL" else f"error={fault}"
    end = traced(root, kind, work / "calls", ["-e", f"inject={call}:{how}:when={number}"])
    found = verdict(root, kind, before, end)
    shutil.rmtree(root)
    return {0: "done", REFUSED: "refused", crew.FAILED: "failed"}.get(end, "killed"), found


def verdict(root, kind, before, end):
    """Return every violation that an operation left which ended like this."""
    evidence, after = Evidence(), kind.wanted(before)
    for path in {*before, *after}:
        evidence.may_be(path, before.get(path))
        evidence.may_be(path, after.get(path))
    if kind.collects:
        kind.open(root)()
        logged = Store(root).operations_of("a.md")[:-KEPT]
        evidence.may_go = {revision for step in logged for revision in (step.before, step.after)}
        evidence.clock = NextYear()
    found = ["it ended with an error of no code"] if end == crew.FAILED else []
    found += check(root, evidence)
    there = documents(root)
    allowed = {0: [after], REFUSED: [before]}.get(end, [before, after])
    if there not in allowed:
        found.append(f"the documents are neither as before nor as wanted, or not as told ({end})")
    try:
        Store(root, lock_timeout=300).commit("probe.md", b"probe", None, ME)
    except MemdeskError as error:
        found.append(f"no commit is possible afterwards: {error}")
    return found


def traced(root, kind, log, options):
    """Run an operation in a child under strace; return the child's end."""
    trace = ["-e", f"trace={','.join(ERRORS)}"]
    return tracing.traced(lambda: partial(carry_out, kind.open(root)), log, [*trace, *options])


def killed_in_process(work, kind, step):
    """Kill an operation at each so many calls that the interpreter makes for it, without strace."""
    template, number, end = work / "template", 0, 1
    kind.begin(template)
    while end:
        number += step
        root, faults = shutil.copytree(template, work / str(number)), Faults(number)
        before = documents(root)
        end = crew.wait(crew.fork(lambda root=root, faults=faults: _armed(root, kind, faults)))
        yield from verdict(root, kind, before, end)


def _armed(root, kind, faults):
    operation = kind.open(root)
    with faults.armed():
        operation()


def carry_out(operation):
    """Carry an operation out; return how that ended."""
    try:
        operation()
    except MemdeskError:
        return REFUSED
    return 0
