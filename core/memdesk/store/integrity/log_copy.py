"""What vouches for the operation log: a copy that is written first, and up to where the log had all of it.

Each line goes into the copy, then into the log, then is confirmed. So the log is right where it is the copy's
beginning, and reaches at least as far as was confirmed: wherever a writer dies in between, that holds.

Whoever is about to write to a log that is not right notes that first, where the end is kept: it stays told
until a person looks, whatever is added to the log or put back into it later.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import weakref
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from threading import RLock
from typing import NamedTuple, TypeAlias

from memdesk.errors import MemdeskError
from memdesk.model import Json, Origin
from memdesk.store.fs.descriptors import close_read, require_no_hole, sync_file
from memdesk.store.fs.process_id import this_process
from memdesk.store.fs.safe_root import HeldFolder, SafeRoot, open_file
from memdesk.store.integrity.damage import Damage, DamageKind, line_counts
from memdesk.text.cooperative import yielding

LOG = "operations.jsonl"
_PERSON = re.compile(rb"human|\\u")
BEGUN = 16
"""Units of work of which it is known that this user's memdesk began them."""

END = "end"
"""Where up to where the log is confirmed is kept, beside the copy."""
_SIZE = 2048
_BLOCK = 1 << 20
_COUNTED = 64 << 20
"""Bytes of a log up to which the lines of a difference are counted."""
_LOOKS = 5
_OPEN = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_AT = b', "at": '
_ID = re.compile(rb'\{"id": "([^"]+)", ')

_Stamp: TypeAlias = tuple[int, int, int, int]


class ConfirmedEnd(NamedTuple):
    """Up to where the log is confirmed, its stamp then, and which units of work were begun last.

    One that is ``lapsed`` could not be written in time: nothing vouches for what was added since.
    """

    end: int
    stamp: _Stamp | None
    begun: tuple[str, ...] = ()
    is_lapsed: bool = False
    found: str = ""
    """How the log was found damaged by who was to write to it, until a person has looked."""
    boot: str = ""
    """The run of the system in which it was confirmed."""


class _Files(NamedTuple):
    copy: int
    end: int


