"""What a person decided about each item: a record that is only added to, with who decided it and when."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from memdesk.errors import NotPermittedError
from memdesk.model import Actor, Json
from memdesk.runtime.atomic_file import read_text, write_text
from memdesk.runtime.paths import state_dir
from memdesk.store import HERE, HomeStore, Store
from memdesk.workspace import Workspace

RECORD = "review.jsonl"
EVERYTHING = 1 << 62
FULL = 1 << 20
"""Bytes from which on the record is written anew, without what is below its floor."""


class Verdict(StrEnum):
    """What was decided about an item; pending takes an earlier decision back.

    Partly: some of its hunks are judged, and the item waits for the others.
    """

    ACCEPTED = "accepted"
    EDITED = "edited"
    REVERTED = "reverted"
    SNOOZED = "snoozed"
    PARTLY = "partly"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """A decision: which, by whom, through what, when; ``until`` when a snoozed item comes back.

    ``accepted`` and ``reverted`` are the hunks that were judged for themselves, counted from 1.
    """

    verdict: Verdict
    by: str
    via: str
    time: float
    until: float | None = None
    accepted: tuple[int, ...] = ()
    reverted: tuple[int, ...] = ()
    reason: str = ""
    """Why, in the person's words."""

    def holds(self, now: float) -> bool:
        """Whether the item needs no decision now."""
        return self.is_final or (self.until is not None and now < self.until)

    @property
    def is_final(self) -> bool:
        """Whether the item will need no decision again."""
        return self.verdict not in (Verdict.PENDING, Verdict.SNOOZED, Verdict.PARTLY)


@dataclass(slots=True)
class Marks:
    """Every decision by item; below the floor, an offset of the log, only the reopened ones wait."""

    by_id: dict[str, RecordedDecision] = field(default_factory=dict)
    reopened: set[str] = field(default_factory=set)
    floor: int = 0

    def take(self, line: str) -> None:
        """Take one line of the record in; one that is none of ours is passed over."""
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            return
        match fields:
            case {"floor": int(floor)}:
                self.floor = max(self.floor, floor)
            case {"ids": list(ids), **fields} if (mark := _mark(fields)) is not None:
                self._put([each for each in ids if isinstance(each, str)], mark)

    def _put(self, ids: list[str], mark: RecordedDecision) -> None:
        if mark.verdict is Verdict.PENDING:
            for each in ids:
                self.by_id.pop(each, None)
        else:
            self.by_id |= dict.fromkeys(ids, mark)
        if mark.is_final:
            self.reopened.difference_update(ids)
        else:
            self.reopened.update(ids)


_Read: TypeAlias = tuple[tuple[bytes, ...], str, int]
"""What is written in the homes and outside; where they are several, also where what they logged ends."""
_SETTLED = RecordedDecision(Verdict.ACCEPTED, "", "", 0.0)
"""What was decided of an item below a floor: that it needs no decision is all that is still known."""


