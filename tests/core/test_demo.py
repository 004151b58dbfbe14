"""The demo: a copy that looks as if it was used today, and two agents that keep it changing."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest

from memdesk.cli.demo import DemoAgents, copy_demo
from memdesk.cli.demo import __main__ as command
from memdesk.cli.demo.agents import AGENT, ATTEMPTS, FOREIGN, memories, run
from memdesk.cli.demo.writers import written
from memdesk.model import Kind, Origin
from memdesk.workspace import Workspace

NOW = datetime(2027, 1, 5, 9, 30, tzinfo=UTC)
FAMILIES = {"aigentic", "evoclaw", "pegasus", "picoclaw-memskill", "picoclaw-profile"}


@pytest.fixture
def demo(tmp_path):
    return copy_demo(tmp_path / "demo", NOW.date())


def never_pause():
    return True


def tree(root):
    """Return the bytes of every file below ``root``, our private folders left out."""
    paths = (path for path in root.rglob("*") if path.is_file() and ".memdesk" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def test_the_copy_holds_every_family_without_a_problem(demo):
    with Workspace.open(demo) as workspace:
        assert {report.id for report in workspace.systems()} == FAMILIES
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


@pytest.mark.parametrize("memory", [*memories(AGENT), *memories(FOREIGN)])
def test_what_an_agent_writes_is_new_still_parses_and_stays_bounded(demo, memory):
    path = demo / NOW.strftime(memory.path)
    old = path.read_text() if path.exists() else ""
    texts = [old]
    for turn in range(60):
        texts.append(written(memory, texts[-1], NOW + timedelta(seconds=turn)))
    assert texts[1] != old
    assert len(texts[-1]) == len(texts[40])
    path.write_bytes(texts[-1].encode())
    with Workspace.open(demo) as workspace:
        assert workspace.describe(path.relative_to(demo).as_posix()).parsed.problems == ()


@pytest.mark.parametrize("memory", memories(AGENT), ids=lambda memory: memory.how)
def test_an_agent_can_begin_a_file(tmp_path, memory):
    text = written(memory, "", NOW)
    assert memory.text.partition(": ")[2] in json.dumps(text, ensure_ascii=False)


def test_the_agent_writes_through_the_core(demo):
    before = tree(demo)
    assert run(AGENT, demo, never_pause, 8) == 8
    after = tree(demo)
    changed = {uri for uri in after if after[uri] != before.get(uri)}
    with Workspace.open(demo) as workspace:
        actors = {operation.actor for uri in changed for operation in workspace.history(uri)}
        assert all(workspace.history(uri) for uri in changed)
    assert len(changed) >= 6
    assert {(actor.name, actor.origin) for actor in actors} == {("bloop", Origin.AGENT)}
    assert {"memory_append", "memory_set", "save_memory", "memory_store"} <= {actor.tool for actor in actors}


def test_the_foreign_writer_leaves_no_trace_in_the_core(demo):
    before = tree(demo)
    assert run(FOREIGN, demo, never_pause, 4) == 4
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
    run(FOREIGN, demo, never_pause, 2)
    assert note.stat().st_ino == inodes[0]
    assert state.stat().st_ino != inodes[1]


def test_an_agent_ends_with_its_folder(demo):
    def pause():
        shutil.rmtree(demo)
        return True

    assert run(FOREIGN, demo, pause) == 1


def test_an_agent_ends_when_its_pause_says_so(demo):
    assert run(AGENT, demo, lambda: False) == 1


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
    assert (memories(AGENT)[0].text in (demo / looks[0]).read_text()) == written_after_all


def spawn(role, path, *options):
    """Start one agent as DemoAgents does."""
    line = [sys.executable, "-m", "memdesk.cli.demo", role, str(path), *options]
    return subprocess.Popen(line, stdin=subprocess.PIPE)


def test_an_agents_process_stops_after_its_count(demo):
    with spawn(AGENT, demo, "--interval", "0", "--count", "2") as process:
        assert process.wait(600) == 0
    with Workspace.open(demo) as workspace:
        assert workspace.history("picoclaw/workspace/memory/MEMORY.md")


def test_an_agents_process_ends_as_soon_as_its_parent_lets_go(demo):
    with spawn(FOREIGN, demo, "--interval", "600") as process:
        process.stdin.close()
        assert process.wait(600) == 0


def test_both_agents_end_with_the_block(demo):
    with DemoAgents(demo, interval=0.05) as agents:
        children = list(agents.children)
        assert [child.poll() for child in children] == [None, None]
    assert all(child.returncode is not None for child in children)
    assert agents.children == ()


def test_a_pause_without_a_parent_is_just_time(monkeypatch, tmp_path):
    with (tmp_path / "plain").open("w+") as file:
        monkeypatch.setattr(command.sys, "stdin", file)
        assert command.pause(0.0)


def test_the_command_runs_in_place(demo, monkeypatch):
    monkeypatch.setattr(command, "pause", lambda seconds: seconds == 7.0)
    assert command.main([FOREIGN, str(demo), "--count", "2"]) == 0
