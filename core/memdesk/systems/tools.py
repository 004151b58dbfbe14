"""What an agent can do with its memory: typed calls, run over one consistent look at the folder.

A tool never opens a file. It reads and writes a :class:`SiteMemory`, which remembers what was read and
commits what was written as one unit, or shows it to a person first. The command line, MCP and Python offer
the same tools; the arguments are a pydantic model, from which each takes names, types and words.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

from memdesk.errors import InvalidError
from memdesk.model import Json, Kind, ProposedStep, SearchMode, Site

T = TypeVar("T")
Reads: TypeAlias = "dict[tuple[str, ...], int]"
"""How often parts of a document were read."""


class Passage(NamedTuple):
    """What a search finds in the documents of a site. Lines count from 1, 0 where there are none.

    ``part`` names an entry in its document, where it is filed by topic.
    """

    uri: str
    first: int
    last: int
    heading: str
    score: float
    parts: tuple[tuple[str, float], ...] = ()
    matched: tuple[str, ...] = ()
    part: str = ""
    text: str = ""
    """What it says, secrets covered."""


class SiteMemory(Protocol):
    """The memory of one site as a tool sees it; paths are relative to the workspace, POSIX separators."""

    @property
    def site(self) -> Site:
        """Where the system keeps its memory."""
        ...

    @property
    def moment(self) -> float:
        """When the call is made, in seconds since the epoch: one moment for all that it does."""
        ...

    @property
    def now(self) -> datetime:
        """The same to the microsecond, with the local offset."""
        ...

    @property
    def root(self) -> str:
        """The workspace's absolute path, for agents that spell out whole paths."""
        ...

    def inside(self, name: str) -> str:
        """Return the path of a name below the site's root."""
        ...

    def read(self, path: str) -> bytes | None:
        """Return a document's bytes as this call has them (its own writes included), None where none is."""
        ...

    def text(self, path: str) -> str | None:
        """Return a document as it is, newlines untouched. Raises InvalidError where it is not UTF-8."""
        ...

    def load(self, path: str, parse: Callable[[bytes], T]) -> T | None:
        """Return ``parse`` of a document, kept from call to call while the document stays the same.

        What is returned is shared: nobody may change it.
        """
        ...

    def refuse(self, error: InvalidError) -> None:
        """Raise what is wrong with a document, unless this call does without those that cannot be read."""
        ...

    def reads(self, path: str) -> Reads:
        """Return how often parts of a document were read since a call last wrote it; a call counts in it.

        Kept until a call of any process writes the document, outside the folder. What is only previewed does
        not count.
        """
        ...

    @property
    def run(self) -> str:
        """The run of an agent that calls; empty where nobody said."""
        ...

    def runs(self, path: str) -> Mapping[str, str]:
        """Return the run that each entry of a document belongs to; those of nobody are left out."""
        ...

    def of_ended_runs(self, path: str) -> Container[str]:
        """Return the entries of a document whose run has ended without a word: its process is gone."""
        ...

    def belongs_to_run(self, path: str, entry: str, known: Container[str]) -> None:
        """Note that an entry is this run's; what is noted of entries that are not ``known`` goes."""
        ...

    def by_others(self, path: str) -> bool:
        """Tell whether a document is as a program left it that does not go through the core."""
        ...

    def kind(self, path: str) -> Kind | None:
        """Return what a path is to the systems of the workspace, whoever's it is; None where to none."""
        ...

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the paths of the plain files directly in a folder, sorted; none where it does not exist."""
        ...

    def changed(self, folder: str) -> Mapping[str, int]:
        """Return when each plain file directly in a folder was changed last, in nanoseconds, by its path."""
        ...

    def folders(self, folder: str) -> tuple[str, ...]:
        """Return the paths of the folders directly in a folder, sorted; private ones are left out."""
        ...

    def search(
        self, query: str, limit: int, kinds: Iterable[Kind], mode: SearchMode = SearchMode.AUTO
    ) -> tuple[Passage, ...]:
        """Return what a question finds in the site's documents of these kinds, as they are on disk.

        The best comes first. Raises InvalidError for a mode that is not there.
        """
        ...

    def write(self, path: str, data: bytes | str) -> None:
        """Put a document's new content in its place when the call ends; text is written as UTF-8."""
        ...

    def delete(self, path: str) -> None:
        """Remove a document when the call ends (its content stays in the history)."""
        ...

    def step(self, done: int, total: int) -> None:
        """Tell how far a long call is: so many steps of all are done.

        Raises CancelledError where the person who asked has had enough; a call lets it through.
        """
        ...


class CallProgress(Protocol):
    """Who follows a long call, on its thread; both may raise CancelledError, and then nothing is changed."""

    def step(self, done: int, total: int) -> None:
        """Take in that so many steps of all are done."""
        ...

    def writing(self, documents: int) -> None:
        """Take in that all is worked out and these documents are being written, which nothing ends early."""
        ...


class Remembered(Protocol):
    """What calls have made of a site's documents that still are as they were; nothing is read anew."""

    @property
    def site(self) -> Site:
        """Where the system keeps its memory."""
        ...

    def inside(self, name: str) -> str:
        """Return the path of a name below the site's root."""
        ...

    def finder(self, path: str, parse: Callable[[bytes], T]) -> Callable[[], T | None]:
        """Return what finds what :meth:`load` last returned; None where the document is another."""
        ...

    def reads(self, path: str) -> Reads:
        """Return what :meth:`SiteMemory.reads` returns."""
        ...


