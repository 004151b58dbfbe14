"""Reverts, restores, approvals, rollbacks while a second process writes the same document: nothing is lost.

Each way is taken over and over against an agent, which adds one to its own number by compare-and-swap, and
against a program past the core, which exchanges finished files into place. What either wrote must be kept,
each step is done or refused by a reason that has a name, and where a way touches the person's number alone,
none of the agent's additions may be missing in the end.
"""

from __future__ import annotations

import itertools
import re
import time
from collections import Counter
from functools import partial

from faults import claims, crew
from faults.foreign import Foreign
from faults.invariants import Evidence, check
from faults.report import Outcome, grouped, sized
from memdesk.access.proposals import StagingRule
from memdesk.errors import ConflictError, LockedError, MemdeskError, StagedError
from memdesk.history.backups import Backups, WholeRestore
from memdesk.model import Actor, Origin, Via
from memdesk.ops.save import save
from memdesk.policy.editor import AgentPolicy
from memdesk.review import Inbox
from memdesk.review.approval import Approval
from memdesk.store import Store
from memdesk.workspace import Workspace

STEPS = 500
PACE = 0.001
ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.PYTHON, "memory_patch", "s1")
OTHER = Actor("other", Origin.AGENT, Via.PYTHON, "memory_patch", "s2")
THEIRS, MINE = b"retrieve_limit", b"recent_days"
NOTE, OVERRIDES = "memory/MEMORY.md", "memory/policy_overrides.json"
FIRST = {
    NOTE: b"## 2026-11-20\n\nretrieve_limit: 1\n\nlikes tea\n\nrecent_days: 1\n",
    OVERRIDES: b'{\n  "retrieve_limit": 1,\n  "recent_days": 1\n}',
}
REFUSALS = frozenset({"conflict", "locked", "revert_conflict"})


def revert(workspace, number, *, told):
    """Let an agent change the person's number, and take that back."""
    written = changed(workspace, number, told)
    Inbox(workspace).revert([written.operation], ADA)


def restore(workspace, _, *, told):
    """Go back to exactly the first version."""
    backups = Backups(workspace, ())
    backups.restore(backups.all(NOTE)[-1], WholeRestore(), ADA)


def changed(workspace, number, told):
    """Let an agent change the person's number; return the commit.

    What loses a race may be live until it is taken back. Where the other writer took it over meanwhile,
    nothing is left to be written, and another number has to do.
    """
    numbers = itertools.count(number, STEPS)
    tries = (surely(put, workspace, NOTE, (MINE, other), OTHER, told) for other in numbers)
    return next(written for written in tries if written.operation)


def surely(step, *arguments):
    """Do something until nobody came in between: what prepares a step is none."""
    while True:
        try:
            return step(*arguments)
        except ConflictError:
            continue


def approve(workspace, number, *, told):
    """Let in a write of an agent as it was shown."""
    approval = Approval(workspace)
    if not approval.rules:
        approval.set_rules([StagingRule(actor="other")], ADA)
    try:
        changed(workspace, number, told)
    except StagedError as held:
        staged = approval.find(held.name)
        try:
            approval.approve(staged.id, staged.revision, ADA)
        except ConflictError:
            approval.refuse(staged.id, ADA)
            raise


def rollback(workspace, number, *, told):
    """Override the person's key, and take that back."""
    desk = AgentPolicy(workspace, "memory")
    change = desk.set({MINE.decode(): number}, ADA)
    desk.rollback(change.name or "none", ADA, key=MINE.decode())


WAYS = ((revert, NOTE), (restore, NOTE), (approve, NOTE), (rollback, OVERRIDES))


