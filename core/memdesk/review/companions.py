"""What one unit wrote of one memory in several documents: it is taken back together.

Which documents tell of the same memory, their system says (``followers`` of a format).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, permutations

from memdesk.errors import MemdeskError
from memdesk.ops.merge import format_of
from memdesk.review.decisions import Marks
from memdesk.review.items import ReviewItem
from memdesk.review.pending import Pending
from memdesk.review.revert import Reversal
from memdesk.workspace import Workspace

_HELD = (".json", ".db")
"""How the names end of documents in which one memory is held beside others."""


class CompanionChanges:
    """Finds the changes that belong together in one workspace."""

    def __init__(self, workspace: Workspace, pending: Pending) -> None:
        self._workspace = workspace
        self._pending = pending

    def with_companions(self, items: Sequence[ReviewItem], marks: Marks) -> tuple[ReviewItem, ...]:
        """Return items with those that belong to them and were not reverted, the one logged last first."""
        names = {item.id for item in items}
        added = {
            each.id
            for pair in self._pairs(items, marks)
            if any(one.id in names for one in pair)
            for each in pair
            if each.id not in names and not each.is_reverted
        }
        return self._pending.in_order(names | added, marks) if added else tuple(items)

    def without(
        self, items: Sequence[ReviewItem], leave: Collection[str], marks: Marks
    ) -> tuple[ReviewItem, ...]:
        """Return items but for those that are left out, and for those that follow one of these."""
        out = {*leave}
        if out:
            out |= {follower.id for leader, follower in self._pairs(items, marks) if leader.id in out}
        return tuple(item for item in items if item.id not in out)

    def planned(
        self, items: Sequence[ReviewItem], marks: Marks, plan: Callable[[Iterable[ReviewItem]], Reversal]
    ) -> Reversal:
        """Return a plan for items in which what follows goes only with what it follows.

        What only follows is left where it is, if it cannot be taken back.
        """
        reversal = plan(items)
        if not reversal.obstacles:
            return reversal
        pairs, stuck = [*self._pairs(items, marks)], {one.item for one in reversal.obstacles}
        held = {follower.id for leader, follower in pairs if leader.id in stuck}
        if held - stuck:
            reversal = plan(item for item in items if item.id not in held)
        done = {*reversal.ids}
        led = {follower.id for leader, follower in pairs if leader.id in done}
        return replace(reversal, obstacles=tuple(one for one in reversal.obstacles if one.item not in led))

    def _pairs(self, items: Iterable[ReviewItem], marks: Marks) -> Iterator[tuple[ReviewItem, ReviewItem]]:
        """Yield the pairs of a change and one that follows it, of the units that items are of."""
        units = {item.unit for item in items if item.unit is not None and item.uri.endswith(_HELD)}
        found: dict[str | None, list[ReviewItem]] = {}
        for item in self._pending.of_units(frozenset(units), marks) if units else ():
            found.setdefault(item.unit, []).append(item)
        for one, other in chain.from_iterable(permutations(unit, 2) for unit in found.values()):
            if _are_near(one, other) and self._leads(one, other):
                yield one, other

    def _leads(self, one: ReviewItem, other: ReviewItem) -> bool:
        try:
            info = self._workspace.info(one.uri)
        except MemdeskError:
            return False
        return self._workspace.kind(other.uri) in format_of(self._workspace, info).followers


def _are_near(leader: ReviewItem, follower: ReviewItem) -> bool:
    """Say whether documents are of one memory: in one folder, or what follows in one that is shared above."""
    return f"{_folder(leader)}/".startswith(f"{_folder(follower)}/") or not _folder(follower)


def _folder(item: ReviewItem) -> str:
    return item.uri.rpartition("/")[0]
