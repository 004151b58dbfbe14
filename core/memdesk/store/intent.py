"""What a commit is about to do, written down durably before it touches anything."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from memdesk.errors import MemdeskError
from memdesk.model import Json
from memdesk.store.operations import Operation, pack, unpack
from memdesk.store.safe_root import SafeRoot, open_record, sync_folder, write_all

_NAME = "intents.jsonl"
_LONGEST = 64 << 20


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
class Step:
    """One document's part: its operation, and the temporary name that is used beside the document."""

    operation: Operation
    temporary: str


@dataclass(frozen=True, slots=True)
class Intent:
    """What was begun, to be done as a whole or not at all, and who does it.

    ``done``: every step was carried out and is durable, whatever the documents are by now.
    """

    steps: tuple[Step, ...]
    owner: Owner
    done: bool = False

    @property
    def id(self) -> str:
        """What tells it from others."""
        return self.steps[0].operation.id


class Intents:
    """The unfinished commits of one workspace. Read and written only under its lock."""

    def __init__(self, private: SafeRoot) -> None:
        self._private = private

    def begin(self, intent: Intent) -> range:
        """Write an intent down (durable when it returns) and return where it stands."""
        return self._append(_packed(intent))

    def confirm(self, intent: Intent, place: range) -> range:
        """Write down that all of it is done (durable when it returns) and return where both stand."""
        return range(place.start, self._append({"done": intent.id}).stop)

    def finish(self, place: range) -> None:
        """Strike what stands here, unless a later intent has been written behind it."""
        with self._opened() as descriptor:
            if os.fstat(descriptor).st_size == place.stop:
                os.ftruncate(descriptor, place.start)

    def pending(self) -> tuple[Intent, ...]:
        """Return every intent that was not struck; a torn one had touched nothing yet."""
        with self._opened() as descriptor, os.fdopen(os.dup(descriptor), "rb") as stream:
            stream.seek(0)
            return _pending(iter(partial(stream.readline, _LONGEST), b""))

    def glance(self) -> tuple[Intent, ...]:
        """Return what seems pending to one who has no lock; creates nothing, and cannot fail."""
        try:
            return _pending(self._private.read((_NAME,)).data.splitlines(keepends=True))
        except (OSError, MemdeskError):
            return ()

    def clear(self) -> None:
        """Strike them all, and whatever else has come to stand there."""
        with self._opened() as descriptor:
            if os.fstat(descriptor).st_size:
                os.ftruncate(descriptor, 0)

    def _append(self, fields: dict[str, Json]) -> range:
        line = b"\n" + json.dumps(fields).encode() + b"\n"
        with self._opened() as descriptor:
            start = os.lseek(descriptor, 0, os.SEEK_END)
            try:
                write_all(descriptor, line)
                os.fsync(descriptor)
            except OSError:
                os.ftruncate(descriptor, start)
                raise
        return range(start, start + len(line))

    @contextmanager
    def _opened(self) -> Iterator[int]:
        with self._private.folder(()) as folder:
            is_new = not self._private.stamp((_NAME,))
            with open_record(folder, _NAME, 0) as descriptor:
                if is_new:
                    sync_folder(folder)
                yield descriptor


def _pending(lines: Iterable[bytes]) -> tuple[Intent, ...]:
    intents: dict[str, Intent] = {}
    for fields in map(_parse, lines):
        match fields:
            case {"done": str(id)} if id in intents:
                intents[id] = replace(intents[id], done=True)
            case {"steps": _} if intent := _unpacked(fields):
                intents[intent.id] = intent
    return tuple(intents.values())


def _packed(intent: Intent) -> dict[str, Json]:
    steps: list[Json] = [
        {"operation": pack(step.operation), "temporary": step.temporary} for step in intent.steps
    ]
    return {"steps": steps, "owner": {"pid": intent.owner.pid, "started": intent.owner.started}}


def _parse(line: bytes) -> Json:
    try:
        fields: Json = json.loads(line) if line.startswith(b"{") else None
    except (ValueError, RecursionError):
        return None
    return fields


def _unpacked(fields: Json) -> Intent | None:
    match fields:
        case {"steps": [_, *_] as found, "owner": {"pid": int(pid), "started": str(started)}}:
            steps = tuple(step for step in map(_step, found) if step)
            return Intent(steps, Owner(pid, started)) if len(steps) == len(found) else None
    return None


def _step(fields: Json) -> Step | None:
    match fields:
        case {"operation": dict(operation), "temporary": str(temporary)}:
            unpacked = unpack(operation)
            return Step(unpacked, temporary) if unpacked else None
    return None


def _started(pid: int) -> str:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return status.rpartition(")")[2].split()[19]
