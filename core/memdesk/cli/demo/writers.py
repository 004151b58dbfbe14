"""How each demo agent adds one memory to a file of its family: pure functions from old text to new text.

Every writer keeps what the file held first and only the newest of what was added, so a demo that runs
for days does not grow.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple, TypeVar
from uuid import NAMESPACE_URL, uuid5

FIRST = 12
RECENT = 8

Item = TypeVar("Item")


class DemoMemory(NamedTuple):
    """One thing an agent remembers: who, with which tool, how, where, and the words."""

    who: str
    how: str
    path: str
    text: str
    tool: str | None = None
    key: str = ""


def written(memory: DemoMemory, old: str, now: datetime) -> str:
    """Return the file's text after the agent wrote ``memory`` into ``old`` (empty for a new file)."""
    return WRITERS[memory.how](old, memory, now)


def _bounded(items: list[Item]) -> list[Item]:
    return items[:FIRST] + items[FIRST:][-RECENT:]


def _long_term(old: str, memory: DemoMemory, now: datetime) -> str:
    entries = [entry for entry in old.split("\n\n## ") if entry]
    return "\n\n## ".join(_bounded([*entries, f"{now:%Y-%m-%d}\n\n{memory.text}"]))


def _daily_note(old: str, memory: DemoMemory, now: datetime) -> str:
    lines = (old or f"# {now:%Y-%m-%d}\n").split("\n")
    return "\n".join(_bounded([*lines, f"- {now:%H:%M} {memory.text}"]))


def _note_line(old: str, memory: DemoMemory, now: datetime) -> str:
    lines = (old or f"# {now:%Y-%m-%d}\n\n## Frost\n").splitlines()
    return "\n".join(_bounded([*lines, memory.text])) + "\n"


def _episode(old: str, memory: DemoMemory, now: datetime) -> str:
    title, _, lesson = memory.text.partition(": ")
    head = old or f"# {now:%Y-%m} Episodes\n\n> Summary: {title.lower()}\n"
    entry = f"{title}\n- Summary: {lesson}\n- Date: {now:%Y-%m-%d}\n"
    return "\n## ".join(_bounded([*head.split("\n## "), entry]))


def _profile(old: str, memory: DemoMemory, _now: datetime) -> str:
    profile = {**json.loads(old or "{}"), memory.key: memory.text}
    return _as_go(dict(sorted(profile.items(), key=lambda item: item[0].encode())))


def _entry(old: str, memory: DemoMemory, now: datetime) -> str:
    compartments = json.loads(old or '{"plan": [], "run": [], "session": []}')
    stamp = f"{now.isoformat(timespec='microseconds')}"
    entry = {
        "id": str(uuid5(NAMESPACE_URL, memory.text + stamp)),
        "content": memory.text,
        "created_at": stamp,
        "updated_at": stamp,
        "access_count": 0,
        "priority": 5,
    }
    compartments[memory.key] = _bounded([*compartments[memory.key], entry])
    return _as_go(compartments) + "\n"


def _warm(old: str, memory: DemoMemory, now: datetime) -> str:
    seconds = now.timestamp()
    entry = {
        "id": uuid5(NAMESPACE_URL, f"{memory.text}{seconds}").hex[:12],
        "text": memory.text,
        "category": memory.key,
        "importance": 0.6,
        "created_at": seconds,
        "access_count": 0,
        "score": 0.6,
        "metadata": {"urls": [], "commands": [], "paths": []},
        "tier": "warm",
    }
    return json.dumps(_bounded([*json.loads(old or "[]"), entry]), indent=2)


def _event(old: str, memory: DemoMemory, now: datetime) -> str:
    state = json.loads(old)
    context = state["active_context"]
    context["events"] = _bounded([*context["events"], {"text": memory.text, "timestamp": now.timestamp()}])
    return json.dumps(state, indent=2)


def _as_go(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=2)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


WRITERS: Mapping[str, Callable[[str, DemoMemory, datetime], str]] = {
    "long_term": _long_term,
    "daily_note": _daily_note,
    "note_line": _note_line,
    "episode": _episode,
    "profile": _profile,
    "entry": _entry,
    "warm": _warm,
    "event": _event,
}
"""The writers by the name that the bundled list of memories uses."""
