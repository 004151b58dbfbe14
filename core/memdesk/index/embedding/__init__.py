"""Texts as vectors, by models that tell how near in meaning two texts are; each is loaded when first used."""

from memdesk.index.embedding.choice import NAMES, default_name, provider_of
from memdesk.index.embedding.provider import EmbeddingError, EmbeddingProvider, Vector, Vectors

__all__ = (
    "NAMES",
    "EmbeddingError",
    "EmbeddingProvider",
    "Vector",
    "Vectors",
    "default_name",
    "provider_of",
)
