"""What EvoClaw remembers: both programs' formats become the same records.

What a record does not know is in its ``extra``. Times are epoch seconds, None where unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from memdesk.model import Json
from memdesk.systems.evoclaw.score import score, tier_of

Extra = Mapping[str, Json]


class RecordFormat(StrEnum):
    """Which program's format a file is in."""

    SKILL = "skill"
    SKILL_V1 = "skill-v1"
    GO = "go"


@dataclass(frozen=True, slots=True)
class Project:
    """Something under way."""

    name: str
    description: str = ""
    status: str = ""
    since: float | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HotEvent:
    """Something that happened."""

    text: str
    time: float | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HotTask:
    """Something to do."""

    text: str
    status: str = ""
    priority: str = ""
    due: float | None = None
    time: float | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something never to forget."""

    text: str
    category: str = ""
    importance: float | None = None
    time: float | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HotState:
    """The hot tier: who the agent and its owner are, what goes on, what was learned."""

    form: RecordFormat
    identity: Mapping[str, Json]
    owner: Mapping[str, Json]
    projects: tuple[Project, ...] = ()
    events: tuple[HotEvent, ...] = ()
    tasks: tuple[HotTask, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    updated: float | None = None
    extra: Extra = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many projects, events, tasks and lessons there are."""
        return len(self.projects) + len(self.events) + len(self.tasks) + len(self.lessons)


@dataclass(frozen=True, slots=True)
class WarmEntry:
    """A memory of the warm tier. ``key`` is its place in the file: an index, or a name in Go's form.

    ``stored_score`` and ``stored_tier`` are what the agent last worked out, ``details`` what was distilled.
    """

    key: str | int
    id: str
    text: str
    category: str
    importance: float | None = None
    created: float | None = None
    accesses: int = 0
    last_access: float | None = None
    stored_score: float | None = None
    stored_tier: str = ""
    urls: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    details: Extra = field(default_factory=dict)
    extra: Extra = field(default_factory=dict)

    def score(self, now: float) -> float | None:
        """Return the score at this moment; None where importance or age is not known."""
        if self.importance is None or self.created is None:
            return self.stored_score
        return score(self.importance, self.created, self.accesses, now)

    def tier(self, now: float) -> str:
        """Return the tier at this moment."""
        value = self.score(now)
        return self.stored_tier if value is None else tier_of(value)


@dataclass(frozen=True, slots=True)
class WarmMemory:
    """The warm tier."""

    form: RecordFormat
    entries: tuple[WarmEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A topic with how many memories each tier has on it."""

    path: str
    summary: str
    warm: int = 0
    cold: int = 0
    last: float | None = None
    children: tuple[TreeNode, ...] = ()
    extra: Extra = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def size(self) -> int:
        """How many nodes there are from here down, this one included."""
        return 1 + sum(child.size for child in self.children)


@dataclass(frozen=True, slots=True)
class MemoryTree:
    """The index of topics."""

    form: RecordFormat
    root: TreeNode
    version: str = ""


@dataclass(frozen=True, slots=True)
class DistilledFact:
    """A conversation boiled down to a fact."""

    fact: str
    date: float | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GeneratedMemory:
    """MEMORY.md as the agent writes it from its hot tier: what is edited here, the next run overwrites."""

    headings: tuple[str, ...]
    generated: bool
