"""Records that tell a time no clock can show are damaged records, or pass over it; nothing crashes."""

from __future__ import annotations

import json

import pytest

from memdesk.access.locks import LockPolicy
from memdesk.access.proposals import ApprovalState
from memdesk.errors import InvalidError
from memdesk.findings.dismissals import Dismissals
from memdesk.findings.quarantined import unpacked
from memdesk.index.local_state.findings import _examined
from memdesk.policy.comments import Comments
from memdesk.review.decisions import Marks
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.versions.gc import NAME, last_collected
from memdesk.store.versions.pins import pins_in

HUGE = 10**400
TEXTS = dict.fromkeys(("id", "uri", "part", "by", "why", "text", "key", "fingerprint", "check", "code"), "x")
ITEM = {**TEXTS, "time": HUGE, "revision": "r", "is_file": True, "value": 1, "lock": "locked", "base": "r"}
QUARANTINED = {**ITEM, "before": "", "after": None, "made": None, "pending": False}
STAGED = {"id": "1", "time": HUGE, "actor": {}, "rule": {}, "proposals": []}
MARK = {"mark": "snoozed", "by": "me", "via": "gui", "time": 1, "until": HUGE, "ids": ["1"]}


class Kept:
    """Stands for a workspace and its store, which keep one record."""

    def __init__(self, name):
        self.store = self
        self.data = json.dumps({name: [ITEM]}).encode()

    def record(self, _):
        return self.data


@pytest.mark.parametrize(
    "read",
    [
        lambda: LockPolicy(Kept("rules"), None).rules(),
        lambda: pins_in(Kept("pins").data),
        lambda: Comments(Kept("comments")).all(),
        lambda: Dismissals(Kept("dismissed")).all(),
        lambda: unpacked(json.dumps(QUARANTINED).encode()),
    ],
    ids=["locks", "pins", "comments", "dismissals", "quarantine"],
)
def test_a_record_that_must_be_right_is_damaged(read):
    with pytest.raises(InvalidError, match="too large"):
        read()


def test_one_among_others_is_passed_over():
    desk, marks = ApprovalState(), Marks()
    desk.take(json.dumps({"staged": STAGED}))
    marks.take(json.dumps(MARK))
    assert (desk.waiting, marks.by_id) == ({}, {})
    assert _examined("[[[Infinity, 2]], [], []]") is None


def test_a_collection_at_no_time_is_none(tmp_path):
    (tmp_path / NAME).write_text(json.dumps({"time": HUGE, "capped": 1}))
    assert last_collected(SafeRoot(tmp_path)) is None
