"""What has been announced so far: entries' stamps, known revisions, the last texts for counting lines."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from memdesk.model import Actor, Change, ChangeKind, Content, FileEntry, FileStamp, Nature, Revision
from memdesk.store.fs.attributes import mode_of
from memdesk.store.fs.scan import ScanDifference, Snapshot, diff, snapshot
from memdesk.text.cooperative import yielding
from memdesk.text.diff import count_lines

CACHE_LIMIT = 32 << 20
"""Bytes of old texts kept to count added and removed lines."""

CACHE_ITEM_LIMIT = 1 << 20
"""A larger document is not kept: its lines are not counted."""


@dataclass(frozen=True, slots=True)
class Advance:
    """A step from one announced state of a document to the next."""

    kind: ChangeKind
    before: Revision | None
    after: Revision | None
    old: bytes | None
    new: bytes | None
    entry: FileEntry | None = None
    """The file, of one that is gone as it was; None where it is not known."""

    @property
    def stamp(self) -> FileStamp | None:
        """The plain file's identity, None where it is not known or no plain file."""
        return self.entry.stamp if self.entry is not None and self.entry.nature is Nature.FILE else None

    @property
    def mode(self) -> int | None:
        """The plain file's permissions, None where they are not known."""
        return None if self.stamp is None else mode_of(self.stamp.mode)


class PutOffError(Exception):
    """The document is being written; look again soon."""


