"""What a commit is about to do, with the new bytes, written down durably before it touches anything.

This is the journal of the workspace. One flush makes the intent and the new version durable together; the log
and the history are then written without one, because what the journal holds can be written there again. It
is emptied only after all of it has been made durable where it belongs.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple, Self

from memdesk.errors import MemdeskError, TooLargeError, UnsafePathError
from memdesk.model import Json, Revision
from memdesk.store.fs.descriptors import OwnedDescriptor, require_no_hole, sync_file
from memdesk.store.fs.names import is_ours, split_path
from memdesk.store.fs.process_id import Owner
from memdesk.store.fs.safe_root import SafeRoot, opened_size, sync_folder, write_all
from memdesk.store.oplog.operation import Operation, quoted, unpack, written

CARRIED = 64 << 10
"""A larger version does not travel in the journal: it is put into the history, durably, beforehand."""

FULL = 512 << 10
"""Bytes of journal after which it is emptied."""

_NAME = "intents.jsonl"
_ID = re.compile(rb'\{"operation": \{"id": "([^"]*)"')
"""No text can hold this: its quotes would be escaped."""
_DROPPED = re.compile(rb'\{"dropped": "([^"]*)"\}')
_ASKED = '{"asked": true}'
_NAME_SIZE = 16
_NAMED = re.compile(rb"[0-9a-f]{1,16}")
"""The first line, or what a crash left of it."""
_MARKS = frozenset({"steps", "confirmed", "recorded", "undone", "partly", "dropped", "asked"})
_LONGEST = 64 << 20


class JournalStep(NamedTuple):
    """One document's part: its operation, the temporary name used beside the document, the new version.

    ``content`` is None where there is none, or where the history has it already.
    """

    operation: Operation
    temporary: str
    content: bytes | None = None


class Intent(NamedTuple):
    """What was begun, to be done as a whole or not at all, and who does it.

    ``confirmed``: every step was carried out and is durable, whatever the documents are by now. ``recorded``:
    this was logged too, and nothing is left over. ``undone``: nothing came of it but temporaries.
    ``taken_back`` are the operations that nothing came of while others cannot be undone yet: what their
    documents are now is somebody's. ``places`` are the offsets in the log at which its steps were logged,
    where that is known.
    """

    steps: tuple[JournalStep, ...]
    owner: Owner
    confirmed: bool = False
    recorded: bool = False
    undone: bool = False
    taken_back: frozenset[str] = frozenset()
    places: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        """What tells it from others."""
        return self.steps[0].operation.id

    @property
    def is_settled(self) -> bool:
        """Whether nothing is to be done about it as long as the system runs on."""
        return self.recorded and self.owner.is_of_this_boot()


def unit_of(intent: Intent) -> str:
    """Return what tells the operations of an intent from all others, every word of them."""
    from hashlib import blake2b

    told = "\n".join(written(step.operation) for step in intent.steps)
    return blake2b(told.encode(), digest_size=12).hexdigest()


class JournalPosition(NamedTuple):
    """A place in a journal: since it was emptied last (which gives it a new name), and its length."""

    name: bytes
    size: int


class WriteAheadJournal:
    """The open journal of one workspace. Read and written only under its lock."""

    def __init__(self, opened: OwnedDescriptor) -> None:
        self._opened = opened
        self._descriptor = opened.descriptor
        self.size = opened_size(opened.descriptor, _NAME)
        """How many bytes it has."""
        self._name: bytes | None = None

    def __enter__(self) -> Self:
        """Return the journal, to be closed at the end of the block."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the journal."""
        self._opened.__exit__(*error)

    def begin(self, intent: Intent) -> range:
        """Write an intent down (durable when it returns) and return where it stands.

        Raises TooLargeError where nobody could read it again.
        """
        fields = _written(intent)
        if len(fields) >= _LONGEST:
            raise TooLargeError(f"{len(intent.steps)} documents are too many to be changed as one")
        return self._append(fields, durable=True)

    def confirm(self, intent: Intent) -> None:
        """Write down that all of it is done (durable when it returns)."""
        self._append(_marked("confirmed", intent), durable=True)

    def settle(self, intent: Intent) -> None:
        """Write down that nothing is left to do. The next intent that is begun makes this durable."""
        self._append(_marked("recorded", intent), durable=False)

    def undo(self, intent: Intent) -> None:
        """Write down that nothing came of an intent but temporaries that somebody is still writing."""
        self._append(f'{{"undone": {quoted(intent.id)}}}', durable=False)

    def take_back(self, intent: Intent, steps: Iterable[JournalStep]) -> None:
        """Write down of which steps nothing came, while others are still to be undone."""
        ids = ", ".join(quoted(step.operation.id) for step in steps)
        self._append(f'{{"partly": {quoted(intent.id)}, "taken_back": [{ids}]}}', durable=False)

    def drop(self, intent: Intent) -> None:
        """Write down that nothing came of an intent."""
        self._append(_dropping(intent), durable=False)

    def ids(self) -> Iterable[bytes]:
        """Return the ids of all operations that were begun and not dropped, as they stand there."""
        begun: dict[bytes, list[bytes]] = {}
        for line in self._bytes().splitlines():
            if found := _ID.findall(line):
                begun[found[0]] = found
            elif dropped := _DROPPED.fullmatch(line):
                begun.pop(dropped[1], None)
        return chain.from_iterable(begun.values())

    def carries(self, revision: Revision) -> bool:
        """Say whether the bytes of a version stand here, durable, to be kept again after a power cut."""
        data, mention = self._bytes(), quoted(revision).encode()
        for intent in _read(_lines_with(data, mention)):
            held = (step.operation.after for step in intent.steps if step.content is not None)
            if revision in held and _dropping(intent).encode() not in data:
                return True
        return False

    def ask(self) -> bool:
        """Write down that the system is asked to make all durable; False where that stands there already.

        On a full disk it is not written, but asked all the same: emptying makes room.
        """
        is_first = f"\n{_ASKED}\n".encode() not in self._bytes()
        if is_first:
            with suppress(OSError):
                self._append(_ASKED, durable=False)
        return is_first

    def strike(self, place: range) -> bool:
        """Take back the intent that stands here; False where something has been written behind it."""
        is_last = self.size == place.stop
        if is_last:
            self._cut(place.start)
        return is_last

    def mark(self) -> JournalPosition:
        """Return where the journal ends."""
        if self._name is None:
            self._name = os.pread(self._descriptor, _NAME_SIZE, 0)
        return JournalPosition(self._name, self.size)

    def read(self, after: JournalPosition | None = None) -> tuple[Intent, ...]:
        """Return every intent begun after a mark; a torn one had touched nothing yet."""
        now = self.mark()
        begin = after.size if after and after.name == now.name and after.size <= now.size else 0
        with os.fdopen(os.dup(self._descriptor), "rb") as stream:
            stream.seek(begin)
            return _read(iter(partial(stream.readline, _LONGEST), b""))

    def clear(self) -> None:
        """Strike them all, and whatever else has come to stand there."""
        if self.size:
            self._cut(0)

    def sync(self) -> None:
        """Make it survive a power cut as it is: what was struck from it does not come back."""
        sync_file(self._descriptor)

    def _bytes(self) -> bytes:
        return os.pread(self._descriptor, self.size, 0)

    def _cut(self, size: int) -> None:
        os.ftruncate(self._descriptor, size)
        self.size = size

    def _append(self, fields: str, *, durable: bool) -> range:
        start = self.size
        if not start:
            self._name = None
        line = (b"" if start else _new_name()) + b"\n" + fields.encode() + b"\n"
        try:
            write_all(self._descriptor, line)
            if durable:
                sync_file(self._descriptor)
        except OSError:
            os.ftruncate(self._descriptor, start)
            raise
        self.size = start + len(line)
        return range(start, self.size)


