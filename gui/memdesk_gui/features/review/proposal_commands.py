"""The way to the page of a proposal, and what is decided there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.review.approval import GateDesk, staged_key
from memdesk_gui.features.review.controller import Reviewing

if TYPE_CHECKING:
    from memdesk.access.proposals import Staged
    from memdesk.review import Done
    from memdesk_gui.features.review.proposal import ProposalView
    from memdesk_gui.features.review.proposal_page import ProposalPage
    from memdesk_gui.features.shell import Shell


class ProposalCommands(Feature):
    """Shows one proposal in the editor's place; what is decided there is undone like any decision."""

    def __init__(
        self, window: Shell, reviewing: Reviewing, gate: GateDesk, current: Callable[[], Staged | None]
    ) -> None:
        """``current`` tells which write is looked at elsewhere."""
        super().__init__(window)
        self._gate, self._current = gate, current
        window.kept_for_approval.connect(gate.read)
        self.page: ProposalPage | None = None
        window.proposal_wanted.connect(self.show_proposal)
        gate.changed.connect(window.context.commands.pushing(State.REVIEW))
        reviewing.decided.connect(self._on_decided)
        reviewing.refused.connect(self._on_refused)
        window.context.bus.closed.connect(self._leave)

    def show_proposal(self, name: str) -> None:
        """Show what waits under an id."""
        from memdesk_gui.features.review.proposal import look_into

        look_into(self._window.context, name, self._show, self._window.show_error)

    def _wanted(self) -> Staged | None:
        return self._current() or next(iter(self._gate.now.staged), None)

    @command(
        "review.proposal",
        lambda self: self.tr("Look at the proposal by &parts"),
        enabled=lambda self: self._wanted() is not None,
        after=(State.WORKSPACE, State.SHOWN, State.CHOSEN, State.REVIEW),
        menu=(Menu.GO, 4, 3),
        hides=True,
    )
    def _show_current(self) -> None:
        staged = self._wanted()
        if staged is not None:
            self.show_proposal(staged.id)

    def _show(self, view: ProposalView) -> None:
        if self.page is None:
            from memdesk_gui.features.review.proposal_page import ProposalPage

            page = self.page = ProposalPage(self._window.context)
            page.left.connect(self._leave)
            page.fronted.connect(self._make_room)
            page.approved.connect(self._gate.approve)
            page.rejection_wanted.connect(self._ask_why)
            page.rerun_wanted.connect(self._window.rerun_wanted)
        self.page.show_view(view)
        self._window.toast.hide()  # it offers to show this, and lies over the buttons
        self._window.area.cover(self.page)
        self.page.setFocus()

    def _make_room(self, fronted: bool) -> None:
        """Give the page the room of panes that have nothing to say of it."""
        if fronted:
            self._window.fold(("activity", "inspector"))
        else:
            self._window.area.refit()
            self._window.unfold()

    def _ask_why(self, staged: Staged) -> None:
        from memdesk_gui.features.review.rejection_dialog import RejectionDialog

        dialog = RejectionDialog(self._window)
        dialog.wanted.connect(partial(self._gate.refuse, staged))
        dialog.open()

    def _leave(self) -> None:
        self._window.area.leave(self.page)

    def _on_decided(self, done: Done) -> None:
        """Leave a proposal that is decided; one that waits again is shown again."""
        staged: Staged | None = getattr(done, "staged", None)
        page = self.page
        if staged is None or page is None or page.view is None or page.view.staged.id != staged.id:
            return
        if done.verdict.value == "pending":
            self.show_proposal(staged.id)
        else:
            self._leave()

    def _on_refused(self, error: Exception, _again: object, ids: tuple[str, ...]) -> None:
        from memdesk_gui.features.review.words import refusal_text

        page = self.page
        if page is not None and page.view is not None and staged_key(page.view.staged) in ids:
            page.show_failure(refusal_text(error))
