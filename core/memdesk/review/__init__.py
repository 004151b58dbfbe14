"""Review: what no person has judged yet, accepted or taken back, and who brought what into a memory.

An item is one operation of the log. What a person decided is kept beside the log, out of the agents' reach;
every way back is an ordinary commit with a mark, and comes with what undoes both.
"""

from __future__ import annotations

from memdesk.review.blame import BlameSpan, LineSource, Source, Trace, unjudged
from memdesk.review.detail import Applies, Detail, Shown, difference
from memdesk.review.examining import Looked
from memdesk.review.grouping import GroupKind, ReviewGroup, groups
from memdesk.review.inbox import Done, Inbox
from memdesk.review.items import Filter, Order, ReviewItem, ReviewPage
from memdesk.review.marks import Mark, Verdict
from memdesk.review.obstacles import Obstacle, RevertError
from memdesk.review.reversal import Planned, Reversal
from memdesk.text.taking_back import Standing

__all__ = [
    "Applies",
    "BlameSpan",
    "Detail",
    "Done",
    "Filter",
    "GroupKind",
    "Inbox",
    "LineSource",
    "Looked",
    "Mark",
    "Obstacle",
    "Order",
    "Planned",
    "Reversal",
    "RevertError",
    "ReviewGroup",
    "ReviewItem",
    "ReviewPage",
    "Shown",
    "Source",
    "Standing",
    "Trace",
    "Verdict",
    "difference",
    "groups",
    "unjudged",
]
