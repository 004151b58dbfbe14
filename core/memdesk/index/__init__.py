"""What the documents of a workspace say, kept ready for a search: a cache over the files, never the truth."""

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

__all__ = (
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
)
