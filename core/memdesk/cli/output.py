"""What every command needs to print, and how it says who writes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from memdesk.cli import complain
from memdesk.cli.reports import dump, on_screen
from memdesk.cli.streams import printing
from memdesk.errors import MemdeskError, NoDocumentError, UsageError, failure_json
from memdesk.history.offline_changes import OfflineChanges
from memdesk.model import Actor, ChangeBatch, Json, Origin, Revision, Via
from memdesk.runtime.person import agent, person
from memdesk.store.locking.lock import LockHolder, tell_nobody
from memdesk.workspace import ANY, Base, CommitResult, Workspace

_REVISION = re.compile(r"sha256:[0-9a-fA-F]+")


class Label(NamedTuple):
    """Who writes, as far as it was said before the command."""

    actor: str | None = None
    session: str | None = None


@contextmanager
def opened(
    path: Path, *, read_only: bool = False, looking: bool = False, noting: bool = True, act: str = ""
) -> Iterator[Workspace]:
    """Open a workspace for a command; a person who has to wait for its lock is told for whom.

    The first command remembers what every document is. One that is ``looking`` first logs what others did
    past memdesk since the last look. What the command saves in the person's name is noted as this
    ``act``, unless it notes that itself or only looks on (not ``noting``).
    """
    waiting = _say_waiting if sys.stderr.isatty() else tell_nobody
    with Workspace.open(path, read_only=read_only, waiting=waiting) as workspace:
        if looking and not workspace.read_only:
            OfflineChanges(workspace).look()
        else:
            workspace.look_first()
        saved: dict[str, Actor] = {}
        if noting and not workspace.read_only:
            workspace.subscribe(partial(_remember_saves, saved), quick=True)
        try:
            yield workspace
        except NoDocumentError as error:
            alike = _names_alike(error.name, [info.uri for info in workspace.documents()])
            raise NoDocumentError(error.name, uri=error.uri, alike=alike) from error
        finally:
            if saved:
                _note_saves(workspace, saved, act)


def _names_alike(name: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return up to three documents that may be meant by a name: those of its last part, then similar ones."""
    from difflib import get_close_matches

    last = name.rpartition("/")[2].casefold()
    same = sorted((each for each in names if each.rpartition("/")[2].casefold() == last), key=len)
    return tuple(dict.fromkeys([*same, *get_close_matches(name, names, 3, 0.6)]))[:3]


def _remember_saves(saved: dict[str, Actor], batch: ChangeBatch) -> None:
    for change in batch.changes:
        if change.actor.origin is Origin.HUMAN and change.actor.via is Via.CLI:
            saved[change.uri] = change.actor


def _note_saves(workspace: Workspace, saved: dict[str, Actor], act: str) -> None:
    from memdesk.review.shell_decisions import SAVED, ShellDecisionLog  # not before anything is saved

    try:
        ShellDecisionLog(workspace).note_saves(saved, next(iter(saved.values())), act or SAVED)
    except MemdeskError as error:
        complain(f"saved, but the record of decisions takes no line of it: {error.message}")


def say(text: str) -> None:
    """Print a line; flushed, because the reader may be waiting for it."""
    with printing() as stream:
        stream.write(text + "\n")


def say_bytes(raw: bytes, text: str | None) -> None:
    """Print a document: for a program as it is, for a person as text that steers no terminal."""
    if not sys.stdout.isatty():
        with printing() as stream:
            stream.buffer.write(raw)
    elif text is not None:
        say(on_screen(text.removesuffix("\n"), lines=True))
    else:
        say(f"binary, {len(raw)} bytes")


def say_exactly(text: str) -> None:
    """Print a text as it is, nothing added; on a terminal it steers nothing."""
    if sys.stdout.isatty():
        say(on_screen(text, lines=True))
    else:
        say_bytes(text.encode("utf-8", "surrogatepass"), None)


def tell(error: MemdeskError, **more: Json) -> int:
    """Print what went wrong for the program that called, besides the line for a person; return the status."""
    say(dump({**failure_json(error), **more}))
    complain(error.message)
    return error.exit_status


def report_of(result: CommitResult) -> dict[str, Json]:
    """Return what a program is told of a commit; whoever looks on is told what may be unexpected."""
    if result.detached:
        complain(f"{on_screen(result.path)} has other names (hard links); they still have the old version")
    report: dict[str, Json] = {"uri": result.path, "operation": result.operation or None}
    return report | {"before": result.before, "revision": result.after, "detached": result.detached}


def base_of(text: str | None) -> Base:
    """Return what ``--base`` names."""
    if text is None:
        return ANY
    if text == "none":
        return None
    if not _REVISION.fullmatch(text):
        raise UsageError("--base takes a revision (sha256:…) or 'none'")
    return Revision(text.lower())


def writer(label: Label, actor: str | None, session: str | None, unnamed: str | None = None) -> Actor:
    """Return who writes: a named agent, ``unnamed`` where there is one, or the person at this machine."""
    name, where = actor or label.actor or unnamed, session or label.session
    if name:
        return agent(name, Via.CLI, session=where)
    return person(Via.CLI, where)


def require_code(workspace: Workspace, who: Actor, code: str) -> None:
    """Raise NotPermittedError where a person's decision from a shell needs the code, and this is not it."""
    if who.origin is Origin.HUMAN:
        from memdesk.review.shell_code import ShellCode  # takes long to load

        ShellCode(workspace).require(who, code)


def _say_waiting(holder: LockHolder) -> None:
    complain(f"waiting for {holder.describe()} to finish saving")
