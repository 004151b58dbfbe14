"""What a system must provide (the protocol every package in ``systems`` implements)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, runtime_checkable

from memdesk.model import Budget, Kind, Parsed, ProposedStep, Site

if TYPE_CHECKING:  # a window has to appear quickly, and tools rest on pydantic
    from memdesk.systems.asking import ModelTask
    from memdesk.systems.tools import PromptContext, SiteMemory, Tool
    from memdesk.text.merge.json_format import JsonFormat


class Folder(Protocol):
    """A scanned workspace as a system may look at it."""

    name: str
    """What the opened folder itself is called; ``""`` where nobody knows."""

    def paths(self) -> Iterable[str]:
        """Yield the path of every plain file, relative to the workspace, in no particular order."""
        ...

    def folders(self) -> Iterable[str]:
        """Yield every folder that directly holds a plain file (far fewer than paths; look here first)."""
        ...

    def named(self, name: str) -> tuple[str, ...]:
        """Return the paths of all plain files with this base name (cheap: one look into each folder)."""
        ...

    def under(self, folder: str) -> tuple[str, ...]:
        """Return the paths of the plain files directly in this folder (``""`` = the workspace)."""
        ...

    def read(self, path: str, limit: int = 8 << 20) -> bytes | None:
        """Return at most ``limit`` bytes of a file, or None where it cannot be read."""
        ...


class CompanionDocuments(Protocol):
    """Other documents a parser may ask for (config.json beside a policy, for example)."""

    def read(self, path: str, limit: int = 8 << 20) -> bytes | None:
        """Return at most ``limit`` bytes of a file of the workspace, or None where it cannot be read."""
        ...


class Blank(NamedTuple):
    """A document that a person can begin: what it is, a name for it, and its first lines.

    ``{title}`` in ``text`` stands for the title that its name makes. Where ``dated``, the agent looks for the
    document under this very name.
    """

    kind: Kind
    uri: str
    text: str
    dated: bool = False


class Recall(NamedTuple):
    """An entry as it is recalled: the fragment that names it, what it says, how many times, and when last."""

    part: str
    text: str
    times: int
    last: float | None = None


class System(Protocol):
    """One agent system."""

    id: ClassVar[str]
    priority: ClassVar[int]
    """Where two systems could own one file, the higher number owns it."""

    def detect(self, folder: Folder) -> tuple[Site, ...]:
        """Return the places in the workspace where this system, judged by content, keeps memory."""
        ...

    def classify(self, site: Site, path: str) -> Kind | None:
        """Say what the file at ``path`` (relative to the workspace) is to this system; None = not its own.

        Called for every file of the workspace, so it looks at the path only and must be fast.
        """
        ...

    def title(self, kind: Kind, path: str) -> str:
        """Return a title from the path alone (what lists show before the file was opened)."""
        ...

    def blanks(self, site: Site, folder: Folder, day: date) -> tuple[Blank, ...]:
        """Return the documents that a person can begin in a site on this day."""
        ...

    def parse(self, kind: Kind, path: str, data: bytes, companions: CompanionDocuments) -> Parsed:
        """Parse a document. Never raises on bad content: problems are in the result, with line and column."""
        ...

    def tools(self) -> tuple[Tool, ...]:
        """Return what an agent of this system calls, in the order in which it is told of it."""
        ...

    def jobs(self) -> tuple[Tool, ...]:
        """Return what is done to the memory as a whole, by a person or on a schedule, previewed if wanted."""
        ...

    def context(self, memory: SiteMemory, query: str) -> PromptContext:
        """Return what the prompt gets for a user's message (``""`` where there is none)."""
        ...


@runtime_checkable
class KeepsCopies(Protocol):
    """A system whose agents keep a copy of what they replace; what is replaced for them is kept likewise."""

    def copies(self, kind: Kind, path: str, now: datetime) -> Iterable[str]:
        """Yield names for the copy of a document that is about to be replaced; the first free one is taken.

        There are none for a document that agents of this system replace without a copy.
        """
        ...


@runtime_checkable
class KeepsBudgets(Protocol):
    """A system whose agents let a document grow only so large."""

    def budget(self, kind: Kind, path: str, data: bytes, companions: CompanionDocuments) -> Budget | None:
        """Return how much of its limit a document uses, None where it has none or cannot be read."""
        ...


@runtime_checkable
class CountsRecalls(Protocol):
    """A system whose documents tell how often each entry was recalled."""

    def recalls(self, parsed: Parsed) -> Iterable[Recall]:
        """Yield the entries of a document that tell it; none of one that does not."""
        ...


