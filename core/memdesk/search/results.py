"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Only(NamedTuple):
    """What is searched: documents of these kinds and families, and below this folder; empty is all."""

    kinds: frozenset[str] = frozenset()
    systems: frozenset[str] = frozenset()
    folder: str = ""


EVERYWHERE = Only()


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that was found. Its text and snippet have secrets covered; lines count from 1."""

    uri: str
    title: str
    kind: str
    system: str
    heading: str
    text: str
    snippet: str
    first: int
    last: int
    score: float
    matched: tuple[str, ...]
    """The terms of the question that the chunk or its document's name has."""
    missing: tuple[str, ...]

    @property
    def address(self) -> str:
        """The document and the lines of the chunk, as ``show`` and ``open`` take them."""
        lines = f"L{self.first}" if self.first == self.last else f"L{self.first}-L{self.last}"
        return f"{self.uri}#{lines}"


@dataclass(frozen=True, slots=True)
class Found:
    """The best hits first, what was asked for, and how many chunks were weighed and left out."""

    hits: tuple[Hit, ...] = ()
    terms: tuple[str, ...] = ()
    corrected: tuple[tuple[str, str], ...] = ()
    """Words that nothing has, each with the one that was looked for instead."""
    left_out: int = 0
    """Chunks that have too little of the question."""
