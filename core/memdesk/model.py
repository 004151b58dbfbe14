"""Frozen records that travel between the rooms: what is on disk, who wrote it, what changed."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, NewType, TypeAlias

Revision = NewType("Revision", str)
"""``sha256:`` + hex digest of a document's bytes."""

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""Any value that JSON can hold."""


def revision_of(data: bytes) -> Revision:
    """Return the revision that names exactly these bytes."""
    import hashlib

    return Revision("sha256:" + hashlib.sha256(data).hexdigest())


class Kind(StrEnum):
    """What a document is for, whichever system wrote it."""

    PROFILE = "profile"
    LONG_TERM = "long_term"
    DAILY_NOTE = "daily_note"
    FACT = "fact"
    EPISODE = "episode"
    COMPARTMENTS = "compartments"
    HOT = "hot"
    WARM = "warm"
    COLD = "cold"
    TREE = "tree"
    POLICY = "policy"
    POLICY_SNAPSHOT = "policy_snapshot"
    BACKUP = "backup"
    CONFIG = "config"
    SESSION = "session"
    SEARCH_DB = "search_db"
    OTHER = "other"


class SearchMode(StrEnum):
    """How is searched; the source of a hit is one of them, too."""

    AUTO = "auto"
    KEYWORD = "keyword"
    VECTOR = "vector"
    HYBRID = "hybrid"
    TREE = "tree"


class Nature(StrEnum):
    """What a directory entry is; only plain files are ever opened."""

    FILE = "file"
    LINK = "link"
    SPECIAL = "special"
    UNREADABLE = "unreadable"


class Occupant(StrEnum):
    """What can stand where a document was, so that memdesk does not read it."""

    LINK = "link"
    FOLDER = "folder"
    PIPE = "pipe"
    SOCKET = "socket"
    DEVICE = "device"
    FILE = "file"
    """A plain file in the place of a folder that documents were in."""
    UNREADABLE = "unreadable"
    TOO_LARGE = "too_large"


class Instead(NamedTuple):
    """What stands in the place of a document: that of the document itself, or so many folders ``above``.

    ``target`` is where a link leads, as it says itself; it was never followed.
    """

    what: Occupant
    above: int = 0
    target: str = ""

    def place(self, uri: str) -> str:
        """Return the path of what stands there, for a document."""
        parts = uri.split("/")
        return "/".join(parts[: len(parts) - self.above])


class Guarantee(StrEnum):
    """What saving promises where writers take no part in our lock.

    ``EXCHANGE``: what a save displaces is in hand and kept, whoever wrote it. ``REPLACE``: the file system
    cannot put two files in each other's place, so what is written in the moment of the save may be lost.
    """

    EXCHANGE = "exchange"
    REPLACE = "replace"


class Budget(NamedTuple):
    """How much of a document counts, as its system counts it, and how much it lets it have."""

    size: int
    limit: int
    characters: bool = False
    """Whether both are characters, not bytes."""


class FileStamp(NamedTuple):
    """Identity of a file's state as ``lstat`` gives it (times in nanoseconds, size in bytes)."""

    device: int
    inode: int
    size: int
    modified: int
    changed: int
    mode: int

    @property
    def nature(self) -> Nature:
        """What kind of directory entry the mode describes."""
        if stat.S_ISREG(self.mode):
            return Nature.FILE
        return Nature.LINK if stat.S_ISLNK(self.mode) else Nature.SPECIAL

    @property
    def is_folder(self) -> bool:
        """Whether the mode is a folder's."""
        return stat.S_ISDIR(self.mode)


class FileEntry(NamedTuple):
    """One name found by a scan. ``uri`` is the path below the root, POSIX separators, surrogateescape."""

    uri: str
    stamp: FileStamp
    nature: Nature


class Site(NamedTuple):
    """A memory folder of one system inside the workspace. ``root`` is relative to it, ``""`` for itself.

    ``claims`` are paths whose kind the content told, where the path alone does not.
    """

    system: str
    root: str
    claims: frozenset[tuple[str, Kind]] = frozenset()


class DocumentInfo(NamedTuple):
    """What is known of a document without opening it (``modified`` in nanoseconds, ``size`` in bytes)."""

    uri: str
    system: str | None
    kind: Kind
    title: str
    size: int
    modified: int
    nature: Nature


