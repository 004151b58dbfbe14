"""Vectors of one model in memory, and which are nearest to another: exactly, however many they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from memdesk.index.backend import ScoredChunk

if TYPE_CHECKING:
    from numpy import float32, int64, uint64
    from numpy.typing import NDArray

    from memdesk.index.embedding import Vector

EXACT = 100_000
"""Vectors up to which each is compared; of more, only those whose signs are most alike."""

RESCORED = 8
"""How many are compared for each one that is wanted, of those with signs alike, and at least ``LEAST``."""

LEAST = 2_000

_BLOCK = 64
"""Scores of which the best is looked at before each is."""


class Nearest:
    """A table of vectors, a row for each chunk, in the order of their numbers."""

    def __init__(
        self, numbers: Iterable[int], rows: Iterable[bytes], count: int, size: int, exact: int = EXACT
    ) -> None:
        import numpy as np

        self.numbers: NDArray[int64] = np.fromiter(numbers, np.int64, count)
        self.table: NDArray[float32] = np.empty((count, size), np.float32)
        for at, row in enumerate(rows):
            self.table[at] = np.frombuffer(row, np.float32)
        self._signs: NDArray[uint64] | None = _signs(self.table) if count > exact else None

    def nearest(self, vector: Vector, k: int, among: Collection[int] | None = None) -> list[ScoredChunk]:
        """Return the ``k`` nearest above 0, the nearest first, of equals the oldest."""

        if not len(self.numbers) or k < 1:
            return []
        if among is not None:
            rows = self._rows(among)
        elif self._signs is not None:
            rows = _alike(self._signs, vector, max(LEAST, RESCORED * k))
        else:
            return _best(self.numbers, self.table @ vector, k)
        return _best(self.numbers[rows], self.table[rows] @ vector, k)

    def scores(self, vector: Vector, among: Collection[int]) -> Mapping[int, float]:
        """Return how near each of these chunks is that has a vector."""
        if not among:
            return {}
        rows = self._rows(among)
        found = self.table[rows] @ vector
        return dict(zip(self.numbers[rows].tolist(), found.tolist(), strict=True))

    def _rows(self, among: Collection[int]) -> NDArray[int64]:
        """Return the rows of those of some chunks that have one, in the order of their numbers."""
        import numpy as np

        wanted = np.unique(np.fromiter(among, np.int64, len(among)))
        rows: NDArray[int64] = np.searchsorted(self.numbers, wanted)
        there = rows < len(self.numbers)
        there[there] = self.numbers[rows[there]] == wanted[there]
        return rows[there]


def _best(numbers: NDArray[int64], scores: NDArray[float32], k: int) -> list[ScoredChunk]:
    import numpy as np

    if k * _BLOCK < len(scores):
        # The best of k blocks are k scores, so none of the k best is below the least of these: few are left.
        blocks = len(scores) // _BLOCK
        tops = scores[: blocks * _BLOCK].reshape(blocks, _BLOCK).max(axis=1)
        if k < blocks:
            kept = np.flatnonzero(scores >= np.partition(tops, blocks - k)[blocks - k])
            numbers, scores = numbers[kept], scores[kept]
    if k < len(scores):
        # All that are as good as the last one: of equals the oldest are taken, below.
        least = np.partition(scores, len(scores) - k)[len(scores) - k]
        kept = np.flatnonzero(scores >= least)
        numbers, scores = numbers[kept], scores[kept]
    order = np.lexsort((numbers, -scores))[:k]
    found = zip(numbers[order].tolist(), scores[order].tolist(), strict=True)
    return [ScoredChunk(number, score) for number, score in found if score > 0]


def _signs(table: NDArray[float32]) -> NDArray[uint64]:
    """Return a bit for each number that is above 0, in words of 64."""
    import numpy as np

    bits = np.packbits(table > 0, axis=1)
    return np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8))).view(np.uint64)


def _alike(signs: NDArray[uint64], vector: Vector, most: int) -> NDArray[int64]:
    import numpy as np

    unlike = np.bitwise_count(signs ^ _signs(vector[np.newaxis])).sum(axis=1, dtype=np.int32)
    if most >= len(unlike):
        return np.arange(len(unlike))
    return np.sort(np.argpartition(unlike, most)[:most])
