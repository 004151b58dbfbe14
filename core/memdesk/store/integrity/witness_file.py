"""A witness file: digests of the records, a line each time, on another disk. It is only ever added to.

Each line has its number and the digest of the line before it, so that none can be taken out or moved unseen.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TypeGuard

from memdesk.errors import (
    InvalidError,
    NotAFileError,
    NotFoundError,
    NotPermittedError,
    TooLargeError,
    UnsafePathError,
)
from memdesk.model import Json
from memdesk.store.fs.attributes import has_one_name
from memdesk.store.fs.descriptors import OwnedDescriptor, sync_file
from memdesk.store.fs.names import PRIVATE
from memdesk.store.fs.os_errors import reading, writing
from memdesk.store.fs.safe_root import sync_folder, write_all
from memdesk.store.integrity.digests import RecordDigest

LIMIT = 64 << 20
"""Bytes that a witness file may have."""

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_PLAIN = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_HEX = frozenset("0123456789abcdef")
_DIGITS = 64
_MOST = 1 << 62


class Testimony(NamedTuple):
    """What one line says: when the records of which workspace were what, and which line it comes after."""

    time: float
    workspace: str
    records: dict[str, RecordDigest]
    number: int = 1
    previous: str = ""
    """The SHA-256 of the line before it; of the first there is none."""

    @property
    def line(self) -> bytes:
        """The line of the file that says so."""
        listed: list[Json] = []
        for name, (size, sha256, lines) in self.records.items():
            counted: dict[str, Json] = {} if lines is None else {"lines": lines}
            listed.append({"name": name, "bytes": size, **counted, "sha256": sha256})
        told = datetime.fromtimestamp(self.time, UTC).isoformat()
        place: dict[str, Json] = {"line": self.number, "previous": self.previous}
        said: dict[str, Json] = {"time": told, "workspace": self.workspace, **place, "records": listed}
        return json.dumps(said).encode() + b"\n"

    @property
    def mark(self) -> str:
        """What the line after it says of it, and what tells it from all others."""
        return hashlib.sha256(self.line).hexdigest()


class LastLine(NamedTuple):
    """The line that was added last, as it is known elsewhere."""

    number: int
    mark: str


class WitnessFile:
    """A witness file of one workspace, at a place that is neither in that nor where memdesk keeps its state.

    ``apart`` are the folders that it must not be in. Raises UnsafePathError where it is, NotFoundError where
    its folder is missing.
    """

    def __init__(self, path: Path, workspace: str, apart: tuple[Path, ...]) -> None:
        try:
            folder = path.parent.resolve(strict=True)
        except PermissionError as error:
            raise NotPermittedError(f"{path.parent}, for the witness file, may not be read") from error
        except (OSError, ValueError, RuntimeError) as error:
            raise NotFoundError(f"there is no folder {path.parent} for the witness file") from error
        self.path = folder / path.name
        self._workspace = workspace
        if path.name in ("", "..") or self.path.is_dir():
            raise NotAFileError(f"{path} is a folder, not a witness file")
        if PRIVATE in folder.parts or any(_is_within(folder, place) for place in apart):
            raise UnsafePathError(
                f"{path} lies where whoever changes the records can change it, too: in the workspace or in "
                "memdesk's state folder; name a file on another disk or share"
            )

    def read(self) -> tuple[Testimony, ...]:
        """Return what it says, in its order. Raises InvalidError, with the line, for what is no such file."""
        with reading(self._name), OwnedDescriptor(os.open(self.path.parent, _FOLDER)) as folder:
            self._require_plain(folder)
            with OwnedDescriptor(os.open(self.path.name, os.O_RDONLY | _PLAIN, dir_fd=folder)) as descriptor:
                data = self._read(descriptor)
        if not data:
            raise InvalidError(f"{self._name} is empty: nothing was witnessed in it", uri=self._name)
        return self._understood(data)

    def append(self, testimony: Testimony, last: LastLine | None = None) -> Testimony:
        """Add a line, durably, and return it; the file is made where it is missing.

        What is no such file stays as it is, and so does one without the ``last`` line: InvalidError.
        """
        with writing(self._name), OwnedDescriptor(os.open(self.path.parent, _FOLDER)) as folder:
            is_new = not self._require_plain(folder)
            flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | _PLAIN
            with OwnedDescriptor(os.open(self.path.name, flags, 0o600, dir_fd=folder)) as descriptor:
                data = self._read(descriptor)
                before = self._understood(data)
                self.require_holds(before, last)
                if before:
                    number, previous = before[-1].number + 1, before[-1].mark
                    testimony = testimony._replace(number=number, previous=previous)
                line = testimony.line
                if len(data) + len(line) > LIMIT:
                    raise TooLargeError(f"{self._name} is full; begin another witness file", uri=self._name)
                self._add(descriptor, line, len(data))
            if is_new:
                sync_folder(folder)
        return testimony

    def require_holds(self, lines: tuple[Testimony, ...], last: LastLine | None) -> None:
        """Raise InvalidError where a line that was once added last is not there any more."""
        if last is None:
            return
        if len(lines) < last.number or lines[last.number - 1].mark != last.mark:
            message = (
                f"{self._name}: line {last.number}, which memdesk added, is gone or another one: lines were"
                " cut or changed. Nothing was added or compared; once you have looked, begin another file"
            )
            raise InvalidError(message, uri=self._name, line=last.number)

    @property
    def _name(self) -> str:
        return str(self.path)

    def _add(self, descriptor: int, line: bytes, size: int) -> None:
        try:
            write_all(descriptor, line)
            sync_file(descriptor)
        except OSError:
            # a part of a line would make all that is added later unreadable
            with suppress(OSError):
                if os.fstat(descriptor).st_size < size + len(line):
                    os.ftruncate(descriptor, size)
            raise

    def _require_plain(self, folder: int) -> bool:
        """Say whether it is there. Raises NotAFileError for anything but a plain file; opens nothing."""
        try:
            status = os.stat(self.path.name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        if not stat.S_ISREG(status.st_mode):
            raise NotAFileError(f"{self._name} is no plain file, so it is no witness file", uri=self._name)
        return True

    def _read(self, descriptor: int) -> bytes:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotAFileError(f"{self._name} is no plain file, so it is no witness file", uri=self._name)
        if not has_one_name(descriptor, status):
            raise UnsafePathError(f"{self._name} is also known by another name", uri=self._name)
        with os.fdopen(os.dup(descriptor), "rb") as stream:
            stream.seek(0)
            data = stream.read(LIMIT + 1)
        if len(data) > LIMIT:
            raise TooLargeError(
                f"{self._name} is larger than {LIMIT} bytes: it is no witness file", uri=self._name
            )
        return data

    def _understood(self, data: bytes) -> tuple[Testimony, ...]:
        """Return what the lines say; one that was not ended is none."""
        found: list[Testimony] = []
        for number, line in enumerate(data.splitlines(keepends=True), start=1):
            testimony = _testimony(line)
            if testimony is None or testimony.workspace != self._workspace:
                what = "not what memdesk witness writes" if testimony is None else "about another workspace"
                message = f"{self._name}: line {number} is {what}; nothing was added or compared"
                raise InvalidError(message, uri=self._name, line=number)
            previous = found[-1].mark if found else ""
            if (testimony.number, testimony.previous) != (number, previous):
                what = "another line than was written there: lines were cut, moved or changed"
                message = f"{self._name}: line {number} is {what}; nothing was added or compared"
                raise InvalidError(message, uri=self._name, line=number)
            found.append(testimony)
        return tuple(found)


def _is_within(folder: Path, place: Path) -> bool:
    """Say whether a folder is a place, or in it, by whatever path it is named."""
    with suppress(OSError):
        status = place.stat()
        return any(os.path.samestat(above.stat(), status) for above in (folder, *folder.parents))
    return False


def _testimony(line: bytes) -> Testimony | None:
    """Return what a line says, None where it is not one of ours."""
    try:
        found: Json = json.loads(line)
        match found:
            case {
                "time": str(time),
                "workspace": str(workspace),
                "line": number,
                "previous": str(previous),
                "records": list(listed),
            } if _is_count(number):
                moment = datetime.fromisoformat(time)
                records = dict(map(_digest, listed))
                is_whole = line.endswith(b"\n") and len(records) == len(listed) and moment.tzinfo is not None
                said = Testimony(moment.timestamp(), workspace, records, number, previous)
                return said if is_whole and said.line == line else None
    except (ValueError, OverflowError, RecursionError):
        pass
    return None


def _digest(fields: Json) -> tuple[str, RecordDigest]:
    if isinstance(fields, dict):
        lines = fields.get("lines")
        match fields:
            case {"name": str(name), "bytes": size, "sha256": str(sha256)} if _is_count(size):
                is_digest = len(sha256) == _DIGITS and set(sha256) <= _HEX
                if is_digest and (lines is None or _is_count(lines)):
                    return name, RecordDigest(size, sha256, lines)
    raise ValueError("no record")


def _is_count(value: Json) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST
