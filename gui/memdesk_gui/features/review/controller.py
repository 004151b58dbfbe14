"""The review of the open workspace: what waits for a person, and what is decided about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.errors import LockedError
from memdesk.model import Actor, ChangeBatch, Revision, WatchState
from memdesk_gui.bridge.row_words import ChangeKey
from memdesk_gui.context import AppContext
from memdesk_gui.documents.undo_stack import Ended, UndoStep, settle_failed
from memdesk_gui.features.review.step_words import step_text
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.checks import Finding
    from memdesk.review import Detail, Done, ExaminingProgress, Filter, Inbox, Reversal, ReviewItem
    from memdesk.review.comparing import Compared, Comparison
    from memdesk.review.later import ReversalTogether
    from memdesk.runtime.settings import Settings
    from memdesk.text.changed_words import ChangedWords
    from memdesk.text.diff_rows import DiffRows
    from memdesk.workspace import Listing, Workspace

Step = Callable[["Inbox", "Actor"], "Done"]
"""A decision, to be carried out in the write lane."""

Undo = Callable[["Inbox", "Actor", "Done"], "Done"]
"""What takes a decision back."""

AT_ONCE = 200
"""Items that are read at a time."""
WORDED = 24
"""Items whose words are read with the list, so that no row says one thing and then another."""
SMALL = 1 << 16
"""Bytes of a document up to which its words are read with the list."""
CHECKED = 50
"""Items that the content checks look at between two looks at what else is to be done."""
SOON_MS = 200
"""How long after a change the items are read again."""
LATER_MS = 1_500
"""When they are read once more: what came from outside is put into the log by a thread of its own."""
COMPARE_MS = 86_400_000
"""How often all documents are held against the log by their bytes while the window is open."""
LOOK_MS = 2_000
"""How often it is looked whether somebody decided in another window, or in a terminal."""


class HeldWrite(NamedTuple):
    """A write that waits for approval: its row in the inbox, its first document, its words, who and when."""

    key: str
    uri: str
    words: ChangedWords | None
    actor: Actor
    time: float
    findings: tuple[Finding, ...] = ()


class Waiting(NamedTuple):
    """What waits for a decision: the first items, how many there are of all, and whether that is not all."""

    items: tuple[ReviewItem, ...] = ()
    total: int = 0
    more: bool = False
    judged: int = 0
    """What had been decided when this was read."""
    words: tuple[tuple[ChangeKey, ChangedWords], ...] = ()
    """What the first of them say: the others are read when they are seen."""
    whole: int = 0
    """How many wait of all, whatever is asked for."""

    def without(self, ids: Collection[str]) -> Waiting:
        """Return what waits but for these items."""
        items = tuple(item for item in self.items if item.id not in ids)
        gone = len(self.items) - len(items)
        return self._replace(items=items, total=self.total - gone, whole=self.whole - gone)


class Reviewing(QObject):
    """Reads what waits in the background, and carries decisions out in the write lane."""

    listed = Signal()
    """What waits is known anew."""
    held_changed = Signal()
    """Other writes wait for approval."""
    decided = Signal(object)
    """A decision was carried out: its ``Done``."""
    refused = Signal(object, object, object)
    """A decision could not be carried out: the exception, what tries again, and what it was about."""

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.waiting = Waiting()
        self.held: tuple[HeldWrite, ...] = ()
        """The writes that wait for approval; the gate says which."""
        self._context = context
        self._inbox: Inbox | None = None
        self._wanted, self._reading, self._again = AT_ONCE, False, False
        self._filter: Filter | None = None
        self._known = Waiting()
        self.is_read = False
        """Whether it is known what waits in the folder that is open."""
        self._checking = False
        self._comparison: Comparison | None = None
        self.by_time = context.settings.value.newest_first
        self._partly: tuple[Done, UndoStep] | None = None
        """What was decided last of the passages of a change that waits for the rest, and its step."""
        self._deciding: set[str] = set()
        self._under_way: set[str] = set()
        self.judged_here: set[str] = set()
        """What this window decided, or is deciding: it leaves the list by that, and by nobody else."""
        self.tally = Counter[str]()
        """How many were judged how since there was nothing left, by the verdict."""
        self._is_through = False
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._later = QTimer(self, singleShot=True, interval=LATER_MS)
        for timer in (self._soon, self._later):
            timer.timeout.connect(self.read)
        self._pace = QTimer(self, interval=LOOK_MS)
        self._pace.timeout.connect(self._look)
        self._daily = QTimer(self, interval=COMPARE_MS)
        self._daily.timeout.connect(self._begin_comparison)
        context.settings.subscribe(self._on_settings)
        context.bus.listed.connect(self._on_listed)
        context.bus.changed.connect(self._on_changed)
        context.bus.closed.connect(self._on_closed)

    def hold(self, held: tuple[HeldWrite, ...]) -> None:
        """Say which writes wait for approval."""
        if held != self.held:
            self.held = held
            self.held_changed.emit()

    @property
    def inbox(self) -> Inbox | None:
        """The review of the workspace, once it has been read."""
        return self._inbox

    @property
    def is_there(self) -> bool:
        """Whether something can be decided: not while the folder is gone."""
        return not self._context.bus.is_missing

    @property
    def total(self) -> int:
        """How many changes wait for a decision, listed or not."""
        return self.waiting.whole

    @property
    def filtered(self) -> bool:
        """Whether only some of what waits is asked for."""
        return self._filter is not None and not self._filter.is_empty

    def read(self) -> None:
        """Read what waits; ``listed`` follows. While the folder is gone, what was known stays."""
        if self._inbox is None or self._context.bus.state is WatchState.VANISHED:
            return
        if self._reading:
            self._again = True
            return
        self._reading, self._again = True, False
        ask = partial(
            _read, self._context.bus.workspace, self._inbox, self._wanted, self._filter, by_time=self.by_time
        )
        self._context.jobs.background(ask, partial(self._on_read, self._inbox), self._on_unread)

    def read_more(self) -> None:
        """Read older items, too."""
        self._wanted += AT_ONCE
        self.read()

    def show_only(self, only: Filter | None) -> None:
        """Ask for some of what waits from now on."""
        self._filter = only
        self.read()

    def sort(self, by_time: bool) -> None:
        """List the newest first from now on, or what needs attention."""
        self._context.choose(newest_first=by_time)

    def detail(
        self, item: ReviewItem, ready: Callable[[Detail], object], failed: Callable[[Exception], object]
    ) -> None:
        """Look into an item."""
        if self._inbox is not None:
            ask = partial(_detail, self._context.bus.workspace, self._inbox, item)
            self._context.jobs.read(ask, ready, failed)

    def glance(
        self, item: ReviewItem, ready: Callable[[Detail], object], failed: Callable[[Exception], object]
    ) -> None:
        """Look into an item when there is time."""
        if self._inbox is not None:
            ask = partial(_detail, self._context.bus.workspace, self._inbox, item)
            self._context.jobs.background(ask, ready, failed)

    def compare_together(
        self,
        items: Sequence[ReviewItem],
        ready: Callable[[tuple[NetChange, ...]], object],
        failed: Callable[[Exception], object],
    ) -> None:
        """Look into what several changes made of their documents."""
        if self._inbox is not None:
            ask = partial(_net, self._context.bus.workspace, self._inbox, tuple(items))
            self._context.jobs.read(ask, ready, failed)

    def session(self, item: ReviewItem, ready: Callable[[tuple[ReviewItem, ...]], object], most: int) -> None:
        """Read what else was written in an item's session, the newest first, whatever was decided of it."""
        if self._inbox is not None and item.actor.session:
            self._context.jobs.background(partial(_same_session, self._inbox, item, most), ready)

    def accept(self, ids: Collection[str]) -> None:
        """Accept items as they were shown."""
        self.decide(lambda inbox, who: inbox.accept(ids, who), ids)

    def accept_saved(self, name: str, uri: str, revision: Revision) -> None:
        """Accept an item whose document a person has corrected; undone, the correction goes, too."""
        self.decide(lambda inbox, who: inbox.edited([name], who, {uri: revision}), [name])

    def revert(
        self,
        ids: Collection[str],
        *,
        rest: bool = False,
        part: bool = False,
        reason: str = "",
        later: Collection[str] = (),
    ) -> None:
        """Take items back; what came later is kept.

        With ``rest`` those that cannot go stay, with ``part`` as much of each goes as can, and with ``later``
        these, which build on them, go, too. A ``reason`` is told to the agents that wrote them.
        """

        def step(inbox: Inbox, who: Actor) -> Done:
            return inbox.revert(ids, who, rest=rest, part=part, reason=reason, later=later)

        self.decide(step, ids, stays=True)

    def judge_passages(
        self, name: str, *, accepted: Collection[int] = (), reverted: Collection[int] = ()
    ) -> None:
        """Accept passages of an item and take others back; it waits for the rest."""
        step = partial(_judge_hunks, name=name, accepted=accepted, reverted=reverted)
        self.decide(step, [name], stays=True)

    def snooze(self, ids: Collection[str], until: float) -> None:
        """Put items away until a time."""
        self.decide(lambda inbox, who: inbox.snooze(ids, until, who), ids)

    def accept_all(self, only: Filter) -> None:
        """Accept all that waits from a writer, of a session or of a document."""
        self.decide(lambda inbox, who: inbox.accept_all(only, who))

    def undo_all(self, only: Filter, leave: Collection[str] = ()) -> None:
        """Take back all that a writer did in a session or since a time, but what is left out or cannot go."""
        self.decide(lambda inbox, who: inbox.undo_all(only, who, leave=leave, rest=True))

    def plan_undo(self, only: Filter, leave: Collection[str], ready: Callable[[Undoing], object]) -> None:
        """Find out what ``undo_all`` would do."""
        if self._inbox is not None:
            self._context.jobs.read(partial(_undoing, self._inbox, only, leave), ready)

    def look_together(self, name: str, ready: Callable[[TogetherView], object]) -> None:
        """Find out which later changes build on an item, and what reverting them with it would do."""
        if self._inbox is not None:
            look = partial(_together, self._inbox, name)
            self._context.jobs.read(look, ready, self._context.jobs.unexpected)

    def is_under_way(self, ids: Collection[str]) -> bool:
        """Whether one of these is being decided, and listed until that is done."""
        return not self._under_way.isdisjoint(ids)

    def decide(
        self, step: Step, ids: Collection[str] = (), undo: Undo | None = None, *, stays: bool = False
    ) -> None:
        """Carry a decision out; what it is about is not listed any more from now on.

        It is a step of the one undo; ``undo`` takes it back where the inbox alone cannot. With ``stays`` it
        is listed until it is carried out: what may well be refused must not make room for something else,
        which the next key would mean.
        """
        if self._inbox is None or self.is_under_way(ids):
            return
        (self._under_way if stays else self._deciding).update(ids)
        self.judged_here.update(ids)
        self._show(self._known)
        failed = partial(self._on_refused, partial(self.decide, step, ids, undo, stays=stays), ids)
        name = self._name_of(ids)
        ready = partial(self._on_decided, ids, name, undo or _undo)
        self._context.jobs.write(partial(step, self._inbox, self._context.documents.person), ready, failed)

    def _name_of(self, ids: Collection[str]) -> str:
        """Return the name of the one document that these are about; empty where that is not one."""
        uris = {item.uri for item in self._known.items if item.id in ids}
        return printable(uris.pop().rpartition("/")[2]) if len(uris) == 1 else ""

    def _show(self, waiting: Waiting) -> None:
        """List what waits but what is being decided."""
        if self._is_through and waiting.whole:
            self.tally.clear()
        self._is_through = bool(self.tally.total()) and not waiting.whole
        self._known, self.waiting = waiting, waiting.without(self._deciding)
        self.is_read = True
        self.listed.emit()

    def _on_decided(self, ids: Collection[str], name: str, undo: Undo, done: Done) -> None:
        self._remember(done, name, undo)
        self.tally.update(_judged(done))
        self.judged_here.update(done.ids)
        if not _is_partly(done):
            self._show(self._known.without(ids))
        self.decided.emit(done)
        self._settle(ids)

    def _remember(self, done: Done, name: str, undo: Undo) -> None:
        """Put a decision on the stack; all that is decided of the passages of one change is one step."""
        stack = self._context.documents.undo
        if self._partly is not None and self._partly[0].ids == done.ids:
            last, step = self._partly
            if stack.undoable is step:
                stack.remove(step)
                done = replace(
                    done,
                    before=last.before,
                    commits=(*done.commits, *last.commits),
                    copies=(*done.copies, *last.copies),
                )
        step = UndoStep(step_text(done, name), partial(self._take_back, done, undo))
        self._partly = (done, step) if _is_partly(done) else None
        stack.push(step)

    def _take_back(self, done: Done, undo: Undo, ended: Ended) -> bool:
        """Take a decision back, with what it wrote."""
        inbox, person = self._inbox, self._context.documents.person
        if inbox is None:
            return False
        failed = partial(self._on_not_undone, ended)
        self._context.jobs.write(lambda: undo(inbox, person, done), partial(self._on_undone, done), failed)
        return True

    def _settle(self, ids: Collection[str]) -> None:
        """Read anew what waits, now that a decision is carried out or was refused."""
        self._deciding.difference_update(ids)
        self._under_way.difference_update(ids)
        self._again = self._reading
        self.read()

    def _on_undone(self, last: Done, done: Done) -> None:
        self.tally.subtract(_judged(last))
        self._is_through = False
        self.decided.emit(done)
        self.read()

    def _on_not_undone(self, ended: Ended, error: Exception) -> None:
        settle_failed(ended, error)
        self._on_refused(self._context.documents.undo.undo, (), error)

    def _on_refused(self, again: Callable[[], object], ids: Collection[str], error: Exception) -> None:
        self._context.jobs.unexpected(error)
        self._under_way.difference_update(ids)
        self._deciding.difference_update(ids)
        self._show(self._known)
        self.refused.emit(error, again if isinstance(error, LockedError) else None, tuple(ids))
        self._settle(ids)

    def _on_settings(self, value: Settings) -> None:
        if value.newest_first is not self.by_time:
            self.by_time = value.newest_first
            self.read()

    def _on_listed(self, listing: Listing) -> None:
        workspace = self._context.bus.workspace
        if workspace is not None:
            look = partial(_looked_at, workspace, self._inbox, listing)
            self._context.jobs.background(look, partial(self._on_looked, workspace), self._on_unread)

    def _on_looked(self, workspace: Workspace, met: OpenedReview) -> None:
        if self._context.bus.workspace is workspace:
            is_first, self._inbox = self._inbox is None, met.inbox
            self._pace.start()
            if is_first:
                self._daily.start()
                self._begin_comparison()
            self.read()
            if met.found:
                self._context.bus.caught_up.emit()

    def _begin_comparison(self) -> None:
        """Hold all documents against the log by their bytes, a piece at a time, when there is time."""
        if self._inbox is not None and self._comparison is None:
            self._comparison = self._inbox.compare()
            self._compare()

    def _compare(self) -> None:
        if self._inbox is not None and self._comparison is not None:
            go_on = partial(self._inbox.go_on, self._comparison)
            on_compared = partial(self._on_compared, self._comparison)
            self._context.jobs.background(go_on, on_compared, self._on_not_compared)

    def _on_compared(self, comparison: Comparison, compared: Compared) -> None:
        if comparison is not self._comparison:
            return
        for step in compared.found:
            buffer = self._context.documents.find(step.path)
            if buffer is not None:
                buffer.disk.look()
        if compared.found:
            self._context.bus.caught_up.emit()
            self.read()
        if compared.is_all:
            self._comparison = None
        else:
            self._compare()

    def _on_not_compared(self, error: Exception) -> None:
        """Leave it for another day: what is locked or gone is found by the next pass."""
        self._comparison = None
        self._context.jobs.unexpected(error)

    def _look(self) -> None:
        """Look whether anything was decided elsewhere; no folder that is watched tells of it."""
        if self._inbox is not None and not self._reading:
            seen = partial(self._on_seen, self._inbox)
            self._context.jobs.background(self._inbox.judged, seen, self._on_unread)

    def _on_seen(self, inbox: Inbox, judged: int) -> None:
        if inbox is self._inbox and judged != self.waiting.judged:
            self.read()

    def _on_changed(self, _batch: ChangeBatch) -> None:
        if not self._soon.isActive():
            self._soon.start()
        self._later.start()

    def _on_closed(self) -> None:
        self._soon.stop()
        self._later.stop()
        self._pace.stop()
        self._daily.stop()
        self._comparison = None
        self._inbox, self._filter, self.waiting = None, None, Waiting()
        self._wanted, self._reading, self._checking = AT_ONCE, False, False
        self._partly = None
        self.is_read = False
        self._deciding.clear()
        self._under_way.clear()
        self.judged_here.clear()
        self.tally.clear()
        self._known = Waiting()
        self.listed.emit()

    def _on_read(self, inbox: Inbox, waiting: Waiting) -> None:
        if inbox is not self._inbox:
            return
        self._reading = False
        if not self._again:
            self._context.words.take(waiting.words)
            self._show(waiting)
            self._check()
        else:
            self.read()

    def _check(self) -> None:
        """Let the content checks look ahead, so that what needs attention is known."""
        if self._inbox is not None and not self._checking:
            self._checking = True
            look = partial(self._inbox.examine, CHECKED)
            self._context.jobs.background(look, partial(self._on_checked, self._inbox), self._on_unread)

    def _on_checked(self, inbox: Inbox, looked: ExaminingProgress) -> None:
        if inbox is not self._inbox:
            return
        self._checking = False
        if looked.found:
            self.read()
        elif not looked.is_all:
            self._check()

    def _on_unread(self, error: Exception) -> None:
        """Tell of what is no passing trouble; the next change asks again."""
        self._reading = self._checking = False
        self._context.jobs.unexpected(error)


