"""Why a prompt has what it has: where each stretch comes from, how its memories ranked, what was left out.

Pure: from the context that a system made and what a budget left of it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from math import inf, isfinite
from typing import NamedTuple

from memdesk.errors import InvalidError
from memdesk.model import Revision, Site
from memdesk.systems.tools import OmissionReason, OmittedMemory, PromptContext, PromptPiece
from memdesk.text.encoding import decode
from memdesk.text.fragment import id_of
from memdesk.text.json.spans import Node, spans
from memdesk.text.lines import lines, lines_named
from memdesk.text.tokens import estimate

MOST_LEFT_OUT = 200
"""Memories below the line that are told of one by one; of all others only the number."""


class ContextDocument(NamedTuple):
    """A document as the call met it."""

    data: bytes | None = None
    revision: Revision | None = None


Look = Callable[[str], ContextDocument]
"""Returns a document that the call has read."""


class PromptSpan(NamedTuple):
    """Characters of the prompt's text, and the rank of the candidate that stands there."""

    start: int
    end: int
    rank: int


@dataclass(frozen=True, slots=True)
class ContextCandidate:
    """A memory that was weighed for a prompt. Lines count from 1, None where there is no telling."""

    rank: int
    """From 1: the order in which a budget would keep it. What was left out follows, the nearest first."""
    uri: str
    heading: str
    text: str
    first: int | None
    last: int | None
    score: float | None
    parts: tuple[tuple[str, float], ...]
    matched: tuple[str, ...]
    why: str
    tokens: int
    bytes: int
    revision: Revision | None = None
    """The version of the document that it is from."""
    reason: OmissionReason | None = None
    """Why it is not in the prompt; None where it is."""
    limit: int | None = None
    setting: str = ""

    @property
    def is_injected(self) -> bool:
        """Whether it stands in the prompt."""
        return self.reason is None

    @property
    def address(self) -> str:
        """The document and the lines, as ``show`` takes them; the uri where there are none."""
        if self.first is None or self.last is None:
            return self.uri
        span = f"L{self.first}" if self.first == self.last else f"L{self.first}-L{self.last}"
        return f"{self.uri.partition('#')[0]}#{span}"


class Cutoff(NamedTuple):
    """Where the line runs: what the first memory below it was kept out by, and the scores beside the line."""

    reason: OmissionReason
    limit: int | None
    setting: str
    last_in: float | None
    first_out: float | None


@dataclass(frozen=True, slots=True)
class ContextTrace:
    """A system's context for a message, explained."""

    site: Site
    query: str
    context: PromptContext
    budget: int | None = None
    supposed: tuple[tuple[str, str], ...] = ()
    """Settings that were taken for others."""
    stretches: tuple[PromptSpan, ...] = ()
    candidates: tuple[ContextCandidate, ...] = ()
    """By rank: what is in the prompt, then what is below the line."""
    left_out: Mapping[OmissionReason, int] = field(default_factory=dict)
    """How many were left out for which reason, those among them that are not told of one by one."""

    @property
    def injected(self) -> tuple[ContextCandidate, ...]:
        """What stands in the prompt, by rank."""
        return tuple(each for each in self.candidates if each.is_injected)

    @property
    def below(self) -> tuple[ContextCandidate, ...]:
        """What was left out, the nearest first."""
        return tuple(each for each in self.candidates if not each.is_injected)

    @property
    def cutoff(self) -> Cutoff | None:
        """Where the line runs, None where nothing was left out."""
        below, scored = self.below, [one.score for one in self.injected if one.score is not None]
        if not below:
            return None
        first = below[0]
        return Cutoff(
            first.reason or OmissionReason.BUDGET,
            first.limit,
            first.setting,
            min(scored, default=None),
            first.score,
        )

    @property
    def tokens(self) -> int:
        """What the text costs, estimated."""
        return estimate(self.context.text)

    @property
    def bytes(self) -> int:
        """How large the text is in UTF-8."""
        return _size(self.context.text)


class Differences(NamedTuple):
    """What two contexts do not share, each as it stands in its own."""

    only_first: tuple[ContextCandidate, ...]
    only_second: tuple[ContextCandidate, ...]


def differences(first: ContextTrace, second: ContextTrace) -> Differences:
    """Return what only one of two contexts injects."""
    sides = [{(each.uri, each.text): each for each in one.injected} for one in (first, second)]
    return Differences(
        tuple(each for key, each in sides[0].items() if key not in sides[1]),
        tuple(each for key, each in sides[1].items() if key not in sides[0]),
    )


