"""Changes to hand on: to a colleague, a pull request or a pipeline. Secrets in them are covered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain
from typing import NamedTuple

from memdesk.checks import Finding
from memdesk.checks.covering import mask
from memdesk.errors import MemdeskError, NotFoundError, UsageError
from memdesk.findings.dismissals import Dismissals
from memdesk.history.change_words import words_between
from memdesk.history.history import History, VersionTexts
from memdesk.history.timeline import Version
from memdesk.index.local_state.findings import CheckedChange, FindingCache
from memdesk.model import Actor, ChangeKind, Kind, Revision, revision_of
from memdesk.review.detail import Detail
from memdesk.review.inbox import Inbox
from memdesk.review.items import Filter, ReviewItem
from memdesk.review.masking import cover_lines, judge
from memdesk.store.git_tree import GitTree
from memdesk.text.changed_words import ChangedWords
from memdesk.text.diff import Hunk, counted, in_unified, line_diff
from memdesk.text.encoding import decode
from memdesk.workspace import Workspace

SaysWords = Callable[[ChangedWords], str]
"""Puts what a change says into one line, in the language of whoever reads it."""


@dataclass(frozen=True, slots=True)
class ReportedChange:
    """One change of one document. Without ``actor`` and ``time`` only a repository tells of it.

    ``says`` is what it says in one line, ``diff`` the lines that went and came as ``diff -u`` prints them;
    it is empty for what is ``binary`` or not ``kept``. ``decided`` is what a person decided about it.
    """

    uri: str
    change: ChangeKind
    before: Revision | None
    after: Revision | None
    says: str
    diff: str
    id: str = ""
    moved: str = ""
    actor: Actor | None = None
    time: float | None = None
    added: int = 0
    removed: int = 0
    binary: bool = False
    kept: bool = True
    findings: tuple[Finding, ...] = ()
    decided: str = ""


@dataclass(frozen=True, slots=True)
class ReviewReport:
    """Changes and what they are of: the folder's name, and since when (empty: what waits).

    ``prefix`` is where the folder is in its repository, if it is in one.
    """

    name: str
    since: str
    changes: tuple[ReportedChange, ...]
    prefix: str = ""


def reported(detail: Detail, says: str) -> ReportedChange:
    """Return an item as it is handed on."""
    item = detail.item
    added, removed = counted(detail.hunks, detail.old, detail.new)
    return ReportedChange(
        item.uri,
        item.change,
        item.before,
        item.after,
        says,
        _unified(detail.old, detail.hunks, (item.moved or item.uri, item.uri)),
        item.id,
        item.moved,
        item.actor,
        item.time,
        added,
        removed,
        detail.binary,
        detail.kept,
        detail.findings,
        "" if item.mark is None else item.mark.verdict,
    )


def reported_version(version: Version, texts: VersionTexts | None, says: str) -> ReportedChange:
    """Return a version of a document, against the one before it, as it is handed on; None: not kept."""
    binary, kept = texts is not None and texts.binary, texts is not None
    diff, added, removed = "", 0, 0
    if texts is not None and not binary:
        hunks, (old, new) = cover_lines(texts.old, texts.new), (mask(texts.old), mask(texts.new))
        added, removed = counted(hunks, old, new)
        names = (version.moved or version.uri, version.uri)
        diff = _unified(old, hunks, names)
    return ReportedChange(
        version.uri,
        version.change,
        version.previous,
        version.revision,
        says,
        diff,
        version.operation,
        version.moved,
        version.actor,
        version.time,
        added,
        removed,
        binary,
        kept,
    )


def history_report(workspace: Workspace, uri: str, says: SaysWords) -> ReviewReport:
    """Return every version of a document, the newest first."""
    return version_report(workspace, uri, History(workspace).versions(uri), says)


def version_report(
    workspace: Workspace, name: str, versions: Iterable[Version], says: SaysWords
) -> ReviewReport:
    """Return some versions of documents, each against the one before it."""
    history, changes = History(workspace), []
    for version in versions:
        texts, words = None, ChangedWords()
        with suppress(MemdeskError):  # a version that is not kept is told of all the same
            texts = history.texts(version.uri, version.previous, version.revision)
            old, new = (history.content(version.uri, each) for each in (version.previous, version.revision))
            words = words_between(version.uri, old, new)
        changes.append(reported_version(version, texts, says(words)))
    return ReviewReport(name, "", tuple(changes))


def review_report(
    workspace: Workspace, only: Filter, says: SaysWords, since: str = "", since_time: float | None = None
) -> ReviewReport:
    """Return what waits or, ``since`` a time, an operation or a commit of git, all that changed from then on.

    ``since_time`` is the time that ``since`` names, where it names one. Raises NotFoundError where nothing
    has this name, UsageError where a commit is asked for by writer or session, which git does not tell.
    """
    inbox, name = Inbox(workspace), workspace.root.name
    inbox.look_closely()
    if not since:
        return ReviewReport(name, since, _reported(inbox, inbox.pending(only), says))
    if since_time is None:
        try:
            since_time = inbox.item(since).machine_time
        except MemdeskError:
            return _since_commit(workspace, since, only, says)
        later = (item for item in inbox.everything(only) if item.machine_time > since_time)
        return ReviewReport(name, since, _reported(inbox, later, says))
    items = inbox.everything(Filter(only.actor, only.session, only.uri, since_time))
    return ReviewReport(name, since, _reported(inbox, items, says))


def _reported(inbox: Inbox, items: Iterable[ReviewItem], says: SaysWords) -> tuple[ReportedChange, ...]:
    return tuple(reported(inbox.detail(item), says(inbox.words(item))) for item in items)


def _since_commit(workspace: Workspace, ref: str, only: Filter, says: SaysWords) -> ReviewReport:
    try:
        tree = GitTree(workspace.root, ref)
    except NotFoundError as error:
        message = f"--since {ref!r} is no time, no operation and no commit: {error.message}"
        raise NotFoundError(message) from error
    if only.actor is not None or only.session is not None:
        raise UsageError("git does not tell of writers and sessions: filter by document only")
    writers = workspace.latest_operations()
    cache, changes = FindingCache(workspace.local_state), []
    known, today = Dismissals(workspace).fingerprints(), date.fromtimestamp(workspace.clock.now())
    there = {info.uri: info.kind for info in workspace.documents()}
    gone = (uri for uri in sorted(tree.blobs) if uri not in there and not workspace.exists(uri))
    for uri in chain(sorted(there), gone):
        new = workspace.read(uri).data if uri in there else None
        if only.uri not in (None, uri) or (new is not None and tree.is_same(uri, new)):
            continue
        old = tree.read(uri) if uri in tree.blobs else None
        change = _changed(cache, uri, (there.get(uri, Kind.OTHER), today), _Sides(old, new), says)
        last = writers.get(uri)
        if last is not None and last.after == change.after:
            change = replace(change, actor=last.actor, time=last.time, id=last.id)
        left = tuple(found for found in change.findings if found.fingerprint not in known)
        changes.append(replace(change, findings=left))
    return ReviewReport(workspace.root.name, ref, tuple(changes), tree.prefix)


class _Sides(NamedTuple):
    """A document as a repository has it and as it is; None where it is not there."""

    old: bytes | None
    new: bytes | None


def _changed(
    cache: FindingCache, uri: str, sort: tuple[Kind, date], documents: _Sides, says: SaysWords
) -> ReportedChange:
    """Return how a document differs from what a repository has, with what the checks find in what is new."""
    old, new = documents
    before, after = (None if side is None else revision_of(side) for side in documents)
    sides = decode(old or b""), decode(new or b"")
    change = ChangeKind.of(existed=old is not None, exists=new is not None)
    said = says(words_between(uri, old or b"", new or b""))
    if any(side.reason == "binary" for side in sides):
        return ReportedChange(uri, change, before, after, said, "", binary=True)
    found = cache.of(CheckedChange(uri, sort[0], before, after, sort[1]), *sides)
    hunks = line_diff(sides[0].text, sides[1].text)
    judged = judge(sides[0].text, sides[1].text, hunks, found)
    added, removed = counted(judged.hunks, judged.old, judged.new)
    return ReportedChange(
        uri,
        change,
        before,
        after,
        said,
        _unified(judged.old, judged.hunks, (uri, uri)),
        added=added,
        removed=removed,
        findings=judged.findings,
    )


def _unified(old: str, hunks: tuple[Hunk, ...], names: tuple[str, str]) -> str:
    """Return how a covered text changed as ``diff -u`` and git print it."""
    return "\n".join(in_unified(old.split("\n"), hunks, (f"a/{names[0]}", f"b/{names[1]}")))