def opened_intents(private: SafeRoot) -> WriteAheadJournal:
    """Open the journal kept in this folder, created where missing, for a block."""
    opened = private.record(_NAME)
    try:
        require_no_hole(opened.descriptor, _NAME)
        intents = WriteAheadJournal(opened)
        if not intents.size:
            with private.folder(()) as folder:
                sync_folder(folder)
    except BaseException:
        opened.__exit__()
        raise
    return intents


def is_usable(intent: Intent) -> bool:
    """Say whether memdesk can have begun this: of documents in the folder, with temporaries of its own.

    Any other was forged, or broken: nothing of it can be done or undone.
    """
    for step in intent.steps:
        try:
            split_path(step.operation.path)
        except UnsafePathError:
            return False
        if "/" in step.temporary or not is_ours(step.temporary):
            return False
    return True


def strange_lines(private: SafeRoot) -> tuple[int, ...]:
    """Return the numbers of the journal's lines that memdesk cannot have written, nor a crash broken off."""
    try:
        lines = private.read((_NAME,)).data.split(b"\n")
    except (OSError, MemdeskError):
        return ()
    return tuple(number for number, line in enumerate(lines, start=1) if _is_strange(line))


def _is_strange(line: bytes) -> bool:
    if not line or _NAMED.fullmatch(line) or b"\0" in line:
        return False
    if line.startswith(b'{"') and not line.endswith(b"}"):
        return False
    fields = _parse(line)
    if not isinstance(fields, dict) or not fields.keys() & _MARKS:
        return not b'{"'.startswith(line)
    return "steps" in fields and _unpacked(fields) is None


