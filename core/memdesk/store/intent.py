"""What a commit is about to do, written down durably before it touches anything."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from memdesk.store.operations import Operation, lines_of, pack, unpack
from memdesk.store.safe_root import SafeRoot, open_record, sync_folder, write_all

_NAME = "intents.jsonl"


@dataclass(frozen=True, slots=True)
class Owner:
    """A process, told from a later one of the same number by when it started."""

    pid: int
    started: str

    def is_alive(self) -> bool:
        """Say whether the process still runs."""
        return bool(self.started) and _started(self.pid) == self.started


def this_process() -> Owner:
    """Return the owner that stands for this process."""
    return Owner(os.getpid(), _started(os.getpid()))


@dataclass(frozen=True, slots=True)
class Intent:
    """An operation that has begun, the temporary name it uses beside its document, and who does it."""

    operation: Operation
    temporary: str
    owner: Owner


class Intents:
    """The unfinished commits of one workspace. Read and written only under its lock."""

    def __init__(self, private: SafeRoot) -> None:
        self._private = private

    def begin(self, intent: Intent) -> range:
        """Write an intent down (durable when it returns) and return where it stands."""
        line = b"\n" + _line(intent)
        with self._opened() as descriptor:
            start = os.lseek(descriptor, 0, os.SEEK_END)
            try:
                write_all(descriptor, line)
                os.fsync(descriptor)
            except OSError:
                os.ftruncate(descriptor, start)
                raise
        return range(start, start + len(line))

    def finish(self, place: range) -> None:
        """Strike the intent that stands here, unless a later one has been written behind it."""
        with self._opened() as descriptor:
            if os.fstat(descriptor).st_size == place.stop:
                os.ftruncate(descriptor, place.start)

    def pending(self) -> tuple[Intent, ...]:
        """Return every intent that was not struck; a torn one had touched nothing yet."""
        with self._opened() as descriptor, os.fdopen(os.dup(descriptor), "rb") as stream:
            stream.seek(0)
            return tuple(intent for line in lines_of(stream) if (intent := _parse(line)))

    def clear(self) -> None:
        """Strike them all, and whatever else has come to stand there."""
        with self._opened() as descriptor:
            if os.fstat(descriptor).st_size:
                os.ftruncate(descriptor, 0)

    @contextmanager
    def _opened(self) -> Iterator[int]:
        with self._private.folder(()) as folder:
            is_new = not self._private.stamp((_NAME,))
            with open_record(folder, _NAME, 0) as descriptor:
                if is_new:
                    sync_folder(folder)
                yield descriptor


def _line(intent: Intent) -> bytes:
    owner = {"pid": intent.owner.pid, "started": intent.owner.started}
    fields = {"operation": pack(intent.operation), "temporary": intent.temporary, "owner": owner}
    return json.dumps(fields).encode() + b"\n"


def _parse(line: bytes) -> Intent | None:
    try:
        fields = json.loads(line) if line.startswith(b"{") else None
    except (ValueError, RecursionError):
        return None
    match fields:
        case {
            "operation": dict(operation),
            "temporary": str(temporary),
            "owner": {"pid": int(pid), "started": str(started)},
        }:
            unpacked = unpack(operation)
            return Intent(unpacked, temporary, Owner(pid, started)) if unpacked else None
    return None


def _started(pid: int) -> str:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return status.rpartition(")")[2].split()[19]
