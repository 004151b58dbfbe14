"""Review: what no person has judged yet, accepted or taken back, and who brought what into a memory.

An item is one operation of the log. What a person decided is kept beside the log, out of the agents' reach;
every way back is an ordinary commit with a mark, and comes with what undoes both.

``overview`` is the whole workspace at one look: what changed, waits, grew and is recalled.
"""

from __future__ import annotations

from memdesk.review.blame import BlamedText, BlameOrigin, BlameSpan, LineSource, unjudged
from memdesk.review.decisions import RecordedDecision, Verdict
from memdesk.review.detail import Applies, Detail, DifferenceText, difference
from memdesk.review.grouping import GroupKind, ReviewGroup, groups, net_changes
from memdesk.review.inbox import Done, Inbox
from memdesk.review.items import Filter, InboxOrder, ReviewItem, ReviewPage
from memdesk.review.revert import Planned, Reversal
from memdesk.review.revert_obstacles import Obstacle, RevertError
from memdesk.review.scanner import ExaminingProgress
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
    "net_changes",
    "unjudged",
]
