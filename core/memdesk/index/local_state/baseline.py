"""What every document was at the last look, kept outside of the folder: revisions by stamp, and small texts.

While the log tells nothing of a document yet, this is all that is known of what it was: the baseline, which
the first command that looks at a folder takes.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.index.local_state.database import CHUNK, Row, StateDatabase, key_of_uri, signed, uri_of_key
from memdesk.model import Content, FileEntry, FileStamp, Nature, Revision, revision_of
from memdesk.runtime.atomic_file import sync_folder, write_bytes
from memdesk.text.cooperative import yielding

SMALL = 256 << 10
"""Bytes of a text that is kept."""

MOST = 2_000
"""Texts that are kept; whoever has more documents has the others' from their first change on."""

FRESH = 2_000_000_000
"""Nanoseconds: a file that was written so shortly before the look may change without a visible sign."""

_TEXTS = "baseline"
_TAKEN = "baseline.taken"
"""What says beside the state file, and beside its folder, that somebody looked: they may be removed alone."""
_ALIKE = "baseline_alike"
_BEGUN = "baseline_begun"
_COLUMNS = "uri, size, modified, changed, inode, revision"
_PREFIX = "sha256:"


def _traces(file: Path) -> tuple[Path, Path]:
    return file.with_name(_TAKEN), file.parent.with_name(f"{file.parent.name}.{_TAKEN}")


class BaselineEntry(NamedTuple):
    """A document as it was at the last look; without size where its stamp tells nothing yet."""

    size: int
    modified: int
    changed: int
    inode: int
    revision: Revision

    def is_of(self, stamp: FileStamp) -> bool:
        """Tell whether the document still has the stamp that it had."""
        return self[:4] == signs(stamp)

    def looks_like(self, stamp: FileStamp) -> bool:
        """Tell whether nobody who goes by size and time of change sees that it became another one."""
        return self.size == -1 or self[:2] == signs(stamp)[:2]


