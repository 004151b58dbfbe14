"""Small workspaces in exactly the bytes that each system's own program writes."""

from __future__ import annotations

from pathlib import Path

PEGASUS = {
    "memory/facts/user.md": (
        b"# User Facts\n\n> Summary: name, language, role\n\n- Name: Lin Wei\n"
        b"- Language: prefers Chinese, English for code\n- Updated: 2026-02-24\n"
    ),
    "memory/facts/team.md": b"# Team\r\n\r\n> Summary: who is who\r\n\r\n- Lead: Maria\r\n- Ops: Jonas",
    "memory/episodes/2026-02.md": (
        b"# 2026-02\n\n> Summary: launch, incident\n\n## 2026-02-11\n\n- shipped the kiln\n\n"
        b"## 2026-02-12\n\n- pager at night\n"
    ),
}
MEMSKILL = {
    "memory/MEMORY.md": (
        "## 2026-02-18\n\n用户的咖啡偏好：无糖拿铁，大杯。\n\n"
        "## 2026-02-19\n\nDecided: keep SQLite, drop Postgres.\n## Why\n\nsingle user, no server.\n\n"
        "## 2026-02-20\n\nBackup host: nas-01 (10.0.0.7)."
    ).encode(),
    "memory/202602/20260218.md": b"# 2026-02-18\n\n- 09:32 walked through the checklist\n- 11:05 lunch",
    "memory/policy_overrides.json": b'{\n  "retrieve_limit": 8,\n  "evolution_enabled": true\n}',
    "memory/backups/20260218_093105_MEMORY.md": b"## 2026-02-17\n\nolder\n",
    "memory/.last_longterm_compress": b"1771551107",
}
PROFILE = {
    "memory/profile.json": (
        '{\n  "": "",\n'
        '  "current_project": "kiln \\u003crefactoring\\u003e \\u0026 \\"quotes\\"\\nsecond line\\ttab",\n'
        '  "theme_preference": "dark mode",\n  "u2028": "a\\u2028b",\n  "user_name": "Mike",\n'
        '  "咖啡": "黑咖啡 ☕️"\n}'
    ).encode(),
    "memory/202611/20261122.md": b"# 2026-11-22\n\n- note one\n- note two\n\n- note three",
}
AIGENTIC = {
    "memory.json": (
        b'{\n  "plan": [\n    {\n      "id": "c5f25937-090c-49c9-885c-5ccdff5d75c8",\n'
        b'      "content": "1. collect data\\n2. draft \\u003c3 pages",\n      "category": "plan",\n'
        b'      "tags": [\n        "q1"\n      ],\n      "created_at": "2026-11-21T20:10:35.64597678Z",\n'
        b'      "updated_at": "2026-11-21T20:10:35.64597678Z",\n'
        b'      "access_count": 0,\n      "priority": 10\n'
        b'    }\n  ],\n  "run": [],\n  "session": [\n    {\n'
        b'      "id": "e7acbff5-e537-4e7d-8e8f-ab379c78010f",\n      "content": "total = 42",\n'
        b'      "created_at": "2026-11-21T20:10:35.647281475Z",\n'
        b'      "updated_at": "2026-11-21T20:10:35.647281475Z",\n'
        b'      "access_count": 3,\n      "priority": 5\n'
        b"    }\n  ]\n}\n"
    ),
}
EVOCLAW = {
    "MEMORY.md": (
        "# MEMORY.md - Long-Term Context\n\n"
        "*Core memory - auto-generated from tiered memory system*\n\n---\n\n"
        "## 🤖 Agent Identity\n\n- **Agent Name:** Bloop\n- **Owner Name:** Maria\n"
    ).encode(),
    "memory/2026-11-20.md": b"# 2026-11-20\n\n## Kiln\n- [x] fired at 1240 degrees\n",
    "memory/warm-memory.json": (
        b'[\n  {\n    "id": "3e5f62707ca0",\n    "text": "Decided to use raw JSON-RPC",\n'
        b'    "category": "projects/kiln",\n    "importance": 0.8,\n    "created_at": 1795291908.7269564,\n'
        b'    "access_count": 0,\n    "score": 0.7999996056470843,\n'
        b'    "metadata": {\n      "urls": []\n    },\n'
        b'    "tier": "hot"\n  },\n  {\n    "id": "99064591344e",\n'
        b'    "text": "\\u5ba0\\u7269\\u72d7\\u53eb Bob",\n'
        b'    "category": "owner/pets",\n    "importance": 0.4,\n    "created_at": 1795291908.9999733,\n'
        b'    "access_count": 0,\n    "score": 0.3999998449535214,\n'
        b'    "metadata": {},\n    "tier": "warm"\n  }\n]'
    ),
    "memory/hot-memory-state.json": (
        b'{\n  "identity": {\n    "agent_name": "Bloop",\n    "owner_name": "Maria"\n  },\n'
        b'  "owner_profile": {\n    "personality": "dry humour"\n  },\n  "active_context": {\n'
        b'    "projects": [],\n    "events": [],\n    "tasks": []\n  },\n  "critical_lessons": []\n}'
    ),
}
SYSTEMS = {
    "pegasus": PEGASUS,
    "picoclaw-memskill": MEMSKILL,
    "picoclaw-profile": PROFILE,
    "aigentic": AIGENTIC,
    "evoclaw": EVOCLAW,
}


def put(root: Path, files: dict[str, bytes]) -> Path:
    """Write files below a folder and return it."""
    for uri, data in files.items():
        path = root / uri
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root
