"""What makes vectors of texts: the contract of every model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

Vector: TypeAlias = "NDArray[float32]"
"""The vector of one text, of length 1."""

Vectors: TypeAlias = "NDArray[float32]"
"""Vectors of several texts, a row each."""


class EmbeddingProvider(Protocol):
    """Makes vectors of texts; those of texts of the same meaning are near each other."""

    name: str
    """What a person chooses it by."""

    @property
    def model(self) -> str:
        """What made a vector: those of another model, or of another size, are not comparable."""

    def embed(self, texts: Sequence[str], *, asked: bool = False) -> Vectors:
        """Return a vector of length 1 for each text; ``asked`` are questions. Raises EmbeddingError."""
