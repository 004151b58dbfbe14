"""What a question finds in the documents of a workspace, best first, and why."""

from memdesk.search.keyword import search
from memdesk.search.refresh import answer, refresh, refresh_listed
from memdesk.search.results import EVERYWHERE, TIERS, Found, Hit, Only

__all__ = ("EVERYWHERE", "TIERS", "Found", "Hit", "Only", "answer", "refresh", "refresh_listed", "search")
