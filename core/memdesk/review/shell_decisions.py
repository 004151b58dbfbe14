"""What was decided from a shell in the person's name, written down for the person to see.

A program of the same user can call itself the person there. What the window decides is not noted here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from memdesk.errors import MemdeskError
from memdesk.model import Actor, Json, Via
from memdesk.runtime.clock import machine_time
from memdesk.runtime.person import is_at_terminal
from memdesk.workspace import Workspace

RECORD = "decisions.jsonl"
TOLD_AT_ONCE = frozenset({"code_guessed", "records_accepted", "records_restored", "records_shared"})
"""What is told wherever a person looks: guesses of the code, and what is decided about memdesk's own records,
as whoever forges one decides that next."""

OPENINGS = frozenset({"unlocked", "taken_out", "dropped"})
"""What lets an agent at something that a person had kept from it: nobody's routine."""

_VERDICTS = frozenset({"accepted", "reverted", "edited", "partly", "snoozed", "dismissed"})
SAVED = "saved"
"""Documents were saved in the person's name: whoever does that in a shell needs no verdict of anybody."""

QUARANTINED, RESTORED, REPLACED, POLICY = "quarantined", "restored", "replaced", "policy_changed"
REDACTED, MERGED, JOB_RUN, FILLED = "redacted", "merged", "job_run", "index_filled"
_SAVES = frozenset({SAVED, QUARANTINED, RESTORED, REPLACED, POLICY, REDACTED, MERGED, JOB_RUN, FILLED})
"""Saves by the name of what was done: each is noted once, and told like any other."""

_UNPROVEN = OPENINGS | _VERDICTS | _SAVES
_SEEN = "decisions_seen"
_BESIDE = "decisions_beside"
"""Saves that the record could not take, kept in the person's own state: lines as the record has them."""
_MOST_BESIDE = 1_000
_PROGRAM, _CODE, _TERMINAL = "none", "code", "terminal"

CODE_RECORD = "shell.json"
"""Says in the workspace that a shell needs the code; the person's own state says so, too."""

CODE_SETTING = "shell_needs_code"
CODE_OFF = b'{"needs_code": false}'

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
    proof: str = _TERMINAL
    """What speaks for a person: the code, a terminal, or nothing. Of old ones that is not known."""

    @property
    def is_opening(self) -> bool:
        """Whether an agent got at something that a person had kept from it."""
        return self.what in OPENINGS


def is_code_wanted(workspace: Workspace) -> bool:
    """Say whether all decisions from a shell need the code: the folder or the person's state says so.

    A record that cannot be read, or says something else, counts as yes.
    """
    if workspace.local_state.get(CODE_SETTING):
        return True
    try:
        said = workspace.store.record(CODE_RECORD)
    except MemdeskError:
        return True
    return said not in (None, CODE_OFF)


class ShellDecisionLog:
    """The decisions noted in one workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def note(
        self,
        what: str,
        names: Iterable[str],
        actor: Actor,
        count: int | None = None,
        proof: str | None = None,
    ) -> None:
        """Write down what was decided, of ``count`` things at least those named first.

        Nothing is noted where the window decided it, or about nothing. Raises MemdeskError where the record
        takes no line; what no person may have decided is then kept in the person's own state.
        """
        named = list(names)
        if actor.via is Via.GUI or not named or self._workspace.read_only:
            return
        proof = proof or self._proof()
        line = self._line(what, named, actor, len(named) if count is None else count, proof)
        try:
            self._workspace.store.append_record(RECORD, line, actor)
        except MemdeskError:
            if proof == _PROGRAM and what in _UNPROVEN:
                kept = [*self._beside().splitlines(), line][-_MOST_BESIDE:]
                self._workspace.local_state.put(_BESIDE, b"\n".join(kept))
            raise

    def note_saves(self, names: Iterable[str], actor: Actor, what: str = SAVED) -> None:
        """Write down which documents were saved in the person's name, unless somebody is at a terminal.

        ``what`` says by which act they were.

        What is saved may come from a file or a program even then. Where nobody is, no code speaks for them.
        Raises MemdeskError where the record takes no line; then it is kept in the person's own state.
        """
        if is_at_terminal(typing=False):
            return
        self.note(what, names, actor, proof=_PROGRAM)

    def unproven(self) -> tuple[ShellDecision, ...]:
        """Return what a program may have decided, as far as no person has seen that: the oldest first.

        That is: verdicts, saves, and what was opened to agents, from no terminal and without the code.
        """
        beside = _decisions(self._beside())
        try:
            data = self._data()
        except MemdeskError:
            return beside
        told = self._workspace.local_state.get(_SEEN)
        size = told.partition(":")[0] if isinstance(told, str) else ""
        if size.isdecimal() and told == _sign(data[: int(size)]):
            data = data[int(size) :]
        noted = (each for each in _decisions(data) if each.proof == _PROGRAM and each.what in _UNPROVEN)
        return tuple(sorted((*noted, *beside), key=lambda each: each.time))

    def seen(self) -> None:
        """Note that a person has seen all that was decided up to now.

        Raises InvalidError where the record is damaged.
        """
        self._workspace.local_state.put(_SEEN, _sign(self._data()))
        self._workspace.local_state.put(_BESIDE, None)

    def _line(self, what: str, named: list[str], actor: Actor, count: int, proof: str) -> bytes:
        said: list[Json] = [*named[:MOST_NAMED]]
        fields: dict[str, Json] = {
            "what": what,
            "names": said,
            "count": count,
            "time": machine_time(self._workspace.clock),
            "by": actor.name,
            "via": actor.via.value,
            "proof": proof,
        }
        return json.dumps(fields).encode()

    def _beside(self) -> bytes:
        kept = self._workspace.local_state.get(_BESIDE)
        return kept if isinstance(kept, bytes) else b""

    def _proof(self) -> str:
        if is_code_wanted(self._workspace):
            return _CODE
        return _TERMINAL if is_at_terminal() else _PROGRAM

    def all(self) -> tuple[ShellDecision, ...]:
        """Return what is noted, the oldest first; a line that cannot be understood is left out.

        Where the record is damaged, which is told wherever a person looks, only what it could not take.
        """
        try:
            return self.whole()
        except MemdeskError:
            return _decisions(self._beside())

    def whole(self) -> tuple[ShellDecision, ...]:
        """Return the same. Raises InvalidError where the record is damaged."""
        return _decisions(self._data() + b"\n" + self._beside())

    def _data(self) -> bytes:
        return self._workspace.store.record(RECORD) or b""


def _sign(data: bytes) -> str:
    """Return what tells a beginning of the record from any other: its size alone may be reached again."""
    return f"{len(data)}:{sha256(data).hexdigest()}"


def _decisions(data: bytes) -> tuple[ShellDecision, ...]:
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
            **more,
        } if all(isinstance(name, str) for name in names):
            proof = more.get("proof", _TERMINAL)
            return ShellDecision(what, tuple(map(str, names)), count, float(time), by, via, str(proof))
    return None
