"""``memdesk history``: the versions of a document on the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import zip_longest
from typing import Annotated, NamedTuple, TypeAlias

import typer

from memdesk.cli.options import ActorName, AsJson, Folder, SessionId, WithQuarantined
from memdesk.cli.output import base_of, opened, report_of, say, say_bytes, tell, writer
from memdesk.cli.reports import brief, dump, instead_json, instead_text, moment, on_screen, said, table
from memdesk.errors import ConflictError, MemdeskError, NotFoundError, UsageError
from memdesk.findings import require_kept_away
from memdesk.history.change_words import ChangeWords
from memdesk.history.history import History, VersionTexts
from memdesk.history.timeline import Version
from memdesk.model import Actor, ChangeKind, Json, Revision
from memdesk.review.shell_decisions import RESTORED
from memdesk.store import CommitResult
from memdesk.text.diff import counted, line_diff, unified
from memdesk.text.encoding import decode, whole_text
from memdesk.workspace import ANY, Base, Workspace

group = typer.Typer()

_WORDED = 200
"""Versions whose words are read for a list: the newest."""
_OWNERS = 3
"""Documents that are named at most where a version belongs to others."""

Versions: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(metavar="REVISION", help="A version id, or its first digits."),
]
Changes: TypeAlias = Annotated[
    list[int] | None,
    typer.Option("--change", metavar="N", help="restore: only change N of what diff shows (repeatable)."),
]
RestoreBase: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--base",
        metavar="REVISION",
        help="restore: only if the document is still at REVISION, otherwise exit 3.",
    ),
]


class HistoryTask(StrEnum):
    """What to do with the history."""

    LIST = "list"
    SHOW = "show"
    DIFF = "diff"
    RESTORE = "restore"


What: TypeAlias = Annotated[HistoryTask, typer.Argument(metavar="list|show|diff|restore", help="What to do.")]


@group.command()
def history(
    context: typer.Context,
    path: Folder,
    what: What,
    uri: Annotated[str | None, typer.Argument(metavar="URI", help="A document, existing or deleted.")] = None,
    revision: Versions = None,
    *,
    deleted: Annotated[bool, typer.Option("--deleted", help="list: only deleted documents.")] = False,
    copy: Annotated[bool, typer.Option("--copy", help="restore: create a new document instead.")] = False,
    change: Changes = None,
    base: RestoreBase = None,
    with_quarantined: WithQuarantined = False,
    actor: ActorName = None,
    session: SessionId = None,
    as_json: AsJson = False,
) -> None:
    """List, show, compare and restore the versions of documents.

    Without REVISION, 'show' prints the newest version, 'diff' shows what the newest version changed, and
    'restore' restores a deleted document. 'diff' also takes two revisions.
    """
    who = writer(context.obj, actor, session)
    chosen = (deleted, copy, tuple(change or ()), base_of(base), with_quarantined)
    wish = HistoryOptions(uri, tuple(revision or ()), *chosen)
    with opened(path, act=RESTORED) as workspace:
        HistoryCommand(workspace, wish, who, as_json=as_json).run(what)


class HistoryOptions(NamedTuple):
    """What was asked for: one document and its versions, and how to restore one."""

    uri: str | None
    revisions: tuple[str, ...]
    deleted: bool
    copy: bool
    changes: tuple[int, ...]
    base: Base
    with_quarantined: bool = False


class HistoryCommand:
    """Carries out one wish and returns what to print."""

    def __init__(self, workspace: Workspace, wish: HistoryOptions, actor: Actor, *, as_json: bool) -> None:
        self._workspace, self._wish, self._actor, self._as_json = workspace, wish, actor, as_json
        self._history = History(workspace)

    def run(self, task: str) -> None:
        """Do what the word says. Raises UsageError for what does not belong to it."""
        wish, restores = self._wish, task == "restore"
        if (wish.deleted and task != "list") or (
            (wish.copy or wish.changes or wish.with_quarantined or wish.base is not ANY) and not restores
        ):
            raise UsageError(f"history {task} does not take these options")
        if len(wish.revisions) > {"list": 0, "diff": 2}.get(task, 1):
            raise UsageError(f"history {task} takes fewer revisions")
        tasks: dict[str, Callable[[], None]] = {
            "list": self._list,
            "show": self._show,
            "diff": self._diff,
            "restore": self._restore,
        }
        if wish.uri is not None:
            self._meet(wish.uri)
        tasks[task]()

    def _meet(self, uri: str) -> None:
        """Look at the folder before a past is asked for that may go on under a name that nobody saw go."""
        newest = self._history.page(uri, 1, sized=False).versions
        if newest and newest[0].is_beginning and self._workspace.store.operations_end():
            from memdesk.review import Inbox

            with suppress(MemdeskError):
                Inbox(self._workspace).look()

    def _list(self) -> None:
        history, uri = self._history, self._wish.uri
        if self._wish.deleted:
            versions = tuple(found for found in history.deleted() if uri in (None, found.uri))
        else:
            versions = history.page().versions if uri is None else self._known(uri)
        if self._as_json:
            say(dump([version_json(version) for version in versions]))
        else:
            words = ChangeWords(self._workspace)
            say(_table(versions, [_said(words, version) for version in versions[:_WORDED]]))

    def _show(self) -> None:
        version = self._version()
        data = self._history.content(version.uri, version.revision)
        if self._as_json:
            say(dump({**version_json(version), "text": whole_text(data)}))
        else:
            say_bytes(data, whole_text(data))

    def _diff(self) -> None:
        uri = self._uri()
        old, new = self._sides(uri)
        texts = self._history.texts(uri, old, new)
        if self._as_json:
            say(dump({"uri": uri, "from": old, "to": new, **diff_json(texts)}))
        elif texts.binary:
            say(f"binary, {'the same' if old == new else 'different'}")
        else:
            names = (f"{uri} {short(old)}", f"{uri} {short(new)}")
            for line in unified(texts.old, texts.new, names):
                say(on_screen(line))

    def _restore(self) -> None:
        try:
            result = self._restored()
        except ConflictError as error:
            raise typer.Exit(tell(error)) from error
        report = report_of(result)
        say(dump(report) if self._as_json else f"{on_screen(result.path)} {result.after}")

    def _restored(self) -> CommitResult:
        wish, history = self._wish, self._history
        if not wish.revisions and history.now(self._uri()) is not None:
            raise UsageError(f"history restore needs the REVISION of {self._uri()} to restore")
        version = self._version()
        if version.revision is None or (wish.copy and (wish.changes or wish.base is not ANY)):
            raise UsageError("a copy is a whole new document: --change and --base do not go with --copy")
        numbers = [number - 1 for number in wish.changes]
        self._require_kept_away(version.uri, version.revision, numbers)
        if wish.copy:
            return history.restore_copy(version, self._actor)
        if numbers:
            return history.restore_changes(version.uri, version.revision, numbers, self._actor, wish.base)
        return history.restore(version.uri, version.revision, self._actor, wish.base)

    def _require_kept_away(self, uri: str, revision: Revision, numbers: Sequence[int]) -> None:
        """Refuse what would bring back something in quarantine, unless a person said so."""
        if numbers:
            data = self._history.with_changes_restored(uri, revision, numbers, self._wish.base)
        else:
            data = self._history.content(uri, revision)
        wanted = self._wish.with_quarantined
        require_kept_away(self._workspace, uri, decode(data).text, self._actor, wanted=wanted)

    def _sides(self, uri: str) -> tuple[Revision | None, Revision | None]:
        """Return what to compare: two versions, one with now, or the last change."""
        named = [self._named(uri, revision).revision for revision in self._wish.revisions]
        if len(named) == 2:
            return named[0], named[1]
        if named:
            return named[0], self._history.now(uri)
        newest = self._known(uri)[0]
        return newest.previous, newest.revision

    def _version(self) -> Version:
        """Return the version that was named, else the newest one with content."""
        uri = self._uri()
        if self._wish.revisions:
            return self._named(uri, self._wish.revisions[0])
        return next(version for version in self._known(uri) if version.revision is not None)

    def _named(self, uri: str, revision: str) -> Version:
        """Return the version of a document that was named; say whose it is where it is another one's."""
        self._known(uri)
        try:
            return self._history.find(uri, revision)
        except NotFoundError as error:
            owners = self._owners(revision)
            if not owners:
                raise
            message = f"{error.message}; that is a version of {', '.join(owners)}"
            raise NotFoundError(message, uri=uri) from error

    def _owners(self, revision: str) -> list[str]:
        """Return the documents that have a version of this name, the first few of them."""
        prefix = f"sha256:{revision.removeprefix('sha256:').casefold()}"
        versions = self._history.chronicle().versions
        found = {version.uri for version in versions if (version.revision or "").startswith(prefix)}
        return sorted(found)[:_OWNERS]

    def _known(self, uri: str) -> tuple[Version, ...]:
        versions = self._history.versions(uri)
        if not versions:
            raise NotFoundError(f"{uri}: no version of such a document is known", uri=uri)
        return versions

    def _uri(self) -> str:
        if self._wish.uri is None:
            raise UsageError("history needs the URI of a document here, for example memory/MEMORY.md")
        return self._wish.uri


