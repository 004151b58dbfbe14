"""The approval gate: what agents may write only once a person has let it in.

Which writes wait is for rules to say; without any the gate is open. A person approves exactly what was shown:
what it stands for then is committed in the name of the agent that wrote it, and counts as reviewed. From a
shell that needs a code which only the window shows, so that an agent with a shell cannot approve itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from memdesk.access.proposals import RECORD, ApprovalState, Proposal, Staged, StagingRule, plain_reason
from memdesk.checks import Finding
from memdesk.checks.covering import cover_names
from memdesk.checks.loss.made_up import as_read
from memdesk.errors import ConflictError, MemdeskError, NotFoundError, NotPermittedError, UsageError
from memdesk.findings.dismissals import Dismissals
from memdesk.index.local_state.findings import CheckedChange, FindingCache
from memdesk.model import Actor, Kind, Origin, Revision, revision_of
from memdesk.ops.merge import merge_versions
from memdesk.review.decisions import ReviewRecord, Verdict, made
from memdesk.review.inbox import Done, Inbox
from memdesk.review.masking import Judged, judge
from memdesk.review.proposal_parts import PartChoice, chosen_parts, hunks_of
from memdesk.review.proposal_steps import changed_since, edits_of_steps, require_whole
from memdesk.review.shell_code import ShellCode
from memdesk.store import CommitResult, DocumentEdit
from memdesk.systems.copies import is_kept_before_change
from memdesk.text.diff import line_diff
from memdesk.text.encoding import decode
from memdesk.workspace import Workspace

APPROVED, REFUSED = "approved", "refused"
TRIED = 1_000
"""Writes of the past that rules are tried on."""


@dataclass(frozen=True, slots=True)
class DryRun:
    """What rules would have held back: so many of the writes that were looked at, and the newest of them."""

    held: int
    looked_at: int
    examples: tuple[str, ...]


class Approval:
    """The gate of one workspace. Agents' writes meet it in every commit; here a person decides."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._staging = workspace.staging
        self.shell = ShellCode(workspace)
        """The code for shells."""
        self._examinations = FindingCache(workspace.local_state)

    @property
    def rules(self) -> tuple[StagingRule, ...]:
        """The rules that hold; none: every write passes."""
        return self._desk().rules

    def waiting(self) -> tuple[Staged, ...]:
        """Return what waits, the newest first."""
        return tuple(reversed(self._desk().waiting.values()))

    def damaged(self) -> tuple[int, ...]:
        """Return the numbers of the record's lines that nobody can understand, but for those broken off."""
        lines = (self._workspace.store.record(RECORD) or b"").decode("utf-8", "replace").split("\n")
        desk = ApprovalState()
        found = (number for number, line in enumerate(lines, start=1) if line and not desk.take(line))
        return tuple(number for number in found if not _is_broken_off(lines[number - 1]))

    def find(self, name: str) -> Staged:
        """Return the write that an id, or the beginning of one, names. Raises NotFoundError, UsageError."""
        desk = self._desk()
        found = [staged for key, staged in desk.waiting.items() if name and key.startswith(name)]
        if len(found) > 1:
            raise UsageError(f"{name} matches {len(found)} writes; give more digits of the id")
        if not found:
            said = desk.settled.get(name)
            raise NotFoundError(
                f"{name} was {said} already"
                if said
                else f"no write {name!r} is waiting for approval; 'memdesk approval PATH list' lists them"
            )
        return found[0]

    def judged(self, proposal: Proposal) -> Judged:
        """Return what a write would change in a document, secrets covered, and what is found in that."""
        old, new = (decode(data or b"") for data in (proposal.old, proposal.new))
        hunks, found = line_diff(old.text, new.text), self._examinations.of(self._change(proposal), old, new)
        judged = judge(old.text, new.text, hunks, found)
        known = Dismissals(self._workspace).fingerprints() if judged.findings else frozenset()
        left = tuple(each for each in judged.findings if each.fingerprint not in known)
        return judged._replace(findings=left)

    def findings(self, staged: Staged) -> tuple[tuple[str, Finding], ...]:
        """Return what is found in what a write changes; a copy of what it replaces brings nothing new."""
        return tuple(
            (each.uri, found) for each in documents(staged)[0] for found in self.judged(each).findings
        )

    def made_up(self, staged: Staged) -> tuple[str, ...]:
        """Return what a write names that its model was not given; secrets, and parts of them, are covered."""
        if not staged.made_up:
            return ()
        texts = (as_read(decode(each.new or b"").text) for each in staged.proposals)
        return cover_names(staged.made_up, "\n".join(texts))

    def set_rules(self, rules: Sequence[StagingRule], actor: Actor, code: str = "") -> None:
        """Let these rules hold. What waits already goes on waiting. A shell needs the code while any hold.

        A folder stands for all that is in it. Raises UsageError for a name that no document can have.
        """
        self.require_person(actor, code, needed=bool(self.rules))
        self._staging.put_rules([replace(rule, uri=_plain_place(rule.uri)) for rule in rules], actor)

    def approve(
        self,
        name: str,
        revision: str,
        actor: Actor,
        code: str = "",
        choices: Mapping[str, PartChoice] | Collection[int] | None = None,
    ) -> tuple[CommitResult, ...]:
        """Let in a write as it was shown, in the name of its agent; what came meanwhile is kept.

        With ``choices`` only what they name of its documents comes in, or these of its steps, counted from 0,
        with those that they need; the rest goes for good. What a person wrote in its place is the person's
        write. Raises ConflictError where it is not what was shown, or cannot be merged into what is there
        now, UsageError where nothing is chosen or no JSON would be left, InvalidError where a part would
        tear a memory apart that the whole leaves in one piece.
        """
        self.require_person(actor, code)
        with self._workspace.exclusive(actor):
            staged = self.find(name)
            if staged.revision != revision:
                message = (
                    f"{staged.id} changed after it was shown; run 'memdesk approval PATH show "
                    f"{staged.id}' again"
                )
                raise ConflictError(message, base=None, current=None)
            edits = self._edits(staged, choices)
            is_edited = isinstance(choices, Mapping) and any(
                each.text is not None for each in choices.values()
            )
            writer = replace(actor, tool=staged.actor.tool) if is_edited else staged.actor
            results = self._workspace.commit_all(edits, writer, let_in=True)
            self._staging.settle(staged.id, APPROVED, actor)
            mark = made(Verdict.ACCEPTED, actor, self._workspace.clock.now())
            marks = {result.operation: mark for result in results if result.operation}
            ReviewRecord(self._workspace).put(marks, actor)
        return results

    def edits_of_steps(self, staged: Staged, steps: Collection[int]) -> tuple[DocumentEdit, ...]:
        """Return what these steps, and those that they need, would make of the documents as they are now.

        Raises UsageError for steps that are not there, InvalidError where one cannot be done.
        """
        edits = edits_of_steps(self._workspace, staged, steps)
        require_whole(self._workspace, staged, edits)
        return edits

    def _edits(
        self, staged: Staged, choices: Mapping[str, PartChoice] | Collection[int] | None
    ) -> Sequence[DocumentEdit]:
        """Return what is to be written of a write."""
        every = range(len(staged.steps))
        if choices is None and staged.steps and changed_since(self._workspace, staged.proposals):
            return self.edits_of_steps(staged, every)  # its texts are about what was there; its steps are not
        if choices is not None and not isinstance(choices, Mapping):
            if {*choices} != {*every} or changed_since(self._workspace, staged.proposals):
                return self.edits_of_steps(staged, choices)
            choices = None
        if choices is None:
            edits = [self._edit(each) for each in staged.proposals]
            if changed_since(self._workspace, staged.proposals):
                require_whole(self._workspace, staged, edits)
            return edits
        real, copies = documents(staged)
        if staged.steps and not _is_edit_of_all(real, choices):
            raise UsageError(f"{staged.id} is made of {len(staged.steps)} steps; choose among these")
        edits = [self._edit(each) for each in (*chosen_parts(real, choices), *copies)]
        require_whole(self._workspace, staged, edits)
        return edits

    def refuse(self, name: str, actor: Actor, code: str = "", reason: str = "") -> Staged:
        """Let a write go for good; the folder stays as it is.

        A ``reason`` is told to its writer, and to the model that does the same job next. Raises UsageError
        for one that is too long: then the write waits on.
        """
        self.require_person(actor, code)
        why = plain_reason(reason)
        with self._workspace.exclusive(actor):
            staged = self.find(name)
            self._staging.settle(staged.id, REFUSED, actor, why)
        return staged

    def take_back(
        self, staged: Staged, results: Sequence[CommitResult], actor: Actor, code: str = ""
    ) -> None:
        """Take a decision back: what it let in goes, what came later stays, and the write waits again.

        Raises RevertError or ConflictError where that needs a person; then nothing is changed.
        """
        self.require_person(actor, code)
        with self._workspace.exclusive(actor):
            Inbox(self._workspace).undo(Done(Verdict.ACCEPTED, {}, tuple(results)), actor)
            mark = made(Verdict.REVERTED, actor, self._workspace.clock.now())
            marks = {result.operation: mark for result in results if result.operation}
            ReviewRecord(self._workspace).put(marks, actor)
            self._staging.wait_again(staged, actor)

    def dry_run(self, rules: Sequence[StagingRule]) -> DryRun:
        """Return which of agents' past writes these rules would have held back."""
        steps = self._workspace.newest_operations(TRIED).operations
        writes = [step for step in steps if step.actor.origin is Origin.AGENT]
        held = []
        for step in writes:
            change = Proposal(step.path, self._kept(step.before), self._kept(step.after))
            if self._staging.rule_for(rules, (change,), step.actor) is not None:
                held.append(step.path)
        return DryRun(len(held), len(writes), tuple(dict.fromkeys(held))[:10])

    def needs_code(self) -> bool:
        """Say whether any rules hold, by the record as it is or as this user's memdesk wrote it last."""
        self._workspace.store.survey()
        for part in self._workspace.store.homes():
            for data in (part.store.vouched_record(RECORD), part.store.raw_record(RECORD)):
                desk = ApprovalState()
                for line in (data or b"").decode("utf-8", "replace").split("\n"):
                    if line:
                        desk.take(line)
                if desk.rules:
                    return True
        return False

    def _desk(self) -> ApprovalState:
        """Return the rules and what waits, in the homes below, too."""
        self._workspace.store.survey()
        return self._staging.desk()

    def require_person(self, actor: Actor, code: str, *, needed: bool = True) -> None:
        """Raise NotPermittedError unless a person asks, from the window or with the code that it shows.

        Where none is ``needed``, a person may ask from a shell without it.
        """
        if actor.origin is not Origin.HUMAN:
            raise NotPermittedError("agents cannot approve writes or set the rules: leave out --actor")
        self.shell.require(actor, code, always=needed)

    def _change(self, proposal: Proposal) -> CheckedChange:
        try:
            kind = self._workspace.info(proposal.uri).kind
        except MemdeskError:
            kind = Kind.OTHER
        today = date.fromtimestamp(self._workspace.clock.now())
        return CheckedChange(proposal.uri, kind, _revision(proposal.old), _revision(proposal.new), today)

    def _edit(self, proposal: Proposal) -> DocumentEdit:
        """Return what a write becomes now: as proposed, or merged into what was written meanwhile."""
        current = self._staging.current(proposal.uri)
        base = None if current is None else revision_of(current)
        if current in (proposal.old, proposal.new):
            return DocumentEdit(proposal.uri, proposal.new, base)
        if None not in (current, proposal.old, proposal.new):
            merged = self._merged(proposal, current or b"")
            if merged is not None:
                return DocumentEdit(proposal.uri, merged, base)
        happened = "is gone" if current is None else "was changed since, at the same place"
        message = f"cannot approve this: {proposal.uri} {happened}"
        known = None if proposal.old is None else revision_of(proposal.old)
        raise ConflictError(message, uri=proposal.uri, base=known, current=base)

    def _merged(self, proposal: Proposal, current: bytes) -> bytes | None:
        info = self._workspace.info(proposal.uri)
        old, new = proposal.old or b"", proposal.new or b""
        return merge_versions(self._workspace, info, old, new, current).data

    def _kept(self, revision: Revision | None) -> bytes | None:
        try:
            return None if revision is None else self._workspace.version(revision)
        except MemdeskError:
            return None


