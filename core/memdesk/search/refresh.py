"""An open workspace and its index: what is asked is answered from the folder as it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

from memdesk.checks.covering import covers_for, mask
from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk.errors import InvalidError, MemdeskError
from memdesk.index import EVERYWHERE, ChunkFilter, Filled, SearchConfig, SearchIndex, StoredChunk
from memdesk.index.grams import loosened
from memdesk.index.search_index import Step, is_searched
from memdesk.model import DocumentInfo, Revision, SearchMode
from memdesk.search.archive import with_archive
from memdesk.search.finding import search
from memdesk.search.meaning import Meaning, meaning_of
from memdesk.search.results import ModeReason, SearchResults
from memdesk.search.routing import SearchLayer, route, subject, time_sought
from memdesk.search.tiers import WorkspaceTiers, joined
from memdesk.text.encoding import decode
from memdesk.text.terms import asked
from memdesk.workspace import Workspace

WHOLE = 1 << 16
"""Letters of a document in which all secrets are looked for; of a larger one only around what was found."""

AT_ONCE = 4_000
"""Chunks that a model reads at most before an agent is answered."""

AROUND = 40
"""Lines on either side of what was found in which a secret may begin or end that reaches into it."""


def refresh(
    index: SearchIndex, workspace: Workspace, step: Step | None = None, *, anew: bool = False
) -> Filled:
    """Bring an index up to date with the folder as it is now; ``anew`` reads every document again."""
    alike = workspace.baseline.alike()
    return index.update(workspace.documents(), partial(_read, workspace), step, anew=anew, alike=alike)


def refresh_listed(index: SearchIndex, workspace: Workspace, documents: Iterable[DocumentInfo]) -> Filled:
    """Bring an index up to date with documents as they were listed; the folder is not walked."""
    return index.update(documents, partial(_read, workspace), alike=workspace.baseline.alike())


def refresh_some(index: SearchIndex, workspace: Workspace, changed: Mapping[str, Revision | None]) -> int:
    """Bring an index up to date with these documents alone; return how many were read.

    Each is told with what it became, where that is known. Raises what the backend fails with.
    """
    became: dict[str, Revision | None] = {**workspace.baseline.alike(), **changed}
    infos = [info for uri in became if (info := _info(workspace, uri)) is not None and is_searched(info)]
    gone = became.keys() - {info.uri for info in infos}
    return index.update_some(infos, gone, partial(_read, workspace), became)


def embed(
    index: SearchIndex,
    workspace: Workspace,
    meaning: Meaning,
    step: Step | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Let a model read what it has not read yet; see :meth:`Meaning.embed`. Raises EmbeddingError.

    An index that turns out to be damaged is made anew.
    """
    try:
        return meaning.embed(index.backend, step, stop)
    except index.backend.failures as error:
        index.do_without(error)
        refresh(index, workspace, anew=True)
        return meaning.embed(index.backend, step, stop)


def some_meaning(index: SearchIndex, workspace: Workspace, chunks: int = AT_ONCE) -> Meaning | None:
    """Return the chosen model after it has read about so many chunks more, None where there is none.

    Whoever waits for an answer does not wait for all of a large folder to be read: the next call goes on.
    """
    from memdesk.index.embedding import EmbeddingError

    first: list[int] = []
    try:
        meaning = _chosen(index.config)
        if meaning is not None:
            embed(
                index,
                workspace,
                meaning,
                lambda done, _total: first.append(done),
                lambda: bool(first) and first[-1] - first[0] >= chunks,
            )
    except EmbeddingError:
        return None
    return meaning


_loaded: dict[SearchConfig, Meaning] = {}


def _chosen(config: SearchConfig) -> Meaning | None:
    """Return the model that is chosen; the one that was asked last stays loaded for the next call."""
    meaning = meaning_of(config)
    if meaning is not None and config not in _loaded:
        _loaded.clear()
        _loaded[config] = meaning
    return meaning and _loaded.get(config, meaning)


