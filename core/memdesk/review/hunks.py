"""The hunks of one change, each judged for itself: what a document was without some of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.errors import MemdeskError, UsageError
from memdesk.history.history import History
from memdesk.model import Revision, revision_of
from memdesk.review.decisions import RecordedDecision, Verdict
from memdesk.review.items import ReviewItem
from memdesk.review.revert_obstacles import ConflictReason, Obstacle
from memdesk.text.diff import Hunk, line_diff
from memdesk.text.encoding import decode, encode
from memdesk.text.json.text import parse


@dataclass(frozen=True, slots=True)
class HunkReversal:
    """Some hunks of a change as a change of their own, to be taken back like any."""

    id: str
    uri: str
    before: Revision | None
    after: Revision | None
    machine_time: float
    data: bytes
    """What the document was before these hunks; ``before`` is its revision."""
    is_valid: bool
    """Whether that is valid, if what the change wrote was."""
    moved: str = ""


class HunkVerdicts(NamedTuple):
    """What is decided of the hunks of a change, each by its number, counted from 1."""

    accepted: frozenset[int] = frozenset()
    reverted: frozenset[int] = frozenset()

    @property
    def judged(self) -> frozenset[int]:
        """The hunks that are decided."""
        return self.accepted | self.reverted

    def verdict(self, count: int) -> Verdict:
        """Return what that makes of the change with so many hunks."""
        if len(self.judged) < count:
            return Verdict.PARTLY
        if not self.reverted:
            return Verdict.ACCEPTED
        return Verdict.EDITED if self.accepted else Verdict.REVERTED


def verdicts_of(mark: RecordedDecision | None) -> HunkVerdicts:
    """Return what is decided of the hunks of a change that waits."""
    if mark is None or mark.is_final:
        return HunkVerdicts()
    return HunkVerdicts(frozenset(mark.accepted), frozenset(mark.reverted))


def judged_hunks(
    found: HunkVerdicts, count: int, accepted: Collection[int], reverted: Collection[int]
) -> HunkVerdicts:
    """Return the verdicts with new ones. Raises UsageError for hunks that are not there or are judged."""
    wanted = [*accepted, *reverted]
    if not wanted or len(set(wanted)) < len(wanted):
        raise UsageError("name each hunk that is to be judged once")
    for number in wanted:
        if not 1 <= number <= count:
            raise UsageError(f"there is no hunk {number}: this change has {count}, counted from 1")
        if number in found.judged:
            raise UsageError(f"hunk {number} is judged already; 'reopen' makes the whole change wait again")
    return HunkVerdicts(found.accepted | frozenset(accepted), found.reverted | frozenset(reverted))


def hunks_of(history: History, item: ReviewItem) -> tuple[Hunk, ...]:
    """Return how the lines of a change differ. Raises UsageError where it cannot be judged in parts."""
    before, after = (decode(_side(history, item, side)) for side in (item.before, item.after))
    if item.after is None or not (before.editable and after.editable):
        raise UsageError("this change has no hunks: it is judged as a whole")
    return line_diff(before.text, after.text)


def without_hunks(history: History, item: ReviewItem, chosen: Collection[int]) -> HunkReversal:
    """Return some hunks of a change as a change of their own."""
    after = decode(_side(history, item, item.after))
    lines = after.text.split("\n")
    for number, hunk in reversed([*enumerate(hunks_of(history, item), 1)]):
        if number in chosen:
            lines[hunk.new_start : hunk.new_end] = hunk.old
    text = "\n".join(lines)
    data = encode(text, after.form, after.text)
    is_json = item.uri.lower().endswith(".json")
    is_valid = not is_json or bool(parse(after.text).broken) or not parse(text).broken
    return HunkReversal(item.id, item.uri, revision_of(data), item.after, item.machine_time, data, is_valid)


class UnjudgedChanges(NamedTuple):
    """What of changes is not judged yet, the texts that only this makes, and what cannot be told apart."""

    changes: tuple[ReviewItem | HunkReversal, ...]
    texts: dict[Revision, bytes]
    obstacles: tuple[Obstacle, ...]


def rest_of(history: History, items: Iterable[ReviewItem], chosen: Collection[int] = ()) -> UnjudgedChanges:
    """Return what of changes is not judged yet: one with judged hunks without these, any other as it is.

    ``chosen``: these hunks of one change alone.
    """
    changes: list[ReviewItem | HunkReversal] = []
    texts: dict[Revision, bytes] = {}
    obstacles: list[Obstacle] = []
    for item in items:
        judged = verdicts_of(item.mark).judged
        if not judged and not chosen:
            changes.append(item)
            continue
        try:
            rest = chosen or {*range(1, len(hunks_of(history, item)) + 1)} - judged
            change = without_hunks(history, item, rest)
        except UsageError:
            obstacles.append(Obstacle(ConflictReason.NOT_KEPT, item.uri, item.id))
            continue
        if change.is_valid:
            changes.append(change)
            texts[revision_of(change.data)] = change.data
        else:
            obstacles.append(Obstacle(ConflictReason.WOULD_BREAK, item.uri, item.id))
    return UnjudgedChanges(tuple(changes), texts, tuple(obstacles))


def _side(history: History, item: ReviewItem, revision: Revision | None) -> bytes:
    try:
        return history.content(item.uri, revision) or b""
    except MemdeskError as error:
        raise UsageError("a version of this change is no longer kept: it is judged as a whole") from error
