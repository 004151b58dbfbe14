"""One line of the operation log: a change of one document, and the JSON that stands for it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import lru_cache
from json.encoder import encode_basestring_ascii
from typing import NamedTuple, TypedDict

from memdesk.model import UNPROVEN, Actor, Instead, Json, Occupant, Revision
from memdesk.runtime.person import actor_of

_LARGEST = 1 << 62
_USERS = 1 << 32
_DEEPEST = 4_096
_AT = ', "at": '
_PLACE = re.compile(rb', "at": (\d{1,18})\}\n\Z')


LONGEST_NAME = 1_000
"""Letters that are written down of what a writer, its tool or its session calls itself."""


class Operation(NamedTuple):
    """One change of one document: from which revision to which (None = no file), when and by whom.

    ``size`` counts the bytes of ``after``; older logs do not have it. A change from outside has the time at
    which it was seen. Operations with the same ``unit`` happened together, all or none.

    ``moved`` is the other name of a document that was renamed: of what begins the new one, and of what ends
    the old one. ``mode`` are the permissions of the file, of a deletion those that it had. A deletion tells
    its ``owner`` (user, group) and extended ``attributes`` (name, value in base 64) too, to be given back.

    One that is ``late`` came from outside and was replaced before it was logged: the document did not become
    this where it stands in the log, but when it was ``before``.

    ``machine`` is the machine's time where ``time`` was told by somebody else.
    ``instead`` is what stood in the place of a document that could not be read any more: ``after`` is None.
    """

    id: str
    path: str
    before: Revision | None
    after: Revision | None
    time: float
    actor: Actor
    size: int | None = None
    unit: str | None = None
    moved: str | None = None
    mode: int | None = None
    owner: tuple[int, int] | None = None
    attributes: tuple[tuple[str, str], ...] = ()
    late: bool = False
    machine: float | None = None
    instead: Instead | None = None

    @property
    def machine_time(self) -> float:
        """When it was by the machine's clock: what decides; older logs tell one time only."""
        return self.time if self.machine is None else self.machine


def clipped(actor: Actor) -> Actor:
    """Return a writer with names that a line of the log has room for: a client may give itself any."""
    if max(map(len, (actor.name, actor.tool or "", actor.session or ""))) <= LONGEST_NAME:
        return actor
    tool, session = (name and name[:LONGEST_NAME] for name in (actor.tool, actor.session))
    return replace(actor, name=actor.name[:LONGEST_NAME], tool=tool, session=session)


@lru_cache(16)
def written(operation: Operation) -> str:
    """Return an operation as JSON on one line (put together by hand, which is several times as fast)."""
    size = "null" if operation.size is None else operation.size
    return (
        f'{{"id": {quoted(operation.id)}, "path": {quoted(operation.path)}'
        f', "before": {quoted(operation.before)}, "after": {quoted(operation.after)}'
        f', "time": {operation.time!r}, "actor": {_actor(operation.actor)}, "size": {size}'
        + (f', "unit": {quoted(operation.unit)}' if operation.unit is not None else "")
        + (f', "moved": {quoted(operation.moved)}' if operation.moved is not None else "")
        + (f', "mode": {operation.mode}' if operation.mode is not None else "")
        + (f', "owner": {list(operation.owner)}' if operation.owner is not None else "")
        + (f', "attributes": {json.dumps(dict(operation.attributes))}' if operation.attributes else "")
        + (f', "machine": {operation.machine!r}' if operation.machine is not None else "")
        + (f', "instead": {json.dumps(operation.instead._asdict())}' if operation.instead else "")
        + (', "late": true}' if operation.late else "}")
    )


def unproven(operation: Operation) -> Operation:
    """Return an operation of which only the journal tells who wrote it: that is nobody's word."""
    return operation._replace(actor=UNPROVEN)


