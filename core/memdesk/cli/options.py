"""The arguments and options that several commands take."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from memdesk.errors import UsageError
from memdesk.store.access import named_folder

Folder: TypeAlias = Annotated[
    Path,
    typer.Argument(
        metavar="PATH", help="The agent's workspace, or the memory folder inside it.", parser=named_folder
    ),
]
Uri: TypeAlias = Annotated[
    str, typer.Argument(metavar="URI", help="A document's path inside PATH; add #PART for a part of it.")
]
Document: TypeAlias = Annotated[str, typer.Argument(metavar="URI", help="A document's path inside PATH.")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as one JSON document.")]


def a_name(actor: str | None) -> str | None:
    """Return a name as it was given. One that is empty would make whoever calls a person: UsageError."""
    if actor is not None and not actor.strip():
        raise UsageError("--actor takes a name, and this one is empty")
    return actor


def time_of(text: str | None, option: str) -> float | None:
    """Return the seconds since the epoch that an option names. Raises UsageError for what is no time."""
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone().timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise UsageError(f"{option} takes an ISO 8601 time, like 2026-03-01T09:00") from error


ActorName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--actor", metavar="NAME", callback=a_name, help="Record NAME as the author (default: you)."
    ),
]
SessionId: TypeAlias = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="Record ID as the author's session.")
]
Code: TypeAlias = Annotated[
    str,
    typer.Option(
        "--code",
        metavar="CODE",
        help="The code shown in the window, if a decision from a shell needs it.",
        envvar="MEMDESK_CODE",
    ),
]
WithQuarantined: TypeAlias = Annotated[
    bool,
    typer.Option("--with-quarantined", help="restore: even if this restores quarantined content."),
]
