"""The arguments and options that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from memdesk.errors import UsageError
from memdesk.store.access import named_folder

Folder: TypeAlias = Annotated[
    Path, typer.Argument(metavar="PATH", help="A workspace or a memory folder.", parser=named_folder)
]
Uri: TypeAlias = Annotated[
    str, typer.Argument(metavar="URI", help="A document below PATH, '#' and a part of it if wanted.")
]
Document: TypeAlias = Annotated[str, typer.Argument(metavar="URI", help="A document below PATH.")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def a_name(actor: str | None) -> str | None:
    """Return a name as it was given. One that is empty would make whoever calls a person: UsageError."""
    if actor is not None and not actor.strip():
        raise UsageError("--actor takes a name, and this one is empty")
    return actor


ActorName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--actor", metavar="NAME", callback=a_name, help="The agent or job that writes (else: you)."
    ),
]
SessionId: TypeAlias = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="The session in which it writes.")
]
WithQuarantined: TypeAlias = Annotated[
    bool,
    typer.Option("--with-quarantined", help="restore: even if it brings back what is in quarantine."),
]
