"""The records that are read whole, as this user's memdesk wrote them last, kept outside of the workspace."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from memdesk.errors import MemdeskError, StorageError
from memdesk.model import Identity, Nature
from memdesk.runtime.atomic_file import write_text
from memdesk.store.fs.descriptors import OwnedDescriptor, sync_file
from memdesk.store.fs.own_folders import misplaced_folders
from memdesk.store.fs.safe_root import HeldFolder, SafeRoot, exists, remove, sync_folder, write_all
from memdesk.store.integrity.damage import Damage, DamageKind, compared, difference
from memdesk.store.integrity.log_copy import END, LOG, LogCopy, speaks_for_person

LIMIT = 16 << 20
"""Bytes that a record may have."""

CABINETS = ("quarantine",)
"""Folders of ours in which each file is a record."""

_ENDINGS = (".json", ".jsonl")
_APART = frozenset({LOG, "intents.jsonl", "supplied.jsonl"})
"""What is no decision, or has a keeper of its own: the log, the journal, the diary of what was supplied."""
_CHOICES = frozenset({"supplied.toml"})
"""What memdesk writes in TOML; the tests of a memory are in TOML, too, but people write those by hand."""

_PLAIN = ("lock", "intents.jsonl", "operations.index")
"""What is ours beside the records, and must be a file, too."""
_BEGUN = "begun"
_SEAL = "begun.seal"
"""The digests that the beginning may have: it decides what else is let pass, so nothing is believed of it
that memdesk did not write."""
_ASIDE = "aside"
_NEXT, _GONE = ".next", ".gone"
_LOOKS = 5
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC


def is_vouched(name: str) -> bool:
    """Say whether a record is one that is vouched for."""
    return (name.endswith(_ENDINGS) and name not in _APART) or name in _CHOICES


class IntegrityStart(NamedTuple):
    """Since when there is vouching, which records could hide something before, and whether a person was told.

    ``is_shared``: the person said that another memdesk writes into the folder, too (of root, in a container).
    """

    time: float
    found: tuple[str, ...]
    is_told: bool = False
    is_shared: bool = False
    was_gone: bool = False
    """Whether something had vouched before, and was gone."""
    was_changed: bool = False
    """Whether this is what memdesk takes in the place of a beginning that something else wrote."""


class IntegrityState(NamedTuple):
    """Since when anything vouches for records (None: nothing does), and for which it did not before."""

    since: float | None
    before: tuple[str, ...] = ()
    is_told: bool = False
    is_shared: bool = False
    is_gone: bool = False
    """Whether what vouched before was removed, past memdesk: the rest of the user's state is there."""
    is_changed: bool = False
    """Whether what says since when there is vouching was changed past memdesk."""

    @property
    def is_news(self) -> bool:
        """Whether there is anything that a person has to be told."""
        return (bool(self.before) or self.is_doubtful) and not self.is_told

    @property
    def is_doubtful(self) -> bool:
        """Whether something else had its hands in what vouches, so that it proves nothing of before."""
        return self.is_gone or self.is_changed


class _State(NamedTuple):
    """What vouches for one record: what it is, what it may be about to become, or that it may be gone."""

    kept: bytes | None
    coming: bytes | None
    is_going: bool
    identity: tuple[int, int, int] | None
    is_odd: bool = False
    """Whether something that is no file, or cannot be read, stands where it is kept: it proves nothing."""

    @property
    def time(self) -> float | None:
        """When it was written last."""
        return None if self.identity is None else self.identity[1] / 1e9

    def allows(self, data: bytes | None) -> bool:
        """Say whether a record may be this: a line that its writer could not end counts as begun."""
        if data is None:
            return self.kept is None or self.is_going
        if data in (self.kept, self.coming):
            return True
        return self.coming is not None and self.coming.startswith(data) and data.startswith(self.kept or b"")


