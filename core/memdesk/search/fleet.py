"""What a question finds in all workspaces of a fleet, best first, each hit with its workspace."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from memdesk.errors import InvalidError, MemdeskError
from memdesk.index import EVERYWHERE, ChunkFilter, SearchIndex
from memdesk.index.fleet import choices, is_here, member_of
from memdesk.index.postgres import FleetWorkspace, PostgresBackend
from memdesk.index.server import IndexServerError, connected, said_by, without_password
from memdesk.model import Kind, SearchMode
from memdesk.search.finding import search
from memdesk.search.layers import NO_TREE, LayeredQuestion, in_layers
from memdesk.search.meaning import Meaning
from memdesk.search.refresh import answer, refresh
from memdesk.search.results import SearchHit, SearchResults
from memdesk.search.tiers import WorkspaceTiers
from memdesk.systems.registry import load_systems
from memdesk.systems.system import FilesByTopic
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
    unfiled: tuple[FleetWorkspace, ...] = ()
    """Those that have topics or archives which could not be looked at: their folders are elsewhere."""
    unread: tuple[FleetWorkspace, ...] = ()
    """Those of this machine that were to be searched and whose folders cannot be read."""


class AskedOfAll(NamedTuple):
    """What is asked for: of all workspaces, or of those of these names (or ids, machines, folders)."""

    query: str
    limit: int = 10
    only: ChunkFilter = EVERYWHERE
    mode: SearchMode = SearchMode.AUTO
    workspaces: Collection[str] = ()
    meaning: Meaning | None = None


def search_fleet(server: str, asked: AskedOfAll) -> FleetFound:
    """Ask a server for the workspaces in it, and the folders of this machine for their archives and topics.

    A server holds no archives and no topics: those of a folder that is elsewhere are left out. A server that
    is away is done without: then the workspaces of this machine are asked that it holds. Raises InvalidError
    for a name or a mode that is not there, and MissingFleetError.
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
        tiers = _TiersHere(backend, wanted)
        with SearchIndex("", backend=backend) as index:
            found = in_layers(_layered(asked), partial(_ask, index, asked), tiers)
    except everything.failures as error:
        raise IndexServerError(f"{without_password(server)} does not answer: {said_by(error)}") from error
    finally:
        everything.close()
    hits = tuple(_hit(hit, wanted) for hit in found.hits if hit.uri.partition("/")[0] in wanted)
    shown = replace(found, hits=tuple(each.hit for each in hits))
    return FleetFound(hits, shown, tuple(wanted.values()), unfiled=tuple(tiers.elsewhere))


def _layered(asked: AskedOfAll) -> LayeredQuestion:
    return LayeredQuestion(asked.query, asked.limit, asked.only, asked.mode)


def _ask(index: SearchIndex, asked: AskedOfAll, query: str, mode: SearchMode) -> SearchResults:
    return search(index, query, asked.limit, asked.only, mode=mode, meaning=asked.meaning)


class _TiersHere:
    """What is filed by topic in the workspaces whose folders are on this machine, read when first asked for.

    ``elsewhere`` are those that were left out.
    """

    def __init__(self, backend: PostgresBackend, members: dict[str, FleetWorkspace]) -> None:
        self._backend, self._members = backend, members
        self._known: list[WorkspaceTiers] | None = None
        self.elsewhere: list[FleetWorkspace] = []

    def __call__(self, _kinds: Collection[Kind]) -> list[WorkspaceTiers]:
        """Return the tiers of each."""
        if self._known is None:
            filing = [name for name, system in load_systems().items() if isinstance(system, FilesByTopic)]
            having = self._backend.having_systems(filing)
            self._known = [*self._read(each for id_, each in self._members.items() if id_ in having)]
        return self._known

    def _read(self, members: Iterable[FleetWorkspace]) -> Iterator[WorkspaceTiers]:
        for member in members:
            try:
                if is_here(member):
                    with Workspace.open(Path(member.root), read_only=True) as workspace:
                        workspace.scan()
                        yield WorkspaceTiers(workspace, f"{member.id}/")
                    continue
            except (MemdeskError, OSError):
                pass
            self.elsewhere.append(member)


def search_folders(server: str, asked: AskedOfAll) -> FleetFound:
    """Ask each workspace of this machine that a server holds, and not the server.

    Raises InvalidError for a name or a mode that is not there.
    """
    shown = without_password(server)
    roots = [Path(choice.root) for choice in choices().values() if shown in choice.holding]
    members = {root: member_of(root) for root in sorted(roots)}
    wanted = {member.id for member in _named(members.values(), asked.workspaces)} if members else set[str]()
    hits: list[FleetHit] = []
    founds: list[SearchResults] = []
    unread: list[FleetWorkspace] = []
    refused: InvalidError | None = None
    for root, member in members.items():
        if member.id not in wanted:
            continue
        try:
            founds.append(_ask_folder(root, asked))
        except InvalidError as error:
            if error.reason != NO_TREE:
                raise
            refused = error
            continue
        except (MemdeskError, OSError):
            unread.append(member)
            continue
        hits += [FleetHit(member, hit) for hit in founds[-1].hits]
    if refused is not None and not founds:
        raise refused
    hits = sorted(hits, key=lambda each: -each.hit.score)[: asked.limit]
    best = max(founds, key=lambda found: len(found.hits), default=SearchResults())
    shown_hits = tuple(each.hit for each in hits)
    left = sum(found.left_out for found in founds)
    searched = tuple(each for each in members.values() if each.id in wanted and each not in unread)
    found = replace(best, hits=shown_hits, left_out=left)
    return FleetFound(tuple(hits), found, searched, unread=tuple(unread))


def _ask_folder(root: Path, asked: AskedOfAll) -> SearchResults:
    with Workspace.open(root, read_only=True) as workspace, SearchIndex(workspace.id) as index:
        refresh(index, workspace)
        return answer(index, workspace, *asked[:3], mode=asked.mode, meaning=asked.meaning)


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
