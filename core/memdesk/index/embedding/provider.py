"""What makes vectors of texts: the contract of every model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from memdesk.errors import MemdeskError

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

Vector: TypeAlias = "NDArray[float32]"
"""The vector of one text, of length 1."""

Vectors: TypeAlias = "NDArray[float32]"
"""Vectors of several texts, a row each."""


def unit(rows: Vectors) -> Vectors:
    """Return vectors with length 1; one of a text that says nothing stays without a direction."""
    import numpy as np

    found: Vectors = np.nan_to_num(np.asarray(rows, np.float32))
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    return (found / np.where(lengths > 0, lengths, 1)).astype(np.float32)


class EmbeddingError(MemdeskError):
    """A model is not there, cannot be loaded, or does not answer."""

    code = "no_model"


class Likeness(NamedTuple):
    """Cosines as a model has them: of texts that have nothing in common, and of those that say the same."""

    unlike: float
    alike: float

    def of(self, cosine: float) -> float:
        """Return how alike two texts are, from 0 to 1."""
        return min(1.0, max(0.0, (cosine - self.unlike) / (self.alike - self.unlike)))


class EmbeddingProvider(Protocol):
    """Makes vectors of texts; those of texts of the same meaning are near each other."""

    name: str
    """What a person chooses it by."""
    is_remote: bool
    """Whether texts leave this machine."""
    together: int
    """Texts that it is given in one go, so that it can be stopped."""
    likeness: Likeness
    wide_likeness: Likeness
    """The same for questions in scripts without spaces."""

    @property
    def model(self) -> str:
        """What made a vector: those of another model are not comparable. Raises EmbeddingError."""

    def embed(self, texts: Sequence[str], *, asked: bool = False) -> Vectors:
        """Return a vector of length 1 for each text; ``asked`` are questions. Raises EmbeddingError."""
