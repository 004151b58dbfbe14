"""What is done to the memory as a whole; what a model says to it, its agent brings along."""

from __future__ import annotations

import json

from pydantic import Field, JsonValue

from memdesk.errors import ArgumentError, InvalidError
from memdesk.model import Json
from memdesk.systems.picoclaw_memskill.choices import chosen
from memdesk.systems.picoclaw_memskill.history import (
    ConversationLimits,
    estimated_tokens,
    summary_due,
    to_sum_up,
)
from memdesk.systems.picoclaw_memskill.overrides import overrides_path, reflected_overrides
from memdesk.systems.picoclaw_memskill.places import long_term_path
from memdesk.systems.picoclaw_memskill.reflection import BOUNDS, out_of_bounds, read_reflection
from memdesk.systems.picoclaw_memskill.sessions import open_session
from memdesk.systems.picoclaw_memskill.settings import PolicyParameters
from memdesk.systems.picoclaw_memskill.store import characters, compressed, is_compression_due
from memdesk.systems.picoclaw_memskill.talks import goes_along, without_older
from memdesk.systems.picoclaw_policy.writing import overrides_with
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool

LINES: dict[str, JsonValue] = {"format": "lines"}
"""The mark of a text that may have many lines."""
WINDOW = "the tokens that its model takes"
"""What is asked of the room of a model; left out, it is as chosen."""
_SESSION = "the session: its key, like cli:main, or its file's name"


class SessionArguments(Arguments):
    """A session, and the model it is for."""

    session: str = Field(description=_SESSION)
    window: int | None = Field(None, ge=1, le=1 << 40, description=WINDOW)
    query: str = Field("", description="a message, to see how much of the session goes along with it")


class CompressArguments(Arguments):
    """A session, and how many messages may stay in any case."""

    session: str = Field(description=_SESSION)
    keep: int | None = Field(
        None, ge=0, le=1 << 40, description="leave a session of so few messages alone; as the policy has it"
    )


class SummaryArguments(Arguments):
    """A session, and what a model made of its older messages."""

    session: str = Field(description=_SESSION)
    summary: str = Field(description="what the older messages amount to", json_schema_extra=LINES)
    window: int | None = Field(None, ge=1, le=1 << 40, description=WINDOW)
    force: bool = Field(False, description="also where the policy does not ask for it now")


class ShortenArguments(Arguments):
    """The shorter long-term memory."""

    text: str = Field(
        "",
        description="what long-term memory becomes, made shorter by a model; empty: only say whether that is "
        "due",
        json_schema_extra=LINES,
    )
    force: bool = Field(False, description="also where the policy does not ask for it now")


class ReflectArguments(Arguments):
    """What a model made of the question how the policy could be better."""

    answer: str = Field(
        description="an object of the parameters to change, or lines of key: value", json_schema_extra=LINES
    )


def session_limits(memory: SiteMemory, window: int | None = None) -> ConversationLimits:
    """Return what the policy says of a conversation with a model that takes so many tokens."""
    settings = PolicyParameters(memory)
    return ConversationLimits(
        settings.number("session_summary_message_threshold"),
        settings.number("session_summary_token_percent"),
        settings.number("session_summary_keep_count"),
        chosen(memory).window if window is None else window,
    )


def session_status(memory: SiteMemory, arguments: SessionArguments) -> Reply:
    """Tell how long a conversation is and whether it is to be summed up."""
    session = open_session(memory, arguments.session)
    limits = session_limits(memory, arguments.window)
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


def compress_session(memory: SiteMemory, arguments: CompressArguments) -> Reply:
    """Drop the older half of a conversation, as agents do when it no longer fits a model."""
    session = open_session(memory, arguments.session)
    keep = arguments.keep
    keep = PolicyParameters(memory).number("session_summary_keep_count") if keep is None else keep
    gone = without_older(memory, session, keep)
    left = len(session.messages) - gone
    found: dict[str, Json] = {"uri": session.path, "dropped": gone, "messages": left}
    if not gone:
        return Reply(f"{session.path} has {left} messages; it is short enough as it is.", found)
    return Reply(f"Dropped the {gone} oldest messages of {session.path}; {left} are left.", found)


