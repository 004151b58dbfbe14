"""What a question finds in all workspaces of a fleet, best first, each hit with its workspace."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from memdesk.errors import InvalidError
from memdesk.index import EVERYWHERE, ChunkFilter, SearchIndex
from memdesk.index.fleet import choices, member_of
from memdesk.index.postgres import FleetWorkspace, PostgresBackend
from memdesk.index.server import IndexServerError, connected, said_by, without_password
from memdesk.model import SearchMode
from memdesk.search.finding import search
from memdesk.search.meaning import Meaning
from memdesk.search.refresh import answer, refresh
from memdesk.search.results import SearchHit, SearchResults
from memdesk.workspace import Workspace


class FleetHit(NamedTuple):
    """What was found, and in which workspace."""

    workspace: FleetWorkspace
    hit: SearchHit


@dataclass(frozen=True, slots=True)
class FleetFound:
    """The best hits of many workspaces; ``found`` tells the same without the workspaces."""

    hits: tuple[FleetHit, ...]
    found: SearchResults
    searched: tuple[FleetWorkspace, ...]
    note: str = ""
    """Why only workspaces of this machine were searched, where it is so."""


class AskedOfAll(NamedTuple):
    """What is asked for: of all workspaces, or of those of these names (or ids, machines, folders)."""

    query: str
    limit: int = 10
    only: ChunkFilter = EVERYWHERE
    mode: SearchMode = SearchMode.AUTO
    workspaces: Collection[str] = ()
    meaning: Meaning | None = None


def search_fleet(server: str, asked: AskedOfAll) -> FleetFound:
    """Ask a server for the workspaces in it.

    A server that is away is done without: then the workspaces of this machine are asked that it holds. Raises
    InvalidError for a name or a mode that is not there, and MissingFleetError.
    """
    try:
        return _by_server(server, asked)
    except IndexServerError as error:
        note = f"{error.message}; searched only workspaces of this machine"
        return replace(search_folders(server, asked), note=note)


def _by_server(server: str, asked: AskedOfAll) -> FleetFound:
    base = connected(server)
    everything = PostgresBackend(base, None)
    try:
        members = {held.member.id: held.member for held in everything.held_workspaces()}
        wanted = {member.id: member for member in _named(members.values(), asked.workspaces)}
        backend = PostgresBackend(base, None, wanted if asked.workspaces else None)
        with SearchIndex("", backend=backend) as index:
            found = search(
                index, asked.query, asked.limit, asked.only, mode=asked.mode, meaning=asked.meaning
            )
    except everything.failures as error:
        raise IndexServerError(f"{without_password(server)} does not answer: {said_by(error)}") from error
    finally:
        everything.close()
    hits = tuple(_hit(hit, wanted) for hit in found.hits if hit.uri.partition("/")[0] in wanted)
    return FleetFound(hits, replace(found, hits=tuple(each.hit for each in hits)), tuple(wanted.values()))


def search_folders(server: str, asked: AskedOfAll) -> FleetFound:
    """Ask each workspace of this machine that a server holds, and not the server.

    Raises InvalidError for a name or a mode that is not there.
    """
    shown = without_password(server)
    roots = [Path(choice.root) for choice in choices().values() if shown in choice.holding]
    members = {root: member_of(root) for root in sorted(roots) if root.is_dir()}
    wanted = {member.id for member in _named(members.values(), asked.workspaces)} if members else set[str]()
    hits: list[FleetHit] = []
    founds: list[SearchResults] = []
    for root, member in members.items():
        if member.id not in wanted:
            continue
        with Workspace.open(root, read_only=True) as workspace, SearchIndex(workspace.id) as index:
            refresh(index, workspace)
            founds.append(answer(index, workspace, *asked[:3], mode=asked.mode, meaning=asked.meaning))
        hits += [FleetHit(member, hit) for hit in founds[-1].hits]
    hits = sorted(hits, key=lambda each: -each.hit.score)[: asked.limit]
    best = max(founds, key=lambda found: len(found.hits), default=SearchResults())
    shown_hits = tuple(each.hit for each in hits)
    left = sum(found.left_out for found in founds)
    searched = tuple(member for member in members.values() if member.id in wanted)
    return FleetFound(tuple(hits), replace(best, hits=shown_hits, left_out=left), searched)


def _named(members: Collection[FleetWorkspace], wanted: Collection[str]) -> Iterator[FleetWorkspace]:
    """Yield the members of these names; all where none are told. Raises InvalidError for one nothing has."""
    for name in wanted:
        if not any(name in _names(member) for member in members):
            raise InvalidError(f"no workspace {name!r} is there")
    yield from (member for member in members if not wanted or not _names(member).isdisjoint(wanted))


def _names(member: FleetWorkspace) -> set[str]:
    return {*member, f"{member.host}:{member.name}", f"{member.host}:{member.root}"}


def _hit(hit: SearchHit, members: dict[str, FleetWorkspace]) -> FleetHit:
    workspace, _, uri = hit.uri.partition("/")
    return FleetHit(members[workspace], replace(hit, uri=uri))
