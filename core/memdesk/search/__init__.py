"""What a question finds in the documents of a workspace, best first, and why."""

from memdesk.index import EVERYWHERE, TIERS, ChunkFilter
from memdesk.search.finding import search
from memdesk.search.following import catch_up
from memdesk.search.meaning import Meaning, meaning_of
from memdesk.search.refresh import answer, embed, refresh, some_meaning
from memdesk.search.results import ModeReason, Parts, SearchHit, SearchResults

__all__ = (
    "EVERYWHERE",
    "TIERS",
    "ChunkFilter",
    "Meaning",
    "ModeReason",
    "Parts",
    "SearchHit",
    "SearchResults",
    "answer",
    "catch_up",
    "embed",
    "meaning_of",
    "refresh",
    "search",
    "some_meaning",
)
