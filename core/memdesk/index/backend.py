"""What keeps the chunks of a workspace and finds them: the contract of every store of an index."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from memdesk.index.chunker import IndexChunk
from memdesk.index.fullest import FullestChunks
from memdesk.index.grams import Term

if TYPE_CHECKING:
    from memdesk.index.embedding import Vector


Worth = Callable[[Sequence[int]], Sequence[float]]
"""Returns what share of a question each of its terms is, by how many chunks have them."""

TIERS = ("hot", "warm", "cold")
"""The kinds of documents that are a tier of their system."""


class ChunkFilter(NamedTuple):
    """What is searched: documents of these kinds, systems and tiers, and below this folder; empty is all.

    ``documents`` are the only ones where it is not None. Of entries that say what they are for, those for one
    of the ``scopes`` alone.
    """

    kinds: frozenset[str] = frozenset()
    systems: frozenset[str] = frozenset()
    folder: str = ""
    tiers: frozenset[str] = frozenset()
    documents: frozenset[str] | None = None
    scopes: frozenset[str] = frozenset()


EVERYWHERE = ChunkFilter()


class Stamp(NamedTuple):
    """What a document was like when it was read: its size, its time of change, the digest of its bytes."""

    size: int
    modified: int
    digest: bytes | None


class IndexDocument(NamedTuple):
    """A document as an index takes it; ``chunks`` is None where only its stamp is another."""

    uri: str
    stamp: Stamp
    kind: str
    system: str
    title: str
    chunks: tuple[IndexChunk, ...] | None


class StoredChunk(NamedTuple):
    """A chunk as an index has it; ``place`` counts the chunks of its document from 0.

    ``names`` are what it is called, ``is_replaced`` says that something else took its place.
    """

    uri: str
    title: str
    kind: str
    system: str
    heading: str
    text: str
    first: int
    last: int
    place: int
    names: str
    is_replaced: bool


class ScoredChunk(NamedTuple):
    """A chunk, and how well it answers: more is better."""

    chunk: int
    score: float


class Stats(NamedTuple):
    """How many documents and chunks an index holds."""

    documents: int
    chunks: int


class SearchBackend(Protocol):
    """Keeps the chunks of one workspace and finds them. For one thread at a time.

    It only finds: merging and ranking stand above it, in ``search``. A chunk has a number that holds while
    its document does not change. Every call raises one of ``failures`` where the store cannot be used.
    """

    @property
    def is_shared(self) -> bool:
        """Whether others than its owner can read it: secrets are covered before it takes a text."""

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What a call raises where the store is locked, damaged, full or away."""

    def stamps(self, uris: Collection[str] | None = None) -> dict[str, Stamp]:
        """Return every document that is held, or those of these that are."""

    def upsert(self, documents: Iterable[IndexDocument]) -> None:
        """Take documents in place of what was held of them: all of them, or none."""

    def delete(self, uris: Iterable[str]) -> None:
        """Forget documents, their chunks, and the vectors that no other chunk has."""

    def keyword(self, terms: Sequence[Term], k: int, only: ChunkFilter = EVERYWHERE) -> list[ScoredChunk]:
        """Return the ``k`` best chunks with any of the terms, the best first, of equals the oldest."""

    def fullest(self, terms: Sequence[Term], k: int, worth: Worth, least: float, /) -> FullestChunks | None:
        """Return at least ``k`` chunks with the largest shares of the terms, and how well they answer.

        None where fewer have the ``least`` share, or to weigh all that have any of the terms is as fast.
        """

    def matching(
        self, terms: Sequence[Term], chunks: Collection[int], *, named: bool = False
    ) -> list[frozenset[int]]:
        """Return for each term which of these chunks have it, ``named`` in what they are called."""

    def held(self, terms: Sequence[Term]) -> list[int]:
        """Return for each term how many chunks have it."""

    def words_like(self, word: str) -> list[str]:
        """Return the words of the chunks that begin with its letter and are about as long."""

    def unembedded(self, model: str, most: int) -> list[tuple[bytes, str]]:
        """Return the text of chunks without a vector of a model, by its digest, newest document first."""

    def embedded(self, model: str) -> int:
        """Return how many chunks have a vector of a model."""

    def keep_vectors(self, model: str, vectors: Mapping[bytes, Vector]) -> None:
        """Keep the vectors of texts by their digests, as a model made them."""

    def vector(self, model: str, vector: Vector, k: int, only: ChunkFilter = EVERYWHERE) -> list[ScoredChunk]:
        """Return the ``k`` chunks nearest to a vector by cosine, of those above 0, the nearest first."""

    def nearness(self, model: str, vector: Vector, chunks: Collection[int]) -> Mapping[int, float]:
        """Return how near each of these chunks is to a vector that has one of this model."""

    def chunks(self, numbers: Collection[int], *, marked: bool = False) -> dict[int, StoredChunk]:
        """Return these chunks, without those that are gone; ``marked`` only the named and replaced ones."""

    def beside(self, numbers: Collection[int], reach: int = 1) -> dict[int, dict[int, int]]:
        """Return for each of these chunks those near it in its document, with how many chunks away.

        The next to a document of one chunk are those of its neighbours in the folder, by their names.
        """

    def stats(self) -> Stats:
        """Return how much is held."""

    def close(self) -> None:
        """Let go of the store."""