class RecordIntegrity:
    """What vouches for the records of one workspace. Safe to use from any thread; without a folder, nothing.

    Whatever is written here is written under the workspace's lock.
    """

    def __init__(self, folder: Path | None, identify: Callable[[], Identity | None] = lambda: None) -> None:
        """``identify`` tells which workspace this is, wherever it lies by now."""
        self._folder = folder
        self._identify = identify
        self._is_sought = False
        self._lock = RLock()
        self._held: HeldFolder | None = None
        self._sure: set[str] | None = None
        self._states: dict[str, _State] = {}
        self.may_begin = False
        """Whether a person writes here. An agent's process begins nothing: in a container it has a state
        folder of its own, and would take for forged what the person writes outside."""
        self.log = LogCopy()
        """What vouches for the operation log."""

    @property
    def log_place(self) -> Path:
        """Where the copy of the operation log is, if anything vouches."""
        return (self._folder or Path()) / LOG

    def begin(self) -> IntegrityStart | None:
        """Return since when there is vouching, None where there is none."""
        with self._lock:
            held = self._looked()
            return None if held is None else _begin_in(held)

    def is_gone(self) -> bool:
        """Say whether something vouched here once, and does no longer."""
        with self._lock:
            place = self._folder
            if place is None or self._looked() is not None or not _vouched_once(place, self._identify()):
                return False
            return self._looked() is None  # it may have begun between the two looks

    def told(self, private: SafeRoot | None) -> None:
        """Note that a person was told from when on there is vouching: from now on, where there was none."""
        with self._lock:
            if private is not None:
                self.may_begin = True
                self.start(private)
            elif self._folder is not None and self._looked() is None:
                with suppress(OSError):
                    _trace(self._folder).unlink()
            held, begin = self._looked(), self.begin()
            if held is not None and begin is not None and not begin.is_told:
                begin = begin._replace(time=begin.time or time.time(), is_told=True)
                with suppress(OSError), held.folder(()) as folder:
                    _write_begin(folder, begin)

    def share(self, is_shared: bool) -> None:
        """Note whether another memdesk writes into the folder, too: what it adds is no damage then."""
        with self._lock:
            held, begin = self._looked(), self.begin()
            if held is not None and begin is not None:
                with held.folder(()) as folder:
                    _write_begin(folder, begin._replace(is_shared=is_shared))

    def start(self, private: SafeRoot) -> HeldFolder | None:
        """Return where is vouched, begun with the records as they are by a person whose folder it is.

        None where nothing vouches, or nothing can be written.
        """
        with self._lock:
            held = self._looked()
            if held is not None or self._folder is None or not (self.may_begin and _is_own(private)):
                return held
            try:
                self._adopt(private, self._folder)
            except OSError:
                return None
            return self._looked()

    @contextmanager
    def becoming(
        self, private: SafeRoot, name: str, data: bytes | None, *, strict: bool = True
    ) -> Iterator[None]:
        """Vouch for what a record becomes inside (None: it goes), before and after.

        Nothing vouches for what is made from a damaged one: InvalidError, unless it is not ``strict``.
        """
        held = self.start(private) if is_vouched(name) else None
        if held is None:
            yield
            return
        with self._lock:
            now, damage = self._judged_now(private, name)
            if damage is not None and strict:
                raise damage.error(private.path)
        if damage is not None:
            yield
            return
        with self._lock:
            try:
                with held.folder(()) as folder:
                    _end_earlier(folder, _flat(name), self._state(held, name), now)
                    if data is None:
                        _write(folder, _flat(name) + _GONE, b"")
                    else:
                        _write(folder, _flat(name) + _NEXT, data)
            except OSError as error:
                raise StorageError(f"what vouches for {name} cannot be written: {error}", uri=name) from error
            finally:
                self._states.pop(name, None)
        yield
        with self._lock, suppress(OSError), held.folder(()) as folder:
            self._states.pop(name, None)
            _settle(folder, _flat(name), is_gone=data is None)

    def judge(self, private: SafeRoot, name: str, data: bytes | None) -> Damage | None:
        """Return how a record that is ``data`` is damaged; None where it is not, or nothing tells."""
        if not is_vouched(name):
            return None
        with self._lock:
            held = self._looked()
            if held is None:
                return None
            state = self._state(held, name)
            if state.is_odd:
                return Damage(name, DamageKind.UNVOUCHED)
            if state.allows(data) or self._is_added(state, data):
                return None
            for _ in range(_LOOKS):  # somebody may just have been writing
                data = read_now(private, name)
                self._states.pop(name, None)
                again = self._state(held, name)
                if again.allows(data) or state.allows(data):
                    return None
                if again == state:
                    break
                state = again
            return compared(name, state.kept, data, state.time, _changed(private, name))

    def _is_added(self, state: _State, data: bytes | None) -> bool:
        """Say whether all that differs was added where another memdesk writes, too."""
        return self.log.is_shared and data is not None and data.startswith(state.kept or b"")

    def _judged_now(self, private: SafeRoot, name: str) -> tuple[bytes | None, Damage | None]:
        """Return what a record is and how it is damaged."""
        try:
            now = read_now(private, name)
        except (OSError, MemdeskError):
            return None, _unreadable(private, name)
        return now, self.judge(private, name, now)

    def kept(self, name: str) -> bytes | None:
        """Return what a record was when this user's memdesk wrote it last, None where that is not known."""
        with self._lock:
            held = self._looked()
            return None if held is None else self._state(held, name).kept

    def damages(self, private: SafeRoot, *, whole: bool) -> tuple[Damage, ...]:
        """Return every damaged record; ``whole``: the log is compared though its stamp is the same."""
        found = [*_odd(private, _PLAIN)]
        with suppress(OSError, MemdeskError):
            found += (Damage(name, DamageKind.NO_FOLDER) for name in misplaced_folders(private))
        with self._lock:
            held = self._looked()
            names = {name for name in self._names(held) if is_vouched(name)} | set(_names_in(private))
        for name in sorted(names):
            _, damage = self._judged_now(private, name)
            if damage is not None:
                found.append(damage)
        if odd := [*_odd(private, (LOG,))]:
            found += odd
        elif held is not None and (damage := self.log.damage(held, private, whole=whole)) is not None:
            found.append(damage)
        return tuple(found)

    def difference(self, private: SafeRoot, name: str) -> tuple[str, ...]:
        """Return the lines in which a record differs from what is kept of it."""
        return difference(name, self.vouched_bytes(name), self.bytes_now(private, name))

    def bytes_now(self, private: SafeRoot, name: str) -> bytes | None:
        """Return what a record or the log is now, None where it is not there or is no file."""
        try:
            return self.log.now(private) if name == LOG else read_now(private, name)
        except (OSError, MemdeskError):
            return None

    def vouched_bytes(self, name: str) -> bytes | None:
        """Return what a record or the log was when this user's memdesk wrote it last."""
        if name != LOG:
            return self.kept(name)
        with self._lock:
            held = self._looked()
            return None if held is None else self.log.rebuilt(held)

    def accept(self, private: SafeRoot, name: str) -> None:
        """Vouch for a record, or the log, as it is now. What was kept of it is set aside, here."""
        held = self.start(private)
        if held is None:
            return
        with self._lock, held.folder(()) as folder:
            self._states.pop(name, None)
            if name == LOG:
                self.log.require_sound(private)
            _make_way(folder, (LOG, END) if name == LOG else (_flat(name), _flat(name) + _NEXT))
            if name == LOG:
                _set_aside(folder, LOG, self.log.rebuilt(held))
                self.log.adopt(held, private)
                return
            kept, data, flat = self._state(held, name).kept, read_now(private, name), _flat(name)
            _set_aside(folder, flat, kept)
            if data is None:
                _write(folder, flat + _GONE, b"")
            else:
                _write(folder, flat + _NEXT, data)
            _settle(folder, flat, is_gone=data is None)
            self._states.pop(name, None)

    def purge(self, holds: Callable[[bytes], bool]) -> None:
        """Remove what was set aside and holds something. Raises OSError where one cannot be removed."""
        with self._lock:
            held = self._looked()
            if held is None:
                return
            with suppress(FileNotFoundError), held.folder((_ASIDE,)) as aside:
                with os.scandir(aside) as entries:
                    names = [entry.name for entry in entries]
                for name in names:
                    data, _ = _read(aside, name)
                    if data is not None and holds(data):
                        remove(aside, name)

    def set_aside(self, name: str, data: bytes | None) -> None:
        """Keep what a record was before it is restored, outside of the workspace."""
        with self._lock:
            held = self._looked()
            if held is not None:
                with held.folder(()) as folder:
                    _set_aside(folder, _flat(name), data)

    def _looked(self) -> HeldFolder | None:
        """Return where is vouched, after a look at whether anything happened there; None where nowhere."""
        if self._folder is None:
            return None
        held = self._held
        try:
            if held is not None:
                held.look()
                if held.sure is self._sure:
                    return held
            if held is None or not held.is_there():
                self.log.let_go()
                self._follow(self._folder)
                held = self._held = HeldFolder(self._folder, os.open(self._folder, _FOLDER))
                held.look()
                self._is_sought = False
            self._states.clear()
            self._sure = held.sure
            with held.folder(()) as folder:
                if exists(folder, _BEGUN):
                    begin = _begin_in(held)
                    self.log.is_shared = begin is not None and begin.is_shared
                    return held
        except OSError:
            self._held = None
        self._sure = None
        return None

    def _follow(self, place: Path) -> None:
        """Fetch what vouches for this workspace from where it lay before, if it was moved here.

        It is one for all places, so that what was written at one of them is no forgery at another one, and
        what was forged at one of them still is told.
        """
        if self._is_sought or os.path.lexists(place / _BEGUN):
            return
        self._is_sought = True
        identity = self._identify()
        if identity is None:
            return
        note = _note(place, identity)
        with suppress(OSError, UnicodeError):
            before = place.parent.with_name(note.read_text("ascii").strip()) / place.name
            if before == place or before.parent.parent != place.parent.parent:
                return
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            before.rename(place)
            _trace(place).touch(mode=0o600)
            with suppress(FileNotFoundError):
                _trace(before).unlink()
            write_text(note, place.parent.name)

    def _state(self, held: HeldFolder, name: str) -> _State:
        found = self._states.get(name)
        if found is None:
            flat = _flat(name)
            try:
                with held.folder(()) as folder:
                    kept, identity = _read(folder, flat)
                    coming, _ = _read(folder, flat + _NEXT)
                    found = _State(kept, coming, exists(folder, flat + _GONE), identity)
            except OSError:
                found = _State(None, None, False, None, is_odd=True)
            self._states[name] = found
        return found

    def _names(self, held: HeldFolder | None) -> set[str]:
        """Return all records for which anything vouches."""
        if held is None:
            return set()
        with held.folder(()) as folder, os.scandir(folder) as entries:
            names = (entry.name.replace("+", "/") for entry in entries)
            return {name for name in names if name.endswith(_ENDINGS) or name in _CHOICES}

    def _adopt(self, private: SafeRoot, place: Path) -> None:
        """Take the records as they are: nothing outside vouches for them. The mark is written last."""
        was_gone = _vouched_once(place, self._identify())
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = HeldFolder(place, os.open(place, _FOLDER))
        found = []
        with held.folder(()) as folder:
            with os.scandir(folder) as entries:
                stale = [entry.name for entry in entries if not entry.is_dir(follow_symlinks=False)]
            for name in stale:
                remove(folder, name)
            for name in _names_in(private):
                with suppress(OSError, MemdeskError):
                    data = read_now(private, name)
                    if data is not None:
                        _write(folder, _flat(name), data)
                        found.append(name)
            if self.log.adopt(held, private) and (was_gone or speaks_for_person(private)):
                found.append(LOG)
            begin = IntegrityStart(time.time(), tuple(found), was_gone=was_gone)
            _write_begin(folder, begin)
        with suppress(OSError):
            _trace(place).touch(mode=0o600)
        identity = self._identify()
        if identity is not None:
            write_text(_note(place, identity), place.parent.name)