class LogCopy:
    """The copy of one log. Written only under the workspace's lock."""

    def __init__(self) -> None:
        self._lock = RLock()
        self.is_shared = False
        """Whether another memdesk writes into the log, too: what it adds is no damage."""
        self._files: _Files | None = None
        self._closing: weakref.finalize[..., LogCopy] | None = None
        self._raw = b""
        self._known: ConfirmedEnd | None = None
        self._frozen: ConfirmedEnd | None = None
        """The end that the log was found not to fit: it is not compared again with each line."""

    def let_go(self) -> None:
        """Use the files no longer: they are not those at their place."""
        with self._lock:
            if self._closing is not None:
                self._closing()
            self._files = self._known = self._frozen = self._closing = None
            self._raw = b""

    def begin(self, held: HeldFolder, unit: str) -> None:
        """Note that this user's memdesk begins a unit of work: the journal alone proves nothing."""
        with self._lock, suppress(OSError):
            files = self._opened(held)
            end = self._end(files)
            if end is not None:
                self._confirm(files, end._replace(begun=(*end.begun, unit)[-BEGUN:]))

    def is_begun(self, held: HeldFolder, unit: str) -> bool:
        """Say whether this user's memdesk began a unit of work not long ago."""
        with self._lock, suppress(OSError):
            end = self._end(self._opened(held))
            return end is not None and unit in end.begun
        return False

    def has(self, held: HeldFolder, line: bytes, place: int) -> bool:
        """Say whether a line was once logged at a place by this user's memdesk."""
        with self._lock, suppress(OSError, OverflowError):
            return place >= 0 and os.pread(self._opened(held).copy, len(line), place) == line
        return False

    def grow(self, held: HeldFolder, log: int, lines: bytes) -> ConfirmedEnd | None:
        """Take in what is about to be added to the open log; return what :meth:`grown` needs."""
        with self._lock:
            try:
                files = self._opened(held)
                end = self._end(files)
                if end is not None and end.is_lapsed:
                    end = self._resumed(files, end, log)
                status = os.fstat(log)
                if end is None or (self._frozen is not None and self._frozen.stamp == end.stamp):
                    self._append(files, lines)
                    return None
                if end.end != status.st_size or end.stamp != _stamp(status):
                    if self.is_shared and _is_longer(log, files.copy):
                        self._adopt(files, log, end.found)
                        end = self._end(files) or end
                    elif not _is_right(log, files.copy, end):
                        self._frozen = end
                        self._note_damage(files, end, log)
                        self._append(files, lines)
                        return None
                    if os.fstat(files.copy).st_size > status.st_size:
                        os.ftruncate(files.copy, status.st_size)
                _pwrite_all(files.copy, lines, status.st_size)
            except OSError:
                self._lapse()
                return None
            return end._replace(end=status.st_size + len(lines))

    def grown(self, log: int, end: ConfirmedEnd | None) -> None:
        """Confirm what was added to the open log."""
        if end is not None:
            with self._lock:
                try:
                    if self._files is not None:
                        self._confirm(self._files, end._replace(stamp=_stamp(os.fstat(log))))
                except OSError:
                    self._lapse()

    def rewritten(self, held: HeldFolder, log: int) -> None:
        """Vouch for an open log that this user's memdesk wrote anew in places."""
        with self._lock, suppress(OSError):
            files = self._opened(held)
            end = self._end(files)
            self._adopt(files, log, end.found if end else "")

    def is_right(self, held: HeldFolder, log: int) -> bool:
        """Say whether an open log is what it should be, byte by byte; note it where it is not."""
        with self._lock, suppress(OSError):
            files = self._opened(held)
            end = self._end(files)
            if end is None:
                return False
            if self._is_fit(log, files, end):
                return True
            self._note_damage(files, end, log)
        return False

    def _is_fit(self, log: int, files: _Files, end: ConfirmedEnd) -> bool:
        """Say whether a log is what it should be, as far as anything vouches for it."""
        if end.is_lapsed:
            return _has_beginning(log, files.copy, end.end)
        return _is_right(log, files.copy, end) or (self.is_shared and _is_longer(log, files.copy))

    def sync(self, held: HeldFolder) -> None:
        """Make what vouches for the log survive a power cut."""
        with self._lock, suppress(OSError):
            files = self._opened(held)
            sync_file(files.copy)
            sync_file(files.end)

    def adopt(self, held: HeldFolder, private: SafeRoot) -> bool:
        """Vouch for the log as it is now; say whether there is one."""
        with self._lock:
            files = self._opened(held)
            try:
                with private.folder(()) as folder, open_file(folder, LOG, LOG) as log:
                    require_no_hole(log, LOG)
                    self._adopt(files, log, "")
            except (FileNotFoundError, MemdeskError):
                os.ftruncate(files.copy, 0)
                self._confirm(files, ConfirmedEnd(0, None))
                return False
            return True

    def damage(self, held: HeldFolder, private: SafeRoot, *, whole: bool) -> Damage | None:
        """Return how the log is damaged; needs no lock. ``whole``: though nothing is seen at its stamp."""
        with self._lock:
            try:
                files = self._opened(held, create=False)
            except OSError:
                return Damage(LOG, DamageKind.UNVOUCHED)
            found = None
            for _ in range(_LOOKS):
                end = self._end(files)
                found = self._compared(files, end, private, whole=whole)
                if found is None or self._end(files) == end:
                    break
            return found

    def now(self, private: SafeRoot) -> bytes | None:
        """Return the whole log as it is. Raises StorageError for one with a hole."""
        try:
            with private.folder(()) as folder, open_file(folder, LOG, LOG) as log:
                require_no_hole(log, LOG)
                return b"".join(_blocks(log, 0))
        except FileNotFoundError:
            return None

    def require_sound(self, private: SafeRoot) -> None:
        """Raise StorageError where the log cannot be vouched for: it has a hole."""
        with suppress(FileNotFoundError), private.folder(()) as folder, open_file(folder, LOG, LOG) as log:
            require_no_hole(log, LOG)

    def rebuilt(self, held: HeldFolder) -> bytes | None:
        """Return all that this user's memdesk logged; each line tells where it stands then."""
        with self._lock, suppress(OSError):
            lines, offset, known = [], 0, set[bytes]()
            for line in b"".join(_blocks(self._opened(held).copy, 0)).splitlines(keepends=True):
                # what a damaged log has lost, and was logged again from the journal, is here twice
                named = _ID.match(line)
                if named and named[1] in known:
                    continue
                known.update(named.groups() if named else ())
                moved = _moved_to(line, offset)
                lines.append(moved)
                offset += len(moved)
            return b"".join(lines)
        return None

    def _compared(
        self, files: _Files, end: ConfirmedEnd | None, private: SafeRoot, *, whole: bool
    ) -> Damage | None:
        if end is None:
            return Damage(LOG, DamageKind.UNVOUCHED)
        kept = os.fstat(files.end).st_mtime
        try:
            with private.folder(()) as folder, open_file(folder, LOG, LOG) as log:
                status = os.fstat(log)
                is_untouched = end.stamp == _stamp(status) and end.end == status.st_size
                if not (is_untouched and not whole) and not self._is_fit(log, files, end):
                    return _difference(log, files.copy, kept, status)
                if end.found and not (self.is_shared and end.found == DamageKind.LONGER):
                    return Damage(LOG, DamageKind.MENDED, kept, status.st_mtime)
                return None
        except FileNotFoundError:
            return Damage(LOG, DamageKind.MISSING, kept) if end.end else None
        except (OSError, MemdeskError):
            return Damage(LOG, DamageKind.UNREADABLE, kept)

    def _opened(self, held: HeldFolder, *, create: bool = True) -> _Files:
        if self._files is None:
            flags = _OPEN if create else _OPEN & ~os.O_CREAT
            with held.folder(()) as folder:
                copy = _open_plain(folder, LOG, flags)
                try:
                    self._files = _Files(copy, _open_plain(folder, END, flags))
                except OSError:
                    close_read(copy)
                    raise
            self._closing = weakref.finalize(self, _close_all, self._files)
            self._closing.atexit = False
        return self._files

    def _end(self, files: _Files) -> ConfirmedEnd | None:
        """Return up to where the log is confirmed; None where nothing sensible is written there."""
        for _ in range(_LOOKS):
            raw = os.pread(files.end, _SIZE, 0)
            if raw == self._raw and raw:
                return self._known
            known = _read_end(raw)
            if known is not None:
                self._raw, self._known = raw, known
                return known
        return None

    def _confirm(self, files: _Files, end: ConfirmedEnd) -> None:
        end = end._replace(boot=this_process().boot)
        raw = _written_end(end)
        _pwrite_all(files.end, raw, 0)
        self._raw, self._known = raw, end

    def _lapse(self) -> None:
        """Note that nothing vouches for the log any more: what is there is written over, so it has room."""
        with suppress(OSError):
            if self._files is not None and self._known is not None:
                self._confirm(self._files, self._known._replace(is_lapsed=True))

    def _append(self, files: _Files, lines: bytes) -> None:
        """Keep what is added to a log that is damaged, so that it can be given back with the rest."""
        _pwrite_all(files.copy, lines, os.fstat(files.copy).st_size)

    def _note_damage(self, files: _Files, end: ConfirmedEnd, log: int) -> None:
        """Note once that the log is damaged. What a power cut took, and is put back, is no news."""
        if not end.found and end.boot == this_process().boot:
            kind = _difference(log, files.copy, 0.0, os.fstat(log)).kind
            self._confirm(files, end._replace(found=kind))

    def _resumed(self, files: _Files, end: ConfirmedEnd, log: int) -> ConfirmedEnd | None:
        """Vouch again for a log for which that could not be written: unless what was confirmed is damaged."""
        if _has_beginning(log, files.copy, end.end):
            self._adopt(files, log, end.found)
        else:
            self._confirm(files, end._replace(is_lapsed=False))
        return self._end(files)

    def _adopt(self, files: _Files, log: int, found: str) -> None:
        known = self._end(files)
        offset = 0
        for block in _blocks(log, 0):
            _pwrite_all(files.copy, block, offset)
            offset += len(block)
        os.ftruncate(files.copy, offset)
        sync_file(files.copy)
        self._frozen = None
        begun = known.begun if known else ()
        self._confirm(files, ConfirmedEnd(offset, _stamp(os.fstat(log)), begun, found=found))


