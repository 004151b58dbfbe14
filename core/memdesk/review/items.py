"""What there is to review: one item for every change that no person made."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from memdesk.checks import Finding, Level
from memdesk.model import Actor, ChangeKind, Instead, Revision
from memdesk.ops.locks import Broken
from memdesk.review.decisions import RecordedDecision, Verdict
from memdesk.store import LogEntry, Operation
from memdesk.store.oplog.operation import quoted

_RANKS = (Level.ERROR, Level.WARNING, Level.INFO)


class InboxOrder(StrEnum):
    """What comes first: what needs attention (broken locks, then the worst findings), or the newest."""

    ATTENTION = "attention"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A change by an agent or a program outside. Who made it was stamped by the layer that wrote.

    ``id`` is the operation's; ``uri`` the document's name then; ``moved`` the name that it was renamed from.
    ``mark`` is what was decided (a snoozed item is back when its time has come), ``broken`` what was locked,
    ``findings`` what the content checks found by now, ``instead`` what stood in the document's place then.
    """

    id: str
    uri: str
    before: Revision | None
    after: Revision | None
    time: float
    actor: Actor
    change: ChangeKind
    size: int | None = None
    unit: str | None = None
    moved: str = ""
    mark: RecordedDecision | None = None
    broken: tuple[Broken, ...] = ()
    findings: tuple[Finding, ...] = ()
    machine: float | None = None
    """The machine's time, where ``time`` was told by whoever wrote."""
    instead: Instead | None = None

    @property
    def machine_time(self) -> float:
        """When it was by the machine's clock: what filters and decisions go by."""
        return self.time if self.machine is None else self.machine

    @property
    def is_reverted(self) -> bool:
        """Whether a person has taken the change back."""
        return self.mark is not None and self.mark.verdict is Verdict.REVERTED

    @property
    def is_flagged(self) -> bool:
        """Whether the item should be looked at before others."""
        return bool(self.instead or self.broken or self.findings)

    @property
    def urgency(self) -> int:
        """How urgent a look at it is: most where something stands in the document's place.

        Then come broken locks, then findings by how serious they are; 0 is for none.
        """
        if self.instead:
            return len(_RANKS) + 2
        if self.broken:
            return len(_RANKS) + 1
        return max((len(_RANKS) - _RANKS.index(found.severity) for found in self.findings), default=0)


class ReviewPage(NamedTuple):
    """Pending items in the order that was asked for; how many there are, and where older ones begin."""

    items: tuple[ReviewItem, ...]
    total: int
    older: int | None = None
    """What to give as ``before`` for the next page; None where there is none."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which items are asked for: by writer, session, document, and from which time on (the machine's).

    ``words`` are all in the lines that changed, ``finding`` is a check that found something; these two are
    for what waits alone (``Inbox.page`` and ``pending``), and :meth:`takes` passes them over.
    """

    actor: str | None = None
    session: str | None = None
    uri: str | None = None
    since: float | None = None
    words: str | None = None
    finding: str | None = None

    @property
    def looks_into(self) -> bool:
        """Whether items are asked for by what is in them."""
        return bool(self.words or self.finding)

    @property
    def is_empty(self) -> bool:
        """Whether everything is asked for."""
        return self == Filter()

    def may_take(self, entry: LogEntry) -> bool:
        """Tell cheaply whether a line of the log may be one that is asked for."""
        wanted = (text for text in (self.actor, self.session, self.uri) if text is not None)
        return all(quoted(text).encode() in entry.line for text in wanted)

    def takes(self, item: ReviewItem) -> bool:
        """Tell whether an item is one that is asked for."""
        return (
            self.actor in (None, item.actor.name)
            and self.session in (None, item.actor.session)
            and self.uri in (None, item.uri)
            and (self.since is None or item.machine_time >= self.since)
        )


def item_of(operation: Operation, mark: RecordedDecision | None = None) -> ReviewItem:
    """Return an operation as an item."""
    return ReviewItem(
        operation.id,
        operation.path,
        operation.before,
        operation.after,
        operation.time,
        operation.actor,
        ChangeKind.of(existed=operation.before is not None, exists=operation.after is not None),
        operation.size,
        operation.unit,
        operation.moved or "",
        mark,
        machine=operation.machine,
        instead=operation.instead,
    )
