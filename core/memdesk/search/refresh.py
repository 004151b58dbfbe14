"""An open workspace and its index: what is asked is answered from the folder as it is now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial

from memdesk.checks.covering import covers_for, mask
from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk.errors import MemdeskError
from memdesk.index import EVERYWHERE, ChunkFilter, Filled, SearchConfig, SearchIndex, StoredChunk
from memdesk.index.search_index import Step, is_searched
from memdesk.model import DocumentInfo, Kind, Revision, SearchMode
from memdesk.search.finding import search
from memdesk.search.layers import LayeredQuestion, in_layers
from memdesk.search.meaning import Meaning, meaning_of
from memdesk.search.results import SearchResults
from memdesk.search.tiers import WorkspaceTiers, has_filed
from memdesk.text.encoding import decode
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
    known: list[WorkspaceTiers] = []

    def ask(words: str, how: SearchMode) -> SearchResults:
        wanted = LayeredQuestion(words, limit, only, how)
        return _by_index(index, workspace, wanted, meaning=meaning, below=below)

    def tiers(kinds: Collection[Kind]) -> list[WorkspaceTiers]:
        if not known and has_filed(workspace, kinds):
            known.append(WorkspaceTiers(workspace))
        return known

    return in_layers(LayeredQuestion(query, limit, only, mode), ask, tiers)


def _by_index(
    index: SearchIndex,
    workspace: Workspace,
    asked: LayeredQuestion,
    *,
    meaning: Meaning | None,
    below: int,
) -> SearchResults:
    cover = partial(_covered, workspace, {})
    query, limit, only, mode = asked
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
