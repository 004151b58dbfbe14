"""Texts as vectors, by models that tell how near in meaning two texts are; each is loaded when first used."""

from memdesk.index.embedding.choice import NAMES, default_name, names, provider_of
from memdesk.index.embedding.provider import (
    EmbeddingError,
    EmbeddingProvider,
    Likeness,
    Vector,
    Vectors,
    unit,
)

__all__ = (
    "NAMES",
    "EmbeddingError",
    "EmbeddingProvider",
    "Likeness",
    "Vector",
    "Vectors",
    "default_name",
    "names",
    "provider_of",
    "unit",
)