def _judged(done: Done) -> Counter[str]:
    """Return how many items a decision is about, by how it is told of them; what found nothing is none."""
    staged = getattr(done, "staged", None)
    if staged is not None:
        return Counter({"let_in" if getattr(done, "let_in", False) else "let_go": 1})
    is_one = bool(done.ids) and not _is_partly(done)
    return Counter({done.verdict.value: len(done.ids)}) if is_one else Counter()


def _is_partly(done: Done) -> bool:
    return done.verdict.value == "partly"


def _judge_hunks(
    inbox: Inbox, who: Actor, *, name: str, accepted: Collection[int], reverted: Collection[int]
) -> Done:
    return inbox.judge_hunks(name, who, accepted=accepted, reverted=reverted)


def _undo(inbox: Inbox, who: Actor, done: Done) -> Done:
    return inbox.undo(done, who)


class Undoing(NamedTuple):
    """All that would be taken back, the newest first, and what that would do."""

    items: tuple[ReviewItem, ...]
    plan: Reversal


def _undoing(inbox: Inbox, only: Filter, leave: Collection[str]) -> Undoing:
    return Undoing(inbox.undoable(only), inbox.plan_undo(only, leave))


class TogetherView(NamedTuple):
    """What it would do to take a change back with the later ones that build on it, with their words."""

    name: str
    found: ReversalTogether
    words: Mapping[str, ChangedWords]


