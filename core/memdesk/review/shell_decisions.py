"""What was decided from a shell in the person's name, written down for the person to see.

A program of the same user can call itself the person there. What the window decides is not noted here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from memdesk.errors import MemdeskError
from memdesk.model import Actor, Json, Via
from memdesk.runtime.clock import machine_time
from memdesk.workspace import Workspace

RECORD = "decisions.jsonl"
TOLD_AT_ONCE = frozenset({"code_guessed", "records_accepted", "records_restored", "records_shared"})
"""What is told wherever a person looks: guesses of the code, and what is decided about memdesk's own records,
as whoever forges one decides that next."""

MOST_NAMED = 20
"""Documents, changes or locks that are named of one decision."""


@dataclass(frozen=True, slots=True)
class ShellDecision:
    """One decision: what was done (a code), about what and how much, and when by the machine's clock."""

    what: str
    names: tuple[str, ...]
    count: int
    time: float
    by: str
    via: str


class ShellDecisionLog:
    """The decisions noted in one workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def note(self, what: str, names: Iterable[str], actor: Actor, count: int | None = None) -> None:
        """Write down what was decided, of ``count`` things at least those named first.

        Nothing is noted where the window decided it, or about nothing.
        """
        named = list(names)
        if actor.via is Via.GUI or not named or self._workspace.read_only:
            return
        said: list[Json] = [*named[:MOST_NAMED]]
        fields: dict[str, Json] = {
            "what": what,
            "names": said,
            "count": len(named) if count is None else count,
            "time": machine_time(self._workspace.clock),
            "by": actor.name,
            "via": actor.via.value,
        }
        self._workspace.store.append_record(RECORD, json.dumps(fields).encode(), actor)

    def all(self) -> tuple[ShellDecision, ...]:
        """Return what is noted, the oldest first; a line that cannot be understood is left out."""
        try:
            data = self._workspace.store.record(RECORD) or b""
        except MemdeskError:
            return ()
        found = (_read(line) for line in data.split(b"\n") if line)
        return tuple(decision for decision in found if decision is not None)


def _read(line: bytes) -> ShellDecision | None:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match fields:
        case {
            "what": str(what),
            "names": list(names),
            "count": int(count),
            "time": int() | float() as time,
            "by": str(by),
            "via": str(via),
        } if all(isinstance(name, str) for name in names):
            return ShellDecision(what, tuple(map(str, names)), count, float(time), by, via)
    return None
