"""Witness: what the records were, kept in a file on another disk or share, and how they depart from that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from memdesk.errors import InvalidError
from memdesk.runtime.clock import machine_time
from memdesk.runtime.paths import state_dir
from memdesk.store.integrity.copies import CABINETS
from memdesk.store.integrity.damage import Damage
from memdesk.store.integrity.digests import RecordDigest
from memdesk.store.integrity.witness_file import LastLine, Testimony, WitnessFile
from memdesk.workspace import Workspace


class Departure(StrEnum):
    """In which way a record is not what was witnessed. ``changed``: as memdesk itself changes it."""

    GONE = "gone"
    SHORTER = "shorter"
    UNREADABLE = "unreadable"
    DIFFERENT = "different"
    CHANGED = "changed"

    @property
    def words(self) -> str:
        """What is said of the record before the time of the witness."""
        return _WORDS[self]


_WORDS = {
    Departure.GONE: "it is gone since",
    Departure.SHORTER: "it is shorter than when",
    Departure.UNREADABLE: "it cannot be read, as it could be when",
    Departure.DIFFERENT: "what was logged is not what it was when",
    Departure.CHANGED: "it changed since",
}


class DepartedRecord(NamedTuple):
    """A record that is not what was witnessed: its name, how it departs, and the time of the line."""

    name: str
    how: Departure
    time: float


class Witness:
    """The witness file of a workspace. Raises as :class:`WitnessFile` where it cannot be one."""

    def __init__(self, workspace: Workspace, path: Path) -> None:
        self._workspace = workspace
        self._file = WitnessFile(path, workspace.id, (workspace.root, state_dir()))
        self._setting = f"witness {self._file.path}"

    def take(self) -> Testimony:
        """Witness the records as they are: add a line to the file, durably; return what it says.

        Raises InvalidError where a record cannot be read: nothing is added then.
        """
        records: dict[str, RecordDigest] = {}
        for name, digest in self._workspace.store.record_digests().items():
            if digest is None:
                raise InvalidError(f"{name} cannot be read, so nothing was witnessed", uri=name)
            records[name] = digest
        testimony = Testimony(machine_time(self._workspace.clock), self._workspace.id, records)
        testimony = self._file.append(testimony, self._last)
        self._workspace.local_state.put(self._setting, f"{testimony.number} {testimony.mark}")
        return testimony

    @property
    def _last(self) -> LastLine | None:
        """The line that this user's memdesk added last: what was cut off the end is known by it."""
        number, _, mark = str(self._workspace.local_state.get(self._setting) or "").partition(" ")
        return LastLine(int(number), mark) if number.isdigit() and mark else None

    def damages(self) -> tuple[Damage, ...]:
        """Return the records that are damaged by now: what is witnessed of them is no good."""
        return self._workspace.store.damages()

    def departures(self) -> Iterator[DepartedRecord]:
        """Yield each record that is not what was witnessed, once.

        A log, which only grows, is held against every line: each of its beginnings must still be there. Any
        other record is held against the last line. One that is shorter, or gone from a cabinet, may be so
        only where this user's memdesk made it so, and something vouched for it since before the line.
        """
        lines = self._file.read()
        self._file.require_holds(lines, self._last)
        now, last = self._workspace.store.record_digests(), lines[-1]
        logs = {name for line in lines for name, digest in line.records.items() if digest.lines is not None}
        for name in sorted(logs | set(last.records)):
            found = now.get(name)
            if name in logs:
                departed = self._log(name, found, lines, is_there=name in now)
            elif name not in now:
                departed = DepartedRecord(name, self._unless_vouched(name, Departure.GONE, last), last.time)
            elif found is None:
                departed = DepartedRecord(name, Departure.UNREADABLE, last.time)
            elif found == last.records[name]:
                departed = None
            elif found.size < last.records[name].size:
                departed = DepartedRecord(
                    name, self._unless_vouched(name, Departure.SHORTER, last), last.time
                )
            else:
                departed = DepartedRecord(name, Departure.CHANGED, last.time)
            if departed is not None:
                yield departed

    def _log(
        self, name: str, now: RecordDigest | None, lines: Sequence[Testimony], *, is_there: bool
    ) -> DepartedRecord | None:
        """Return how a log departs from the first line that it does not fit."""
        told = [(line.time, line.records[name]) for line in lines if name in line.records]
        sizes = [digest.size for _, digest in told]
        begins = self._workspace.store.log_digests(name, sizes) if now is not None else {}
        for time, digest in told:
            if begins.get(digest.size) == digest.sha256:
                continue
            if now is None:
                how = Departure.UNREADABLE if is_there else Departure.GONE
            else:
                how = Departure.DIFFERENT if digest.size in begins else Departure.SHORTER
            return DepartedRecord(name, how, time)
        return None

    def _unless_vouched(self, name: str, how: Departure, line: Testimony) -> Departure:
        """Return ``changed`` where this user's memdesk wrote a record as it is since a line, else ``how``."""
        may_go = how is not Departure.GONE or any(f"{each}/" in name for each in CABINETS)
        is_vouched = self._since is not None and self._since < line.time and name not in self._damaged
        return Departure.CHANGED if may_go and is_vouched else how

    @cached_property
    def _since(self) -> float | None:
        return self._workspace.store.vouching().since

    @cached_property
    def _damaged(self) -> frozenset[str]:
        return frozenset(damage.name for damage in self._workspace.store.damages())
