"""What the documents of a workspace say, kept ready for a search: a cache over the files, never the truth."""

from memdesk.index.chunker import CHUNK_OVERLAP, CHUNK_SIZE, IndexChunk, chunks_of
from memdesk.index.database import Filled, SearchIndex, forget_index

__all__ = ("CHUNK_OVERLAP", "CHUNK_SIZE", "Filled", "IndexChunk", "SearchIndex", "chunks_of", "forget_index")
