"""What is recalled for a question: by words and topics, or by the search of memdesk, as is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memdesk.model import Kind, SearchMode
from memdesk.systems.evoclaw.filing import entry_lines
from memdesk.systems.evoclaw.retrieve import RetrievalCandidate, RetrievalHit, RetrieveMode, find
from memdesk.systems.evoclaw.tiers import AgentTiers
from memdesk.systems.evoclaw.values import text_of
from memdesk.systems.tools import Passage

_KINDS = (Kind.WARM, Kind.COLD)
_LETTERS = 40
"""Letters of a memory that tell it from the others of its line."""


def recalled(tiers: AgentTiers, query: str, limit: int) -> list[RetrievalHit]:
    """Return the memories for a question, best first."""
    candidates = tiers.candidates()
    if tiers.limits.retrieval == "topics":
        return find(query, candidates, tiers.tree, limit)
    return searched(tiers, query, candidates, limit)


def searched(
    tiers: AgentTiers,
    query: str,
    candidates: Iterable[RetrievalCandidate],
    limit: int,
    mode: SearchMode = SearchMode.AUTO,
) -> list[RetrievalHit]:
    """Return what the search of memdesk finds; what no index has, by words alone, beside it.

    Raises InvalidError for a mode that is not there.
    """
    passages = tiers.memory.search(query, 2 * limit, _KINDS, mode)
    known = _Known(tiers, candidates)
    found: dict[int, RetrievalHit] = {}
    for passage in passages:
        candidate = known.meant(passage)
        if candidate is not None:
            hit = RetrievalHit(candidate, passage.score, passage.matched, by=passage.parts)
            found.setdefault(id(candidate), hit)
    rest = [one for one in known.unindexed if id(one) not in found]
    beside = find(query, rest, tiers.tree, limit, RetrieveMode.KEYWORD)
    return sorted((*found.values(), *beside), key=lambda hit: -hit.relevance)[:limit]


class _Known:
    """The memories that can be meant by what a search finds."""

    def __init__(self, tiers: AgentTiers, candidates: Iterable[RetrievalCandidate]) -> None:
        self._warm = tiers.at.warm
        self._lines: Mapping[str | int, tuple[int, int]] = tiers.memory.load(self._warm, entry_lines) or {}
        self._places = {id(item): at for at, item in enumerate(tiers.warm)}
        every = list(candidates)
        self._entries = [one for one in every if one.entry is not None]
        self.unindexed = [one for one in every if one.entry is None]
        self._by_id = {one.id: one for one in every}

    def meant(self, passage: Passage) -> RetrievalCandidate | None:
        """Return the memory that a passage is; None for one of another agent, or of no memory."""
        if passage.part:
            return self._by_id.get(passage.part)
        if passage.uri != self._warm:
            return None
        near = [one for one in self._entries if self._is_on(one, passage)]
        return near[0] if len(near) == 1 else next((one for one in near if _says(passage, one)), None)

    def _is_on(self, one: RetrievalCandidate, passage: Passage) -> bool:
        first, last = self._lines.get(self._places.get(id(one.entry), -1), (0, 0))
        return first <= passage.last and passage.first <= last


def _says(passage: Passage, one: RetrievalCandidate) -> bool:
    return " ".join(text_of(one.text).split())[:_LETTERS] in " ".join(passage.text.split())