class Severity(StrEnum):
    """How much a problem matters: an error forbids structured edits, a warning only tells."""

    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a document; ``line`` and ``column`` count from 1.

    ``arguments`` are the names and numbers in the message, for whoever words the code in another language.
    """

    code: str
    message: str
    line: int | None = None
    column: int | None = None
    severity: Severity = Severity.ERROR
    arguments: tuple[str, ...] = ()


class Unit(StrEnum):
    """What a document's ``count`` counts."""

    ENTRIES = "entries"
    KEYS = "keys"
    SECTIONS = "sections"
    NODES = "nodes"
    MESSAGES = "messages"
    ROWS = "rows"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a document that is listed by itself: its fragment, and how much is in it."""

    name: str
    count: int
    size: int
    limit: int
    """Bytes that agents let it grow to."""
    known: bool = True
    """Whether agents load it."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document's bytes as its system reads them.

    ``data`` is JSON-able and None where the document does not parse; ``record`` is the system's typed record.
    """

    title: str = ""
    summary: str = ""
    data: Json = None
    record: object | None = None
    problems: tuple[Problem, ...] = ()
    count: int | None = None
    unit: Unit | None = None
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentDetail:
    """A document that was opened and parsed."""

    info: DocumentInfo
    revision: Revision | None
    parsed: Parsed


class Via(StrEnum):
    """The layer through which something was written; stamped by that layer, never taken from text."""

    GUI = "gui"
    CLI = "cli"
    MCP = "mcp"
    PYTHON = "python"
    OUTSIDE = "outside"


class Origin(StrEnum):
    """Who wrote: a person, an agent through the core, or a process that bypassed the core."""

    HUMAN = "human"
    AGENT = "agent"
    FOREIGN = "foreign"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who writes, through what, with which tool and in which session."""

    name: str
    origin: Origin
    via: Via
    tool: str | None = None
    session: str | None = None


OUTSIDE = Actor("outside", Origin.FOREIGN, Via.OUTSIDE)
"""The actor of every change that no core recorded."""

UNPROVEN = Actor("recovered, writer unproven", Origin.FOREIGN, Via.OUTSIDE)
"""Stands for whoever wrote what a crash left behind, where nothing outside of the folder vouches for it."""


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a document at one moment, with the stamp they were read under."""

    uri: str
    data: bytes
    revision: Revision
    stamp: FileStamp


class ChangeKind(StrEnum):
    """What happened to a document."""

    CREATED = "created"
    MODIFIED = "modified"
    DELETED = "deleted"

    @classmethod
    def of(cls, *, existed: bool, exists: bool) -> ChangeKind:
        """Return what a document's step from one state to another is."""
        if not exists:
            return cls.DELETED
        return cls.MODIFIED if existed else cls.CREATED


@dataclass(frozen=True, slots=True)
class Change:
    """One document's change. ``added``/``removed`` count lines; None where the old text is not known.

    ``moved`` is the other name of a document that was renamed: of its creation the old one, of its deletion
    the new one. Both come in one batch as a rule; where they do not, the later one at least tells.
    ``instead`` is what stands in the place of a document that cannot be read any more.
    """

    uri: str
    kind: ChangeKind
    before: Revision | None
    after: Revision | None
    actor: Actor
    time: float
    added: int | None = None
    removed: int | None = None
    moved: str = ""
    instead: Instead | None = None


class Identity(NamedTuple):
    """What tells a workspace from all others, wherever it lies by now."""

    token: str
    """Made up once and kept inside; a copy of the folder has it, too."""
    file: str
    """Which file on which disk that is kept in: a folder that was moved has the same, a copy another one."""


class WatchState(StrEnum):
    """How true the screen is: events arrive live, the folder is polled, or its root is gone."""

    STARTING = "starting"
    LIVE = "live"
    POLLING = "polling"
    VANISHED = "vanished"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class ChangeBatch:
    """What changed between two looks at the folder; ``rescan`` asks every view to read its list anew."""

    changes: tuple[Change, ...]
    state: WatchState
    sequence: int
    rescan: bool = False


class ProposedStep(NamedTuple):
    """One of the steps that a proposed write is made of, in the order in which they are done.

    ``act`` says what is done with what ``name`` names; ``needs`` are the earlier steps, counted from 0,
    without which it cannot be done.
    """

    act: str
    name: str
    other: str = ""
    needs: tuple[int, ...] = ()
