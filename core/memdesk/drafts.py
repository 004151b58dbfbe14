"""Unsaved text of a person, kept outside the workspace, so that it outlives a window that dies.

Each process has its own folder and holds a kernel lock in it for as long as it lives: a folder whose lock is
free belongs to nobody any more, and what is in it was not saved. Call from one thread at a time.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import logging
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from memdesk.model import Actor, Revision, revision_of
from memdesk.paths import state_dir
from memdesk.state_file import read_text, sync_folder, write_bytes, write_text

LIMIT = 64 << 20
"""Bytes of a draft with its base; a larger one is not kept."""

MOST = 100
"""Drafts recovered at once, the newest ones."""

KEPT_DAYS = 14
"""How long a discarded draft can be brought back."""

_OWNER = "owner"
_SUFFIX = ".draft"
_ADOPTED = "adopted"
_DISCARDED = "discarded"
"""The folder of what was discarded; its files have the folder's name as their ending."""
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
    writer: Actor | None = None
    """Who was saving this when their process died; None for what a person was typing."""
    of_merge: bool = False
    """Whether this is the result of a merge that was not used yet, kept beside the document's text."""

    @property
    def discarded(self) -> bool:
        """Whether the person threw it away; it is kept for some days all the same."""
        return self.place is not None and self.place.parent.name == _DISCARDED