def _open_plain(folder: int, name: str, flags: int) -> int:
    """Open a file of ours. Raises OSError for what is none: a pipe would let us wait."""
    descriptor = os.open(name, flags, 0o600, dir_fd=folder)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "no plain file", name)
    except BaseException:
        close_read(descriptor)
        raise
    return descriptor


def _is_right(log: int, copy: int, end: ConfirmedEnd) -> bool:
    """Say whether a log is the beginning of its copy, and reaches as far as was confirmed."""
    offset = 0
    for block in _blocks(log, 0):
        if block != os.pread(copy, len(block), offset):
            return False
        offset += len(block)
    return offset >= end.end


def _has_beginning(log: int, copy: int, end: int) -> bool:
    """Say whether a log begins with what its copy does, up to an offset."""
    offset = 0
    while block := os.pread(copy, min(_BLOCK, end - offset), offset) if offset < end else b"":
        if block != os.pread(log, len(block), offset):
            return False
        offset += len(block)
    return True


def _is_longer(log: int, copy: int) -> bool:
    """Say whether a log begins with all of its copy, and goes on."""
    offset = 0
    for block in _blocks(copy, 0):
        if block != os.pread(log, len(block), offset):
            return False
        offset += len(block)
    return os.fstat(log).st_size > offset


def _difference(log: int, copy: int, kept: float, status: os.stat_result) -> Damage:
    size, was = status.st_size, os.fstat(copy).st_size
    if max(size, was) > _COUNTED:
        return Damage(LOG, DamageKind.DIFFERENT, kept, status.st_mtime)
    now, then = b"".join(_blocks(log, 0)), b"".join(_blocks(copy, 0))
    fewer, more = line_counts(then, now)
    if not now:
        kind = DamageKind.EMPTIED
    elif then.startswith(now):
        kind = DamageKind.SHORTER
    else:
        kind = DamageKind.LONGER if now.startswith(then) else DamageKind.DIFFERENT
    return Damage(LOG, kind, kept, status.st_mtime, fewer, more)


