"""Which kept versions may go: pure rules over the operation log, the blobs and the time.

Kept is whatever was a document's content at some moment of the last 30 days, the last 50 versions of every
document, and what a person wrote for 180 days. Where all that is larger than the limit, the oldest versions
that no person wrote go first, but never the last ten of a document, and nothing younger than a day. What a
person pinned never goes.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.model import Origin, Revision
from memdesk.store.oplog.operation import Operation
from memdesk.text.cooperative import yielding

DAY = 86_400.0


class RetentionRules(NamedTuple):
    """How long versions are kept, and how many (times in seconds)."""

    everything: float = 30 * DAY
    persons: float = 180 * DAY
    versions: int = 50
    always: int = 10
    """Versions of a document that not even the limit takes."""
    limit: int = 512 << 20
    young: float = DAY
    """What was put into the history since is never taken: somebody may be about to log it."""


class KeptVersion(NamedTuple):
    """A kept version: its bytes on disk, and when it was last put into the history."""

    revision: Revision
    bytes: int
    time: float


class Plan(NamedTuple):
    """What goes, the oldest first, and what stays."""

    gone: tuple[KeptVersion, ...] = ()
    bytes: int = 0
    kept: int = 0
    kept_bytes: int = 0
    capped: float = -math.inf
    """Versions that were replaced before this moment may have gone for the limit's sake."""


@dataclass(slots=True)
class Use:
    """What is known of a revision over all documents that had it.

    ``until`` is when it was replaced at last, ``written`` the same for a revision that a person wrote, and
    ``rank`` how many newer versions its document has; in ``paths`` are the documents.
    """

    until: float = -math.inf
    written: float = -math.inf
    rank: float = math.inf
    path: str = ""

    def stays(self, now: float, rules: RetentionRules) -> bool:
        """Say whether the rules keep the version, apart from the limit."""
        if self.rank < rules.versions or self.until > now - rules.everything:
            return True
        return self.written > now - rules.persons


def plan(
    operations: Iterable[Operation],
    blobs: Iterable[KeptVersion],
    now: float,
    rules: RetentionRules | None = None,
    *,
    whole: bool = True,
    pinned: Container[Revision] = (),
    sure: float = math.inf,
) -> Plan:
    """Return what may go: nothing that is pinned.

    Where the log is not ``whole``, only versions that it mentions are judged. Ages are counted up to
    ``sure``, a moment that has certainly been, where the clock tells of a later one.
    """
    rules, uses = rules or RetentionRules(), uses_of(operations, now)
    blobs = tuple(blobs)
    held = [blob for blob in blobs if blob.revision in pinned]
    judged = [
        (blob, uses.get(blob.revision) or _unmentioned(blob, whole=whole))
        for blob in blobs
        if blob.revision not in pinned
    ]
    gone: list[tuple[KeptVersion, Use]] = []
    rest: list[tuple[KeptVersion, Use]] = []
    for blob, use in judged:
        stays = blob.time > now - rules.young or use.stays(min(now, sure), rules)
        (rest if stays else gone).append((blob, use))
    pins = sum(blob.bytes for blob in held)
    over = pins + sum(blob.bytes for blob, _ in rest) - rules.limit
    surplus = list(_surplus(rest, over, now, rules))
    oldest = sorted((*gone, *surplus), key=lambda judged: judged[1].until)
    taken = sum(blob.bytes for blob, _ in oldest)
    return Plan(
        tuple(blob for blob, _ in oldest),
        taken,
        len(blobs) - len(oldest),
        sum(blob.bytes for blob in blobs) - taken,
        max((use.until for _, use in surplus), default=-math.inf),
    )


def uses_of(operations: Iterable[Operation], now: float) -> dict[Revision, Use]:
    """Return what the log tells of every revision that it mentions."""
    uses: dict[Revision, Use] = {}
    for path, steps in _by_path(_in_time(operations, now)).items():
        ranks: dict[Revision, int] = {}
        for revision, until, by_person in _stays(steps):
            use = uses.setdefault(revision, Use(path=path))
            use.rank = min(use.rank, ranks.setdefault(revision, len(ranks)))
            use.until = max(use.until, until)
            use.written = max(use.written, until) if by_person else use.written
    return uses


def _in_time(operations: Iterable[Operation], now: float) -> list[Operation]:
    """Return operations with one that is dated before what was logged earlier dated like what follows it.

    Only the machine's time counts, never one that was told. A clock may have been slow, that of a machine
    which has none while it is off; what was written then is not old for that. A time that is still to come
    tells of a clock that was fast, and nothing of others.
    """
    found = [step if step.machine is None else step._replace(time=step.machine) for step in operations]
    late, latest = set[int](), -math.inf
    for index, operation in enumerate(yielding(found)):
        if operation.time < latest:
            late.add(index)
        elif operation.time <= now:
            latest = operation.time
    following = now
    for index in range(len(found) - 1, -1, -1) if late else ():
        if index in late:
            found[index] = found[index]._replace(time=following)
        following = min(found[index].time, following)
    return found


def _by_path(operations: Iterable[Operation]) -> Mapping[str, list[Operation]]:
    found: dict[str, list[Operation]] = {}
    for operation in operations:
        found.setdefault(operation.path, []).append(operation)
    return found


def _stays(steps: list[Operation]) -> Iterator[tuple[Revision, float, bool]]:
    """Yield a document's states, the newest first: the revision, until when, and whether a person wrote."""
    until = math.inf
    later: Operation | None = None
    for step in reversed(steps):
        if later is not None and later.before is not None and later.before != step.after:
            yield later.before, later.time, False
        if step.after is not None:
            yield step.after, max(until, step.time), step.actor.origin is Origin.HUMAN
        until, later = step.time, step
    if later is not None and later.before is not None:
        yield later.before, later.time, False


def _surplus(
    rest: list[tuple[KeptVersion, Use]], over: int, now: float, rules: RetentionRules
) -> Iterator[tuple[KeptVersion, Use]]:
    """Yield what the limit takes of the rest: what no person wrote first, the oldest first."""
    able = ((blob, use) for blob, use in rest if use.rank >= rules.always and blob.time <= now - rules.young)
    for blob, use in sorted(able, key=lambda judged: (judged[1].written > -math.inf, judged[1].until)):
        if over <= 0:
            return
        over -= blob.bytes
        yield blob, use


def _unmentioned(blob: KeptVersion, *, whole: bool) -> Use:
    """Judge a version that no line mentions by its own time; where lines are missing, leave it alone."""
    return Use(until=blob.time) if whole else Use(until=math.inf, rank=-1)
