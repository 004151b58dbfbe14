"""What is done to the memory as a whole."""

from __future__ import annotations

from pydantic import Field

from memdesk.model import Json
from memdesk.systems.picoclaw_memskill.choices import chosen
from memdesk.systems.picoclaw_memskill.history import (
    Limits,
    Message,
    dropped,
    estimated_tokens,
    relevant,
    summary_due,
    to_sum_up,
)
from memdesk.systems.picoclaw_memskill.retrieval import Mode
from memdesk.systems.picoclaw_memskill.sessions import Session, open_session
from memdesk.systems.picoclaw_memskill.settings import Settings
from memdesk.systems.tools import Arguments, Memory, Reply, Tool

WINDOW = 8192
"""Tokens that a model takes, where nobody says."""

_SESSION = "the session: its key, like cli:main, or its file's name"


class SessionArguments(Arguments):
    """A session, and the model it is for."""

    session: str = Field(description=_SESSION)
    window: int = Field(WINDOW, ge=1, le=1 << 40, description="the tokens that its model takes")
    query: str = Field("", description="a message, to see how much of the session goes along with it")


class CompressArguments(Arguments):
    """A session, and how many messages may stay in any case."""

    session: str = Field(description=_SESSION)
    keep: int | None = Field(
        None, ge=0, le=1 << 40, description="leave a session of so few messages alone; as the policy has it"
    )


def session_limits(settings: Settings, window: int) -> Limits:
    """Return what a policy says of a conversation with a model."""
    return Limits(
        settings.number("session_summary_message_threshold"),
        settings.number("session_summary_token_percent"),
        settings.number("session_summary_keep_count"),
        window,
    )


def session_status(memory: Memory, arguments: SessionArguments) -> Reply:
    """Tell how long a conversation is and whether it is to be summed up."""
    session = open_session(memory, arguments.session)
    limits = session_limits(Settings(memory), arguments.window)
    due, batches = summary_due(session.messages, limits), to_sum_up(session.messages, limits)
    count, tokens = len(session.messages), estimated_tokens(session.messages)
    most = limits.window * limits.percent // 100
    size = f"{count} messages (limit {limits.messages}), about {tokens} tokens (limit {most})"
    along = len(goes_along(memory, session, arguments.query))
    said = [
        f"{session.path}: {size}. A summary is {'due' if due.now else 'not due'}.",
        f"{along} of the messages go along with the query." if arguments.query else "",
    ]
    found: dict[str, Json] = {
        "uri": session.path,
        "messages": count,
        "tokens": tokens,
        "summary_due": due.now,
        "to_sum_up": [len(part) for part in batches.parts],
        "keep": limits.keep,
        "along": along,
    }
    return Reply(" ".join(filter(None, said)), found)


def goes_along(memory: Memory, session: Session, query: str) -> tuple[Message, ...]:
    """Return what of a conversation goes with a message, as the policy has it."""
    settings, choice = Settings(memory), chosen(memory)
    limit = settings.number("session_relevant_history_limit")
    fallback = settings.number("session_relevant_fallback_keep")
    limited = choice.history == "limited"
    return relevant(session.messages, query, limit, fallback, Mode(choice.retrieval), limited=limited)


def compress_session(memory: Memory, arguments: CompressArguments) -> Reply:
    """Drop the older half of a conversation, as agents do when it no longer fits a model."""
    session = open_session(memory, arguments.session)
    keep = arguments.keep
    keep = Settings(memory).number("session_summary_keep_count") if keep is None else keep
    gone = dropped(session.messages, keep)
    left = len(session.messages) - len(gone)
    found: dict[str, Json] = {"uri": session.path, "dropped": len(gone), "messages": left}
    if not gone:
        return Reply(f"{session.path} has {left} messages; it is short enough as it is.", found)
    memory.write(session.path, session.without(gone, _note(len(gone)), memory.now))
    return Reply(f"Dropped the {len(gone)} oldest messages of {session.path}; {left} are left.", found)


def _note(count: int) -> str:
    return f"\n\n[Left out here, for want of room: {count} older messages.]"


JOBS: tuple[Tool, ...] = (
    Tool(
        "session-status",
        "Tell how long a session is, and whether the policy wants it summed up.",
        SessionArguments,
        session_status,
    ),
    Tool(
        "compress-session",
        "Make room in a session without a model: drop the older half of its messages, but not the first.",
        CompressArguments,
        compress_session,
        writes=True,
    ),
)
"""In the order in which a person is offered them."""
