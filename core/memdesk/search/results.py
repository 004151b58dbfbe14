"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from memdesk.model import SearchMode
from memdesk.search.routing import Route
from memdesk.search.tree import TreeStep
from memdesk.text.tokens import estimate


class ModeReason(StrEnum):
    """Why a search was done in its mode."""

    ASKED = "asked"
    """It was asked for."""
    NO_MODEL = "no_model"
    """There is no model that tells what texts mean."""
    NO_VECTORS = "no_vectors"
    """The model has not read the documents yet."""
    ROUTED = "routed"
    """The form of the question: see the route."""
    EXACT = "exact"
    """What is asked for stands word for word: a phrase, a beginning of a word, what must not be there."""
    MEANING = "meaning"
    """Words and meaning tell more together."""


class Parts(NamedTuple):
    """What a score is made of, each from 0 to 1; None is what did not count."""

    keyword: float | None = None
    vector: float | None = None
    neighbours: float | None = None
    """From the chunks right before and after it."""
    writer: float | None = None
    """For being written by whom the question names."""
    recency: float | None = None
    tree: float | None = None

    def counted(self) -> dict[str, float]:
        """Return the parts that counted, by name."""
        return {name: part for name, part in self._asdict().items() if part is not None}


NO_PARTS = Parts()


@dataclass(frozen=True, slots=True)
class SearchHit:
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
    source: SearchMode = SearchMode.KEYWORD
    """What found it: words, meaning, both (hybrid) or the tree."""
    parts: Parts = NO_PARTS
    part: str = ""
    """What names it in its document, where it is filed by topic."""
    trail: tuple[TreeStep, ...] = ()
    """The topics that led to it, from the top down, where it is filed by topic."""

    @property
    def address(self) -> str:
        """The document and the lines of the chunk, as ``show`` and ``open`` take them; not all have lines."""
        if not self.first:
            return self.uri
        lines = f"L{self.first}" if self.first == self.last else f"L{self.first}-L{self.last}"
        return f"{self.uri}#{lines}"

    @property
    def tokens(self) -> int:
        """About how many tokens its text costs in a prompt."""
        return estimate(self.text)


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The best hits first, what was asked for, and how many chunks were weighed and left out."""

    hits: tuple[SearchHit, ...] = ()
    terms: tuple[str, ...] = ()
    corrected: tuple[tuple[str, str], ...] = ()
    """Words that nothing has, each with the one that was looked for instead."""
    left_out: int = 0
    """Chunks that have too little of the question."""
    mode: SearchMode = SearchMode.KEYWORD
    """How was searched; never auto."""
    reason: ModeReason = ModeReason.ASKED
    route: Route | None = None
    """How the question was told to be searched, where nobody asked for a mode."""
    below: tuple[SearchHit, ...] = ()
    """The best of what was left out, where that was asked for."""
    note: str = ""
    """Why the model was done without, where it failed."""
