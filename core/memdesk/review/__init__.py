"""Review: what no person has judged yet, accepted or taken back, and who brought what into a memory.

An item is one operation of the log. What a person decided is kept beside the log, out of the agents' reach;
every way back is an ordinary commit with a mark, and comes with what undoes both.
"""

from __future__ import annotations

from memdesk.review.blame import BlamedText, BlameOrigin, BlameSpan, LineSource, unjudged
from memdesk.review.detail import Applies, Detail, DifferenceText, difference
from memdesk.review.examining import ExaminingProgress
from memdesk.review.grouping import GroupKind, ReviewGroup, groups
from memdesk.review.inbox import Done, Inbox
from memdesk.review.items import Filter, InboxOrder, ReviewItem, ReviewPage
from memdesk.review.marks import RecordedDecision, Verdict
from memdesk.review.obstacles import Obstacle, RevertError
from memdesk.review.reversal import Planned, Reversal
from memdesk.text.taking_back import ChangeStatus

__all__ = [
    "Applies",
    "BlameOrigin",
    "BlameSpan",
    "BlamedText",
    "ChangeStatus",
    "Detail",
    "DifferenceText",
    "Done",
    "ExaminingProgress",
    "Filter",
    "GroupKind",
    "Inbox",
    "InboxOrder",
    "LineSource",
    "Obstacle",
    "Planned",
    "RecordedDecision",
    "Reversal",
    "RevertError",
    "ReviewGroup",
    "ReviewItem",
    "ReviewPage",
    "Verdict",
    "difference",
    "groups",
    "unjudged",
]
