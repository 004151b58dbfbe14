"""The index of a workspace: what the files said when they were last looked at, disposable at any time.

It is in the person's cache folder, known by size and time of change. A store that is damaged, of another
version or not ours to write is done without: then the same is held in memory.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from glob import escape as glob_escape
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Self

from memdesk.checks.covering import mask
from memdesk.index.backend import IndexDocument, SearchBackend, Stamp
from memdesk.index.chunker import CHUNK_OVERLAP, CHUNK_SIZE, IndexChunk, chunks_of
from memdesk.index.config import SearchConfig, read_config
from memdesk.index.server import said_by
from memdesk.index.sqlite import SqliteBackend, remove_files
from memdesk.model import DocumentInfo, Kind, Nature, Revision
from memdesk.runtime.paths import cache_dir, expanded
from memdesk.text.cooperative import yielding
from memdesk.text.encoding import decode

TOGETHER, MOST_BYTES = 2_000, 1 << 22
"""Documents, and bytes of them, that are written in one go: others may write to the index in between."""

LEFT_OUT = frozenset((Kind.BACKUP, Kind.POLICY_SNAPSHOT, Kind.SEARCH_DB, Kind.COLD))
"""What is a copy of something else, or no text."""

_BESIDE = re.compile("-(?:wal|shm|journal)$")

_MEMORY = ":memory:"
"""The path of an index that is in memory alone."""

_SOUND = frozenset(
    f"SQLITE_{name}" for name in ("BUSY", "LOCKED", "READONLY", "PERM", "FULL", "IOERR", "CANTOPEN", "NOMEM")
)
"""Errors after which the file is as good as before."""

Read = Callable[[str], bytes | None]
"""Returns a document's bytes, None where it cannot be read."""

Alike = Mapping[str, Revision | None]
"""What documents became whose size and time of change tell nothing of it; None where that is not known."""

Step = Callable[[int, int], object]
"""Is told how many documents of all are done."""


class Filled(NamedTuple):
    """What an index holds after it was brought up to date, and how many documents were read for that."""

    documents: int
    chunks: int
    read: int
    unread: tuple[str, ...] = ()
    """Those that could not be read: nothing of them is found."""


class IndexState(NamedTuple):
    """Which file an index is in, and how often documents were written to it."""

    file: Path
    device: int
    number: int
    writes: int


class SearchIndex:
    """The index of one workspace, over a backend: that of its file by default. For one thread at a time."""

    def __init__(
        self,
        workspace: str,
        file: Path | None = None,
        *,
        backend: SearchBackend | None = None,
        config: SearchConfig | None = None,
    ) -> None:
        self.config = config or read_config()
        self.file = file or _file(workspace, self.config)
        self.note = ""
        """Why another index is used than was asked for, where one is."""
        self.backend = backend or self._opened()
        """Where the chunks are; another one after the index was done without."""
        self._opened_as = self.state()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def is_lost(self) -> bool:
        """Whether its file was removed or replaced: nobody else sees what is written to it."""
        now = self.state()
        return self._opened_as is not None and (now is None or now[:3] != self._opened_as[:3])

    def state(self) -> IndexState | None:
        """Return what is another one as soon as any program wrote documents to the file; None without one."""
        if self.note or self.config.db_path == _MEMORY or not isinstance(self.backend, SqliteBackend):
            return None
        try:
            status = self.file.stat()
            return IndexState(self.file, status.st_dev, status.st_ino, self.backend.writes())
        except (OSError, sqlite3.Error):
            return None

    def close(self) -> None:
        """Let go of the backend."""
        self.backend.close()

    def update(
        self,
        documents: Iterable[DocumentInfo],
        read: Read,
        step: Step | None = None,
        *,
        anew: bool = False,
        alike: Alike | None = None,
    ) -> Filled:
        """Bring the index up to date with these documents; only those that changed are read.

        ``alike`` are those that became something else and have the size and time of before: they are read
        unless what is held of them is that.

        Where the backend cannot be written, or is lost meanwhile, all is read into memory.
        """
        wanted = [info for info in documents if is_searched(info)]
        try:
            return self._update(wanted, read, step, anew=anew, alike=alike or {})
        except self.backend.failures as error:
            self.do_without(error)
            return self._update(wanted, read, step, anew=anew, alike=alike or {})

    def update_some(
        self,
        documents: Iterable[DocumentInfo],
        gone: Collection[str],
        read: Read,
        alike: Alike | None = None,
    ) -> int:
        """Bring the index up to date with these documents alone; return how many were read.

        Raises what the backend fails with: whoever searches brings all of it up to date.
        """
        wanted = [info for info in documents if is_searched(info)]
        known = self.backend.stamps({*gone, *(info.uri for info in wanted)})
        if forgotten := known.keys() & gone:
            self.backend.delete(sorted(forgotten))
        changed = _changed(wanted, known, alike or {})
        self._take(changed, known, read)
        return len(changed)

    def do_without(self, error: Exception) -> None:
        """Use another backend after an error: the own file instead of a server, which may be behind.

        In place of a file that is damaged comes a new one, of one that cannot be used an empty one in memory.
        """
        if self.backend.is_shared:
            with suppress(*self.backend.failures):
                self.backend.close()
            self.backend = self._opened()
            away = f"the index server cannot be used ({said_by(error)})"
            self.note = self.note or f"{away}; asked the index of this machine"
            return
        is_file = isinstance(self.backend, SqliteBackend)
        with suppress(*self.backend.failures):
            self.backend.close()
        if is_file and getattr(error, "sqlite_errorname", "") not in _SOUND:
            with suppress(OSError, sqlite3.Error):
                remove_files(self.file)
                self.backend = SqliteBackend(self.file)
                return
        self.backend = self._in_memory(error)

    def _update(
        self, wanted: list[DocumentInfo], read: Read, step: Step | None, *, anew: bool, alike: Alike
    ) -> Filled:
        backend = self.backend
        known = backend.stamps()
        here = {info.uri for info in wanted}
        changed = wanted if anew else _changed(wanted, known, alike)
        if gone := known.keys() - here:
            backend.delete(sorted(gone))
        unread = self._take(changed, known, read, step, anew=anew)
        return Filled(len(here), backend.stats().chunks, len(changed), tuple(unread))

    def _take(
        self,
        changed: Sequence[DocumentInfo],
        known: Mapping[str, Stamp],
        read: Read,
        step: Step | None = None,
        *,
        anew: bool = False,
    ) -> list[str]:
        """Read documents and keep what they say; return those that could not be read."""
        total, size = len(changed), 0
        unread: list[str] = []
        taken: list[tuple[DocumentInfo, bytes | None]] = []
        for done, info in enumerate(changed, 1):
            # Before the store is locked for writing, and together: between two files a processor forgets how
            # it went through texts.
            data = read(info.uri)
            taken.append((info, data))
            unread += [info.uri] if data is None else []
            size += info.size
            if done == total or len(taken) == TOGETHER or size >= MOST_BYTES:
                self.backend.upsert(
                    [self._told(each, known.get(each.uri), data, anew=anew) for each, data in taken]
                )
                taken, size = [], 0
                if step is not None:
                    step(done, total)
        return unread

    def _told(
        self, info: DocumentInfo, known: Stamp | None, data: bytes | None, *, anew: bool
    ) -> IndexDocument:
        """Return what a document says, as an index takes it."""
        digest = sha256(data).digest() if data is not None else None
        is_same = known is not None and known.digest == digest and not anew
        return IndexDocument(
            info.uri,
            Stamp(info.size, info.modified, digest),
            info.kind.value,
            info.system or "",
            info.title,
            None if is_same else tuple(_chunks(info, data, self.config, covered=self.backend.is_shared)),
        )

    def _opened(self) -> SearchBackend:
        if self.config.db_path == _MEMORY:
            return SqliteBackend(None)
        try:
            return SqliteBackend(self.file)
        except sqlite3.DatabaseError as error:
            if not isinstance(error, sqlite3.OperationalError):
                with suppress(OSError, sqlite3.Error):
                    remove_files(self.file)
                    return SqliteBackend(self.file)
            return self._in_memory(error)
        except OSError as error:
            return self._in_memory(error)

    def _in_memory(self, error: Exception) -> SearchBackend:
        self.note = f"the index cannot be used ({error}); every document was read instead"
        return SqliteBackend(None)


