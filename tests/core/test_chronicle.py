"""The past as one line: what there was after any number of versions, at any time, and day by day."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.history.history import History
from memdesk.history.timeline import Version, VersionTimeline
from memdesk.model import OUTSIDE, Actor, ChangeKind, Origin, Via, revision_of
from memdesk.workspace import ANY, Workspace

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
DAY = 86_400.0
NOON = datetime(2026, 3, 10, 12).timestamp()


class Clock:
    """A clock that is set by hand."""

    moment = NOON

    def now(self):
        return self.moment


def version(uri, text, time, operation="op"):
    revision = None if text is None else revision_of(text.encode())
    return Version(uri, revision, None, time, AGENT, ChangeKind.MODIFIED, 1, operation)


def texts(state):
    return {uri: None if found is None else found.revision for uri, found in state.items()}


def test_a_document_is_what_it_was_last_before_the_moment():
    chronicle = VersionTimeline([version("a", "1", 10), version("b", "x", 20), version("a", "2", 30)])
    one, two, other = (revision_of(text) for text in (b"1", b"2", b"x"))
    assert texts(chronicle.at(5)) == {"a": None, "b": None}
    assert texts(chronicle.at(10)) == {"a": one, "b": None}
    assert texts(chronicle.at(29.9)) == {"a": one, "b": other}
    assert texts(chronicle.after(3)) == texts(chronicle.at(1e12)) == {"a": two, "b": other}
    assert chronicle.document_after("a", 2).revision == one
    assert chronicle.document_after("never", 2) is None


def test_what_was_deleted_is_gone_until_it_comes_back():
    chronicle = VersionTimeline([version("a", "1", 1), version("a", None, 2), version("a", "2", 3)])
    assert [chronicle.at(time)["a"] is None for time in (0, 1, 2, 3)] == [True, False, True, False]


def test_a_document_met_later_was_there_before_as_it_was_met():
    met = version("a", "1", 50, operation="")
    chronicle = VersionTimeline([version("b", "x", 10), met, version("a", "2", 50)])
    assert chronicle.at(10)["a"] is met
    assert chronicle.at(10)["a"].time > 10
    assert chronicle.at(50)["a"].revision == revision_of(b"2")


def test_a_clock_that_was_set_back_brings_nothing_back():
    chronicle = VersionTimeline([version("a", "1", 100), version("a", "2", 40), version("a", "3", 120)])
    assert chronicle.made_by(99) == 0
    assert chronicle.at(110)["a"].revision == revision_of(b"2")


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["1", "2", None]), st.integers(0, 20))),
    st.integers(-1, 21),
)
def test_at_is_a_replay(steps, time):
    steps = sorted(steps, key=lambda step: step[2])
    replayed = {uri: None for uri, _, _ in steps}
    for uri, text, when in steps:
        if when <= time:
            replayed[uri] = None if text is None else revision_of(text.encode())
    assert texts(VersionTimeline(version(*step) for step in steps).at(time)) == replayed


def test_days_are_stepped_over_whole():
    times = [NOON, NOON + 60, NOON + DAY, NOON + DAY + 60, NOON + 4 * DAY]
    chronicle = VersionTimeline(version("a", str(time), time) for time in times)
    assert [chronicle.earlier_day(place) for place in range(5)] == [0, 0, 1, 1, 3]
    assert [chronicle.later_day(place) for place in range(5)] == [3, 3, 4, 4, 4]


@pytest.fixture
def workspace(tmp_path):
    (tmp_path / "old.md").write_bytes(b"old\n")
    (tmp_path / "untouched.md").write_bytes(b"same\n")
    clock = Clock()
    with Workspace.open(tmp_path, clock=clock) as workspace:
        for seconds, uri, data in (
            (10, "new.md", b"new\n"),
            (20, "old.md", b"changed\n"),
            (30, "new.md", None),
            (40, "old.md", b"again\n"),
        ):
            clock.moment = NOON + seconds
            workspace.commit(uri, data, ANY, AGENT)
        yield workspace


def test_a_workspace_at_any_time(workspace):
    history = History(workspace)
    old, changed, new = (revision_of(text) for text in (b"old\n", b"changed\n", b"new\n"))
    assert texts(history.at(NOON)) == {"new.md": None, "old.md": old}
    assert history.at(NOON)["old.md"].actor == OUTSIDE
    assert texts(history.at(NOON + 25)) == {"new.md": new, "old.md": changed}
    assert texts(history.at(NOON + 30)) == {"new.md": None, "old.md": changed}
    assert all(history.is_kept(found) for found in history.at(NOON + 25).values())
    assert not history.is_kept(version("old.md", "never", 1.0))


def test_one_document_ends_with_what_is_on_disk(workspace):
    history = History(workspace)
    (workspace.root / "old.md").write_bytes(b"outside\n")
    chronicle = history.chronicle("old.md")
    assert len(chronicle) == 4
    assert chronicle.versions[-1].revision == revision_of(b"outside\n")
    revisions = [found.revision for found in history.versions("old.md")]
    assert [found.revision for found in reversed(chronicle.versions)] == revisions