def placed(operation: Operation, offset: int) -> bytes:
    """Return the line of the log that begins at an offset, and tells so: nothing before it goes unnoticed."""
    return f"{written(operation)[:-1]}{_AT}{offset}}}\n".encode()


def place_of(line: bytes) -> int:
    """Return the offset at which a line of the log was written, 0 where it does not tell."""
    told = _PLACE.search(line)
    return int(told[1]) if told else 0


def quoted(text: str | None) -> str:
    """Return a text as JSON holds it."""
    return "null" if text is None else encode_basestring_ascii(text)


@lru_cache(64)
def _actor(actor: Actor) -> str:
    return json.dumps(asdict(actor))


def unpack(fields: Json) -> Operation | None:
    """Return the operation that JSON holds, None where it is none."""
    match fields:
        case {
            "id": str(id),
            "path": str(path),
            "before": str() | None as before,
            "after": str() | None as after,
            "time": float() | int() as time,
            "actor": dict(actor),
            **more,
        }:
            who = actor_of(actor)
            if who is None:
                return None
            first, then = _revision(before), _revision(after)
            if more.keys() <= _PLAIN:
                size, mode = _number(more.get("size"), _LARGEST), _number(more.get("mode"), 0o1000)
                return Operation(id, path, first, then, time, who, size, mode=mode)
            return Operation(id, path, first, then, time, who, **_optional(more))
    return None


_PLAIN = {"size", "mode", "at"}
"""All that most lines tell besides: of long logs, looking for each of the rest is a fifth of the time."""


# Almost every line names a writer of an earlier one, and telling its name from the login's asks the system.


class _Optional(TypedDict):
    """What a line need not tell."""

    size: int | None
    unit: str | None
    moved: str | None
    mode: int | None
    owner: tuple[int, int] | None
    attributes: tuple[tuple[str, str], ...]
    late: bool
    machine: float | None
    instead: Instead | None


def _optional(fields: Mapping[object, object]) -> _Optional:
    unit, moved = fields.get("unit"), fields.get("moved")
    return {
        "size": _number(fields.get("size"), _LARGEST),
        "unit": unit if isinstance(unit, str) else None,
        "moved": moved if isinstance(moved, str) else None,
        "mode": _number(fields.get("mode"), 0o1000),
        "owner": _owner(fields.get("owner")),
        "attributes": _attributes(fields.get("attributes")),
        "late": fields.get("late") is True,
        "machine": _time(fields.get("machine")),
        "instead": _instead(fields.get("instead")),
    }


def _owner(value: object) -> tuple[int, int] | None:
    match value:
        case [user, group]:
            pair = _number(user, _USERS), _number(group, _USERS)
            return None if pair[0] is None or pair[1] is None else (pair[0], pair[1])
    return None


def _instead(value: object) -> Instead | None:
    match value:
        case {"what": str(what), "above": int(above), "target": str(target)}:
            if what in set(Occupant) and 0 <= above < _DEEPEST:
                return Instead(Occupant(what), above, target)
    return None


def _attributes(value: object) -> tuple[tuple[str, str], ...]:
    """Return the extended attributes that a line tells; whether they may be set is not judged here."""
    found = value.items() if isinstance(value, dict) else ()
    return tuple((name, text) for name, text in found if isinstance(name, str) and isinstance(text, str))


def _number(value: object, limit: int) -> int | None:
    """Return a number that a line tells, None where it is none or impossible."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit else None


def _time(value: object) -> float | None:
    """Return a time that a line tells, None where it is none."""
    return value if isinstance(value, float) and math.isfinite(value) else None


def _revision(text: str | None) -> Revision | None:
    return None if text is None else Revision(text)


def parse_line(line: bytes) -> Operation | None:
    """Return the operation that a line of the log tells of, None where it is none of ours."""
    try:
        # Of bytes it would be guessed first how they are encoded.
        return unpack(json.loads(line.decode("utf-8", "surrogatepass"))) if line.startswith(b"{") else None
    except (ValueError, RecursionError):
        return None
