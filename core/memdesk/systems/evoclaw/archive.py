"""The cold tier: an SQLite database with the skill's tables. Pure: bytes in, bytes out.

The skill's own table keeps a memory's text and little more; beside it stands the whole of what was archived,
so that a memory can come back as it was.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memdesk.model import Json
from memdesk.systems.evoclaw.entries import Entry, created, importance_of
from memdesk.systems.evoclaw.values import count_of, text_of
from memdesk.systems.sqlite_bytes import read_tables
from memdesk.systems.sqlite_edit import StatementStep, Value, changed, query
from memdesk.text.terms import terms_of

_TABLES = (
    """CREATE TABLE IF NOT EXISTS cold_memories (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    text TEXT NOT NULL,
    category TEXT NOT NULL,
    importance REAL DEFAULT 0.5,
    created_at INTEGER NOT NULL,
    access_count INTEGER DEFAULT 0
)""",
    "CREATE INDEX IF NOT EXISTS idx_cold_agent_category ON cold_memories(agent_id, category)",
    "CREATE INDEX IF NOT EXISTS idx_cold_agent_created ON cold_memories(agent_id, created_at)",
    """CREATE TABLE IF NOT EXISTS archived_entries (
    id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    archived_at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    entry TEXT NOT NULL
)""",
    "CREATE INDEX IF NOT EXISTS idx_archived_entry ON archived_entries(agent_id, id)",
)
_ADD = "INSERT OR IGNORE INTO cold_memories VALUES (?, ?, ?, ?, ?, ?, ?)"
_KEEP = "INSERT INTO archived_entries VALUES (?, ?, ?, ?, ?)"
_SKILL, _GO = "cold_memories", "cold_memory"
UNCATEGORISED = "uncategorized"


@dataclass(frozen=True, slots=True)
class ColdMemory:
    """A memory of the cold tier."""

    id: str
    text: str
    category: str
    importance: float
    created: float
    terms: frozenset[str] = frozenset()


def is_archive(data: bytes) -> bool:
    """Say whether a database has the skill's table of cold memories."""
    return any(table.name == _SKILL for table in read_tables(data, 0))


def archived(data: bytes | None, agent: str, entries: Sequence[Entry], reason: str, now: float) -> bytes:
    """Return the archive with memories added, each whole. Raises InvalidError where it cannot take them."""
    names = _names(data, entries)
    rows = [_row(name, agent, entry, now) for name, entry in zip(names, entries, strict=True)]
    kept = [
        (name, agent, int(now), reason, json.dumps(entry)) for name, entry in zip(names, entries, strict=True)
    ]
    return changed(
        data, (*map(StatementStep, _TABLES), StatementStep(_ADD, rows), StatementStep(_KEEP, kept))
    )


def taken_out(data: bytes, agent: str, identity: str) -> tuple[bytes, Entry] | None:
    """Return the archive without a memory, and the memory as it was; None where it holds no such one."""
    found = [memory for memory in cold_memories(data, agent) if memory.id == identity]
    if not found:
        return None
    where = ((identity, agent),)
    steps = [StatementStep("DELETE FROM cold_memories WHERE id = ? AND agent_id = ?", where)]
    kept = _kept(data, agent, identity)
    if kept is not None:
        steps.append(StatementStep("DELETE FROM archived_entries WHERE id = ? AND agent_id = ?", where))
    return changed(data, steps), kept or _entry(found[0])


def recategorised(data: bytes, agent: str, old: str, new: str) -> bytes:
    """Return the archive with a topic's memories, and those below it, under another path."""
    if not is_archive(data):
        return data
    sql = (
        "UPDATE cold_memories SET category = ? || substr(category, ?)"
        " WHERE agent_id = ? AND (category = ? OR substr(category, 1, ?) = ?)"
    )
    row = (new, len(old) + 1, agent, old, len(old) + 1, f"{old}/")
    return changed(data, (StatementStep(sql, (row,)),))


