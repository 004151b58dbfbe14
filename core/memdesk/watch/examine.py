"""One look at one document: is what is on disk news, and whose?"""

from __future__ import annotations

import stat
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from memdesk.clock import Clock
from memdesk.errors import LockedError, MemdeskError, NotFoundError
from memdesk.model import OUTSIDE, Actor, Change, ChangeKind, Content, FileEntry, FileStamp, Nature, Revision
from memdesk.text.diff import counts
from memdesk.watch.ledger import Advance, Ledger, PutOffError

RACY_SECONDS = 2.0
"""A file written so recently may be written again without any visible sign but its bytes."""

PATIENCE = 20
"""How often a look is put off while some core may still be about to log that it wrote."""


class Disk(Protocol):
    """What the watcher needs of the store."""

    def read(self, path: str) -> Content:
        """Return a file's bytes at one moment."""
        ...

    def stamp(self, path: str) -> FileStamp | None:
        """Return what a path names now, or None."""
        ...

    def busy(self) -> bool:
        """Tell whether some core is in the middle of a commit."""
        ...


class Examiner:
    """Compares documents on disk with what was announced. For one thread."""

    def __init__(
        self,
        disk: Disk,
        ledger: Ledger,
        author: Callable[[str, Revision | None], Actor | None],
        clock: Clock,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._disk = disk
        self._ledger = ledger
        self._author = author
        self._clock = clock
        self._now = now
        self._waited: Counter[str] = Counter()
        self.racy: set[str] = set()
        """Documents that may differ from what was announced although their stamp does not."""

    def entry(self, uri: str) -> FileEntry | None:
        """Return what a path names now; a folder counts as nothing."""
        try:
            stamp = self._disk.stamp(uri)
        except MemdeskError:
            return None
        if stamp is None or stat.S_ISDIR(stamp.mode):
            return None
        return FileEntry(uri, stamp, stamp.nature)

    def look(self, uri: str, entry: FileEntry | None) -> Change | None:
        """Return the change that brought a document to this entry, None where it is no news.

        Raises PutOffError where the document is being written: look again soon.
        """
        self.racy.discard(uri)
        racy = entry is not None and abs(self._now() - entry.stamp.modified / 1e9) < RACY_SECONDS
        if racy:
            self.racy.add(uri)
        elif entry is not None and entry == self._ledger.entry(uri):
            return None
        return self._compare(uri, entry)

    def _compare(self, uri: str, entry: FileEntry | None) -> Change | None:
        ticket = self._ledger.begin_look(uri)
        entry, content = self._read(entry)
        after = content.revision if content else None
        actor = None if self._ledger.is_known(uri, content) else self._find_author(uri, after)
        advance = self._ledger.advance(uri, entry, content, ticket)
        return self._change(uri, advance, actor or OUTSIDE) if advance else None

    def _read(self, entry: FileEntry | None) -> tuple[FileEntry | None, Content | None]:
        """Return the entry as it is when its bytes are read; the bytes are None where they cannot be."""
        if entry is None or entry.nature is not Nature.FILE:
            return entry, None
        try:
            content = self._disk.read(entry.uri)
        except NotFoundError:
            return None, None
        except LockedError as error:
            raise PutOffError(entry.uri) from error
        except MemdeskError:
            return entry, None
        return entry._replace(stamp=content.stamp), content

    def _find_author(self, uri: str, after: Revision | None) -> Actor | None:
        """Ask the log; while some core is between writing and logging, put the look off a few times."""
        actor = self._author(uri, after)
        if actor is None and self._disk.busy():
            self._waited[uri] += 1
            if self._waited[uri] <= PATIENCE:
                raise PutOffError(uri)
        del self._waited[uri]
        return actor or self._author(uri, after)

    def _change(self, uri: str, advance: Advance, actor: Actor) -> Change:
        return make_change(uri, advance, actor, self._clock.now())


def make_change(uri: str, advance: Advance, actor: Actor, moment: float) -> Change:
    """Return the change to announce for a step of a document."""
    added, removed = _count_lines(advance)
    return Change(uri, advance.kind, advance.before, advance.after, actor, moment, added, removed)


def _count_lines(advance: Advance) -> tuple[int | None, int | None]:
    old = b"" if advance.kind is ChangeKind.CREATED else advance.old
    new = b"" if advance.kind is ChangeKind.DELETED else advance.new
    if old is None or new is None or b"\0" in old or b"\0" in new:
        return None, None
    if not old or not new:
        return _lines(new), _lines(old)
    return counts(old.decode("utf-8", "replace"), new.decode("utf-8", "replace"))


def _lines(data: bytes) -> int:
    return data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