def _changed(wanted: Sequence[DocumentInfo], known: Mapping[str, Stamp], alike: Alike) -> list[DocumentInfo]:
    """Return what may say something else than is held; what could not be read is tried again."""
    return [
        info
        for info in yielding(wanted)
        if info.uri not in known
        or known[info.uri][:2] != (info.size, info.modified)
        or known[info.uri].digest is None
        or (info.uri in alike and not _is_held(known[info.uri], alike[info.uri]))
    ]


def _is_held(known: Stamp, revision: Revision | None) -> bool:
    return revision is not None and known.digest == bytes.fromhex(revision.removeprefix("sha256:"))


def is_searched(info: DocumentInfo) -> bool:
    """Say whether a document is searched: a file that is no copy of another and can be text."""
    return info.nature is Nature.FILE and info.kind not in LEFT_OUT


def forget_index(workspace: str) -> None:
    """Remove the index of a workspace with all that it says. Raises OSError where the disk refuses.

    That is one for each way in which documents were cut, and for each place in the cache folder that was
    once chosen.
    """
    place = _place(workspace, read_config())
    found = {
        *place.parent.glob(f"{glob_escape(place.stem)}*"),
        *(cache_dir() / "index").rglob(f"*{_name(workspace)}*"),
    }
    # What SQLite keeps beside a file goes with it; of one that is gone, it may have been left.
    files = {file.with_name(_BESIDE.sub("", file.name)) for file in found}
    for file in sorted(file for file in files if not file.is_dir()):
        remove_files(file)


def _file(workspace: str, config: SearchConfig) -> Path:
    place = _place(workspace, config)
    if (config.chunk_size, config.chunk_overlap) == (CHUNK_SIZE, CHUNK_OVERLAP):
        return place
    return place.with_stem(f"{place.stem}-{config.chunk_size}-{config.chunk_overlap}")


def _name(workspace: str) -> str:
    return sha256(workspace.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _place(workspace: str, config: SearchConfig) -> Path:
    name = _name(workspace)
    if config.db_path in ("", _MEMORY):
        return cache_dir() / "index" / f"{name}.sqlite"
    chosen = expanded(Path(config.db_path))
    return cache_dir() / "index" / chosen.with_stem(f"{chosen.stem}-{name}")


def _chunks(
    info: DocumentInfo, data: bytes | None, config: SearchConfig, *, covered: bool
) -> Iterator[IndexChunk]:
    """Yield the chunks of a document; ``covered`` with no secret in them that the checks tell."""
    if data is None:
        return
    decoded = decode(data)
    if decoded.reason == "binary":
        return
    name = info.uri.lower()
    yield from chunks_of(
        mask(decoded.lined) if covered else decoded.lined,
        is_json=name.endswith(".json"),
        is_lines=name.endswith(".jsonl"),
        size=config.chunk_size,
        overlap=config.chunk_overlap,
    )
