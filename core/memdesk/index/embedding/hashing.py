"""Words counted into 256 places by their hashes, as EvoClaw's provider "local" does: needs no model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from memdesk.index.embedding.provider import Likeness, Vectors, unit

DIMENSIONS = 256

_OFFSET, _PRIME, _MASK = 0xCBF29CE484222325, 0x100000001B3, (1 << 64) - 1
"""Of FNV-1a with 64 bits."""


class Hashing:
    """Counts words and pairs of words; tells the same words apart from others, not the same meaning."""

    name = "hashing-256"
    model = f"hashing-{DIMENSIONS}"
    is_remote = False
    together = 512
    likeness = wide_likeness = Likeness(0.3, 0.8)

    def embed(self, texts: Sequence[str], *, asked: bool = False) -> Vectors:  # noqa: ARG002
        """Return a vector of length 1 for each text, one of zeros where it has no word."""
        import numpy as np

        found = np.zeros((len(texts), DIMENSIONS), np.float32)
        for row, text in zip(found, texts, strict=True):
            for feature in _features(text):
                code = fnv1a(feature)
                row[code % DIMENSIONS] += -1.0 if code >> 63 else 1.0
        return unit(found)


def fnv1a(text: str) -> int:
    """Return the FNV-1a hash of a text's UTF-8."""
    code = _OFFSET
    for byte in text.encode("utf-8", "replace"):
        code = (code ^ byte) * _PRIME & _MASK
    return code


def _features(text: str) -> Iterator[str]:
    words = "".join(
        letter if letter.isalpha() or letter.isdecimal() else " " for letter in text.lower()
    ).split()
    yield from words
    yield from (f"{one} {other}" for one, other in pairwise(words))
