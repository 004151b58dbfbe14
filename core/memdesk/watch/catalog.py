"""Whose every file is: systems look for their folders once, then each path finds its owner in one pass."""

from __future__ import annotations

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from typing import NamedTuple, TypeAlias

from memdesk.model import (
    Change,
    ChangeKind,
    DocumentInfo,
    FileEntry,
    Kind,
    Nature,
    Parsed,
    Problem,
    Revision,
    Site,
    revision_of,
)
from memdesk.systems.dated_notes import (
    dated_title,
    is_dated,
    is_monthly,
    note_folders,
    note_to_begin,
    parse_daily_note,
)
from memdesk.systems.system import Blank, Registry, System
from memdesk.text.cooperative import yielding
from memdesk.text.git_markers import problems_of
from memdesk.watch.pace import RateLimiter

BATCH = 2_000
"""Documents handed over at a time while a workspace is listed."""

READ_LIMIT = 8 << 20
"""Bytes of a file that a system gets to see where it asks for no other number."""

NAMED = 1_000
"""Names of what is left out that are remembered."""

DETECT_INTERVAL = 0.2
"""Least seconds between two looks for systems."""

_logger = logging.getLogger(__name__)

ReadFile: TypeAlias = Callable[[str, int], bytes | None]
"""Return at most so many bytes of a file, or None where it cannot be read."""


class SystemReport(NamedTuple):
    """One system's place in the workspace and the documents it keeps there."""

    id: str
    root: str
    uris: frozenset[str]

    @property
    def documents(self) -> int:
        """How many documents the system keeps there."""
        return len(self.uris)


class LeftOut(NamedTuple):
    """What a folder has that is no document: how many names, and the first of them."""

    number: int = 0
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """A workspace at one moment: every entry, the systems' sites, every document with its owner.

    ``left_out`` belongs to version control or to a sync client, or is temporary.
    """

    entries: tuple[FileEntry, ...] = ()
    sites: tuple[Site, ...] = ()
    documents: tuple[DocumentInfo, ...] = ()
    by_uri: Mapping[str, DocumentInfo] = field(default_factory=dict)
    left_out: LeftOut = field(default_factory=LeftOut)

    def get(self, uri: str) -> DocumentInfo | None:
        """Return the document, or None where the folder has none of that name."""
        return self.by_uri.get(uri)


def listing_of(
    entries: tuple[FileEntry, ...], sites: tuple[Site, ...], documents: tuple[DocumentInfo, ...]
) -> Listing:
    """Return a listing with its documents by uri."""
    return Listing(entries, sites, documents, {info.uri: info for info in yielding(documents)})


def split(uri: str) -> tuple[str, str]:
    """Return the folder (``""`` for the workspace) and the base name of a uri."""
    folder, _, name = uri.rpartition("/")
    return folder, name


class FolderIndex:
    """The plain files of a workspace as systems look at them; kept up to date one path at a time."""

    def __init__(self, entries: Iterable[FileEntry], read: ReadFile, name: str = "") -> None:
        self.name = name
        self._read = read
        self._asker = ""
        self._asked: dict[str, tuple[str, ...]] = {}
        self._outside: dict[tuple[str, str, int], Revision | None] = {}
        self._folders: defaultdict[str, dict[str, None]] = defaultdict(dict)
        plain, folders = Nature.FILE, self._folders
        for uri, _, nature in yielding(entries):
            if nature is plain:
                folders[uri.rpartition("/")[0]][uri] = None

    def add(self, uri: str) -> None:
        """Take a plain file in."""
        self._folders[split(uri)[0]][uri] = None

    def discard(self, uri: str) -> None:
        """Forget a file; unknown ones are ignored."""
        folder, _ = split(uri)
        beside = self._folders.get(folder, {})
        beside.pop(uri, None)
        if not beside:
            self._folders.pop(folder, None)

    def paths(self) -> Iterator[str]:
        """Yield the path of every plain file."""
        for members in self._folders.values():
            yield from members

    def folders(self) -> Iterator[str]:
        """Yield every folder that directly holds a plain file."""
        return iter(self._folders)

    def named(self, name: str) -> tuple[str, ...]:
        """Return the paths of all plain files with this base name."""
        places = self._folders.items()
        paths = ((f"{folder}/{name}" if folder else name, inside) for folder, inside in places)
        return tuple(sorted(path for path, inside in paths if path in inside))

    def under(self, folder: str) -> tuple[str, ...]:
        """Return the paths of the plain files directly in this folder."""
        return tuple(sorted(self._folders.get(folder, ())))

    def read(self, path: str, limit: int = READ_LIMIT) -> bytes | None:
        """Return at most ``limit`` bytes of a file, or None where it cannot be read."""
        data, asker = self._read(path, limit), self._asker
        if path.startswith("../"):
            self._outside[asker, path, limit] = _digest(data)
        elif asker not in (askers := self._asked.get(path, ())):
            self._asked[path] = _shared((*askers, asker))
        return data

    def begin(self, system: str) -> None:
        """Take all that is read from now on for what this system looks into."""
        self._asker = system

    def askers(self, uri: str) -> tuple[str, ...]:
        """Return the systems that may find other places where a file has other content: who asked for it."""
        return self._asked.get(uri, ())

    def askers_outside(self) -> set[str]:
        """Return the systems that asked for a file outside of the folder which is another one by now.

        Nobody tells of changes out there, so it is read again.
        """
        known = self._outside.items()
        return {asker for (asker, path, limit), was in known if _digest(self._read(path, limit)) != was}


