"""The jobs in which a model speaks: a session's summary, a shorter long-term memory, a better policy."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial

from pydantic import Field

from memdesk.errors import ArgumentError, InvalidError
from memdesk.model import Json
from memdesk.systems.answers import about, object_in, plain, size
from memdesk.systems.asking import (
    Assistant,
    DueReason,
    DueState,
    ModelTask,
    Question,
    asked,
    fenced,
    instructions,
    room_for,
)
from memdesk.systems.picoclaw_memskill.history import (
    Message,
    content,
    estimated_tokens,
    summary_due,
    to_sum_up,
)
from memdesk.systems.picoclaw_memskill.jobs import (
    WINDOW,
    ReflectArguments,
    ShortenArguments,
    SummaryArguments,
    compress_memory,
    reflect,
    session_limits,
    sum_up_session,
)
from memdesk.systems.picoclaw_memskill.places import long_term_path, sessions_folder
from memdesk.systems.picoclaw_memskill.reflection import BOUNDS, read_reflection
from memdesk.systems.picoclaw_memskill.sessions import SessionFile, open_session
from memdesk.systems.picoclaw_memskill.settings import PolicyParameters
from memdesk.systems.picoclaw_memskill.store import (
    characters,
    holds_index,
    is_compression_due,
    next_compression,
)
from memdesk.systems.tools import Arguments, Reply, SiteMemory
from memdesk.text import markdown

LONGEST_SUMMARY = 8 << 10
"""Bytes of a summary."""
SHORTEST_SHARE = 0.05
"""What a shorter memory has of the longer one at least, in bytes; less is no compression but a loss."""
LAST_MESSAGES = 10
BETWEEN_EVOLUTIONS = 20
"""Messages of a session after which the policy is looked at again."""
MESSAGE_LETTERS = 500
_SUM_UP = (
    "You write the summary that stands in the place of the older part of a conversation, so that it can go on"
    " without it. Keep names, dates, numbers, decisions, open questions and what the user wants, in the"
    " language of the conversation. Write only the summary, as plain text."
)
_MERGE = (
    "You merge two summaries of consecutive parts of one conversation into one. Keep names, dates, numbers,"
    " decisions and open questions. Write only the summary, as plain text."
)
_SHORTEN = (
    "You shorten the long-term memory of an agent, a Markdown document. Keep every fact, name, date, number,"
    " link and negation, and keep the headings; leave out repetitions and empty words. Add nothing."
    " Write only the shorter document, in its own language."
)
_EVOLVE = (
    "You tune the memory policy of an agent by how its last conversation went. Answer with one JSON object of"
    " the parameters to change, with whole numbers, or {} to change nothing. They may be: "
    + ", ".join(f"{key} {bounds.start} to {bounds.stop - 1}" for key, bounds in BOUNDS.items())
    + "."
)
_LEFT_OUT = "[Some messages were too long to be summed up; they are left out here.]"


class SumUpTask(Arguments):
    """Which session."""

    session: str = Field("", description="the session; left out: the first of which a summary is due")
    window: int | None = Field(None, ge=1, le=1 << 40, description=WINDOW)
    force: bool = Field(False, description="also where the policy does not ask for it now")


class CompressTask(Arguments):
    """Whether it has to be due."""

    force: bool = Field(False, description="also where the policy does not ask for it now")


class EvolveTask(Arguments):
    """Which session."""

    session: str = Field("", description="the session to learn from; left out: the one that was last at work")


def sum_up(memory: SiteMemory, arguments: SumUpTask, assistant: Assistant) -> Reply:
    """Let a model sum up the older messages of a session: in one part, or in two halves that are merged."""
    limits = session_limits(memory, arguments.window)
    if arguments.session:
        session: SessionFile | None = open_session(memory, arguments.session)
    else:
        due = (one for one in _sessions(memory) if summary_due(one.messages, limits).now)
        session = next(due, None)
    if session is None or not (arguments.force or summary_due(session.messages, limits).now):
        return Reply("No summary of a session is due. Nothing is changed.", {"changed": False})
    batches = to_sum_up(session.messages, limits)
    if not batches.parts:
        return Reply(f"{session.path} has nothing to sum up. Nothing is changed.", {"changed": False})
    earlier = session.summary
    parts = []
    for number, part in enumerate(batches.parts):
        memory.step(number, len(batches.parts) + 1)
        before = f"\n\n{fenced(earlier, 'the summary so far')}" if earlier and number == 0 else ""
        talk = _talk(part)
        text = f"Sum this up:{before}\n\n{fenced(talk, 'messages')}"
        read = partial(_summary, of=f"{earlier}\n{talk}" if before else talk)
        parts.append(asked(assistant, Question(instructions(_SUM_UP), text), read))
    if len(parts) > 1:
        texts = (fenced(part, f"part {number}") for number, part in enumerate(parts, 1))
        both = "Merge these:\n\n" + "\n\n".join(texts)
        read = partial(_summary, of="\n".join(parts))
        parts = [asked(assistant, Question(instructions(_MERGE), both), read)]
    summary = f"{parts[0]}\n\n{_LEFT_OUT}" if batches.omitted else parts[0]
    return sum_up_session(
        memory,
        SummaryArguments(
            session=session.path.rpartition("/")[2], summary=summary, window=arguments.window, force=True
        ),
    )


def compress(memory: SiteMemory, arguments: CompressTask, assistant: Assistant) -> Reply:
    """Let a model shorten long-term memory; an answer that is no shorter memory changes nothing."""
    path = long_term_path(memory)
    before = memory.text(path) or ""
    limit = PolicyParameters(memory).number("long_term_compress_char_threshold")
    is_due = is_compression_due(memory, limit)
    if not before.strip() or not (is_due or arguments.force) or holds_index(memory):
        return compress_memory(memory, ShortenArguments(text="", force=False))
    text = f"Shorten this to about half:\n\n{fenced(before, path)}"
    question = Question(instructions(_SHORTEN), text, room_for(before, 4096), temperature=0.2)
    shorter = asked(assistant, question, lambda answer: _shorter(answer, before))
    return compress_memory(memory, ShortenArguments(text=shorter, force=arguments.force))


def evolve(memory: SiteMemory, arguments: EvolveTask, assistant: Assistant) -> Reply:
    """Let a model change numbers of the policy, within bounds."""
    policy = PolicyParameters(memory)
    if not policy.number("evolution_enabled"):
        raise InvalidError("evolution_enabled is off: the policy is not the agent's to change")
    if arguments.session:
        session: SessionFile | None = open_session(memory, arguments.session)
    else:
        session = max(_sessions(memory), key=lambda one: one.updated, default=None)
    if session is None or not session.messages:
        raise ArgumentError("session", "there is no conversation to learn from", "Talk to the agent first.")
    current = {key: policy.number(key) for key in BOUNDS}
    last = _talk(session.messages[-LAST_MESSAGES:], MESSAGE_LETTERS)
    text = f"The policy now: {json.dumps(current)}\n\n{fenced(last, 'the last messages')}"
    question = Question(
        instructions(_EVOLVE), text, most_tokens=512, temperature=0.2, seconds=60.0, schema=_policy_schema()
    )
    wishes = asked(assistant, question, read_policy)
    changed = {key: value for key, value in wishes.items() if value != current[key]}
    if not changed:
        found: dict[str, Json] = {"changed": {}, "snapshot": None}
        return Reply("The model would change nothing; the policy stays as it is.", found)
    return reflect(memory, ReflectArguments(answer=json.dumps(changed)))


def summary_state(memory: SiteMemory) -> DueState | None:
    """Say how far the session that is nearest to its summary is from it."""
    limits = session_limits(memory)
    found = []
    for session in _sessions(memory):
        tokens, most = estimated_tokens(session.messages), limits.window * limits.percent // 100
        counts = (
            (DueReason.MESSAGES, len(session.messages), limits.messages),
            (DueReason.TOKENS, tokens, most),
        )
        name = session.path.rpartition("/")[2]
        found += [
            DueState(why, have, most, session.path, f"{name} {len(session.messages)}", {"session": name})
            for why, have, most in counts
        ]
    return max(found, key=lambda one: one.have / max(one.most, 1), default=None)


def compression_state(memory: SiteMemory) -> DueState | None:
    """Say how far long-term memory is from being made shorter."""
    path, most = long_term_path(memory), PolicyParameters(memory).number("long_term_compress_char_threshold")
    size = characters(memory)
    if most <= 0 or not size or holds_index(memory):
        return None
    after = next_compression(memory)
    return DueState(DueReason.CHARACTERS, size, most, path, f"{path} {size} {after:.0f}", after=after)


def evolution_state(memory: SiteMemory) -> DueState | None:
    """Say how far the last session is from the next look at the policy: one for so many messages.

    Those that a summary took away count as well.
    """
    session = max(_sessions(memory), key=lambda one: one.updated, default=None)
    if session is None or not PolicyParameters(memory).number("evolution_enabled"):
        return None
    count, name = session.seen, session.path.rpartition("/")[2]
    occasion = f"{name} {count // BETWEEN_EVOLUTIONS}"
    return DueState(
        DueReason.MESSAGES, count, BETWEEN_EVOLUTIONS - 1, session.path, occasion, {"session": name}
    )


def read_policy(answer: str) -> dict[str, int]:
    """Return what an answer sets of a policy: JSON, JSON in a fence, or lines of key: value.

    What is none of the parameters is passed over. Raises ValueError for a number out of bounds, and for an
    answer that is neither.
    """
    try:
        found = object_in(answer)
    except ValueError:
        said = read_reflection(plain(answer, 64 << 10))
        if said is None:
            raise ValueError("it is no JSON object of parameters") from None
        found = dict(said)
    wishes: dict[str, int] = {}
    for key, bounds in BOUNDS.items():
        value = found.get(key)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int) or value not in bounds:
            raise ValueError(f"{key} is a whole number from {bounds.start} to {bounds.stop - 1}")
        wishes[key] = value
    return wishes


def _summary(answer: str, *, of: str) -> str:
    return about(plain(answer, LONGEST_SUMMARY), of)


def _shorter(answer: str, before: str) -> str:
    """Return a shorter memory. Raises ValueError for what looks like anything else."""
    text = plain(answer, max(size(before.strip()) - 1, 1))
    if size(text) < SHORTEST_SHARE * size(before):
        raise ValueError("so little of it is left that it is a loss")
    if markdown.sections(before) and not markdown.sections(text):
        raise ValueError("none of its headings is left")
    return about(text, before) + ("\n" if before.endswith("\n") else "")


def _sessions(memory: SiteMemory) -> list[SessionFile]:
    """Return the sessions that can be read."""
    found = []
    for path in memory.names(sessions_folder(memory)):
        if path.endswith(".json"):
            try:
                found.append(SessionFile(path, memory.read(path) or b""))
            except InvalidError:
                continue
    return found


def _talk(messages: Sequence[Message], most: int | None = None) -> str:
    """Return messages as a model reads them."""
    return "\n\n".join(f"{message.get('role')}: {content(message)[:most]}" for message in messages)


def _policy_schema() -> dict[str, Json]:
    properties: dict[str, Json] = {
        key: {"type": "integer", "minimum": bounds.start, "maximum": bounds.stop - 1}
        for key, bounds in BOUNDS.items()
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


TASKS: tuple[ModelTask, ...] = (
    ModelTask(
        "sum-up-session",
        "Let a model sum up a session's older messages, when that is due.",
        SumUpTask,
        sum_up,
        aliases=("summarize",),
        supplied=("summary",),
        due=summary_state,
    ),
    ModelTask(
        "compress-memory",
        "Let a model make long-term memory shorter, when that is due; a copy is kept.",
        CompressTask,
        compress,
        aliases=("compress",),
        supplied=("text",),
        due=compression_state,
    ),
    ModelTask(
        "reflect",
        "Let a model tune the numbers of the policy by the last conversation; a snapshot is kept.",
        EvolveTask,
        evolve,
        aliases=("evolve",),
        supplied=("answer",),
        due=evolution_state,
    ),
)
"""In the order in which a person is offered them."""