NOBODY = RecordIntegrity(None)
"""Vouches for nothing."""


def _trace(place: Path) -> Path:
    """Return what stays beside the folder that vouches, where that alone is removed."""
    return place.with_name(f"{place.name}.{_BEGUN}")


def _note(place: Path, identity: Identity) -> Path:
    """Return what says where that is which vouches for a workspace, by what tells it from all others."""
    return place.parents[2] / "vouched" / f"{identity.token}-{identity.file.replace(':', '-')}"


def _vouched_once(place: Path, identity: Identity | None) -> bool:
    """Say whether anything vouched for a workspace once: its trace says so, the note that tells where, or
    what the folder still holds without a beginning."""
    with suppress(OSError):
        if os.path.lexists(_trace(place)):
            return True
        if identity is not None and os.path.lexists(_note(place, identity)):
            return True
        with os.scandir(place) as entries:
            return any(entry.name == LOG for entry in entries)
    return False


def read_now(private: SafeRoot, name: str) -> bytes | None:
    """Return what a record is now, None where there is none."""
    parts = tuple(name.split("/"))
    try:
        with private.folder(parts[:-1]) as folder:
            if not exists(folder, parts[-1]):
                return None
    except FileNotFoundError:
        return None
    return private.read(parts, LIMIT).data


