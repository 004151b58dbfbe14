"""The whole operation log at one look: what happened, and which lines tell nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from memdesk.store.oplog.operation import Operation, parse_line, place_of
from memdesk.store.oplog.operations import OperationLog
from memdesk.store.oplog.reverse_reader import LINE
from memdesk.text.cooperative import yielding

_BEGUN = b'{"id": "'
"""How every line of ours begins."""


class LogAudit(NamedTuple):
    """The operations, where they end, and the numbers of lines that are none.

    A ``torn`` line is the beginning of one of ours: its writer died, and what it was about was logged again.
    ``moved_up`` is the first line that stands nearer to the beginning than where it was written: what is
    before it was cut, changed or put in another order.
    """

    operations: tuple[Operation, ...] = ()
    offset: int = 0
    malformed: tuple[int, ...] = ()
    torn: tuple[int, ...] = ()
    moved_up: int | None = None

    @property
    def first(self) -> Operation | None:
        """The first operation, None where there is none."""
        return self.operations[0] if self.operations else None


def survey(log: OperationLog) -> LogAudit:
    """Read the whole log. What is still being written at its end is left out."""
    try:
        with log.lines(0) as (_, lines):
            return _survey(lines)
    except FileNotFoundError:
        return LogAudit()


def _survey(lines: Iterable[bytes]) -> LogAudit:
    operations, malformed, torn = [], dict[int, None](), []
    offset, number, moved_up = 0, 1, None
    for line in yielding(lines):
        if not line.endswith(b"\n") and len(line) < LINE:
            break
        operation = parse_line(line)
        if operation is not None:
            operations.append(operation)
            if moved_up is None and place_of(line) > offset:
                moved_up = number
        elif _is_torn(line):
            torn.append(number)
        elif line.strip():
            malformed[number] = None
        offset += len(line)
        number += line.endswith(b"\n")
    return LogAudit(tuple(operations), offset, tuple(malformed), tuple(torn), moved_up)


def _is_torn(line: bytes) -> bool:
    """Tell a line that a crash broke off, or of which a power cut left zeros, from one that was changed."""
    if b"\0" in line:
        return True
    text = line.removesuffix(b"\n")
    if not text.startswith(_BEGUN):
        return 0 < len(text) < len(_BEGUN) and _BEGUN.startswith(text)
    return not text.endswith(b"}") or _goes_on(text)


def _goes_on(text: bytes) -> bool:
    """Say whether something is JSON as far as it goes, and ends too soon."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos == len(error.doc) or error.msg.startswith("Unterminated string")
    except (ValueError, RecursionError):
        return False
    return False