def documents(staged: Staged) -> tuple[tuple[Proposal, ...], tuple[Proposal, ...]]:
    """Return what a write changes, and apart from that the copies which it adds of just what it replaces."""
    replaced = {each.old for each in staged.proposals if each.old is not None}
    copies = tuple(
        each
        for each in staged.proposals
        if each.old is None and each.new in replaced and is_kept_before_change(each.uri)
    )
    return tuple(each for each in staged.proposals if each not in copies), copies


def _is_edit_of_all(proposals: Sequence[Proposal], choices: Mapping[str, PartChoice]) -> bool:
    """Say whether a person wrote something in the place of documents, and takes the others whole."""
    found = [(each, choices.get(each.uri, PartChoice())) for each in proposals]
    rest = [(each, choice.hunks) for each, choice in found if choice.text is None]
    return len(rest) < len(found) and all(len(hunks) == max(len(hunks_of(each)), 1) for each, hunks in rest)


def _plain_place(uri: str) -> str:
    """Return a rule's document or folder, plainly spelt. Raises UsageError where it can be none."""
    plain = uri.rstrip("/")
    while plain.startswith("./"):
        plain = plain[2:].lstrip("/")
    if uri and not {"", ".", ".."}.isdisjoint(plain.split("/")):
        raise UsageError(f"no document is called {uri}; name it as 'memdesk inspect PATH' lists it")
    return plain


def _is_broken_off(line: str) -> bool:
    """Tell the beginning of a line, whose writer died, from one that was changed."""
    return line.startswith('{"') and not line.endswith("}")


def _revision(data: bytes | None) -> Revision | None:
    return None if data is None else revision_of(data)
