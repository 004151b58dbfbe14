"""Where our own data of a workspace lives: ``.memdesk/`` inside it, else the user's state directory."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memdesk.errors import (
    MemdeskError,
    NotAFileError,
    NotFoundError,
    NotPermittedError,
    ReadOnlyError,
    StorageError,
    UnsafePathError,
)
from memdesk.model import Identity
from memdesk.runtime.paths import state_dir
from memdesk.store.fs.attributes import make_own, set_mode
from memdesk.store.fs.names import PRIVATE
from memdesk.store.fs.os_errors import reading, writing
from memdesk.store.fs.own_folders import misplaced_folders
from memdesk.store.fs.safe_root import (
    HeldFolder,
    SafeRoot,
    create_file,
    exists,
    hold,
    open_file,
    open_record,
    sync_folder,
    write_all,
)
from memdesk.store.integrity.copies import RecordIntegrity
from memdesk.store.metadata.ownership_check import estranged

_REFUSED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_NOT_OURS = (NotFoundError, NotAFileError, NotPermittedError, UnsafePathError)
IGNORED = ".gitignore"
"""What keeps our folder out of version control."""
_FILES = {
    IGNORED: b"*\n",
    "README": (
        b"memdesk keeps its history, operation log and lock for the folder above in here.\n"
        b"You may delete this folder: the history is then gone, your files are not.\n"
        b"It belongs to this machine: leave it out of version control and of syncing.\n"
    ),
}
_IDENTITY = "identity"
_TOKEN = re.compile(rb"[0-9a-f]{32}\n")
_TOKEN_SIZE = 33
_UNSYNCED = "user.com.dropbox.ignored"
"""The mark that keeps a folder out of a sync client that asks for one; others have lists of their own."""


def workspace_id(root: Path) -> str:
    """Return the name under which a workspace's data is kept outside of it."""
    return hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:24]


