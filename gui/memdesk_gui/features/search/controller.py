"""The index of the open workspace and who wrote what is found there; asked in the read pool."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from memdesk.errors import MemdeskError
from memdesk.model import Actor, DocumentInfo, Kind
from memdesk.text.fragment import entry_at
from memdesk_gui.features.search.filters import Filters

if TYPE_CHECKING:
    from memdesk.index import SearchIndex
    from memdesk.review import Inbox
    from memdesk.review.searched import Writing, WrittenSearch
    from memdesk.search import Meaning, SearchHit, SearchResults
    from memdesk.workspace import Workspace

Found = TypeVar("Found")

_PARTS = frozenset((Kind.PROFILE, Kind.COMPARTMENTS, Kind.HOT, Kind.WARM, Kind.TREE))
"""Kinds whose editors show an entry by its name."""


class SearchScope(NamedTuple):
    """What is asked for: how many chunks at most, and what they are narrowed by."""

    query: str
    limit: int
    filters: Filters = Filters()
    now: float = 0.0


class Answer(NamedTuple):
    """What was found, what is known of the documents that it is in, where each leads, and each by its key."""

    found: SearchResults
    infos: Mapping[str, DocumentInfo]
    targets: Mapping[str, str]
    hits: Mapping[str, SearchHit]


class Learned(NamedTuple):
    """How many of all chunks the chosen model has read."""

    done: int = 0
    total: int = 0

    @property
    def is_all(self) -> bool:
        """Whether there is nothing left for it to read."""
        return self.done >= self.total


class SearchDesk:
    """Asks about the workspace that was asked about last; one question at a time, on whichever thread."""

    def __init__(
        self, inbox: Callable[[], Inbox | None] = lambda: None, model: Callable[[], str] = lambda: ""
    ) -> None:
        """``inbox`` is that of the open workspace; without one nobody is known to have written.

        ``model`` names the chosen model; empty is that of the configuration.
        """
        self._inbox, self._chosen = inbox, model
        self._lock, self._about = Lock(), Lock()
        self._of: Workspace | None = None
        self._index: SearchIndex | None = None
        self._meaning: Meaning | None = None
        self._meant = ""
        self._written: WrittenSearch | None = None
        self._asked = 0

    def fill(self, workspace: Workspace, documents: tuple[DocumentInfo, ...]) -> Mapping[str, Actor]:
        """Bring the index up to date with what is listed; return who has ever written here."""
        from memdesk.search import catch_up

        with self._lock:
            if self._index is not None and self._index.is_lost:
                self._index.close()
                self._index = None
            index = self._opened(workspace)
            with suppress(*index.backend.failures):
                catch_up(index, workspace, documents)
        written = self._written_of(workspace)
        try:
            return {} if written is None else written.writers()
        except (MemdeskError, OSError):
            return {}

    def learn(self, workspace: Workspace) -> Learned:
        """Let the chosen model read one part of what it has not read, so that answers are by meaning, too.

        Words answer meanwhile: it reads through an index of its own. Raises EmbeddingError, OSError.
        """
        from memdesk.index import SearchIndex
        from memdesk.search import embed, meaning_of

        with SearchIndex(workspace.id) as index:
            chosen = self._chosen()
            meaning = self.meaning or meaning_of(index.config, chosen)
            if meaning is None or index.note:
                return Learned()
            steps: list[Learned] = []
            embed(
                index,
                workspace,
                meaning,
                lambda done, total: steps.append(Learned(done, total)),
                lambda: bool(steps),
            )
        self._meaning, self._meant = meaning, chosen
        return steps[-1] if steps else Learned()

    @property
    def meaning(self) -> Meaning | None:
        """The chosen model, as soon as it has read the documents."""
        return self._meaning if self._meant == self._chosen() else None

    def next(self) -> int:
        """Return the number of a new question; those with a lower one are not answered any more."""
        self._asked += 1
        return self._asked

    def ask(
        self, number: int, workspace: Workspace, documents: tuple[DocumentInfo, ...], asked: SearchScope
    ) -> Answer | None:
        """Return what a question finds; None where a newer one was asked meanwhile."""
        from memdesk.search import SearchResults

        found = SearchResults()
        if asked.query.strip():
            with self._lock:
                if number != self._asked:
                    return None
                index = self._opened(workspace)
                with suppress(*index.backend.failures):
                    found = self._found(index, workspace, asked)
        uris = {hit.uri for hit in found.hits}
        infos = {info.uri: info for info in documents if info.uri in uris}
        keyed = by_key(found.hits, attrgetter("address"))
        return Answer(found, infos, targets_of(workspace, keyed, infos), keyed)

    def writings(
        self, workspace: Workspace, hits: tuple[SearchHit, ...]
    ) -> Mapping[str, tuple[Writing, ...]]:
        """Return who wrote what was found."""
        written = self._written_of(workspace)
        return {} if written is None else written.writings(hits)

    def close(self) -> None:
        """Close the file, and forget the workspace."""
        with self._lock, self._about:
            if self._index is not None:
                self._index.close()
            self._index = self._written = self._of = None

    def _found(self, index: SearchIndex, workspace: Workspace, asked: SearchScope) -> SearchResults:
        from memdesk.search import SearchResults, answer

        only = asked.filters.only()
        if not asked.filters.by_writing:
            return answer(index, workspace, asked.query, asked.limit, only, meaning=self.meaning)
        written = self._written_of(workspace)
        if written is None:
            return SearchResults()
        by = asked.filters.written(asked.now)
        return written.answer(index, asked.query, asked.limit, only, by, meaning=self.meaning)

    def _opened(self, workspace: Workspace) -> SearchIndex:
        from memdesk.index import SearchIndex

        if self._index is None or self._of is not workspace:
            if self._index is not None:
                self._index.close()
            self._index, self._of = SearchIndex(workspace.id), workspace
        return self._index

    def _written_of(self, workspace: Workspace) -> WrittenSearch | None:
        from memdesk.review.searched import WrittenSearch

        inbox = self._inbox()
        if inbox is None:
            return None
        with self._about:
            if self._written is None or not self._written.serves(workspace):
                self._written = WrittenSearch(workspace, inbox)
            return self._written


def by_key(hits: Iterable[Found], name: Callable[[Found], str]) -> dict[str, Found]:
    """Return what was found by its name, with a number where several have the same one.

    Rows of a database have no lines in their address, and all entries of a file may be on one line.
    """
    found: dict[str, Found] = {}
    for hit in hits:
        key, number = name(hit), 1
        while key in found:
            number += 1
            key = f"{name(hit)} {number}"
        found[key] = hit
    return found


def targets_of(
    workspace: Workspace, hits: Mapping[str, SearchHit], infos: Mapping[str, DocumentInfo]
) -> dict[str, str]:
    """Return where each hit leads: to its entry where the editor shows entries, else to its line."""
    texts: dict[str, str] = {}
    found: dict[str, str] = {}
    for key, hit in hits.items():
        info = infos.get(hit.uri)
        names: tuple[str, ...] = (hit.part,) if hit.part and hit.kind == Kind.WARM.value else ()
        if not names and info is not None and info.kind in _PARTS and hit.uri.lower().endswith(".json"):
            if hit.uri not in texts:
                texts[hit.uri] = _text(workspace, hit.uri)
            names = entry_at(texts[hit.uri], hit.first)
        found[key] = f"{hit.uri}#{_part(info.kind, names)}" if info and names else line_of(hit)
    return found


def line_of(hit: SearchHit) -> str:
    """Return the address of the line of what was found that has the most of what was asked for."""
    lines = hit.text.rstrip("\n").casefold().split("\n")
    terms = [term.casefold() for term in hit.matched]
    if not hit.first or not terms or hit.first + len(lines) - 1 > hit.last:
        return hit.address
    counts = [sum(term in line for term in terms) for line in lines]
    best = max(counts)
    return f"{hit.uri}#L{hit.first + counts.index(best)}" if best else hit.address


def _part(kind: Kind, names: tuple[str, ...]) -> str:
    """Return the name by which an editor of this kind shows an entry."""
    if kind is Kind.WARM:
        return names[-1]
    return "/".join(names[:2]) if kind is Kind.COMPARTMENTS else names[0]


def _text(workspace: Workspace, uri: str) -> str:
    from memdesk.text.encoding import decode

    try:
        return decode(workspace.read(uri).data).lined
    except (MemdeskError, OSError):
        return ""