def written_line(intent: Intent) -> bytes:
    """Return an intent as it stands in the journal."""
    return _written(intent).encode() + b"\n"


def glance(private: SafeRoot) -> tuple[Intent, ...]:
    """Return what seems unfinished, also to one who has no lock; creates nothing, and cannot fail."""
    return tuple(intent for intent in journal(private) if not intent.recorded)


def journal(private: SafeRoot) -> tuple[Intent, ...]:
    """Return every intent that still stands there, as :func:`glance` does."""
    try:
        return _read(private.read((_NAME,)).data.splitlines())
    except (OSError, MemdeskError):
        return ()


def _dropping(intent: Intent) -> str:
    return f'{{"dropped": {quoted(intent.id)}}}'


def _lines_with(data: bytes, mention: bytes) -> Iterator[bytes]:
    """Yield the lines that hold these bytes."""
    at = data.find(mention)
    while at >= 0:
        end = data.find(b"\n", at)
        yield data[data.rfind(b"\n", 0, at) + 1 : end]
        at = data.find(mention, end) if end >= 0 else -1


def _read(lines: Iterable[bytes]) -> tuple[Intent, ...]:
    intents: dict[str, Intent] = {}
    for fields in map(_parse, lines):
        match fields:
            case {"confirmed": str(id)} if id in intents:
                intents[id] = _placed(intents[id], fields)._replace(confirmed=True)
            case {"recorded": str(id)} if id in intents:
                intents[id] = _placed(intents[id], fields)._replace(recorded=True)
            case {"undone": str(id)} if id in intents:
                intents[id] = intents[id]._replace(undone=True)
            case {"partly": str(id), "taken_back": [*ids]} if id in intents:
                known = intents[id].taken_back
                intents[id] = intents[id]._replace(
                    taken_back=known | {each for each in ids if isinstance(each, str)}
                )
            case {"dropped": str(id)}:
                intents.pop(id, None)
            case {"steps": _} if intent := _unpacked(fields):
                intents[intent.id] = intent
    return tuple(intents.values())


def _marked(mark: str, intent: Intent) -> str:
    places = f', "at": {list(intent.places)}' if intent.places else ""
    return f'{{"{mark}": {quoted(intent.id)}{places}}}'


def _placed(intent: Intent, fields: Json) -> Intent:
    """Return an intent with the places that a mark tells, if it tells one of each step."""
    match fields:
        case {"at": [*told]} if len(told) == len(intent.steps):
            places = tuple(place for place in told if isinstance(place, int))
            return intent._replace(places=places) if len(places) == len(told) else intent
    return intent


def _written(intent: Intent) -> str:
    steps = ", ".join(_written_step(step) for step in intent.steps)
    return f'{{"steps": [{steps}], "owner": {_written_owner(intent.owner)}}}'


def _written_step(step: JournalStep) -> str:
    content = "null" if step.content is None else f'"{b64encode(step.content).decode()}"'
    return (
        f'{{"operation": {written(step.operation)}, "temporary": {quoted(step.temporary)}'
        f', "content": {content}}}'
    )


@lru_cache(4)
def _written_owner(owner: Owner) -> str:
    return json.dumps(owner._asdict())


def _parse(line: bytes) -> Json:
    try:
        fields: Json = json.loads(line) if line.startswith(b"{") else None
    except (ValueError, RecursionError):
        return None
    return fields


def _unpacked(fields: Json) -> Intent | None:
    match fields:
        case {
            "steps": [_, *_] as found,
            "owner": {"pid": int(pid), "started": str(started), "boot": str(boot)},
        }:
            steps = tuple(step for step in map(_step, found) if step)
            return Intent(steps, Owner(pid, started, boot)) if len(steps) == len(found) else None
    return None


def _step(fields: Json) -> JournalStep | None:
    match fields:
        case {"operation": dict(operation), "temporary": str(temporary), "content": str() | None as content}:
            unpacked = unpack(operation)
            try:
                data = None if content is None else b64decode(content, validate=True)
            except (Base64Error, ValueError):
                return None
            return JournalStep(unpacked, temporary, data) if unpacked else None
    return None


def _new_name() -> bytes:
    return secrets.token_hex(_NAME_SIZE // 2).encode()
