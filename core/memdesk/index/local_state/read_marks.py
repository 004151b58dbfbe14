"""What a person last saw of each document, kept outside of the workspace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import islice
from threading import Lock

from memdesk.index.local_state.database import CHUNK, StateDatabase, key_of_uri, signed, uri_of_key
from memdesk.model import DocumentInfo
from memdesk.text.cooperative import yielding

LIMIT = 500_000
"""Most documents remembered; the ones marked longest ago are forgotten first."""

_MARK = "INSERT OR REPLACE INTO read_marks (uri, size, modified, looked) VALUES (?, ?, ?, ?)"


class ReadState(StrEnum):
    """Whether the person has seen a document as it is now."""

    SEEN = "seen"
    CHANGED = "changed"
    NEW = "new"


class ReadMarks:
    """Marks of one workspace. Thread-safe; what cannot be read or written is only forgotten."""

    def __init__(self, base: StateDatabase, limit: int = LIMIT) -> None:
        self._base = base
        self._limit = limit
        self._lock = Lock()

    def open(self, documents: Iterable[DocumentInfo], moment: float | None = None) -> None:
        """Begin: the first time a workspace is opened, everything in it counts as seen then."""
        with self._lock:
            if not self.is_begun():
                rest = iter(yielding(documents))
                while part := list(islice(rest, CHUNK)):
                    self._base.write(_MARK, _rows(part, moment))
                self._base.put("read_marks", "begun")
            oldest = "SELECT id FROM read_marks ORDER BY id DESC LIMIT -1 OFFSET ?"
            self._base.write(f"DELETE FROM read_marks WHERE id IN ({oldest})", [(self._limit,)])

    def is_begun(self) -> bool:
        """Say whether a person ever looked at this workspace."""
        return self._base.get("read_marks") is not None

    def unseen(self, documents: Iterable[DocumentInfo]) -> dict[str, ReadState]:
        """Return those of these documents that were not seen as they are, and how they stand."""
        wanted = {info.uri: info for info in documents}
        found = dict.fromkeys(wanted, ReadState.NEW)
        for uri, *mark in yielding(self._marks(wanted)):
            info = wanted.get(uri)
            if info is not None and [*_mark_of(info)] == mark:
                del found[uri]
            elif info is not None:
                found[uri] = ReadState.CHANGED
        return found

    def looked(self, uri: str) -> float | None:
        """Return when the state that was seen last was first looked at, None where that is not known."""
        found = self._base.rows("SELECT looked FROM read_marks WHERE uri = ?", (key_of_uri(uri),))
        return float(found[0][0]) if found and isinstance(found[0][0], int | float) else None

    def mark(self, documents: Iterable[DocumentInfo], moment: float | None = None) -> tuple[str, ...]:
        """Remember these states as seen, and when; return the documents for which that was news."""
        with self._lock:
            wanted = {info.uri: info for info in documents}
            news = [wanted[uri] for uri in self.unseen(wanted.values())]
            self._base.write(_MARK, _rows(news, moment))
        return tuple(info.uri for info in news)

    def _marks(self, wanted: Iterable[str]) -> Iterator[tuple[str, object, object]]:
        some = list(islice(iter(wanted), CHUNK))
        if len(some) < CHUNK:
            for uri in some:
                statement = "SELECT size, modified FROM read_marks WHERE uri = ?"
                for size, modified in self._base.rows(statement, (key_of_uri(uri),)):
                    yield uri, size, modified
            return
        for key, size, modified in self._base.stream("uri, size, modified", "read_marks"):
            yield uri_of_key(key), size, modified


def _rows(
    documents: Iterable[DocumentInfo], moment: float | None
) -> list[tuple[bytes, int, int, float | None]]:
    return [(key_of_uri(info.uri), *_mark_of(info), moment) for info in documents]


def _mark_of(info: DocumentInfo) -> tuple[int, int]:
    """Return what identifies the state of a document cheaply: its size, and when it was changed."""
    return signed(info.size), signed(info.modified)
