"""The arguments and options that several commands take."""

from __future__ import annotations

import re
import time
from datetime import datetime, timedelta
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


def a_session(session: str | None) -> str | None:
    """Return an id as it was given; an agent that has no session may name an empty one."""
    return session or None


_AWAY = re.compile(
    r"(?:in )?(?P<many>\d{1,6}) ?"
    r"(?:(?P<minutes>min|minutes?)|(?P<hours>h|hours?)|(?P<days>d|days?)|(?P<weeks>w|weeks?))(?: ago)?"
)
_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}


def time_of(text: str | None, option: str, *, ahead: bool = False) -> float | None:
    """Return the seconds since the epoch that an option names. Raises UsageError for what is no time.

    Beside ISO 8601 it is the beginning of a day that has a name (``yesterday``), or so long ago (``2d``,
    ``3 hours``): so long ``ahead`` where the option is about what comes. Both go by the machine's clock.
    """
    if text is None:
        return None
    try:
        return _moment(text.strip().lower(), ahead).astimezone().timestamp()
    except (ValueError, OverflowError, OSError) as error:
        example = "tomorrow or 3d" if ahead else "yesterday or 2d"
        raise UsageError(
            f"{option} takes an ISO 8601 time, like 2026-03-01T09:00, or one like {example}"
        ) from error


def _moment(said: str, ahead: bool) -> datetime:
    """Return the moment that was said, in local time. Raises ValueError for what is none."""
    now = datetime.fromtimestamp(time.time())
    if said in _DAYS:
        return datetime(now.year, now.month, now.day) + timedelta(days=_DAYS[said])
    if away := _AWAY.fullmatch(said):
        unit = next(name for name in ("minutes", "hours", "days", "weeks") if away[name])
        length = timedelta(**{unit: int(away["many"])})
        return now + length if ahead or said.startswith("in ") else now - length
    return datetime.fromisoformat(said.upper())


ActorName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--actor", metavar="NAME", callback=a_name, help="Record NAME as the author (default: you)."
    ),
]
SessionId: TypeAlias = Annotated[
    str | None,
    typer.Option("--session", metavar="ID", callback=a_session, help="Record ID as the author's session."),
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