class ReviewRecord:
    """The marks of one workspace. Where the folder may not be written, they are kept outside of it."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._outside = outside_file(workspace.id)
        self._lock = Lock()
        self._read: _Read | None = None
        self._marks = Marks()

    def marks(self) -> Marks:
        """Return what is decided by now."""
        with self._lock:
            found = self._now()
            if found != self._read:
                self._marks = self._folded(*found)
                self._read = found
            return self._marks

    def _folded(self, records: tuple[bytes, ...], outside: str, end: int) -> Marks:
        """Return all decisions; where several homes have some, none of them is below a floor."""
        texts = [data.decode("utf-8", "replace") for data in records]
        if not end:
            marks = _folded(*texts, outside)
            if marks.floor > self._workspace.store.operations_end():  # nothing can have been decided there
                marks.floor = 0
            return marks
        here = {each.decode() for each in self._workspace.store.logged_ids(0, end)}
        whole = Marks()
        for part, text in zip(self._workspace.store.homes(), texts, strict=True):
            marks, below = _folded(text), frozenset[bytes]()
            with suppress(NotPermittedError):
                below = part.store.logged_ids(0, marks.floor)
            settled = ({each.decode() for each in below} & here) - marks.reopened - marks.by_id.keys()
            whole.by_id |= dict.fromkeys(settled, _SETTLED)
            whole.by_id |= {each: mark for each, mark in marks.by_id.items() if each in here}
            whole.reopened |= marks.reopened & here
        for line in _lines([outside]):
            whole.take(line)
        return whole

    def state(self) -> int:
        """Return what tells the record as it is by now from any other."""
        return hash(self._now())

    def _now(self) -> _Read:
        self._workspace.store.survey()
        parts = self._workspace.store.homes()
        end = self._workspace.store.operations_end() if len(parts) > 1 or parts[0].home != HERE else 0
        return tuple(_recorded(part) for part in parts), read_text(self._outside) or "", end

    def put(self, marks: Mapping[str, RecordedDecision | None], actor: Actor) -> None:
        """Add decisions; None makes an item pending again."""
        by_mark: dict[RecordedDecision | None, list[str]] = {}
        for each, mark in marks.items():
            by_mark.setdefault(mark, []).append(each)
        decided = [(mark or self._undecided(actor), ids) for mark, ids in by_mark.items()]
        if self._workspace.read_only:
            self._append([_line(ids, mark) for mark, ids in decided], self._workspace.store, actor)
            return
        parts = self._workspace.store.homes()
        for part in parts:
            known = None if len(parts) == 1 else part.store.logged_ids(0, EVERYTHING)
            mine = [
                (mark, [each for each in ids if known is None or each.encode() in known])
                for mark, ids in decided
            ]
            self._append([_line(ids, mark) for mark, ids in mine if ids], part.store, actor)

    def raise_floor(self, floor: int, kept: frozenset[str], actor: Actor) -> None:
        """Remember that everything below an offset is decided; what was about these items is kept.

        An offset in what several homes logged is none in the log of any of them.
        """
        parts = self._workspace.store.homes()
        if self._workspace.read_only or len(parts) > 1 or parts[0].home != HERE:
            return
        with self._workspace.exclusive(actor):
            marks = self.marks()
            data = self._workspace.store.record(RECORD) or b""
            if len(data) < FULL:
                self._append([json.dumps({"floor": floor})], self._workspace.store, actor)
                return
            lines = [json.dumps({"floor": floor})]
            above = [each for each in marks.by_id if each in kept or each in marks.reopened]
            lines += [_line([each], marks.by_id[each]) for each in above]
            waiting = sorted(marks.reopened - kept - set(above))
            lines += [_line(waiting, self._undecided(actor))] if waiting else []
            self._workspace.store.put_record(RECORD, "\n".join(lines).encode() + b"\n", actor)

    def _undecided(self, actor: Actor) -> RecordedDecision:
        return RecordedDecision(Verdict.PENDING, actor.name, actor.via, self._workspace.clock.now())

    def _append(self, lines: Sequence[str], store: Store, actor: Actor) -> None:
        if not lines:
            return
        if self._workspace.read_only:
            write_text(self._outside, (read_text(self._outside) or "") + "\n".join(lines) + "\n")
        else:
            store.append_record(RECORD, "\n".join(lines).encode(), actor)


def _recorded(part: HomeStore) -> bytes:
    with suppress(NotPermittedError):
        return part.store.vouched_record(RECORD) or b""
    return b""


def outside_file(workspace: str) -> Path:
    """Return where the marks of a folder are kept that may not be written."""
    return state_dir() / "workspaces" / workspace / RECORD


def made(verdict: Verdict, actor: Actor, time: float, until: float | None = None) -> RecordedDecision:
    """Return a decision of now."""
    return RecordedDecision(verdict, actor.name, actor.via, time, until)


def _folded(*texts: str) -> Marks:
    marks = Marks()
    for line in _lines(texts):
        marks.take(line)
    return marks


def _lines(texts: Iterable[str]) -> Iterator[str]:
    return (line for text in texts for line in text.split("\n") if line)


def _line(ids: list[str], mark: RecordedDecision) -> str:
    fields: dict[str, Json] = {"mark": mark.verdict, "by": mark.by, "via": mark.via, "time": mark.time}
    if mark.until is not None:
        fields["until"] = mark.until
    for name, hunks in (("accepted", mark.accepted), ("reverted", mark.reverted)):
        if hunks:
            fields[name] = [*hunks]
    if mark.reason:
        fields["reason"] = mark.reason
    return json.dumps(fields | {"ids": [*ids]})


def _mark(fields: Mapping[object, object]) -> RecordedDecision | None:
    match fields:
        case {"mark": str(verdict), "by": str(by), "via": str(via), "time": int() | float() as time, **more}:
            if verdict not in set(Verdict):
                return None
            found = RecordedDecision(
                Verdict(verdict),
                by,
                via,
                time,
                accepted=_numbers(more.get("accepted")),
                reverted=_numbers(more.get("reverted")),
                reason=said if isinstance(said := more.get("reason"), str) else "",
            )
            until = more.get("until")
            with suppress(OverflowError):
                return replace(found, until=float(until)) if isinstance(until, int | float) else found
    return None


def _numbers(value: object) -> tuple[int, ...]:
    return tuple(each for each in value if isinstance(each, int)) if isinstance(value, list) else ()
