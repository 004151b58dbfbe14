"""What a question finds in the documents of a workspace, best first, and why."""

from memdesk.index import EVERYWHERE, TIERS, Only
from memdesk.search.finding import search
from memdesk.search.refresh import answer, refresh, refresh_listed
from memdesk.search.results import Found, Hit, ModeReason, Parts

__all__ = (
    "EVERYWHERE",
    "TIERS",
    "Found",
    "Hit",
    "ModeReason",
    "Only",
    "Parts",
    "answer",
    "refresh",
    "refresh_listed",
    "search",
)
