"""What the log tells all in all: how many items, what was renamed, which copies were taken.

The log is read once and followed; what it told is remembered beside the person's state, so that the next
opening reads only what is new. What is remembered of another log, or by another release, does not count.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from threading import Lock
from typing import NamedTuple

from memdesk.history.backups.originals import Originals
from memdesk.index.local_state.database import Value
from memdesk.model import Json
from memdesk.review.agent_copies import adds_copy
from memdesk.runtime.version import __version__
from memdesk.store import Operation
from memdesk.store.oplog.operation import parse_line, written
from memdesk.store.oplog.reverse_reader import ALL
from memdesk.systems.copies import KEPT_IN
from memdesk.workspace import Workspace

_NAME = "log_summary"

MOST = 1_000
"""Changes that left something else in a document's place of which is known that they come first."""

_INSTEAD = "instead"
"""What stands in the line of each of these."""

SLACK = 1 << 18
"""Bytes of the log that may be read anew at each opening."""


class Summary(NamedTuple):
    """What the log tells up to its end; copies and names from its beginning, the number from the floor on."""

    floor: int = 0
    number: int = 0
    end: int = 0
    renames: tuple[Operation, ...] = ()
    """What ended a document's former name, the oldest first."""
    copies: Mapping[str, int] = {}
    """Where a copy was only added, by the operation's id."""
    copy_names: frozenset[str] = frozenset()
    """Every name under which there ever was a copy, or what looks like one."""
    replaced: tuple[Operation, ...] = ()
    """What left something else in a document's place, the oldest first; of very many the last ones."""


class LogSummary:
    """The summary of one workspace's log. Safe to use from any thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._store = workspace.store
        self._base = workspace.local_state
        self._originals = Originals(workspace)
        self._lock = Lock()
        self._summary: Summary | None = None
        self._saved = 0

    def now(self, floor: int | None = None) -> Summary:
        """Return what the log tells by now, counted from a floor on; None: from where it was counted last."""
        with self._lock:
            end = self._store.operations_end()
            known = self._summary or self._read()
            if end < known.end:
                known, self._saved = Summary(), 0
            if floor is not None and floor != known.floor:
                start = floor if floor <= end else 0
                known = known._replace(floor=floor, number=self._store.gist(start, known.end, ()).number)
            if end > known.end:
                known = self._followed(known, known.floor if known.floor <= end else 0)
            self._summary = known
            if known.end - self._saved > SLACK:
                self._save(known)
            return known

    def _followed(self, known: Summary, start: int) -> Summary:
        """Return the summary with what is new in the log; what stands before ``start`` is not counted."""
        number, renames, copies = known.number, [*known.renames], {**known.copies}
        replaced = [*known.replaced]
        names = set(known.copy_names)
        for after, stop in pairwise(sorted({known.end, max(known.end, start), ALL})):
            new = self._store.gist(after, stop, (*KEPT_IN, _INSTEAD))
            number += new.number if after >= start else 0
            renames += new.renames
            for offset, step in new.mentioned:
                if step.instead is not None:
                    replaced.append(step)
                if not any(text in step.path for text in KEPT_IN):
                    continue
                if adds_copy(step, self._originals, names):
                    copies[step.id] = offset
                names.add(step.path)
        return Summary(
            known.floor, number, new.end, tuple(renames), copies, frozenset(names), tuple(replaced[-MOST:])
        )

    def _save(self, summary: Summary) -> None:
        fields: dict[str, Json] = {
            "memdesk": __version__,
            "seal": self._store.seal(summary.end).hex(),
            "counted": [summary.floor, summary.number, summary.end],
            "renames": [written(step) for step in summary.renames],
            "copies": dict(summary.copies),
            "copy_names": [*summary.copy_names],
            "replaced": [written(step) for step in summary.replaced],
        }
        self._base.put(_NAME, json.dumps(fields))
        self._saved = summary.end

    def _read(self) -> Summary:
        """Return what was remembered; nothing where it is of another log."""
        match _parsed(self._base.get(_NAME)):
            case {
                "memdesk": str(release),
                "seal": str(seal),
                "counted": [int(floor), int(number), int(end)],
                "renames": list(renames),
                "copies": dict(copies),
                "copy_names": list(names),
                "replaced": list(replaced),
            } if release == __version__ and self._is_sealed(seal, end):
                self._saved = end
                steps = _parsed_steps(renames)
                offsets = {name: at for name, at in copies.items() if isinstance(at, int)}
                known = frozenset(map(str, names))
                return Summary(floor, number, end, steps, offsets, known, _parsed_steps(replaced))
        return Summary()

    def _is_sealed(self, seal: str, end: int) -> bool:
        return 0 <= end <= self._store.operations_end() and seal == self._store.seal(end).hex()


def _parsed_steps(lines: list[Json]) -> tuple[Operation, ...]:
    steps = (parse_line(str(line).encode()) for line in lines)
    return tuple(step for step in steps if step is not None)


def _parsed(written: Value) -> Json:
    try:
        value: Json = json.loads(str(written))
    except (ValueError, RecursionError):
        return None
    return value
