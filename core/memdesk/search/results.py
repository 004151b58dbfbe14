"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass
from json import dumps
from typing import NamedTuple

TIERS = ("hot", "warm", "cold")
"""The kinds of documents that are a tier of their family."""


class Only(NamedTuple):
    """What is searched: documents of these kinds, families and tiers, and below this folder; empty is all.

    ``documents`` are the only ones where it is not None.
    """

    kinds: frozenset[str] = frozenset()
    systems: frozenset[str] = frozenset()
    folder: str = ""
    tiers: frozenset[str] = frozenset()
    documents: frozenset[str] | None = None

    def conditions(self) -> tuple[list[str], list[str]]:
        """Return what the index's table of documents is asked for: conditions in SQL, and their values."""
        where: list[str] = []
        values: list[str] = []
        for column, wanted in (("kind", self.kinds), ("kind", self.tiers), ("system", self.systems)):
            if wanted:
                where.append(f"documents.{column} IN ({','.join('?' * len(wanted))})")
                values += sorted(wanted)
        if self.folder:
            where.append("substr(documents.uri, 1, length(?)) = ?")
            values += [f"{self.folder}/"] * 2
        if self.documents is not None:
            where.append("documents.uri IN (SELECT value FROM json_each(?))")
            values.append(dumps(sorted(self.documents)))
        return where, values


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
