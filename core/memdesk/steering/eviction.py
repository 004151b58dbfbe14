"""What would leave an EvoClaw agent's warm tier if its limits were other ones, side by side with now.

It is what the next consolidation does, worked out by the same functions; nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memdesk.errors import InvalidError
from memdesk.model import Site
from memdesk.systems import choices
from memdesk.systems.evoclaw.entries import Entry, Rule, expired, overflowing, rescored, why_evicted, without
from memdesk.systems.evoclaw.limits import Limits
from memdesk.systems.evoclaw.places import agents, places
from memdesk.systems.evoclaw.tiers import Tiers
from memdesk.systems.evoclaw.values import text_of
from memdesk.working_memory import Recollection, WorkingMemory
from memdesk.workspace import Workspace

_WISH = re.compile(r"\s*([a-z_]+)\s*=\s*([0-9.]+)\s*")


@dataclass(frozen=True, slots=True)
class Leaving:
    """A memory that would leave the warm tier, and why."""

    id: str
    category: str
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class EvictionRow:
    """An agent's warm tier of so many memories under both limits."""

    agent: str
    uri: str
    entries: int
    now: tuple[Leaving, ...]
    then: tuple[Leaving, ...]


def eviction_if(
    workspace: Workspace, site: Site, wishes: Sequence[str], rule: Rule = Rule.SKILL
) -> tuple[EvictionRow, ...]:
    """Return what would leave at the next consolidation with other limits, agent by agent.

    Wishes are ``NAME=NUMBER`` as ``memdesk.toml`` has them. Raises InvalidError for what it would not take.
    """
    wanted = _limits(wishes)
    memory = WorkingMemory(workspace, site, Recollection(workspace.store), writable=False)
    found = (Tiers(memory, places(memory, agent)) for agent in agents(memory))
    return tuple(_row(tiers, replace(tiers.limits, **wanted), rule) for tiers in found)


def _row(tiers: Tiers, then: Limits, rule: Rule) -> EvictionRow:
    sides = [tuple(_leaving(tiers, limits, rule)) for limits in (tiers.limits, then)]
    return EvictionRow(tiers.at.agent, tiers.at.warm, len(tiers.entries), *sides)


def _leaving(tiers: Tiers, limits: Limits, rule: Rule) -> Iterator[Leaving]:
    warm = rescored(tiers.warm, tiers.now)
    gone = expired(warm, tiers.now, limits, rule)
    yield from (_told(entry, why_evicted(entry, tiers.now, limits, rule)) for entry in gone)
    rest = overflowing(without(warm, gone), tiers.now, limits)
    yield from (_told(entry, "the warm tier is full") for entry in rest)


def _told(entry: Entry, why: str) -> Leaving:
    name, category, text = (text_of(entry.get(part)) for part in ("id", "category", "text"))
    return Leaving(name, category, text, why)


def _limits(wishes: Sequence[str]) -> Mapping[str, Any]:
    """Return limits as the file that may hold them is read."""
    found = [_WISH.fullmatch(wish) for wish in wishes]
    wrong = next((wish for wish, match in zip(wishes, found, strict=True) if match is None), None)
    if wrong is not None:
        raise InvalidError(f"{wrong}: a limit is NAME=NUMBER, like retention_days=10")
    lines = "\n".join(f"{match[1]} = {_number(match[1], match[2])}" for match in found if match)
    return choices.said(f"[evoclaw]\n{lines}".encode(), "evoclaw", Limits())


def _number(name: str, digits: str) -> str:
    """Return a number as it has to stand in the file: with a point where the limit has one."""
    whole = isinstance(getattr(Limits(), name, 0), int)
    return digits if whole or "." in digits else f"{digits}.0"
