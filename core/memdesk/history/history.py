"""Every version that is known of a workspace's documents, and the way back to each of them.

A version has the time at which a core wrote it; one that came from outside, when it was first seen. Every way
back is an ordinary commit, so it is a version itself and can be taken back like any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from memdesk.errors import (
    ConflictError,
    InvalidError,
    MemdeskError,
    NotFoundError,
    UnsafePathError,
    UsageError,
)
from memdesk.history.current import current_content
from memdesk.history.timeline import Version, VersionTimeline
from memdesk.model import OUTSIDE, Actor, ChangeKind, Content, Revision, Severity
from memdesk.ops.names import dated
from memdesk.ops.save import save, save_all
from memdesk.store import ANY, Base, CommitResult, DocumentEdit, Lineage, LogPosition, Operation
from memdesk.text.cooperative import yielding
from memdesk.text.diff import Hunk, line_diff, take_back
from memdesk.text.encoding import decode, encode
from memdesk.workspace import Workspace

EVERYTHING = 1 << 62
LEAST_PREFIX = 4
FEW = 3
"""Versions among which the last content of a deleted document mostly is."""


class VersionPage(NamedTuple):
    """Versions, the newest first, and where to ask for older ones (None = there are none)."""

    versions: tuple[Version, ...]
    older: LogPosition | None


class VersionTexts(NamedTuple):
    """Two versions as text; ``binary`` where one of them is none."""

    old: str
    new: str
    binary: bool = False


class History:
    """The past of a workspace. Every method may be called from any thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def page(
        self,
        uri: str | None = None,
        limit: int = EVERYTHING,
        before: LogPosition | None = None,
        *,
        unlogged: bool = True,
        sized: bool = True,
    ) -> VersionPage:
        """Return the newest versions of a document (or of all), or those older than an earlier page.

        Those of a renamed document are told of under its former names, too, and (if ``unlogged``) what is
        there now where no log tells of it. Whether each is still kept is found out only if ``sized``: that
        takes a look at the disk for every version.
        """
        found = self._lineage(uri, limit, before)
        versions = list(_versions(reversed(found.operations), uri, whole=found.older is None))
        if unlogged and uri is not None and before is None:
            versions += self._unlogged(uri, versions[-1] if versions else None)
        newest_first = reversed(versions)
        shown = map(self._sized, yielding(newest_first, 1)) if sized else newest_first
        return VersionPage(tuple(shown), found.older)

    def versions(self, uri: str) -> tuple[Version, ...]:
        """Return every version known of a document, the newest first."""
        return self.page(uri).versions

    def deleted(self) -> tuple[Version, ...]:
        """Return every document that is gone, with its last content, and who deleted it when.

        What was deleted last comes first. What was renamed is not gone.
        """
        last = self._workspace.latest_operations()
        logged = (uri for uri in reversed(last) if not last[uri].moved or last[uri].after is not None)
        gone = (self._gone(uri) for uri in logged if self._is_gone(uri))
        return tuple(version for version in gone if version is not None)

    def chronicle(self, uri: str | None = None) -> VersionTimeline:
        """Return every version known of a document (or of all), without a look at what is still kept."""
        found = self._lineage(uri, EVERYTHING).operations
        versions = list(_versions(reversed(found), uri, whole=True))
        if uri is not None:
            versions += self._unlogged(uri, versions[-1] if versions else None)
        return VersionTimeline(versions)

    def at(self, time: float) -> dict[str, Version | None]:
        """Return the documents that the log tells of as they were at a time (None: there was none then).

        One that no log tells of was never changed as far as is known: it is not named. One whose version is
        later than the time was there already when it was first met.
        """
        return self.chronicle().at(time)

    def size(self, revision: Revision) -> int | None:
        """Return how many bytes a version has, None where it is not kept."""
        return self._workspace.store.version_size(revision)

    def is_kept(self, version: Version) -> bool:
        """Tell whether a version's content can still be had from the history."""
        known, sized = version.bytes or 0, self._workspace.store.version_size
        return version.revision is not None and sized(version.revision, known) is not None

    def find(self, uri: str, revision: str) -> Version:
        """Return the version that a revision, or the beginning of one, names."""
        prefix = revision.removeprefix("sha256:").casefold()
        if len(prefix) < LEAST_PREFIX or not set(prefix) <= set("0123456789abcdef"):
            digits = f"sha256:… or its first {LEAST_PREFIX} digits at least"
            raise UsageError(
                f"{revision!r} is not a version id ({digits}); 'memdesk history PATH list' shows them"
            )
        named = {
            version.revision: version
            for version in reversed(self.versions(uri))
            if version.revision is not None and version.revision.startswith(f"sha256:{prefix}")
        }
        if len(named) > 1:
            raise UsageError(f"{revision} names {len(named)} versions of {uri}; give more digits")
        if not named:
            raise NotFoundError(
                f"{uri} has no version {revision}; 'memdesk history PATH list {uri}' lists its versions",
                uri=uri,
            )
        return next(iter(named.values()))

    def content(self, uri: str, revision: Revision | None) -> bytes:
        """Return a version's bytes (none for no file), from the history or from the document itself."""
        if revision is None:
            return b""
        try:
            return self._workspace.version(revision)
        except NotFoundError as error:
            current = current_content(self._workspace, uri)
            if current is None or current.revision != revision:
                message = (
                    f"the version {revision[:19]} of {uri} is no longer stored: it is older than the "
                    "history's limits"
                )
                raise NotFoundError(message, uri=uri) from error
            return current.data

    def texts(self, uri: str, old: Revision | None, new: Revision | None) -> VersionTexts:
        """Return two versions of a document as text."""
        texts = decode(self.content(uri, old)), decode(self.content(uri, new))
        return VersionTexts(texts[0].text, texts[1].text, any(text.reason == "binary" for text in texts))

    def now(self, uri: str) -> Revision | None:
        """Return the revision on disk, None where there is no file."""
        current = current_content(self._workspace, uri)
        return None if current is None else current.revision

    def restore(self, uri: str, revision: Revision, actor: Actor, base: Base = ANY) -> CommitResult:
        """Make a version the document's content again."""
        data = self.content(uri, revision)
        expected = self.now(uri) if base is ANY else base
        return self._commit(DocumentEdit(uri, data, expected, like=uri), doing(actor, "restore"))

    def restore_copy(self, version: Version, actor: Actor, name: str = "") -> CommitResult:
        """Write a version into a new document beside the present one, or under this name."""
        data = self.content(version.uri, version.revision)
        place = name or dated(version.uri, version.time, self._workspace.exists)
        return self._commit(DocumentEdit(place, data, None, like=version.uri), doing(actor, "restore"))

    def restore_changes(
        self, uri: str, revision: Revision, numbers: Collection[int], actor: Actor, base: Base = ANY
    ) -> CommitResult:
        """Take back some of the changes since a version; numbers count its differences to now from 0.

        Raises InvalidError where the document would not parse any more, or is not text.
        """
        current = self._read_over(uri, base)
        new = self._without(uri, self.content(uri, revision), current, numbers)
        return save(self._workspace, uri, new, current.revision, doing(actor, "restore"))

    def with_changes_restored(
        self, uri: str, revision: Revision, numbers: Collection[int], base: Base = ANY
    ) -> bytes:
        """Return what ``restore_changes`` would make of a document; changes nothing."""
        return self._without(uri, self.content(uri, revision), self._read_over(uri, base), numbers)

    def restore_all(self, targets: Mapping[str, Revision | None], actor: Actor) -> tuple[CommitResult, ...]:
        """Make documents again what they were (None: gone), all of them or none. Nothing is lost by it."""
        edits = [self._edit(uri, revision, self.now(uri)) for uri, revision in targets.items()]
        with self._workspace.clearing((edit.uri for edit in edits if edit.new is not None), actor):
            return save_all(self._workspace, edits, doing(actor, "restore"))

    def undo_all(self, results: Iterable[CommitResult], actor: Actor) -> tuple[CommitResult, ...]:
        """Take commits back, all or none, if the result of each is still what is there."""
        edits = [self._edit(result.path, result.before, result.after) for result in results]
        return self._workspace.commit_all(edits, doing(actor, "undo"))

    def _read_over(self, uri: str, base: Base) -> Content:
        """Return what a document is now, if that is ``base``."""
        current = self._workspace.read(uri)
        if base is not ANY and base != current.revision:
            message = f"{uri} is not what was last seen"
            raise ConflictError(message, uri=uri, base=base, current=current.revision)
        return current

    def _without(self, uri: str, old: bytes, current: Content, numbers: Collection[int]) -> bytes:
        then, now = decode(old), decode(current.data)
        if not now.editable or then.reason == "binary":
            raise InvalidError(f"{uri} is not text; only a whole version can be restored", uri=uri)
        hunks = line_diff(then.text, now.text)
        if not numbers or not all(0 <= number < len(hunks) for number in numbers):
            raise UsageError(f"{uri} has {len(hunks)} differences to this version")
        text = take_back(now.text, _chosen(hunks, numbers))
        new = encode(text, now.form, now.text)
        if self._errors(uri, new) > self._errors(uri, current.data):
            raise InvalidError(f"{uri} would not be valid with only this change restored", uri=uri)
        return new

    def _edit(self, uri: str, target: Revision | None, base: Revision | None) -> DocumentEdit:
        return DocumentEdit(uri, None if target is None else self.content(uri, target), base, like=uri)

    def _commit(self, edit: DocumentEdit, actor: Actor) -> CommitResult:
        with self._workspace.clearing((edit.uri,), actor):
            return save_all(self._workspace, [edit], actor)[0]

    def _lineage(self, uri: str | None, limit: int, before: LogPosition | None = None) -> Lineage:
        """Return the operations on a document under all its names, or on every document."""
        if uri is not None:
            return self._workspace.lineage(uri, limit, before)
        found = self._workspace.newest_operations(limit, None, before.offset if before else None)
        return Lineage(found.operations, LogPosition(found.offset) if found.offset else None)

    def _errors(self, uri: str, data: bytes) -> int:
        problems = self._workspace.parse(self._workspace.info(uri), data).problems
        return sum(problem.severity is Severity.ERROR for problem in problems)

    def _is_gone(self, uri: str) -> bool:
        return not self._workspace.exists(uri) or self._workspace.instead(uri) is not None

    def _gone(self, uri: str) -> Version | None:
        """Return the last content of a document that is gone, as its deletion."""
        for limit in (FEW, EVERYTHING):
            versions = self.page(uri, limit, LogPosition(EVERYTHING, (uri,))).versions
            last = next((version for version in versions if version.revision is not None), None)
            if last is not None:
                who = versions[0].actor if versions[0].revision is None else OUTSIDE
                gone = replace(last, time=versions[0].time, actor=who, change=ChangeKind.DELETED)
                return replace(gone, moved="", name="", instead=self._workspace.instead(uri))
        return None

    def _unlogged(self, uri: str, last: Version | None) -> Iterator[Version]:
        """Yield the document as it is, where the log does not end with that."""
        known = last.revision if last is not None else None
        try:
            current = current_content(self._workspace, uri)
        except UnsafePathError:
            raise
        except MemdeskError:
            return
        if current is None and last is not None and known is not None:
            gone = Version(uri, None, known, last.time, OUTSIDE, ChangeKind.DELETED)
            yield replace(gone, instead=self._workspace.instead(uri))
        elif current is not None and current.revision != known:
            kind = ChangeKind.of(existed=known is not None, exists=True)
            time = current.stamp.modified / 1e9
            yield Version(uri, current.revision, known, time, OUTSIDE, kind, len(current.data))

    def _sized(self, version: Version) -> Version:
        """Fill in whether a version is kept, and its size."""
        if version.revision is None or (not version.operation and version.bytes is not None):
            return version
        size = self._workspace.store.version_size(version.revision, version.bytes)
        return replace(version, bytes=version.bytes if size is None else size, kept=size is not None)


