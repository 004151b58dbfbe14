"""EvoClaw files as its two programs write them, about invented people."""

from __future__ import annotations

import json
import sqlite3

T0 = 1_795_000_000.0

HOT = {
    "identity": {"agent_name": "Pip", "owner_name": "Nora"},
    "owner_profile": {"personality": "patient", "topics_loved": ["tea", "maps"], "timezone": "Europe/Oslo"},
    "active_context": {
        "projects": [{"name": "Boat", "description": "repaint the hull", "status": "Active", "port": "Moss"}],
        "events": [{"text": "Launch on 3 May", "timestamp": T0}],
        "tasks": [{"text": "Buy primer", "status": "pending", "timestamp": T0 + 1}],
    },
    "critical_lessons": [
        {"text": "Sand before painting", "category": "boats", "importance": 0.9, "timestamp": T0 + 2}
    ],
    "_schema_version": "2.0",
    "mood": "calm",
}

HOT_V1 = {
    "owner": {"name": "Nora", "timezone": "Europe/Oslo"},
    "agent": "Pip",
    "projects": {"boat": {"status": "active"}, "shed": "roof leaks"},
    "lessons": ["Sand before painting", "Check the forecast"],
}

WARM = [
    {
        "id": "0a1b2c3d4e5f",
        "text": "Primer is at https://shop.example/primer, mix with `stir -n 3`",
        "category": "projects/boat",
        "importance": 0.8,
        "created_at": T0,
        "access_count": 2,
        "score": 0.79,
        "metadata": {
            "urls": ["https://shop.example/primer"],
            "commands": ["stir -n 3"],
            "paths": [],
            "colour": "red",
        },
        "tier": "hot",
        "search_method": "tree",
    },
    {
        "id": "1a1b2c3d4e5f",
        "text": "船叫 Bris",
        "category": "projects/boat",
        "importance": 0.4,
        "created_at": T0,
    },
    {"id": "2a", "text": "old one without most", "category": "owner"},
]

TREE = {
    "root": {
        "desc": "Memory root",
        "warm_count": 0,
        "cold_count": 0,
        "last_access": 0,
        "children": ["owner", "projects"],
    },
    "projects": {
        "desc": "Projects",
        "warm_count": 0,
        "cold_count": 4,
        "last_access": T0,
        "children": ["projects/boat"],
    },
    "projects/boat": {
        "desc": "Boat",
        "warm_count": 2,
        "cold_count": 0,
        "last_access": T0,
        "children": [],
        "pin": True,
    },
    "_schema_version": "2.0",
    "owner": {"desc": "Owner", "warm_count": 1, "cold_count": 0, "last_access": 0, "children": []},
}

METRICS = {"retrieval_count": 3, "evictions_today": 0, "consolidation_count": 2, "_schema_version": "2.0"}

GENERATED = """# MEMORY.md - Long-Term Context

*Core memory - auto-generated from tiered memory system*

## Identity

- **Agent Name:** Pip

## Lessons

---
*Generated: 2026-11-21 20:11*"""

GO_HOT = {
    "identity": {
        "agent_name": "Pip",
        "owner_name": "Nora",
        "relationship_start": "2026-11-21T20:11:45.936164288Z",
        "trust_level": 0.8,
    },
    "owner_profile": {"personality": "patient", "family": ["Ida (sister)"], "preferences": {"theme": "dark"}},
    "active_context": {
        "current_projects": [
            {
                "name": "Boat",
                "description": "hull",
                "start_date": "2026-11-21T20:11:45.9Z",
                "status": "active",
            }
        ],
        "recent_events": [{"description": "first frost", "date": "2026-11-21T20:11:45Z"}],
        "pending_tasks": [
            {"description": "Buy primer", "due_date": "2026-11-23T20:11:45Z", "priority": "high"}
        ],
    },
    "critical_lessons": [
        {"text": "Sand first", "importance": 0.5, "learned_at": "2026-11-21T20:11:45Z", "category": "boats"}
    ],
    "version": 11,
    "last_updated": "2026-11-21T20:11:46Z",
}

GO_WARM = {
    "00000000-0000-4000-8000-000000000001": {
        "id": "00000000-0000-4000-8000-000000000001",
        "timestamp": "2026-11-01T20:11:45.937651474Z",
        "event_type": "conversation",
        "category": "projects/boat",
        "content": {"fact": "The hull needs primer", "emotion": "calm", "people": ["Ida"]},
        "importance": 0.5,
        "access_count": 1,
        "last_accessed": "2026-11-21T20:11:45.937650412Z",
        "created_at": "2026-11-21T20:11:45.937650362Z",
    }
}

GO_TREE = {
    "root": {
        "path": "",
        "summary": "Memory Root",
        "warm_count": 0,
        "cold_count": 0,
        "last_updated": "2026-11-21T20:11:45Z",
        "children": [
            {
                "path": "projects",
                "summary": "Active projects",
                "warm_count": 0,
                "cold_count": 1,
                "last_updated": "0001-01-01T00:00:00Z",
                "children": [{"path": "projects/boat", "summary": "Hull", "warm_count": 1, "cold_count": 0}],
            }
        ],
    },
    "node_count": 3,
    "version": 7,
}

DISTILLED = [
    {"fact": "The hull needs primer", "date": "2026-11-21T20:11:45Z"},
    {"text": "The hull…", "date": ""},
]

TALK = {
    "agent_id": "pip",
    "messages": [
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "# Hi\nthere", "id": 4},
    ],
    "max_messages": 50,
    "last_accessed": "2026-11-21T20:11:45Z",
}


def skill(value):
    """Return the bytes the Python skill writes."""
    return json.dumps(value, indent=2).encode()


def go(value):
    """Return the bytes the Go program writes."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def database(script, rows=()):
    """Return the bytes of an SQLite database."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(script)
    for statement, values in rows:
        connection.executemany(statement, values)
    connection.commit()
    data = connection.serialize()
    connection.close()
    return data


def cold_database(table="cold_memory"):
    """Return a cold store with three memories."""
    return database(
        f"CREATE TABLE {table} (id TEXT PRIMARY KEY, category TEXT NOT NULL, content TEXT, importance REAL)",
        [
            (
                f"INSERT INTO {table} VALUES (?, ?, ?, ?)",
                [
                    ("a", "projects/boat", "{}", 0.5),
                    ("b", "projects/boat", "{}", 0.4),
                    ("c", "owner", "{}", None),
                ],
            )
        ],
    )


def search_database():
    """Return a search index with one chunk."""
    return database(
        """CREATE TABLE chunks (doc_id TEXT, chunk_id TEXT, heading TEXT, content TEXT, embedding BLOB);
        CREATE VIRTUAL TABLE chunks_fts USING fts5(doc_id, chunk_id, heading, content);""",
        [("INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", [("notes/a", "notes/a-0", "", "hull", b"\0" * 16)])],
    )


class Files:
    """A workspace in memory, as systems look at it."""

    def __init__(self, files):
        self.files = files

    def paths(self):
        return list(self.files)

    def folders(self):
        return {path.rpartition("/")[0] for path in self.files}

    def named(self, name):
        return tuple(path for path in self.files if path.rpartition("/")[2] == name)

    def under(self, folder):
        return tuple(path for path in self.files if path.rpartition("/")[0] == folder)

    def read(self, path, limit=1 << 20):
        data = self.files[path]
        return None if data is None else data[:limit]