def _moved_to(line: bytes, offset: int) -> bytes:
    """Return a line of the log as it is where it begins at an offset."""
    head, at, rest = line.rpartition(_AT)
    if not at or not rest.endswith(b"}\n") or not rest[:-2].isdigit():
        return line
    return b"%s%s%d}\n" % (head, _AT, offset)


def speaks_for_person(private: SafeRoot) -> bool:
    """Say whether a line of the log is a person's by its own word; of one that cannot be read, it may be.

    What agents and other programs wrote waits for the person, whoever logged it: only a line in the person's
    name can hide anything.
    """
    try:
        with private.folder(()) as folder, open_file(folder, LOG, LOG) as log:
            require_no_hole(log, LOG)
            rest = b""
            for block in _blocks(log, 0):
                *lines, rest = (rest + block).split(b"\n")
                if len(rest) > _BLOCK or any(map(_is_of_person, lines)):
                    return True
            return _is_of_person(rest)
    except FileNotFoundError:
        return False
    except (OSError, MemdeskError):
        return True


def _is_of_person(line: bytes) -> bool:
    # The word stands there as it is, or as JSON's numbers for letters: few lines have to be read.
    if _PERSON.search(line) is None:
        return False
    with suppress(ValueError, RecursionError):
        match json.loads(line):
            case {"actor": {"origin": Origin.HUMAN.value}}:
                return True
    return False


def _blocks(descriptor: int, start: int) -> Iterator[bytes]:
    def blocks() -> Iterator[bytes]:
        offset = start
        while block := os.pread(descriptor, _BLOCK, offset):
            yield block
            offset += len(block)

    return iter(yielding(blocks(), 1))


def _pwrite_all(descriptor: int, data: bytes, offset: int) -> None:
    done = os.pwrite(descriptor, data, offset)
    while done < len(data):
        done += os.pwrite(descriptor, data[done:], offset + done)


def _stamp(status: os.stat_result) -> _Stamp:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


def _written_end(end: ConfirmedEnd) -> bytes:
    fields = json.dumps([*end]).encode()
    return (b"%08x " % zlib.crc32(fields) + fields).ljust(_SIZE - 1) + b"\n"


def _read_end(raw: bytes) -> ConfirmedEnd | None:
    check, _, fields = raw.rstrip().partition(b" ")
    try:
        if int(check, 16) != zlib.crc32(fields):
            return None
        found: Json = json.loads(fields)
    except (ValueError, RecursionError):
        return None
    match found:
        case [int(end), stamp, list(begun), bool(is_lapsed), str(damage), str(boot)]:
            return ConfirmedEnd(end, _stamp_of(stamp), tuple(map(str, begun)), is_lapsed, damage, boot)
    return None


def _stamp_of(fields: Json) -> _Stamp | None:
    match fields:
        case [int(size), int(modified), int(changed), int(inode)]:
            return size, modified, changed, inode
    return None


def _close_all(files: Iterable[int]) -> None:
    for descriptor in files:
        close_read(descriptor)
