"""Which steps of a proposal a person lets in, and what its documents become with these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from memdesk_gui.widgets.lists.part_list import PartRow
from memdesk_gui.wording.step_words import step_note, step_text

if TYPE_CHECKING:
    from memdesk.access.proposals import Staged
    from memdesk.workspace import Workspace
    from memdesk_gui.features.review.proposal import ProposedDocument


class StepChoice:
    """The steps of a proposal, of which a step is chosen only with those that it needs."""

    def __init__(self, staged: Staged) -> None:
        self.staged = staged
        self.every = frozenset(range(len(staged.steps)))
        self.chosen = self.every
        self.shown: Mapping[str, ProposedDocument] = {}
        """What the documents become with what is chosen, where that is not all."""

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out."""
        return self.chosen == self.every

    def rows(self, first: int) -> list[PartRow]:
        """Return a row for each step, below one with the number ``first`` that stands for all."""
        count = len(self.every)
        words = QCoreApplication.translate("StepChoice", "%n steps", "", count)
        steps = enumerate(self.staged.steps)
        named = [PartRow(at, f"{at + 1}. {step_text(step)}", step_note(step), level=1) for at, step in steps]
        return [PartRow(first, QCoreApplication.translate("StepChoice", "All"), words), *named]

    def turn(self, ticked: frozenset[int]) -> None:
        """Take in what is ticked now: what that needs comes with it, what needs the rest goes with that."""
        from memdesk.access.proposed_steps import with_needed, without_leaning

        steps = self.staged.steps
        now, is_less = ticked & self.every, bool(self.chosen - ticked)
        self.chosen = without_leaning(steps, self.every - now) if is_less else with_needed(steps, now)
        self.shown = {}


def read_chosen(workspace: Workspace, staged: Staged, chosen: frozenset[int]) -> dict[str, ProposedDocument]:
    """Return what the documents of a write become with these of its steps, secrets covered."""
    from memdesk.access.proposals import Proposal
    from memdesk.review.approval import Approval
    from memdesk_gui.features.review.proposal import documents_of

    gate = Approval(workspace)
    edits = {each.uri: each.new for each in gate.edits_of_steps(staged, chosen)} if chosen else {}
    now = {uri: workspace.staging.current(uri) for uri in {*edits, *(each.uri for each in staged.proposals)}}
    proposals = tuple(Proposal(uri, now[uri], edits.get(uri, now[uri])) for uri in sorted(now))
    return {
        each.shown.uri: each for each in documents_of(gate, replace(staged, proposals=proposals, steps=()))
    }
