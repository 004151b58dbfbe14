"""Agents found on this computer: which places count, and what is never read or followed."""

from __future__ import annotations

import builtins
import json
import os

import pytest

from memdesk.agents import agent_folders
from memdesk.agents.agent_folders import find_agents
from memdesk.cli import main
from memdesk.model import Via
from memdesk.ops.save import save
from memdesk.review import Filter, Inbox
from memdesk.runtime.person import agent, person
from memdesk.systems.agent_places import AGENT_PLACES
from memdesk.systems.registry import load_systems
from memdesk.workspace import ANY, Workspace


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def made(folder, *names):
    """Make these folders below another one."""
    for name in names:
        (folder / name).mkdir(parents=True)


def told(home, **environment):
    """Return what is found as agent and path below the home."""
    return [(each.agent, os.path.relpath(each.path, home)) for each in find_agents(environment, home)]


def test_nothing_is_found_in_an_empty_home_or_none(home):
    assert told(home) == []
    assert told(home / "gone") == []


def test_agents_are_found_in_the_places_they_use(home):
    made(home, ".picoclaw/workspace/memory", ".evoclaw/memory", ".hermes/memories", ".codex/sessions")
    made(home, ".pegasus/agents/main/memory/facts", ".pegasus/agents/projects/garden/memory")
    assert told(home) == [
        ("PicoClaw", ".picoclaw/workspace"),
        ("Pegasus", ".pegasus/agents/main/memory"),
        ("Pegasus", ".pegasus/agents/projects/garden/memory"),
        ("EvoClaw", ".evoclaw/memory"),
        ("Hermes", ".hermes/memories"),
    ]


def test_every_project_of_an_agent_is_listed_in_the_order_of_names(home):
    made(home, ".claude/projects/-home-b/memory", ".claude/projects/-home-a/memory", ".claude/projects/c")
    made(home, ".openclaw/workspace-work", ".openclaw/workspace", ".openclaw/workspaces")
    assert told(home) == [
        ("OpenClaw", ".openclaw/workspace"),
        ("OpenClaw", ".openclaw/workspace-work"),
        ("Claude Code", ".claude/projects/-home-a/memory"),
        ("Claude Code", ".claude/projects/-home-b/memory"),
    ]


def test_a_variable_names_another_place_beside_the_usual_one(home, tmp_path):
    made(home, ".picoclaw/workspace", "moved/workspace")
    made(tmp_path, "elsewhere/memories", "direct")
    environment = {
        "PICOCLAW_HOME": "~/moved",
        "PICOCLAW_AGENTS_DEFAULTS_WORKSPACE": str(tmp_path / "direct"),
        "CODEX_HOME": str(tmp_path / "elsewhere"),
    }
    assert told(home, **environment) == [
        ("PicoClaw", "moved/workspace"),
        ("PicoClaw", ".picoclaw/workspace"),
        ("PicoClaw", "../direct"),
        ("Codex", "../elsewhere/memories"),
    ]


@pytest.mark.parametrize("value", ["", "  ", "relative", "/gone", "\x7f"])
def test_a_variable_that_names_no_folder_finds_nothing(home, value, monkeypatch):
    made(home, "relative/workspace")
    monkeypatch.chdir(home)
    assert told(home, PICOCLAW_HOME=value) == []


def test_a_file_in_the_place_of_a_folder_is_no_agent(home):
    made(home, ".picoclaw", ".hermes")
    (home / ".picoclaw" / "workspace").write_text("no folder")
    (home / ".claude").write_text("no folder")
    assert told(home) == []


def test_a_link_is_followed_inside_the_home_alone(home, tmp_path):
    made(tmp_path, "others/memory")
    made(home, "data/pico/workspace", ".evoclaw", ".claude/projects")
    (home / ".picoclaw").symlink_to(home / "data" / "pico")
    (home / ".evoclaw" / "memory").symlink_to(tmp_path / "others" / "memory")
    (home / ".claude" / "projects" / "a").symlink_to(tmp_path / "others")
    (home / ".hermes").symlink_to(home / ".hermes")
    assert told(home) == [("PicoClaw", ".picoclaw/workspace")]


def test_a_home_that_is_a_link_itself_is_looked_into(home, tmp_path):
    made(home, ".picoclaw/workspace")
    (tmp_path / "link").symlink_to(home)
    assert told(tmp_path / "link") == [("PicoClaw", ".picoclaw/workspace")]


def test_two_names_of_one_folder_are_one_agent(home):
    made(home, ".picoclaw/workspace")
    (home / ".mobaiclaw").symlink_to(home / ".picoclaw")
    place = str(home / ".picoclaw" / "workspace")
    assert told(home, PICOCLAW_AGENTS_DEFAULTS_WORKSPACE=place) == [("PicoClaw", ".picoclaw/workspace")]