def _versions(operations: Iterable[Operation], uri: str | None, *, whole: bool) -> Iterator[Version]:
    """Yield the versions that operations (oldest first) tell of, with those that were found in between.

    With ``uri`` they are those of one document: where it got another name, it goes on as what it was.
    """
    states: dict[str, Revision | None] = {}
    for step in _in_place(operations):
        if step.late:
            yield _named(_version(step, step.before), uri)
            continue
        came = step.moved if uri is not None and step.before is None else None
        former, before = came or step.path, step.after if came else step.before
        state = states.setdefault(former, None if whole else before)
        if before != state:
            kind = ChangeKind.of(existed=state is not None, exists=before is not None)
            found = Version(former, before, state, step.time, OUTSIDE, kind, machine=step.machine)
            yield _named(found, uri)
        yield _named(_version(step, before), uri)
        states[step.path] = step.after


def _in_place(operations: Iterable[Operation]) -> list[Operation]:
    """Return operations, the oldest first, with what was logged late where it happened."""
    placed: list[Operation] = []
    for step in operations:
        place = len(placed)
        while step.late and place and not _is_before(placed[place - 1], step):
            place -= 1
        placed.insert(place, step)
    return placed


def _is_before(step: Operation, late: Operation) -> bool:
    return (step.path, step.after) == (late.path, late.before)


def _version(step: Operation, before: Revision | None) -> Version:
    kind = ChangeKind.of(existed=step.before is not None, exists=step.after is not None)
    made = Version(step.path, step.after, before, step.time, step.actor, kind, step.size, step.id)
    made = replace(made, machine=step.machine, instead=step.instead)
    return replace(made, moved=step.moved or "", late=step.late)


def _named(version: Version, uri: str | None) -> Version:
    """Return a version as one of the document that was asked for, with the name that it had then."""
    return version if uri in (None, version.uri) else replace(version, uri=uri, name=version.uri)


def _chosen(hunks: tuple[Hunk, ...], numbers: Collection[int]) -> tuple[Hunk, ...]:
    return tuple(hunk for number, hunk in enumerate(hunks) if number in numbers)


def doing(actor: Actor, tool: str) -> Actor:
    """Return the writer with the name of what is done, unless it came through a tool of its own."""
    return actor if actor.tool else replace(actor, tool=tool)
