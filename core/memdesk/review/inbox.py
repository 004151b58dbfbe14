"""The inbox: what nobody has judged yet, and every way to judge it, each with what undoes it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import TypeAlias

from memdesk.access.proposals import REVERTED, RejectedWrite, plain_reason
from memdesk.errors import ConflictError, MemdeskError, NotPermittedError, UsageError
from memdesk.history.change_words import ChangeWords
from memdesk.history.history import EVERYTHING, History
from memdesk.history.offline_changes import OfflineChanges
from memdesk.index.local_state.waiting import note_waiting
from memdesk.model import Actor, Origin, Revision, revision_of
from memdesk.ops.merge import TRIES
from memdesk.ops.save import save_with_copies
from memdesk.review.background_scan import Prescan
from memdesk.review.blame import Blame, BlamedText, BlameOrigin, BlameSpan, in_lines
from memdesk.review.companions import CompanionChanges
from memdesk.review.comparing import EVERY, SMALL, Compared, Comparison
from memdesk.review.current_names import Renames
from memdesk.review.decisions import Marks, RecordedDecision, ReviewRecord, Verdict, made
from memdesk.review.detail import Detail, Details
from memdesk.review.filtering import ItemFilter
from memdesk.review.flags import Flags
from memdesk.review.hunks import hunks_of, judged_hunks, rest_of, verdicts_of
from memdesk.review.items import Filter, InboxOrder, ReviewItem, ReviewPage, item_of
from memdesk.review.later import LaterChanges, ReversalTogether
from memdesk.review.log_summary import LogSummary
from memdesk.review.pending import Pending
from memdesk.review.renewing import renewed
from memdesk.review.revert import Reversal, ReversalTarget, plan, written
from memdesk.review.revert_obstacles import Obstacle, RevertError
from memdesk.review.scanner import ExaminingProgress, ReviewExaminer
from memdesk.runtime.clock import machine_time
from memdesk.store import CommitResult, DocumentEdit
from memdesk.systems.copies import is_kept_before_change
from memdesk.text.changed_words import ChangedWords
from memdesk.text.encoding import LineNumbers, decode
from memdesk.workspace import Listing, Workspace

SAVES = 20
"""How many last steps of a document are looked through for a person's save."""

PAGE = 200
"""Items of one page."""

ALL = Filter()
"""Asks for everything."""

FIRST = 200
"""Items that come first at most: of a flood of findings, the others stand in the order of time."""

MET = 200
"""Documents that are read before many items are accepted at once."""

SLACK = 1 << 18
"""Bytes of decided items at the beginning of what is read each time, from which on they are left out."""

_Written: TypeAlias = "tuple[tuple[CommitResult, ...], tuple[CommitResult, ...]]"
_Put: TypeAlias = "Callable[[Workspace, Sequence[DocumentEdit], Actor], _Written]"
"""Writes documents; returns what became of them, and the copies that were kept first."""


@dataclass(frozen=True, slots=True)
class Done:
    """What was decided about which items, what it wrote, and what had been decided about them before."""

    verdict: Verdict
    before: Mapping[str, RecordedDecision | None]
    commits: tuple[CommitResult, ...] = ()
    stayed: tuple[Obstacle, ...] = ()
    """What stands in the way of the items that were left out since they could not be taken back."""
    aside: tuple[str, ...] = ()
    """Where by now is what stood in the place of documents that were brought back."""
    copies: tuple[CommitResult, ...] = ()
    """The copies of what it replaced that were kept first, as agents keep them; undone, they go."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The items."""
        return tuple(self.before)


