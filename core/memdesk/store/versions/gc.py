"""Carries the retention out: once a day, in short holds of the lock, so that no commit waits for it."""

from __future__ import annotations

import json
import math
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from itertools import islice
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.model import Json, Revision
from memdesk.runtime.clock import machine_time
from memdesk.runtime.paths import settings_file
from memdesk.runtime.settings import SettingsFile
from memdesk.store.fs.descriptors import sync_file
from memdesk.store.fs.names import HALF
from memdesk.store.fs.safe_root import SafeRoot, create_file, remove, write_all
from memdesk.store.integrity.log_copy import LOG
from memdesk.store.oplog.agent_operations import seal
from memdesk.store.oplog.audit import LogAudit, survey
from memdesk.store.oplog.journal import glance
from memdesk.store.oplog.operation import Operation
from memdesk.store.oplog.operations import OperationLog
from memdesk.store.oplog.reverse_reader import ALL
from memdesk.store.versions.pins import RECORD as PINS
from memdesk.store.versions.pins import pinned_revisions
from memdesk.store.versions.records import Records
from memdesk.store.versions.retention import DAY, KeptVersion, Plan, RetentionRules, plan

NAME = "collected.json"
BATCH = 50
"""Versions removed under one hold of the lock."""

_RECORD = 4096

Hold = Callable[[], AbstractContextManager[object]]
"""Takes the workspace lock."""


class Collected(NamedTuple):
    """When versions were last collected, until when the limit may have taken some, and what the log was then.

    The ``seal`` tells what stood up to the ``end`` from anything else; once the log was found to have lost
    something of that, it stays ``is_cut``.
    """

    time: float
    capped: float
    end: int = 0
    seal: str = ""
    is_cut: bool = False


def chosen_rules() -> RetentionRules:
    """Return the rules with what the person chose of them: never less than they keep by themselves."""
    chosen, least = SettingsFile(settings_file()).value, RetentionRules()
    everything = chosen.keep_days * DAY or math.inf
    return least._replace(
        everything=everything, persons=max(everything, least.persons), limit=chosen.history_mb << 20
    )


class Collection:
    """The collecting of one workspace."""

    def __init__(self, records: Records, hold: Hold, rules: RetentionRules | None = None) -> None:
        self._private, self._records, self._hold = records.private, records, hold
        self._given = rules

    @property
    def _rules(self) -> RetentionRules:
        return self._given or chosen_rules()

    def is_due(self) -> bool:
        """Say whether a day has passed since the last time, or since the log began."""
        since = certain_time(self._private, self._records.log.first())
        return since < math.inf and not 0 <= machine_time(self._records.clock) - since < DAY

    def plan(self) -> Plan:
        """Return what would be collected now; changes nothing."""
        return self._plan(survey(self._records.log))

    def collect(self, stop: Callable[[], bool]) -> bool:
        """Remove what may go, and what dead processes left in the history; say whether all was done.

        Nothing goes while what is pinned, or the log, is not what was written last.

        Whatever is logged or put into the history meanwhile stays. Ends early once ``stop`` says so.
        """
        if {damage.name for damage in self._records.vouched.damages(self._private, whole=True)} & {PINS, LOG}:
            return False
        with self._hold():
            self._records.history.settle()
        known = survey(self._records.log)
        found = self._plan(known)
        for batch in _batches(found.gone):
            if stop():
                return False
            with self._hold():
                self._drop(batch, self._records.log.read(known.offset).operations)
        told = seal(self._records.log, known.offset, durable=True).hex()
        with self._hold():
            now, last = machine_time(self._records.clock), last_collected(self._private)
            self._sweep(now - self._rules.young)
            capped = max(found.capped, last.capped if last else 0.0)
            self._write(Collected(now, capped, known.offset, told, is_cut(self._records.log, last)))
        return True

    def _plan(self, known: LogAudit) -> Plan:
        blobs, pinned = self._records.history.blobs(), pinned_revisions(self._private)
        return next_plan(known, blobs, pinned, self._records, self._rules)

    def _drop(self, batch: Iterable[KeptVersion], news: Iterable[Operation]) -> None:
        unfinished = (step.operation for intent in glance(self._private) for step in intent.steps)
        lost = self._records.unfinished.read().operations
        named = {revision for step in (*news, *unfinished, *lost) for revision in (step.before, step.after)}
        needed = named | pinned_revisions(self._private)
        for blob in batch:
            if blob.revision not in needed:
                self._records.history.drop(blob.revision, blob.time)

    def _sweep(self, time: float) -> None:
        """Remove what dead processes left half-written in our folder before this time."""
        with self._private.folder(()) as folder, os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(HALF) and entry.stat(follow_symlinks=False).st_mtime <= time:
                    remove(folder, entry.name)

    def _write(self, collected: Collected) -> None:
        """Put the record in place at once."""
        temporary = f"{NAME}.{secrets.token_hex(4)}{HALF}"
        data = json.dumps(collected._asdict()).encode()
        becoming = self._records.vouched.becoming(self._private, NAME, data, strict=False)
        with becoming, self._private.folder(()) as folder:
            try:
                with create_file(folder, temporary) as descriptor:
                    write_all(descriptor, data)
                    sync_file(descriptor)
                os.rename(temporary, NAME, src_dir_fd=folder, dst_dir_fd=folder)
            except BaseException:
                remove(folder, temporary)
                raise


def next_plan(
    known: LogAudit,
    blobs: Iterable[KeptVersion],
    pinned: frozenset[Revision],
    records: Records,
    rules: RetentionRules,
) -> Plan:
    """Return what of these versions would be collected now.

    What no line mentions may stand in a line that is lost, where the log was cut or changed.
    """
    whole = bool(known.operations) and not known.malformed and known.moved_up is None
    whole = whole and not is_cut(records.log, last_collected(records.private))
    sure = certain_time(records.private, known.first)
    now = machine_time(records.clock)
    return plan(known.operations, blobs, now, rules, whole=whole, pinned=pinned, sure=sure)


def is_cut(log: OperationLog, last: Collected | None) -> bool:
    """Say whether the log has certainly lost something that it had at some collection."""
    if last is None:
        return False
    return last.is_cut or (last.seal != "" and seal(log, last.end).hex() != last.seal)


def certain_time(private: SafeRoot, first: Operation | None) -> float:
    """Return up to when ages are counted: the last collection, before that the ``first`` operation.

    A clock that is years ahead for a day makes nothing old by that: what it says is believed when another
    collection, a day later, comes after it. Infinite where nothing was logged.
    """
    last = last_collected(private)
    if last is not None:
        return last.time
    return first.machine_time if first else math.inf


def last_collected(private: SafeRoot) -> Collected | None:
    """Return what is known of the last time; None where nothing sensible is written there."""
    try:
        fields: Json = json.loads(private.read((NAME,), _RECORD).data)
    except (MemdeskError, ValueError, RecursionError):
        return None
    match fields:
        case {"time": int() | float() as time, "capped": int() | float() as capped, **more}:
            with suppress(OverflowError):
                found = Collected(float(time), float(capped))
                return _sealed(found, more) if all(map(math.isfinite, found[:2])) else None
    return None


def _sealed(collected: Collected, more: Mapping[object, object]) -> Collected:
    match more:
        case {"end": int(end), "seal": str(told), "is_cut": bool(is_cut)} if 0 <= end < ALL:
            return collected._replace(end=end, seal=told, is_cut=is_cut)
    return collected


def _batches(blobs: tuple[KeptVersion, ...]) -> Iterator[list[KeptVersion]]:
    rest = iter(blobs)
    while batch := list(islice(rest, BATCH)):
        yield batch
