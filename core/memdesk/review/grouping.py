"""Items that belong together: of one unit, of a loop of an agent's tools, of a burst from outside. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from memdesk.model import Actor, ChangeKind, Origin
from memdesk.review.items import ReviewItem

LOOP = 60.0
"""Seconds between two calls of one loop at most."""

BURST = 2.0
"""Seconds between two writes of one burst at most."""


class GroupKind(StrEnum):
    """Why items belong together."""

    SINGLE = "single"
    UNIT = "unit"
    LOOP = "loop"
    BURST = "burst"


@dataclass(frozen=True, slots=True)
class ReviewGroup:
    """Items that belong together, in the order in which they were given."""

    kind: GroupKind
    items: tuple[ReviewItem, ...]

    @property
    def id(self) -> str:
        """The name of the group: its oldest item's, which stays while newer ones come."""
        return min(self.items, key=lambda item: (item.time, item.id)).id

    @property
    def actor(self) -> Actor:
        """Who made the first of the changes."""
        return self.items[0].actor

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents concerned, each once."""
        return tuple(dict.fromkeys(item.uri for item in self.items))


def groups(items: Iterable[ReviewItem]) -> tuple[ReviewGroup, ...]:
    """Group neighbours of a list; flagged items stay by themselves, so that nothing hides them."""
    found: list[list[ReviewItem]] = []
    for item in items:
        if found and _belong(found[-1][-1], item):
            found[-1].append(item)
        else:
            found.append([item])
    return tuple(ReviewGroup(_kind(group), tuple(group)) for group in found)


def net_changes(items: Iterable[ReviewItem]) -> tuple[ReviewItem, ...]:
    """Return what items, the newest first, changed together.

    Steps of a document that follow each other are one change, known by the newest; where others wrote in
    between, or a name changed, there are several.
    """
    found: dict[str, list[ReviewItem]] = {}
    for item in items:
        steps = found.setdefault(item.uri, [])
        if steps and item.after == steps[-1].before and item.after is not None and not steps[-1].moved:
            newest = steps[-1]
            kind = ChangeKind.of(existed=item.before is not None, exists=newest.after is not None)
            steps[-1] = replace(newest, before=item.before, change=kind)
        else:
            steps.append(item)
    return tuple(step for steps in found.values() for step in steps)


def _belong(one: ReviewItem, other: ReviewItem) -> bool:
    if one.is_flagged or other.is_flagged:
        return False
    if one.unit is not None and one.unit == other.unit:
        return True
    gap = abs(one.time - other.time)
    return _writer(one) == _writer(other) and gap <= (BURST if _is_outside(one) else LOOP)


def _writer(item: ReviewItem) -> tuple[Origin, str, str | None]:
    return item.actor.origin, item.actor.name, item.actor.session


def _is_outside(item: ReviewItem) -> bool:
    return item.actor.origin is Origin.FOREIGN


def _kind(items: list[ReviewItem]) -> GroupKind:
    if len(items) == 1:
        return GroupKind.SINGLE
    if items[0].unit is not None and len({item.unit for item in items}) == 1:
        return GroupKind.UNIT
    return GroupKind.BURST if _is_outside(items[0]) else GroupKind.LOOP
