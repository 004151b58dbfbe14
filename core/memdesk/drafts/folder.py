"""Unsaved text of a person, kept outside the workspace, so that it outlives a window that dies.

Each process has its own folder and holds a kernel lock in it for as long as it lives: a folder whose lock is
free belongs to nobody any more, and what is in it was not saved. Call from one thread at a time.

A draft is found by the path of its workspace and by the identity of that: what was typed before a folder was
moved comes along. Where it may be another folder's as well, which is a copy or has its place now, that keeps
the draft and this one gets a copy of it, once.
"""

from __future__ import annotations

import fcntl
import hashlib
import logging
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

from memdesk.drafts.draft import DISCARDED, SUFFIX, Draft, read_draft, rewrite_draft, write_draft
from memdesk.drafts.places import adopted, drafts_of, elsewhere, listed, note_adopted
from memdesk.model import Identity
from memdesk.runtime.atomic_file import sync_folder

MOST = 100
"""Drafts recovered at once, the newest ones."""

KEPT_DAYS = 14
"""How long a discarded draft can be brought back."""

_OWNER = "owner"
_log = logging.getLogger("memdesk.drafts")


class DraftFolder:
    """The drafts of one workspace. A disk that refuses is logged, never a reason to fail."""

    def __init__(self, path: Path, identity: Callable[[], Identity | None] = lambda: None) -> None:
        """Find the drafts at ``path``; ``identity`` says which workspace they belong to, without waiting."""
        self._path, self._identity = path, identity
        self._folder: Path | None = None
        self._held: list[int] = []

    def keep(self, draft: Draft) -> bool:
        """Keep this draft, durably, in place of the former one of its kind; False where that failed."""
        try:
            return self._write(draft, self._own_folder() / _name(draft.uri, draft.of_merge))
        except OSError as error:
            _log.warning("No draft can be kept: %s", error)
            return False

    def drop(self, uri: str, *, of_merge: bool = False) -> None:
        """Forget this process's draft of a document, if there is one, or that of its merge."""
        if self._folder is not None:
            _remove(self._folder / _name(uri, of_merge))

    def recover(self) -> tuple[Draft, ...]:
        """Return what processes that are gone left unsaved, oldest first; other processes get it no more."""
        found = [draft for draft in (*self._left_here(), *self._left_elsewhere()) if draft is not None]
        return tuple(sorted(found, key=lambda draft: draft.time)[-MOST:])

    def adopted(self) -> int:
        """Return the offset that the last call of ``adopt`` was given, 0 where there was none."""
        return adopted(self._path, self._identity())

    def adopt(self, drafts: Iterable[Draft], offset: int) -> tuple[Draft, ...]:
        """Keep what was found elsewhere, up to an offset there, as recovered drafts; return them as kept."""
        kept = []
        try:
            for draft in drafts:
                place = self._new_place()
                if self._write(draft, place):
                    kept.append(replace(draft, place=place))
            note_adopted(self._path, self._identity(), offset)
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
        moved = self._moved(draft, discarded=True)
        if moved is not None and moved.place is not None:
            with suppress(OSError):
                os.utime(moved.place, (now, now))
        return moved

    def put_aside(self, draft: Draft) -> Draft | None:
        """Keep a text for ``KEPT_DAYS`` as a discarded one; return it as kept, None where that failed."""
        try:
            place = self._new_place(discarded=True)
            if not self._write(draft, place):
                return None
            os.utime(place, (draft.time, draft.time))
        except OSError as error:
            _log.warning("A text cannot be put aside: %s", error)
            return None
        return replace(draft, place=place)

    def bring_back(self, draft: Draft) -> Draft | None:
        """Make a discarded draft a recovered one again; None where it is gone."""
        return self._moved(draft, discarded=False)

    def discarded(self, now: float) -> tuple[Draft, ...]:
        """Return what was discarded in the last days, oldest first; what is older goes for good."""
        for folder in elsewhere(self._path, self._identity()):
            if folder.name == DISCARDED:
                for left in drafts_of(folder, self._identity()):
                    self._fetched(left)
        aside = listed(self._path / DISCARDED)
        for path in aside:
            with suppress(OSError):
                if path.stat().st_mtime < now - KEPT_DAYS * 86_400:
                    path.unlink()
        found = [draft for path in aside if (draft := read_draft(path))]
        return tuple(sorted(found, key=lambda draft: draft.time))

    def close(self) -> None:
        """Let go of everything; what is still kept counts as left unsaved from now on."""
        if self._folder is not None:
            _remove_if_empty(self._folder)
        for descriptor in self._held:
            os.close(descriptor)
        self._held.clear()
        self._folder = None

    def _own_folder(self) -> Path:
        if self._folder is None:
            folder = self._path / secrets.token_hex(8)
            folder.mkdir(mode=0o700, parents=True)
            for above in (self._path, self._path.parent):
                sync_folder(above)
            if not self._hold(folder):
                folder.rmdir()
                raise OSError("a folder for drafts cannot be locked")
            self._folder = folder
        return self._folder

    def _new_place(self, *, discarded: bool = False) -> Path:
        """Return a name for a draft that no other one has."""
        if not discarded:
            return self._own_folder() / f"{secrets.token_hex(16)}{SUFFIX}"
        aside = self._path / DISCARDED
        aside.mkdir(mode=0o700, parents=True, exist_ok=True)
        return aside / f"{secrets.token_hex(8)}.{DISCARDED}"

    def _write(self, draft: Draft, place: Path) -> bool:
        return write_draft(replace(draft, workspace=self._identity()), place)

    def _moved(self, draft: Draft, *, discarded: bool) -> Draft | None:
        if draft.place is None:
            return None
        try:
            target = self._new_place(discarded=discarded)
            draft.place.rename(target)
        except OSError as error:
            _log.warning("A draft cannot be moved: %s", error)
            return None
        self._leave(draft.place.parent)
        return replace(draft, place=target)

    def _leave(self, folder: Path) -> None:
        """Remove the folder of a process that is gone with the last draft in it."""
        if folder != self._folder:
            _remove_if_empty(folder)

    def _belonging(self, draft: Draft) -> Draft | None:
        """Return a draft found here; of one that belongs to a folder which lay here before, a copy."""
        mine = self._identity()
        if draft.workspace is None or (mine is not None and draft.workspace.token == mine.token):
            return draft
        return self._copied(draft)

    def _left_here(self) -> Iterator[Draft | None]:
        """Take over the folders that nobody holds; one with nothing of this workspace is left to others."""
        for folder in listed(self._path):
            if folder != self._folder and folder.name != DISCARDED and folder.is_dir() and self._hold(folder):
                descriptor = self._held[-1]
                found = [self._belonging(draft) for draft in _drafts(folder)]
                places = [draft.place for draft in found if draft is not None and draft.place is not None]
                if folder not in [place.parent for place in places]:
                    self._held.remove(descriptor)
                    os.close(descriptor)
                yield from found

    def _left_elsewhere(self) -> Iterator[Draft | None]:
        """Fetch what was left where this workspace lay before, or by one of which the other is a copy."""
        for folder in elsewhere(self._path, self._identity()):
            if folder.name != DISCARDED and (descriptor := _locked(folder)) is not None:
                try:
                    for draft in drafts_of(folder, self._identity()):
                        yield self._fetched(draft)
                finally:
                    os.close(descriptor)

    def _fetched(self, draft: Draft) -> Draft | None:
        """Take a draft from elsewhere, if this very folder was moved; else get a copy of it."""
        if draft.workspace == self._identity():
            return self._moved(draft, discarded=draft.discarded)
        return self._copied(draft)

    def _copied(self, draft: Draft) -> Draft | None:
        """Get a copy of a draft that others may want as well; None where there was one before."""
        here = self._path.parent.name
        if draft.place is None or here in draft.copied:
            return None
        there = draft.place.parents[2].name
        try:
            place = self._new_place(discarded=draft.discarded)
            if not self._write(replace(draft, copied=(*draft.copied, here, there)), place):
                return None
            with ExitStack() as undoing:  # unless its original tells of it, it would be copied once more
                undoing.callback(place.unlink)
                status = draft.place.stat()
                os.utime(place, ns=(status.st_atime_ns, status.st_mtime_ns))
                rewrite_draft(replace(draft, copied=(*draft.copied, here)))
                undoing.pop_all()
        except OSError as error:
            _log.warning("A draft cannot be copied: %s", error)
            return None
        return replace(draft, place=place)

    def _hold(self, folder: Path) -> bool:
        """Lock a folder until ``close``; False where somebody else does, or nobody can."""
        descriptor = _locked(folder)
        if descriptor is not None:
            self._held.append(descriptor)
        return descriptor is not None


def _locked(folder: Path) -> int | None:
    """Lock the folder of a process as long as the descriptor is open; None where somebody else does."""
    try:
        descriptor = os.open(folder / _OWNER, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        _log.warning("A folder of drafts cannot be locked: %s", error)
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _name(uri: str, of_merge: bool) -> str:
    name = hashlib.sha256(uri.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return name + "-merge" * of_merge + SUFFIX


def _drafts(folder: Path) -> Iterator[Draft]:
    """Yield the sound drafts of a folder and remove what was never finished; damaged ones stay there."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            _remove(path)
        elif path.suffix == SUFFIX:
            draft = read_draft(path)
            if draft is None:
                _log.warning("A draft is damaged: %s", path)
            else:
                yield draft
    _remove_if_empty(folder)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        if [path.name for path in folder.iterdir()] == [_OWNER]:
            _remove(folder / _OWNER)
            folder.rmdir()
