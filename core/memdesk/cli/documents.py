"""``memdesk inspect``, ``show``, ``save`` and ``watch``: the documents of a folder as they are now."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Annotated, NoReturn

import typer

from memdesk.cli.options import ActorName, AsJson, Document, Folder, SessionId, Uri
from memdesk.cli.output import (
    base_of,
    opened,
    report_of,
    say,
    say_bytes,
    tell,
    writer,
)
from memdesk.cli.reports import (
    dump,
    many,
    moment,
    on_screen,
    problem_json,
    problem_line,
    table,
)
from memdesk.cli.streams import given
from memdesk.errors import ConflictError, MemdeskError, NotFoundError, UsageError
from memdesk.model import Actor, Change, ChangeBatch, DocumentDetail, Json
from memdesk.ops.merge import merge_latecomers, try_merge
from memdesk.ops.save import save as save_document
from memdesk.ops.save import save_merged
from memdesk.policy.editor import AgentPolicy
from memdesk.policy.locate import SYSTEM, find_folder
from memdesk.text.encoding import whole_text
from memdesk.text.fragment import FragmentTarget, find_part, no_part
from memdesk.workspace import LeftOut, SystemReport, WatchIntervals, Workspace

HEED = 0.5
"""Seconds after which whoever waits looks for a request to end: one that comes just before wakes nobody."""

group = typer.Typer()


@group.command()
def inspect(path: Folder, as_json: AsJson = False) -> None:
    """List the agent systems and documents found, with any problems."""
    with opened(path) as workspace:
        listing = workspace.scan()
        details = [workspace.describe_listed(info) for info in sorted(listing.documents)]
        shape = inspection_json if as_json else inspection_text
        say(shape(workspace, workspace.systems(listing), details, listing.left_out))


@group.command()
def show(path: Folder, uri: Uri, as_json: AsJson = False) -> None:
    """Print a document, or one part of it (URI#PART)."""
    with opened(path) as workspace:
        place, fragment = workspace.locate(uri)
        info, content = workspace.info(place), workspace.read(place)
        data, text = workspace.parse(info, content.data).data, whole_text(content.data)
        part: FragmentTarget | None = FragmentTarget(text, data)
        structured = place.lower().endswith(".json")
        if fragment:
            part = find_part(fragment, text, data, structured=structured)
        if part is None:
            raise NotFoundError(no_part(place, fragment, text or "", structured=structured), uri=uri)
        if as_json:
            found: dict[str, Json] = {"uri": uri, "kind": info.kind, "revision": content.revision}
            say(dump({**found, "text": part.text, "data": part.data}))
        else:
            _show_part(part, None if fragment else content.data)


@group.command()
def save(
    context: typer.Context,
    path: Folder,
    uri: Document,
    *,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="REVISION",
            help="Save only if the document is still at REVISION, otherwise exit 3; 'none' requires a "
            "new document.",
        ),
    ] = None,
    merge: Annotated[
        bool,
        typer.Option(
            "--merge", help="Merge in changes made since --base; exit 3 if they touch the same text."
        ),
    ] = False,
    actor: ActorName = None,
    session: SessionId = None,
    as_json: AsJson = False,
) -> None:
    """Save standard input as a document. The previous version stays in the history."""
    expected = base_of(base)
    if merge and not isinstance(expected, str):
        raise UsageError("--merge needs --base REVISION, the version that the new text was made from")
    who = writer(context.obj, actor, session)
    with opened(path, looking=True) as workspace:
        merge_latecomers(workspace)
        place = _whole_document(workspace, uri)
        data = given()
        try:
            if merge and isinstance(expected, str):
                result = save_merged(workspace, place, data, expected, who).commit
            else:
                result = save_document(workspace, place, data, expected, who)
        except ConflictError as error:
            merged = try_merge(workspace, place, error.base, data)
            raise typer.Exit(tell(error, conflict=conflict_json(error, merged))) from error
        report = report_of(result) | ({"merged": result.merged} if merge else {})
        say(dump(report) if as_json else f"{on_screen(place)} {result.after}")


