"""What is decided at the approval gate. Runs in the write lane; each can be undone like any decision."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from memdesk.access.proposals import Staged
from memdesk.model import Actor
from memdesk.review import Done, Inbox, Verdict
from memdesk.review.approval import Approval
from memdesk.review.proposal_parts import PartChoice


@dataclass(frozen=True, slots=True)
class Let(Done):
    """A write that was let in, or let go; undone, it waits again."""

    staged: Staged | None = None
    let_in: bool = False


def approve(
    gate: Approval,
    staged: Staged,
    _inbox: Inbox,
    who: Actor,
    choices: Mapping[str, PartChoice] | Collection[int] | None = None,
) -> Let:
    """Let a write in as it was shown, or what is chosen of it. Raises what ``Approval.approve`` raises."""
    results = gate.approve(staged.id, staged.revision, who, choices=choices)
    return Let(Verdict.ACCEPTED, {}, results, staged=staged, let_in=True)


def refuse(gate: Approval, staged: Staged, _inbox: Inbox, who: Actor, reason: str = "") -> Let:
    """Let a write go; a reason is told to its writer."""
    gate.refuse(staged.id, who, reason=reason)
    return Let(Verdict.REVERTED, {}, staged=staged)


def take_back(gate: Approval, _inbox: Inbox, who: Actor, done: Done) -> Let:
    """Let a write wait again, without what it wrote. Raises what ``Approval.take_back`` raises."""
    if isinstance(done, Let) and done.staged is not None:
        gate.take_back(done.staged, done.commits, who)
        return Let(Verdict.PENDING, {}, staged=done.staged)
    return Let(Verdict.PENDING, {})
