"""What every document was at the last look, kept outside of the folder: revisions by stamp, and small texts.

While the log tells nothing of a document yet, this is all that is known of what it was: the baseline, which
the first command that looks at a folder takes. A file that cannot be read or written only forgets.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock, RLock
from typing import NamedTuple

from memdesk.courtesy import gently
from memdesk.errors import MemdeskError
from memdesk.model import Content, FileEntry, FileStamp, Nature, Revision, revision_of
from memdesk.paths import state_dir
from memdesk.state_file import read_text, sync_folder, write_bytes, write_text

HEADER = '{"memdesk": "glimpses", "version": 1}'
SMALL = 256 << 10
"""Bytes of a text that is kept."""

MOST = 2_000
"""Texts that are kept; whoever has more documents has the others' from their first change on."""

FRESH = 2_000_000_000
"""Nanoseconds: a file that was written so shortly before the look may change without a visible sign."""

_SLACK = 1_000
_TEXTS = "glimpses"


class Glimpse(NamedTuple):
    """A document as it was at the last look; without size where its stamp tells nothing yet."""

    size: int
    modified: int
    changed: int
    inode: int
    revision: Revision

    def is_of(self, stamp: FileStamp) -> bool:
        """Tell whether the document still has the stamp that it had."""
        return self[:4] == signs(stamp)


