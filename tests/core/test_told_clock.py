"""The time that the environment tells: it is shown and written, and decides nothing."""

from __future__ import annotations

import json
import time

import pytest

from memdesk.cli import main
from memdesk.history.history import History
from memdesk.model import Actor, Origin, Via
from memdesk.review import Filter, Inbox
from memdesk.runtime.clock import FrozenClock, ToldClock, machine_time
from memdesk.store import ANY
from memdesk.store.oplog.operation import parse_line
from memdesk.store.versions.retention import DAY
from memdesk.workspace import Workspace

ROBIN = Actor("robin", Origin.AGENT, Via.CLI)
ADA = Actor("ada", Origin.HUMAN, Via.CLI)
PAST, FUTURE = "1999-05-01T00:00:00+00:00", "2099-01-01T00:00:00+00:00"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "notes.md").write_text("first\n")
    return folder


@pytest.fixture
def told(monkeypatch):
    """Return what lets a block run with a clock that the environment tells."""

    def told(root, when, actor, *writes):
        monkeypatch.setenv("MEMDESK_NOW", when)
        with Workspace.open(root) as workspace:
            for uri, text in writes:
                workspace.commit(uri, text.encode(), ANY, actor)
            workspace.store.tend()
        monkeypatch.delenv("MEMDESK_NOW")

    return told


def log_of(root):
    return [json.loads(line) for line in (root / ".memdesk/operations.jsonl").read_text().splitlines()]


def test_a_clock_handed_over_in_code_is_believed_and_a_told_one_is_not():
    assert machine_time(FrozenClock(5.0)) == 5.0
    assert machine_time(ToldClock(5.0)) > 1e9


def test_each_step_has_the_machines_time_and_its_place_beside_the_told_one(root, told):
    begin = time.time()
    told(root, FUTURE, ROBIN, ("notes.md", "second\n"))
    with Workspace.open(root) as workspace:
        workspace.commit("notes.md", b"third\n", ANY, ADA)
    one, two = log_of(root)
    assert one["time"] == 4070908800.0
    assert begin <= one["machine"] <= time.time()
    assert "machine" not in two
    assert one["at"] == 0 < two["at"]
    with Workspace.open(root) as workspace:
        steps = workspace.store.operations().operations
    assert [step.machine for step in steps] == [one["machine"], None]
    assert steps[1].machine_time == steps[1].time == two["time"]


@pytest.mark.parametrize("wrong", ['"soon"', "1e999", "true", "null", "[]"])
def test_a_line_with_an_impossible_machine_time_is_a_line_without(root, told, wrong):
    told(root, FUTURE, ROBIN, ("notes.md", "second\n"))
    line = (root / ".memdesk/operations.jsonl").read_bytes()
    known = json.dumps(json.loads(line)["machine"]).encode()
    assert parse_line(line.replace(known, wrong.encode())).machine is None


def test_no_told_time_makes_versions_old(root, told, tmp_path):
    with Workspace.open(root) as workspace:
        for number in range(60):
            workspace.commit("notes.md", b"person %d\n" % number, ANY, ADA)
        first = workspace.store.operations().operations[0].after
    for when in ("2099-01-01", "2099-01-04", "2099-12-09", "2100-06-01"):
        told(root, f"{when}T00:00:00+00:00", ROBIN, ("x.md", when))
    with Workspace.open(root) as workspace:
        assert workspace.version(first) == b"person 0\n"
        assert not workspace.store.check().collectable.gone


def test_versions_written_at_a_told_time_are_as_old_as_the_machine_says(root, told):
    told(root, PAST, ROBIN, *(("notes.md", f"{number}\n") for number in range(60)))
    old = time.time() + 40 * DAY
    with Workspace.open(root, clock=FrozenClock(old - 30 * DAY)) as workspace:
        workspace.store.tend()
        assert not workspace.store.check().collectable.gone


@pytest.mark.parametrize("when", [PAST, FUTURE])
def test_since_goes_by_the_machines_time(root, told, when):
    before = time.time()
    told(root, when, ROBIN, ("notes.md", "an order\n"))
    after = time.time()
    with Workspace.open(root) as workspace:
        inbox = Inbox(workspace)
        assert [item.uri for item in inbox.pending(Filter(since=before))] == ["notes.md"]
        assert inbox.pending(Filter(since=after)) == ()


def test_the_machines_time_is_told_beside_it(root, told, capfd):
    told(root, PAST, ROBIN, ("notes.md", "an order\n"))
    assert main(["review", str(root), "show", "--all"]) == 0
    assert "1999-05-01T00:00:00+00:00 as told; 20" in capfd.readouterr().out
    assert main(["review", str(root), "list", "--json"]) == 0
    (item,) = json.loads(capfd.readouterr().out)
    assert item["time"].startswith("1999")
    assert item["machine_time"] > "2020"


def test_putting_away_goes_by_the_machines_time(root, told, monkeypatch, capfd):
    told(root, PAST, ROBIN, ("notes.md", "an order\n"))
    with Workspace.open(root) as workspace:
        inbox = Inbox(workspace)
        (item,) = inbox.pending()
        inbox.snooze([item.id], time.time() + DAY, ADA)
    monkeypatch.setenv("MEMDESK_NOW", FUTURE)
    with Workspace.open(root) as workspace:
        assert Inbox(workspace).pending() == ()
    monkeypatch.setenv("MEMDESK_NOW", PAST)
    assert main(["review", str(root), "snooze", item.id, "--until", "2001-01-01"]) == 2
    assert "past" in capfd.readouterr().err


def test_the_order_of_the_past_is_the_logs(root, told):
    told(root, FUTURE, ROBIN, ("notes.md", "second\n"))
    with Workspace.open(root) as workspace:
        workspace.commit("notes.md", b"third\n", ANY, ADA)
        now = time.time()
        at = History(workspace).at(now)["notes.md"]
        assert at is not None
        assert workspace.version(at.revision) == b"third\n"
        versions = History(workspace).versions("notes.md")
        assert [version.actor.name for version in versions[:2]] == ["ada", "robin"]


def test_a_rename_is_followed_whatever_time_was_told(root, told, monkeypatch):
    told(root, FUTURE, ROBIN, ("notes.md", "an order\n"))
    with Workspace.open(root) as workspace:
        workspace.rename("notes.md", "later.md", ADA)
        inbox = Inbox(workspace)
        (item,) = inbox.pending()
        inbox.revert([item.id], ADA)
        assert (root / "later.md").read_text() == "first\n"
