"""``memdesk replace``: words replaced across documents as one operation; a review takes it back as one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

import typer

from memdesk.cli import complain
from memdesk.cli.options import ActorName, AsJson, Folder, SessionId
from memdesk.cli.output import opened, say, writer
from memdesk.cli.progress import shown_progress
from memdesk.cli.reports import dump, many, on_screen
from memdesk.errors import (
    ConflictError,
    LockedError,
    MemdeskError,
    NotPermittedError,
    ProtectedError,
    ReadOnlyError,
    StagedError,
    UsageError,
)
from memdesk.model import Actor, Json, Origin
from memdesk.review.replace import (
    Replaced,
    ReplacePlan,
    SkippedDocument,
    find_places,
    replace_places,
    replaced_in,
    take_back,
    without_held,
)
from memdesk.review.shell_decisions import REPLACED
from memdesk.store import CommitResult
from memdesk.text.replace import ReplaceQuery
from memdesk.workspace import Workspace

_CASE = "Match case. Without it, a NEW in small letters keeps the case of what it replaces."

group = typer.Typer()

Within: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--in", metavar="URI", help="Only in this document or folder (repeatable)."),
]


@group.command("replace")
def replace_words(
    context: typer.Context,
    path: Folder,
    old: Annotated[str, typer.Argument(metavar="OLD", help="The text to replace, exactly as it is written.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new text; '' deletes OLD.")],
    *,
    within: Within = None,
    whole_word: Annotated[bool, typer.Option("--whole-word", help="Match whole words only.")] = False,
    case: Annotated[bool, typer.Option("--case", help=_CASE)] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show every place that would change without changing anything.")
    ] = False,
    actor: ActorName = None,
    session: SessionId = None,
    as_json: AsJson = False,
) -> None:
    """Replace words in all documents, in one step that can be undone.

    In JSON only the texts are replaced, not the keys. 'memdesk review PATH undo --session ID', with the ID
    that is printed, undoes all of it and keeps what came later. Exit 3 where a document was left out
    since somebody wrote in the same line, 5 where one is locked against this writer or waits for approval.
    """
    who = writer(context.obj, actor, session)
    if not old:
        raise UsageError("choose what to replace: OLD is empty")
    with (
        opened(path, read_only=dry_run, looking=not dry_run, act=REPLACED) as workspace,
        shown_progress() as line,
    ):
        step = line.step if line is not None else None
        wanted = ReplaceQuery(old, new, whole_word=whole_word, case=case)
        found = find_places(workspace, wanted, within or (), step)
        if dry_run:
            found = without_held(workspace, found, who)
        done = None if dry_run else replace_places(workspace, found, who, step=step)
    if done is None:
        say(dump(_plan_json(found)) if as_json else _plan_text(found))
        return
    _say(found, done, as_json=as_json)
    if done.left_out:
        raise typer.Exit(_status(done.left_out))


def _status(left: Iterable[SkippedDocument]) -> int:
    """Return the exit status for documents that were left out: that of what may succeed later goes first."""
    reasons = {each.reason for each in left}
    held = (LockedError, ProtectedError, StagedError, ReadOnlyError)
    found = (error.exit_status for error in held if error.code in reasons)
    if reasons & {"changed_since", ConflictError.code}:
        return ConflictError.exit_status
    return next(found, MemdeskError.exit_status)


def is_replacement(workspace: Workspace, session: str) -> bool:
    """Say whether a person replaced something in a session."""
    return bool(replaced_in(workspace, session))


def say_taken_back(workspace: Workspace, session: str, who: Actor, *, dry_run: bool, as_json: bool) -> None:
    """Take back what was replaced in a session, and print what came of it; exit 3 where something stayed."""
    if who.origin is not Origin.HUMAN:
        raise NotPermittedError("agents cannot undo a replacement: leave out --actor")
    if dry_run:
        uris: list[Json] = [each.uri for each in replaced_in(workspace, session)]
        say(dump({"documents": uris}) if as_json else "\n".join(on_screen(str(uri)) for uri in uris))
        return
    with shown_progress() as line:
        done = take_back(workspace, session, who, line.step if line is not None else None)
    report: dict[str, Json] = {"documents": _documents(done.commits), "left_out": _left_json(done.left_out)}
    lines = [f"reverted in {many(len(done.commits), 'document')}", *_left_lines(done.left_out)]
    say(dump(report) if as_json else "\n".join(lines))
    if done.left_out:
        raise typer.Exit(ConflictError.exit_status)


def _say(found: ReplacePlan, done: Replaced, *, as_json: bool) -> None:
    left = (*found.left_out, *done.left_out)
    written = {each.path for each in done.commits if each.operation}
    count = sum(len(each.places) for each in found.documents if each.uri in written)
    if as_json:
        merged: list[Json] = [*done.merged]
        session: Json = done.session if written else None
        say(
            dump(
                {
                    "session": session,
                    "places": count,
                    "documents": _documents(done.commits),
                    "merged": merged,
                    "left_out": _left_json(left),
                }
            )
        )
        return
    lines = [f"replaced {many(count, 'place')} in {many(len(written), 'document')}"]
    lines += [f"merged with what was written meanwhile: {on_screen(uri)}" for uri in done.merged]
    say("\n".join([*lines, *_left_lines(left)]))
    if written:
        complain(f"to undo: memdesk review PATH undo --session {done.session}")


def _documents(commits: Iterable[CommitResult]) -> Json:
    return [
        {"uri": each.path, "before": each.before, "revision": each.after}
        for each in commits
        if each.operation
    ]


def _plan_json(found: ReplacePlan) -> Json:
    return {
        "places": found.places,
        "documents": [
            {"uri": each.uri, "places": [{**place._asdict()} for place in each.shown]}
            for each in found.documents
        ],
        "left_out": _left_json(found.left_out),
    }


def _plan_text(found: ReplacePlan) -> str:
    lines = []
    for each in found.documents:
        for place in each.shown:
            lines.append(f"{on_screen(each.uri)}#L{place.line}")
            lines += [f"  - {on_screen(place.before)}", f"  + {on_screen(place.after)}"]
    lines += [f"{many(found.places, 'place')} in {many(len(found.documents), 'document')}"]
    return "\n".join([*lines, *_left_lines(found.left_out)])


def _left_json(left: Iterable[SkippedDocument]) -> Json:
    return [{**each._asdict()} for each in left]


def _left_lines(left: Iterable[SkippedDocument]) -> list[str]:
    return [f"left out: {on_screen(each.message)}" for each in left]