def names_in(private: SafeRoot) -> tuple[str, ...]:
    """Return the names of all records that are there, and of the log."""
    log = (LOG,) if private.stamp((LOG,)) is not None else ()
    return (*sorted(_names_in(private)), *log)


def unproven_in(private: SafeRoot) -> tuple[str, ...]:
    """Return the records in which a forgery could hide something, where nothing vouches for them.

    That is all of them, and the log where it has anything in a person's name: what it has in the name of
    agents and other programs waits for the person anyway.
    """
    names = names_in(private)
    return names if LOG not in names or speaks_for_person(private) else names[:-1]


def _names_in(private: SafeRoot) -> Iterator[str]:
    """Yield the names of all records that are there, of any nature, and that are vouched for."""
    for above in ("", *CABINETS):
        with suppress(OSError, MemdeskError):
            with private.folder((above,) if above else ()) as folder, os.scandir(folder) as entries:
                names = [entry.name for entry in entries]
            yield from (path for name in names if is_vouched(path := f"{above}/{name}" if above else name))


def _is_own(private: SafeRoot) -> bool:
    """Say whether our folder is this user's: what root writes for somebody else, that person vouches for."""
    with suppress(OSError, MemdeskError), private.folder(()) as folder:
        return not hasattr(os, "geteuid") or os.fstat(folder).st_uid == os.geteuid()
    return False


