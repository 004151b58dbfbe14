"""What the documents of a workspace say, kept ready for a search: a cache over the files, never the truth.

``embedding`` makes vectors of texts; ``local_state`` remembers what a workspace was at the last look, what
was found in it and what a person has seen.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.index.backend import (
        EVERYWHERE,
        TIERS,
        ChunkFilter,
        IndexDocument,
        ScoredChunk,
        SearchBackend,
        Stamp,
        StoredChunk,
    )
    from memdesk.index.chunker import CHUNK_OVERLAP, CHUNK_SIZE, IndexChunk, chunks_of
    from memdesk.index.config import SearchConfig, read_config
    from memdesk.index.search_index import Filled, SearchIndex, forget_index
    from memdesk.index.sqlite import SqliteBackend

__all__ = [
    "CHUNK_OVERLAP",
    "CHUNK_SIZE",
    "EVERYWHERE",
    "TIERS",
    "ChunkFilter",
    "Filled",
    "IndexChunk",
    "IndexDocument",
    "ScoredChunk",
    "SearchBackend",
    "SearchConfig",
    "SearchIndex",
    "SqliteBackend",
    "Stamp",
    "StoredChunk",
    "chunks_of",
    "forget_index",
    "read_config",
]

_HOMES = {
    "EVERYWHERE": "backend",
    "TIERS": "backend",
    "ChunkFilter": "backend",
    "IndexDocument": "backend",
    "ScoredChunk": "backend",
    "SearchBackend": "backend",
    "Stamp": "backend",
    "StoredChunk": "backend",
    "CHUNK_OVERLAP": "chunker",
    "CHUNK_SIZE": "chunker",
    "IndexChunk": "chunker",
    "chunks_of": "chunker",
    "SearchConfig": "config",
    "read_config": "config",
    "Filled": "search_index",
    "SearchIndex": "search_index",
    "forget_index": "search_index",
    "SqliteBackend": "sqlite",
}
"""The module of each name: what is kept beside a workspace is needed at the start, and no search is."""


def __getattr__(name: str) -> object:
    """Load a name's module when it is asked for."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