def version_json(version: Version) -> dict[str, Json]:
    """Return a version as the contract lists it."""
    return {
        "revision": version.revision,
        "uri": version.uri,
        "time": moment(version.time),
        "actor": version.actor.name,
        "via": version.actor.via,
        "tool": version.actor.tool,
        "session": version.actor.session,
        "bytes": version.bytes,
        "kept": version.kept,
        "change": version.change,
        "moved": version.moved or None,
        "name": version.name or None,
        "instead": instead_json(version.instead, version.uri),
    }


def diff_json(texts: VersionTexts) -> dict[str, Json]:
    """Return how two texts differ, with the number of each change."""
    hunks = () if texts.binary else line_diff(texts.old, texts.new)
    added, removed = counted(hunks, texts.old, texts.new)
    return {
        "binary": texts.binary,
        "added": added,
        "removed": removed,
        "changes": [
            {
                "number": number,
                "old_line": hunk.old_start + 1,
                "old": list(hunk.old),
                "new_line": hunk.new_start + 1,
                "new": list(hunk.new),
            }
            for number, hunk in enumerate(hunks, start=1)
        ],
    }


def _table(versions: tuple[Version, ...], words: Sequence[str]) -> str:
    head = ("TIME", "REVISION", "WHO", "VIA", "WHAT", "BYTES", "DOCUMENT", "SAYS")
    pairs = zip_longest(versions, words, fillvalue="")
    return table(
        head, ((*_row(version), words_said) for version, words_said in pairs if isinstance(version, Version))
    )


