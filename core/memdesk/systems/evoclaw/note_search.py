"""What the daily notes have of a question: their lines as they stand, beside the memories of the tiers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memdesk.systems.evoclaw.places import AgentPaths
from memdesk.systems.evoclaw.retrieve import RetrievalCandidate, RetrievalHit, RetrieveMode, find
from memdesk.systems.evoclaw.tiers import AgentTiers
from memdesk.systems.tools import SiteMemory
from memdesk.text.terms import terms_of

NOTE = "note"
"""The tier that is told of a line of a note."""
_NAME = re.compile(r"\d{4}-\d{2}-\d{2}.*\.md")
_WEIGHT = 0.5
"""How much a line matters: as much as a memory of which nobody said."""


def with_notes(tiers: AgentTiers, query: str, hits: list[RetrievalHit], limit: int) -> list[RetrievalHit]:
    """Return what was found together with the lines of notes that belong to it, the best first.

    A line from which one of the memories was taken is not told again.
    """
    told = [_bare(hit.candidate.text) for hit in hits]
    lines = find(query, list(_lines(tiers.memory, tiers.at)), {}, 2 * limit, RetrieveMode.KEYWORD)
    new = [hit for hit in lines if not _is_told(hit, told)]
    return sorted((*hits, *new), key=lambda hit: -hit.relevance)[:limit]


def _lines(memory: SiteMemory, at: AgentPaths) -> Iterator[RetrievalCandidate]:
    for folder in at.note_folders:
        for path in memory.names(folder):
            if _NAME.fullmatch(path.rpartition("/")[2]):
                day = path.rpartition("/")[2][:10]
                for number, text, terms in memory.load(path, _told_lines) or ():
                    yield RetrievalCandidate(f"{path}#L{number}", text, f"notes/{day}", NOTE, _WEIGHT, terms)


def _told_lines(data: bytes) -> tuple[tuple[int, str, frozenset[str]], ...]:
    """Return the lines of a note that say something, each with its number and its terms."""
    lines = enumerate(data.decode(errors="replace").split("\n"), 1)
    said = ((number, line.strip()) for number, line in lines)
    return tuple((number, text, terms_of(text)) for number, text in said if text and not text.startswith("#"))


def _is_told(hit: RetrievalHit, told: Iterable[str]) -> bool:
    said = _bare(hit.candidate.text)
    return any(each and each in said for each in told)


def _bare(text: str) -> str:
    return " ".join(text.replace("**", "").lower().split())
