"""What people asked lately: the queries to try a policy out on, from the agent's own conversations."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from memdesk.errors import MemdeskError
from memdesk.model import Json
from memdesk.policy.locate import memory_at
from memdesk.systems.json_checks import read_object
from memdesk.systems.picoclaw_memskill.places import sessions_folder
from memdesk.systems.tools import SiteMemory
from memdesk.workspace import Workspace

ASKED = 5
"""Queries, unless more or fewer are wanted."""

LONGEST = 2000
"""Characters of a message that is taken for a query; a longer one is a text somebody pasted."""

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def recent_queries(workspace: Workspace, folder: str, limit: int = ASKED) -> tuple[str, ...]:
    """Return what users last asked, the newest first, each question once."""
    memory = memory_at(workspace, folder)
    found = [told for path in session_paths(memory) if (told := _told(memory, path)) is not None]
    found.sort(key=lambda told: told[0], reverse=True)
    asked = dict.fromkeys(text for _, messages in found for text in _asked(messages))
    return tuple(asked)[:limit]


def session_paths(memory: SiteMemory) -> tuple[str, ...]:
    """Return the conversations of an agent."""
    return tuple(path for path in memory.names(sessions_folder(memory)) if path.endswith(".json"))


def _told(memory: SiteMemory, path: str) -> tuple[datetime, list[Json]] | None:
    """Return when a conversation last went on and what was said in it, None where it cannot be read."""
    try:
        value = read_object(memory.read(path) or b"")[1]
    except MemdeskError:
        return None
    messages = value.get("messages") if value else None
    if value is None or not isinstance(messages, list):
        return None
    return _moment(value.get("updated")), messages


def _asked(messages: list[Json]) -> Iterator[str]:
    for message in reversed(messages):
        text = message.get("content") if isinstance(message, dict) and message.get("role") == "user" else None
        if isinstance(text, str) and text.strip() and len(text) <= LONGEST:
            yield text.strip()


def _moment(text: Json) -> datetime:
    try:
        found = datetime.fromisoformat(text) if isinstance(text, str) else _LONG_AGO
    except ValueError:
        return _LONG_AGO
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
