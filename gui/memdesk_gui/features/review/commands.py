"""The review: the way to the inbox, the keys in it, and the badges that tell how much waits."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from memdesk.model import Origin
from memdesk.runtime.clock import machine_time
from memdesk_gui.commands import Command, Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.review.approval import GateDesk
from memdesk_gui.features.review.controller import Reviewing
from memdesk_gui.features.review.explain_commands import ExplainCommands
from memdesk_gui.features.review.finding_commands import FindingCommands
from memdesk_gui.features.review.later_commands import LaterCommands
from memdesk_gui.features.review.notifier import Notifying
from memdesk_gui.features.review.proposal_commands import ProposalCommands
from memdesk_gui.features.review.unreviewed_commands import UnreviewedCommands
from memdesk_gui.widgets.banner import BannerButton, BannerMessage
from memdesk_gui.widgets.lists.counted_button import CountedButton
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memdesk.access.proposals import Staged
    from memdesk.model import Change
    from memdesk.review import Detail, Done, Filter, Obstacle, ReviewItem
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.features.history.change_deeds import ChangeDeed
    from memdesk_gui.features.review.change_pane import ChangePane
    from memdesk_gui.features.review.inbox_page import InboxPage
    from memdesk_gui.features.review.remedies import RemedySubject
    from memdesk_gui.features.review.rule_offers import RuleOffer
    from memdesk_gui.features.shell import Shell
    from memdesk_gui.widgets.docks import Dock
    from memdesk_gui.wording.letting import Let

SNOOZE_SECONDS = 24 * 3600.0
"""How long an item is put away."""
NARROW = 170
"""Characters of a window in which the navigator, too, makes room for the inbox."""


class ReviewCommands(Feature):
    """Shows the inbox in the editor's place, and carries out what its keys say."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._stack = window.context.documents.undo
        self._page: InboxPage | None = None
        self._detail: Detail | None = None
        self._aside_width = 0
        self._is_wide = True
        self._correcting: dict[str, str] = {}
        self.reviewing = window.reviewing = Reviewing(window.context, self)
        self.notifying = Notifying(window)
        window.waiting.connect(self.notifying.show_waiting)
        commands = window.context.commands
        for deed in self._deeds():
            commands.add(deed)
        self.findings = FindingCommands(window, self.reviewing)
        text, action = commands.get("review.open").label, commands.action("review.open")
        self.row = CountedButton(window.context.theme, text, action, window)
        window.waiting.connect(self.row.set_count)
        self.unreviewed = UnreviewedCommands(window, self.reviewing)
        self.gate = GateDesk(window.context, self.reviewing, self)
        self.explaining = ExplainCommands(window, self._looked_into)
        self.proposals = ProposalCommands(window, self.reviewing, self.gate, self._waiting_write)
        self.later = LaterCommands(window, self.reviewing, self._looked_into)
        self.gate.changed.connect(self._on_listed)
        self.gate.refused.connect(partial(self._on_refused, again=None))
        self.reviewing.listed.connect(self._on_listed)
        self.reviewing.decided.connect(self._on_decided)
        self.reviewing.refused.connect(self._on_refused)
        window.context.documents.opened.connect(self._on_opened)
        window.context.bus.closed.connect(self._close_page)
        window.change_wanted.connect(self.show_change)
        window.writer_wanted.connect(self.show_writer)
        window.refusers.append(self.refuse)

    def attach(self) -> None:
        """Have the navigator lead here, and list alone what was never reviewed."""
        navigator = self._window.navigator
        navigator.put_above(self.unreviewed.row)
        navigator.put_above(self.row)
        navigator.list.left.connect(self.unreviewed.leave)

    def prepare(self) -> Iterator[None]:
        """Offer what can be decided wherever a change is looked at, and keep those places up to date."""
        window = self._window
        window.activity.deeds = window.inspector.deeds = self.deeds_of
        self.reviewing.decided.connect(window.activity.look_again)
        self.reviewing.decided.connect(window.history.look_again)
        self.findings.serve_list(window.inspector.findings)
        yield

    @property
    def total(self) -> int:
        """How much waits: changes for review, and writes for approval."""
        return self.reviewing.total + len(self.gate.now.staged)

    @command(
        "review.open",
        lambda self: self.tr("Review in&box"),
        "Ctrl+I",
        "fine",
        words=lambda self: self.tr("approve reject accept revert undo session"),
        enabled=lambda self: not self._window.resting,
        checked=lambda self: self._is_shown(),
        after=(State.WORKSPACE, State.SHOWN),
        menu=(Menu.GO, 4, 1),
    )
    def show_page(self) -> None:
        """Show what waits."""
        page = self._made()
        self._window.area.cover_in_tab(page, self.tr("Review inbox"))
        page.setFocus()

    def show_change(self, change: str) -> None:
        """Show what waits, and in it the change of an id."""
        self.show_page()
        if self._page is not None and change:
            self._page.go_to(change)

    def show_writer(self, name: str) -> None:
        """Show what waits from one writer."""
        self.show_page()
        if self._page is not None:
            self._page.show_writer(name)

    def deeds_of(self, change: Change) -> tuple[ChangeDeed, ...]:
        """Return what can be decided about a change that is looked at elsewhere, where it waits."""
        from memdesk_gui.features.history.change_deeds import ChangeDeed

        wanted = change.uri, change.before, change.after
        waiting = self.reviewing.waiting.items
        item = next((each for each in waiting if (each.uri, each.before, each.after) == wanted), None)
        if item is None:
            return ()
        deeds = [ChangeDeed(self.tr("Accept"), partial(self.reviewing.accept, (item.id,)))]
        if self._window.context.bus.is_writable():
            deeds.append(ChangeDeed(self.tr("Revert"), partial(self.reviewing.revert, (item.id,))))
        return *deeds, ChangeDeed(self.tr("Open in review"), partial(self.show_change, item.id))

    @command(
        "review.filter",
        lambda self: self.tr("Filter by words"),
        "/",
        enabled=lambda self: self._is_shown(),
        local=True,
        after=(State.SHOWN,),
    )
    def _filter(self) -> None:
        if self._page is not None:
            self._page.ask_for_words()

    @command(
        "review.rules",
        lambda self: self.tr("App&roval of agents’ writes…"),
        enabled=lambda self: self._window.context.bus.is_writable(),
        after=(State.WORKSPACE,),
        menu=(Menu.FILE, 6, 1),
    )
    def _ask_rules(self) -> None:
        from memdesk_gui.features.review.approval_dialog import ApprovalDialog

        ApprovalDialog(self._window.context, self.gate, self._window).open()

    def _looked_into(self) -> Detail | None:
        page, detail = self._page, self._detail
        is_current = detail is not None and page is not None and page.ids == (detail.item.id,)
        return detail if is_current and self._is_shown() else None

    def _waiting_write(self) -> Staged | None:
        """Return the write that is looked at in the list of what waits."""
        return self._page.staged if self._page is not None and self._is_shown() else None

    def _ask_rule(self, offer: RuleOffer) -> None:
        from memdesk_gui.features.review.rule_dialog import RuleDialog

        RuleDialog(self.gate, offer, self._window).open()

    def _deeds(self) -> tuple[Command, ...]:
        chosen = self._has_item
        after = (State.WORKSPACE, State.SHOWN, State.CHOSEN, State.REVIEW, State.UNDO)
        deeds = (
            ("review.next", self.tr("Next"), partial(self._step, 1), "J", self._has_row),
            ("review.previous", self.tr("Previous"), partial(self._step, -1), "K", self._has_row),
            ("review.accept", self.tr("Accept"), self._accept, "A", self._can_accept),
            ("review.revert", self.tr("Revert"), self._revert, "R", self._may_write),
            (
                "review.revert_why",
                self.tr("Revert, and say why…"),
                self._ask_why,
                "Y",
                self._may_write,
            ),
            (
                "review.next_passage",
                self.tr("Next passage"),
                partial(self._step_passage, forward=True),
                "N",
                self._has_item,
            ),
            (
                "review.previous_passage",
                self.tr("Previous passage"),
                partial(self._step_passage, forward=False),
                "P",
                self._has_item,
            ),
            (
                "review.accept_passage",
                self.tr("Accept passage"),
                partial(self._judge_passage, accept=True),
                "Shift+A",
                self._has_passage,
            ),
            (
                "review.revert_passage",
                self.tr("Revert passage"),
                partial(self._judge_passage, accept=False),
                "Shift+R",
                self._may_revert_passage,
            ),
            ("review.edit", self.tr("Edit, then accept"), self._edit, "E", self._can_edit),
            ("review.snooze", self.tr("Snooze"), self._snooze, "S", chosen),
            ("review.undo", self.tr("Undo"), self._stack.undo, "Z", self._can_undo),
        )
        return tuple(
            Command(
                name,
                text,
                run,
                keys,
                enabled=can,
                reason=partial(self._refusal, name),
                local=True,
                after=after,
            )
            for name, text, run, keys, can in deeds
        )

    def _refusal(self, name: str) -> str:
        """Say why a command of the inbox cannot be done with the row that is looked at."""
        if self._page is None or not self._is_shown():
            return ""
        from memdesk_gui.features.review.deed_refusals import refusal_text

        return refusal_text(name, self._page, self._window.context.bus)

    def refuse(self, command: Command) -> bool:
        """Say in the card why a command of the inbox cannot be done; False for any other command."""
        page = self._page
        if page is None or page.line is None or not self._refusal(command.id):
            return False
        return page.refuse(page.ids or (page.line.key,), BannerMessage(command.reason(), "warning"))

    def _made(self) -> InboxPage:
        if self._page is None:
            from memdesk_gui.features.review.inbox_page import InboxPage

            context = self._window.context
            page = self._page = InboxPage(context, self.reviewing, self.gate, context.clock.now)
            page.left.connect(lambda: self._window.area.leave(page))
            page.fronted.connect(self._window.navigator.aside().turn)
            page.fronted.connect(self._make_room)
            self._window.area.covering.connect(self._on_covering)
            page.turned.connect(self._beside.show_line)
            page.looked_into.connect(self._tell_found)
            page.selection_changed.connect(context.commands.pushing(State.CHOSEN))
            page.moved.connect(self._on_moved)
            self._window.narrowed.connect(self._on_narrowed)
            page.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            page.list.customContextMenuRequested.connect(partial(self._offer, page))
            page.edit_wanted.connect(self._correct)
            page.undo_wanted.connect(self._ask_undo)
            page.rule_wanted.connect(self._ask_rule)
            for name in ("review.filter", *(deed.id for deed in self._deeds())):
                page.addAction(context.commands.action(name))
            self.findings.serve(page, self._found)
            self._window.inbox_made.emit(page)
        return self._page

    @staticmethod
    def _offer(page: InboxPage, at: QPoint) -> None:
        """Offer at a row what can be done with it and with what goes with it."""
        page.deeds.choices.popup(page.list.viewport().mapToGlobal(at))

    def _make_room(self, fronted: bool) -> None:
        """Give the page the room of other panes, and let the one on the right speak of the change."""
        window = self._window
        inspector = window.docks["inspector"]
        if fronted:
            narrow = self._fold_panes()
            self._aside_width = inspector.width() if narrow and inspector.isVisible() else 0
            inspector.cover(self._beside, shown=False)
            if self._aside_width:
                self._widen(inspector, self._beside.minimumSizeHint().width())
            self._beside.show_line(self._page.line if self._page is not None else None)
        else:
            window.area.refit()
            inspector.uncover()
            window.unfold()
            if self._aside_width:
                self._widen(inspector, self._aside_width)

    def _widen(self, dock: Dock, width: int) -> None:
        self._window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)

    def _fold_panes(self) -> bool:
        """Hide what the inbox needs the room of; return whether the window is narrow."""
        window = self._window
        narrow = window.width() < window.fontMetrics().averageCharWidth() * NARROW
        self._is_wide = not narrow
        window.fold(("activity", "navigator") if narrow else ("activity",))
        return narrow

    def _on_narrowed(self) -> None:
        """Make room where the window is made small beside the inbox; a pane that comes up later stays."""
        if self._is_shown() and self._is_wide:
            self._fold_panes()

    def _on_covering(self, page: QWidget) -> None:
        """Make room before the page takes it, which would widen a small window."""
        if page is self._page and not self._is_shown():
            self._fold_panes()

    @cached_property
    def _beside(self) -> ChangePane:
        """The pane on the right while the inbox is in front."""
        from memdesk_gui.features.review.change_pane import ChangePane

        pane = ChangePane(self._window.context, self.reviewing, self._window)
        pane.hide()  # it has no place until it covers the inspector
        pane.change_wanted.connect(self.show_change)
        return pane

    def _tell_found(self, detail: Detail) -> None:
        self._detail = detail
        self._window.context.commands.push(State.CHOSEN)
        self._beside.show_detail(detail)

    def _found(self) -> RemedySubject | None:
        """Return what was found in the change that is shown."""
        page = self._page
        return page.card.subject(page.ids) if page is not None and self._is_shown() else None

    def _close_page(self) -> None:
        if self._page is not None:
            self._window.area.close_page(self._page)

    def _is_shown(self) -> bool:
        return self._window.area.covered_by(self._page)

    def _has_row(self) -> bool:
        return self._page is not None and self._is_shown() and self._page.line is not None

    def _can_accept(self) -> bool:
        waits = self._page is not None and self._page.staged is not None and self._page.may_decide
        return self._has_item() or (self._has_row() and waits)

    def _has_item(self) -> bool:
        page = self._page
        return page is not None and self._is_shown() and bool(page.ids) and page.may_decide

    def _may_write(self) -> bool:
        return self._can_accept() and self._window.context.bus.is_writable()

    def _can_edit(self) -> bool:
        return self._page is not None and self._has_item() and self._may_write() and self._page.can_edit()

    def _can_undo(self) -> bool:
        return self._is_shown() and self.reviewing.is_there and self._stack.undoable is not None

    def _has_passage(self) -> bool:
        if self._page is None or not self._has_item():
            return False
        return self._page.card.hides_passages or bool(self._page.card.passages.current)

    def _may_revert_passage(self) -> bool:
        return self._has_passage() and self._may_write()

    def _step_passage(self, *, forward: bool) -> None:
        if self._page is not None and not self._page.card.reveal_passages():
            self._page.card.passages.step(forward=forward)

    def _judge_passage(self, *, accept: bool) -> None:
        # What a key decides has to be seen first: of what is told in words it only shows the passages.
        if self._page is None or self._page.card.reveal_passages():
            return
        if not (number := self._page.card.passages.current):
            return
        wish = {"accepted" if accept else "reverted": (number,)}
        self.reviewing.judge_passages(self._page.ids[0], **wish)

    def _step(self, by: int) -> None:
        if self._page is not None:
            self._page.step(by)

    def _accept(self) -> None:
        if self._page is not None and self._page.staged is not None:
            self.gate.approve(self._page.staged)
        elif self._page is not None and not self._page.show_group():
            self.reviewing.accept(self._page.ids)

    def _revert(self) -> None:
        if self._page is not None and self._page.staged is not None:
            self.gate.refuse(self._page.staged)
        elif self._page is not None and not self._page.show_group():
            self.reviewing.revert(self._page.ids)

    def _ask_why(self) -> None:
        """Ask for the reason, then take back what was shown."""
        page = self._page
        if page is None or (page.staged is None and page.show_group()):
            return
        from memdesk_gui.features.review.rejection_dialog import RejectionDialog

        staged, ids = page.staged, page.ids
        dialog = RejectionDialog(self._window, reverts=0 if staged is not None else len(ids))
        if staged is not None:
            dialog.wanted.connect(partial(self.gate.refuse, staged))
        else:
            dialog.wanted.connect(lambda reason: self.reviewing.revert(ids, reason=reason))
        dialog.open()

    def _snooze(self) -> None:
        if self._page is not None:
            until = machine_time(self._window.context.clock) + SNOOZE_SECONDS
            self.reviewing.snooze(self._page.ids, until)

    def _edit(self) -> None:
        if self._page is not None:
            self._page.edit()

    def _correct(self, item: ReviewItem, uri: str, part: str) -> None:
        """Open a document to correct what was written; saving it accepts the item."""
        self._correcting[uri] = item.id
        self._window.area.leave(self._page)
        self._window.context.documents.activate(f"{uri}#{part}" if part else uri)
        words = self.tr("Correct {name} and save: the change is accepted with it.")
        self._window.toast.show_message(words.format(name=printable(uri.rpartition("/")[2])))

    def _on_opened(self, buffer: DocumentBuffer) -> None:
        buffer.saved.connect(partial(self._on_saved, buffer))

    def _on_saved(self, buffer: DocumentBuffer) -> None:
        name, revision = self._correcting.pop(buffer.uri, None), buffer.base
        if name is not None and revision is not None:
            self.reviewing.accept_saved(name, buffer.uri, revision)
            self.show_page()

    def _ask_undo(self, only: Filter) -> None:
        from memdesk_gui.features.review.revert_dialog import ReversalDialog

        dialog = ReversalDialog(self._window.context, partial(self.reviewing.plan_undo, only), self._window)
        dialog.wanted.connect(partial(self.reviewing.undo_all, only))
        dialog.open()

    def _on_listed(self) -> None:
        self._window.waiting.emit(self.total)
        waiting = self.reviewing.waiting.items
        only_outside = bool(waiting) and not self.gate.now.staged
        only_outside = only_outside and all(item.actor.origin is Origin.FOREIGN for item in waiting)
        self.row.set_origin(Origin.FOREIGN if only_outside else Origin.AGENT)
        self._window.gated.emit(bool(self.gate.now.rules), len(self.gate.now.staged))
        self._window.context.commands.push(State.REVIEW)

    def _on_decided(self, done: Done) -> None:
        offer = self.findings.purge_offer(done)
        self._window.toast.show_message(self._told(done), self._way_back(done), offer)
        if self._page is not None and not done.ids:
            self._page.refresh()

    def _told(self, done: Done) -> str:
        from memdesk_gui.features.review.finding_words import remedy_text
        from memdesk_gui.features.review.remedies import Remedied
        from memdesk_gui.wording.letting import Let

        if isinstance(done, Let):
            return self._let(done)
        if isinstance(done, Remedied):
            return remedy_text(done.deed, done.count)
        count = len(done.ids)
        words = {
            "accepted": self.tr("%n changes accepted.", "", count),
            "edited": self.tr("%n changes accepted as you corrected them.", "", count),
            "reverted": self.tr("%n changes reverted.", "", count),
            "snoozed": self.tr("%n changes snoozed until tomorrow.", "", count),
            "pending": self.tr("%n changes wait for review again.", "", count),
            "partly": self.tr("The change waits for the rest of its passages."),
        }
        said = words[done.verdict.value] if count else remedy_text("undone", 0)
        stayed = self.tr("%n changes stay, because they cannot be reverted.", "", len(done.stayed))
        return sentences((said, stayed)) if done.stayed else said

    def _let(self, done: Let) -> str:
        if done.verdict.value == "pending":
            return self.tr("The write waits for approval again.")
        if done.let_in:
            return self.tr("Approved. The change is saved.")
        return self.tr("Rejected. Nothing was changed.")

    def _on_moved(self) -> None:
        self._window.toast.show_message(
            self.tr("The change you looked at was reviewed elsewhere. This is another one.")
        )

    def _way_back(self, done: Done) -> QAction | None:
        """Return what takes a decision back; of what was taken back, nothing."""
        if done.verdict.value == "pending" or self._stack.undoable is None:
            return None
        undo = QAction(self.tr("Undo"), self)
        undo.triggered.connect(self._stack.undo)
        return undo

    def _on_refused(self, error: Exception, again: object, ids: tuple[str, ...] = ()) -> None:
        from memdesk_gui.features.review.words import refusal_text, refusals_text

        choices = (
            (BannerButton(self.tr("Try again"), again),) if callable(again) else self._rest_of(error, ids)
        )
        refusal = BannerMessage(refusals_text(error, len(ids)), "danger", None, choices)
        if self._page is not None and self._is_shown() and self._page.refuse(ids, refusal):
            return
        retry = QAction(self.tr("Try again"), self) if callable(again) else None
        if retry is not None and callable(again):
            retry.triggered.connect(again, Qt.ConnectionType.SingleShotConnection)
        self._window.toast.show_message(refusal_text(error), retry)

    def _rest_of(self, error: Exception, ids: tuple[str, ...]) -> tuple[BannerButton, ...]:
        """Offer to take back those of several changes that can go, or as much of each as can."""
        obstacles: Sequence[Obstacle] = getattr(error, "obstacles", ())
        rest = len(ids) - len(obstacles)
        choices: list[BannerButton] = []
        if rest not in (0, len(ids)):
            words = self.tr("Revert the other %n", "", rest)
            choices.append(BannerButton(words, partial(self.reviewing.revert, ids, rest=True), primary=True))
        if ids and obstacles and all(each.has_part for each in obstacles):
            part = partial(self.reviewing.revert, ids, part=True)
            choices.append(BannerButton(self.tr("Revert what can be reverted"), part, primary=not choices))
        return tuple(choices)