def run(work, scale):
    """Race every way against both writers."""
    steps, figures, found = sized(STEPS, scale, 2), {}, []
    for (way, uri), writer in itertools.product(WAYS, (agent, outside)):
        name = f"{way.__name__} against {writer.__name__}"
        race = Race(work / name, uri)
        counted, violations = race.run(way, writer, steps)
        if writer is agent and way is not restore:
            violations += race.lost()
        figures[name] = ", ".join(f"{number} {what}" for what, number in sorted(counted.items()))
        found += [f"{name}: {violation}" for violation in violations]
    return Outcome(f"{len(WAYS)} ways × 2 writers × {grouped(steps)} steps", figures, found)


class Race:
    """A workspace with one document that two processes write."""

    def __init__(self, work, uri):
        self.root, self.uri, self.stop = work / "workspace", uri, work / "stop"
        for path, data in FIRST.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_bytes(data)
        self.told = claims.Claims(work / "claims")
        self.evidence = Evidence.of(self.root)
        with Workspace.open(self.root) as workspace:
            put(workspace, uri, (MINE, 0), BLOOP, self.told)

    def run(self, way, writer, steps):
        """Return how often a step was done or refused, and every violation."""
        other = crew.fork(partial(writer, self.root, self.uri, self.told, self.stop))
        ends = crew.together([partial(take, self.root, way, self.told, steps)])
        self.stop.touch()
        ends.append(crew.wait(other))
        violations = [f"a process ended with {end}" for end in ends if end] + self.violations()
        return Counter(self.figures.get("outcome", ())), violations

    def violations(self):
        """Compare what is there with what the processes said."""
        evidence, self.figures = claims.read(self.told, self.evidence)
        made_by_core(self.root, evidence)
        return check(self.root, evidence)

    def lost(self):
        """Compare the agent's number with what it added."""
        missing = 1 + sum(self.figures["added"]) - value_of((self.root / self.uri).read_bytes(), THEIRS)
        return [f"{missing} of the agent's additions are lost"] if missing else []


def take(root, way, told, steps):
    """Take one way again and again; what is neither done nor refused ends this process with an error."""
    outcomes = []
    with Workspace.open(root, lock_timeout=300) as workspace:
        for number in range(2, steps + 2):
            try:
                way(workspace, number, told=told)
                outcomes.append("done")
            except MemdeskError as error:
                if error.code not in REFUSALS:
                    raise
                outcomes.append(error.code)
    told.figure("outcome", outcomes)


def agent(root, uri, told, stop):
    """Add one through the core until told to stop."""
    added = 0
    with Workspace.open(root, lock_timeout=300) as workspace:
        while not stop.exists():
            try:
                put(workspace, uri, (THEIRS, None), BLOOP, told)
                added += 1
            except (ConflictError, LockedError):
                continue
    told.figure("added", [added])


def outside(root, uri, told, stop):
    """Exchange finished files into place until told to stop."""
    writer = Foreign(root, told, uri)
    while not stop.exists():
        data = (root / uri).read_bytes()
        writer.rename(with_value(data, THEIRS, value_of(data, THEIRS) + 1))
        time.sleep(PACE)


def put(workspace, uri, wanted, actor, told):
    """Save a document with another number (None: the next one) over what it is; return the commit."""
    seen, (name, number) = workspace.read(uri), wanted
    value = value_of(seen.data, name) + 1 if number is None else number
    new = with_value(seen.data, name, value)
    told.tries(uri, new)
    result = save(workspace, uri, new, seen.revision, actor)
    told.done(result)
    return result


def made_by_core(root, evidence):
    """Count what the log says was written among what a document may be; past the core nobody wrote it."""
    for step in Store(root).operations().operations:
        versions = evidence.versions.setdefault(step.path, set())
        if step.actor.origin is not Origin.FOREIGN:
            versions.add(step.after)


def value_of(data, name):
    """Return a number in a document."""
    return int(re.search(name + rb'"?: (\d+)', data)[1])


def with_value(data, name, value):
    """Return a document with another number."""
    return re.sub(rb"(" + name + rb'"?: )\d+', rb"\g<1>" + str(value).encode(), data)
