"""``memdesk witness``: what memdesk's own records are, added to a file on another disk or share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from memdesk.cli import complain
from memdesk.cli.options import AsJson, Folder
from memdesk.cli.output import opened, say
from memdesk.cli.reports import dump, many, moment, on_screen
from memdesk.errors import UsageError
from memdesk.model import Json
from memdesk.review.witness import Witness

witnesses = typer.Typer()


def named_file(text: str | Path) -> Path:
    """Return the file of this name. Raises UsageError for none."""
    if not str(text) or "\0" in str(text):
        raise UsageError("the name of the witness FILE is empty, or no name of a file")
    return Path(text)


WitnessPlace: TypeAlias = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A file on another disk or share; only added to.", parser=named_file),
]
Witnessed: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--witness",
        metavar="FILE",
        help="Compare memdesk's own records with what 'memdesk witness' noted in FILE.",
        parser=named_file,
    ),
]


@witnesses.command()
def witness(path: Folder, file: WitnessPlace, as_json: AsJson = False) -> None:
    """Add a line to FILE with the length and SHA-256 of memdesk's own records and of the log."""
    with opened(path, read_only=True) as workspace:
        kept = Witness(workspace, file)
        damaged = kept.damages()
        taken = kept.take()
        for damage in damaged:
            complain(f"{on_screen(damage.name)} is damaged, and was witnessed as it is: {damage.words}")
        if as_json:
            names: list[Json] = [damage.name for damage in damaged]
            listed: list[Json] = [
                {"name": name, "bytes": size, "lines": lines, "sha256": sha256}
                for name, (size, sha256, lines) in taken.records.items()
            ]
            head: dict[str, Json] = {"time": moment(taken.time), "workspace": taken.workspace}
            say(dump({**head, "records": listed, "damaged": names}))
        else:
            say(f"{many(len(taken.records), 'record')} witnessed at {moment(taken.time)}")