class PrivateFolder:
    """Finds our folder for a workspace, and creates it only when something is about to be written."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.inside = root / PRIVATE
        """Where it is, if the workspace can be written."""
        beside = state_dir() / "workspaces" / workspace_id(root)
        self._outside = beside / "store"
        self.vouched = RecordIntegrity(beside / "vouched", self.identify)
        """What vouches for our records outside of the workspace."""
        self._held: HeldFolder | None = None
        self.identity: Identity | None = None
        """What tells the workspace from all others, as far as that was looked at; it has none at first."""

    def find(self) -> SafeRoot | None:
        """Return our folder where it exists; creates nothing. A link or a file in its place is ignored.

        Raises StorageError where the disk does not say: what cannot be looked at is not missing.
        """
        held = self._looked()
        if held is not None and held.path == self.inside and (IGNORED in held.sure or held.is_there()):
            return held
        for path in (self.inside, self._outside):
            with suppress(*_NOT_OURS), reading(path.name):
                if _is_folder(path):
                    return SafeRoot(path)
        return None

    def find_sure(self) -> SafeRoot | None:
        """Return our folder where it exists. Raises UnsafePathError where something else is in its place."""
        found = self.find()
        if found is None or found.path != self.inside:
            with suppress(OSError):
                _is_folder(self.inside)
        return found

    def ensure(self) -> SafeRoot:
        """Return our folder, created where missing: only its owner may enter.

        Raises UnsafePathError where something else is in its place.
        """
        private = _prepare(self._chosen())
        self.identity = _identity_in(private)
        return private

    def identify(self) -> Identity | None:
        """Look at what tells the workspace from all others, and return that."""
        with suppress(MemdeskError):
            private = self.find()
            self.identity = None if private is None else _identity_in(private)
        return self.identity

    def held(self) -> HeldFolder:
        """Return our folder held open, created where missing; the same one while that is in its place."""
        held = self._looked()
        if held is None or not (IGNORED in held.sure or _is_whole(held)):
            self._held = held = hold(self.ensure())
        return held

    def _looked(self) -> HeldFolder | None:
        """Return the folder that is held, after a look at whether anything happened in it.

        None where it cannot be looked at any longer: its disk was pulled out, or the program behind it died.
        What is at its path by now is another one.
        """
        if self._held is not None:
            try:
                self._held.look()
            except OSError:
                self.let_go()
        return self._held

    def let_go(self) -> None:
        """Hold our folder no longer: it is not the one in its place."""
        self._held = None

    @contextmanager
    def let_go_on_failure(self) -> Iterator[None]:
        """Hold our folder no longer when a write in this block fails; nor, with it, what is open in it.

        A descriptor whose sync failed may say the next time that all is well, whatever became of what it was
        to make durable. So it is asked no second time.
        """
        try:
            yield
        except (OSError, StorageError):
            self.let_go()
            raise

    @contextmanager
    def reading(self, uri: str) -> Iterator[None]:
        """Raise what ``reading`` does, and NotYoursError where our folder belongs to somebody else."""
        with self._refused_for_a_reason(), reading(uri):
            yield

    @contextmanager
    def writing(self, uri: str, needed: int = 0) -> Iterator[None]:
        """Raise what ``writing`` does, and NotYoursError where our folder belongs to somebody else."""
        with self._refused_for_a_reason(), self._named_where_misplaced(), writing(uri, needed):
            yield

    @contextmanager
    def _named_where_misplaced(self) -> Iterator[None]:
        """Raise what stands in the place of a folder of ours, where that is why something failed."""
        try:
            yield
        except (NotFoundError, NotAFileError, StorageError, UnsafePathError) as error:
            found: dict[str, str] = {}
            with suppress(OSError, MemdeskError):
                private = self.find()
                found = misplaced_folders(private) if private else {}
            for name, what in found.items():
                message = (
                    f"{PRIVATE}/{name} is not memdesk's folder but {what}, so nothing could be kept and "
                    "nothing was changed; 'memdesk verify PATH --set-aside' puts it away, unopened"
                )
                raise NotAFileError(message, uri=f"{PRIVATE}/{name}") from error
            raise

    @contextmanager
    def _refused_for_a_reason(self) -> Iterator[None]:
        try:
            yield
        except (ReadOnlyError, NotPermittedError) as error:
            told = estranged(self._root) if isinstance(error.__cause__, PermissionError) else None
            if told is not None:
                raise told from error
            raise

    def is_held(self) -> bool:
        """Say whether our folder was there when it was used last."""
        return self._held is not None

    def _chosen(self) -> Path:
        """Return where our folder is, else where it could be made: one that is there is never passed by."""
        if self._root.is_symlink():  # it was none when it was opened: nothing is made where it leads
            raise UnsafePathError(f"{self._root.name} has become a link, which is never followed")
        if not _is_folder(self.inside):
            with suppress(PermissionError):
                if _is_folder(self._outside):
                    return self._outside
            try:
                _make(self.inside)
            except OSError as error:
                if error.errno not in _REFUSED:
                    raise
                self._outside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                _make(self._outside)
                return self._outside
        return self.inside


def _is_whole(held: HeldFolder) -> bool:
    """Say whether our folder is in its place, and still kept out of version control."""
    sure = held.sure
    with held.folder(()) as folder:
        is_whole = held.is_there() and exists(folder, IGNORED)
    if is_whole:
        sure.add(IGNORED)
    return is_whole


def _make(path: Path) -> None:
    with suppress(FileExistsError):
        make_own(path, 0o700)
        with suppress(OSError):
            os.setxattr(path, _UNSYNCED, b"1", follow_symlinks=False)


def _prepare(path: Path) -> SafeRoot:
    private = SafeRoot(path)
    try:
        with private.folder(()) as folder:
            _close(folder)
            for name, text in _FILES.items():
                _fill(folder, name, text)
            _name(folder)
    except PermissionError as error:
        message = f"{path} may not be written, so no history could be kept: it should be yours"
        raise ReadOnlyError(message, uri=path.name) from error
    return private


def _identity_in(private: SafeRoot) -> Identity | None:
    with suppress(OSError, MemdeskError):
        with private.folder(()) as folder, open_file(folder, _IDENTITY, _IDENTITY) as descriptor:
            token, status = os.read(descriptor, _TOKEN_SIZE), os.fstat(descriptor)
        if _TOKEN.fullmatch(token):
            return Identity(token[:-1].decode(), f"{status.st_dev}:{status.st_ino}")
    return None


def _is_folder(path: Path) -> bool:
    try:
        mode = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    if not stat.S_ISDIR(mode):
        raise UnsafePathError(
            f"{path} is not a folder of memdesk's but {_what(mode)}, so what holds here cannot be told: look "
            "at it, move it away yourself, then open the folder again",
            uri=path.name,
        )
    return True


def _what(mode: int) -> str:
    return "a link" if stat.S_ISLNK(mode) else "a file" if stat.S_ISREG(mode) else "something else"


def _close(folder: int) -> None:
    """Let nobody but the owner in; whoever may list the folder around it may list this one, too.

    A program of another user that lists each folder beside its memory fails as a whole where it may not. It
    gets at nothing in here: without the right to enter, names are all there is.
    """
    wanted = 0o700 | os.stat("..", dir_fd=folder).st_mode & 0o044
    if stat.S_IMODE(os.fstat(folder).st_mode) & 0o777 != wanted:
        with suppress(PermissionError):
            set_mode(folder, wanted)


def _name(folder: int) -> None:
    """Write down what tells a workspace from all others, unless that is there or something is in its place.

    Where several do this at once, each adds its own, and the first one counts for all of them.
    """
    with suppress(FileNotFoundError):
        there = os.stat(_IDENTITY, dir_fd=folder, follow_symlinks=False)
        if there.st_size or not stat.S_ISREG(there.st_mode):
            return
    with open_record(folder, _IDENTITY, os.O_APPEND) as descriptor:
        write_all(descriptor, secrets.token_hex(16).encode() + b"\n")
    sync_folder(folder)


def _fill(folder: int, name: str, text: bytes) -> None:
    """Write a file that is not there, or that was created but not written."""
    try:
        with create_file(folder, name) as descriptor:
            write_all(descriptor, text)
    except FileExistsError:
        there = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if there.st_size or not stat.S_ISREG(there.st_mode):
            return
        with open_record(folder, name, 0) as descriptor:
            write_all(descriptor, text)
    sync_folder(folder)