@group.command()
def watch(
    path: Folder,
    poll: Annotated[
        bool, typer.Option("--poll", help="Scan periodically instead of using file-system events.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="No effect: the output is always JSON lines.")
    ] = False,
) -> None:
    """Print each batch of changes as a line of JSON, until Ctrl+C."""
    del as_json
    batches: SimpleQueue[ChangeBatch] = SimpleQueue()
    with _until_interrupted(), opened(path, looking=True, noting=False) as workspace:
        workspace.subscribe(batches.put, quick=True)
        workspace.watch(WatchIntervals(poll=poll))
        while True:
            with suppress(Empty):
                say(dump(batch_json(batches.get(timeout=HEED)), indent=None))


def _show_part(part: FragmentTarget, raw: bytes | None) -> None:
    """Print a part for a person, or a whole document as it is for a program."""
    if raw is not None:
        say_bytes(raw, part.text)
    elif part.text is not None:
        say(on_screen(part.text.removesuffix("\n"), lines=True))
    else:
        say(dump(part.data))


def _whole_document(workspace: Workspace, uri: str) -> str:
    """Return the document to save; a new one keeps the name as given, a part of one is refused."""
    try:
        place, fragment = workspace.locate(uri)
    except NotFoundError:
        return uri
    if fragment:
        raise UsageError(f"only whole documents can be saved, not {fragment} of {place}")
    return place


@contextmanager
def _until_interrupted() -> Iterator[None]:
    """Run the block until Ctrl-C or a request to end; that is no failure."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    except KeyboardInterrupt:
        return
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def saving_json(workspace: Workspace) -> Json:
    """Return what a save promises in a folder where others write past memdesk; null what was never tried."""
    return {
        "guarantee": workspace.store.tried_guarantee,
        "network": workspace.is_remote,
        "read_only": workspace.read_only_reason,
    }


def inspection_json(
    workspace: Workspace,
    systems: Iterable[SystemReport],
    details: Sequence[DocumentDetail],
    left_out: LeftOut,
) -> str:
    """Return what ``inspect --json`` prints."""
    return dump(
        {
            "root": str(workspace.root),
            "saving": saving_json(workspace),
            "systems": [_system_json(workspace, report, details) for report in systems],
            "documents": [document_json(detail) for detail in details],
            "left_out": {"number": left_out.number, "names": [*left_out.names]},
        }
    )


def inspection_text(
    workspace: Workspace,
    systems: Iterable[SystemReport],
    details: Sequence[DocumentDetail],
    left_out: LeftOut,
) -> str:
    """Return what ``inspect`` prints for a person."""
    places = [
        f"{report.id}: {many(report.documents, 'document')} in {on_screen(report.root or '.')}"
        f"{_config_said(workspace, report)}"
        for report in systems
    ]
    rows = [
        (detail.info.system or "-", detail.info.kind, str(detail.info.size), detail.info.uri)
        for detail in details
    ]
    lines = [
        on_screen(str(workspace.root)),
        *places,
        "",
        table(("SYSTEM", "KIND", "BYTES", "DOCUMENT"), rows),
    ]
    problems = [
        problem_line(detail.info.uri, found) for detail in details for found in detail.parsed.problems
    ]
    return "\n".join([*lines, *([""] if problems else []), *problems, *_left_out(left_out)])


def _left_out(left_out: LeftOut) -> Iterator[str]:
    """Yield the names that are no documents."""
    if left_out.number:
        yield ""
        yield f"{many(left_out.number, 'name')} left out (version control, sync clients, temporaries):"
        yield from (on_screen(name) for name in left_out.names)


def document_json(detail: DocumentDetail) -> dict[str, Json]:
    """Return a document as ``inspect`` lists it."""
    info, parsed = detail.info, detail.parsed
    return {
        "uri": info.uri,
        "system": info.system,
        "kind": info.kind,
        "title": parsed.title or info.title,
        "summary": parsed.summary,
        "size": info.size,
        "modified": moment(info.modified / 1e9),
        "revision": detail.revision,
        "nature": info.nature,
        "problems": [problem_json(problem) for problem in parsed.problems],
    }


def batch_json(batch: ChangeBatch) -> dict[str, Json]:
    """Return a change batch as ``watch`` prints it."""
    return {
        "sequence": batch.sequence,
        "state": batch.state,
        "rescan": batch.rescan,
        "changes": [change_json(change) for change in batch.changes],
    }


def change_json(change: Change) -> dict[str, Json]:
    """Return one change."""
    return {
        "uri": change.uri,
        "change": change.kind,
        "before": change.before,
        "after": change.after,
        "time": moment(change.time),
        **_actor_json(change.actor),
        "added": change.added,
        "removed": change.removed,
        "moved": change.moved or None,
    }


def conflict_json(error: ConflictError, merged: bytes | None) -> dict[str, Json]:
    """Return a conflict, with what both versions merge to where that is certain."""
    found: dict[str, Json] = {"base": error.base, "current": error.current}
    return found if merged is None else {**found, "merged": whole_text(merged)}


def _config_of(workspace: Workspace, report: SystemReport) -> str | None:
    """Return the configuration that an agent with a policy reads; beside or above the folder as ``../``."""
    if report.id != SYSTEM:
        return None
    try:
        return (
            AgentPolicy(workspace, find_folder(workspace, f"{SYSTEM}@{report.root}")).standing().config
            or None
        )
    except MemdeskError:
        return None


def _config_said(workspace: Workspace, report: SystemReport) -> str:
    config = _config_of(workspace, report)
    return "" if config is None else f", configured by {on_screen(config)}"


def _system_json(
    workspace: Workspace, report: SystemReport, details: Iterable[DocumentDetail]
) -> dict[str, Json]:
    problems: list[Json] = [
        {"uri": detail.info.uri, **problem_json(problem)}
        for detail in details
        if detail.info.uri in report.uris
        for problem in detail.parsed.problems
    ]
    return {
        "id": report.id,
        "root": report.root,
        "documents": len(report.uris),
        "config": _config_of(workspace, report),
        "problems": problems,
    }


def _actor_json(actor: Actor) -> dict[str, Json]:
    return {
        "actor": actor.name,
        "origin": actor.origin,
        "via": actor.via,
        "tool": actor.tool,
        "session": actor.session,
    }
