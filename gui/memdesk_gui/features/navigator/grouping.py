"""How the navigator shelves documents: by kind of memory, by agent system, or by folder."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeAlias

from memdesk.model import DocumentInfo, Kind

Path: TypeAlias = tuple[str, ...]
"""The branches a document hangs under, outermost first."""
Order: TypeAlias = tuple[int, str, str]
"""What documents of one branch are sorted by; the last part is the uri."""

DEEPEST = 64
"""Folders nested deeper than this are shown inside the one at this depth."""
FEW_NOTES = 40
"""Up to this many daily notes are listed without month headings."""
LONG = 100
"""A longer list of sessions or other files starts closed."""

_MONTH = re.compile(r"(\d{4})-?(0[1-9]|1[0-2])-?([0-3]\d)(?!\d)")
_BACKWARDS = str.maketrans("0123456789", "9876543210", "-_ ")
_STAMP = re.compile(r"^\d{8}[_-]?\d{6}[_-]?(?=[^.])|(\.bak|~)$")


class NavigatorGroup(StrEnum):
    """The groups of the navigator, in the order they are shown."""

    FACTS = "facts"
    LONG_TERM = "long_term"
    PROFILE = "profile"
    EPISODES = "episodes"
    DAILY = "daily"
    COMPARTMENTS = "compartments"
    TIERS = "tiers"
    POLICY = "policy"
    BACKUPS = "backups"
    SESSIONS = "sessions"
    OTHER = "other"


SHELVES = {
    Kind.FACT: NavigatorGroup.FACTS,
    Kind.LONG_TERM: NavigatorGroup.LONG_TERM,
    Kind.PROFILE: NavigatorGroup.PROFILE,
    Kind.EPISODE: NavigatorGroup.EPISODES,
    Kind.DAILY_NOTE: NavigatorGroup.DAILY,
    Kind.COMPARTMENTS: NavigatorGroup.COMPARTMENTS,
    Kind.HOT: NavigatorGroup.TIERS,
    Kind.WARM: NavigatorGroup.TIERS,
    Kind.COLD: NavigatorGroup.TIERS,
    Kind.TREE: NavigatorGroup.TIERS,
    Kind.SEARCH_DB: NavigatorGroup.TIERS,
    Kind.POLICY: NavigatorGroup.POLICY,
    Kind.CONFIG: NavigatorGroup.POLICY,
    Kind.BACKUP: NavigatorGroup.BACKUPS,
    Kind.POLICY_SNAPSHOT: NavigatorGroup.BACKUPS,
    Kind.SESSION: NavigatorGroup.SESSIONS,
    Kind.OTHER: NavigatorGroup.OTHER,
}
_PLACES = {kind: place for place, kind in enumerate(SHELVES)}
_PLAIN_PATHS: dict[Kind, Path] = {
    kind: (shelf.value,)
    for kind, shelf in SHELVES.items()
    if kind not in (Kind.DAILY_NOTE, Kind.BACKUP, Kind.POLICY_SNAPSHOT)
}
_DAILY = Kind.DAILY_NOTE
_SHELF_PLACES = {shelf.value: place for place, shelf in enumerate(NavigatorGroup)}
_NEWEST_FIRST = {Kind.EPISODE, Kind.BACKUP, Kind.POLICY_SNAPSHOT}
_NO_SYSTEM = "other"
_NUMBER = re.compile(r"(?<!\d)\d{1,8}(?!\d)", re.ASCII)
DIGITS = 8
"""Digits by which numbers in names are compared; longer ones are compared as they are written."""


class Spot(NamedTuple):
    """A branch as its grouping judges it: how much is in it and in its parent, and whether it comes first."""

    path: Path
    members: int
    siblings: int
    first: bool = False


class Grouping(Protocol):
    """One way of shelving. All methods are pure and fast: they run for every document of a workspace."""

    headed: bool
    """Whether the outermost branches are shown as headings rather than as folders."""

    def path(self, info: DocumentInfo) -> Path:
        """Return the branches the document belongs under."""
        ...

    def order(self, info: DocumentInfo) -> Order:
        """Return what the document is sorted by inside its branch; distinct for distinct documents."""
        ...

    def rank(self, path: Path) -> tuple[int, str]:
        """Return what a branch is sorted by among its siblings."""
        ...

    def is_inline(self, spot: Spot, /) -> bool:
        """Whether a branch is too slight for a heading, so that its documents are shown in its parent."""
        ...

    def starts_open(self, spot: Spot, /) -> bool:
        """Whether a branch shows its documents before the person has chosen."""
        ...


def date_of(uri: str) -> tuple[str, str, str] | None:
    """Return year, month and day as a file's name tells them."""
    match = _MONTH.match(uri, uri.rfind("/") + 1)
    return (match[1], match[2], match[3]) if match else None


def backup_of(uri: str) -> str:
    """Return the path of the file that a backup was made of, as its name tells or at least hints."""
    from memdesk.systems.copies import original_of

    original = original_of(Kind.BACKUP, uri)
    if original is not None:
        return original
    folder, _, name = uri.rpartition("/")
    parent, _, last = folder.rpartition("/")
    place = parent if last == "backups" else folder
    return f"{place}/{_STAMP.sub('', name)}".lstrip("/")


