"""What a person last saw of each document: an append-only log of marks, kept outside the workspace."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from memdesk.courtesy import gently
from memdesk.model import DocumentInfo
from memdesk.paths import state_dir
from memdesk.state_file import read_text, write_text

Mark: TypeAlias = tuple[int, int]
"""Size in bytes and modification time in nanoseconds of the state that was seen."""

LIMIT = 500_000
"""Most documents remembered; the ones marked longest ago are forgotten first."""

_CHUNK = 1_000
_NEVER = 1e12
"""A time that no clock shows."""
_HEADER = '{"memdesk": "seen", "version": 1}\n'


class Sight(StrEnum):
    """Whether the person has seen a document as it is now."""

    SEEN = "seen"
    CHANGED = "changed"
    NEW = "new"


class SeenLog:
    """Marks of one workspace. Thread-safe; a log that cannot be read or written only forgets, never fails."""

    def __init__(self, path: Path, limit: int = LIMIT) -> None:
        self._path = path
        self._limit = limit
        self._lock = Lock()
        self._marks: dict[str, Mark] = {}
        self._looks: dict[str, float] = {}
        self._lines = 0

    def open(self, documents: Iterable[DocumentInfo], moment: float | None = None) -> None:
        """Read the log; the first time a workspace is opened, everything in it counts as seen then."""
        with self._lock:
            known = self._read()
            if not known:
                for info in gently(documents):
                    self._put(info.uri, mark_of(info), moment)
            if not known or self._wasteful():
                self._rewrite()

    def read(self) -> bool:
        """Read the log without beginning one; False where there is none: no person has looked yet."""
        with self._lock:
            return self._read()

    def sight(self, info: DocumentInfo) -> Sight:
        """Tell whether this state of the document was seen."""
        mark = self._marks.get(info.uri)
        if mark is None:
            return Sight.NEW
        return Sight.SEEN if mark == mark_of(info) else Sight.CHANGED

    def looked(self, uri: str) -> float | None:
        """Return when the state that was seen last was first looked at, None where that is not known."""
        return self._looks.get(uri)

    def mark(self, documents: Iterable[DocumentInfo], moment: float | None = None) -> tuple[str, ...]:
        """Remember these states as seen, and when; return the documents for which that was news."""
        with self._lock:
            news = [info for info in documents if self._marks.get(info.uri) != mark_of(info)]
            for info in news:
                self._put(info.uri, mark_of(info), moment)
            self._append(news)
        return tuple(info.uri for info in news)

    def _read(self) -> bool:
        """Fill the marks from the file; False where there is no log of ours."""
        lines = (read_text(self._path) or "").split("\n")
        self._lines = len(lines)
        for chunk in _chunks(lines[1:]):
            for uri, mark, moment in gently(_marks(chunk)):
                self._put(uri, mark, moment)
        return lines[0] == _HEADER.strip()

    def _put(self, uri: str, mark: Mark, moment: float | None) -> None:
        """Keep a mark as the newest one."""
        self._marks.pop(uri, None)
        self._marks[uri] = mark
        self._looks.pop(uri, None)
        if moment is not None:
            self._looks[uri] = moment

    def _line(self, uri: str, mark: Mark) -> str:
        moment = self._looks.get(uri)
        return json.dumps((uri, *mark) if moment is None else (uri, *mark, moment)) + "\n"

    def _wasteful(self) -> bool:
        """Whether most lines of the log are out of date, or there are too many of them."""
        return self._lines > 2 * len(self._marks) + _CHUNK or len(self._marks) > self._limit

    def _append(self, documents: list[DocumentInfo]) -> None:
        if not documents:
            return
        self._lines += len(documents)
        with suppress(OSError), self._path.open("a", encoding="utf-8") as log:
            log.writelines(self._line(info.uri, mark_of(info)) for info in documents)

    def _rewrite(self) -> None:
        """Write the newest marks as a whole new file, moved into place."""
        kept = list(self._marks.items())[-self._limit :]
        self._marks = dict(kept)
        self._looks = {uri: self._looks[uri] for uri, _ in gently(kept) if uri in self._looks}
        self._lines = len(kept)
        write_text(self._path, _HEADER + "".join(self._line(uri, mark) for uri, mark in gently(kept, 100)))


def seen_file(workspace: str) -> Path:
    """Return where the marks of a workspace (named by its id) are kept."""
    return state_dir() / "workspaces" / workspace / "seen.jsonl"


def mark_of(info: DocumentInfo) -> Mark:
    """Return what identifies the state of a document cheaply."""
    return info.size, info.modified


def _chunks(lines: list[str]) -> Iterator[list[str]]:
    """Cut the log so that no single call of the parser holds the interpreter for long."""
    for start in range(0, len(lines), _CHUNK):
        yield [line for line in lines[start : start + _CHUNK] if line]


def _marks(lines: list[str]) -> Iterator[tuple[str, Mark, float | None]]:
    for value in _values(lines):
        match value:
            case [str(uri), int(size), int(modified)]:
                yield uri, (size, modified), None
            case [str(uri), int(size), int(modified), int() | float() as moment] if abs(moment) < _NEVER:
                yield uri, (size, modified), float(moment)
            case _:
                continue


def _values(lines: list[str]) -> Iterator[object]:
    """Parse all lines at once; where one is torn, line by line without it."""
    try:
        yield from json.loads(f"[{','.join(lines)}]")
    except (ValueError, RecursionError):
        for line in lines:
            with suppress(ValueError, RecursionError):
                yield json.loads(line)
