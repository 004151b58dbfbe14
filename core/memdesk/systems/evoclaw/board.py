"""The tiers of an agent side by side: what is in each, how it scores, and when its rules let it go. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from memdesk.systems.evoclaw.archive import ColdMemory
from memdesk.systems.evoclaw.entries import EvictionRule
from memdesk.systems.evoclaw.hot_items import held_id
from memdesk.systems.evoclaw.limits import MemoryLimits
from memdesk.systems.evoclaw.records import HotState, RecordFormat, WarmMemory
from memdesk.systems.evoclaw.score import DAY, WEIGHTS, Weights, score

MOST_COLD = 200
"""Cards of the archive that are shown, the newest: it may hold thousands."""


class Tier(StrEnum):
    """A tier, the one that is nearest to the prompt first."""

    HOT = "hot"
    WARM = "warm"
    COLD = "cold"


class BoardState(StrEnum):
    """Whether a tier can be shown and changed: it is as the skill has it, or why it is not."""

    READY = "ready"
    ABSENT = "absent"
    UNREADABLE = "unreadable"
    GO = "go"
    """In the format of the Go program, which the skill's operations do not write."""


class Card(NamedTuple):
    """A memory of a tier. ``part`` is the fragment that names it in its document, ``sort`` what it is there.

    ``leaves`` is when its tier's rules let it go, None where they never do by themselves; ``first_out`` says
    that it goes first where the tier is full.
    """

    tier: Tier
    id: str
    part: str
    text: str
    category: str = ""
    sort: str = "memory"
    importance: float | None = None
    score: float | None = None
    created: float | None = None
    accesses: int | None = None
    leaves: float | None = None
    first_out: bool = False


@dataclass(frozen=True, slots=True)
class BoardTier:
    """A tier: its document, how much of its limit it uses in bytes (0: it has none), and its cards.

    ``count`` is how many memories there are, which may be more than the cards that are shown.
    """

    tier: Tier
    state: BoardState
    uri: str = ""
    size: int = 0
    limit: int = 0
    count: int = 0
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class TierBoard:
    """The tiers of one agent of a site, by the rule that lets its memories go."""

    agent: str
    rule: EvictionRule
    limits: MemoryLimits
    columns: tuple[BoardTier, BoardTier, BoardTier]

    @property
    def movable(self) -> bool:
        """Whether memories can be put into another tier: the warm tier is as the skill has it."""
        return self.columns[1].state in (BoardState.READY, BoardState.ABSENT)


def leaves_at(
    importance: float,
    created: float,
    accesses: int,
    limits: MemoryLimits,
    *,
    rule: EvictionRule,
    weights: Weights = WEIGHTS,
) -> float:
    """Return the moment after which a memory leaves the warm tier; infinite where it never does."""
    peak = importance * (1 + weights.boost * accesses)
    if limits.threshold <= 0:
        faded = math.inf
    elif peak < limits.threshold:
        faded = 0.0
    else:
        faded = weights.fade_days * math.log(peak / limits.threshold)
    either = min if rule is EvictionRule.GO else max
    return created + DAY * either(limits.retention_days, faded)


def warm_cards(
    memory: WarmMemory, now: float, limits: MemoryLimits, rule: EvictionRule, *, full: bool
) -> tuple[Card, ...]:
    """Return the memories of the warm tier, the highest score first; of equal ones the newest."""
    cards = []
    for entry in memory.entries:
        leaves = None
        if entry.importance is not None and entry.created is not None:
            moment = leaves_at(entry.importance, entry.created, entry.accesses, limits, rule=rule)
            leaves = None if math.isinf(moment) else moment
        part = entry.id or str(entry.key)
        numbers = (entry.importance, entry.score(now), entry.created, entry.accesses, leaves)
        cards.append(Card(Tier.WARM, entry.id, part, entry.text, entry.category, "memory", *numbers))
    cards.sort(key=lambda card: (-_or_nothing(card.score), -_or_nothing(card.created), card.part))
    if full and cards:
        cards[-1] = cards[-1]._replace(first_out=True)
    return tuple(cards)


def hot_cards(state: HotState, limits: MemoryLimits) -> tuple[Card, ...]:
    """Return what the hot tier holds: lessons, the most important first, then what goes on."""
    lessons = [
        Card(
            Tier.HOT,
            held_id("lessons", one.text, one.time),
            f"lessons.{at}",
            one.text,
            one.category,
            "lesson",
            one.importance,
            None,
            one.time,
        )
        for at, one in enumerate(state.lessons)
    ]
    lessons.sort(key=lambda card: -_or_nothing(card.importance))
    if len(lessons) >= limits.lessons:
        lessons[-1] = lessons[-1]._replace(first_out=True)
    projects = (
        Card(Tier.HOT, "", f"projects.{at}", _joined(one.name, one.description), one.status, "project")
        for at, one in enumerate(state.projects)
    )
    tasks = (
        Card(Tier.HOT, "", f"tasks.{at}", one.text, one.status, "task", created=one.time)
        for at, one in enumerate(state.tasks)
    )
    events = (
        Card(Tier.HOT, "", f"events.{at}", one.text, "", "event", created=one.time)
        for at, one in enumerate(state.events)
    )
    return (*lessons, *projects, *tasks, *events)


def cold_cards(memories: Sequence[ColdMemory], now: float) -> tuple[Card, ...]:
    """Return the newest memories of the archive, with the score that they would have now."""
    newest = sorted(memories, key=lambda each: (-each.created, each.id))[:MOST_COLD]
    return tuple(
        Card(
            Tier.COLD,
            each.id,
            "",
            each.text,
            each.category,
            "memory",
            each.importance,
            score(each.importance, each.created, 0, now),
            each.created,
        )
        for each in newest
    )


def rule_of(form: RecordFormat) -> EvictionRule:
    """Return the rule by which the program that wrote a tier lets memories go."""
    return EvictionRule.GO if form is RecordFormat.GO else EvictionRule.SKILL


def categories_of(board: TierBoard) -> Iterable[str]:
    """Return the categories of all cards, each once, in order."""
    found = {card.category for column in board.columns for card in column.cards if card.sort == "memory"}
    return sorted(found - {""})


def _or_nothing(value: float | None) -> float:
    return -1.0 if value is None else value


def _joined(name: str, more: str) -> str:
    return f"{name}: {more}" if more else name