class ByKind:
    """Facts, long-term memory, profile, …: what a person looks for."""

    headed = True

    def path(self, info: DocumentInfo) -> Path:
        """Return the shelf; daily notes also by month, backups by what they are of."""
        if info.kind is _DAILY:
            return _month_path(_start_of_name(info.uri))
        plain = _PLAIN_PATHS.get(info.kind)
        if plain is not None:
            return plain
        return (NavigatorGroup.BACKUPS.value, backup_of(info.uri) if info.kind is Kind.BACKUP else "")

    def order(self, info: DocumentInfo) -> Order:
        """Tiers from hot to cold, dated documents newest first, the rest by title."""
        return _order(info)

    def rank(self, path: Path) -> tuple[int, str]:
        """Shelves as declared, months newest first, backups by name and then the policy's snapshots."""
        if len(path) == 1:
            return _SHELF_PLACES[path[0]], ""
        if path[0] == NavigatorGroup.DAILY:
            return -int(path[1].replace("-", "")), ""
        return int(not path[1]), _counted(path[1])

    def is_inline(self, spot: Spot, /) -> bool:
        """Only the months of a short diary."""
        return spot.path[0] == NavigatorGroup.DAILY and len(spot.path) == 2 and spot.siblings <= FEW_NOTES

    def starts_open(self, spot: Spot, /) -> bool:
        """Everything but older months, backups and long lists of lesser files."""
        if len(spot.path) > 1:
            return spot.path[0] == NavigatorGroup.DAILY and spot.first
        return spot.path[0] not in (NavigatorGroup.SESSIONS, NavigatorGroup.OTHER) or spot.members <= LONG


class BySystem:
    """The agent system first, then the kind."""

    headed = True

    def path(self, info: DocumentInfo) -> Path:
        """Return system and shelf."""
        if info.system is None:
            return (_NO_SYSTEM,)
        return _system_path(info.system, info.kind)

    def order(self, info: DocumentInfo) -> Order:
        """Return the same order as by kind."""
        return _order(info)

    def rank(self, path: Path) -> tuple[int, str]:
        """Systems by name with the files of none at the end; shelves as declared."""
        if len(path) == 2:
            return _SHELF_PLACES[path[1]], ""
        return int(path[0] == _NO_SYSTEM), path[0]

    def is_inline(self, spot: Spot, /) -> bool:
        """A system's only shelf needs no heading of its own."""
        return len(spot.path) == 2 and spot.members == spot.siblings

    def starts_open(self, spot: Spot, /) -> bool:
        """Systems are open, their long shelves are not."""
        return spot.members <= LONG or (len(spot.path) == 1 and spot.path[0] != _NO_SYSTEM)


class ByFolder:
    """The folders as they are on disk."""

    headed = False

    def path(self, info: DocumentInfo) -> Path:
        """Return the folders above the file."""
        return tuple(info.uri.split("/")[:-1][:DEEPEST])

    def order(self, info: DocumentInfo) -> Order:
        """Return the file name first."""
        return 0, _counted(info.uri.rpartition("/")[2]), info.uri

    def rank(self, path: Path) -> tuple[int, str]:
        """Folders by name."""
        return 0, _counted(path[-1])

    def is_inline(self, _spot: Spot, /) -> bool:
        """Every folder is shown."""
        return False

    def starts_open(self, spot: Spot, /) -> bool:
        """Short folders are open."""
        return spot.members <= LONG


@lru_cache(maxsize=4_096)
def _month_path(name: str) -> Path:
    date = date_of(name)
    return (NavigatorGroup.DAILY.value, f"{date[0]}-{date[1]}") if date else (NavigatorGroup.DAILY.value,)


@lru_cache(maxsize=4_096)
def _day_backwards(name: str) -> int:
    date = date_of(name)
    return -int("".join(date)) if date else 0


@lru_cache(maxsize=256)
def _system_path(system: str, kind: Kind) -> Path:
    return (system, SHELVES[kind].value)


def _start_of_name(uri: str) -> str:
    """Return as much of a file's name as a date takes (few are distinct, so their meaning is remembered)."""
    start = uri.rfind("/") + 1
    return uri[start : start + 10]


def _counted(name: str) -> str:
    """Return a name as it is sorted: whatever its case, and note 3 before note 11."""
    return _NUMBER.sub(lambda found: found[0].zfill(DIGITS), name.casefold())


def _order(info: DocumentInfo) -> Order:
    if info.kind is _DAILY:
        return _day_backwards(_start_of_name(info.uri)), info.title.casefold(), info.uri
    if info.kind in _NEWEST_FIRST:
        name = info.uri[info.uri.rfind("/") + 1 :]
        return _PLACES[info.kind], name.translate(_BACKWARDS), info.uri
    return _PLACES[info.kind], _counted(info.title), info.uri