def test_what_may_not_be_read_is_passed_over(home, monkeypatch):
    made(home, ".claude/projects/a/memory", ".picoclaw/workspace", ".hermes/memories")
    shut, scan, access = {"projects", "memories"}, os.scandir, os.access

    def refuse(folder):
        if os.path.basename(folder) in shut:
            raise PermissionError(13, "Permission denied", os.fspath(folder))
        return scan(folder)

    with monkeypatch.context() as shutting:
        shutting.setattr(os, "scandir", refuse)
        shutting.setattr(
            os, "access", lambda path, mode: os.path.basename(path) not in shut and access(path, mode)
        )
        assert told(home) == [("PicoClaw", ".picoclaw/workspace")]


def test_no_file_is_opened_and_nothing_below_a_place_is_listed(home, monkeypatch):
    made(home, ".picoclaw/workspace/memory", ".claude/projects/a/memory/deep")
    (home / ".picoclaw" / "workspace" / "memory" / "MEMORY.md").write_text("private")
    listed, opened, scan = [], [], os.scandir
    with monkeypatch.context() as watched:
        watched.setattr(os, "scandir", lambda folder: listed.append(folder) or scan(folder))
        watched.setattr(builtins, "open", lambda name, *_words, **_more: opened.append(name))
        watched.setattr(os, "open", lambda name, *_words, **_more: opened.append(name))
        found = told(home)
    assert (len(found), opened) == (2, [])
    depths = {os.path.relpath(folder, home) for folder in listed}
    assert ".claude/projects" in depths
    assert not any("memory" in name.split("/") or "workspace" in name.split("/") for name in depths)


def test_a_folder_with_very_many_names_is_read_so_far(home, monkeypatch):
    monkeypatch.setattr(agent_folders, "MOST_NAMES", 3)
    made(home, *(f".claude/projects/{number}/memory" for number in range(8)))
    assert len(told(home)) == 3


def test_nothing_is_created(home):
    made(home, ".picoclaw/workspace")
    before = sorted(home.parent.rglob("*"))
    told(home)
    assert sorted(home.parent.rglob("*")) == before


def test_it_is_told_whether_memdesk_has_opened_a_folder(home):
    made(home, ".picoclaw/workspace", ".hermes/memories")
    (home / ".hermes" / "memories" / "MEMORY.md").write_text("# Memory\n")
    assert [each.opened for each in find_agents({}, home)] == [False, False]
    with Workspace.open(home / ".hermes" / "memories") as workspace:
        workspace.look_first()
    assert {each.agent: each.opened for each in find_agents({}, home)} == {"PicoClaw": False, "Hermes": True}


def test_what_waited_at_the_last_look_is_told_without_opening_the_folder(home, monkeypatch):
    made(home, ".hermes/memories")
    note = home / ".hermes" / "memories" / "MEMORY.md"
    note.write_text("# Memory\n")
    with Workspace.open(note.parent) as workspace:
        workspace.look_first()
        save(workspace, "MEMORY.md", b"# Memory\n\nGreen tea.\n", ANY, agent("bloop", Via.CLI))
        assert [each.waiting for each in find_agents({}, home)] == [None]
        inbox = Inbox(workspace)
        [item] = inbox.page().items
    monkeypatch.setattr(Workspace, "open", lambda *_words, **_more: pytest.fail("a folder was opened"))
    assert [each.waiting for each in find_agents({}, home)] == [1]
    inbox.page(only=Filter(actor="nobody"))
    assert [each.waiting for each in find_agents({}, home)] == [1]
    inbox.accept([item.id], person(Via.CLI))
    inbox.page()
    assert [each.waiting for each in find_agents({}, home)] == [0]


def test_every_system_of_the_table_is_known():
    named = {system for place in AGENT_PLACES for system in place.systems}
    assert named <= load_systems().keys()
    for place in AGENT_PLACES:
        assert place.agent
        assert place.base or place.variable
        assert ".." not in place.below.split("/")


def test_the_command_lists_them_for_a_person_and_for_a_program(home, monkeypatch, capfd):
    monkeypatch.setenv("HOME", str(home))
    for variable in {place.variable for place in AGENT_PLACES} - {""}:
        monkeypatch.delenv(variable, raising=False)
    assert main(["agents"]) == 0
    assert "No agent was found" in capfd.readouterr().out
    assert main(["agents", "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == []
    made(home, ".picoclaw/workspace", ".hermes/mem\x1bories", ".hermes/memories")
    assert main(["agents"]) == 0
    head, first, second = capfd.readouterr().out.splitlines()
    assert head.split()[0] == "AGENT"
    assert first.endswith(str(home / ".picoclaw" / "workspace"))
    assert "plain documents" in second
    assert main(["agents", "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == [
        {
            "system": "picoclaw-memskill",
            "root": str(home / ".picoclaw" / "workspace"),
            "why": "~/.picoclaw",
            "agent": "PicoClaw",
            "systems": ["picoclaw-memskill", "picoclaw-profile"],
            "opened": False,
            "waiting": None,
        },
        {
            "system": None,
            "root": str(home / ".hermes" / "memories"),
            "why": "~/.hermes",
            "agent": "Hermes",
            "systems": [],
            "opened": False,
            "waiting": None,
        },
    ]
