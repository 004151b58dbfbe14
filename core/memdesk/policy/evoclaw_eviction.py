"""What would leave an EvoClaw agent's warm tier if its limits were other ones, side by side with now.

It is what the next consolidation does, worked out by the same functions; nothing is written. The weights of
the score belong to the skill's code and can only be tried out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from memdesk.agents.transaction import Recollection, ToolTransaction
from memdesk.errors import InvalidError
from memdesk.model import Site
from memdesk.systems import choices
from memdesk.systems.evoclaw.entries import (
    Entry,
    EvictionRule,
    expired,
    is_entry,
    overflowing,
    rescored,
    score_at,
    why_evicted,
    without,
)
from memdesk.systems.evoclaw.limits import MemoryLimits
from memdesk.systems.evoclaw.places import agents, places
from memdesk.systems.evoclaw.score import WEIGHTS, Weights
from memdesk.systems.evoclaw.tiers import AgentTiers
from memdesk.systems.evoclaw.values import text_of
from memdesk.workspace import Workspace

TRIED = ("retention_days", "threshold", "warm_bytes", "fade_days", "boost")
"""The terms on which it depends what leaves."""
_WISH = re.compile(r"\s*([a-z_]+)\s*=\s*([0-9.]+)\s*")


@dataclass(frozen=True, slots=True)
class Terms(MemoryLimits):
    """All that decides what leaves: the limits, and how scores fade and grow."""

    fade_days: float = WEIGHTS.fade_days
    boost: float = WEIGHTS.boost

    @property
    def weights(self) -> Weights:
        """The part of the score."""
        return Weights(self.fade_days, self.boost)


class EvictionReason(StrEnum):
    """Why a memory leaves the warm tier for the archive."""

    FADED = "faded"
    """It is old, and its score has fallen."""
    FULL = "full"
    """The tier is full, and its score is among the lowest."""


class EvictionOutcome(NamedTuple):
    """What becomes of a memory: its score, and why it leaves (None: it stays), also in words."""

    score: float
    reason: EvictionReason | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Fate:
    """A memory of the warm tier under both terms."""

    id: str
    category: str
    text: str
    now: EvictionOutcome
    then: EvictionOutcome


@dataclass(frozen=True, slots=True)
class EvictionRow:
    """An agent's warm tier under both terms; ``fates`` are all of its memories, in their order."""

    agent: str
    uri: str
    now: Terms
    then: Terms
    fates: tuple[Fate, ...]


def eviction_if(
    workspace: Workspace, site: Site, wishes: Sequence[str], rule: EvictionRule = EvictionRule.SKILL
) -> tuple[EvictionRow, ...]:
    """Return what would leave at the next consolidation on other terms, agent by agent.

    Wishes are ``NAME=NUMBER`` as ``memdesk.toml`` has them. Raises InvalidError for what it would not take.
    """
    wanted = _terms(wishes)
    memory = ToolTransaction(workspace, site, Recollection(workspace), writable=False)
    found = (AgentTiers(memory, places(memory, agent)) for agent in agents(memory))
    return tuple(_row(tiers, wanted, rule) for tiers in found)


def _row(tiers: AgentTiers, wanted: Mapping[str, Any], rule: EvictionRule) -> EvictionRow:
    now = Terms(**asdict(tiers.limits))
    then = replace(now, **wanted)
    sides = (_outcomes(tiers, terms, rule) for terms in (now, then))
    fates = tuple(
        Fate(_text(entry, "id"), _text(entry, "category"), _text(entry, "text"), *both)
        for entry, *both in zip(tiers.entries, *sides, strict=True)
    )
    return EvictionRow(tiers.at.agent, tiers.at.warm, now, then, fates)


def _outcomes(tiers: AgentTiers, terms: Terms, rule: EvictionRule) -> Iterator[EvictionOutcome]:
    warm, moment, weights = rescored(tiers.warm, tiers.now), tiers.now, terms.weights
    faded = expired(warm, moment, terms, rule, weights)
    full = overflowing(without(warm, faded), moment, terms, weights)
    gone, left = set(map(id, faded)), set(map(id, full))
    for entry in (item for item in warm if is_entry(item)):
        value = score_at(entry, moment, weights)
        if id(entry) in gone:
            yield EvictionOutcome(
                value, EvictionReason.FADED, why_evicted(entry, moment, terms, rule, weights)
            )
        elif id(entry) in left:
            yield EvictionOutcome(value, EvictionReason.FULL, "the warm tier is full")
        else:
            yield EvictionOutcome(value)


def _text(entry: Entry, part: str) -> str:
    return text_of(entry.get(part))


def _terms(wishes: Sequence[str]) -> Mapping[str, Any]:
    """Return the terms that wishes name. Raises InvalidError for one that has no effect, or cannot be."""
    terms: dict[str, Any] = {}
    for wish in wishes:
        found = _WISH.fullmatch(wish)
        if found is None:
            raise InvalidError(f"{wish}: a limit is NAME=NUMBER, like retention_days=10")
        if found[1] not in TRIED:
            raise InvalidError(f"{found[1]} cannot be tried out; what can: {', '.join(TRIED)}")
        terms[found[1]] = _number(found[1], found[2])
    for name, rule in choices.broken_rules(terms, Terms()):
        raise InvalidError(f"{name} {rule}")
    return terms


def _number(name: str, digits: str) -> float:
    """Return a number, whole where the limit is."""
    try:
        return int(digits) if isinstance(getattr(Terms(), name), int) else float(digits)
    except ValueError:
        raise InvalidError(f"{name} must be a number like {getattr(Terms(), name)!r}, not {digits}") from None
