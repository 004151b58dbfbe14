"""What a proposal is made of, as a person judges it: documents, their parts, and what prompts get."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from memdesk_gui.context import AppContext
from memdesk_gui.features.review.approval import DocumentComparison, WriteComparison, compared

if TYPE_CHECKING:
    from memdesk.access.proposals import Proposal, Staged
    from memdesk.checks.loss.loss import LossReport
    from memdesk.model import Site
    from memdesk.review.approval import Approval
    from memdesk.text.diff import Hunk
    from memdesk.workspace import Workspace


class ProposedDocument(NamedTuple):
    """A document of a write that waits; ``parts`` are the places where it differs, secrets covered.

    Where it ``is_covered``, its text holds a secret, so that it is shown nowhere to be edited.
    """

    proposal: Proposal
    shown: DocumentComparison
    parts: tuple[Hunk, ...]
    is_covered: bool


class ProposalView(NamedTuple):
    """A write that waits, and the tokens that a prompt gets of this memory before and after it."""

    staged: Staged
    comparison: WriteComparison
    documents: tuple[ProposedDocument, ...]
    sizes: tuple[int, int] | None = None
    companions: tuple[str, ...] = ()
    """Notes that an agent keeps of what it did; they come in with whatever else does."""
    is_by_model: bool = False
    """Whether a job of a model came to it, so that it can be done again."""
    system: str = ""
    """The system whose job it was, where that is known."""


def look_into(
    context: AppContext,
    name: str,
    ready: Callable[[ProposalView], object],
    failed: Callable[[Exception], object],
) -> None:
    """Read in the background what waits under an id."""
    workspace, listing = context.bus.workspace, context.bus.listing
    if workspace is not None:
        sites = listing.sites if listing is not None else ()
        context.jobs.read(partial(_look_into, workspace, sites, name), ready, failed)


def losses_with(old: str, new: str) -> LossReport:
    """Return what a text lost that became another one."""
    from memdesk.checks.loss.report import loss_report

    return loss_report(old, new)


def text_with(document: ProposedDocument, parts: frozenset[int]) -> str:
    """Return what a document becomes with these parts alone."""
    from memdesk.review.proposal_parts import text_of

    return text_of(document.proposal, parts)


def _look_into(workspace: Workspace, sites: tuple[Site, ...], name: str) -> ProposalView:
    from memdesk.agents.model_jobs.runs import RunLog
    from memdesk.agents.toolbox import Toolbox
    from memdesk.errors import MemdeskError
    from memdesk.review.approval import Approval

    gate = Approval(workspace)
    staged = gate.find(name)
    comparison = compared(gate, staged)
    by_uri = {each.uri: each for each in staged.proposals}
    real = [each for each in comparison.documents if not each.is_copy]
    companions = tuple(each.uri for each in real if each.uri.rpartition("/")[2].startswith("."))
    shown = [each for each in real if each.uri not in companions] or real
    documents = tuple(_document(gate, by_uri[each.uri], each) for each in shown)
    try:
        toolbox = Toolbox(workspace, lambda: sites)
        sizes = toolbox.context_tokens({each.uri: each.new for each in staged.proposals})
    except MemdeskError:
        sizes = None  # a memory that makes no context says so where that is shown
    runs = RunLog(workspace.local_state.file.parent).all()
    run = next((each for each in runs if each.proposal == staged.id), None)
    system = run.system if run is not None else _system_of(workspace, staged)
    notes = companions if len(shown) < len(real) else ()
    return ProposalView(staged, comparison, documents, sizes, notes, run is not None, system)


def documents_of(gate: Approval, staged: Staged) -> tuple[ProposedDocument, ...]:
    """Return all documents of a write as they are and as it would have them, secrets covered."""
    by_uri = {each.uri: each for each in staged.proposals}
    return tuple(_document(gate, by_uri[each.uri], each) for each in compared(gate, staged).documents)


def _system_of(workspace: Workspace, staged: Staged) -> str:
    """Return the system that knows the first document of a write, where one does."""
    from memdesk.errors import MemdeskError

    try:
        return workspace.info(staged.proposals[0].uri).system or ""
    except MemdeskError:
        return ""


def _document(gate: Approval, proposal: Proposal, shown: DocumentComparison) -> ProposedDocument:
    from memdesk.review.proposal_parts import hunks_of
    from memdesk.text.encoding import decode

    bare = decode(proposal.old or b"").text, decode(proposal.new or b"").text
    is_covered = (shown.old, shown.new) != bare
    parts = gate.judged(proposal).hunks if hunks_of(proposal) else ()
    return ProposedDocument(proposal, shown, parts, is_covered)