class Arguments(BaseModel):
    """The arguments of a tool. Unknown names are refused; types are taken as they are."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Reply:
    """What a tool answers: ``text`` for the model, ``data`` for a program."""

    __slots__ = ("_told",)
    _told: tuple[str, Json]

    def __init__(self, text: str, data: Json = None) -> None:
        self._told = (text, data)

    def __repr__(self) -> str:
        """Return the call that makes it."""
        return f"Reply({self.text!r}, {self.data!r})"

    @property
    def text(self) -> str:
        """What the model reads."""
        return self._told[0]

    @property
    def data(self) -> Json:
        """The same for a program."""
        return self._told[1]


class LateReply(Reply):
    """A reply that is worded when it is first looked at, from what it was about when it was given."""

    __slots__ = ("_about", "_word")

    def __init__(self, word: Callable[..., Reply], *about: object) -> None:
        self._word = word
        self._about = about

    def __getattr__(self, name: str) -> tuple[str, Json]:
        """Word it: nothing else is ever missing."""
        if name != "_told":
            raise AttributeError(name)
        reply = self._word(*self._about)
        self._told = (reply.text, reply.data)
        return self._told


class SteppedReply(Reply):
    """A reply to a call that did what it did in steps, which a person can choose among."""

    __slots__ = ("steps",)

    def __init__(self, text: str, data: Json, steps: tuple[ProposedStep, ...]) -> None:
        super().__init__(text, data)
        self.steps = steps


Glance = Callable[[Mapping[str, Any]], Reply | None]
"""Answers a call whose arguments are plainly right from what is remembered; None where it has to be run."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One call: what it is named, says, takes and does."""

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[SiteMemory, Any], Reply]
    writes: bool = False
    destructive: bool = False
    """It may replace or delete what is in a memory; without it, a tool that writes only adds."""
    idempotent: bool = False
    """A second call with the same arguments changes nothing more."""
    incidental: bool = False
    """What it writes only counts its use: where that may not be written, its answer stands all the same."""
    ends_run: bool = False
    """Whether a server calls it, without arguments, when a client that is a run of an agent has left."""
    aliases: tuple[str, ...] = ()
    """Other names it answers to; only ``name`` is listed."""
    glance: Callable[[Remembered], Glance] | None = None
    """Makes, for a place, what answers most calls of a tool that only reads without the way through a run."""


@dataclass(frozen=True, slots=True)
class PromptPiece:
    """A stretch of a prompt. Joined, all pieces are the text, separators and headings included.

    One with a ``uri`` is memory: from which document and heading, how it scored and why it is there. Those
    that are not ``fixed`` may be left out for a budget, the lowest ``weight`` first (the score, where none is
    said), the last first among equals. One that ``heads`` goes with the last memory below it, up to the next
    that heads or joins, or with the last of all where it is above none; one that ``joins`` stands between two
    that are there.
    """

    text: str
    uri: str = ""
    heading: str = ""
    score: float | None = None
    why: str = ""
    fixed: bool = True
    heads: bool = False
    joins: bool = False
    weight: float | None = None
    lines: tuple[int, int] | None = None
    """The first and the last line that it comes from; None where the ``uri`` tells, or it is the whole."""
    parts: tuple[tuple[str, float], ...] = ()
    """What the score is made of, by name."""
    matched: tuple[str, ...] = ()
    """The terms of the message that it has."""


class OmissionReason(StrEnum):
    """Why a memory is not in a prompt."""

    BUDGET = "budget"
    LIMIT = "policy_limit"
    NOT_MATCHED = "not_matched"
    TOO_OLD = "too_old"
    NOT_IN_PROMPT = "not_in_prompt"
    """Agents of the system read it by a tool; their prompt never has it."""


@dataclass(frozen=True, slots=True)
class OmittedMemory:
    """A memory that a system weighed for a prompt and left out: what would have stood there, and why not.

    ``limit`` is the number that kept it out, ``setting`` what a person sets that number by, where they can.
    """

    piece: PromptPiece
    reason: OmissionReason
    limit: int | None = None
    setting: str = ""


def nothing_left_out() -> Iterable[OmittedMemory]:
    """Return nothing: a system without a choice leaves nothing out."""
    return ()


@dataclass(frozen=True, slots=True)
class PromptContext:
    """What an agent's prompt gets from its memory."""

    pieces: tuple[PromptPiece, ...] = field(default=())
    role: str = "system"
    """The message it goes into: ``system``, or ``user`` where the system sends it as the first of these."""
    template: tuple[str, str] | None = None
    """What the agent's own templates call whether there is memory, and the text of it."""
    problems: tuple[str, ...] = ()
    """What could not be read, so that it is not in there: a line for each document."""
    settings: tuple[tuple[str, Json], ...] = ()
    """What a person sets that decided on it, with the values that held."""
    left_out: Callable[[], Iterable[OmittedMemory]] = field(
        default=nothing_left_out, compare=False, repr=False
    )
    """Tells what the system left out by itself, what came nearest first; to be asked before the call ends."""

    @property
    def text(self) -> str:
        """Exactly what stands in the prompt."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def variables(self) -> dict[str, Json]:
        """What the agent's own templates are filled in with; nothing where it has none."""
        if self.template is None:
            return {}
        whether, content = self.template
        return {whether: bool(self.text), content: self.text}
