"""Taking changes back, later ones kept: what each document would become, before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from memdesk.errors import MemdeskError, NotFoundError
from memdesk.history import History
from memdesk.merging import merge_versions, without_creation
from memdesk.model import Revision, revision_of
from memdesk.review.names import Names
from memdesk.review.obstacles import Obstacle, Reason
from memdesk.store import CommitResult, Edit
from memdesk.workspace import Workspace


class Change(Protocol):
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
    def time(self) -> float:
        """When that was."""
        ...

    @property
    def moved(self) -> str:
        """The name that it was renamed from."""
        ...


@dataclass(frozen=True, slots=True)
class Written:
    """A commit of a person, to be taken back like any change."""

    result: CommitResult
    moved: str = ""
    time: float = float("inf")

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
    def edit(self) -> Edit:
        """The change as a commit wants it."""
        return Edit(self.uri, self.data, self.base, like=self.like or self.uri)


@dataclass(frozen=True, slots=True)
class Reversal:
    """What taking these items back would do, and what stands in the way of some of them."""

    ids: tuple[str, ...]
    documents: tuple[Planned, ...]
    obstacles: tuple[Obstacle, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """The names that documents get back, by those that they have."""
        return {document.like: document.uri for document in self.documents if document.like}


class _InTheWayError(Exception):
    """An item cannot be taken back."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle)
        self.obstacle = obstacle


def written(results: Iterable[CommitResult]) -> tuple[Written, ...]:
    """Return what a person committed as changes; what certainly got another name is one of them."""
    made = [result for result in results if result.operation]
    gone = Counter(result.before for result in made if result.after is None)
    came = Counter(result.after for result in made if result.before is None)
    moved = {revision for revision in gone if gone[revision] == came[revision] == 1}
    former = {result.before: result.path for result in made if result.after is None}
    return tuple(
        Written(result, former[result.after] if result.before is None and result.after in moved else "")
        for result in made
        if result.after is not None or result.before not in moved
    )


def plan(workspace: Workspace, changes: Iterable[Change], names: Names) -> Reversal:
    """Return what it would do to take changes (the newest first) back; nothing is written."""
    desk, done, obstacles = _Desk(workspace, names), [], []
    for change in changes:
        try:
            desk.take_back(change)
            done.append(change.id)
        except _InTheWayError as error:
            obstacles.append(error.obstacle)
    return Reversal(tuple(done), desk.planned(), tuple(obstacles))


class _Desk:
    """The documents concerned as they would be, each read once."""

    def __init__(self, workspace: Workspace, names: Names) -> None:
        self._workspace = workspace
        self._names = names
        self._history = History(workspace)
        self._bases: dict[str, tuple[Revision | None, bytes | None]] = {}
        self._contents: dict[str, bytes | None] = {}
        self._likes: dict[str, str] = {}
        self._named_back: dict[str, str] = {}

    def planned(self) -> tuple[Planned, ...]:
        """Return every document that would become another one."""
        return tuple(
            Planned(uri, *self._bases[uri], data, self._likes.get(uri, ""))
            for uri, data in self._contents.items()
            if data != self._bases[uri][1]
        )

    def take_back(self, change: Change) -> None:
        """Make a document what it would be without a change. Raises _InTheWayError."""
        uri = self._place(change)
        if change.moved:
            self._name_back(change, uri)
        elif change.after is None:
            self._bring_back(change, uri)
        elif change.before is None:
            self._take_away(change, uri)
        else:
            self._contents[uri] = self._without(change, uri)

    def _place(self, change: Change) -> str:
        """Return the document's name now, or what it would be by now."""
        uri = change.uri
        if uri in self._named_back.values() or not self._is(uri, change, change.after):
            uri = self._names.now(uri, change.time)
        while uri in self._named_back:
            uri = self._named_back[uri]
        return uri

    def _is(self, uri: str, change: Change, revision: Revision | None) -> bool:
        data = self._content(uri, change)
        return (None if data is None else revision_of(data)) == revision

    def _content(self, uri: str, change: Change) -> bytes | None:
        if uri not in self._contents:
            try:
                content = self._workspace.read(uri)
                found: tuple[Revision | None, bytes | None] = (content.revision, content.data)
            except NotFoundError:
                found = (None, None)
            except MemdeskError as error:
                raise _in_the_way(Reason.UNREADABLE, uri, change) from error
            self._bases[uri], self._contents[uri] = found, found[1]
        return self._contents[uri]

    def _name_back(self, change: Change, uri: str) -> None:
        if self._content(change.moved, change) is not None:
            raise _in_the_way(Reason.NAME_TAKEN, change.moved, change)
        data = self._content(uri, change)
        if data is None:
            raise _in_the_way(Reason.GONE, uri, change)
        self._contents[change.moved], self._contents[uri] = data, None
        self._likes[change.moved], self._named_back[uri] = uri, change.moved

    def _bring_back(self, change: Change, uri: str) -> None:
        if self._is(uri, change, change.before):
            return
        if self._content(uri, change) is not None:
            raise _in_the_way(Reason.EXISTS, uri, change)
        self._contents[uri] = self._version(change, change.before)

    def _take_away(self, change: Change, uri: str) -> None:
        current = self._content(uri, change)
        if current is None or self._is(uri, change, change.after):
            self._contents[uri] = None
            return
        after = self._version(change, change.after)
        try:
            info = self._workspace.info(self._likes.get(uri, uri))
        except MemdeskError as error:
            raise _in_the_way(Reason.CHANGED_SINCE, uri, change) from error
        frame = without_creation(self._workspace, info, after, current)
        if frame is None:
            raise _in_the_way(Reason.CHANGED_SINCE, uri, change)
        left = self._merged(change, uri, after, frame, current)
        self._contents[uri] = None if left == frame else left

    def _without(self, change: Change, uri: str) -> bytes:
        """Return a document without one change: as it was before, or merged with what came later."""
        current = self._content(uri, change)
        if current is None:
            raise _in_the_way(Reason.GONE, uri, change)
        before = self._version(change, change.before)
        if self._is(uri, change, change.after) or current == before:
            return before
        return self._merged(change, uri, self._version(change, change.after), before, current)

    def _merged(self, change: Change, uri: str, after: bytes, before: bytes, current: bytes) -> bytes:
        """Return what a document is now with what a change made of it undone."""
        try:
            info = self._workspace.info(self._likes.get(uri, uri))
            merge = merge_versions(self._workspace, info, after, before, current, restoring=True)
        except MemdeskError as error:
            raise _in_the_way(Reason.NOT_TEXT, uri, change) from error
        if merge.data is not None:
            return merge.data
        if merge.result.text is not None:
            raise _in_the_way(Reason.WOULD_BREAK, uri, change)
        if not merge.result.conflicts:
            raise _in_the_way(Reason.NOT_TEXT, uri, change)
        raise _InTheWayError(Obstacle(Reason.OVERLAPS, uri, change.id, merge.result.conflicts))

    def _version(self, change: Change, revision: Revision | None) -> bytes:
        try:
            return self._history.content(change.uri, revision)
        except MemdeskError as error:
            raise _in_the_way(Reason.NOT_KEPT, change.uri, change) from error


def _in_the_way(reason: Reason, uri: str, change: Change) -> _InTheWayError:
    return _InTheWayError(Obstacle(reason, uri, change.id))