def _together(inbox: Inbox, name: str) -> TogetherView:
    found = inbox.together([name])
    return TogetherView(name, found, {item.id: inbox.words(item) for item in found.items})


class NetChange(NamedTuple):
    """What changes made of one document, looked into; its rows where there is a text to show.

    ``words`` are the same as entries and fields, where it is JSON.
    """

    detail: Detail
    rows: DiffRows | None
    words: DiffRows | None = None


def _detail(workspace: Workspace | None, inbox: Inbox, item: ReviewItem) -> Detail:
    """Look into an item. Raises FolderGoneError where what is missing may be missing with the folder."""
    detail = inbox.detail(item)
    if workspace is not None:
        workspace.require_folder()
    return detail


def _net(workspace: Workspace | None, inbox: Inbox, items: Sequence[ReviewItem]) -> tuple[NetChange, ...]:
    from memdesk.checks.covering import covered_rows
    from memdesk_gui.features.review.json_rows import read_in_words

    found = []
    for detail in (_detail(workspace, inbox, item) for item in items):
        has_text = not detail.binary and detail.kept
        rows = covered_rows(detail.old, detail.new) if has_text else None
        words = read_in_words(detail.uri, detail.old, detail.new).rows() if has_text else None
        found.append(NetChange(detail, rows, words))
    return tuple(found)