@cache
def _shared(systems: tuple[str, ...]) -> tuple[str, ...]:
    """Return the one tuple of these systems: a large folder has one for each of its files."""
    return systems


def _digest(data: bytes | None) -> Revision | None:
    return None if data is None else revision_of(data)


def detect(
    registry: Registry, folder: FolderIndex, asked: Container[str] | None = None, known: Iterable[Site] = ()
) -> tuple[Site, ...]:
    """Ask every system for its places in the workspace; the order is stable.

    Where only some are ``asked``, the others have the places that are known.
    """
    new = [system for system in registry.values() if asked is None or system.id in asked]
    sites = {site for system in new for site in _sites(system, folder)}
    if asked is not None:
        sites |= {site for site in known if site.system not in asked}
    return tuple(sorted(sites, key=lambda site: (site.system, site.root)))


def _sites(system: System, folder: FolderIndex) -> tuple[Site, ...]:
    """Ask one system; its failure must not hide the others' documents."""
    folder.begin(system.id)
    try:
        return system.detect(folder)
    except Exception:
        _logger.exception("The system %s failed while it looked for its folders", system.id)
        return ()


def _blanks(registry: Registry, site: Site, folder: FolderIndex, day: date) -> tuple[Blank, ...]:
    """Ask one system what can be begun; its failure must not keep the others' from being offered."""
    system = registry.get(site.system)
    try:
        return system.blanks(site, folder, day) if system is not None else ()
    except Exception:
        _logger.exception("The system %s failed to offer new documents", site.system)
        return ()


class Classifier:
    """Finds the owner of a path. A folder's candidates are worked out once, so a file costs a few calls."""

    def __init__(
        self, registry: Registry, sites: Iterable[Site], noted: frozenset[str] = frozenset()
    ) -> None:
        """``noted`` are the folders of daily notes, which need no system to be that."""
        self.sites = tuple(sites)
        self.noted = noted
        self._ranked = sorted(
            ((registry[site.system], site) for site in self.sites if site.system in registry),
            key=lambda pair: (-pair[0].priority, -len(pair[1].root)),
        )
        self._candidates: dict[str, tuple[tuple[System, Site], ...]] = {}

    def infos(self, entries: Iterable[FileEntry]) -> tuple[DocumentInfo, ...]:
        """Return what is known of entries without opening them; written for a hundred thousand of them."""
        found = []
        make = tuple.__new__
        for uri, stamp, nature in yielding(entries):
            folder, _, name = uri.rpartition("/")
            near = self._candidates.get(folder)
            if near is None:
                near = self._near(folder)
            owner = _owner(near, uri) if near and nature is Nature.FILE else None
            if owner is None and folder in self.noted and nature is Nature.FILE:
                is_note = is_dated(uri) or is_monthly(uri)
                owner = (None, Kind.DAILY_NOTE, dated_title(uri)) if is_note else None
            system, kind, title = owner or (None, Kind.OTHER, name)
            found.append(make(DocumentInfo, (uri, system, kind, title, stamp[2], stamp[3], nature)))
        return tuple(found)

    def kind(self, uri: str) -> Kind | None:
        """Return what a path is to the system that keeps it, be it there or not; None where none does."""
        owner = _owner(self._near(split(uri)[0]), uri)
        return owner[1] if owner else None

    def site(self, info: DocumentInfo) -> Site | None:
        """Return the site that a document belongs to."""
        for system, site in self._near(split(info.uri)[0]):
            if system.id == info.system and system.classify(site, info.uri) is not None:
                return site
        return None

    def _near(self, folder: str) -> tuple[tuple[System, Site], ...]:
        """Return the systems whose site holds the folder, the strongest claim first."""
        found = self._candidates.get(folder)
        if found is None:
            found = tuple(pair for pair in self._ranked if _holds(pair[1].root, folder))
            self._candidates[folder] = found
        return found


_Owner: TypeAlias = "tuple[str | None, Kind, str] | None"
"""System, kind and title of a file."""


def _owner(near: tuple[tuple[System, Site], ...], uri: str) -> _Owner:
    """Return system, kind and title of a plain file, None where no system keeps it."""
    for system, site in near:
        kind = system.classify(site, uri)
        if kind is not None:
            return system.id, kind, system.title(kind, uri)
    return None


def _holds(root: str, folder: str) -> bool:
    """Tell whether a folder is the site's root or below it."""
    return not root or folder == root or folder.startswith(root + "/")