def answer(
    index: SearchIndex,
    workspace: Workspace,
    query: str,
    limit: int = 10,
    only: ChunkFilter = EVERYWHERE,
    *,
    mode: SearchMode = SearchMode.AUTO,
    meaning: Meaning | None = None,
    below: int = 0,
) -> SearchResults:
    """Return what a question finds, each secret covered that the checks tell from the document around it.

    Where no mode is asked for, the form of the question tells the layers: the index, the topic tree, or both.
    Wherever words are looked for, they are found in the archives, too.
    ``meaning`` is a model that has read what the index holds, as far as its vectors are made. An index that
    turns out to be damaged is made anew; where a server is away, the own index is asked. Raises InvalidError
    for a mode that is not there.
    """
    ask = partial(_by_index, index, workspace, limit=limit, only=only, meaning=meaning, below=below)
    if mode is SearchMode.TREE:
        return _by_tree(workspace, query, limit, only)
    if mode is not SearchMode.AUTO:
        by_index = ask(query, mode=mode)
        has_words = mode is not SearchMode.VECTOR
        return with_archive(by_index, workspace, query, limit, only) if has_words else by_index
    told = route(query)
    time = time_sought(query, told)
    tiers = None if told.layer is SearchLayer.HYBRID else WorkspaceTiers(workspace)
    if tiers is None or tiers.is_empty:
        tiers, told = None, told.without_tree()
    query = subject(query, told)
    is_exact = told.mode is SearchMode.KEYWORD
    by_words = SearchMode.KEYWORD if is_exact else SearchMode.AUTO
    found = ask(query, mode=by_words)
    if is_exact:
        found = with_archive(found, workspace, query, limit, only, tiers=tiers)
    if is_exact and not found.hits and (loose := loosened(query)):
        found = ask(loose, mode=SearchMode.AUTO)
    found = replace(found, route=told, reason=ModeReason.ROUTED if is_exact else found.reason)
    walked = () if tiers is None else tiers.find(query, limit, only, time)
    if not walked:
        told = told.without_tree()
        return replace(found, route=told.without_vectors() if found.mode is SearchMode.KEYWORD else told)
    hits = joined(found, walked, told.layer, limit)
    if told.layer is SearchLayer.BOTH:
        return replace(found, hits=hits)
    return replace(found, hits=hits, mode=SearchMode.TREE, reason=ModeReason.ROUTED)


def _by_tree(workspace: Workspace, query: str, limit: int, only: ChunkFilter) -> SearchResults:
    tiers = WorkspaceTiers(workspace)
    if tiers.is_empty:
        raise InvalidError("there is no topic tree here: no agent files memories by topic", reason="no_tree")
    told = route(query)
    time = time_sought(query, told)
    query = subject(query, told) if told.layer is SearchLayer.TIERED else query
    terms = asked(query)
    hits = tiers.find(query, limit, only, time)
    return SearchResults(hits, (*terms.telling, *terms.more), mode=SearchMode.TREE)


def _by_index(
    index: SearchIndex,
    workspace: Workspace,
    query: str,
    *,
    limit: int,
    only: ChunkFilter,
    mode: SearchMode,
    meaning: Meaning | None,
    below: int,
) -> SearchResults:
    cover = partial(_covered, workspace, {})
    ask = partial(search, index, query, limit, only, mode=mode, meaning=meaning, below=below, cover=cover)
    try:
        return ask()
    except index.backend.failures as error:
        index.do_without(error)
        refresh(index, workspace)
        return ask()


def _covered(
    workspace: Workspace, known: dict[tuple[str, int], SecretMask], row: StoredChunk
) -> tuple[str, str]:
    """Cover what a chunk, or the document around it, tells to be secret."""
    text = decode(_read(workspace, row.uri) or b"").lined
    begin = 0
    if len(text) > WHOLE:
        begin = max(0, row.first - 1 - AROUND)
        text = "\n".join(text.split("\n")[begin : row.last + AROUND])
    place = (row.uri, begin)
    if place not in known:
        known[place] = covers_for(text) if text else NO_COVERS
    shown = known[place].shown
    return shown(mask(row.heading, quick=True)), shown(mask(row.text))


def _info(workspace: Workspace, uri: str) -> DocumentInfo | None:
    """Return what a document is now; None for one that is gone or refused."""
    try:
        return workspace.info(uri)
    except (MemdeskError, OSError):
        return None


def _read(workspace: Workspace, uri: str) -> bytes | None:
    """Return a document's bytes; None for one that went meanwhile, or is too large or refused."""
    try:
        return workspace.read(uri).data
    except (MemdeskError, OSError):
        return None