@runtime_checkable
class Reflects(Protocol):
    """A system whose agents think back over a task, with a prompt and a choice of tools for that."""

    def reflection_tools(self) -> tuple[Tool, ...]:
        """Return what an agent calls that thinks back."""
        ...

    def reflection_context(self, memory: SiteMemory) -> PromptContext:
        """Return what its prompt gets."""
        ...


@runtime_checkable
class KeepsTalks(Protocol):
    """A system whose agents keep each conversation in a file, which its policy has summed up."""

    def note_turn(self, memory: SiteMemory, session: str, said: str, answer: str) -> None:
        """Add what a person said and what was answered; the session begins with the first turn."""
        ...

    def talk(self, memory: SiteMemory, session: str, message: str) -> str:
        """Return what of a conversation goes with a message; empty where there is none yet."""
        ...

    def make_room(self, memory: SiteMemory, session: str) -> int:
        """Shorten a conversation that a model does not take, without one; return how many messages went."""
        ...


@runtime_checkable
class AsksModels(Protocol):
    """A system with jobs in which a language model speaks."""

    def model_tasks(self) -> tuple[ModelTask, ...]:
        """Return them, in the order in which a person is offered them."""
        ...


@runtime_checkable
class Chooses(Protocol):
    """A system of which a workspace's ``memdesk.toml`` chooses how its agents remember."""

    def require_choices(self, memory: SiteMemory) -> None:
        """Raise InvalidError where something is chosen that cannot be: agents are not served then."""
        ...


class Topic(NamedTuple):
    """A topic of an index: its path with ``/`` between the names, what it is about, when it was last used."""

    path: str
    summary: str = ""
    last: float | None = None


class Filed(NamedTuple):
    """A memory that is filed under a topic. ``part`` names it in its document, where a fragment can.

    ``weight`` is how much it matters by now, from 0 up; ``lines`` are those it stands on, where it has any.
    """

    uri: str
    part: str
    text: str
    topic: str
    tier: str = ""
    weight: float = 1.0
    moment: float | None = None
    lines: tuple[int, int] | None = None


class Filing(NamedTuple):
    """What a document tells of topics, and of what is filed under them."""

    topics: tuple[Topic, ...] = ()
    memories: tuple[Filed, ...] = ()


@runtime_checkable
class FilesByTopic(Protocol):
    """A system whose agents file memories under topics."""

    def filing(self, kind: Kind, path: str, data: bytes, now: float) -> Filing:
        """Return what a document tells of it; nothing where it cannot be read, or tells nothing."""
        ...


@runtime_checkable
class Supposes(System, Protocol):
    """A system whose settings can be taken for others in a call that is never committed."""

    def suppose(self, memory: SiteMemory, key: str, said: str) -> bool:
        """Give a setting another value in this memory alone; say whether the system has that setting.

        Raises InvalidError for a value that it cannot have.
        """
        ...


@runtime_checkable
class DeclaresFormats(Protocol):
    """A system that says of its JSON what in it is derived, and what a document begins as."""

    def json_format(self, kind: Kind, path: str) -> JsonFormat:
        """Return the format of a document."""
        ...


@runtime_checkable
class SumsUp(Protocol):
    """A system whose documents have a line that sums up the rest, which its agents write anew with it."""

    def with_summary_of(self, kind: Kind, text: str, other: str) -> str:
        """Return a text with the summary of another one; as it is where there is none."""
        ...

    def summed_up(self, kind: Kind, text: str) -> str:
        """Return a text with the summary that is made of it without a model."""
        ...


@runtime_checkable
class Generates(System, Protocol):
    """A system whose agents generate documents from others."""

    def generates_from(self, kind: Kind) -> bool:
        """Say whether something is generated from documents of a kind."""
        ...

    def renew(self, memory: SiteMemory, path: str, before: bytes) -> None:
        """Write anew what was generated from a document, if it was of what the document was ``before``."""
        ...


@runtime_checkable
class WorksInSteps(System, Protocol):
    """A system whose jobs come to steps of which a person can let in some."""

    def carry_out(
        self, memory: SiteMemory, steps: Sequence[ProposedStep], documents: Collection[str]
    ) -> None:
        """Carry out steps of a write to these documents. Raises InvalidError where one cannot be done."""
        ...


@runtime_checkable
class LosesNothing(System, Protocol):
    """A system that keeps one memory in several documents, which a write in part could tear apart."""

    def torn(self, before: SiteMemory, whole: SiteMemory, after: SiteMemory) -> tuple[tuple[str, str], ...]:
        """Return what would be lost or point at nothing after a part of a write, and would not after all.

        Each is told in words, and by its name.
        """
        ...


Registry = Mapping[str, System]
"""The known systems by id."""
