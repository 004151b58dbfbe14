"""The overview of a workspace: every figure from what is known already, nothing written for it."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta

import pytest

from memdesk.cli import main
from memdesk.history.history import History
from memdesk.index.local_state.read_marks import ReadMarks
from memdesk.model import Actor, Origin, Via
from memdesk.review.overview import growth_of, news_of, overview_of, states_of, unseen_of
from memdesk.store import ANY, Store
from memdesk.systems.registry import load_systems
from memdesk.workspace import Workspace

NOW = datetime(2026, 11, 20, 12).timestamp()
DAY = 86400.0
ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
OTHER = Actor("robin", Origin.AGENT, Via.CLI)
MEMORY = "memory/MEMORY.md"
WARM = "memory/warm-memory.json"
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


class Calendar:
    """A clock that stands still until it is put on."""

    def __init__(self, moment):

        self.moment = moment

    def now(self):
        return self.moment


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / MEMORY).write_text("# Memory\n\n## 2026-11-01\n\nThe dog is called Bob.\n")
    return folder


@pytest.fixture
def clock():
    return Calendar(NOW)


@pytest.fixture
def desk(root, clock):
    with Workspace(root, Store(root, clock=clock), load_systems(), clock) as workspace:
        yield workspace


def write(desk, text, actor=BLOOP, uri=MEMORY):
    return desk.commit(uri, text.encode(), ANY, actor).operation


def test_growth_by_day_says_who_added_and_what_went(desk, clock):
    before = len(desk.read(MEMORY).data)
    clock.moment = NOW - 2 * DAY
    write(desk, "x" * (before + 10), BLOOP)
    write(desk, "y" * 7, ADA, "memory/other.md")
    clock.moment = NOW
    write(desk, "x" * before, OTHER)
    days, writers = growth_of(desk, History(desk).chronicle(), date.fromtimestamp(NOW))
    assert len(days) == 14
    assert days[-1].day - days[0].day == timedelta(days=13)
    assert (days[-1].added, days[-1].removed, days[-1].changes) == (0, 10, 1)
    assert (days[-3].human, days[-3].agent, days[-3].removed, days[-3].changes) == (7, 10, 0, 2)
    assert sum(day.changes for day in days) == 3
    assert (days[-3].agents, days[-1].agents) == ((("bloop", 10),), ())
    told = [(each.actor.name, each.changes, each.documents, each.last) for each in writers]
    assert sorted(told) == [
        ("ada", 1, 1, NOW - 2 * DAY),
        ("bloop", 1, 1, NOW - 2 * DAY),
        ("robin", 1, 1, NOW),
    ]


def test_a_new_name_is_no_growth(desk):
    write(desk, "z" * 100, BLOOP, "memory/one.md")
    desk.rename("memory/one.md", "memory/two.md", ADA)
    write(desk, "z" * 90, BLOOP, "memory/two.md")
    today = growth_of(desk, History(desk).chronicle(), date.fromtimestamp(NOW)).days[-1]
    assert (today.added, today.removed) == (100, 10)


def test_what_was_there_before_is_nobodys_growth(root, clock):
    with Workspace(root, Store(root, clock=clock), load_systems(), clock) as workspace:
        workspace.look_first()
        days, writers = growth_of(workspace, History(workspace).chronicle(), date.fromtimestamp(NOW))
    assert (sum(day.changes for day in days), writers) == (0, ())


def looked_at(desk):
    """Let a person have seen everything as it is now."""
    log = ReadMarks(desk.local_state)
    log.open(desk.scan().documents, desk.clock.now())
    return log


def test_news_tell_what_came_since_the_person_looked_and_where(desk, clock):
    write(desk, desk.read(MEMORY).data.decode() + "\nSeen before.\n")
    log = looked_at(desk)
    clock.moment += 60
    write(desk, desk.read(MEMORY).data.decode() + "\n## 2026-11-20\n\nRobin moved to Lyon.\n")
    clock.moment += 60
    write(desk, desk.read(MEMORY).data.decode() + "\nThe office closes at six.\n", OTHER)
    write(desk, "# Kim\n\nKim likes tea.\n", OTHER, "memory/kim.md")
    unseen = unseen_of(log, desk.scan().documents)
    news = {each.info.uri: each for each in news_of(desk, History(desk).chronicle(), unseen)}
    changed, new = news[MEMORY], news["memory/kim.md"]
    assert (changed.words, changed.part, changed.is_new) == ("Robin moved to Lyon.", "L11", False)
    assert [actor.name for actor in changed.actors] == ["robin", "bloop"]
    assert changed.time == NOW + 120
    assert (new.words, new.is_new, [actor.name for actor in new.actors]) == (
        "Kim likes tea.",
        True,
        ["robin"],
    )


def test_news_cover_secrets(desk, clock):
    log = looked_at(desk)
    clock.moment += 60
    write(desk, f"The token is {TOKEN} for now.\n")
    (news,) = news_of(desk, History(desk).chronicle(), unseen_of(log, desk.scan().documents))
    assert TOKEN not in news.words
    assert "The token is" in news.words


def test_a_program_outside_is_news_without_a_writer(desk, root):
    log = looked_at(desk)
    (root / MEMORY).write_text("Written past memdesk.\n")
    (news,) = news_of(desk, History(desk).chronicle(), unseen_of(log, desk.scan().documents))
    assert (news.info.uri, news.actors) == (MEMORY, ())


def entry(number, **more):
    return {
        "id": f"{number:012x}",
        "text": f"Memory number {number}.",
        "category": "garden",
        "importance": 0.5,
        "created_at": NOW - DAY,
        "access_count": number,
        "score": 0.5,
        "tier": "warm",
        **more,
    }


def test_states_tell_limits_and_what_is_recalled_most(desk, root):
    (root / WARM).write_text(json.dumps([entry(number) for number in range(12)]))
    tree = {"root": {"desc": "All", "warm_count": 0, "cold_count": 0, "last_access": 0, "children": []}}
    (root / "memory" / "memory-tree.json").write_text(json.dumps(tree))
    found = states_of(desk, desk.scan().documents)
    limits = {each.info.uri: (each.size, each.limit) for each in found.limited}
    assert limits[WARM][1] == 51200
    assert 0 < limits[WARM][0] <= 51200
    assert limits["memory/memory-tree.json"][1] == 2048
    assert [each.times for each in found.recalled] == [11, 10, 9, 8, 7, 6, 5, 4]
    first = found.recalled[0]
    assert (first.info.uri, first.part, first.text) == (WARM, f"{11:012x}", "Memory number 11.")


def test_compartments_have_limits_of_their_own_and_counts(tmp_path, clock):
    root = tmp_path / "agent"
    root.mkdir()
    item = {"id": "e1", "content": "The gate code changed.", "access_count": 3}
    (root / "memory.json").write_text(json.dumps({"plan": [], "run": [], "session": [item]}))
    with Workspace(root, Store(root, clock=clock), load_systems(), clock) as workspace:
        found = states_of(workspace, workspace.scan().documents)
    assert found.limited[0].part == "session"
    assert [(each.part, each.times) for each in found.recalled] == [("session/e1", 3)]


def test_what_waits_comes_riskiest_first(desk):
    write(desk, f"# Keys\n\nThe token is {TOKEN}.\n", BLOOP, "memory/keys.md")
    write(desk, "# Kim\n\nKim likes tea.\n", OTHER, "memory/kim.md")
    waits = overview_of(desk).waits
    assert (waits.total, [each.uri for each in waits.changes]) == (2, ["memory/keys.md", "memory/kim.md"])
    risky, plain = waits.changes
    assert risky.urgency > plain.urgency == 0
    assert risky.findings
    assert TOKEN not in risky.words
    assert plain.words == "Kim likes tea."


def test_problems_name_their_documents(desk, root):
    (root / WARM).write_text('[\n  {"id": ')
    (root / "memory" / "memory-tree.json").write_text('{"root": {"desc": "", "children": []}}')
    troubles = overview_of(desk).troubles
    assert [(each.info.uri, each.problem.line) for each in troubles if each.info.uri == WARM] == [(WARM, 2)]


def test_of_a_folder_that_nobody_looked_at_no_news_are_told_and_none_begin(desk):
    write(desk, "changed\n")
    found = overview_of(desk)
    assert (found.news, found.unseen) == (None, 0)
    assert not ReadMarks(desk.local_state).is_begun()


def test_an_empty_folder_has_an_overview(tmp_path, clock):
    root = tmp_path / "empty"
    root.mkdir()
    with Workspace(root, Store(root, clock=clock), load_systems(), clock) as workspace:
        found = overview_of(workspace)
    assert (found.documents, found.size, found.holdings, found.waits.total) == (0, 0, (), 0)
    assert found.growth.writers == ()


def test_the_command_reports_every_section(capfd, desk, root):
    write(desk, "# Kim\n\nKim likes tea.\n", OTHER, "memory/kim.md")
    before = {path: path.read_bytes() for path in (root / "memory").iterdir()}
    assert main(["overview", str(root), "--json"]) == 0
    report = json.loads(capfd.readouterr().out)
    assert set(report) == {
        "time", "documents", "bytes", "unseen", "changed", "waiting", "days", "writers", "kinds", "limits",
        "recalled", "records", "refused", "problems",
    }  # fmt: skip
    assert report["waiting"]["total"] == 1
    assert report["waiting"]["first"][0]["words"] == "Kim likes tea."
    assert [(each["actor"], each["changes"]) for each in report["writers"]] == [("robin", 1)]
    assert before == {path: path.read_bytes() for path in (root / "memory").iterdir()}


def test_a_person_reads_lines(capfd, desk, root):
    write(desk, "# Kim\n\nKim likes tea.\n", OTHER, "memory/kim.md")
    assert main(["overview", str(root)]) == 0
    out = capfd.readouterr().out
    assert "1 change to review\n  memory/kim.md  agent:robin  + Kim likes tea.\n" in out
    assert "nobody has looked at this folder in the window yet" in out
