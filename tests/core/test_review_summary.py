"""What the log tells all in all is read once: later openings read what is new, and nothing of another log."""

from __future__ import annotations

import json

import pytest

from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox
from memdesk.review import log_summary as told
from memdesk.review.current_names import Renames
from memdesk.review.log_summary import LogSummary
from memdesk.store import ANY, Store
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
URI = "facts/user.md"
COPY = "memory/backups/20261122_100000_MEMORY.md"


@pytest.fixture
def desk(memory_path, monkeypatch):
    """A workspace where a document was renamed and a copy taken; what is told is remembered at once."""
    monkeypatch.setattr(told, "SLACK", 0)
    root = memory_path / "root"
    (root / "memory").mkdir(parents=True)
    (root / "memory/MEMORY.md").write_bytes(b"copy\n")
    with Workspace.open(root) as workspace:
        workspace.commit("facts/old.md", b"one\n", ANY, BLOOP)
        workspace.rename("facts/old.md", URI, BLOOP)
        workspace.commit(COPY, b"copy\n", ANY, BLOOP)
        workspace.commit("facts/ada.md", b"two\n", ANY, ADA)
        yield workspace


@pytest.fixture
def stretches(monkeypatch):
    """Which stretches of the log are read from now on."""
    found, gist = [], Store.gist

    def noted(store, after, end, texts):
        found.append(after)
        return gist(store, after, end, texts)

    monkeypatch.setattr(Store, "gist", noted)
    return found


def log_of(desk):
    return desk.root / ".memdesk/operations.jsonl"


def test_what_was_told_once_is_not_read_again(desk, stretches):
    first = LogSummary(desk).now(0)
    assert (first.number, first.end) == (3, log_of(desk).stat().st_size)
    assert [step.path for step in first.renames] == ["facts/old.md"]
    assert (first.copy_names, len(first.copies)) == ({COPY}, 1)
    del stretches[:]
    assert LogSummary(desk).now(0) == first
    assert stretches == []


def test_only_what_is_new_is_read_when_the_workspace_is_opened_again(desk, stretches):
    before = LogSummary(desk).now(0)
    desk.rename(URI, "facts/me.md", BLOOP)
    del stretches[:]
    again = LogSummary(desk)
    assert again.now(0).number == before.number + 1
    assert stretches == [before.end]
    assert Renames(again).now("facts/old.md", 0) == "facts/me.md"


def test_a_copy_that_takes_the_place_of_one_told_of_before_waits(desk):
    assert Inbox(desk).count() == 2
    desk.commit(COPY, None, ANY, BLOOP)
    desk.commit(COPY, b"another\n", ANY, BLOOP)
    assert [item.uri for item in Inbox(desk).pending()][:2] == [COPY, COPY]
    assert Inbox(desk).count() == 4


def test_a_log_that_was_cut_or_replaced_is_told_anew(desk):
    LogSummary(desk).now(0)
    lines = log_of(desk).read_bytes().splitlines(keepends=True)
    log_of(desk).write_bytes(lines[0])
    assert LogSummary(desk).now(0)[1:4] == (1, len(lines[0]), ())
    log_of(desk).write_bytes(lines[0].replace(b'"origin": "agent"', b'"origin": "human"') * 9)
    assert LogSummary(desk).now(0).number == 0


def test_a_log_that_becomes_shorter_while_it_is_followed_is_told_anew(desk):
    summary = LogSummary(desk)
    summary.now(0)
    log_of(desk).write_bytes(log_of(desk).read_bytes().splitlines(keepends=True)[0])
    assert summary.now(0) == LogSummary(desk).now(0)
    assert summary.now().number == 1


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda fields: "{",
        lambda fields: "[]",
        lambda fields: json.dumps(fields | {"memdesk": "0.0.0"}),
        lambda fields: json.dumps(fields | {"seal": "00"}),
        lambda fields: json.dumps(fields | {"counted": [0, 7]}),
        lambda fields: json.dumps(fields | {"counted": [0, 7, 1 << 40]}),
        lambda fields: json.dumps(fields | {"counted": [0, 7, -1]}),
    ],
)
def test_what_cannot_be_trusted_is_told_anew(desk, spoilt):
    summary = LogSummary(desk)
    first = summary.now(0)
    written = json.loads(desk.local_state.get("log_summary"))
    desk.local_state.put("log_summary", spoilt(written))
    assert LogSummary(desk).now(0) == first


def test_only_what_stands_from_the_floor_on_is_counted_and_the_rest_is_still_known(desk):
    whole = LogSummary(desk).now(0)
    floor = whole.end
    desk.commit(URI, b"three\n", ANY, BLOOP)
    for summary in (LogSummary(desk), LogSummary(desk)):
        raised = summary.now(floor)
        assert (raised.number, raised.renames, raised.copies) == (1, whole.renames, whole.copies)
    assert LogSummary(desk).now(0).number == whole.number + 1


def test_a_floor_is_counted_from_where_nothing_is_remembered(desk):
    floor = log_of(desk).stat().st_size
    desk.commit(URI, b"three\n", ANY, BLOOP)
    first = LogSummary(desk).now(floor)
    assert (first.number, len(first.renames), len(first.copies)) == (1, 1, 1)


def test_a_torn_line_is_counted_once_it_is_whole(desk):
    summary = LogSummary(desk)
    first = summary.now(0)
    line = log_of(desk).read_bytes().splitlines(keepends=True)[0]
    with log_of(desk).open("ab") as log:
        log.write(line[:40])
    assert summary.now(0) == first
    with log_of(desk).open("ab") as log:
        log.write(line[40:])
    assert summary.now(0).number == LogSummary(desk).now(0).number == first.number + 1