def traced(
    site: Site,
    query: str,
    whole: PromptContext,
    cut: PromptContext,
    look: Look,
    *,
    budget: int | None = None,
    supposed: tuple[tuple[str, str], ...] = (),
) -> ContextTrace:
    """Explain a context: ``whole`` as the system made it, ``cut`` as the budget left it."""
    documents = _Documents(look)
    standing = {id(piece) for piece in cut.pieces}
    ranked = sorted(enumerate(piece for piece in whole.pieces if piece.uri), key=_by_rank)
    kept = [piece for _, piece in ranked if id(piece) in standing]
    over = [
        OmittedMemory(piece, OmissionReason.BUDGET, budget)
        for _, piece in ranked
        if id(piece) not in standing
    ]
    counts = Counter[OmissionReason]()
    below: list[OmittedMemory] = []
    for each in (*over, *whole.left_out()):
        counts[each.reason] += 1
        if len(below) < MOST_LEFT_OUT:
            below.append(each)
    candidates = [documents.candidate(rank, piece) for rank, piece in enumerate(kept, 1)]
    for rank, each in enumerate(below, len(candidates) + 1):
        found = documents.candidate(rank, each.piece)
        candidates.append(replace(found, reason=each.reason, limit=each.limit, setting=each.setting))
    ranks = {id(piece): rank for rank, piece in enumerate(kept, 1)}
    stretches = tuple(_stretches(cut.pieces, ranks))
    return ContextTrace(site, query, cut, budget, supposed, stretches, tuple(candidates), dict(counts))


def _by_rank(placed: tuple[int, PromptPiece]) -> tuple[bool, float, int]:
    """Sort as a budget keeps: what stays in any case, then by weight, the first of equals before others."""
    place, piece = placed
    weight = (piece.score or 0.0) if piece.weight is None else piece.weight
    return (not piece.fixed, -weight, place)


def _stretches(pieces: Iterable[PromptPiece], ranks: Mapping[int, int]) -> Iterator[PromptSpan]:
    at = 0
    for piece in pieces:
        end = at + len(piece.text)
        if piece.uri:
            yield PromptSpan(at, end, ranks[id(piece)])
        at = end


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


class _Documents:
    """The documents of a trace, each looked at once."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._known: dict[str, _Document] = {}

    def candidate(self, rank: int, piece: PromptPiece) -> ContextCandidate:
        """Return a piece as a candidate, with where it stands in its document."""
        path, _, fragment = piece.uri.partition("#")
        document = self._known.get(path)
        if document is None:
            document = self._known[path] = _Document(path, self._look(path))
        first, last = piece.lines or document.lines_of(fragment) or (None, None)
        parts = tuple((name, value) for name, value in piece.parts if isfinite(value))
        return ContextCandidate(
            rank,
            piece.uri,
            piece.heading,
            piece.text,
            first,
            last,
            None if piece.score is None or abs(piece.score) == inf else piece.score,
            parts,
            piece.matched,
            piece.why,
            estimate(piece.text),
            _size(piece.text),
            document.revision,
        )


class _Document:
    """A document, and which lines its parts are on."""

    def __init__(self, path: str, source: ContextDocument) -> None:
        self.revision = source.revision
        self._path = path
        self._data = source.data

    def lines_of(self, fragment: str) -> tuple[int, int] | None:
        """Return the lines of a part that a uri names, of the whole where it names none."""
        if not fragment:
            return (1, len(self._lines)) if self._lines and self._is_text else None
        return lines_named(fragment) or self._entries.get(fragment)

    @property
    def _is_text(self) -> bool:
        return self._path.lower().endswith((".md", ".txt", ".json"))

    @cached_property
    def _text(self) -> str:
        return decode(self._data or b"").lined if self._is_text else ""

    @cached_property
    def _lines(self) -> list[str]:
        return lines(self._text)

    @cached_property
    def _entries(self) -> Mapping[str, tuple[int, int]]:
        """The lines of every key and every entry with an id, and of those one list below a key."""
        if not self._path.lower().endswith(".json"):
            return {}
        starts = [0, *accumulate(map(len, self._lines))]
        try:
            root = spans(self._text)
            return {
                name: (bisect_right(starts, start), bisect_right(starts, max(start, end - 1)))
                for name, start, end in _named(root)
            }
        except (InvalidError, RecursionError):
            return {}


def _named(node: Node, above: str = "") -> Iterator[tuple[str, int, int]]:
    """Yield every part that a uri names, with where it begins and ends: keys, ids, ids below keys."""
    for member in node.members:
        name = member.name if member.name is not None else id_of(member.node.value)
        if name is not None:
            yield above + name, member.start, member.node.end
        if member.name is not None and not above and member.node.opener == "[":
            yield from _named(member.node, f"{member.name}/")
