"""``memdesk records``: memdesk's own records that are not what it wrote last, accepted or restored."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

import typer

from memdesk.cli.damaged_records import CHANGED, GONE, HOLD_HINT
from memdesk.cli.options import ActorName, AsJson, Code, Folder
from memdesk.cli.output import opened, say, writer
from memdesk.cli.reports import dump, moment, on_screen, table
from memdesk.errors import UsageError
from memdesk.model import Json
from memdesk.review.record_damage import KeptRecords
from memdesk.store.integrity.damage import Damage

group = typer.Typer()


class RecordTask(StrEnum):
    """What to do with the records."""

    LIST = "list"
    SHOW = "show"
    ACCEPT = "accept"
    RESTORE = "restore"
    SHARE = "share"


What: TypeAlias = Annotated[
    RecordTask, typer.Argument(metavar="list|show|accept|restore|share", help="What to do.")
]
Names: TypeAlias = Annotated[list[str] | None, typer.Argument(metavar="NAME", help="Records by name.")]


@group.command("records")
def care(
    context: typer.Context,
    path: Folder,
    what: What = RecordTask.LIST,
    names: Names = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="accept, restore: every damaged record.")] = False,
    on: Annotated[
        bool,
        typer.Option(
            "--on", help="share: another memdesk (in a container, run by root) also writes these records."
        ),
    ] = False,
    off: Annotated[
        bool, typer.Option("--off", help="share: treat entries added by another memdesk as damage.")
    ] = False,
    code: Code = "",
    actor: ActorName = None,
    as_json: AsJson = False,
) -> None:
    """List, accept or restore memdesk's own records that another program changed."""
    _check(what, names or [], every=every, on=on, off=off)
    who = writer(context.obj, actor, None)
    with opened(path) as workspace:
        kept = KeptRecords(workspace)
        damaged = kept.damages()
        wanted = [kept.find(name) for name in names or ()] if names else [*damaged]
        chosen = [damage.name for damage in wanted]
        if what is RecordTask.ACCEPT:
            kept.accept(chosen, who, code)
            kept.seen(who)
        elif what is RecordTask.RESTORE:
            kept.restore(chosen, who, code)
        elif what is RecordTask.SHARE:
            kept.share(on, who, code)
            damaged = kept.damages()
            wanted = [*damaged]
        if as_json:
            say(dump(_json(kept, wanted, with_lines=what is RecordTask.SHOW)))
        elif what is RecordTask.SHOW:
            for damage in wanted:
                say(f"{damage.name}: {damage.words}")
                say(on_screen("\n".join(kept.lines(damage.name)), lines=True))
        else:
            say(_text(kept, wanted))


def _check(what: RecordTask, names: list[str], *, every: bool, on: bool, off: bool) -> None:
    changes = what in (RecordTask.ACCEPT, RecordTask.RESTORE)
    if every and not changes:
        raise UsageError("--all belongs to: accept, restore")
    if what in (RecordTask.LIST, RecordTask.SHARE) and names:
        raise UsageError(f"records {what} takes no NAME")
    if changes and bool(names) is every:
        raise UsageError(f"records {what} takes the NAME of a damaged record, or --all")
    if (on is not off) is not (what is RecordTask.SHARE):
        raise UsageError("records share takes --on or --off, which belong to it alone")


def _json(kept: KeptRecords, damaged: list[Damage], *, with_lines: bool) -> Json:
    vouching = kept.vouching()
    listed: list[Json] = []
    for damage in damaged:
        fields: dict[str, Json] = {
            "name": damage.name,
            "how": damage.kind,
            "message": damage.words,
            "written": _when(damage.kept),
            "changed": _when(damage.changed),
            "lines_gone": damage.fewer,
            "lines_new": damage.more,
        }
        if with_lines:
            fields["difference"] = [*kept.lines(damage.name)]
        listed.append(fields)
    return {
        "since": _when(vouching.since),
        "unvouched": [*vouching.before],
        "shared": vouching.is_shared,
        "damaged": listed,
    }


def _text(kept: KeptRecords, damaged: list[Damage]) -> str:
    vouching = kept.vouching()
    told = []
    if vouching.is_news and vouching.is_changed:
        told.append(CHANGED)
    elif vouching.is_news:
        since = f"before {_when(vouching.since)}" if vouching.since else "yet"
        told += [GONE] if vouching.is_gone else []
        names, hint = (
            ", ".join(vouching.before) or "all records",
            "" if vouching.is_gone else f"; {HOLD_HINT}",
        )
        told.append(f"nothing outside of the folder vouches {since} for: {names}{hint}")
    if vouching.is_shared:
        told.append("another memdesk writes here, too: what it adds is not held against the records")
    if damaged:
        rows = [
            (each.name, each.kind, _when(each.kept) or "-", _when(each.changed) or "-", each.words)
            for each in damaged
        ]
        told.append(table(("RECORD", "HOW", "WRITTEN", "CHANGED", "WHAT"), rows))
    return "\n".join(told) or "all records are as memdesk wrote them"


def _when(time: float | None) -> str | None:
    return None if time is None else moment(time)
