"""The demo: a copy that looks as if it was used today, and the story that agents tell in it."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, date, datetime
from itertools import pairwise
from types import SimpleNamespace

import pytest

from memdesk.checks import Check
from memdesk.cli.demo import DemoAgents, copy_demo
from memdesk.cli.demo import __main__ as command
from memdesk.cli.demo.agents import AGENT, ATTEMPTS, FOREIGN, run, story, tell
from memdesk.cli.demo.writers import written
from memdesk.cli.review_reports import said
from memdesk.history.change_words import ChangeWords
from memdesk.model import Kind, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.policy.timeline import Author, PolicyTimeline
from memdesk.review import Inbox
from memdesk.runtime.person import person
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

NOW = datetime(2027, 1, 5, 9, 30, tzinfo=UTC)
LONG_TERM = "picoclaw/workspace/memory/MEMORY.md"
SYSTEMS = {"aigentic", "evoclaw", "pegasus", "picoclaw-memskill", "picoclaw-profile"}


@pytest.fixture
def demo(tmp_path):
    return copy_demo(tmp_path / "demo", NOW.date())


def never_pause(_seconds):
    return True


def tree(root):
    """Return the bytes of every file below ``root``, our private folders left out."""
    paths = (path for path in root.rglob("*") if path.is_file() and ".memdesk" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def test_the_copy_holds_every_system_without_a_problem(demo):
    with Workspace.open(demo) as workspace:
        assert {report.id for report in workspace.systems()} == SYSTEMS
        details = [workspace.describe(info.uri) for info in workspace.documents()]
    assert {detail.info.kind for detail in details} == set(Kind)
    assert {detail.info.uri: detail.parsed.problems for detail in details if detail.parsed.problems} == {}


def test_the_newest_notes_are_of_the_day_of_the_copy(demo):
    assert (demo / "picoclaw/workspace/memory/202701/20270105.md").read_text().startswith("# 2027-01-05\n")
    assert (demo / "picoclaw/workspace/memory/202612/20261225.md").exists()
    assert (demo / "evoclaw/memory/2027-01-05-frost.md").exists()
    newest = max(
        entry["created_at"] for entry in json.loads((demo / "evoclaw/memory/warm-memory.json").read_text())
    )
    assert date.fromtimestamp(newest) == date(2027, 1, 4)


def test_the_day_of_the_copy_follows_the_frozen_clock(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMDESK_NOW", "2028-02-29T12:00:00+00:00")
    monkeypatch.setenv("TZ", "UTC")
    assert (copy_demo(tmp_path) / "picoclaw/workspace/memory/202802/20280229.md").exists()


def test_the_copy_keeps_each_agents_own_bytes(demo):
    profile = (demo / "picoclaw/workspace/memory/profile.json").read_text()
    assert "\\u003cceladon\\u003e \\u0026" in profile
    assert not profile.endswith("\n")
    assert (demo / "aigentic/memory.json").read_text().endswith("}\n")
    assert (demo / "evoclaw/memory/warm-memory.json").read_text().isascii()


def test_the_copy_has_readable_databases(demo):
    for name, table in (("cold_memory.db", "cold_memories"), ("hybrid_search.db", "chunks")):
        with closing(sqlite3.connect(demo / "evoclaw/memory" / name)) as database:
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (3,)


STORY = sorted((*story(AGENT), *story(FOREIGN)), key=lambda write: write.at)
WRITTEN = [write for write in STORY if write.how != "restore"]


@pytest.mark.parametrize("write", WRITTEN, ids=lambda write: f"{write.at}")
def test_what_an_agent_writes_is_new_and_still_parses(demo, write):
    path = demo / NOW.strftime(write.path)
    source = demo / NOW.strftime(write.source or write.path)
    old = source.read_text() if source.exists() else ""
    new = written(write, old, NOW)
    assert new != old
    path.write_bytes(new.encode())
    with Workspace.open(demo) as workspace:
        problems = workspace.describe(path.relative_to(demo).as_posix()).parsed.problems
    expected = {"git_conflict": ["git_markers"], "replaced": ["conflict_copy"]}
    assert [problem.code for problem in problems] == expected.get(write.how, [])


@pytest.mark.parametrize(
    "how", ["long_term", "daily_note", "note_line", "episode", "profile", "entry", "warm", "line"]
)
def test_an_agent_can_begin_a_file(how):
    write = next(write for write in STORY if write.how == how)
    words = write.text.partition(": ")[2] if how == "episode" else write.text
    assert words in written(write, "", NOW).replace("\\u0026", "&")


def test_the_story_is_quick_for_a_minute_and_then_slow():
    times = [write.at for write in STORY]
    first = [time for time in times if time <= 60]
    assert times[0] == 0
    assert len(first) >= 20
    assert max(after - before for before, after in pairwise(first)) <= 5
    assert min(after - before for before, after in pairwise(times[len(first) - 1 :])) >= 30


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """A demo in which the whole story was told, with every write from outside seen at once."""
    root = copy_demo(tmp_path_factory.mktemp("told") / "demo")
    for write in STORY:
        tell(root, write)
        if write.who == FOREIGN:
            with Workspace.open(root) as workspace:
                Inbox(workspace).look()
    return root


def test_the_story_has_several_agents_and_one_of_each_kind_of_finding(told):
    with Workspace.open(told) as workspace:
        inbox = Inbox(workspace)
        inbox.examine()
        items = inbox.pending()
    assert len(items) >= 20
    assert {item.actor.name for item in items} >= {"bloop", "clerk", "planner", "fern", "outside"}
    found = {finding.check for item in items for finding in item.findings}
    # Sizes are told of documents, and in quarantine is only what a person put there.
    assert found == set(Check) - {Check.BUDGET, Check.QUARANTINED}


def test_every_row_of_the_story_can_be_told_apart_by_its_words(told):
    with Workspace.open(told) as workspace:
        reader = ChangeWords(workspace)
        shown = [item for item in Inbox(workspace).pending() if "/backups/" not in item.uri]
        words = [said(reader.of(item.uri, item.before, item.after)) for item in shown]
    assert len(set(words)) == len(words)


def test_the_story_has_a_reflection_a_conflict_and_a_restore(told):
    facts = told / "pegasus/memory/facts"
    assert json.loads((told / "picoclaw/workspace/memory/policy_overrides.json").read_text()) == {
        "retrieve_limit": 2,
        "recent_days": 1,
        "evolution_enabled": True,
    }
    with Workspace.open(told) as workspace:
        policy = PolicyTimeline(workspace, "picoclaw/workspace/memory").steps()[0]
        assert policy.author is Author.REFLECTION
        assert json.loads((told / policy.snapshot).read_text())["retrieve_limit"] == 8
        copies = [workspace.copy_of(info.uri) for info in workspace.documents()]
        assert [copy.uri for copy in copies if copy] == ["pegasus/memory/facts/preferences.md"]
        assert workspace.history("pegasus/memory/facts/studio.md")[-1].actor.tool == "restore"
    assert "Moon white" in (facts / "studio.md").read_text()
    assert "<<<<<<< HEAD" in (facts / "memory.md").read_text()


def test_the_story_goes_on_past_what_a_person_locked(demo):
    with Workspace.open(demo) as workspace:
        Protection(workspace).protect(LONG_TERM, Lock.LOCKED, person(Via.GUI))
    assert run(AGENT, demo, never_pause) == len(story(AGENT))
    assert story(AGENT)[0].text not in (demo / LONG_TERM).read_text()


def test_the_agent_writes_through_the_core(demo):
    before = tree(demo)
    assert run(AGENT, demo, never_pause, 7) == 7
    after = tree(demo)
    changed = {uri for uri in after if after[uri] != before.get(uri)}
    with Workspace.open(demo) as workspace:
        actors = {operation.actor for uri in changed for operation in workspace.history(uri)}
        assert all(workspace.history(uri) for uri in changed)
    assert len(changed) >= 6
    assert {actor.origin for actor in actors} == {Origin.AGENT}
    assert {actor.name for actor in actors} == {"bloop", "clerk", "planner", "fern"}
    assert {"memory_append", "save_memory", "memory_store"} <= {actor.tool for actor in actors}


def test_the_foreign_writer_leaves_no_trace_in_the_core(demo):
    before = tree(demo)
    assert run(FOREIGN, demo, never_pause, 3) == 3
    after = tree(demo)
    assert len([uri for uri in after if after[uri] != before.get(uri)]) == 2
    assert not list(demo.rglob(".memdesk"))


def test_the_foreign_writer_appends_in_place_and_replaces_whole_files(demo, monkeypatch):
    monkeypatch.setattr("memdesk.cli.demo.agents.datetime", SimpleNamespace(now=lambda: NOW))
    folder = demo / "evoclaw/memory"
    note = folder / f"{NOW.astimezone():%Y-%m-%d}-frost.md"
    note.write_text("# note\n")
    state = folder / "hot-memory-state.json"
    inodes = note.stat().st_ino, state.stat().st_ino
    run(FOREIGN, demo, never_pause, 3)
    assert note.stat().st_ino == inodes[0]
    assert state.stat().st_ino != inodes[1]


def test_an_agent_ends_with_its_folder(demo):
    def pause(_seconds):
        shutil.rmtree(demo)
        return True

    assert run(FOREIGN, demo, pause) == 0


def test_an_agent_ends_when_its_pause_says_so(demo):
    assert run(AGENT, demo, lambda _seconds: False) == 1


@pytest.mark.parametrize(("meddling", "written_after_all"), [(2, True), (ATTEMPTS, False)])
def test_an_agent_looks_again_after_a_conflict_but_not_for_ever(
    demo, monkeypatch, meddling, written_after_all
):
    with Workspace.open(demo) as workspace:
        workspace.look_first()  # else the agent's first save reads every document once
    read, looks = Workspace.read, []

    def read_and_meddle(workspace, uri):
        content = read(workspace, uri)
        looks.append(uri)
        if len(looks) <= meddling:
            (demo / uri).write_bytes(content.data + b"!")
        return content

    monkeypatch.setattr(Workspace, "read", read_and_meddle)
    assert run(AGENT, demo, never_pause, 1) == 1
    assert len(looks) == min(meddling + 1, ATTEMPTS)
    assert (story(AGENT)[0].text in (demo / looks[0]).read_text()) == written_after_all


def spawn(role, path, *options):
    """Start one agent as DemoAgents does."""
    line = [sys.executable, "-m", "memdesk.cli.demo", role, str(path), *options]
    return subprocess.Popen(line, stdin=subprocess.PIPE)


def test_an_agents_process_stops_after_its_count(demo):
    with spawn(AGENT, demo, "--pace", "0", "--count", "2") as process:
        assert process.wait(600) == 0
    with Workspace.open(demo) as workspace:
        assert workspace.history("picoclaw/workspace/memory/MEMORY.md")


def test_an_agents_process_ends_as_soon_as_its_parent_lets_go(demo):
    with spawn(FOREIGN, demo, "--pace", "600") as process:
        process.stdin.close()
        assert process.wait(600) == 0


def test_both_agents_end_with_the_block(demo):
    with DemoAgents(demo, pace=0.05) as agents:
        children = list(agents.children)
        assert [child.poll() for child in children] == [None, None]
    assert all(child.returncode is not None for child in children)
    assert agents.children == ()


@pytest.mark.skipif(sys.platform == "win32", reason="sessions of a terminal are of POSIX")
def test_an_interrupt_in_the_terminal_is_not_for_the_agents(demo):
    with DemoAgents(demo) as agents:
        assert os.getsid(0) not in [os.getsid(child.pid) for child in agents.children]


def test_a_pause_without_a_parent_is_just_time(monkeypatch, tmp_path):
    with (tmp_path / "plain").open("w+") as file:
        monkeypatch.setattr(command.sys, "stdin", file)
        assert command.pause(0.0)


def test_the_command_runs_in_place(demo, monkeypatch):
    waited = []
    monkeypatch.setattr(command, "pause", lambda seconds: waited.append(seconds) or True)
    assert command.main([AGENT, str(demo), "--count", "3", "--pace", "2"]) == 0
    assert waited == [6.0, 6.0]
