"""A conversation's history: when it is summed up, what stays, and what of it belongs to a message.

Pure functions over messages as they stand in a session file (``role``, ``content`` and whatever else).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from memdesk.model import Json
from memdesk.systems.picoclaw_memskill.retrieval import (
    SPACE,
    Query,
    RetrievalMode,
    SectionChunk,
    score,
    understood,
)

Message: TypeAlias = Mapping[str, Json]
Messages: TypeAlias = Sequence[Message]

ONE_PART = 10
"""Messages that are summed up in one go; more are summed up in two halves, and then these together."""


class ConversationLimits(NamedTuple):
    """What a policy says of a conversation, and how many tokens the model takes (``window``)."""

    messages: int
    percent: int
    keep: int
    window: int


class Due(NamedTuple):
    """Whether a conversation is to be summed up, and why: for its messages, for its tokens, or both."""

    by_messages: bool
    by_tokens: bool

    @property
    def now(self) -> bool:
        """Whether it is to be summed up."""
        return self.by_messages or self.by_tokens


class Batches(NamedTuple):
    """What is to be summed up: one part or two; ``omitted`` says that a message was too long for it."""

    parts: tuple[tuple[Message, ...], ...]
    omitted: bool


class Turn(NamedTuple):
    """A message of the user with all that follows until the next: from ``start`` to before ``end``."""

    start: int
    end: int
    text: str


def content(message: Message) -> str:
    """Return a message's text; parts that are no text have none."""
    found = message.get("content")
    return found if isinstance(found, str) else ""


def estimated_tokens(messages: Messages) -> int:
    """Return how many tokens messages cost, as agents of this system estimate it: two for five letters."""
    return sum(len(content(message)) for message in messages) * 2 // 5


def summary_due(messages: Messages, limits: ConversationLimits) -> Due:
    """Say whether a conversation is to be summed up."""
    most = limits.window * limits.percent // 100
    return Due(len(messages) > limits.messages, estimated_tokens(messages) > most)


def to_sum_up(messages: Messages, limits: ConversationLimits) -> Batches:
    """Return what a model has to sum up: all but the last messages, without tools and what is too long."""
    older = messages[: max(len(messages) - limits.keep, 0)]
    said = [message for message in older if message.get("role") in ("user", "assistant")]
    fitting = [message for message in said if len(content(message).encode()) // 2 <= limits.window // 2]
    middle = len(fitting) // 2
    halves = (fitting[:middle], fitting[middle:]) if len(fitting) > ONE_PART else (fitting,)
    return Batches(tuple(tuple(half) for half in halves if half), len(fitting) < len(said))


def dropped(messages: Messages, keep: int) -> range:
    """Return which messages go when there is no room at all: the older half, but not the first and the last.

    A tool's answer does not stay without its question: it goes with it.
    """
    if len(messages) <= keep or len(messages) < 3:
        return range(0)
    end = 1 + (len(messages) - 2) // 2
    while 1 < end < len(messages) - 1 and messages[end].get("role") == "tool":
        end += 1
    return range(1, end)


def turns(messages: Messages) -> tuple[Turn, ...]:
    """Cut a conversation into turns; what comes before the first message of the user is in none."""
    starts = [place for place, message in enumerate(messages) if message.get("role") == "user"]
    ends = [*starts[1:], len(messages)][: len(starts)]
    texts = (
        " ".join(filter(None, map(content, messages[start:end])))
        for start, end in zip(starts, ends, strict=True)
    )
    return tuple(Turn(*found) for found in zip(starts, ends, texts, strict=True))


def relevant(
    messages: Messages,
    query: str,
    limit: int,
    fallback: int,
    mode: RetrievalMode = RetrievalMode.MEMDESK,
    *,
    limited: bool = True,
) -> tuple[Message, ...]:
    """Return what of a conversation goes with a message: its best turns, in their order.

    Without a limit (0 or less) all of it does. Where no turn has to do with the query, the last ``fallback``
    messages do; none where that is 0. Not ``limited`` is what agents make of it: every turn goes along, or
    with a fallback of 0 every one that has to do with the query.
    """
    if limit <= 0:
        return tuple(messages)
    found = tuple(_points(messages, understood(query, mode))) if query.strip(SPACE) else ()
    if limited:
        chosen = sorted(sorted((pair for pair in found if pair[0] > 0), reverse=True)[:limit], key=_place)
    else:
        chosen = [pair for pair in found if pair[0] > 0 or fallback > 0]
    if not chosen:
        return tuple(messages[-fallback:]) if fallback > 0 else ()
    return tuple(message for _, turn in chosen for message in messages[turn.start : turn.end])


def _points(messages: Messages, query: Query) -> Iterator[tuple[float, Turn]]:
    """Yield the turns with their points."""
    return ((score(SectionChunk(turn.text, turn.start), query).score, turn) for turn in turns(messages))


def _place(pair: tuple[float, Turn]) -> int:
    return pair[1].start
