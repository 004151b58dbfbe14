"""The review inbox: every change by an agent or a program outside that no person has judged yet."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.review.approval import GateDesk, WriteComparison
from memdesk_gui.features.review.card import ReviewCard
from memdesk_gui.features.review.controller import Reviewing
from memdesk_gui.features.review.deeds import ReviewDeeds
from memdesk_gui.features.review.inbox_filter import InboxFilter
from memdesk_gui.features.review.inbox_halves import InboxHalves
from memdesk_gui.features.review.inbox_model import InboxModel, InboxRow, net_of
from memdesk_gui.features.review.inbox_selection import InboxSelection
from memdesk_gui.features.review.words import badges_of, judged_words
from memdesk_gui.widgets.banner import Banner, BannerMessage
from memdesk_gui.widgets.cover_page import CoverPage
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.key_hints import KeyHints
from memdesk_gui.widgets.labels import hairline, role_label
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack
from memdesk_gui.widgets.lists.branch_list import BranchList
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.widgets.lists.review_delegate import ReviewDelegate
from memdesk_gui.widgets.sort_choice import SortChoice
from memdesk_gui.wording import wording

if TYPE_CHECKING:
    from memdesk.access.proposals import Staged
    from memdesk.review import Detail, Filter
    from memdesk_gui.features.review.controller import NetChange
    from memdesk_gui.features.review.rule_offers import RuleOffer

REST_MS = 700
"""How long no key decides anything after the list moved under it: who pressed it meant what was there."""
LOOK_MS = 20
"""How long the list rests before the next row is looked into."""
HINTS = ("review.next", "review.previous", "review.undo")
MOST_DOCUMENTS = 60
"""Documents whose differences are shown together."""


class InboxPage(CoverPage):
    """Lists what waits, shows one difference at a time, and takes what the person decides."""

    edit_wanted = Signal(object, str, str)
    """An item is to be corrected in its document (its uri now, and the part), then accepted."""
    undo_wanted = Signal(object)
    """Everything that a ``Filter`` names is to be taken back, after a look at what that does."""
    rule_wanted = Signal(object)
    """Rules are to hold from now on, after a look at what that means: a ``RuleOffer``."""
    selection_changed = Signal()
    """Something else is looked at."""
    moved = Signal()
    """What was looked at was judged elsewhere: something else is in its place."""
    turned = Signal(object)
    """Another row is looked at: its ``InboxRow``, None where there is none."""
    looked_into = Signal(object)
    """What is known of the change that is looked at: its ``Detail``."""

    def __init__(
        self,
        context: AppContext,
        reviewing: Reviewing,
        gate: GateDesk,
        now: Callable[[], float],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context, self._reviewing, self._gate, self._now = context, reviewing, gate, now
        self._shown, self._compared, self._row = "", "", 0
        self._shown_ids: frozenset[str] = frozenset()
        self._seen: dict[str, frozenset[str]] = {}
        self._looked: set[str] = set()
        self._hard: set[str] = set()
        self._refusals: dict[str, BannerMessage] = {}
        self._resting = QTimer(self, singleShot=True, interval=REST_MS)
        self._resting.timeout.connect(self.selection_changed)
        self._detail: Detail | None = None
        self.setAccessibleName("Review inbox")
        self.model = InboxModel(context.words, self)
        delegate = ReviewDelegate(context.theme, parent=self)
        self.list = BranchList(self.tr("Changes to review"), delegate, parent=self)
        self.filter = InboxFilter(context.theme, self)
        self._count = role_label("", "muted", self)
        self.order = SortChoice(by_time=reviewing.by_time, parent=self)
        self.card = ReviewCard(context, self)
        self.tests = Banner(context.theme, self, above=8)
        self.records = Banner(context.theme, self, above=8)
        keys = context.commands.shortcut_text
        self._hints = KeyHints([(keys(name), context.commands.get(name).label) for name in HINTS], self)
        self.deeds = ReviewDeeds(context.commands, self)
        overview = context.commands.action("go.overview")
        self._empty = EmptyState(context.theme, "fine", "", action=overview, parent=self)
        self._none = EmptyState(
            context.theme,
            "search",
            self.tr("Nothing of this waits"),
            self.tr("No change matches all of these filters. Clear them to see the rest."),
            action=self.filter.clearing,
            parent=self,
        )
        self._wanted = ""
        self._looking = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._looking.timeout.connect(self._look)
        self._ageing = Ageing(self._tell_ages, self)
        self._lay_out()
        self._connect()
        self.refresh()

    @property
    def line(self) -> InboxRow | None:
        """What the current row stands for, or all that are chosen together."""
        chosen = self._selection.line
        return chosen if chosen is not None else self.model.item_at(self.list.currentIndex())

    @property
    def ids(self) -> tuple[str, ...]:
        """The items that a decision would be about: the current one, or all of a group."""
        line = self.line
        return () if line is None or line.staged is not None else tuple(item.id for item in line.items)

    @property
    def staged(self) -> Staged | None:
        """The write that waits for approval in the current row, once it is shown."""
        line = self.line
        shown = line is not None and line.key == self._compared
        return line.staged if line is not None and shown else None

    @property
    def may_decide(self) -> bool:
        """Whether a key means what the person looks at: nothing moved under it, nor is it being decided."""
        line = self.line
        if line is None or self._context.bus.is_missing:
            return False
        return not self._resting.isActive() and not self._is_under_way(line)

    def show_group(self) -> bool:
        """Have the changes of a group shown that were not all shown yet; False where that is not needed.

        Their difference is about to come, or where it is too large, they are opened one by one.
        """
        line = self.line
        if line is None or not line.is_head or self._shown_ids <= self._seen.get(line.key, frozenset()):
            return False
        if line.is_chosen and self._shown_ids <= self._looked:
            return False
        if line.key in self._hard and not line.is_chosen:
            self._fold(self.list.currentIndex(), True)
        return True

    def refuse(self, ids: Collection[str], refusal: BannerMessage) -> bool:
        """Say in the card of a change why nothing was done, and stay there; False where it is not listed."""
        lines = (self.line, *self.model.items)
        wanted = frozenset(ids)
        line = next((each for each in lines if each is not None and _ids_of(each) == wanted), None)
        if line is None:
            return False
        self._refusals[line.key] = replace(refusal, dismiss=partial(self._dismiss, line.key))
        if self.line is None or self.line.key != line.key:
            self.list.select(line.key, scroll=True)
            self._rest()
        self._show_line()
        return True

    def show_broken(self, breaks: Callable[[str, object], int]) -> None:
        """Say beside a change how many memory tests broke after it, known by document and revision."""
        self.model.show_broken(lambda item: breaks(item.uri, item.after))

    def refresh(self) -> None:
        """Show what waits now."""
        from memdesk.review import groups

        waiting = self._reviewing.waiting
        self.filter.learn(waiting.items)
        self._row = self.list.currentIndex().row()
        gate = self._gate.now
        staged = gate.staged if self._reviewing.by_time else gate.urgent
        was, known = self._shown, self._shown_ids
        self.model.show_groups(groups(waiting.items), self._now(), staged, gate.looks, was)
        self._look_whether_it_moved(was, known)
        self._count.setText(self._counted(len(waiting.items) + len(staged), waiting.total + len(staged)))
        self._show_head(bool(self.model.rowCount()))

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) row."""
        row = self.list.currentIndex().row() + by
        if 0 <= row < self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(row))
            self.list.scrollTo(self.model.index(row))

    def go_to(self, change: str) -> None:
        """Go to the change of this id, or to the group that it is in, as soon as it is listed."""
        self._wanted = change
        self._go_to_wanted()

    def show_writer(self, name: str) -> None:
        """Show only what one writer did; an empty name: everybody."""
        self.filter.show_writer(name)

    def ask_for_words(self) -> None:
        """Have words typed that the changes listed are to have."""
        self.filter.words.setFocus()
        self.filter.words.selectAll()

    def edit(self) -> None:
        """Have the current item corrected in its document."""
        if self._detail is not None and self._detail.current is not None:
            self.edit_wanted.emit(self._detail.item, self._detail.uri, _place_of(self._detail))

    @property
    def is_gone(self) -> bool:
        """Whether the document of the change that is looked at is deleted."""
        return self._detail is not None and self._detail.current is None

    def can_edit(self) -> bool:
        """Whether there is a document to correct."""
        return self._detail is not None and self._detail.current is not None and len(self.ids) == 1

    def showEvent(self, event: QShowEvent) -> None:
        """Read anew what another process may have decided."""
        super().showEvent(event)
        self._reviewing.read()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is looked at while the page is not shown."""
        super().hideEvent(event)
        self.selection_changed.emit()

    def _lay_out(self) -> None:
        self.list.setProperty("panel", False)
        self.setFocusProxy(self.list)
        self._content = InboxHalves(self.list, self.card, self.deeds, self)
        self._pages = in_stack(self._content, self._empty, self._none)
        page = in_column(self._head(), on=self, margins=0, spacing=0)
        chips = in_row(self.filter.chips, margins=(12, 0, 12, 0))
        page.addLayout(chips)
        page.addWidget(hairline(self))
        page.addWidget(self.records)
        page.addWidget(self.tests)
        page.addLayout(self._pages, 1)

    def _head(self) -> QHBoxLayout:
        return in_row(
            self._count, self.filter, self.order, None, self._hints, margins=(16, 4, 16, 4), spacing=8
        )

    def _show_head(self, waits: bool) -> None:
        """Tell keys and order only where there is something to review; a choice of writer can be undone."""
        if not waits:
            self._say_empty()
        self._pages.setCurrentIndex(0 if waits else 2 if self._reviewing.filtered else 1)
        for part in (self._hints, self.order):
            part.setVisible(waits)
        self.filter.setVisible(waits or self.filter.is_active)

    def _say_empty(self) -> None:
        """Say what was judged, where that was just now, and what comes next."""
        said = judged_words(self._reviewing.tally)
        is_read = self._reviewing.is_read
        if not is_read:
            title, text = self.tr("Reading what waits…"), ""
        elif said:
            title, key = said, self._context.commands.shortcut_text("review.undo")
            text = self.tr("Nothing else waits. {key} undoes the last decision.").format(key=key)
        else:
            title = self.tr("Nothing to review")
            text = self.tr(
                "Changes by agents and other programs appear here until you accept or revert them."
            )
        self._empty.set_text(title, text, icon_name="fine" if is_read else "clock")

    def _connect(self) -> None:
        self.list.show_model(self.model, self.model.place)
        self._selection = InboxSelection(self.list, self.model)
        self._selection.changed.connect(self._show_line)
        self.model.changing.connect(self.list.hold)
        self.model.settled.connect(self._on_settled)
        self.list.selectionModel().currentChanged.connect(self._show_line)
        self.list.chosen.connect(self._open)
        self.list.folded.connect(self._fold)
        self.list.left.connect(self.left)
        self.list.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.filter.changed.connect(self._ask_for)
        self.filter.words.returnPressed.connect(self.list.setFocus)
        self.order.chosen.connect(self._reviewing.sort)
        self._context.settings.subscribe(lambda value: self.order.show_order(by_time=value.newest_first))
        choices = self.deeds.choices
        choices.aboutToShow.connect(self._fill_choices)
        choices.only_wanted.connect(self.filter.show_place)
        choices.accept_wanted.connect(self._reviewing.accept_all)
        choices.undo_wanted.connect(self.undo_wanted)
        choices.rule_wanted.connect(self.rule_wanted)
        self.card.passages.changed.connect(self._on_passage)
        self._reviewing.listed.connect(self.refresh)
        self._gate.changed.connect(self.refresh)

    def _ask_for(self, only: Filter | None) -> None:
        self._shown = ""
        self._reviewing.show_only(only)

    def _tell_ages(self) -> None:
        self.model.set_now(self._now())
        line = self.line
        if line is not None:
            self.card.tell(self.model.row_of(line), [each.actor for each in line.items])

    def _go_to_wanted(self) -> None:
        """Select the line of the change that is waited for: its own, or else the group's."""
        lines = [line for line in self.model.items if self._wanted in _ids_of(line)]
        if self._wanted and lines:
            self._wanted = ""
            self.list.select(lines[-1].key, scroll=True)

    def _on_settled(self) -> None:
        """Stay where the reader is; in the place of what is decided comes what follows."""
        self.list.settle()
        self._selection.settle()
        self._go_to_wanted()
        rows = self.model.rowCount()
        if rows and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(min(max(self._row, 0), rows - 1)))
        self._show_line()
        self._looking.start()

    def _look_whether_it_moved(self, was: str, known: frozenset[str]) -> None:
        """Let no key decide for a moment where something else is in the place of what was looked at."""
        line = self.line
        if line is None or not was:
            return
        if line.key != was and not known <= self._reviewing.judged_here:
            self._rest()
            self.moved.emit()
        elif line.key == was and not _ids_of(line) <= known:
            self._rest()

    def _rest(self) -> None:
        self._resting.start()
        self.selection_changed.emit()

    def _dismiss(self, key: str) -> None:
        self._refusals.pop(key, None)
        self.card.refuse(None)
        self._show_line()

    def _is_under_way(self, line: InboxRow) -> bool:
        return self._reviewing.is_under_way(_ids_of(line))

    def _on_scrolled(self, value: int) -> None:
        self._looking.start()
        if value == self.list.verticalScrollBar().maximum() and self._reviewing.waiting.more:
            self._reviewing.read_more()

    def _fold(self, index: QModelIndex, is_open: bool) -> None:
        """Open or close the group that a row belongs to; into an open one, go on to its first change."""
        head = self.model.head_of(index)
        line = self.model.item_at(head)
        if line is not None and line.is_open is not is_open:
            self.model.set_open(head, is_open)
            self.list.select(line.key, scroll=True)
        elif line is not None and is_open and index == head:
            self.step(1)

    def _open(self, index: QModelIndex) -> None:
        """Fold or unfold a group; go on from a change to its difference."""
        line = self.model.item_at(index)
        if line is not None and line.is_head:
            self._fold(index, not line.is_open)
        else:
            self.card.diff.unified.setFocus()

    def _show_line(self) -> None:
        """Show the change, or the changes together, of the current row."""
        line = self.line
        if line is None:
            self._shown, self._shown_ids, self._detail = "", frozenset(), None
            self.turned.emit(None)
        else:
            self._begin(line)
        if line is not None and line.staged is not None:
            self._gate.compare(line.staged, partial(self._on_compared, line.key))
        elif line is not None:
            self._look_into(line)
        self.selection_changed.emit()

    def _look_into(self, line: InboxRow) -> None:
        """Have what a row changed shown: of several documents one below the other."""
        net, unread = net_of(line), partial(self._on_unread, line.key)
        if len(net) == 1:
            self._reviewing.detail(net[0], partial(self._on_detail, line.key), unread)
        elif len(net) <= MOST_DOCUMENTS:
            self._reviewing.compare_together(
                net, partial(self._on_net, line.key, _ids_of(line)), partial(self._on_too_much, line)
            )
        else:
            self._on_too_much(line)

    def _on_net(self, key: str, ids: frozenset[str], found: tuple[NetChange, ...]) -> None:
        if key == self._shown and ids == self._shown_ids:
            self._seen[key] = ids
            self._looked |= ids
            self.card.show_together(found)
            self.selection_changed.emit()

    def _on_too_much(self, line: InboxRow, _error: Exception | None = None) -> None:
        """Leave the changes of a group to be looked at one by one."""
        if line.key == self._shown:
            self._hard.add(line.key)
            self.card.say(self._about_group(line))

    def _begin(self, line: InboxRow) -> None:
        """Say what the row is about, before its texts are there."""
        if line.key != self._shown:
            self._shown, self._detail = line.key, None
            self.card.show_facts(self.model.row_of(line), [each.actor for each in line.items])
            self.turned.emit(line)
        self._shown_ids = _ids_of(line)
        if self._is_under_way(line):
            self._refusals.pop(line.key, None)
        self.card.refuse(self._refusals.get(line.key))
        self.deeds.show_line(line)
        if line.is_open and line.key in self._hard and not line.is_chosen:
            self._seen[line.key] = self._shown_ids

    def _on_passage(self) -> None:
        line = self.line
        if line is not None:
            self.deeds.show_line(line, partly=bool(self.card.passages.rest))
        self.selection_changed.emit()

    def _about_group(self, line: InboxRow) -> str:
        if line.is_chosen:
            return self.tr(
                "These are too many documents to compare together. "
                "Look at each change first, or choose fewer."
            )
        if line.is_open:
            return self.tr("These changes belong together. What you press here holds for all of them.")
        return self.tr(
            "These changes belong together. Press → to show them one by one. Accept and Revert "
            "first show them, too, and act once they were shown."
        )

    def _on_compared(self, key: str, compared: WriteComparison) -> None:
        if key == self._shown:
            self._compared = key
            self.card.show_proposal(compared)
            self.selection_changed.emit()

    def _on_detail(self, key: str, detail: Detail) -> None:
        if key != self._shown:
            return
        self._detail = detail
        self._seen[key] = self._shown_ids
        self._looked |= self._shown_ids
        self.card.show_detail(detail, is_net=len(self.ids) > 1)
        self.looked_into.emit(detail)
        self._mark(detail)
        self.selection_changed.emit()

    def _mark(self, detail: Detail) -> None:
        """Show in its row what was found in a change, and look into the next row that is seen."""
        self.model.set_badges(detail.item.id, badges_of(detail))
        self._looking.start()

    def _look(self) -> None:
        """Look into the changes on the screen, one at a time: what the person looks at comes first."""
        rows = self.list.visible_rows() if self.isVisible() else range(0)
        self.model.want_words(rows)
        item = next(self.model.unlooked(rows), None)
        if item is not None:
            self._reviewing.glance(item, self._mark, partial(self._skip, item.id))

    def _skip(self, key: str, _error: Exception) -> None:
        self.model.set_badges(key, ())
        self._looking.start()

    def _on_unread(self, key: str, error: Exception) -> None:
        if key == self._shown:
            self.card.say(wording.error_text(error))

    def _counted(self, shown: int, total: int) -> str:
        """Return how much is listed: a count, for a place among others nobody takes it."""
        if shown < total:
            return self.tr("the first {shown} of {total}").format(shown=shown, total=total)
        return self.tr("%n changes", "", total) if total else ""

    def _fill_choices(self) -> None:
        self.deeds.choices.fill(
            self.line.items[0] if self.ids and self.line is not None else None, self._offers()
        )

    def _offers(self) -> tuple[RuleOffer, ...]:
        """Return the rules that the change or write that is looked at suggests."""
        from memdesk_gui.features.review.rule_offers import offers_at_gate, offers_for

        line, rules = self.line, self._gate.now.rules
        if line is None or not self._context.commands.action("review.rules").isEnabled():
            return ()
        if line.staged is not None:
            return tuple(offers_at_gate(line.staged, rules))
        return tuple(offers_for(line.items[0], rules)) if len(line.items) == 1 else ()


def _ids_of(line: InboxRow) -> frozenset[str]:
    """Return what a decision about a row is about: its changes, or the write that waits."""
    return frozenset((line.key,) if line.staged is not None else (item.id for item in line.items))


def _place_of(detail: Detail) -> str:
    """Return what to show of a document to correct a change: the entry or key of JSON, else its line."""
    part = next(iter(detail.parts), "")
    if part and detail.uri.lower().endswith(".json"):
        return part
    return f"L{detail.line}" if detail.line else part
