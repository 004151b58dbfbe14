"""A fleet: which server each workspace is indexed in, chosen by the person, and who it is there.

What a person chose is kept in their own folder, never in the workspace, and without any password.
"""

from __future__ import annotations

import os
import platform
import secrets
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import InvalidError, MemdeskError
from memdesk.index.postgres import FleetWorkspace, PostgresBackend
from memdesk.index.search_index import SearchIndex
from memdesk.index.server import IndexServerError, connected, is_server, said_by, without_password
from memdesk.model import Json
from memdesk.runtime.atomic_file import read_json, read_text, write_json, write_text
from memdesk.runtime.paths import config_dir

if TYPE_CHECKING:
    from memdesk.index.server import Rows

VARIABLE = "MEMDESK_INDEX"
"""The environment's own choice of a server."""

LOCAL = "local"
"""The choice of the index of this machine."""


class IndexLocation(NamedTuple):
    """Where a workspace is indexed (empty: on this machine), and every server that has had a text of it."""

    root: str
    server: str = ""
    holding: tuple[str, ...] = ()


def choices() -> dict[str, IndexLocation]:
    """Return what was chosen for each workspace, by its id."""
    kept = read_json(_file()).get("workspaces")
    found: dict[str, IndexLocation] = {}
    for workspace, told in kept.items() if isinstance(kept, dict) else ():
        if isinstance(told, dict):
            holding = told.get("holding")
            found[workspace] = IndexLocation(
                str(told.get("root", "")),
                str(told.get("server", "")),
                tuple(map(str, holding)) if isinstance(holding, list) else (),
            )
    return found


def server_of(workspace: str, asked: str = "") -> str:
    """Return where a workspace is indexed: as asked, as the environment says, as chosen; empty is here.

    Raises InvalidError for what is neither the address of a server nor ``local``.
    """
    for wanted in (asked, os.environ.get(VARIABLE, "")):
        if wanted:
            return _sound(wanted)
    known = choices().get(workspace)
    return known.server if known is not None else ""


def server_of_all(asked: str = "") -> str:
    """Return the server that is asked for all workspaces: as asked, or the environment says, or was chosen.

    Empty where there is none. Raises InvalidError where several were chosen.
    """
    for wanted in (asked, os.environ.get(VARIABLE, "")):
        if wanted:
            return _sound(wanted)
    chosen = sorted({choice.server for choice in choices().values() if choice.server})
    if len(chosen) > 1:
        raise InvalidError(f"there are several index servers, name one: {', '.join(chosen)}")
    return chosen[0] if chosen else ""


def choose(workspace: str, root: Path, server: str) -> None:
    """Remember where a workspace is indexed from now on; empty is this machine."""
    known = choices().get(workspace, IndexLocation(""))
    shown = without_password(server) if server else ""
    _keep(workspace, IndexLocation(os.fspath(root), shown, _with(known.holding, shown)))


def open_index(workspace: str, root: Path, server: str, *, anew: bool = False) -> SearchIndex:
    """Return the index of a workspace in a server (empty: on this machine).

    Where the server is of no use, that is the one of this machine, and its note says why. Raises InvalidError
    for what is no address, and MissingFleetError.
    """
    if not server:
        return SearchIndex(workspace)
    try:
        base = connected(server, anew=anew)
    except IndexServerError as error:
        index = SearchIndex(workspace)
        index.note = f"{error.message}; asked the index of this machine"
        return index
    known = choices().get(workspace, IndexLocation(""))
    shown = without_password(server)
    if shown not in known.holding:
        # Before the first text goes there: what a purge has to look for is never forgotten.
        _keep(workspace, known._replace(root=os.fspath(root), holding=_with(known.holding, shown)))
    return SearchIndex(workspace, backend=PostgresBackend(base, member_of(root)))


def forget_in_servers(workspace: str, root: Path, *, but: str = "") -> tuple[str, ...]:
    """Remove a workspace from every server that has had a text of it; return those that may still hold it.

    ``but`` stays as it is.
    """
    known = choices().get(workspace)
    if known is None:
        return ()
    given = os.environ.get(VARIABLE, "")
    passwords = {without_password(given): given} if is_server(given) else {}
    left = []
    for server in known.holding:
        if server == but:
            continue
        try:
            _forget(connected(passwords.get(server, server)), root)
        except MemdeskError as error:
            left.append((server, error.message))
    still = tuple(server for server in known.holding if server in {but, *(each for each, _ in left)})
    _keep(workspace, known._replace(holding=still))
    return tuple(message if server in message else f"{server}: {message}" for server, message in left)


def member_of(root: Path) -> FleetWorkspace:
    """Return who a workspace is in a fleet.

    Its id is made of the path of the folder and a random name of this machine's person: two machines that
    have the same folder are two.
    """
    place = os.fspath(root.resolve())
    name = f"{_machine()}\0{place}".encode("utf-8", "surrogateescape")
    return FleetWorkspace(sha256(name).hexdigest()[:24], root.resolve().name, platform.node(), place)


def is_here(member: FleetWorkspace) -> bool:
    """Return whether its folder is on this machine: another one may have a folder at the same path."""
    root = Path(member.root)
    return member_of(root).id == member.id and root.is_dir()


def _forget(base: Rows, root: Path) -> None:
    backend = PostgresBackend(base, member_of(root))
    try:
        backend.forget()
    except backend.failures as error:
        raise IndexServerError(said_by(error)) from error
    finally:
        backend.close()


def _machine() -> str:
    """Return the random name of this machine; it is made when it is first asked for."""
    file = config_dir() / "machine"
    known = (read_text(file) or "").strip()
    if known:
        return known
    made = secrets.token_hex(16)
    return made if write_text(file, f"{made}\n") else platform.node()


def _sound(wanted: str) -> str:
    if wanted == LOCAL:
        return ""
    if not is_server(wanted):
        raise InvalidError(f"an index is kept in {LOCAL!r} or in a server: postgresql://USER@HOST/DATABASE")
    return wanted


def _with(holding: tuple[str, ...], server: str) -> tuple[str, ...]:
    return holding if not server or server in holding else (*holding, server)


def _keep(workspace: str, choice: IndexLocation) -> None:
    kept: dict[str, Json] = {}
    for each, known in {**choices(), workspace: choice}.items():
        if known.server or known.holding:
            kept[each] = {"root": known.root, "server": known.server, "holding": [*known.holding]}
    write_json(_file(), {"workspaces": kept})


def _file() -> Path:
    return config_dir() / "index-servers.json"
