"""The five invariants. Every test of the suite hands what it knows to this one checker.

I1  a live document is, byte for byte, a version that somebody wrote whole.
I2  what was acknowledged is durable: kept, logged, and live unless something later took its place.
I3  every version that was displaced or replaced is in the history.
I4  a person's unsaved text survives as a draft with the revision it started from.
I5  after recovery nothing is left: no temporary, no unfinished intent, no damaged or half-written version.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections import Counter
from dataclasses import dataclass, field
from unittest.mock import patch

from memdesk.errors import MemdeskError
from memdesk.model import OUTSIDE, revision_of
from memdesk.store import Store
from memdesk.store.commit import displaced as parking
from memdesk.store.fs.names import PRIVATE, TEMPORARY

RECORDS = frozenset(
    {
        ".gitignore",
        "README",
        "identity",
        "line",
        "lock",
        "intents.jsonl",
        "unfinished.jsonl",
        "operations.jsonl",
        "operations.index",
        "collected.json",
        "review.jsonl",
        "approval.jsonl",
    }
)
HARMLESS = frozenset({"log_torn"})


@dataclass
class Evidence:
    """What is known from outside: versions that may be found, those acknowledged, those taken away."""

    versions: dict = field(default_factory=dict)
    acknowledged: list = field(default_factory=list)
    displaced: set = field(default_factory=set)
    foreign: set = field(default_factory=set)
    may_go: set = field(default_factory=set)
    clock: object = None

    @classmethod
    def of(cls, root):
        """Begin with the documents as they are now."""
        evidence = cls()
        for path, data in documents(root).items():
            evidence.may_be(path, data)
        return evidence

    def copy(self):
        """Return evidence that can grow on its own."""
        versions = {path: set(found) for path, found in self.versions.items()}
        return Evidence(versions, list(self.acknowledged), set(self.displaced), set(self.foreign))

    def may_be(self, path, data):
        """Count these bytes (None = no file) among what a document may be."""
        self.versions.setdefault(path, set()).add(None if data is None else revision_of(data))

    def must_keep(self, data):
        """Count these bytes among what was taken away by the core."""
        self.displaced.add(revision_of(data))

    def done(self, result):
        """Take in that a commit was acknowledged."""
        if result.operation:
            self.acknowledged.append((result.path, result.before, result.after, result.operation))


def documents(root):
    """Return the bytes of every plain file that is not ours."""
    return dict(_documents(os.fspath(root), ""))


def _documents(folder, place):
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name == PRIVATE or entry.name.startswith(TEMPORARY):
                continue
            if entry.is_dir(follow_symlinks=False):
                yield from _documents(entry.path, f"{place}{entry.name}/")
            elif entry.is_file(follow_symlinks=False):
                with open(entry.path, "rb") as file:
                    yield place + entry.name, file.read()


def check(root, evidence):
    """Recover the workspace and let go of what was set aside, then return every violation in words."""
    Store(root).recover()
    with patch.object(parking, "SECONDS", 0):
        Store(root).late()
    found = [*whole(root, evidence), *leftovers(root, evidence.clock)]
    if (root / PRIVATE).exists():
        found += [*durable(root, evidence), *kept(root, evidence), *chained(root, evidence)]
    elif evidence.acknowledged:
        found.append("I2 there is no history at all")
    return found


def whole(root, evidence):
    """I1: torn, emptied, vanished or appeared documents."""
    there = {path: revision_of(data) for path, data in documents(root).items()}
    for path, revision in there.items():
        if revision not in evidence.versions.get(path, set()):
            yield f"I1 {path} is a version that nobody wrote ({revision})"
    for path, versions in evidence.versions.items():
        if path not in there and None not in versions:
            yield f"I1 {path} is gone, and nobody deleted it"


def durable(root, evidence):
    """I2: acknowledged commits that are not in the log, or whose bytes are neither live nor kept."""
    store = Store(root)
    logged = {operation.id: operation for operation in store.operations().operations}
    for path, before, after, operation in evidence.acknowledged:
        found = logged.get(operation)
        if found is None:
            yield f"I2 {path}: acknowledged operation {operation} is not in the log"
        elif (found.path, found.before, found.after) != (path, before, after):
            yield f"I2 {path}: operation {operation} is logged as another one"
    wanted = {after for _, _, after, _ in evidence.acknowledged if after}
    yield from (f"I2 acknowledged {found}" for found in _missing(store, wanted))


def kept(root, evidence):
    """I3: versions that were replaced or taken away and are not in the history."""
    store = Store(root)
    live = {revision_of(data) for data in documents(root).values()}
    logged = {operation.before for operation in store.operations().operations if operation.before}
    replaced = {before for _, before, _, _ in evidence.acknowledged if before}
    taken = (logged | replaced | evidence.displaced) - live - evidence.may_go
    yield from (f"I3 {found}" for found in _missing(store, taken))


def chained(root, evidence):
    """Every logged change begins where the one before it ended, the last one ends at what is live.

    Where writers past the core take part, a change may begin at a version of theirs instead.
    """
    state, seen = {}, Counter()
    for operation in Store(root).operations().operations:
        seen[operation.id] += 1
        if operation.actor != OUTSIDE:
            before = state.get(operation.path, operation.before)
            if before != operation.before and operation.before not in evidence.foreign:
                yield f"I2 {operation.path}: the chain of versions breaks at {operation.id}"
        state[operation.path] = operation.after
    yield from (f"I2 operation {name} is logged {count} times" for name, count in seen.items() if count > 1)
    live = {path: revision_of(data) for path, data in documents(root).items()}
    for path, after in state.items():
        if live.get(path) != after and live.get(path) not in evidence.foreign:
            yield f"I2 {path}: the log ends at {after}, the document is {live.get(path)}"


def leftovers(root, clock=None):
    """I5: temporaries, intents, folders without content, versions that are not what their name says."""
    for path in root.rglob("*"):
        if path.name.startswith(TEMPORARY) and PRIVATE not in path.relative_to(root).parts:
            yield f"I5 temporary {path.name} was left"
    private = root / PRIVATE
    if private.exists():
        for finding in Store(root, clock=clock).check().findings:
            if finding.problem.code not in HARMLESS:
                yield f"I5 {finding.uri}: {finding.problem.code} {finding.problem.message}"
        for path in private.rglob("*"):
            if path.is_file() and (trouble := damage(path)):
                yield f"I5 {path.relative_to(root)} {trouble}"


def damage(path):
    """Return what is wrong with a file of ours, for versions independently of the code that reads them."""
    if path.name in RECORDS:
        return ""
    digest, _, ending = path.name.partition(".")
    if len(digest) != 64 or ending not in ("", "z"):
        return "was left behind"
    try:
        data = zlib.decompress(path.read_bytes()) if ending else path.read_bytes()
    except zlib.error:
        return "cannot be unpacked"
    return "" if hashlib.sha256(data).hexdigest() == digest else "is damaged"


def drafts_survive(found, kept_before):
    """I4: of the texts that were kept one after the other, the last acknowledged one or a later is there."""
    texts = [(draft.text, draft.base) for draft in found]
    if kept_before and not set(texts) & set(kept_before):
        yield f"I4 none of {len(kept_before)} drafts came back ({len(texts)} others did)"


def _missing(store, revisions):
    for revision in revisions:
        try:
            if revision_of(store.version(revision)) != revision:
                yield f"{revision} is kept with other bytes"
        except MemdeskError as error:
            yield f"{revision} is not kept ({error.code})"