class FolderBaseline:
    """The last look at one workspace. Whoever looks holds its ``lock``; anybody may ask what was known.

    What a look meets counts only once it is settled, so that a change is not taken for known before the log
    tells of it.
    """

    def __init__(self, base: StateDatabase) -> None:
        self._base = base
        self._texts = base.file.with_name(_TEXTS)
        self._met: dict[str, BaselineEntry | None] = {}
        self._new: dict[str, Content] = {}
        self._alike: dict[str, Revision] = {}
        self._taken_in = 0
        self.lock = RLock()

    @property
    def is_first(self) -> bool:
        """Whether nobody has looked at this folder before."""
        # Asked with every save: what the file says of it once holds as long as it stays open.
        if not self._taken_in or self._taken_in != self._base.opened:
            self._taken_in = 0 if self._base.get("baseline") is None else self._base.opened
        return not self._taken_in

    @property
    def end(self) -> int | None:
        """Up to where the log was known when everything was looked at last."""
        end = self._base.get("baseline_end")
        return end if isinstance(end, int) else None

    def is_taken(self) -> bool:
        """Say whether it is known what was there when nobody had logged anything of it yet."""
        return not self.is_first

    def entry(self, uri: str) -> BaselineEntry | None:
        """Return how a document was, None where there was none."""
        found = self._base.rows(f"SELECT {_COLUMNS} FROM baseline WHERE uri = ?", (key_of_uri(uri),))
        return _entry(found[0]) if found else None

    def revision(self, path: str) -> Revision | None:
        """Return what a document was, None where there was none."""
        found = self.entry(path)
        return found.revision if found else None

    def step(self, path: str) -> None:
        """Return nothing: only what was there before anything was logged is known here."""
        del path

    def revisions(self) -> Iterator[tuple[str, Revision]]:
        """Yield every document that is known and what it was."""
        for uri, revision in self._base.stream("uri, revision", "baseline"):
            yield uri_of_key(uri), _revision(revision)

    def same(self, stamps: Mapping[str, FileStamp]) -> Iterator[tuple[str, Revision]]:
        """Yield those of these documents that still have the stamp that they had, and what they were."""
        if len(stamps) < CHUNK:
            known = ((uri, self.entry(uri)) for uri in stamps)
        else:
            rows = self._base.stream(_COLUMNS, "baseline")
            known = ((uri_of_key(row[0]), _entry(row)) for row in rows)
        for uri, entry in yielding(known):
            stamp = stamps.get(uri)
            if entry is not None and stamp is not None and entry.is_of(stamp):
                yield uri, entry.revision

    def with_revisions(self, wanted: Collection[Revision]) -> dict[str, BaselineEntry]:
        """Return every document that is known to be one of these, as this look met it so far."""
        digests = {_digest(revision) for revision in wanted}
        rows = (row for row in self._base.stream(_COLUMNS, "baseline") if row[5] in digests)
        known = {uri: entry for uri, entry in map(_named, rows) if uri not in self._met}
        met = {uri: entry for uri, entry in self._met.items() if entry and entry.revision in wanted}
        return known | met

    def begin(self, entries: Iterable[FileEntry], read: Callable[[str], Content]) -> None:
        """Take documents for what they are: nobody has looked at this folder before.

        Where what the looks before knew was removed, only a text that was kept of them is known: any other
        document stays one that nobody has seen, so that it is logged as a change.
        """
        is_again = self._is_removed()
        self._base.put(_BEGUN, "again" if is_again else "first")
        files = (entry for entry in yielding(entries, 10) if entry.nature is Nature.FILE)
        while part := list(islice(files, CHUNK)):
            for entry in part:
                found = self.meet(entry.uri, entry.stamp, read)
                if is_again and self.text(found) is None:
                    self._met.pop(entry.uri, None)
                    self._new.pop(entry.uri, None)
            self._settle()
        self._take()

    @property
    def is_again(self) -> bool:
        """Whether what the looks before knew was removed past memdesk, and this one began anew."""
        return self._base.get(_BEGUN) == "again"

    def _is_removed(self) -> bool:
        """Tell whether somebody looked before, and what was known of that is gone."""
        begun = self._base.get(_BEGUN)
        if begun is not None:
            return begun == "again"
        if self._base.is_in_memory and _may_be_there(self._base.file):
            return False  # somebody holds the file, or the disk is full: it knows still
        return any(map(os.path.lexists, _traces(self._base.file))) or bool(_listed(self._texts))

    def _take(self) -> None:
        self._base.put("baseline", "taken")
        if not self._base.is_in_memory:
            for trace in _traces(self._base.file):
                with suppress(OSError):
                    trace.touch(mode=0o600)

    def meet(
        self, uri: str, stamp: FileStamp, read: Callable[[str], Content], *, by_bytes: bool = False
    ) -> Revision | None:
        """Return what a document is; it is read only where its stamp is another one than before.

        ``by_bytes``: it is read in any case. None where it cannot be read.
        """
        known = self.entry(uri)
        if known is not None and known.is_of(stamp) and not by_bytes:
            return known.revision
        try:
            content = read(uri)
        except MemdeskError:
            return None
        is_fresh = time.time_ns() - content.stamp.modified < FRESH
        seen = (-1, 0, 0, 0) if is_fresh else signs(content.stamp)
        self._met[uri] = BaselineEntry(*seen, content.revision)
        is_new = known is None or known.revision != content.revision
        if known is not None and is_new and known.looks_like(content.stamp):
            self._alike[uri] = content.revision
        if is_new and len(content.data) <= SMALL and len(self._new) < MOST:
            self._new[uri] = content
        return content.revision

    def miss(self, uri: str) -> None:
        """Note that a document is gone."""
        self._met[uri] = None

    def settle(self, unlogged: Collection[str] = (), logged: Container[str] = ()) -> None:
        """Remember what was met, but for what could not be logged; no text is kept of what is logged."""
        self._settle(unlogged, logged)
        if self.is_first:
            self._take()

    def _settle(self, unlogged: Collection[str] = (), logged: Container[str] = ()) -> None:
        met, self._met = self._met, {}
        new, self._new = self._new, {}
        alike, self._alike = self._alike, {}
        if alike:
            self._note_alike(alike)
        there = {uri: entry for uri, entry in met.items() if entry is not None and uri not in unlogged}
        gone = [uri for uri, entry in met.items() if entry is None and uri not in unlogged]
        self._base.write("DELETE FROM baseline WHERE uri = ?", ((key_of_uri(uri),) for uri in gone))
        self._base.write(
            f"INSERT OR REPLACE INTO baseline ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
            ((key_of_uri(uri), *entry[:4], _digest(entry.revision)) for uri, entry in there.items()),
        )
        self.keep((content.revision, content.data) for uri, content in new.items() if uri not in logged)

    def doubt(self, uris: Iterable[str]) -> None:
        """Believe the stamps of these documents no longer: the next look reads them."""
        self._base.write("UPDATE baseline SET size = -1 WHERE uri = ?", [(key_of_uri(uri),) for uri in uris])

    def alike(self) -> dict[str, Revision]:
        """Return what became another one lately and has the size and the time of change of before."""
        try:
            value = json.loads(str(self._base.get(_ALIKE) or "{}"))
        except ValueError:
            return {}
        found = value.items() if isinstance(value, dict) else ()
        return {uri: Revision(revision) for uri, revision in found if isinstance(revision, str)}

    def _note_alike(self, found: Mapping[str, Revision]) -> None:
        known = self.alike()
        kept = [*((uri, each) for uri, each in known.items() if uri not in found), *found.items()]
        self._base.put(_ALIKE, json.dumps(dict(kept[-MOST:])))

    def number(self) -> int:
        """Return how many documents are known."""
        return int(str(self._base.rows("SELECT count(*) FROM baseline")[0][0]))

    def last(self) -> int:
        """Return up to where there are places of documents by now; see :meth:`after`."""
        return int(str(self._base.rows("SELECT coalesce(max(id), 0) FROM baseline")[0][0]))

    def after(self, place: int, most: int) -> list[tuple[int, str, Revision]]:
        """Return some documents behind a place, each with its own and with what it was."""
        statement = "SELECT id, uri, revision FROM baseline WHERE id > ? ORDER BY id LIMIT ?"
        rows = self._base.rows(statement, (place, most))
        return [(int(str(at)), uri_of_key(uri), _revision(revision)) for at, uri, revision in rows]

    @property
    def compared(self) -> float | None:
        """When all documents were held against the log by their bytes last, None where they never were."""
        moment = self._base.get("baseline_compared")
        return float(moment) if isinstance(moment, int | float) else None

    def note_compared(self, moment: float) -> None:
        """Remember when all documents were held against the log by their bytes."""
        self._base.put("baseline_compared", moment)

    def looked(self, end: int) -> None:
        """Remember up to where the log was known when everything was looked at."""
        if end != self.end:
            self._base.put("baseline_end", end)

    def keep(self, texts: Iterable[tuple[Revision, bytes]]) -> None:
        """Keep small texts, as many as may be."""
        there: set[str] | None = None
        for revision, data in yielding(texts, 10):
            if there is None:
                there = {path.name for path in _listed(self._texts)}
            name = _digest(revision).hex()
            if len(there) < MOST and name not in there and write_bytes(self._texts / name, data):
                there.add(name)

    def text(self, revision: Revision | None) -> bytes | None:
        """Return a text that was kept."""
        if revision is None:
            return None
        try:
            data = (self._texts / _digest(revision).hex()).read_bytes()
        except OSError:
            return None
        return data if revision_of(data) == revision else None

    def forget_texts(self, wanted: Iterable[Revision]) -> None:
        """Let go of all texts but those that are wanted."""
        kept = _listed(self._texts)
        if not kept:
            return
        names = {_digest(revision).hex() for revision in wanted}
        for path in kept:
            if path.name not in names:
                with suppress(OSError):
                    path.unlink()