def _same_session(inbox: Inbox, item: ReviewItem, most: int) -> tuple[ReviewItem, ...]:
    from memdesk.review import Filter

    only = Filter(actor=item.actor.name, session=item.actor.session)
    return tuple(each for each in inbox.everything(only) if each.id != item.id)[:most]


class OpenedReview(NamedTuple):
    """The review of a workspace, and how many changes were found that came while nobody watched."""

    inbox: Inbox
    found: int


def _looked_at(workspace: Workspace, inbox: Inbox | None, listing: Listing) -> OpenedReview:
    """Find what came from outside while nobody watched. Runs in the background, like what follows."""
    from memdesk.review import Inbox

    there = inbox or Inbox(workspace)
    return OpenedReview(there, there.look(listing))


def _read(
    workspace: Workspace | None, inbox: Inbox, limit: int, only: Filter | None, *, by_time: bool
) -> Waiting:
    """Read what waits. Raises FolderGoneError where that may be of the empty place of the folder."""
    from memdesk.review import Filter, InboxOrder

    judged = inbox.judged()
    page = inbox.page(limit, None, only or Filter(), InboxOrder.TIME if by_time else InboxOrder.ATTENTION)
    first = [item for item in page.items[:WORDED] if (item.size or 0) <= SMALL]
    words = tuple(((item.uri, item.before, item.after), inbox.words(item)) for item in first)
    if workspace is not None:
        workspace.require_folder()
    whole = page.total if only is None or only.is_empty else inbox.count()
    return Waiting(page.items, page.total, page.older is not None, judged, words, whole)