def _odd(private: SafeRoot, names: tuple[str, ...]) -> Iterator[Damage]:
    """Yield what is no plain file and should be one."""
    for name in names:
        with suppress(MemdeskError):
            stamp = private.stamp((name,))
            if stamp is not None and stamp.nature is not Nature.FILE:
                yield Damage(name, DamageKind.NO_FILE, None, stamp.modified / 1e9)


def _unreadable(private: SafeRoot, name: str) -> Damage:
    with suppress(MemdeskError):
        stamp = private.stamp(tuple(name.split("/")))
        if stamp is not None and stamp.nature is not Nature.FILE:
            return Damage(name, DamageKind.NO_FILE, None, stamp.modified / 1e9)
    return Damage(name, DamageKind.UNREADABLE, None, _changed(private, name))


def _changed(private: SafeRoot, name: str) -> float | None:
    with suppress(MemdeskError):
        stamp = private.stamp(tuple(name.split("/")))
        return None if stamp is None else stamp.modified / 1e9
    return None


def _flat(name: str) -> str:
    return name.replace("/", "+")


def _read(folder: int, name: str) -> tuple[bytes | None, tuple[int, int, int] | None]:
    try:
        with OwnedDescriptor(os.open(name, _READ, dir_fd=folder)) as descriptor:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, "no plain file", name)
            with os.fdopen(os.dup(descriptor), "rb") as stream:
                return stream.read(LIMIT + 1), (status.st_ino, status.st_mtime_ns, status.st_ctime_ns)
    except FileNotFoundError:
        return None, None


