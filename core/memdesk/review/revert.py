"""Taking changes back, later ones kept: what each document would become, before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from memdesk.errors import MemdeskError, NotFoundError
from memdesk.history.history import History
from memdesk.history.timeline import Version
from memdesk.model import DocumentInfo, Kind, Origin, Revision, revision_of
from memdesk.ops.merge import merge_versions, shape_of, without_creation
from memdesk.review.current_names import Renames
from memdesk.review.revert_obstacles import ConflictReason, Obstacle
from memdesk.store import CommitResult, DocumentEdit, LogPosition
from memdesk.systems.system import SumsUp
from memdesk.text.encoding import decode
from memdesk.text.merge.json_format import JsonFormat
from memdesk.text.merge.merge import MergeShape
from memdesk.text.merge.result import MergeResult
from memdesk.text.taking_back import ChangeStatus, TextChange, Without, ended, without
from memdesk.workspace import Workspace

STEPS = 200
"""Changes of a document, taken back before, that are looked into for how it stood once."""


OWN = frozenset({"revert", "undo"})
"""What the log calls a person's taking back of changes, and of that."""


class ReversalTarget(Protocol):
    """A change to be taken back."""

    @property
    def id(self) -> str:
        """The operation."""
        ...

    @property
    def uri(self) -> str:
        """The document's name then."""
        ...

    @property
    def before(self) -> Revision | None:
        """What it was; None: there was none."""
        ...

    @property
    def after(self) -> Revision | None:
        """What it became; None: it was deleted."""
        ...

    @property
    def machine_time(self) -> float:
        """When that was, by the machine's clock."""
        ...

    @property
    def moved(self) -> str:
        """The name that it was renamed from."""
        ...


Undone: TypeAlias = "Callable[[str], Sequence[ReversalTarget]]"
"""Tells which changes of a document were taken back before, the newest first."""


@dataclass(frozen=True, slots=True)
class PersonCommit:
    """A commit of a person, to be taken back like any change."""

    result: CommitResult
    moved: str = ""
    machine_time: float = float("inf")

    @property
    def id(self) -> str:
        """The operation."""
        return self.result.operation

    @property
    def uri(self) -> str:
        """The document."""
        return self.result.path

    @property
    def before(self) -> Revision | None:
        """What it was; None: there was none."""
        return self.result.before

    @property
    def after(self) -> Revision | None:
        """What it became; None: it was deleted."""
        return self.result.after


@dataclass(frozen=True, slots=True)
class Planned:
    """What a document would become: ``data`` in the place of ``old`` (None: no document)."""

    uri: str
    base: Revision | None
    old: bytes | None
    data: bytes | None
    like: str = ""

    @property
    def edit(self) -> DocumentEdit:
        """The change as a commit wants it."""
        return DocumentEdit(self.uri, self.data, self.base, like=self.like or self.uri)


@dataclass(frozen=True, slots=True)
class Reversal:
    """What taking these items back would do, and what stands in the way of some of them.

    ``standing`` tells how much is still there of those whose documents were changed since.
    """

    ids: tuple[str, ...]
    documents: tuple[Planned, ...]
    obstacles: tuple[Obstacle, ...] = ()
    standing: Mapping[str, ChangeStatus] = field(default_factory=dict)

    @property
    def names(self) -> dict[str, str]:
        """The names that documents get back, by those that they have."""
        return {document.like: document.uri for document in self.documents if document.like}


