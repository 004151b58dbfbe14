"""The index server of the open workspace, asked for all workspaces that it holds; never on the GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import InvalidError
from memdesk.model import DocumentInfo
from memdesk_gui.features.search.controller import Answer, SearchScope, by_key, targets_of

if TYPE_CHECKING:
    from memdesk.index.postgres import FleetWorkspace
    from memdesk.search import Meaning
    from memdesk.search.fleet import FleetFound
    from memdesk.workspace import Workspace


class HitPlace(NamedTuple):
    """The workspace of a hit: whether it is the open one, and whether its folder is on this machine."""

    workspace: FleetWorkspace
    is_open: bool
    is_here: bool

    @property
    def text(self) -> str:
        """Its machine and the name of its folder."""
        return _named(self.workspace)


class FleetAnswer(NamedTuple):
    """What all workspaces say, the place of each hit by its key, and why the server was done without."""

    answer: Answer
    places: Mapping[str, HitPlace]
    note: str = ""
    unfiled: tuple[str, ...] = ()
    """Whose archives and topics were left out, each by its machine and folder."""
    unread: tuple[str, ...] = ()
    """Those of this machine that could not be searched."""


class FleetDesk:
    """Asks a server; once it is away, the folders of this machine, until it is to be tried again."""

    def __init__(self) -> None:
        self._note = ""

    def server(self, workspace: Workspace) -> str:
        """Return the server that is chosen for a workspace, now; empty where there is none."""
        from memdesk.index.fleet import server_of

        self._note = ""
        try:
            return server_of(workspace.id)
        except InvalidError:
            return ""

    def ask(
        self,
        server: str,
        workspace: Workspace,
        documents: tuple[DocumentInfo, ...],
        asked: SearchScope,
        meaning: Meaning | None,
    ) -> FleetAnswer:
        """Return what a question finds in all workspaces.

        Raises MemdeskError, OSError where there is nothing to ask.
        """
        from memdesk.index.fleet import is_here, member_of
        from memdesk.search import SearchResults

        if not asked.query.strip():
            return FleetAnswer(Answer(SearchResults(), {}, {}, {}), {}, self._note)
        told = self._told(server, asked, meaning)
        own = member_of(workspace.root).id
        members = {member.id: member for member, _ in told.hits}
        at = {each: HitPlace(member, each == own, is_here(member)) for each, member in members.items()}
        found = by_key(told.hits, lambda each: f"{each.workspace.id}/{each.hit.address}")
        hits = {key: each.hit for key, each in found.items()}
        places = {key: at[each.workspace.id] for key, each in found.items()}
        mine = {key: hit for key, hit in hits.items() if places[key].is_open}
        uris = {hit.uri for hit in mine.values()}
        infos = {info.uri: info for info in documents if info.uri in uris}
        answer = Answer(told.found, infos, targets_of(workspace, mine, infos), hits)
        left = (tuple(map(_named, each)) for each in (told.unfiled, told.unread))
        return FleetAnswer(answer, places, self._note, *left)

    def _told(self, server: str, asked: SearchScope, meaning: Meaning | None) -> FleetFound:
        from memdesk.index.server import IndexServerError
        from memdesk.search.fleet import AskedOfAll, search_fleet, search_folders

        question = AskedOfAll(asked.query, asked.limit, asked.filters.only(), meaning=meaning)
        # A server that is away takes seconds to be known for that: not again at each letter.
        told = search_folders(server, question) if self._note else search_fleet(server, question)
        self._note = self._note or told.note
        if self._note and not told.searched:
            raise IndexServerError(self._note)
        return told


def _named(workspace: FleetWorkspace) -> str:
    return f"{workspace.host}:{workspace.name}"