class Inbox:
    """The review of one workspace. Every method may be called from any thread; none is for the GUI's."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._history = History(workspace)
        self._words = ChangeWords(workspace)
        self._filter = ItemFilter(self._history)
        self._record = ReviewRecord(workspace)
        summary = LogSummary(workspace)
        self._pending = Pending(workspace, summary)
        self._flags = Flags(workspace, self._history)
        self._names = Renames(summary)
        self._examiner = ReviewExaminer(workspace, self._history, self._names)
        self._details = Details(workspace, self._history, self._names, self._examiner, self._undone)
        self._companions = CompanionChanges(workspace, self._pending)
        self._later = LaterChanges(workspace, self._names, self._pending, self._companions, self._undone)
        self._looker = OfflineChanges(workspace)
        self._blame = Blame(self._history, self._unjudged)
        self._ahead = Prescan(workspace, self._pending, self._examiner)

    def look(self, listing: Listing | None = None) -> int:
        """Find what came from outside while nobody watched, and log it where that is possible.

        Returns how many changes that were. Raises LockedError where somebody keeps the workspace locked.
        """
        found = self._looker.look(listing)
        if self._workspace.read_only:
            self._pending.unlogged(found)
        return len(found)

    def compare(self) -> Comparison:
        """Return a pass over all documents that holds them against the log by their bytes."""
        return Comparison(self._workspace, self._looker)

    def go_on(self, comparison: Comparison, stop: Callable[[], bool] = lambda: False) -> Compared:
        """Carry a pass on, for a moment; what it finds waits from then on. Raises LockedError."""
        compared = comparison.go_on(stop)
        if self._workspace.read_only and compared.found:
            self._pending.unlogged_too(compared.found)
        return compared

    def look_closely(self) -> int:
        """Look, and hold documents against the log by their bytes where that is due or takes no time.

        Returns how many changes were found. Raises LockedError.
        """
        found, known = self.look(), self._workspace.baseline
        now, last = machine_time(self._workspace.clock), known.compared
        if known.number() > SMALL and last is not None and 0 <= now - last < EVERY:
            return found
        comparison, is_all = self.compare(), False
        while not is_all:
            more, is_all = self.go_on(comparison)
            found += len(more)
        return found

    def look_at(self, uris: Iterable[str], *, by_bytes: bool = False) -> int:
        """Find what came from outside to documents of which somebody said that they changed.

        ``by_bytes``: whatever their stamps say. In a folder that may not be written only :meth:`look` tells.
        Raises LockedError.
        """
        return 0 if self._workspace.read_only else len(self._looker.look_at(uris, by_bytes=by_bytes))

    def count(self, only: Filter = ALL) -> int:
        """Return how many items wait for a decision."""
        marks = self._record.marks()
        if only.looks_into:
            return self.page(0, None, only).total
        if only.is_empty:
            return self._pending.count(marks)
        return sum(1 for _ in self._pending.items(self._pending.undecided(marks), marks, only))

    def judged(self) -> int:
        """Return what is another number once somebody decided something, be it in another process."""
        return self._record.state()

    def examine(self, most: int = EVERYTHING, only: Filter = ALL) -> ExaminingProgress:
        """Let the content checks look at items that wait, the newest first, at so many new ones at most.

        Whatever is found tells the pages from then on what comes first.
        """
        return self._ahead.go_on(self._record.marks(), most, only)

    def page(
        self,
        limit: int = PAGE,
        before: int | None = None,
        only: Filter = ALL,
        order: InboxOrder = InboxOrder.ATTENTION,
    ) -> ReviewPage:
        """Return the first items that wait, or those after an earlier page."""
        if only.looks_into:
            return self._looked_through(limit, only, order)
        page = self._page(limit, before, only, order)
        if only.is_empty:
            note_waiting(self._workspace.local_state, page.total)
        return page

    def _looked_through(self, limit: int, only: Filter, order: InboxOrder) -> ReviewPage:
        """Return the first items that have what is looked for in them; a next page is none of these."""
        base = replace(only, words=None, finding=None)
        if only.finding is not None:
            self.examine(only=base)
        items = self._page(EVERYTHING, None, base, order).items
        found = tuple(item for item in items if self._filter.takes(item, only))
        return ReviewPage(found[:limit], len(found))

    def _page(self, limit: int, before: int | None, only: Filter, order: InboxOrder) -> ReviewPage:
        marks, is_first = self._record.marks(), before is None
        flagged = {item.id: item for item in self._flagged(marks, only)}
        first = list(islice(flagged.values(), FIRST)) if order is InboxOrder.ATTENTION else []
        ahead = {item.id for item in first}
        found: list[ReviewItem] = first[:limit] if is_first else []
        entries = self._pending.undecided(marks) if before is None else self._pending.undecided(marks, before)
        offset = 0
        for entry in entries:
            if len(found) >= limit:
                total = self.count(only)
                return ReviewPage(tuple(found), total, offset)
            offset = entry.offset
            if entry.id not in ahead:
                items = self._pending.items([entry], marks, only)
                found += (flagged.get(item.id, item) for item in items)
        return ReviewPage(tuple(found), len(found) if is_first else self.count(only))

    def pending(self, only: Filter = ALL) -> tuple[ReviewItem, ...]:
        """Return every item that waits for a decision, in the order of the pages."""
        return self.page(EVERYTHING, None, only).items

    def unreviewed(self, *, outside: bool = False) -> dict[str, int]:
        """Return the documents in which agents wrote what waits, by their name now, with how much that is.

        The one that was written last comes first; what an agent deleted is none any more. With ``outside``
        what programs outside wrote counts, too.
        """
        return self._pending.unreviewed(self._record.marks(), self._names, outside=outside)

    def item(self, name: str) -> ReviewItem:
        """Return the item that an id, or the beginning of one, names, whatever was decided about it.

        Raises NotFoundError where there is none, UsageError where there are several.
        """
        item = self._pending.named(name, self._record.marks())
        return replace(item, broken=self._flags.of(item))

    def detail(self, item: ReviewItem) -> Detail:
        """Return an item looked into: its texts, what it touched, whether it still applies.

        Its document is read for that, and what changed it without a sign is logged first.
        """
        self._meet({item.uri})
        return self._details.of(item)

    def words(self, item: ReviewItem) -> ChangedWords:
        """Return what a change says in one line; nothing where one of its versions is not kept."""
        return self._words.of(item.uri, item.before, item.after)

    def blame(self, uri: str, *, whole: bool = True) -> tuple[BlameSpan, ...]:
        """Return which version brought each line of a document, and whether that waits for a person.

        All versions are looked into, as far as anything is owed; else only the last ones.
        """
        while whole and self._blame.go_on(uri):
            continue
        spans = self._blame.lines(uri)
        if not self._workspace.exists(uri):
            return spans
        return in_lines(spans, LineNumbers(decode(self._workspace.read(uri).data).form))

    def blame_parts(self, uri: str) -> dict[str, BlameOrigin]:
        """Return which version brought each key, entry or section of a document."""
        return self._blame.parts(uri)

    def text(self, uri: str) -> str:
        """Return a document as it is, as text whose lines only newlines end, where it is some."""
        decoded = decode(self._workspace.read(uri).data)
        return "" if decoded.reason == "binary" else decoded.lined

    def trace(self, uri: str, text: str) -> BlamedText:
        """Return which version brought each line of a text made from a document, saved or not yet."""
        return self._blame.trace(uri, text)

    def trace_on(self, uri: str) -> bool:
        """Look into some older versions for what :meth:`trace` does not tell; say whether there is more."""
        return self._blame.go_on(uri)

    def accept(self, ids: Collection[str], actor: Actor) -> Done:
        """Accept items as they were shown: an item never stands for a later change."""
        return self._decide(ids, Verdict.ACCEPTED, actor)

    def accept_all(self, only: Filter, actor: Actor) -> Done:
        """Accept all that wait now from a writer, of a session or of a document."""
        return self.accept([item.id for item in self.pending(only)], actor)

    def judge_hunks(
        self, name: str, actor: Actor, *, accepted: Collection[int] = (), reverted: Collection[int] = ()
    ) -> Done:
        """Accept hunks of an item and take others back; it waits until each hunk of it is judged.

        Hunks are counted from 1. Raises UsageError for what is no hunk of it or judged already, RevertError
        where taking back needs a person: then nothing is decided.
        """
        _require_person(actor)
        item, marks = self.item(name), self._record.marks()
        if len(self._companions.with_companions([item], marks)) > 1:
            raise UsageError("this change belongs together with others: it is judged as a whole")
        if accepted:
            self._meet({item.uri})
        count = len(hunks_of(self._history, item))
        judged_hunks(verdicts_of(item.mark), count, accepted, reverted)

        def possible() -> Reversal:
            return _unobstructed(
                self._planned_rest([item], reverted) if reverted else Reversal((item.id,), ())
            )

        def mark(_: Reversal) -> Done:
            known = self._record.marks().by_id.get(item.id)
            found = judged_hunks(verdicts_of(known), count, accepted, reverted)
            verdict = found.verdict(count)
            mark = replace(
                made(verdict, actor, self._workspace.clock.now()),
                accepted=tuple(sorted(found.accepted)),
                reverted=tuple(sorted(found.reverted)),
            )
            self._record.put({item.id: mark}, actor)
            self._raise_floor(actor)
            return Done(verdict, {item.id: known})

        return self._commit(possible, mark, _as(actor, "revert"))

    def snooze(self, ids: Collection[str], until: float, actor: Actor) -> Done:
        """Put items away until a time. Raises UsageError for one that is not to come."""
        _require_person(actor)
        if not until > machine_time(self._workspace.clock):
            raise UsageError("things are put away until a time that is still to come; this one is past")
        return self._decide(ids, Verdict.SNOOZED, actor, until)

    def reopen(self, ids: Collection[str], actor: Actor) -> Done:
        """Take decisions back: the items wait again."""
        done = self._decide(ids, Verdict.PENDING, actor)
        self._untell(done.ids, actor)
        return done

    def plan(self, ids: Collection[str], *, part: bool = False, later: Collection[str] = ()) -> Reversal:
        """Return what reverting items would do, and what stands in the way; nothing is written.

        Of an item with judged hunks only the others go. ``part``: of an item that later changes are in, as
        much as still stands and can go. ``later`` are changes that go with them.
        """
        marks = self._record.marks()
        if later:
            return self._later.plan(ids, later, marks)
        items = self._companions.with_companions(self._pending.in_order(ids, marks), marks)
        return self._companions.planned(items, marks, lambda chosen: self._planned_rest(chosen, part=part))

    def together(self, ids: Collection[str]) -> ReversalTogether:
        """Return items with the later changes that build on them, and what reverting them all would do."""
        marks = self._record.marks()
        items = self._pending.in_order(ids, marks)
        self._meet({item.uri for item in items})
        return self._later.together(items, marks)

    def undoable(self, only: Filter) -> tuple[ReviewItem, ...]:
        """Return all that is asked for and was not taken back yet, accepted or not, the newest first."""
        return tuple(item for item in self.everything(only) if not item.is_reverted)

    def everything(self, only: Filter) -> tuple[ReviewItem, ...]:
        """Return all that is asked for, whatever was decided about it, the newest first."""
        return self._pending.everything(only, self._record.marks())

    def plan_undo(self, only: Filter, leave: Collection[str] = ()) -> Reversal:
        """Return what it would do to take back all that is asked for, accepted or not, but what is left out.

        What was reverted already is left out, too.
        """
        marks, found = self._record.marks(), self.undoable(only)
        left = self._companions.without(found, leave, marks)
        return self._companions.planned(left, marks, self._planned)

    def revert(
        self,
        ids: Collection[str],
        actor: Actor,
        *,
        rest: bool = False,
        part: bool = False,
        reason: str = "",
        later: Collection[str] = (),
    ) -> Done:
        """Take items back and keep what came later, all or none; hunks that were accepted stay.

        With ``rest`` those that can be, with ``part`` as much of each as can go, with ``later`` these, too,
        which build on them (see :meth:`together`). A ``reason`` is told to the agents that wrote them. Raises
        RevertError where that needs a person, ConflictError where others keep writing meanwhile, UsageError
        for a reason that is too long.
        """
        why = plain_reason(reason)
        return self._carry_out(lambda: self.plan(ids, part=part, later=later), actor, rest=rest, reason=why)

    def undo_all(
        self, only: Filter, actor: Actor, *, leave: Collection[str] = (), rest: bool = False
    ) -> Done:
        """Take back all that is asked for (from a time on, of a session), accepted or not, all or none.

        What a person leaves out stays; with ``rest`` so does what cannot be taken back, and is told of.
        """
        return self._carry_out(lambda: self.plan_undo(only, leave), actor, rest=rest, whole=True)

    def edited(
        self, ids: Collection[str], actor: Actor, saved: Mapping[str, Revision] = MappingProxyType({})
    ) -> Done:
        """Take items for judged whose documents the person has just put right, with commits of their own.

        ``saved`` are documents with the revision that this made of them: undone, they are taken back, too.
        """
        steps = (
            step
            for uri, revision in saved.items()
            for step in self._workspace.newest_operations(SAVES, uri).operations
            if step.after == revision and step.actor.origin is Origin.HUMAN
        )
        last = {step.path: step for step in reversed([*steps])}
        commits = tuple(CommitResult(each.id, each.path, each.before, each.after) for each in last.values())
        return replace(self._decide(ids, Verdict.EDITED, actor), commits=commits)

    def undo(self, done: Done, actor: Actor) -> Done:
        """Take a decision back with all that it wrote; what came later is kept.

        The folder is as it was: copies that were kept for it go, too, unless somebody wrote in them, and none
        is kept of what is undone, which agents would take for a change of their own. Its history has both.

        Raises RevertError or ConflictError where that needs a person; then nothing is changed.
        """
        _require_person(actor)
        changes = written(
            each for each in (*done.commits, *done.copies) if _goes_along(self._workspace, each)
        )

        def mark(_: Reversal) -> Done:
            marks = self._record.marks().by_id
            before = {each: marks.get(each) for each in done.ids}
            self._record.put(done.before, actor)
            return Done(Verdict.PENDING, before)

        def possible() -> Reversal:
            return _unobstructed(plan(self._workspace, changes, self._names))

        undone = self._commit(possible, mark, _as(actor, "undo"), put=_without_copies)
        self._untell(done.ids, actor)
        return undone

    def _meet(self, uris: Iterable[str]) -> None:
        """Log what became of documents that a person is about to judge, whatever their stamps say."""
        if self._workspace.baseline.is_taken():
            with suppress(MemdeskError):
                self.look_at(islice(uris, MET), by_bytes=True)

    def _planned(self, changes: Iterable[ReversalTarget], *, part: bool = False) -> Reversal:
        found = plan(self._workspace, changes, self._names, self._undone, part=part)
        return renewed(self._workspace, found)

    def _planned_rest(
        self, items: Iterable[ReviewItem], chosen: Collection[int] = (), *, part: bool = False
    ) -> Reversal:
        """Return what it would do to take back what of items is not judged yet, or some hunks of one."""
        rest = rest_of(self._history, items, chosen)
        found = plan(self._workspace, rest.changes, self._names, self._undone, part=part, texts=rest.texts)
        return renewed(self._workspace, replace(found, obstacles=(*found.obstacles, *rest.obstacles)))

    def _undone(self, uri: str) -> tuple[ReviewItem, ...]:
        """Return the changes of a document that were taken back, the newest first."""
        marks = self._record.marks()
        ids = {each for each, mark in marks.by_id.items() if mark.verdict is Verdict.REVERTED}
        return self._pending.known(ids, marks, Filter(uri=uri)) if ids else ()

    def _carry_out(
        self,
        planned: Callable[[], Reversal],
        actor: Actor,
        *,
        rest: bool = False,
        whole: bool = False,
        reason: str = "",
    ) -> Done:
        _require_person(actor)

        def possible() -> Reversal:
            reversal = planned()
            if reversal.obstacles and not (rest and reversal.ids):
                raise RevertError(reversal.obstacles)
            return reversal

        def mark(reversal: Reversal) -> Done:
            done = self._decide(reversal.ids, Verdict.REVERTED, actor, reason=reason, whole=whole)
            return replace(done, stayed=reversal.obstacles)

        done = self._commit(possible, mark, _as(actor, "revert"))
        if reason:
            self._tell(done, reason, actor)
        return done

    def _tell(self, done: Done, reason: str, actor: Actor) -> None:
        """Have the agents whose changes were reverted told why."""
        items = self._pending.known(done.ids, self._record.marks(), ALL)
        told = _rejections(items, done, self._workspace.clock.now(), reason)
        with self._workspace.exclusive(actor):
            self._workspace.staging.tell(told, actor)

    def _untell(self, ids: Iterable[str], actor: Actor) -> None:
        if not self._workspace.read_only and self._workspace.staging.desk().rejected:
            with self._workspace.exclusive(actor):
                self._workspace.staging.untell(tuple(ids), actor)

    def _commit(
        self,
        planned: Callable[[], Reversal],
        mark: Callable[[Reversal], Done],
        actor: Actor,
        put: _Put = save_with_copies,
    ) -> Done:
        """Commit a plan and mark what it is about.

        Where somebody wrote meanwhile, it is made anew while no other core can write.
        """
        with suppress(ConflictError):
            return self._attempt(planned(), mark, actor, put)
        with self._workspace.exclusive(actor):
            for _ in range(TRIES):
                with suppress(ConflictError):
                    return self._attempt(planned(), mark, actor, put)
            return self._attempt(planned(), mark, actor, put)

    def _attempt(self, reversal: Reversal, mark: Callable[[Reversal], Done], actor: Actor, put: _Put) -> Done:
        edits = [document.edit for document in reversal.documents]
        back = [document.uri for document in reversal.documents if document.data is not None]
        with self._holding(reversal, actor), self._workspace.clearing(back, actor) as aside:
            commits, copies = put(self._workspace, edits, actor) if edits else ((), ())
            return replace(mark(reversal), commits=commits, aside=aside, copies=copies)

    def _holding(self, reversal: Reversal, actor: Actor) -> AbstractContextManager[None]:
        """Let nobody else write while documents are; locks go along with those that get a name back."""
        if reversal.names:
            return self._workspace.guard.following(reversal.names, actor)
        return self._workspace.exclusive(actor) if reversal.documents else nullcontext()

    def _decide(
        self,
        ids: Collection[str],
        verdict: Verdict,
        actor: Actor,
        until: float | None = None,
        reason: str = "",
        *,
        whole: bool = False,
    ) -> Done:
        """Record a verdict on what of each item is not judged yet, or on the ``whole`` of it."""
        _require_person(actor)
        marks = self._record.marks()
        self._pending.check(ids)
        if verdict is Verdict.ACCEPTED:
            self._meet(dict.fromkeys(item.uri for item in self._pending.known(ids, marks, ALL)))
        mark = replace(made(verdict, actor, self._workspace.clock.now(), until), reason=reason)
        before = {each: marks.by_id.get(each) for each in ids}
        if verdict is Verdict.PENDING:
            self._record.put(dict.fromkeys(ids, None), actor)
        else:
            put = {each: mark if whole else _with_hunks(mark, before[each]) for each in ids}
            self._record.put(put, actor)
            if {each.verdict for each in put.values()} == {Verdict.EDITED}:
                verdict = Verdict.EDITED
        self._raise_floor(actor)
        return Done(verdict, before)

    def _raise_floor(self, actor: Actor) -> None:
        """Leave out of the reading what is decided for good, once that is much."""
        marks = self._record.marks()
        floor = self._pending.decided_up_to(marks)
        if floor - marks.floor > SLACK:
            self._record.raise_floor(floor, self._pending.above(floor), actor)

    def _unjudged(self, ids: frozenset[str]) -> frozenset[str]:
        """Return those of some changes that nobody has judged; what is put away is not."""
        return self._pending.unjudged(ids, self._record.marks())

    def _flagged(self, marks: Marks, only: Filter) -> list[ReviewItem]:
        """Return the items that wait and need attention, the most urgent first, of these the newest."""
        found = self._examiner.found()
        flagged = {step.id: item_of(step) for step in (*self._flags.suspects(), *self._pending.replaced())}
        flagged |= {item.id: item for item in found}
        waiting = self._pending.waiting(frozenset(flagged), marks)
        items = (
            replace(item, mark=marks.by_id.get(item.id), broken=self._flags.of(item))
            for item in flagged.values()
            if item.id in waiting and only.takes(item)
        )
        urgent = [item for item in items if item.is_flagged]
        return sorted(urgent, key=lambda item: (-item.urgency, -item.machine_time))


def _rejections(items: Iterable[ReviewItem], done: Done, now: float, reason: str) -> Iterator[RejectedWrite]:
    """Yield what agents are told of their changes that were reverted."""
    made = tuple(each.after or "" for each in done.commits)
    for each in items:
        if each.actor.origin is Origin.AGENT:
            tool = each.actor.tool or ""
            yield RejectedWrite(each.id, now, each.actor.name, tool, (each.uri,), reason, REVERTED, made)


def _require_person(actor: Actor) -> None:
    if actor.origin is not Origin.HUMAN:
        raise NotPermittedError("agents cannot review changes: leave out --actor")


def _goes_along(workspace: Workspace, result: CommitResult) -> bool:
    """Say whether what was written is taken back; a copy is, where it still is what it was made."""
    if not is_kept_before_change(result.path):
        return True
    current = workspace.staging.current(result.path)
    return (None if current is None else revision_of(current)) == result.after


def _without_copies(workspace: Workspace, edits: Sequence[DocumentEdit], actor: Actor) -> _Written:
    return workspace.commit_all(edits, actor), ()


def _unobstructed(reversal: Reversal) -> Reversal:
    if reversal.obstacles:
        raise RevertError(reversal.obstacles)
    return reversal


def _as(actor: Actor, tool: str) -> Actor:
    return actor if actor.tool else replace(actor, tool=tool)


def _with_hunks(mark: RecordedDecision, known: RecordedDecision | None) -> RecordedDecision:
    """Return a verdict on an item with what was judged of its hunks before, which it leaves as it is."""
    found = verdicts_of(known)
    against = {Verdict.ACCEPTED: found.reverted, Verdict.REVERTED: found.accepted}.get(mark.verdict)
    verdict = Verdict.EDITED if against else mark.verdict
    accepted, reverted = tuple(sorted(found.accepted)), tuple(sorted(found.reverted))
    return replace(mark, verdict=verdict, accepted=accepted, reverted=reverted)
