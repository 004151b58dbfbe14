"""The whole operation log at one look: what happened, and which lines tell nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from memdesk.courtesy import gently
from memdesk.store.log_walk import LINE
from memdesk.store.operation import Operation, parse_line
from memdesk.store.operations import OperationLog


class Survey(NamedTuple):
    """The operations, where they end, and the numbers of lines that are none.

    A ``torn`` line is the beginning of one of ours: its writer died, and what it was about was logged again.
    """

    operations: tuple[Operation, ...] = ()
    offset: int = 0
    malformed: tuple[int, ...] = ()
    torn: tuple[int, ...] = ()

    @property
    def first(self) -> Operation | None:
        """The first operation, None where there is none."""
        return self.operations[0] if self.operations else None


def survey(log: OperationLog) -> Survey:
    """Read the whole log. What is still being written at its end is left out."""
    try:
        with log.lines(0) as (_, lines):
            return _survey(lines)
    except FileNotFoundError:
        return Survey()


def _survey(lines: Iterable[bytes]) -> Survey:
    operations, malformed, torn = [], dict[int, None](), []
    offset, number = 0, 1
    for line in gently(lines):
        if not line.endswith(b"\n") and len(line) < LINE:
            break
        operation = parse_line(line)
        if operation is not None:
            operations.append(operation)
        elif _is_torn(line):
            torn.append(number)
        elif line.strip():
            malformed[number] = None
        offset += len(line)
        number += line.endswith(b"\n")
    return Survey(tuple(operations), offset, tuple(malformed), tuple(torn))


def _is_torn(line: bytes) -> bool:
    """Tell a line that a crash broke off, or of which a power cut left zeros, from one that was changed."""
    begun = line.startswith(b'{"id": "') and line.endswith(b"\n")
    return b"\0" in line or (begun and not line.endswith(b"}\n"))