class Glimpses:
    """The last look at one workspace. Whoever looks holds its ``lock``; anybody may ask what was known.

    What a look meets counts only once it is settled, so that a change is not taken for known before the log
    tells of it.
    """

    def __init__(self, workspace: str) -> None:
        folder = _folder(workspace)
        self._file = folder / "glimpses.jsonl"
        self._texts = folder / _TEXTS
        self._lines = 0
        self._met: dict[str, Glimpse | None] = {}
        self._news: dict[str, Glimpse | None] = {}
        self._new: dict[str, Content] = {}
        self._end: int | None = None
        self._is_first = True
        self._loading = Lock()
        self._known: dict[str, Glimpse] | None = None
        self.lock = RLock()

    @property
    def known(self) -> dict[str, Glimpse]:
        """Every document that is known, as it was; read when it is first asked for."""
        with self._loading:
            if self._known is None:
                found = self._read()
                self._is_first = found is None
                self._known = found or {}
            return self._known

    @property
    def met(self) -> dict[str, Glimpse]:
        """Every document that is known, as this look met it so far."""
        seen = self.known | {uri: glimpse for uri, glimpse in self._met.items() if glimpse is not None}
        return {uri: glimpse for uri, glimpse in seen.items() if self._met.get(uri, glimpse) is not None}

    @property
    def is_first(self) -> bool:
        """Whether nobody has looked at this folder before."""
        return self.known is not None and self._is_first

    @property
    def end(self) -> int | None:
        """Up to where the log was known when everything was looked at last."""
        return self._end if self.known is not None else None

    def is_taken(self) -> bool:
        """Say whether it is known what was there when nobody had logged anything of it yet."""
        return not self.is_first

    def revision(self, path: str) -> Revision | None:
        """Return what a document was, None where there was none."""
        found = self.known.get(path)
        return found.revision if found else None

    def step(self, path: str) -> None:
        """Return nothing: only what was there before anything was logged is known here."""
        del path

    def begin(self, entries: Iterable[FileEntry], read: Callable[[str], Content]) -> None:
        """Take documents for what they are: nobody has looked at this folder before."""
        for entry in gently(entries, 10):
            if entry.nature is Nature.FILE:
                self.meet(entry.uri, entry.stamp, read)
        self.settle()

    def meet(self, uri: str, stamp: FileStamp, read: Callable[[str], Content]) -> Revision | None:
        """Return what a document is; it is read only where its stamp is another one than before.

        None where it cannot be read.
        """
        known = self.known.get(uri)
        if known is not None and known.is_of(stamp):
            return known.revision
        try:
            content = read(uri)
        except MemdeskError:
            return None
        is_fresh = time.time_ns() - content.stamp.modified < FRESH
        seen = (-1, 0, 0, 0) if is_fresh else signs(content.stamp)
        self._met[uri] = Glimpse(*seen, content.revision)
        is_new = known is None or known.revision != content.revision
        if is_new and len(content.data) <= SMALL and len(self._new) < MOST:
            self._new[uri] = content
        return content.revision

    def miss(self, uri: str) -> None:
        """Note that a document is gone."""
        self._met[uri] = None

    def settle(self, unlogged: Collection[str] = (), logged: Container[str] = ()) -> None:
        """Remember what was met, but for what could not be logged; no text is kept of what is logged."""
        met, self._met = self._met, {}
        new, self._new = self._new, {}
        for uri, glimpse in met.items():
            if uri not in unlogged:
                self._put(uri, glimpse)
        self.keep((content.revision, content.data) for uri, content in new.items() if uri not in logged)
        self._save()

    def _put(self, uri: str, glimpse: Glimpse | None) -> None:
        if self.known.get(uri) != glimpse:
            self._news[uri] = glimpse
            if glimpse is not None:
                self.known[uri] = glimpse
            else:
                self.known.pop(uri, None)

    def looked(self, end: int) -> None:
        """Remember up to where the log was known when everything was looked at."""
        if end != self.end:
            self._end = end
            self._append([json.dumps({"end": end}) + "\n"])

    def _save(self) -> None:
        """Write down what is new."""
        if self.is_first or self._lines > 2 * len(self.known) + _SLACK:
            lines = [_line(uri, glimpse) for uri, glimpse in gently(self.known.items(), 100)]
            end = [] if self.end is None else [json.dumps({"end": self.end}) + "\n"]
            write_text(self._file, "".join([HEADER, "\n", *lines, *end]))
            self._lines = len(self.known)
        else:
            self._append([_line(uri, glimpse) for uri, glimpse in self._news.items()])
        self._is_first, self._news = False, {}

    def _append(self, lines: list[str]) -> None:
        if lines:
            with suppress(OSError), self._file.open("a", encoding="utf-8") as file:
                file.writelines(lines)
            self._lines += len(lines)

    def keep(self, texts: Iterable[tuple[Revision, bytes]]) -> None:
        """Keep small texts, as many as may be."""
        there = {path.name for path in self._kept()}
        room = MOST - len(there)
        for revision, data in gently(texts, 10):
            if room > 0 and _name(revision) not in there:
                room -= write_bytes(self._place(revision), data)

    def text(self, revision: Revision | None) -> bytes | None:
        """Return a text that was kept."""
        if revision is None:
            return None
        try:
            data = self._place(revision).read_bytes()
        except OSError:
            return None
        return data if revision_of(data) == revision else None

    def forget_texts(self, wanted: Iterable[Revision]) -> None:
        """Let go of all texts but those that are wanted."""
        names = {_name(revision) for revision in wanted}
        for path in self._kept():
            if path.name not in names:
                with suppress(OSError):
                    path.unlink()

    def _kept(self) -> list[Path]:
        return _listed(self._texts)

    def _place(self, revision: Revision) -> Path:
        return self._texts / _name(revision)

    def _read(self) -> dict[str, Glimpse] | None:
        lines = (read_text(self._file) or "").split("\n")
        if lines[0] != HEADER:
            return None
        known: dict[str, Glimpse] = {}
        for value in _values(gently(lines[1:])):
            match value:
                case [str(uri), int(size), int(modified), int(changed), int(inode), str(revision)]:
                    known.pop(uri, None)
                    known[uri] = Glimpse(size, modified, changed, inode, Revision(revision))
                case [str(uri)]:
                    known.pop(uri, None)
                case {"end": int(end)}:
                    self._end = end
        self._lines = len(lines)
        return known


def purge_texts(workspace: str, holds: Callable[[bytes], bool]) -> None:
    """Remove the kept texts of a workspace that hold something; OSError where one cannot be removed."""
    for path in _listed(_folder(workspace) / _TEXTS):
        with suppress(FileNotFoundError):
            if holds(path.read_bytes()):
                path.unlink()
                sync_folder(path.parent)


def signs(stamp: FileStamp) -> tuple[int, int, int, int]:
    """Return what changes in a stamp when its file does."""
    return stamp.size, stamp.modified, stamp.changed, stamp.inode


def _folder(workspace: str) -> Path:
    return state_dir() / "workspaces" / workspace


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _name(revision: Revision) -> str:
    return revision.removeprefix("sha256:")


def _line(uri: str, glimpse: Glimpse | None) -> str:
    return json.dumps((uri, *(glimpse or ()))) + "\n"


def _values(lines: Iterable[str]) -> Iterator[object]:
    for line in lines:
        with suppress(ValueError, RecursionError):
            yield json.loads(line) if line else None