def cold_by_agent(data: bytes) -> Mapping[str, tuple[ColdMemory, ...]]:
    """Return all cold memories, newest first; Go's, which are one agent's, stand under ``""``."""
    names = {table.name for table in read_tables(data, 0)}
    found: dict[str, list[ColdMemory]] = {}
    if _SKILL in names:
        sql = (
            "SELECT id, text, category, importance, created_at, agent_id FROM cold_memories"
            " ORDER BY created_at DESC, id"
        )
        for row in query(data, sql):
            found.setdefault(str(row[5]), []).append(_memory(row[:5]))
    if _GO in names:
        sql = (
            "SELECT id, content, category, importance, timestamp FROM cold_memory ORDER BY timestamp DESC, id"
        )
        found[""] = [_memory(row) for row in query(data, sql)]
    return {agent: tuple(memories) for agent, memories in found.items()}


def cold_memories(data: bytes, agent: str) -> tuple[ColdMemory, ...]:
    """Return an agent's cold memories in a database, in the skill's form or in Go's."""
    found = cold_by_agent(data)
    return (*found.get(agent, ()), *found.get("", ()))


def cold_counts(memories: Iterable[ColdMemory]) -> Counter[str]:
    """Return how many cold memories each category has."""
    return Counter(memory.category for memory in memories)


def _memory(row: Sequence[Value]) -> ColdMemory:
    identity, text, category, importance, moment = row
    number = float(importance) if isinstance(importance, int | float) else 0.5
    since = float(moment) if isinstance(moment, int | float) else 0.0
    fact, topic = _fact(str(text)), str(category)
    return ColdMemory(str(identity), fact, topic, number, since, terms_of(f"{fact} {topic}"))


def _fact(text: str) -> str:
    """Return what Go's distilled content says; other text is as it is."""
    try:
        content = json.loads(text) if text.startswith("{") else None
    except (ValueError, RecursionError):
        content = None
    said = content.get("fact", content.get("text")) if isinstance(content, dict) else None
    return said if isinstance(said, str) else text


def _names(data: bytes | None, entries: Sequence[Entry]) -> list[str]:
    """Return the ids under which memories are archived: their own, unless another text has it there."""
    known: dict[str, str] = {}
    if data is not None and is_archive(data):
        known = {str(row[0]): str(row[1]) for row in query(data, "SELECT id, text FROM cold_memories")}
    names = []
    for entry in entries:
        text = text_of(entry.get("text"))
        name = text_of(entry.get("id")) or _digest(text)
        while known.setdefault(name, text) != text:
            name = _digest(name + text)
        names.append(name)
    return names


def _digest(text: str) -> str:
    return hashlib.md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:12]


def _row(name: str, agent: str, entry: Entry, now: float) -> tuple[Value, ...]:
    born = created(entry)
    return (
        name,
        agent,
        _whole(text_of(entry.get("text"))),
        _whole(text_of(entry.get("category"))) or UNCATEGORISED,
        importance_of(entry),
        int(now if born is None else born),
        count_of(entry.get("access_count")),
    )


def _whole(text: str) -> str:
    """Return a text that a database can hold: half characters are in none."""
    return text.encode("utf-8", "replace").decode()


def _kept(data: bytes, agent: str, identity: str) -> Entry | None:
    if not any(table.name == "archived_entries" for table in read_tables(data, 0)):
        return None
    sql = "SELECT entry FROM archived_entries WHERE agent_id = ? AND id = ? ORDER BY rowid DESC LIMIT 1"
    rows = query(data, sql, (agent, identity))
    loaded: Json = json.loads(str(rows[0][0])) if rows else None
    return loaded if isinstance(loaded, dict) else None


def _entry(memory: ColdMemory) -> Entry:
    return {
        "id": memory.id,
        "text": memory.text,
        "category": memory.category,
        "importance": memory.importance,
        "created_at": memory.created,
        "access_count": 0,
        "score": memory.importance,
        "tier": "cold",
    }
