"""Memories of the warm tier as the skill's file holds them: made, scored, chosen for eviction. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias, TypeGuard

from memdesk.model import Json
from memdesk.systems.evoclaw.limits import MemoryLimits
from memdesk.systems.evoclaw.score import DAY, WEIGHTS, Weights, score, tier_of
from memdesk.systems.evoclaw.skill_json import size_of
from memdesk.systems.evoclaw.values import count_of, moment_of, number_of, text_of

Entry: TypeAlias = "dict[str, Json]"

DEFAULT_IMPORTANCE = 0.5
_ID_LENGTH = 12


class NewMemory(NamedTuple):
    """Something to be stored: what it says, its topic, how much it matters, what it names."""

    text: str
    category: str
    importance: float
    metadata: Entry


class EvictionRule(StrEnum):
    """When a memory leaves the warm tier: old and faded, as the skill has it, or either, as Go has it."""

    SKILL = "skill"
    GO = "go"


def is_entry(item: Json) -> TypeGuard[Entry]:
    """Say whether an item of the file is a memory; others are left alone."""
    return isinstance(item, dict) and isinstance(item.get("text"), str)


def new_id(text: str, now: float, taken: Collection[str]) -> str:
    """Return an id for a text stored at a moment that none of the others has."""
    for turn in range(len(taken) + 1):
        found = hashlib.md5(f"{text}{now}{turn or ''}".encode(), usedforsecurity=False).hexdigest()
        if found[:_ID_LENGTH] not in taken:
            break
    return found[:_ID_LENGTH]


def new_entry(fact: NewMemory, identity: str, now: float) -> Entry:
    """Return a memory as the skill stores it."""
    return {
        "id": identity,
        "text": fact.text,
        "category": fact.category,
        "importance": fact.importance,
        "created_at": now,
        "access_count": 0,
        "score": fact.importance,
        "metadata": fact.metadata,
        "tier": tier_of(fact.importance),
    }


def created(entry: Entry) -> float | None:
    """Return when a memory was stored, None where its file does not say."""
    moment = moment_of(entry.get("created_at"))
    return moment if moment is not None else moment_of(entry.get("timestamp"))


def importance_of(entry: Entry) -> float:
    """Return a memory's importance; the middle where its file does not say."""
    found = number_of(entry.get("importance"))
    return DEFAULT_IMPORTANCE if found is None else found


def score_at(entry: Entry, now: float, weights: Weights = WEIGHTS) -> float:
    """Return a memory's score at a moment; one without a date does not fade."""
    born, accesses = created(entry), count_of(entry.get("access_count"))
    return score(importance_of(entry), now if born is None else born, accesses, now, weights)


def rescored(items: Iterable[Json], now: float) -> list[Json]:
    """Return the items with the scores and tiers of a moment, where they carry any."""
    return [_rescored(item, now) if is_entry(item) else item for item in items]


def _rescored(entry: Entry, now: float) -> Entry:
    value = score_at(entry, now)
    fresh: Entry = {"score": value, "tier": tier_of(value)}
    return {**entry, **{name: member for name, member in fresh.items() if name in entry}}


def why_evicted(
    entry: Entry,
    now: float,
    limits: MemoryLimits,
    rule: EvictionRule = EvictionRule.SKILL,
    weights: Weights = WEIGHTS,
) -> str:
    """Return why a memory would leave the warm tier at a moment, nothing where it stays."""
    born, value = created(entry), score_at(entry, now, weights)
    if born is None:
        return ""
    days = (now - born) / DAY
    old, faded = days > limits.retention_days, value < limits.threshold
    if not (old or faded if rule is EvictionRule.GO else old and faded):
        return ""
    caps = f"{limits.retention_days:g} days, {limits.threshold:g}"
    return f"{days:.0f} days old, score {value:.2f} (limits: {caps})"


def expired(
    items: Iterable[Json], now: float, limits: MemoryLimits, rule: EvictionRule, weights: Weights = WEIGHTS
) -> list[Entry]:
    """Return the memories that have to leave the warm tier for their age and score."""
    return [item for item in items if is_entry(item) and why_evicted(item, now, limits, rule, weights)]


def overflowing(
    items: Sequence[Json], now: float, limits: MemoryLimits, weights: Weights = WEIGHTS
) -> list[Entry]:
    """Return the memories with the lowest scores that have to leave for the rest to fit."""
    excess = size_of(list(items)) - limits.warm_bytes
    if excess <= 0:
        return []
    out: list[Entry] = []
    entries = (item for item in items if is_entry(item))
    for entry in sorted(entries, key=lambda entry: score_at(entry, now, weights)):
        if excess <= 0 or len(out) + 1 == len(items):
            break
        out.append(entry)
        excess -= size_of(entry) + len(", ")
    return out


def without(items: Iterable[Json], gone: Iterable[Json]) -> list[Json]:
    """Return the items but for those that are gone, told by which they are, not by what they say."""
    places = {id(item) for item in gone}
    return [item for item in items if id(item) not in places]


def ids_of(items: Iterable[Json]) -> set[str]:
    """Return the ids that are taken."""
    return {text_of(item.get("id")) for item in items if isinstance(item, dict)}
