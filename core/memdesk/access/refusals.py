"""What agents were refused, written down for the person: who wanted to write where, and what held it back.

Nothing of what was to be written is kept. The log of changes does not tell of it, as nothing was changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace

from memdesk.errors import InvalidError, MemdeskError, ProtectedError
from memdesk.model import Actor, Json
from memdesk.runtime.person import actor_of
from memdesk.store import Store
from memdesk.store.metadata.record import items_in

RECORD = "refused.json"
DAMAGED = "damaged"
_DAMAGED = frozenset({"locks_damaged", "record_damaged", "record_damaged_outside"})

MOST = 200
"""How many are kept, the newest."""


@dataclass(frozen=True, slots=True)
class RefusedWrite:
    """Writes of one agent in one session that the same lock held back: when the last was, and how many.

    ``rule`` is how far the ``part`` is locked (``approval``: nothing is locked, too much waits already;
    ``damaged``: a record that is asked before any write is), and ``why`` the reason that the person gave for
    it, or the name of that record.
    """

    uri: str
    part: str
    rule: str
    why: str
    actor: Actor
    time: float
    times: int = 1

    @property
    def name(self) -> str:
        """The place as a uri."""
        return f"{self.uri}#{self.part}" if self.part else self.uri


def refused_writes(store: Store) -> tuple[RefusedWrite, ...]:
    """Return what was refused, the newest first; nothing where the record of it cannot be read."""
    try:
        found = [_read(item) for item in items_in(store.record(RECORD), "refused")]
    except (MemdeskError, ValueError, RecursionError):
        return ()
    return tuple(sorted((each for each in found if each is not None), key=lambda each: -each.time))


def note_refusal(store: Store, error: ProtectedError, actor: Actor, now: Callable[[], float]) -> None:
    """Write down that an agent was refused; where that cannot be done, nothing is raised."""
    _note(store, RefusedWrite(error.uri or "", error.part, error.rule, error.why, actor, now()))


def note_damage(
    store: Store, error: InvalidError, actor: Actor, now: Callable[[], float], *, uri: str, record: str
) -> None:
    """Write down that a write was refused as a ``record`` is damaged that has to be asked, if that is why."""
    if error.reason in _DAMAGED:
        name = error.arguments[0] if error.arguments else record
        _note(store, RefusedWrite(uri, "", DAMAGED, name, actor, now()))


def _note(store: Store, new: RefusedWrite) -> None:
    # where our whole folder is gone, a new one would be in the way of who puts it back
    if not store.is_begun:
        return
    actor = new.actor
    with suppress(MemdeskError, OSError, ValueError, RecursionError), store.exclusive(actor):
        others = list[RefusedWrite]()
        for each in refused_writes(store):
            if _is_same(each, new):
                new = replace(new, times=each.times + 1)
            else:
                others.append(each)
        listed: list[Json] = [asdict(each) for each in (new, *others[: MOST - 1])]
        store.put_record(RECORD, json.dumps({"refused": listed}, indent=1).encode(), actor)


def _is_same(one: RefusedWrite, other: RefusedWrite) -> bool:
    return (one.uri, one.part, one.rule, one.actor) == (other.uri, other.part, other.rule, other.actor)


def _read(item: Json) -> RefusedWrite | None:
    match item:
        case {
            "uri": str(uri),
            "part": str(part),
            "rule": str(rule),
            "why": str(why),
            "actor": dict(actor),
            "time": int() | float() as time,
            "times": int(times),
        } if (who := actor_of(actor)) is not None:
            return RefusedWrite(uri, part, rule, why, who, float(time), times)
    return None