def _said(words: ChangeWords, version: Version) -> str:
    return said(words.of(version.uri, version.previous, version.revision))


def _row(version: Version) -> tuple[str, ...]:
    actor, when = version.actor, (moment(version.time) or "-")[:19]
    size = "-" if version.bytes is None else str(version.bytes)
    size = size if version.kept else "not kept"
    if version.is_beginning:
        return (when, short(version.revision), "-", "-", "as first seen", size, _document(version))
    deed = "renamed" if version.moved else "replaced" if version.instead else version.change
    is_told = deed != ChangeKind.MODIFIED or not actor.tool
    what = " · ".join(part for part in (deed if is_told else "", actor.tool) if part)
    who = brief(actor.name)
    return (when, short(version.revision), who, actor.via, brief(what), size, _document(version))


def _document(version: Version) -> str:
    """Return the document's name at that time; of one that was renamed, the old and the new one."""
    name = version.name or version.uri
    if version.instead is not None:
        return f"{name} {instead_text(version.instead, name)}"
    if not version.moved:
        return name
    return f"{name} → {version.moved}" if version.revision is None else f"{version.moved} → {name}"


def short(revision: Revision | None) -> str:
    """Return the first digits of a revision."""
    return revision.removeprefix("sha256:")[:12] if revision else "-"