def _make_way(folder: int, names: Iterable[str]) -> None:
    """Move away what stands where something is kept and is no file, or cannot be opened."""
    for name in names:
        try:
            _read(folder, name)
        except OSError:
            with suppress(FileExistsError):
                os.mkdir(_ASIDE, 0o700, dir_fd=folder)
            os.rename(name, f"{_ASIDE}/{time.time_ns()}-{name}", src_dir_fd=folder, dst_dir_fd=folder)


def _write(folder: int, name: str, data: bytes) -> None:
    """Write a file of ours durably: a power cut must not leave what it vouches for without it."""
    with OwnedDescriptor(os.open(name, _NEW, 0o600, dir_fd=folder)) as descriptor:
        write_all(descriptor, data)
        sync_file(descriptor)


def _end_earlier(folder: int, flat: str, state: _State, now: bytes | None) -> None:
    """Let what a dead process began to write of a record be what it is, as far as it came."""
    if now is None:
        if state.kept is not None:
            _settle(folder, flat, is_gone=True)
    elif now != state.kept:
        if now != state.coming:
            _write(folder, flat + _NEXT, now)
        _settle(folder, flat, is_gone=False)
    elif state.is_going:
        remove(folder, flat + _GONE)


def _settle(folder: int, flat: str, *, is_gone: bool) -> None:
    """Let what a record was about to become be what it is."""
    if is_gone:
        remove(folder, flat)
        remove(folder, flat + _NEXT)
        remove(folder, flat + _GONE)
    else:
        os.rename(flat + _NEXT, flat, src_dir_fd=folder, dst_dir_fd=folder)
        remove(folder, flat + _GONE)


def _set_aside(folder: int, flat: str, data: bytes | None) -> None:
    if data is None:
        return
    with suppress(FileExistsError):
        os.mkdir(_ASIDE, 0o700, dir_fd=folder)
    with OwnedDescriptor(os.open(_ASIDE, _FOLDER, dir_fd=folder)) as aside:
        _write(aside, f"{time.time_ns()}-{flat}", data)


def _begin_in(held: HeldFolder) -> IntegrityStart | None:
    """Return the beginning; a changed one says nothing but that, whatever is in it."""
    last = None
    for _ in range(_LOOKS):  # somebody may just have been writing
        data = None
        with suppress(OSError), held.folder(()) as folder:
            data, _ = _read(folder, _BEGUN)
            seal, _ = _read(folder, _SEAL)
            if data is not None and _digest(data) in (seal or b"").split():
                return _parsed(data)
        if data is None or data == last:
            break
        last = data
    return IntegrityStart(0.0, (), was_changed=True)


def _parsed(data: bytes) -> IntegrityStart:
    with suppress(ValueError, RecursionError):
        match json.loads(data):
            case {"time": int() | float() as begun, "found": list(found), "told": bool(is_told), **others}:
                is_shared, was_gone = others.get("shared") is True, others.get("gone") is True
                was_changed = others.get("changed") is True
                return IntegrityStart(
                    float(begun), tuple(map(str, found)), is_told, is_shared, was_gone, was_changed
                )
    return IntegrityStart(0.0, (), was_changed=True)


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest().encode()


def _write_begin(folder: int, begin: IntegrityStart) -> None:
    """Write the beginning. Its seal allows the one before and this one meanwhile: a kill is no alarm."""
    fields = {"time": begin.time, "found": [*begin.found], "told": begin.is_told, "shared": begin.is_shared}
    fields |= {"gone": True} if begin.was_gone else {}
    fields |= {"changed": True} if begin.was_changed else {}
    data = json.dumps(fields).encode()
    _make_way(folder, (_BEGUN, _SEAL))
    before, _ = _read(folder, _SEAL)
    earlier = (before or b"").split()[:1]
    _replace(folder, _SEAL, b"\n".join([_digest(data), *earlier]))
    _replace(folder, _BEGUN, data)
    if earlier:
        _replace(folder, _SEAL, _digest(data))
    sync_folder(folder)


def _replace(folder: int, name: str, data: bytes) -> None:
    _write(folder, name + _NEXT, data)
    os.rename(name + _NEXT, name, src_dir_fd=folder, dst_dir_fd=folder)
