"""The approval gate of the open workspace: its rules, what waits there, and the code for shells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk_gui.context import AppContext
from memdesk_gui.features.review.controller import HeldWrite, Reviewing

if TYPE_CHECKING:
    from memdesk.access.proposals import Staged, StagingRule
    from memdesk.checks import Finding
    from memdesk.checks.loss.loss import LossReport
    from memdesk.model import Actor
    from memdesk.review import Done, Inbox
    from memdesk.review.approval import Approval, DryRun
    from memdesk.review.masking import Judged
    from memdesk.review.proposal_parts import PartChoice
    from memdesk.text.changed_words import ChangedWords
    from memdesk.text.diff_rows import DiffRows
    from memdesk.workspace import Workspace

LOOK_MS = 2_000
"""How often it is looked what waits, which is in no folder that is watched."""


Found = tuple[tuple[str, "Finding"], ...]
"""What the content checks found in a write, each with its document."""


class WriteSummary(NamedTuple):
    """What a write is about: its documents without mere copies, what it says, what was found in it."""

    documents: tuple[str, ...] = ()
    words: ChangedWords | None = None
    found: Found = ()
    made_up: tuple[str, ...] = ()
    """What it names that its model was not given, secrets covered."""


NOTHING = WriteSummary()


class AtGate(NamedTuple):
    """What holds and what waits at the gate, the newest first; the code where there are rules."""

    rules: tuple[StagingRule, ...] = ()
    staged: tuple[Staged, ...] = ()
    code: str = ""
    looks: Mapping[str, WriteSummary] = MappingProxyType({})
    """What was seen of each write, by its id."""
    shell: bool = False
    """Whether every decision from a shell needs the code."""

    @property
    def urgent(self) -> tuple[Staged, ...]:
        """What waits, that first in which something was found, or which names what nobody told its model."""
        return tuple(sorted(self.staged, key=lambda each: not (self.look(each).found or each.made_up)))

    def look(self, staged: Staged) -> WriteSummary:
        """Return what was seen of a write."""
        return self.looks.get(staged.id, NOTHING)


class DocumentComparison(NamedTuple):
    """A document of a write, as it is and as it would be; secrets are covered.

    ``is_copy``: it is only a copy of what is replaced, which the agent keeps first.
    """

    uri: str
    old: str
    new: str
    is_copy: bool = False
    losses: LossReport | None = None
    """What a rewrite of it would lose, change or make up."""
    words: DiffRows | None = None
    """How it differs as entries and fields, where it is JSON."""


class WriteComparison(NamedTuple):
    """All documents of a write, what it changes first."""

    documents: tuple[DocumentComparison, ...]
    found: Found = ()
    made_up: tuple[str, ...] = ()
    """What it names that its model was not given, secrets covered."""


class GateDesk(QObject):
    """Reads the gate in the background, and carries decisions out in the write lane."""

    changed = Signal()
    """The rules or what waits is known anew."""
    refused = Signal(object)
    """Rules could not be set: the exception."""

    def __init__(self, context: AppContext, reviewing: Reviewing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = AtGate()
        self._context, self._reviewing = context, reviewing
        self._approval: Approval | None = None
        self._pace = QTimer(self, interval=LOOK_MS)
        self._pace.timeout.connect(self.read)
        context.bus.listed.connect(self._on_listed)
        context.bus.closed.connect(self._on_closed)
        reviewing.decided.connect(self._on_decided)
        reviewing.refused.connect(self.read)

    def read(self) -> None:
        """Read the gate; ``changed`` follows where it is not what it was."""
        workspace = self._context.bus.workspace
        if workspace is not None:
            look = partial(_look, workspace, self._approval, self.now)
            self._context.jobs.background(look, partial(self._on_read, workspace), self._on_unread)

    def compare(self, staged: Staged, ready: Callable[[WriteComparison], object]) -> None:
        """Compare what is there with what a write would make of it."""
        if self._approval is not None:
            self._context.jobs.read(partial(compared, self._approval, staged), ready)

    def approve(
        self, staged: Staged, choices: Mapping[str, PartChoice] | Collection[int] | None = None
    ) -> None:
        """Let a write in exactly as it was shown, or only what is chosen of it."""
        from memdesk_gui.wording.letting import approve

        self._decide(partial(approve, choices=choices), staged)

    def refuse(self, staged: Staged, reason: str = "") -> None:
        """Let a write go for good; a reason is told to its writer."""
        from memdesk_gui.wording.letting import refuse

        self._decide(partial(refuse, reason=reason), staged)

    def set_rules(self, rules: Sequence[StagingRule]) -> None:
        """Let these rules hold from now on."""
        gate, person = self._approval, self._context.documents.person
        if gate is not None:
            self._context.jobs.write(
                lambda: gate.set_rules(rules, person), lambda _none: self.read(), self._on_refused
            )

    def set_shell(self, wanted: bool) -> None:
        """Let every decision from a shell need the code from now on, or approving alone."""
        gate, person = self._approval, self._context.documents.person
        if gate is not None:
            self._context.jobs.write(
                lambda: gate.shell.want(person, wanted=wanted), lambda _none: self.read(), self._on_refused
            )

    def try_out(self, rules: Sequence[StagingRule], ready: Callable[[DryRun], object]) -> None:
        """Find out which past writes these rules would have kept."""
        if self._approval is not None:
            self._context.jobs.read(partial(self._approval.dry_run, tuple(rules)), ready)

    def _decide(self, deed: Callable[[Approval, Staged, Inbox, Actor], Done], staged: Staged) -> None:
        from memdesk_gui.wording.letting import take_back

        if self._approval is not None:
            step, undo = partial(deed, self._approval, staged), partial(take_back, self._approval)
            self._reviewing.decide(step, (staged_key(staged),), undo, stays=True)

    def _on_decided(self, done: object) -> None:
        """List no longer what was decided; what was taken back is listed again once that is read."""
        staged = getattr(done, "staged", None)
        if staged is not None:
            left = tuple(each for each in self.now.staged if each.id != staged.id)
            self.now = self.now._replace(staged=left)
            self._tell()
            self.read()

    def _on_refused(self, error: Exception) -> None:
        self._context.jobs.unexpected(error)
        self.refused.emit(error)
        self.read()

    def _on_listed(self, _listing: object) -> None:
        self.read()

    def _on_closed(self) -> None:
        gate, self._approval = self._approval, None
        self._pace.stop()
        if gate is not None and self.now.code:
            # Also where the window ends: what it showed opens nothing any more.
            self._context.jobs.background(gate.shell.withdraw, must_run=True)
        self.now = AtGate()
        self._tell()

    def _tell(self) -> None:
        self._reviewing.hold(tuple(_held(each, self.now.look(each)) for each in self.now.urgent))
        self.changed.emit()

    def _on_read(self, workspace: Workspace, found: tuple[Approval, AtGate]) -> None:
        if self._context.bus.workspace is not workspace:
            return
        self._approval, now = found
        # Also without a rule: what a model made up is kept for approval, by other programs, too.
        if not self._pace.isActive():
            self._pace.start()
        if now != self.now:
            self.now = now
            self._tell()

    def _on_unread(self, error: Exception) -> None:
        self._context.jobs.unexpected(error)


def _look(workspace: Workspace, known: Approval | None, last: AtGate) -> tuple[Approval, AtGate]:
    """Read the rules and what waits; where something needs the code, it comes. Runs in the background."""
    from memdesk.review.approval import Approval

    gate, code = known or Approval(workspace), last.code
    rules, waiting, shell = gate.rules, gate.waiting(), gate.shell.is_wanted
    if (rules or shell) and (not code or gate.shell.is_spent) and not workspace.read_only:
        code = gate.shell.issue()
    looks = {each.id: last.looks.get(each.id) or _looked_at(gate, each) for each in waiting}
    return gate, AtGate(rules, waiting, code if rules or shell else "", looks, shell)


def _looked_at(gate: Approval, staged: Staged) -> WriteSummary:
    from memdesk.review.approval import documents

    real = documents(staged)[0]
    words = (_words(each.uri, gate.judged(each)) for each in real)
    said = next((each for each in words if each.text), None)
    return WriteSummary(tuple(each.uri for each in real), said, gate.findings(staged), gate.made_up(staged))


def _words(uri: str, judged: Judged) -> ChangedWords:
    """Return what a write says of one document; its texts are covered already."""
    from memdesk.text.changed_words import changed_words

    return changed_words(judged.old, judged.new, is_json=uri.lower().endswith(".json"), hunks=judged.hunks)


def _held(staged: Staged, look: WriteSummary) -> HeldWrite:
    uri = look.documents[0] if look.documents else staged.proposals[-1].uri
    found = tuple(finding for _uri, finding in look.found)
    return HeldWrite(staged_key(staged), uri, look.words, staged.actor, staged.time, found)


def compared(gate: Approval, staged: Staged) -> WriteComparison:
    """Compare the documents of a write, those that it changes first, then the copies that it keeps."""
    from memdesk.review.approval import documents
    from memdesk.review.losses import losses_of
    from memdesk_gui.features.review.json_rows import read_in_words

    real, copies = documents(staged)
    judged = [(each, gate.judged(each)) for each in (*real, *copies)]
    sides = (
        DocumentComparison(
            each.uri,
            one.old,
            one.new,
            is_copy=each in copies,
            losses=losses_of(one),
            words=read_in_words(each.uri, one.old, one.new).rows(),
        )
        for each, one in judged
    )
    return WriteComparison(tuple(sides), gate.findings(staged), gate.made_up(staged))


def staged_key(staged: Staged) -> str:
    """Return what the row of a write is known by."""
    return f"staged {staged.id}"
