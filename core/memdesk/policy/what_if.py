"""What another policy would change, side by side with now: nothing is written, no model is asked.

Both sides are worked out by what agents' tools and prompts use, once over the folder as it is and once over
the same folder with other overrides in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memdesk.errors import MemdeskError
from memdesk.policy.locate import SYSTEM, memory_at
from memdesk.policy.recent_queries import session_paths
from memdesk.systems.picoclaw_memskill.history import (
    ConversationLimits,
    dropped,
    estimated_tokens,
    summary_due,
    to_sum_up,
)
from memdesk.systems.picoclaw_memskill.jobs import session_limits
from memdesk.systems.picoclaw_memskill.overrides import suppose_overrides
from memdesk.systems.picoclaw_memskill.places import long_term_path
from memdesk.systems.picoclaw_memskill.sessions import SessionFile
from memdesk.systems.picoclaw_memskill.settings import PolicyParameters
from memdesk.systems.picoclaw_memskill.store import characters, is_compression_due
from memdesk.systems.picoclaw_memskill.talks import goes_along
from memdesk.systems.picoclaw_policy.changes import KeyChange
from memdesk.systems.picoclaw_policy.layers import PARAMETERS, Parameter, Setting
from memdesk.systems.picoclaw_policy.values import Wishes, checked
from memdesk.systems.tools import PromptPiece, SiteMemory
from memdesk.text.tokens import estimate
from memdesk.workspace import Workspace

SESSIONS = 50
"""Conversations that are looked at, the last in the order of their names."""


@dataclass(frozen=True, slots=True)
class Along:
    """How many messages of a conversation go along with a query."""

    uri: str
    now: int
    then: int


@dataclass(frozen=True, slots=True)
class QueryRow:
    """What the prompt gets from memory for a query, now and then; ``tokens`` are estimated."""

    query: str
    now: tuple[PromptPiece, ...]
    then: tuple[PromptPiece, ...]
    tokens_now: int
    tokens_then: int
    along: tuple[Along, ...] = ()

    @property
    def added(self) -> tuple[PromptPiece, ...]:
        """What only the other policy gives."""
        return _without(self.then, self.now)

    @property
    def removed(self) -> tuple[PromptPiece, ...]:
        """What only the present policy gives."""
        return _without(self.now, self.then)


@dataclass(frozen=True, slots=True)
class Summing:
    """What becomes of a conversation: whether it is summed up, why, how much of it, and what stays.

    ``dropped`` are the messages that go where it no longer fits the model.
    """

    due: bool
    by_messages: bool
    by_tokens: bool
    summed_up: int
    kept: int
    dropped: int


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A conversation under both policies."""

    uri: str
    messages: int
    tokens: int
    now: Summing
    then: Summing


@dataclass(frozen=True, slots=True)
class LongTermRow:
    """Whether long-term memory of so many characters would be compressed by the next reply."""

    uri: str
    characters: int
    now: bool
    then: bool


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Everything that was worked out; ``left_out`` are conversations that cannot be read."""

    changes: tuple[KeyChange, ...]
    queries: tuple[QueryRow, ...]
    sessions: tuple[SessionRow, ...]
    long_term: LongTermRow
    left_out: tuple[str, ...] = ()


def what_if(
    workspace: Workspace, folder: str, wishes: Wishes, queries: Sequence[str], window: int | None = None
) -> WhatIf:
    """Return what would be retrieved, summed up and compressed if overrides were other ones.

    ``window`` are the tokens that the agent's model takes, where these are not as chosen. Raises InvalidError
    for values that agents would not act on.
    """
    for key, value in wishes.items():
        if value is not None:
            checked(key, value)
    now, then = memory_at(workspace, folder), memory_at(workspace, folder)
    suppose_overrides(then, wishes)
    paths = session_paths(now)[-SESSIONS:]
    sessions = {path: session for path in paths if (session := _session(now, path)) is not None}
    rows = tuple(_query_row(workspace, now, then, query, tuple(sessions.values())) for query in queries)
    return WhatIf(
        tuple(_effective(now, then)),
        rows,
        tuple(_session_row(session, now, then, window) for session in sessions.values()),
        _long_term_row(now, then),
        tuple(path for path in paths if path not in sessions),
    )


def _effective(now: SiteMemory, then: SiteMemory) -> Iterator[KeyChange]:
    old, new = PolicyParameters(now), PolicyParameters(then)
    for parameter in PARAMETERS:
        change = KeyChange(parameter.key, _value(old, parameter), _value(new, parameter))
        if change.old != change.new:
            yield change


def _value(settings: PolicyParameters, parameter: Parameter) -> Setting:
    number = settings.number(parameter.key)
    return bool(number) if isinstance(parameter.default, bool) else number


def _session(memory: SiteMemory, path: str) -> SessionFile | None:
    try:
        return SessionFile(path, memory.read(path) or b"")
    except MemdeskError:
        return None


def _query_row(
    workspace: Workspace, now: SiteMemory, then: SiteMemory, query: str, sessions: Sequence[SessionFile]
) -> QueryRow:
    system = workspace.registry[SYSTEM]
    contexts = [system.context(memory, query) for memory in (now, then)]
    pieces = [tuple(piece for piece in found.pieces if piece.uri) for found in contexts]
    tokens = [estimate(found.text) for found in contexts]
    along = tuple(
        Along(one.path, len(goes_along(now, one, query)), len(goes_along(then, one, query)))
        for one in sessions
    )
    return QueryRow(query, pieces[0], pieces[1], tokens[0], tokens[1], along)


def _session_row(session: SessionFile, now: SiteMemory, then: SiteMemory, window: int | None) -> SessionRow:
    sides = [_summing(session, session_limits(memory, window)) for memory in (now, then)]
    messages = session.messages
    return SessionRow(session.path, len(messages), estimated_tokens(messages), *sides)


def _summing(session: SessionFile, limits: ConversationLimits) -> Summing:
    messages = session.messages
    due, batches = summary_due(messages, limits), to_sum_up(messages, limits)
    summed = sum(map(len, batches.parts)) if due.now else 0
    kept = min(limits.keep, len(messages)) if due.now else len(messages)
    return Summing(due.now, due.by_messages, due.by_tokens, summed, kept, len(dropped(messages, limits.keep)))


def _long_term_row(now: SiteMemory, then: SiteMemory) -> LongTermRow:
    path = long_term_path(now)
    due = [
        is_compression_due(memory, PolicyParameters(memory).number("long_term_compress_char_threshold"))
        for memory in (now, then)
    ]
    return LongTermRow(path, characters(now), *due)


def _without(pieces: tuple[PromptPiece, ...], others: tuple[PromptPiece, ...]) -> tuple[PromptPiece, ...]:
    known = {piece.uri for piece in others}
    return tuple(piece for piece in pieces if piece.uri not in known)
