"""What an overview shows, section by section. Every record names the document that a mark leads to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from memdesk.access.refusals import RefusedWrite
from memdesk.checks import Finding
from memdesk.model import Actor, ChangeKind, DocumentInfo, Kind, Problem


class ChangedDocument(NamedTuple):
    """A document that is new or changed since the person looked.

    ``actors`` wrote it since, the last one first; without any the log does not tell. ``words`` are the first
    ones that came, or (``is_removal``) that went. ``part`` is the fragment that they stand at.
    """

    info: DocumentInfo
    is_new: bool
    time: float
    actors: tuple[Actor, ...] = ()
    words: str = ""
    part: str = ""
    is_removal: bool = False


class WaitingChange(NamedTuple):
    """A change that waits for review; ``urgency`` as the inbox has it; ``locked``: it broke a lock."""

    id: str
    uri: str
    time: float
    actor: Actor
    change: ChangeKind
    urgency: int = 0
    findings: tuple[Finding, ...] = ()
    locked: bool = False
    words: str = ""
    is_removal: bool = False


class Waits(NamedTuple):
    """How many changes wait for review, and the first of them, the riskiest first."""

    total: int = 0
    changes: tuple[WaitingChange, ...] = ()


class Day(NamedTuple):
    """How much a day added and removed, in bytes, by whom, and how many changes that took.

    ``agents`` is what each agent added of what all of them did, by its name, in the order of names.
    """

    day: date
    human: int = 0
    agent: int = 0
    foreign: int = 0
    removed: int = 0
    changes: int = 0
    agents: tuple[tuple[str, int], ...] = ()

    @property
    def added(self) -> int:
        """All that was added."""
        return self.human + self.agent + self.foreign


class WritesBy(NamedTuple):
    """A writer: how many changes, in how many documents, and when and where the last one was."""

    actor: Actor
    changes: int
    documents: int
    last: float
    uri: str


class Growth(NamedTuple):
    """The last days, the oldest first and none left out; and who wrote, whoever wrote most first."""

    days: tuple[Day, ...] = ()
    writers: tuple[WritesBy, ...] = ()


class Holding(NamedTuple):
    """How much there is of a kind of document; ``uri`` names the largest one."""

    kind: Kind
    documents: int
    size: int
    uri: str


class Limited(NamedTuple):
    """A document, or a part of one, that agents let grow only so large. Sizes as its system counts them."""

    info: DocumentInfo
    part: str
    size: int
    limit: int
    characters: bool = False
    """Whether both are characters, not bytes."""

    @property
    def share(self) -> float:
        """How much of the limit is used; more than 1 where it is exceeded."""
        return self.size / self.limit if self.limit > 0 else 0.0


class Recalled(NamedTuple):
    """An entry and how often agents recalled it; ``last`` is when that was, where the system keeps it."""

    info: DocumentInfo
    part: str
    text: str
    times: int
    last: float | None = None


class States(NamedTuple):
    """What the systems' own files of state tell: the limits, the fullest first, and what is recalled most."""

    limited: tuple[Limited, ...] = ()
    recalled: tuple[Recalled, ...] = ()


class Trouble(NamedTuple):
    """A problem that was found in a document."""

    info: DocumentInfo
    problem: Problem


@dataclass(frozen=True, slots=True)
class Overview:
    """A whole overview at a moment. ``news`` is None where no person has looked at the workspace yet."""

    time: float
    documents: int
    size: int
    holdings: tuple[Holding, ...]
    news: tuple[ChangedDocument, ...] | None
    unseen: int
    waits: Waits
    growth: Growth
    states: States
    troubles: tuple[Trouble, ...]
    refused: tuple[RefusedWrite, ...] = ()
    """What locks held back of what agents wanted to write, the newest first."""
