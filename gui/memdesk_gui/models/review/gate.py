"""The approval gate of the open workspace: its rules, what waits there, and the code for shells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from textwrap import indent
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.errors import MemdeskError
from memdesk_gui.context import AppContext
from memdesk_gui.writers import printable

if TYPE_CHECKING:
    from memdesk.approval import Approval, DryRun
    from memdesk.checks import Finding
    from memdesk.model import Actor
    from memdesk.staging import Staged, StagingRule
    from memdesk.workspace import Workspace

LOOK_MS = 2_000
"""How often it is looked what waits, while there are rules: what waits is in no folder that is watched."""


Found = tuple[tuple[str, "Finding"], ...]
"""What the content checks found in a write, each with its document."""


class AtGate(NamedTuple):
    """What holds and what waits at the gate, the newest first; the code where there are rules."""

    rules: tuple[StagingRule, ...] = ()
    staged: tuple[Staged, ...] = ()
    code: str = ""
    found: Mapping[str, Found] = MappingProxyType({})
    """What was found in each write, by its id."""

    @property
    def urgent(self) -> tuple[Staged, ...]:
        """What waits, that first in which something was found."""
        return tuple(sorted(self.staged, key=lambda staged: not self.found.get(staged.id)))


class Comparison(NamedTuple):
    """All documents of a write, as they are and as they would be; secrets are covered."""

    old: str
    new: str
    found: Found = ()


class Gate(QObject):
    """Reads the gate in the background, and carries decisions out in the write lane."""

    changed = Signal()
    """The rules or what waits is known anew."""
    decided = Signal(bool)
    """A write was let in (True) or let go."""
    refused = Signal(object)
    """A decision could not be carried out: the exception."""

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = AtGate()
        self._context = context
        self._approval: Approval | None = None
        self._pace = QTimer(self, interval=LOOK_MS)
        self._pace.timeout.connect(self.read)
        context.bus.listed.connect(self._on_listed)
        context.bus.closed.connect(self._on_closed)

    def read(self) -> None:
        """Read the gate; ``changed`` follows where it is not what it was."""
        workspace = self._context.bus.workspace
        if workspace is not None:
            look = partial(_look, workspace, self._approval, self.now)
            self._context.jobs.background(look, partial(self._on_read, workspace), self._on_unread)

    def compare(self, staged: Staged, ready: Callable[[Comparison], object]) -> None:
        """Compare what is there with what a write would make of it."""
        if self._approval is not None:
            self._context.jobs.read(partial(compared, self._approval, staged), ready)

    def approve(self, staged: Staged) -> None:
        """Let a write in exactly as it was shown."""
        self._decide(lambda gate, who: gate.approve(staged.id, staged.revision, who), let_in=True)

    def refuse(self, staged: Staged) -> None:
        """Let a write go for good."""
        self._decide(lambda gate, who: gate.refuse(staged.id, who), let_in=False)

    def set_rules(self, rules: Sequence[StagingRule]) -> None:
        """Let these rules hold from now on."""
        self._carry_out(lambda gate, who: gate.set_rules(rules, who), lambda _none: self.read())

    def try_out(self, rules: Sequence[StagingRule], ready: Callable[[DryRun], object]) -> None:
        """Find out which past writes these rules would have kept."""
        if self._approval is not None:
            self._context.jobs.read(partial(self._approval.dry_run, tuple(rules)), ready)

    def _decide(self, step: Callable[[Approval, Actor], object], *, let_in: bool) -> None:
        self._carry_out(step, partial(self._on_decided, let_in))

    def _carry_out(
        self, step: Callable[[Approval, Actor], object], ready: Callable[[object], object]
    ) -> None:
        gate, person = self._approval, self._context.documents.person
        if gate is not None:
            self._context.jobs.write(lambda: step(gate, person), ready, self._on_refused)

    def _on_decided(self, let_in: bool, _done: object) -> None:
        self.decided.emit(let_in)
        self.read()

    def _on_refused(self, error: Exception) -> None:
        if not isinstance(error, MemdeskError):
            self._context.jobs.unhandled.emit(error)
        self.refused.emit(error)
        self.read()

    def _on_listed(self, _listing: object) -> None:
        self.read()

    def _on_closed(self) -> None:
        gate, self._approval = self._approval, None
        self._pace.stop()
        if gate is not None and self.now.code:
            self._context.jobs.background(gate.withdraw_code)
        self.now = AtGate()
        self.changed.emit()

    def _on_read(self, workspace: Workspace, found: tuple[Approval, AtGate]) -> None:
        if self._context.bus.workspace is not workspace:
            return
        self._approval, now = found
        if now.rules and not self._pace.isActive():
            self._pace.start()
        elif not now.rules:
            self._pace.stop()
        if now != self.now:
            self.now = now
            self.changed.emit()

    def _on_unread(self, error: Exception) -> None:
        if not isinstance(error, MemdeskError):
            self._context.jobs.unhandled.emit(error)


def _look(workspace: Workspace, known: Approval | None, last: AtGate) -> tuple[Approval, AtGate]:
    """Read the rules and what waits; with the first rule comes the code. Runs in the background."""
    from memdesk.approval import Approval

    gate, code = known or Approval(workspace), last.code
    rules, waiting = gate.rules, gate.waiting()
    if rules and not code and not workspace.read_only:
        code = gate.issue_code()
    found = {each.id: last.found.get(each.id) or _found(gate, each) for each in waiting}
    return gate, AtGate(rules, waiting, code if rules else "", found)


def _found(gate: Approval, staged: Staged) -> Found:
    proposals = ((each.uri, gate.judged(each).findings) for each in staged.proposals)
    return tuple((uri, finding) for uri, findings in proposals for finding in findings)


def compared(gate: Approval, staged: Staged) -> Comparison:
    """Compare the documents one after the other.

    Each stands under its name, further in than that, so that no text can pass for the name of another one.
    """
    sides: tuple[list[str], list[str]] = ([], [])
    is_one = len(staged.proposals) == 1
    for each in staged.proposals:
        judged = gate.judged(each)
        for side, text in zip(sides, (judged.old, judged.new), strict=True):
            side.extend([text] if is_one else [f"=== {printable(each.uri)} ===", indent(text, "    ")])
    return Comparison("\n".join(sides[0]), "\n".join(sides[1]), _found(gate, staged))
