"""A conversation that goes on: what of it goes with a message, its next turn, and room for more."""

from __future__ import annotations

import json

from memdesk.model import Json
from memdesk.systems.moments import timestamp
from memdesk.systems.picoclaw_memskill.choices import chosen
from memdesk.systems.picoclaw_memskill.history import Message, dropped, relevant
from memdesk.systems.picoclaw_memskill.places import sessions_folder
from memdesk.systems.picoclaw_memskill.retrieval import RetrievalMode
from memdesk.systems.picoclaw_memskill.sessions import SessionFile
from memdesk.systems.picoclaw_memskill.settings import PolicyParameters
from memdesk.systems.tools import SiteMemory


def goes_along(memory: SiteMemory, session: SessionFile, query: str) -> tuple[Message, ...]:
    """Return what of a conversation goes with a message, as the policy has it."""
    settings, choice = PolicyParameters(memory), chosen(memory)
    limit = settings.number("session_relevant_history_limit")
    fallback = settings.number("session_relevant_fallback_keep")
    limited = choice.history == "limited"
    return relevant(
        session.messages, query, limit, fallback, RetrievalMode(choice.retrieval), limited=limited
    )


def talk_of(memory: SiteMemory, name: str, message: str) -> str:
    """Return what of a session goes with a message: its summary, then what the policy lets go along."""
    session = _session(memory, name)
    if session is None:
        return ""
    parts = [f"Summary of what was said before: {session.summary}"] if session.summary else []
    parts += [f"{each.get('role')}: {each.get('content')}" for each in goes_along(memory, session, message)]
    return "\n\n".join(parts)


def note_turn(memory: SiteMemory, name: str, said: str, answer: str) -> None:
    """Add what a person said and what the agent answered to a session, which begins with it."""
    new: list[Json] = [{"role": "user", "content": said}, {"role": "assistant", "content": answer}]
    session = _session(memory, name)
    if session is None:
        now = timestamp(memory.now)
        begun: dict[str, Json] = {"key": name, "messages": new, "created": now, "updated": now}
        memory.write(_path(memory, name), json.dumps(begun, ensure_ascii=False, indent=2))
        return
    memory.write(session.path, session.longer(new, memory.now))


def make_room(memory: SiteMemory, name: str) -> int:
    """Drop the older half of a session that does not fit its model; return how many messages went."""
    session = _session(memory, name)
    keep = PolicyParameters(memory).number("session_summary_keep_count")
    return 0 if session is None else without_older(memory, session, keep)


def without_older(memory: SiteMemory, session: SessionFile, keep: int) -> int:
    """Drop the older half of a conversation of more than ``keep`` messages; return how many went."""
    gone = dropped(session.messages, keep)
    if gone:
        memory.write(session.path, session.without(gone, _note(len(gone)), memory.now))
    return len(gone)


def _session(memory: SiteMemory, name: str) -> SessionFile | None:
    path = _path(memory, name)
    data = memory.read(path)
    return None if data is None else SessionFile(path, data)


def _path(memory: SiteMemory, name: str) -> str:
    return f"{sessions_folder(memory)}/{name.replace(':', '_')}.json"


def _note(count: int) -> str:
    return f"\n\n[Left out here, for want of room: {count} older messages.]"
