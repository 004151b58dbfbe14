"""A change together with the later ones that build on it, to be taken back in one step.

Where a later change rewrote, moved or deleted what one had brought, that one cannot go alone. Which ones
these are is asked of what takes changes back: after which change more of one was missing than before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf

from memdesk.errors import MemdeskError, NotFoundError
from memdesk.history.history import EVERYTHING, History
from memdesk.model import Origin, Revision
from memdesk.ops.merge import merge_versions
from memdesk.review.companions import CompanionChanges
from memdesk.review.current_names import Renames
from memdesk.review.decisions import Marks
from memdesk.review.hunks import rest_of
from memdesk.review.items import Filter, ReviewItem, item_of
from memdesk.review.pending import Pending
from memdesk.review.renewing import renewed
from memdesk.review.revert import OWN, Reversal, ReversalTarget, Undone, plan, standing_at
from memdesk.text.building_on import Missing, about_the_same, building_on, may_concern
from memdesk.text.encoding import decode
from memdesk.text.step import TextChange
from memdesk.workspace import Workspace

ROUNDS = 8
"""How often it is looked for what builds on what was found in another document."""


@dataclass(frozen=True, slots=True)
class ReversalTogether:
    """What it does to take changes back with the later ones that build on them.

    ``items`` is all that goes, of each document the newest first; also what a person did is among them.
    """

    items: tuple[ReviewItem, ...]
    plan: Reversal
    asked: frozenset[str]

    @property
    def later(self) -> tuple[ReviewItem, ...]:
        """The changes that build on what was asked for."""
        return tuple(item for item in self.items if item.id not in self.asked)

    @property
    def is_possible(self) -> bool:
        """Whether all of it can go, and that makes a document another one."""
        return not self.plan.obstacles and bool(self.plan.documents)


class LaterChanges:
    """Finds what builds on changes in one workspace, and what it does to take them back together."""

    def __init__(
        self,
        workspace: Workspace,
        names: Renames,
        pending: Pending,
        companions: CompanionChanges,
        undone: Undone,
    ) -> None:
        self._workspace = workspace
        self._names = names
        self._pending = pending
        self._companions = companions
        self._undone = undone
        self._history = History(workspace)

    def together(self, items: Sequence[ReviewItem], marks: Marks) -> ReversalTogether:
        """Return changes with what builds on them, and what it does to take all of that back."""
        asked = self._companions.with_companions(items, marks)
        search = _Search(self._workspace, self._names, self._history, marks)
        closely = replace(search, closely=True)
        for wider in (search, closely, replace(closely, by_words=True), replace(closely, anyhow=True)):
            found = self._closure(asked, wider)
            reversal = self._planned(found, marks)
            if not reversal.obstacles:
                break
        return ReversalTogether(tuple(found), reversal, frozenset(item.id for item in asked))

    def plan(self, ids: Collection[str], later: Collection[str], marks: Marks) -> Reversal:
        """Return what it does to take back changes and these later ones, which may be a person's, too.

        Raises NotFoundError for one that is in none of the documents of the others.
        """
        wanted = {*ids, *later}
        search = _Search(self._workspace, self._names, self._history, marks)
        items = self._companions.with_companions(self._pending.known(wanted, marks, Filter()), marks)
        search.read(items)
        known = {item.id: item for item in items} | search.steps(wanted)
        if missing := wanted - known.keys():
            raise NotFoundError(f"there is no change {min(missing)} here that could be reverted with it")
        return self._planned(search.in_order(known.values()), marks)

    def _closure(self, asked: Iterable[ReviewItem], search: _Search) -> list[ReviewItem]:
        found = {item.id: item for item in asked}
        for _ in range(ROUNDS):
            search.read(found.values())
            new = {each.id: each for item in tuple(found.values()) for each in search.building_on(item)}
            theirs = [each for each in (found | new).values() if not _is_persons(each)]
            new |= {each.id: each for each in self._companions.with_companions(theirs, search.marks)}
            if new.keys() <= found.keys():
                break
            found |= new
        return search.in_order(found.values())

    def _planned(self, items: Sequence[ReviewItem], marks: Marks) -> Reversal:
        """Return a plan; the ids are those of what can be judged, which no act of a person can."""
        found = self._companions.planned(items, marks, self._taken_back)
        persons = {item.id for item in items if _is_persons(item)}
        return replace(found, ids=tuple(each for each in found.ids if each not in persons))

    def _taken_back(self, changes: Iterable[ReviewItem]) -> Reversal:
        items = tuple(changes)
        going = {item.id for item in items}
        # What a person took back is back for a moment, where that goes, too: it tells nothing of what was.
        is_own = any(_is_persons(item) and item.actor.tool in OWN for item in items)
        undone = partial(self._undone_before, going)
        rest = rest_of(self._history, items)
        found = plan(self._workspace, rest.changes, self._names, None if is_own else undone, texts=rest.texts)
        return renewed(self._workspace, replace(found, obstacles=(*found.obstacles, *rest.obstacles)))

    def _undone_before(self, going: Collection[str], uri: str) -> list[ReversalTarget]:
        return [each for each in self._undone(uri) if each.id not in going]


def _is_json(item: ReviewItem) -> bool:
    return item.uri.lower().endswith(".json")


def _is_persons(item: ReviewItem) -> bool:
    return item.actor.origin is Origin.HUMAN


@dataclass(frozen=True)
class _Search:
    """What happened to the documents that changes are of, each read once."""

    workspace: Workspace
    names: Renames
    history: History
    marks: Marks
    closely: bool = False
    """Whether each change is looked at: what looked whole in between may not have been."""
    by_words: bool = False
    """Whether each counts that is about the same lines, whatever is missing of another; not of JSON."""
    anyhow: bool = False
    """Whether one counts by which more of another is missing, whatever its words are about."""
    _lines: dict[str, tuple[ReviewItem, ...]] = field(default_factory=dict)
    _missing: dict[tuple[str, Revision | None], Missing] = field(default_factory=dict)

    def read(self, items: Iterable[ReviewItem]) -> None:
        """Read what happened to the documents of some changes, the oldest first."""
        for uri in {self._place(item) for item in items} - self._lines.keys():
            operations = reversed(self.workspace.lineage(uri, EVERYTHING).operations)
            marks = self.marks.by_id
            self._lines[uri] = tuple(
                item_of(each, marks.get(each.id)) for each in operations if not each.late
            )

    def steps(self, names: Collection[str]) -> dict[str, ReviewItem]:
        """Return those of these documents' changes that have these ids."""
        return {item.id: item for line in self._lines.values() for item in line if item.id in names}

    def in_order(self, items: Iterable[ReviewItem]) -> list[ReviewItem]:
        """Return changes in the order in which they are taken back."""
        left = {item.id: item for item in items}
        ordered = [
            left.pop(each.id) for line in self._lines.values() for each in line[::-1] if each.id in left
        ]
        return [*left.values(), *ordered]

    def building_on(self, item: ReviewItem) -> list[ReviewItem]:
        """Return the later changes of a change's document that build on it."""
        uri = self._place(item)
        chain = _net(item, self._lines[uri])
        if item.after is None or item.moved:
            return chain[1:] if item.after is None else []
        look, concerns = partial(self._look, uri, chain), partial(self._may_concern, chain)
        if self.by_words and not _is_json(item):
            return [chain[at] for at in about_the_same(0, len(chain) - 1, concerns)]
        alone = partial(self._alone, uri, chain) if self.closely and _is_json(item) else None
        found = building_on(0, len(chain) - 1, look, concerns, closely=self.closely, alone=alone)
        return [chain[at] for at in found]

    def _may_concern(self, chain: Sequence[ReviewItem], number: int, at: int) -> bool:
        """Say whether a later change can be about an earlier one; in doubt it is."""
        if self.anyhow or _is_json(chain[number]):
            return True
        earlier, later = self._step(chain[number]), self._step(chain[at])
        return earlier is None or later is None or may_concern(earlier, later, widely=self.closely)

    def _step(self, item: ReviewItem) -> TextChange | None:
        if item.after is None:
            return None
        try:
            sides = [self.history.content(item.uri, side) for side in (item.before, item.after)]
        except MemdeskError:
            return None
        before, after = map(decode, sides)
        return TextChange(before.text, after.text) if before.editable and after.editable else None

    def _place(self, item: ReviewItem) -> str:
        return self.names.now(item.uri, item.machine_time)

    def _look(self, uri: str, chain: Sequence[ReviewItem], number: int, at: int) -> Missing:
        change, then = chain[number], chain[at].after
        key = change.id, then
        if key not in self._missing:
            self._missing[key] = self._missing_of(uri, change, chain[at])
        return self._missing[key]

    def _missing_of(self, uri: str, change: ReviewItem, then: ReviewItem) -> Missing:
        try:
            data = None if then.after is None else self.history.content(then.uri, then.after)
        except MemdeskError:  # nobody knows what stood there any more
            return Missing(0)
        return self._missing_in(uri, change, data)

    def _alone(self, uri: str, chain: Sequence[ReviewItem], number: int, at: int) -> Missing:
        """Return what is missing of a change where of the later ones only one was made."""
        change, then = chain[number], chain[at]
        try:
            before, after, theirs = (
                self.history.content(each.uri, each.after) for each in (chain[at - 1], then, change)
            )
            data = merge_versions(self.workspace, self.workspace.info(uri), before, after, theirs).data
        except MemdeskError:
            return Missing(0)
        return Missing(0) if data is None else self._missing_in(uri, change, data)

    def _missing_in(self, uri: str, change: ReviewItem, data: bytes | None) -> Missing:
        found = standing_at(self.workspace, change, self.names, uri, data)
        standing = found.standing.get(change.id)
        if standing is None:
            is_whole = bool(found.documents) and not found.obstacles
            return Missing(0 if is_whole else inf, is_gone=not is_whole)
        return Missing(standing.lines - standing.stands, bool(found.obstacles), not standing.stands)


def _net(item: ReviewItem, line: Sequence[ReviewItem]) -> list[ReviewItem]:
    """Return a change with the later ones of its document to which what is there now goes back.

    Where a document became again what it had been before, what came in between does not count.
    """
    places = (at for at, each in enumerate(line) if each.id == item.id)
    after = line[next(places, len(line)) + 1 :]
    former: dict[Revision | None, ReviewItem | None] = {item.after: None}
    came = {item.after: item}
    now = item.after
    for step in after:
        if not step.moved:
            if step.after not in came:
                came[step.after], former[step.after] = step, came[now]
            now = step.after
    chain, last = list[ReviewItem](), came.get(now)
    while last is not None:
        chain.append(last)
        last = former[last.after]
    return chain[::-1]