class KnownState:
    """The announced state of a workspace. A document is announced once per revision, whoever sees it first.

    Readers may run ahead of the watcher, therefore :meth:`seen` takes a revision only where the stamp is the
    announced one. A revision of None says that the document was announced as gone.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: dict[str, FileEntry] | None = None
        self._revisions: dict[str, Revision | None] = {}
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self._cached = 0
        self._busy: Counter[str] = Counter()
        self._commits: Counter[str] = Counter()

    def has_baseline(self) -> bool:
        """Tell whether a scan was taken in already."""
        return self._entries is not None

    def begin(self, entries: Iterable[FileEntry]) -> None:
        """Take the first scan as the state that everybody has seen; later ones are compared, not taken."""
        if self._entries is not None:
            return
        first = snapshot(entries)
        with self._lock:
            if self._entries is None:
                self._entries = first

    def compare(self, entries: Iterable[FileEntry]) -> ScanDifference:
        """Return how a new scan differs from what was announced."""
        return diff(self._announced(), entries)

    def reset(self, entries: Iterable[FileEntry]) -> None:
        """Take a scan as announced as a whole; revisions of whatever changed are unknown from here on."""
        after = snapshot(entries)
        changed = diff(self._announced(), after.values())
        with self._lock:
            for uri in (*changed.created, *changed.modified, *changed.deleted):
                self._revisions.pop(uri, None)
                self._forget_text(uri)
            self._entries = after

    def entry(self, uri: str) -> FileEntry | None:
        """Return the announced entry."""
        return (self._entries or {}).get(uri)

    def has_revision(self, uri: str) -> bool:
        """Tell whether a document is known that no scan and no look has found yet."""
        return self._revisions.get(uri) is not None

    def below(self, folders: Iterable[str]) -> set[str]:
        """Return the announced uris inside any of these folders (one pass, however many folders)."""
        wanted = set(folders)
        known: dict[str, bool] = {"": "" in wanted}

        def inside(folder: str) -> bool:
            found = known.get(folder)
            if found is None:
                found = folder in wanted or inside(folder.rpartition("/")[0])
                known[folder] = found
            return found

        return {uri for uri in yielding(self._announced()) if inside(uri.rpartition("/")[0])}

    def names_of(self, files: Iterable[FileEntry]) -> set[str]:
        """Return the names under which plain files were announced (one pass, however many files)."""
        wanted = {_identity(entry) for entry in files if entry.nature is Nature.FILE}
        announced = self._announced() if wanted else {}
        return {uri for uri, entry in yielding(announced.items()) if _identity(entry) in wanted}

    def seen(self, content: Content) -> None:
        """Remember what a reader read, if that is what was announced."""
        with self._lock:
            known = (self._entries or {}).get(content.uri)
            if known is not None and known.stamp == content.stamp and content.uri not in self._revisions:
                self._revisions[content.uri] = content.revision
                self._keep_text(content.uri, content.data)

    @contextmanager
    def committing(self, *uris: str) -> Iterator[None]:
        """Keep the watcher off documents that this process is writing and will announce itself."""
        with self._lock:
            for uri in uris:
                self._busy[uri] += 1
                self._commits[uri] += 1
        try:
            yield
        finally:
            with self._lock:
                for uri in uris:
                    self._busy[uri] -= 1

    def begin_look(self, uri: str) -> int:
        """Return a ticket for :meth:`advance`; raises PutOffError while this process writes the document."""
        with self._lock:
            return self._ticket(uri)

    def is_known(self, uri: str, content: Content | None) -> bool:
        """Tell whether this is the revision announced last."""
        return content is not None and self._revisions.get(uri) == content.revision

    def committed(
        self,
        uri: str,
        before: Revision | None,
        after: Revision | None,
        new: bytes | None,
        stamp: FileStamp | None = None,
    ) -> Advance:
        """Take in what this process wrote, and the file, so that it is known again under another name.

        The time at which it got its name follows when the watcher sees it.
        """
        with self._lock:
            if stamp is not None and self._entries is not None:
                self._entries[uri] = FileEntry(uri, stamp, stamp.nature)
            old = self._cache.get(uri) if self._revisions.get(uri) == before else None
            self._learn(uri, after, new)
            if after is None:
                self._revisions[uri] = None
        kind = ChangeKind.of(existed=before is not None, exists=after is not None)
        return Advance(kind, before, after, old, new)

    def advance(
        self, uri: str, entry: FileEntry | None, content: Content | None, ticket: int
    ) -> Advance | None:
        """Move a document to the state found on disk; None where that state was announced already.

        Raises PutOffError where this process wrote the document since the ticket was given.
        """
        after, new = (content.revision, content.data) if content else (None, None)
        with self._lock:
            if self._ticket(uri) != ticket:
                raise PutOffError(uri)
            known, before, old = self._place(uri, entry), self._revisions.get(uri), self._cache.get(uri)
            existed = before is not None if uri in self._revisions else known is not None
            same = _same(known, entry, before, after) if entry and existed else entry is None and not existed
            self._learn(uri, after, new)
        kind = ChangeKind.of(existed=existed, exists=entry is not None)
        return None if same else Advance(kind, before, after, old, new, entry or known)

    def _announced(self) -> Snapshot:
        """Return what is announced now, for a comparison that takes its time."""
        with self._lock:
            return dict(self._entries or {})

    def _ticket(self, uri: str) -> int:
        if self._busy[uri]:
            raise PutOffError(uri)
        return self._commits[uri]

    def _place(self, uri: str, entry: FileEntry | None) -> FileEntry | None:
        """Replace the announced entry and return the former one."""
        if self._entries is None:
            self._entries = {}
        known = self._entries.pop(uri, None)
        if entry is not None:
            self._entries[uri] = entry
        return known

    def _learn(self, uri: str, revision: Revision | None, data: bytes | None) -> None:
        """Make a revision the known one; None = not known."""
        self._forget_text(uri)
        self._revisions.pop(uri, None)
        if revision is not None:
            self._revisions[uri] = revision
        if data is not None:
            self._keep_text(uri, data)

    def _keep_text(self, uri: str, data: bytes) -> None:
        if len(data) > CACHE_ITEM_LIMIT:
            return
        self._cache[uri] = data
        self._cached += len(data)
        while self._cached > CACHE_LIMIT:
            self._cached -= len(self._cache.popitem(last=False)[1])

    def _forget_text(self, uri: str) -> None:
        self._cached -= len(self._cache.pop(uri, b""))


def make_change(uri: str, advance: Advance, actor: Actor, moment: float, moved: str = "") -> Change:
    """Return the change to announce for a step of a document."""
    old = b"" if advance.kind is ChangeKind.CREATED else advance.old
    new = b"" if advance.kind is ChangeKind.DELETED else advance.new
    added, removed = count_lines(old, new)
    return Change(uri, advance.kind, advance.before, advance.after, actor, moment, added, removed, moved)


def _identity(entry: FileEntry) -> tuple[int, int]:
    return entry.stamp.device, entry.stamp.inode


def _same(known: FileEntry | None, entry: FileEntry, before: Revision | None, after: Revision | None) -> bool:
    """Tell whether a document is as it was, by its revisions or else by its stamp.

    Another inode with the very times of the former one is the same file: a program that provides a folder
    numbers files anew when the system has forgotten them, and so does a volume that comes back.
    """
    if before is not None and after is not None:
        return before == after
    return known is not None and _without_number(known) == _without_number(entry)


def _without_number(entry: FileEntry) -> FileEntry:
    return entry._replace(stamp=entry.stamp._replace(device=0, inode=0))
