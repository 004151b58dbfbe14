"""Unsaved text of a person, kept outside the workspace, so that it outlives a window that dies.

Each process has its own folder and holds a kernel lock in it for as long as it lives: a folder whose lock is
free belongs to nobody any more, and what is in it was not saved. Call from one thread at a time.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import logging
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from memdesk.model import Revision, revision_of
from memdesk.paths import state_dir
from memdesk.state_file import write_bytes

LIMIT = 64 << 20
"""Bytes of a draft with its base; a larger one is not kept."""

MOST = 100
"""Drafts recovered at once, the newest ones."""

_OWNER = "owner"
_SUFFIX = ".draft"
_log = logging.getLogger("memdesk.drafts")


@dataclass(frozen=True, slots=True)
class Draft:
    """Unsaved text and what it started from (``base`` None: from no file)."""

    uri: str
    text: str
    base: Revision | None
    base_text: str
    time: float
    place: Path | None = None
    """The file of a draft that was recovered."""


class DraftFolder:
    """The drafts of one workspace. A disk that refuses is logged, never a reason to fail."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._own: Path | None = None
        self._held: list[int] = []

    def keep(self, draft: Draft) -> bool:
        """Keep this draft in place of the document's former one; False where that was not possible."""
        data = _packed(draft)
        try:
            return len(data) <= LIMIT and write_bytes(self._own_folder() / _name(draft.uri), data)
        except OSError as error:
            _log.warning("No draft can be kept: %s", error)
            return False

    def drop(self, uri: str) -> None:
        """Forget this process's draft of a document, if there is one."""
        if self._own is not None:
            _remove(self._own / _name(uri))

    def recover(self) -> tuple[Draft, ...]:
        """Return what processes that are gone left unsaved, oldest first; other processes get it no more."""
        found = [draft for folder in self._abandoned() for draft in _drafts(folder)]
        return tuple(sorted(found, key=lambda draft: draft.time)[-MOST:])

    def forget(self, draft: Draft) -> None:
        """Remove a draft that was recovered, and its folder with the last one."""
        if draft.place is not None:
            _remove(draft.place)
            _remove_if_empty(draft.place.parent)

    def close(self) -> None:
        """Let go of everything; what is still kept counts as left unsaved from now on."""
        if self._own is not None:
            _remove_if_empty(self._own)
        for descriptor in self._held:
            os.close(descriptor)
        self._held.clear()
        self._own = None

    def _own_folder(self) -> Path:
        if self._own is None:
            folder = self._path / secrets.token_hex(8)
            folder.mkdir(mode=0o700, parents=True)
            self._hold(folder)
            self._own = folder
        return self._own

    def _abandoned(self) -> Iterator[Path]:
        """Take over the folders that nobody holds."""
        with suppress(OSError):
            for folder in sorted(self._path.iterdir()):
                if folder != self._own and folder.is_dir() and self._hold(folder):
                    yield folder

    def _hold(self, folder: Path) -> bool:
        """Lock a folder until ``close``; False where somebody else does."""
        descriptor = os.open(folder / _OWNER, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return False
        self._held.append(descriptor)
        return True


def draft_folder(workspace: str) -> Path:
    """Return where the drafts of a workspace (named by its id) are kept."""
    return state_dir() / "workspaces" / workspace / "drafts"


def _name(uri: str) -> str:
    return hashlib.sha256(uri.encode("utf-8", "surrogatepass")).hexdigest()[:32] + _SUFFIX


def _packed(draft: Draft) -> bytes:
    """Return a header in one line, the text and the text of its base."""
    text, base = (part.encode("utf-8", "surrogatepass") for part in (draft.text, draft.base_text))
    header = {
        "memdesk": "draft",
        "version": 1,
        "uri": draft.uri,
        "base": draft.base,
        "time": draft.time,
        "bytes": len(text),
        "digest": revision_of(text + base),
    }
    return json.dumps(header).encode() + b"\n" + text + base


def _drafts(folder: Path) -> Iterator[Draft]:
    """Yield the sound drafts of a folder and remove what was never finished; damaged ones stay there."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            _remove(path)
        elif path.suffix == _SUFFIX:
            draft = _read(path)
            if draft is None:
                _log.warning("A draft is damaged: %s", path)
            else:
                yield draft
    _remove_if_empty(folder)


def _read(path: Path) -> Draft | None:
    try:
        if path.stat().st_size > LIMIT:
            return None
        header, _, body = path.read_bytes().partition(b"\n")
        return _unpacked(json.loads(header), body, path)
    except (OSError, ValueError, RecursionError):
        return None


def _unpacked(header: object, body: bytes, path: Path) -> Draft | None:
    match header:
        case {
            "memdesk": "draft",
            "version": 1,
            "uri": str(uri),
            "base": str() | None as base,
            "time": int() | float() as time,
            "bytes": int(cut),
            "digest": str(digest),
        } if digest == revision_of(body):
            text, base_text = (part.decode("utf-8", "surrogatepass") for part in (body[:cut], body[cut:]))
            return Draft(uri, text, None if base is None else Revision(base), base_text, time, path)
    return None


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        if [path.name for path in folder.iterdir()] == [_OWNER]:
            _remove(folder / _OWNER)
            folder.rmdir()
