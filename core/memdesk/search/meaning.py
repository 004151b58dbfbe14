"""Search by meaning: a model's vectors of what an index holds, and of what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from memdesk.checks.covering import mask
from memdesk.index import SearchBackend, SearchConfig
from memdesk.index.embedding import EmbeddingProvider, Vector, provider_of
from memdesk.index.grams import MOST_LETTERS
from memdesk.text.cooperative import yielding

TOGETHER = 16_384
"""Texts that are asked for in one go: to find what is missing takes a look at all that is held."""

CACHE_SIZE = 128
"""Questions whose vectors are remembered."""

Step = Callable[[int, int], object]
"""Is told how many chunks of all have a vector."""


class Meaning:
    """What a model tells of an index and of questions. Safe to use from any thread, each with its index."""

    def __init__(self, provider: EmbeddingProvider, cache_size: int = CACHE_SIZE) -> None:
        self.provider = provider
        self.asked: Callable[[str], Vector] = lru_cache(cache_size)(self._asked)
        """Returns the vector of a question. Raises EmbeddingError."""

    def embed(
        self, backend: SearchBackend, step: Step | None = None, stop: Callable[[], bool] = lambda: False
    ) -> int:
        """Make the vectors that are missing, the newest documents' first, and say how many those were.

        Each batch is kept at once: what is stopped goes on from there the next time. Raises EmbeddingError,
        and what the backend fails with.
        """
        model = self.provider.model
        done = begun = total = 0
        while not stop() and (missing := backend.unembedded(model, TOGETHER)):
            if not total:
                total, done = backend.stats().chunks, backend.embedded(model)
                begun = done
            for part in yielding([*_parts(missing, self.provider.together)]):
                if stop():
                    break
                texts = [mask(text) if self.provider.is_remote else text for _, text in part]
                vectors = self.provider.embed(texts)
                backend.keep_vectors(model, dict(zip((digest for digest, _ in part), vectors, strict=True)))
                done += len(part)
                if step is not None:
                    step(min(done, total), total)
        return done - begun

    def _asked(self, query: str) -> Vector:
        # A half letter is none to a model, and nobody asks with more letters.
        asked = query[:MOST_LETTERS].encode("utf-8", "replace").decode()
        asked = mask(asked) if self.provider.is_remote else asked
        vector: Vector = self.provider.embed([asked], asked=True)[0]
        return vector


def meaning_of(config: SearchConfig, name: str = "") -> Meaning | None:
    """Return the model of this name, or the chosen one; None where none is. Raises EmbeddingError."""
    provider = provider_of(name or config.embedding_provider)
    return None if provider is None else Meaning(provider, config.cache_size)


def _parts(missing: Sequence[tuple[bytes, str]], together: int) -> Iterator[Sequence[tuple[bytes, str]]]:
    yield from (missing[at : at + together] for at in range(0, len(missing), together))
