"""Texts as vectors, by models that tell how near in meaning two texts are; each is loaded when first used."""

from memdesk.embedding.provider import EmbeddingProvider, Vector, Vectors

__all__ = ("EmbeddingProvider", "Vector", "Vectors")
