"""One agent's tiers while a call works on them: read once, changed in memory, written together.

What leaves the warm or the hot tier is in the archive of the same unit, or it does not leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memdesk.errors import InvalidError, TooLargeError
from memdesk.model import Json
from memdesk.systems.evoclaw import topics
from memdesk.systems.evoclaw.archive import ColdMemory, archived, cold_by_agent, is_archive
from memdesk.systems.evoclaw.entries import (
    Entry,
    EvictionRule,
    NewMemory,
    expired,
    ids_of,
    is_entry,
    new_entry,
    new_id,
    overflowing,
    rescored,
    without,
)
from memdesk.systems.evoclaw.limits import limits
from memdesk.systems.evoclaw.places import AgentPaths, cold_stores
from memdesk.systems.evoclaw.retrieve import RetrievalCandidate, from_cold, from_warm
from memdesk.systems.evoclaw.shape import FileShape, shape_of
from memdesk.systems.evoclaw.skill_json import load, versioned, written
from memdesk.systems.evoclaw.values import text_of
from memdesk.systems.tools import SiteMemory


@dataclass(frozen=True, slots=True)
class StoredMemory:
    """A memory that was stored: why its topic is not in the index, and what left to make room."""

    entry: Entry
    topic_problem: str = ""
    evicted: tuple[Entry, ...] = ()


class AgentTiers:
    """The warm tier, the topic index and the archive of one agent."""

    def __init__(self, memory: SiteMemory, at: AgentPaths) -> None:
        self.memory = memory
        self.at = at
        self.now = memory.moment
        self.limits = limits(memory)
        self.warm = _warm(memory, at.warm)
        self._had_tree = load(memory, at.tree) is not None
        self.tree = _tree(memory, at.tree)
        self._old_warm, self._old_tree = self.warm, self.tree

    @property
    def entries(self) -> list[Entry]:
        """The memories of the warm tier."""
        return [item for item in self.warm if is_entry(item)]

    def store(self, fact: NewMemory) -> StoredMemory:
        """Add a memory to the warm tier and its topic to the index; what no longer fits is archived."""
        identity = new_id(fact.text, self.now, ids_of(self.warm))
        entry = new_entry(fact, identity, self.now)
        self.warm = rescored([*self.warm, entry], self.now)
        self.tree, problem = topics.grown(self.tree, fact.category, self.limits)
        self.tree = topics.counted(self.tree, fact.category, self.now, warm=1)
        return StoredMemory(entry, problem, tuple(self.make_room()))

    def evict(self, rule: EvictionRule = EvictionRule.SKILL) -> list[Entry]:
        """Move to the archive what is old and faded."""
        self.rescore()
        gone = expired(self.warm, self.now, self.limits, rule)
        self.move_out(gone, "evicted")
        return gone

    def rescore(self) -> None:
        """Work out the scores of the warm tier as of now."""
        self.warm = rescored(self.warm, self.now)

    def make_room(self) -> list[Entry]:
        """Move the lowest scores to the archive until the warm tier fits."""
        gone = overflowing(self.warm, self.now, self.limits)
        self.move_out(gone, "overflow")
        return gone

    def move_out(self, gone: Sequence[Entry], reason: str) -> None:
        """Move memories from the warm tier to the archive."""
        if not gone:
            return
        self.archive(gone, reason)
        self.warm = without(self.warm, gone)
        for entry in gone:
            self.tree = topics.counted(self.tree, text_of(entry.get("category")), self.now, warm=-1, cold=1)

    def archive(self, entries: Sequence[Entry], reason: str) -> None:
        """Add memories to the archive. Raises InvalidError where that cannot be."""
        path = archive_path(self.memory, self.at)
        refuse_open(self.memory, path)
        self.memory.write(path, archived(self.memory.read(path), self.at.agent, entries, reason, self.now))

    def cold(self) -> tuple[ColdMemory, ...]:
        """Return what the archive holds of this agent."""
        return cold_of(self.memory, self.at)

    def candidates(self) -> list[RetrievalCandidate]:
        """Return the memories that are stored one by one; one that is in both tiers counts as warm."""
        warm = [from_warm(entry, self.now) for entry in self.entries]
        known = {candidate.id for candidate in warm}
        return [*warm, *(from_cold(cold, self.now) for cold in self.cold() if cold.id not in known)]

    def save(self) -> None:
        """Write what has changed."""
        if self.warm != self._old_warm:
            self.memory.write(self.at.warm, written(self.warm))
        if self.tree != self._old_tree:
            self.memory.write(self.at.tree, written(versioned(self.tree, new=not self._had_tree)))


def cold_of(memory: SiteMemory, at: AgentPaths) -> tuple[ColdMemory, ...]:
    """Return an agent's memories in all cold stores; those that cannot be read are left out."""
    found: dict[str, ColdMemory] = {}
    for path in dict.fromkeys((archive_path(memory, at), *cold_stores(memory))):
        for cold in _cold_in(memory, path, at.agent):
            found.setdefault(cold.id, cold)
    return tuple(found.values())


def archive_path(memory: SiteMemory, at: AgentPaths) -> str:
    """Return the database that takes what becomes cold: the workspace's own, or one yet to be made."""
    for path in cold_stores(memory):
        beside = path.rpartition("/")[0] == at.shared
        if beside and memory.load(path, _is_ours):
            return path
    return at.archive


def refuse_open(memory: SiteMemory, path: str) -> None:
    """Refuse to write a database that another program has open. Raises InvalidError."""
    folder = path.rpartition("/")[0]
    beside = {f"{path}-wal", f"{path}-journal"} & set(memory.names(folder))
    if any(memory.read(log) for log in beside):
        message = (
            f"{path} is open in another program, so nothing was changed. Close that program and try again."
        )
        raise InvalidError(message, uri=path, reason="in_use")


def _is_ours(data: bytes) -> bool:
    try:
        return is_archive(data)
    except (InvalidError, TooLargeError):
        return False


def _cold_in(memory: SiteMemory, path: str, agent: str) -> tuple[ColdMemory, ...]:
    found = memory.load(path, _readable) or {}
    return (*found.get(agent, ()), *found.get("", ()))


def _readable(data: bytes) -> Mapping[str, tuple[ColdMemory, ...]]:
    try:
        return cold_by_agent(data)
    except (InvalidError, TooLargeError):
        return {}


def _warm(memory: SiteMemory, path: str) -> list[Json]:
    value = load(memory, path)
    if value is None or value == {}:
        return []
    if isinstance(value, list):
        return value
    if shape_of(value) is FileShape.WARM_GO:
        memory.refuse(_unfit(path, "Go's", "import it with the job import-go"))
    else:
        memory.refuse(_unfit(path, "another", "put the list of the skill's memories in its place"))
    return []


def _tree(memory: SiteMemory, path: str) -> topics.Topics:
    value = load(memory, path)
    if value is None or value in ({}, []):
        return topics.blank_topics()
    if not isinstance(value, dict) or shape_of(value) is not FileShape.TREE:
        memory.refuse(_unfit(path, "another", "put the index of the skill in its place"))
        return topics.blank_topics()
    return topics.copied(value)


def _unfit(path: str, whose: str, fix: str) -> InvalidError:
    message = f"{path} is in {whose} format, not in the skill's; nothing was changed: {fix}"
    return InvalidError(message, uri=path, reason="format")