class Catalog:
    """The systems' view of an open workspace: what a scan found, kept true as documents come and go."""

    def __init__(
        self,
        registry: Registry,
        read: ReadFile,
        clock: Callable[[], float] = time.monotonic,
        *,
        name: str = "",
    ) -> None:
        """``name`` is what the opened folder is called."""
        self._registry = registry
        self._name = name
        self._read = read
        self._lock = threading.Lock()
        self._pace = RateLimiter(DETECT_INTERVAL, clock)
        self._index = FolderIndex((), read, name)
        self._classifier = Classifier(registry, ())
        self._stale = set[str]()
        self._has_other_names = False
        self._is_outside_known = True

    @property
    def sites(self) -> tuple[Site, ...]:
        """The systems' places in the workspace."""
        return self._classifier.sites

    def build(self, entries: tuple[FileEntry, ...]) -> Iterator[tuple[DocumentInfo, ...]]:
        """Detect the systems anew, then yield every document in batches."""
        classifier = self.renew(entries)
        for start in range(0, len(entries), BATCH):
            yield classifier.infos(entries[start : start + BATCH])

    def renew(self, entries: Iterable[FileEntry]) -> Classifier:
        """Detect the systems anew in what a scan found."""
        index = FolderIndex(entries, self._read, self._name)
        classifier = Classifier(self._registry, detect(self._registry, index), note_folders(index))
        with self._lock:
            self._index, self._classifier = index, classifier
            self._stale, self._has_other_names = set[str](), False
        return classifier

    def info(self, entry: FileEntry) -> DocumentInfo:
        """Return what is known of an entry without opening it."""
        return self._classifier.infos((entry,))[0]

    def kind(self, uri: str) -> Kind | None:
        """Return what a path is to the system that keeps it, be it there or not; None where none does."""
        return self._classifier.kind(uri)

    def site(self, info: DocumentInfo) -> Site | None:
        """Return the site that a document belongs to."""
        return self._classifier.site(info)

    def reports(self, listing: Listing) -> tuple[SystemReport, ...]:
        """Return the systems' places and the documents that each keeps there."""
        kept: dict[Site, set[str]] = {site: set() for site in listing.sites}
        for info in listing.documents:
            site = self.site(info)
            if site is not None:
                kept[site].add(info.uri)
        return tuple(SystemReport(site.system, site.root, frozenset(uris)) for site, uris in kept.items())

    def parse(self, info: DocumentInfo, data: bytes) -> Parsed:
        """Parse bytes as the document's system does; a file without system has only its title."""
        parsed, marks = self._parsed(info, data), problems_of(info.uri, data)
        return replace(parsed, problems=(*marks, *parsed.problems)) if marks else parsed

    def _parsed(self, info: DocumentInfo, data: bytes) -> Parsed:
        system = self._registry.get(info.system or "")
        if system is None and info.kind is Kind.DAILY_NOTE:
            return replace(parse_daily_note(info.uri, data), title=info.title)
        if system is None:
            return Parsed(title=info.title)
        try:
            return system.parse(info.kind, info.uri, data, self)
        except Exception as error:
            _logger.exception("The system %s failed on a document", info.system)
            message = f"{info.system} cannot read this document: {error!r}"
            problem = Problem("system_failed", message, arguments=(repr(error),))
            return Parsed(title=info.title, problems=(problem,))

    def blanks(self, day: date) -> tuple[Blank, ...]:
        """Return the documents that a person can begin on a day, each name once."""
        found: dict[str, Blank] = {}
        for site in self.sites:
            for blank in _blanks(self._registry, site, self._index, day):
                found.setdefault(blank.uri, blank)
        for folder in sorted(self._classifier.noted):
            blank = note_to_begin(folder, self._index.under(folder), day)
            found.setdefault(blank.uri, blank)
        return tuple(found.values())

    def read(self, path: str, limit: int = READ_LIMIT) -> bytes | None:
        """Return at most ``limit`` bytes of a file, or None where it cannot be read."""
        return self._read(path, limit)

    def update(self, changes: Iterable[Change]) -> None:
        """Take in which documents came, changed and went."""
        with self._lock:
            for change in changes:
                self._is_outside_known = False
                if change.kind is ChangeKind.DELETED:
                    self._index.discard(change.uri)
                elif change.kind is ChangeKind.CREATED and change.after is not None:
                    self._index.add(change.uri)
                else:
                    self._stale.update(self._index.askers(change.uri))
                    continue
                self._has_other_names = True

    def redetect(self) -> bool:
        """Look for systems again if something changed and it is time to; True where they moved.

        Other names may be news for each of them, other content for those alone that looked into it.
        """
        with self._lock:
            if not self._is_outside_known:
                self._is_outside_known = True
                self._stale |= self._index.askers_outside()
            if not (self._stale or self._has_other_names) or not self._pace.due():
                return False
            known, asked = self._classifier, None if self._has_other_names else self._stale
            self._stale, self._has_other_names = set(), False
            with self._pace.measured():
                sites = detect(self._registry, self._index, asked, known.sites)
                noted = note_folders(self._index) if asked is None else known.noted
            if (sites, noted) == (known.sites, known.noted):
                return False
            self._classifier = Classifier(self._registry, sites, noted)
            return True
