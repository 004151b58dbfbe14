"""Overview: what changed, waits, grew and is recalled in a workspace, from what is known of it already."""

from memdesk.review.overview.gathering import (
    Unseen,
    growth_of,
    news_of,
    overview_of,
    states_of,
    troubles_in,
    unseen_of,
    waits_of,
)
from memdesk.review.overview.records import (
    ChangedDocument,
    Day,
    Growth,
    Holding,
    Limited,
    Overview,
    Recalled,
    States,
    Trouble,
    WaitingChange,
    Waits,
    WritesBy,
)

__all__ = [
    "ChangedDocument",
    "Day",
    "Growth",
    "Holding",
    "Limited",
    "Overview",
    "Recalled",
    "States",
    "Trouble",
    "Unseen",
    "WaitingChange",
    "Waits",
    "WritesBy",
    "growth_of",
    "news_of",
    "overview_of",
    "states_of",
    "troubles_in",
    "unseen_of",
    "waits_of",
]