def purge_texts(base: StateDatabase, holds: Callable[[bytes], bool]) -> None:
    """Remove the kept texts of a workspace that hold something; OSError where one cannot be removed."""
    for path in _listed(base.file.with_name(_TEXTS)):
        with suppress(FileNotFoundError):
            if holds(path.read_bytes()):
                path.unlink()
                sync_folder(path.parent)


def signs(stamp: FileStamp) -> tuple[int, int, int, int]:
    """Return what changes in a stamp when its file does."""
    size, modified, changed, inode = map(signed, (stamp.size, stamp.modified, stamp.changed, stamp.inode))
    return size, modified, changed, inode


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _may_be_there(path: Path) -> bool:
    """Say whether a file is there; one in a folder that may not be read can be, too."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True


def _digest(revision: Revision) -> bytes:
    return bytes.fromhex(revision.removeprefix(_PREFIX))


def _revision(digest: object) -> Revision:
    return Revision(_PREFIX + (digest.hex() if isinstance(digest, bytes) else ""))


def _named(row: Row) -> tuple[str, BaselineEntry]:
    return uri_of_key(row[0]), _entry(row)


def _entry(row: Row) -> BaselineEntry:
    numbers = (value if isinstance(value, int) else 0 for value in row[1:5])
    size, modified, changed, inode = numbers
    return BaselineEntry(size, modified, changed, inode, _revision(row[5]))
