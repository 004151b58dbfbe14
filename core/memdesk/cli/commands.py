"""The commands without a window. What they print is the outside contract; errors and logs go to stderr."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from functools import partial
from queue import Empty, SimpleQueue
from typing import Annotated, NoReturn, TypeAlias

import typer

from memdesk.cli.agents import agents
from memdesk.cli.approval import approvals
from memdesk.cli.backups import backups
from memdesk.cli.copies import copies
from memdesk.cli.design_trials import design_trials
from memdesk.cli.findings import findings
from memdesk.cli.found_agents import found_agents
from memdesk.cli.locks import locks
from memdesk.cli.memory_tests import memory_tests
from memdesk.cli.models import models
from memdesk.cli.options import ActorName, AsJson, Document, Folder, SessionId, Uri, WithQuarantined
from memdesk.cli.output import (
    Label,
    base_of,
    opened,
    report_of,
    say,
    say_bytes,
    tell,
    writer,
)
from memdesk.cli.overview import overviews
from memdesk.cli.policies import policies
from memdesk.cli.records import records
from memdesk.cli.replace import replacements
from memdesk.cli.reports import (
    batch_json,
    conflict_json,
    dump,
    inspection_json,
    inspection_text,
    on_screen,
)
from memdesk.cli.review import reviews
from memdesk.cli.search import searches
from memdesk.cli.streams import ReaderGoneError, given, printing
from memdesk.cli.supplied import supplies
from memdesk.cli.window import windows
from memdesk.cli.witness import Witnessed, witnesses
from memdesk.errors import ConflictError, MemdeskError, NotFoundError, UsageError
from memdesk.model import ChangeBatch, Json
from memdesk.ops.merge import merge_latecomers, save_merged, try_merge
from memdesk.ops.save import save as save_document
from memdesk.runtime.log import end_log_to, log_to
from memdesk.runtime.version import __version__
from memdesk.text.encoding import whole_text
from memdesk.text.fragment import FragmentTarget, find_part
from memdesk.workspace import WatchIntervals, Workspace

HEED = 0.5
"""Seconds after which whoever waits looks for a request to end: one that comes just before wakes nobody."""

app = typer.Typer(
    name="memdesk",
    help="See, review, correct and restore what AI agents remember. 'memdesk [PATH]' opens the window.",
    epilog="Exit status: 0 done, 1 failed, 2 usage, 3 conflict, 4 locked, 5 read-only or not permitted.\n\n"
    "MEMDESK_NOW (ISO 8601 with its offset) is the time that is shown and written; TZ is its zone.\n\n"
    "MEMDESK_INDEX (postgresql://…) is the index server where no --backend is given.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(agents)
app.add_typer(copies)
app.add_typer(design_trials)
app.add_typer(findings)
app.add_typer(found_agents)
app.add_typer(locks)
app.add_typer(models, name="llm")
app.add_typer(overviews)
app.add_typer(memory_tests)
app.add_typer(policies)
app.add_typer(backups)
app.add_typer(records)
app.add_typer(replacements)
app.add_typer(reviews)
app.add_typer(searches)
app.add_typer(supplies)
app.add_typer(approvals)
app.add_typer(windows)
app.add_typer(witnesses)

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


def run_command(words: Sequence[str]) -> int:
    """Run one command and return the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _called(list(words))
    except ReaderGoneError:
        return 0
    except SystemExit:
        return 0  # typer prints help by itself, and this is how it tells that nobody reads that
    except OSError as error:
        if "--help" not in words:
            raise
        with printing():
            raise error


def _called(words: list[str]) -> int:
    """Let typer call the command; where JSON was asked for, what went wrong is told in JSON, too."""
    wrong: MemdeskError
    try:
        return app(args=words, prog_name="memdesk", standalone_mode=False) or 0
    except typer.TyperException as error:
        wrong = UsageError(" ".join(error.format_message().replace("Value error, ", "").split()))
    except MemdeskError as error:
        wrong = error
    if "--json" in words:
        return tell(wrong)
    raise wrong


def print_version(wanted: bool) -> None:
    """Print the version and end, where that is wanted."""
    if wanted:
        say(f"memdesk {__version__}")
        raise typer.Exit


@app.callback()
def common(
    context: typer.Context,
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version.")
    ] = False,
    actor: ActorName = None,
    session: SessionId = None,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose", help="Log to standard error: times, sizes, what is damaged; before the command."
        ),
    ] = False,
) -> None:
    """Take what is said before the command."""
    context.obj = Label(actor, session)
    if verbose:
        from memdesk.checks.covering import mask_line  # takes long to load

        context.call_on_close(partial(end_log_to, log_to(sys.stderr, mask_line)))


@app.command()
def inspect(path: Folder, as_json: AsJson = False) -> None:
    """List the agent systems and documents found, with any problems."""
    with opened(path) as workspace:
        listing = workspace.scan()
        details = [workspace.describe_listed(info) for info in sorted(listing.documents)]
        shape = inspection_json if as_json else inspection_text
        say(shape(workspace, workspace.systems(listing), details, listing.left_out))


@app.command()
def show(path: Folder, uri: Uri, as_json: AsJson = False) -> None:
    """Print a document, or one part of it (URI#PART)."""
    with opened(path) as workspace:
        place, fragment = workspace.locate(uri)
        info, content = workspace.info(place), workspace.read(place)
        data = workspace.parse(info, content.data).data
        part: FragmentTarget | None = FragmentTarget(whole_text(content.data), data)
        if fragment:
            structured = place.lower().endswith(".json")
            part = find_part(fragment, whole_text(content.data), data, structured=structured)
        if part is None:
            raise NotFoundError(f"{place} has no part {fragment}", uri=uri)
        if as_json:
            found: dict[str, Json] = {"uri": uri, "kind": info.kind, "revision": content.revision}
            say(dump({**found, "text": part.text, "data": part.data}))
        else:
            _show_part(part, None if fragment else content.data)


@app.command()
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


@app.command()
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
    from memdesk.cli.history import HistoryCommand, HistoryOptions

    who = writer(context.obj, actor, session)
    chosen = (deleted, copy, tuple(change or ()), base_of(base), with_quarantined)
    wish = HistoryOptions(uri, tuple(revision or ()), *chosen)
    with opened(path) as workspace:
        HistoryCommand(workspace, wish, who, as_json=as_json).run(what)


@app.command()
def verify(
    path: Folder,
    *,
    subset: Annotated[
        str | None,
        typer.Option(metavar="N/T", help="Check only part N of T of the stored versions, for example 1/5."),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Exit 1 also for content findings and for records that changed since 'memdesk witness'.",
        ),
    ] = False,
    set_aside: Annotated[
        bool,
        typer.Option("--set-aside", help="First move aside anything that replaced memdesk's own files."),
    ] = False,
    witness: Witnessed = None,
    as_json: AsJson = False,
) -> int:
    """Check all documents and the history for problems. Changes nothing."""
    from memdesk.cli.verify import put_aside
    from memdesk.cli.verify import verify as check

    if set_aside:
        with Workspace.open(path) as workspace:
            put_aside(workspace)
    with opened(path, read_only=True) as workspace:
        return check(workspace, subset, strict=strict, witness=witness, as_json=as_json)


@app.command()
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
    with _until_interrupted(), opened(path, looking=True) as workspace:
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