class _InTheWayError(Exception):
    """An item cannot be taken back."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle)
        self.obstacle = obstacle


def written(results: Iterable[CommitResult]) -> tuple[PersonCommit, ...]:
    """Return what a person committed as changes; what certainly got another name is one of them."""
    made = [result for result in results if result.operation]
    gone = Counter(result.before for result in made if result.after is None)
    came = Counter(result.after for result in made if result.before is None)
    moved = {revision for revision in gone if gone[revision] == came[revision] == 1}
    former = {result.before: result.path for result in made if result.after is None}
    return tuple(
        PersonCommit(result, former[result.after] if result.before is None and result.after in moved else "")
        for result in made
        if result.after is not None or result.before not in moved
    )


def plan(
    workspace: Workspace,
    changes: Iterable[ReversalTarget],
    names: Renames,
    undone: Undone | None = None,
    *,
    part: bool = False,
    texts: Mapping[Revision, bytes] = MappingProxyType({}),
) -> Reversal:
    """Return what it would do to take changes (the newest first) back; nothing is written.

    ``part``: of one that later changes are in, what can be told apart is taken back, and the rest stays.
    ``texts`` are versions that no history keeps: what a document was without some hunks of a change.
    """
    desk, done, obstacles = _Desk(workspace, names, undone, texts, part=part), [], []
    for change in changes:
        try:
            desk.take_back(change)
            done.append(change.id)
        except _InTheWayError as error:
            obstacles.append(error.obstacle)
    return Reversal(tuple(done), desk.planned(), tuple(obstacles), desk.standing)


def standing_at(
    workspace: Workspace, change: ReversalTarget, names: Renames, uri: str, data: bytes | None
) -> Reversal:
    """Return what it would do to take a change back if its document, which has this name now, were that."""
    desk = _Desk(workspace, names, None, MappingProxyType({}), part=False)
    desk.suppose(uri, data)
    obstacles: tuple[Obstacle, ...] = ()
    try:
        desk.take_back(change)
    except _InTheWayError as error:
        obstacles = (error.obstacle,)
    return Reversal((change.id,), desk.planned(), obstacles, desk.standing)


class _Desk:
    """The documents concerned as they would be, each read once."""

    def __init__(
        self,
        workspace: Workspace,
        names: Renames,
        undone: Undone | None,
        texts: Mapping[Revision, bytes],
        *,
        part: bool,
    ) -> None:
        self._workspace = workspace
        self._names = names
        self._part = part
        self._texts = texts
        self._history = History(workspace)
        self._bases: dict[str, tuple[Revision | None, bytes | None]] = {}
        self._contents: dict[str, bytes | None] = {}
        self._likes: dict[str, str] = {}
        self._named_back: dict[str, str] = {}
        self._ask = undone
        self._undone: dict[str, list[ReversalTarget]] = {}
        self.standing: dict[str, ChangeStatus] = {}

    def suppose(self, uri: str, data: bytes | None) -> None:
        """Take a document to be something else than it is."""
        self._bases[uri] = None if data is None else revision_of(data), data
        self._contents[uri] = data

    def planned(self) -> tuple[Planned, ...]:
        """Return every document that would become another one."""
        return tuple(
            Planned(uri, *self._bases[uri], data, self._likes.get(uri, ""))
            for uri, data in self._contents.items()
            if data != self._bases[uri][1]
        )

    def take_back(self, change: ReversalTarget) -> None:
        """Make a document what it would be without a change. Raises _InTheWayError."""
        uri = self._place(change)
        if change.moved:
            self._name_back(change, uri)
        elif change.after is None:
            self._bring_back(change, uri)
        else:
            self._contents[uri] = self._without(change, uri)
            if not self._is_part(change):
                self._before(change).insert(0, change)

    def _place(self, change: ReversalTarget) -> str:
        """Return the document's name now, or what it would be by now."""
        uri = change.uri
        if uri in self._named_back.values() or not self._is(uri, change, change.after):
            uri = self._names.now(uri, change.machine_time)
        while uri in self._named_back:
            uri = self._named_back[uri]
        return uri

    def _is(self, uri: str, change: ReversalTarget, revision: Revision | None) -> bool:
        data = self._content(uri, change)
        return (None if data is None else revision_of(data)) == revision

    def _content(self, uri: str, change: ReversalTarget) -> bytes | None:
        if uri not in self._contents:
            try:
                content = self._workspace.read(uri)
                found: tuple[Revision | None, bytes | None] = (content.revision, content.data)
            except NotFoundError:
                found = (None, None)
            except MemdeskError as error:
                if self._workspace.instead(uri) is None:
                    raise _in_the_way(ConflictReason.UNREADABLE, uri, change) from error
                found = (None, None)
            self._bases[uri], self._contents[uri] = found, found[1]
        return self._contents[uri]

    def _name_back(self, change: ReversalTarget, uri: str) -> None:
        if self._content(change.moved, change) is not None:
            raise _in_the_way(ConflictReason.NAME_TAKEN, change.moved, change)
        data = self._content(uri, change)
        if data is None:
            raise _in_the_way(ConflictReason.GONE, uri, change)
        self._contents[change.moved], self._contents[uri] = data, None
        self._likes[change.moved], self._named_back[uri] = uri, change.moved

    def _bring_back(self, change: ReversalTarget, uri: str) -> None:
        if self._is(uri, change, change.before):
            return
        if self._content(uri, change) is not None:
            raise _in_the_way(ConflictReason.EXISTS, uri, change)
        self._contents[uri] = self._version(change, change.before)

    def _without(self, change: ReversalTarget, uri: str) -> bytes | None:
        """Return a document without one change: as it was before, or without what still stands of it."""
        current = self._content(uri, change)
        if current is None:
            if change.before is None:
                return None
            raise _in_the_way(ConflictReason.GONE, uri, change)
        before = None if change.before is None else self._version(change, change.before)
        if current == before or (self._is(uri, change, change.after) and not self._before(change)):
            return before
        looks_back = bool(self._before(change)) and not self._is_part(change)
        first, has_all = self._first_of_all(change, uri) if looks_back else (change, True)
        if first is change:
            return self._taken_out(change, uri, before, current)
        try:
            then = None if first.before is None else self._version(first, first.before)
        except _InTheWayError:  # an older one is no longer kept, which this change does not need
            return self._taken_out(change, uri, before, current)
        if has_all:
            return then
        taken = self._taken_out(change, uri, before, current)
        return then if _said(then) == _said(taken) else taken

    def _taken_out(
        self, change: ReversalTarget, uri: str, before: bytes | None, current: bytes
    ) -> bytes | None:
        """Return a document without what still stands of a change, with what came later."""
        after = self._version(change, change.after)
        info = self._workspace.info(self._likes.get(uri, uri))
        # What is no text, or too large a one, cannot be merged; where nothing came later it need not be.
        is_last = self._is(uri, change, change.after)
        way = _Way(change.before is None, partial(self._steps, change), self._summing(info), part=self._part)
        try:
            frame = self._frame(change, info, after, current) if before is None else before
            merge = merge_versions(self._workspace, info, after, frame, current, how=way)
        except MemdeskError as error:
            if is_last:
                return before
            raise _in_the_way(ConflictReason.NOT_TEXT, uri, change) from error
        if way.found is None and is_last:
            return before
        if way.found is None:
            raise _in_the_way(
                ConflictReason.CHANGED_SINCE if before is None else ConflictReason.NOT_TEXT, uri, change
            )
        self.standing[change.id] = way.found.standing
        if merge.result.conflicts:
            standing = way.found.standing
            reason = ConflictReason.OVERLAPS if standing.stands else ConflictReason.CHANGED_SINCE
            raise _InTheWayError(Obstacle(reason, uri, change.id, merge.result.conflicts, standing))
        if way.found.text is None or (before is None and merge.data == frame):
            return None
        if merge.data is None:
            raise _in_the_way(ConflictReason.WOULD_BREAK, uri, change)
        return self._ended(change, merge.data)

    def _summing(self, info: DocumentInfo) -> _Summing | None:
        """Return how a document is summed up, None where its system's are not."""
        system = self._workspace.registry.get(info.system) if info.system else None
        return _Summing(system, info.kind) if isinstance(system, SumsUp) else None

    def _frame(self, change: ReversalTarget, info: DocumentInfo, after: bytes, current: bytes) -> bytes:
        """Return what JSON begins as that a change created; for lines there is none but the text itself."""
        if shape_of(info) is MergeShape.LINES:
            return after
        frame = without_creation(self._workspace, info, after, current)
        if frame is None:
            raise _in_the_way(ConflictReason.CHANGED_SINCE, info.uri, change)
        return frame

    def _first_of_all(self, change: ReversalTarget, uri: str) -> tuple[ReversalTarget, bool]:
        """Return the oldest change from which on all have been taken back but for this one.

        It is this one itself where others stand that came after it. Also tell whether these are all that were
        taken back: what the document was before them may hold an older one, which was taken back since.
        """
        undone = {one.id: one for one in (change, *self._before(change))}
        first, has_this, met = change, False, 0
        for at, version in enumerate(self._versions(change.uri, 4 * len(undone) + 4)):
            if not at and version.revision != self._bases[uri][0]:
                break
            if version.operation in undone:
                first, has_this = undone[version.operation], has_this or version.operation == change.id
                met += 1
            elif not (version.actor.origin is Origin.HUMAN and version.actor.tool in OWN):
                break
        return (first, met == len(undone)) if has_this else (change, True)

    def _versions(self, uri: str, count: int) -> Iterator[Version]:
        """Yield the versions of a document, the newest first; so many are read at once, then more."""
        older: LogPosition | None = None
        while True:
            page = self._history.page(uri, count, older, sized=False)
            yield from page.versions
            if page.older is None:
                return
            older, count = page.older, 4 * count

    def _is_part(self, change: ReversalTarget) -> bool:
        """Say whether this is some hunks of a change: the others stay, so no older version is the result."""
        return change.before is not None and change.before in self._texts

    def _ended(self, change: ReversalTarget, data: bytes) -> bytes:
        """Let a document end as it did when it was this one before."""
        undone = self._before(change)
        known = {change.before, *(revision for one in undone for revision in (one.before, one.after))}
        return ended(data, lambda found: revision_of(found) in known) if undone else data

    def _before(self, change: ReversalTarget) -> list[ReversalTarget]:
        """Return the changes of a document that were taken back before."""
        if change.uri not in self._undone:
            found = self._ask(change.uri) if self._ask is not None else ()
            self._undone[change.uri] = [one for one in found if one.id != change.id]
        return self._undone[change.uri]

    def _steps(self, change: ReversalTarget) -> list[TextChange]:
        steps = (self._step(one) for one in islice(self._before(change), STEPS))
        return [step for step in steps if step is not None]

    def _step(self, change: ReversalTarget) -> TextChange | None:
        """Return a change as texts, None where they are not kept, or none."""
        if change.after is None:
            return None
        try:
            sides = [self._history.content(change.uri, side) for side in (change.before, change.after)]
        except MemdeskError:
            return None
        before, after = (decode(side) for side in sides)
        is_text = before.editable and after.editable
        return TextChange(None if change.before is None else before.text, after.text) if is_text else None

    def _version(self, change: ReversalTarget, revision: Revision | None) -> bytes:
        if revision is not None and revision in self._texts:
            return self._texts[revision]
        try:
            return self._history.content(change.uri, revision)
        except MemdeskError as error:
            raise _in_the_way(ConflictReason.NOT_KEPT, change.uri, change) from error