class DraftFolder:
    """The drafts of one workspace. A disk that refuses is logged, never a reason to fail."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._own: Path | None = None
        self._held: list[int] = []

    def keep(self, draft: Draft) -> bool:
        """Keep this draft, durably, in place of the former one of its kind; False where that failed."""
        data = _packed(draft)
        try:
            place = self._own_folder() / _name(draft.uri, draft.of_merge)
            return len(data) <= LIMIT and write_bytes(place, data, durable=True)
        except OSError as error:
            _log.warning("No draft can be kept: %s", error)
            return False

    def drop(self, uri: str, *, of_merge: bool = False) -> None:
        """Forget this process's draft of a document, if there is one, or that of its merge."""
        if self._own is not None:
            _remove(self._own / _name(uri, of_merge))

    def recover(self) -> tuple[Draft, ...]:
        """Return what processes that are gone left unsaved, oldest first; other processes get it no more."""
        found = [draft for folder in self._abandoned() for draft in _drafts(folder)]
        return tuple(sorted(found, key=lambda draft: draft.time)[-MOST:])

    def adopted(self) -> int:
        """Return the offset that the last call of ``adopt`` was given, 0 where there was none."""
        text = read_text(self._path / _ADOPTED)
        return int(text) if text is not None and text.isdecimal() else 0

    def adopt(self, drafts: Iterable[Draft], offset: int) -> tuple[Draft, ...]:
        """Keep what was found elsewhere, up to an offset there, as recovered drafts; return them as kept."""
        kept = []
        try:
            for draft in drafts:
                place = self._own_folder() / f"{secrets.token_hex(16)}{_SUFFIX}"
                if write_bytes(place, _packed(draft), durable=True):
                    kept.append(replace(draft, place=place))
            write_text(self._path / _ADOPTED, str(offset))
        except OSError as error:
            _log.warning("An unfinished save cannot be listed: %s", error)
        return tuple(kept)

    def forget(self, draft: Draft) -> None:
        """Remove a draft that was recovered, and its folder with the last one."""
        if draft.place is not None:
            _remove(draft.place)
            self._leave(draft.place.parent)

    def hand_over(self, old: Draft, new: Draft) -> bool:
        """Keep ``new`` and only then forget ``old``; False where both stay as they are."""
        kept = self.keep(new)
        if kept:
            self.forget(old)
        return kept

    def discard(self, draft: Draft, now: float) -> Draft | None:
        """Put a recovered draft aside for ``KEPT_DAYS``; return it as it is then, None where that failed."""
        aside = self._path / _DISCARDED
        moved = self._moved(draft, aside / f"{secrets.token_hex(8)}.{_DISCARDED}")
        if moved is not None and moved.place is not None:
            with suppress(OSError):
                os.utime(moved.place, (now, now))
        return moved

    def put_aside(self, draft: Draft) -> Draft | None:
        """Keep a text for ``KEPT_DAYS`` as a discarded one; return it as kept, None where that failed."""
        place = self._path / _DISCARDED / f"{secrets.token_hex(8)}.{_DISCARDED}"
        data = _packed(draft)
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if len(data) > LIMIT or not write_bytes(place, data, durable=True):
                return None
            os.utime(place, (draft.time, draft.time))
        except OSError as error:
            _log.warning("A text cannot be put aside: %s", error)
            return None
        return replace(draft, place=place)

    def bring_back(self, draft: Draft) -> Draft | None:
        """Make a discarded draft a recovered one again; None where it is gone."""
        try:
            return self._moved(draft, self._own_folder() / f"{secrets.token_hex(16)}{_SUFFIX}")
        except OSError as error:
            _log.warning("A draft cannot be brought back: %s", error)
            return None

    def discarded(self, now: float) -> tuple[Draft, ...]:
        """Return what was discarded in the last days, oldest first; what is older goes for good."""
        aside = _listed(self._path / _DISCARDED)
        for path in aside:
            with suppress(OSError):
                if path.stat().st_mtime < now - KEPT_DAYS * 86_400:
                    path.unlink()
        found = [draft for path in aside if (draft := _read(path))]
        return tuple(sorted(found, key=lambda draft: draft.time))

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
            for above in (self._path, self._path.parent):
                sync_folder(above)
            if not self._hold(folder):
                folder.rmdir()
                raise OSError("a folder for drafts cannot be locked")
            self._own = folder
        return self._own

    def _moved(self, draft: Draft, target: Path) -> Draft | None:
        if draft.place is None:
            return None
        try:
            target.parent.mkdir(mode=0o700, exist_ok=True)
            draft.place.rename(target)
        except OSError as error:
            _log.warning("A draft cannot be moved: %s", error)
            return None
        self._leave(draft.place.parent)
        return replace(draft, place=target)

    def _leave(self, folder: Path) -> None:
        """Remove the folder of a process that is gone with the last draft in it."""
        if folder != self._own:
            _remove_if_empty(folder)

    def _abandoned(self) -> Iterator[Path]:
        """Take over the folders that nobody holds."""
        for folder in _listed(self._path):
            if folder != self._own and folder.name != _DISCARDED and folder.is_dir() and self._hold(folder):
                yield folder

    def _hold(self, folder: Path) -> bool:
        """Lock a folder until ``close``; False where somebody else does, or nobody can."""
        try:
            descriptor = os.open(folder / _OWNER, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            _log.warning("A folder of drafts cannot be locked: %s", error)
            return False
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


def every_draft(path: Path) -> Iterator[Draft]:
    """Yield all sound drafts below a folder, discarded ones and those of living processes too."""
    for folder in _listed(path):
        for file in _listed(folder) if folder.is_dir() else ():
            draft = _read(file) if file.suffix in (_SUFFIX, f".{_DISCARDED}") else None
            if draft is not None:
                yield draft


def rewrite_draft(draft: Draft, text: str, base_text: str) -> None:
    """Put other texts into the file of a draft, durably; how long it was kept still counts.

    One that its owner dropped meanwhile stays away. Raises OSError where the disk refuses.
    """
    if draft.place is not None:
        with suppress(FileNotFoundError):
            status = draft.place.stat()
            data = _packed(replace(draft, text=text, base_text=base_text))
            if not write_bytes(draft.place, data, durable=True):
                raise OSError(errno.EIO, "the draft cannot be written")
            os.utime(draft.place, ns=(status.st_atime_ns, status.st_mtime_ns))


def remove_unsound(path: Path, holds: Callable[[bytes], bool]) -> None:
    """Remove what holds something below a folder of drafts and is none: half-written, or damaged.

    Raises OSError where the disk refuses.
    """
    for folder in _listed(path):
        for file in _listed(folder) if folder.is_dir() else ():
            with suppress(FileNotFoundError):
                if _read(file) is None and holds(file.read_bytes()):
                    file.unlink()


def _name(uri: str, of_merge: bool) -> str:
    name = hashlib.sha256(uri.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return name + "-merge" * of_merge + _SUFFIX


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
        "writer": None if draft.writer is None else asdict(draft.writer),
        "merge": draft.of_merge,
    }
    return json.dumps(header).encode() + b"\n" + text + base


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


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
            **more,
        } if digest == revision_of(body):
            text, base_text = (part.decode("utf-8", "surrogatepass") for part in (body[:cut], body[cut:]))
            revision, writer = None if base is None else Revision(base), _writer(more.get("writer"))
            return Draft(uri, text, revision, base_text, time, path, writer, more.get("merge") is True)
    return None


def _writer(value: object) -> Actor | None:
    from memdesk.store.log.operation import actor_of  # the store is heavy, and the first picture needs none

    return actor_of(value) if isinstance(value, dict) else None


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        if [path.name for path in folder.iterdir()] == [_OWNER]:
            _remove(folder / _OWNER)
            folder.rmdir()