def sum_up_session(memory: SiteMemory, arguments: SummaryArguments) -> Reply:
    """Put a summary in the place of all messages but the last, as many as the policy keeps."""
    session = open_session(memory, arguments.session)
    limits = session_limits(memory, arguments.window)
    if not arguments.summary.strip():
        raise ArgumentError("summary", "must not be empty", "Say what the older messages amount to.")
    if not (summary_due(session.messages, limits).now or arguments.force):
        raise ArgumentError("session", "no summary of it is due", "Wait until one is, or set force.")
    gone = max(len(session.messages) - limits.keep, 0)
    memory.write(session.path, session.summed_up(arguments.summary, limits.keep, memory.now))
    found: dict[str, Json] = {"uri": session.path, "dropped": gone, "messages": len(session.messages) - gone}
    return Reply(f"{session.path} begins with the summary now; {gone} messages are left out.", found)


def compress_memory(memory: SiteMemory, arguments: ShortenArguments) -> Reply:
    """Replace long-term memory by a shorter text, with a copy and the stamp that agents wait a day after."""
    path = long_term_path(memory)
    limit = PolicyParameters(memory).number("long_term_compress_char_threshold")
    size, due = len(memory.read(path) or b""), is_compression_due(memory, limit)
    letters = characters(memory)
    found: dict[str, Json] = {
        "uri": path,
        "bytes": size,
        "characters": letters,
        "limit": limit,
        "due": due,
        "copy": None,
    }
    rule = f"long-term memory has {letters} characters (limit {limit or 'none'}), and making it shorter is"
    if not arguments.text.strip():
        return Reply(f"{rule} {'due' if due else 'not due'}. Nothing is changed.", found)
    if not (due or arguments.force):
        raise ArgumentError("text", f"{rule} not due", "Wait until it is, or set force.")
    copy = compressed(memory, arguments.text)
    return Reply(f"{path} is replaced; what it was is kept as {copy}.", found | {"copy": copy})


def reflect(memory: SiteMemory, arguments: ReflectArguments) -> Reply:
    """Change the policy as a model proposes, with a snapshot first, as agents do."""
    path, wishes = overrides_path(memory), read_reflection(arguments.answer)
    found: dict[str, Json] = {"uri": path, "changed": {}, "snapshot": None}
    if not PolicyParameters(memory).number("evolution_enabled"):
        raise InvalidError("evolution_enabled is off: the policy is not the agent's to change", uri=path)
    if wishes is None:
        return Reply("The answer sets no parameter that is known; the policy stays as it is.", found)
    fault = out_of_bounds(wishes)
    if fault:
        raise ArgumentError("answer", fault, "Propose a number within the bounds; nothing was changed.")
    passed_over = [key for key in wishes if key not in BOUNDS]
    wishes = {key: value for key, value in wishes.items() if key in BOUNDS}
    snapshot = reflected_overrides(memory, overrides_with(memory.read(path), wishes, path))
    said = ", ".join(f"{key} = {json.dumps(value)}" for key, value in wishes.items()) or "nothing"
    kept = f" The overrides of before are kept as {snapshot}." if snapshot else ""
    kept += f" Not for a reflection to set: {', '.join(passed_over)}." if passed_over else ""
    return Reply(f"Set: {said}.{kept}", found | {"changed": dict(wishes), "snapshot": snapshot})


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
    Tool(
        "sum-up-session",
        "Put a summary by the agent's model in the place of a session's older messages, when that is due.",
        SummaryArguments,
        sum_up_session,
        writes=True,
        aliases=("summarize",),
    ),
    Tool(
        "compress-memory",
        "Put a shorter text that the agent's model made in the place of long-term memory, when that is due.",
        ShortenArguments,
        compress_memory,
        writes=True,
        aliases=("compress",),
    ),
    Tool(
        "reflect",
        "Change the policy as the agent's model proposes, with a snapshot of the overrides first.",
        ReflectArguments,
        reflect,
        writes=True,
        aliases=("evolve",),
    ),
)
"""In the order in which a person is offered them."""