def _said(data: bytes | None) -> Counter[bytes]:
    """Return the lines of a document, whatever their order and the space between them."""
    return Counter(line for row in (data or b"").split(b"\n") if (line := row.strip().rstrip(b",")))


def _in_the_way(reason: ConflictReason, uri: str, change: ReversalTarget) -> _InTheWayError:
    return _InTheWayError(Obstacle(reason, uri, change.id))


class _Summing(NamedTuple):
    """The line of a document that sums up the rest: whoever writes last writes it anew, for all of it.

    So it is no part of an earlier change, which can go though its summary is no longer there.
    """

    system: SumsUp
    kind: Kind

    def settled(self, step: TextChange, now: str) -> TextChange:
        """Return a change without what later changes wrote anew in any case."""
        before = None if step.before is None else self.system.with_summary_of(self.kind, step.before, now)
        return TextChange(before, self.system.with_summary_of(self.kind, step.after, now))

    def is_made(self, text: str) -> bool:
        """Say whether a text has a summary, and that is the one that is made of it."""
        has_one = self.system.with_summary_of(self.kind, "", text) != ""
        return has_one and self.system.summed_up(self.kind, text) == text


class _Way:
    """How a change is taken out of a document; tells what was found."""

    def __init__(
        self,
        created: bool,
        undone: Callable[[], Sequence[TextChange]],
        summing: _Summing | None,
        *,
        part: bool,
    ) -> None:
        self._created, self._undone, self._summing, self._part = created, undone, summing, part
        self.found: Without | None = None

    def __call__(self, after: str, before: str, now: str, shape: MergeShape, form: JsonFormat) -> MergeResult:
        """Return the text without the change, or where later words are in it."""
        is_new = self._created and shape is MergeShape.LINES
        step, undone, summing = TextChange(None if is_new else before, after), self._undone, self._summing
        is_made = summing is not None and summing.is_made(now)
        if summing is not None and (is_made or summing.settled(step, now).after != after):
            step = summing.settled(step, now)
            undone = partial(_settled, summing, self._undone, now)
        self.found = found = without(step, now, shape, undone, form)
        if found.conflicts and not (self._part and found.standing.goes):
            return MergeResult(None, len(found.conflicts), found.conflicts)
        text = found.text or ""
        return MergeResult(summing.system.summed_up(summing.kind, text) if is_made and summing else text, 1)


def _settled(summing: _Summing, undone: Callable[[], Sequence[TextChange]], now: str) -> list[TextChange]:
    return [summing.settled(step, now) for step in undone()]
