"""What every document was at the last look, kept outside of the folder: revisions by stamp, and small texts.

While the log tells nothing of a document yet, this is all that is known of what it was. Thread-safe as far as
its caller is; a file that cannot be read or written only forgets.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from memdesk.courtesy import gently
from memdesk.model import FileStamp, Revision, revision_of
from memdesk.paths import state_dir
from memdesk.state_file import read_text, sync_folder, write_bytes, write_text

HEADER = '{"memdesk": "glimpses", "version": 1}'
SMALL = 256 << 10
"""Bytes of a text that is kept."""

MOST = 2_000
"""Texts that are kept; whoever has more documents has the others' from their first change on."""

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
    """The last look at one workspace."""

    def __init__(self, workspace: str) -> None:
        folder = _folder(workspace)
        self._file = folder / "glimpses.jsonl"
        self._texts = folder / _TEXTS
        self._lines = 0
        self._news: dict[str, Glimpse | None] = {}
        self.end: int | None = None
        """Up to where the log was known when everything was looked at last."""
        known = self._read()
        self.is_first = known is None
        """Whether nobody has looked at this folder before."""
        self.known = known or {}

    def put(self, uri: str, glimpse: Glimpse | None) -> None:
        """Remember a document as it is, or (None) that it is gone."""
        if self.known.get(uri) != glimpse:
            self._news[uri] = glimpse
            self.known.pop(uri, None)
            if glimpse is not None:
                self.known[uri] = glimpse

    def looked(self, end: int) -> None:
        """Remember up to where the log was known when everything was looked at."""
        if end != self.end:
            self.end = end
            self._append([json.dumps({"end": end}) + "\n"])

    def save(self) -> None:
        """Write down what is new."""
        if self.is_first or self._lines > 2 * len(self.known) + _SLACK:
            lines = [_line(uri, glimpse) for uri, glimpse in gently(self.known.items(), 100)]
            end = [] if self.end is None else [json.dumps({"end": self.end}) + "\n"]
            write_text(self._file, "".join([HEADER, "\n", *lines, *end]))
            self._lines = len(self.known)
        else:
            self._append([_line(uri, glimpse) for uri, glimpse in self._news.items()])
        self.is_first, self._news = False, {}

    def _append(self, lines: list[str]) -> None:
        if lines:
            with suppress(OSError), self._file.open("a", encoding="utf-8") as file:
                file.writelines(lines)
            self._lines += len(lines)

    def keep(self, texts: Iterable[tuple[Revision, bytes]]) -> None:
        """Keep small texts, as many as may be."""
        room = MOST - len(self._kept())
        for revision, data in gently(texts, 10):
            if room > 0 and not self._place(revision).exists():
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
                    self.end = end
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
