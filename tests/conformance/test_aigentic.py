"""What aigentic's design promises and no other test holds."""

from __future__ import annotations

import json
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from helpers.agent_desk import AgentDesk
from helpers.bad_arguments import AGENT
from helpers.model_desk import ModelDesk
from memdesk import open_workspace
from memdesk.agents.model_jobs import MemoryChat
from memdesk.agents.toolbox import Toolbox
from memdesk.cli import main
from memdesk.errors import ArgumentError
from memdesk.model import Via
from memdesk.runtime.person import agent
from memdesk.workspace import Workspace

SYSTEM, FILE = "aigentic", "memory.json"
EMPTY = '{\n  "plan": [],\n  "run": [],\n  "session": []\n}\n'


@pytest.fixture
def desk(tmp_path):
    return lambda files=None: AgentDesk(tmp_path, SYSTEM, {FILE: EMPTY} if files is None else files)


def contents(one, compartment):
    return [entry["content"] for entry in json.loads(one.text(FILE))[compartment]]


def test_what_one_process_saves_another_reads(desk):
    one = desk()
    with open_workspace(one.root, actor="first") as memory:
        memory.call("save_memory", compartment="session", content="likes tea")
        assert contents(one, "session") == ["likes tea"]
    with open_workspace(one.root, actor="second") as memory:
        found = memory.call("get_memory", compartment="session").data["entries"]
    assert [entry["content"] for entry in found] == ["likes tea"]


def test_session_and_plan_are_shared_between_agents(desk):
    one = desk()
    with open_workspace(one.root, actor="main") as main, open_workspace(one.root, actor="sub") as sub:
        for compartment in ("session", "plan"):
            main.call("save_memory", compartment=compartment, content=f"of the {compartment}")
            [entry] = sub.call("get_memory", compartment=compartment).data["entries"]
            assert entry["content"] == f"of the {compartment}"


def test_agents_that_save_at_once_lose_nothing(desk):
    one = desk()

    def saving(name):
        with Workspace.open(one.root) as workspace:
            toolbox = Toolbox(workspace)
            for number in range(5):
                arguments = {"compartment": "session", "content": f"{name}{number}"}
                toolbox.call(toolbox.find("save_memory", SYSTEM), arguments, AGENT)

    with ThreadPoolExecutor(4) as agents:
        list(agents.map(saving, "abcd"))
    assert sorted(contents(one, "session")) == [f"{name}{number}" for name in "abcd" for number in range(5)]


def test_file_and_folder_are_made_where_they_are_missing(tmp_path):
    one = AgentDesk(tmp_path, f"{SYSTEM}@", {})
    assert one.call("get_memory", compartment="run").text == "No entries found."
    assert one.names() == []
    one.call("save_memory", compartment="run", content="a")
    assert one.names() == [FILE]


@pytest.mark.parametrize("tool", ["save_memory", "get_memory", "clear_memory"])
@pytest.mark.parametrize("compartment", ["Run", "", "memory", None, 3])
def test_another_compartment_is_refused_with_those_there_are(desk, tool, compartment):
    one = desk()
    more = {"content": "x"} if tool == "save_memory" else {}
    with pytest.raises(ArgumentError) as refusal:
        one.call(tool, compartment=compartment, **more)
    assert refusal.value.parameter == "compartment"
    assert all(name in str(refusal.value) for name in ("run", "session", "plan"))
    assert one.text(FILE) == EMPTY


@pytest.mark.parametrize("more", [{}, {"content": ""}, {"content": " \n\t"}, {"content": None}])
def test_content_that_is_blank_is_refused(desk, more):
    one = desk()
    with pytest.raises(ArgumentError) as refusal:
        one.call("save_memory", compartment="run", **more)
    assert refusal.value.parameter == "content"
    assert one.text(FILE) == EMPTY


@pytest.mark.parametrize(("priority", "bound"), [(11, "10"), (0, "1"), (-1, "1"), (1000, "10")])
def test_a_priority_out_of_its_range_is_refused_with_the_bounds(desk, priority, bound):
    one = desk()
    with pytest.raises(ArgumentError, match=bound) as refusal:
        one.call("save_memory", compartment="run", content="x", priority=priority)
    assert refusal.value.parameter == "priority"
    assert one.text(FILE) == EMPTY


def test_the_tools_tell_a_model_what_each_compartment_is_for(desk):
    offers = {offer.tool.name: offer for offer in desk().toolbox.tools(SYSTEM)}
    assert {"save_memory", "get_memory", "clear_memory"} <= offers.keys()
    said = json.dumps(offers["save_memory"].schema["properties"]["compartment"])
    assert [name for name in ("run:", "session:", "plan:") if name not in said] == []
    assert all(len(offer.tool.description) > 40 for offer in offers.values())


KILLED = """
import os, sys
from pathlib import Path
from memdesk.agents.toolbox import Toolbox
from memdesk.model import Via
from memdesk.runtime.person import agent
from memdesk.workspace import Workspace

toolbox = Toolbox(Workspace.open(Path(sys.argv[1])), run="killed")
offer = toolbox.find("save_memory", "aigentic")
toolbox.call(offer, {"compartment": "run", "content": "x" * 9_990}, agent("a", Via.MCP))
os._exit(0)
"""


def test_what_a_run_left_behind_that_was_killed_goes_when_another_one_saves(tmp_path):
    one = AgentDesk(tmp_path, SYSTEM, {FILE: EMPTY})
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=True, timeout=60)
    runs = [Toolbox(one.toolbox._workspace, run=name) for name in ("first", "second")]
    for toolbox in runs:
        offer = toolbox.find("save_memory", SYSTEM)
        toolbox.call(offer, {"compartment": "run", "content": "y" * 1_000}, AGENT)
    assert [len(each["content"]) for each in json.loads(one.text(FILE))["run"]] == [1_000, 1_000]


SHARED = KILLED.replace("os._exit(0)", 'print("saved", flush=True); input(); os._exit(0)')


def test_a_run_of_two_processes_lasts_until_both_have_ended(tmp_path):
    one = AgentDesk(tmp_path, SYSTEM, {FILE: EMPTY})
    program = SHARED.replace("9_990", "100")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    offer = one.toolbox.find("save_memory", SYSTEM)

    def kept(number):
        other = Toolbox(one.toolbox._workspace, run=f"other{number}")
        other.call(offer, {"compartment": "run", "content": "y"}, AGENT)
        return [len(each["content"]) for each in json.loads(one.text(FILE))["run"]]

    def begun():
        process = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], **pipes)
        assert process.stdout.readline() == "saved\n"
        return process

    first, second = begun(), begun()
    first.communicate("\n")
    assert kept(1) == [100, 100, 1]
    second.communicate("\n")
    assert kept(2) == [1, 1]


def test_a_model_uses_the_tools_in_a_talk(tmp_path):
    one = ModelDesk(tmp_path, SYSTEM, {FILE: EMPTY})
    calls = [
        [("save_memory", {"compartment": "session", "content": "likes tea", "priority": 8})],
        [("get_memory", {"compartment": "session"})],
    ]
    model = one.model(*calls, "Noted.")
    turn = MemoryChat(one.toolbox, model.chat, AGENT, SYSTEM).say("I like tea")
    assert "store with the tools what will matter" in model.instructions[0]
    assert {"save_memory", "get_memory", "clear_memory"} <= set(model.offered[0])
    assert turn.text == "Noted."
    assert [name for name, _ in turn.calls] == ["save_memory", "get_memory"]
    assert "likes tea" in turn.calls[1][1]
    assert contents(one, "session") == ["likes tea"]
    one.close()


def test_times_and_sizes_are_logged_where_that_is_asked_for(desk, capfd):
    one = desk()
    call = ["tool", str(one.root), "save_memory", "--args", '{"compartment": "run", "content": "hush"}']
    assert main(["--verbose", *call]) == 0
    told = capfd.readouterr().err
    assert re.search(
        r"save_memory of aigentic\S*: \d+\.\d ms, \d+ bytes read, 1 documents with \d+ bytes written"
        r", \d+ MB of memory at most",
        told,
    )
    assert "hush" not in told
    assert main(call) == 0
    assert capfd.readouterr().err == ""


def test_damage_is_logged(desk, capfd):
    one = desk({FILE: '{"plan": [], "run": ['})
    assert main(["--verbose", "tool", str(one.root), "get_memory", "--args", '{"compartment": "run"}']) == 0
    assert "memory.json is damaged and counts as empty" in capfd.readouterr().err
    main(
        [
            "--verbose",
            "tool",
            str(one.root),
            "save_memory",
            "--args",
            '{"compartment": "run", "content": "x"}',
        ]
    )
    assert "a copy is kept as memory.json.corrupt-" in capfd.readouterr().err


def over_mcp(session):
    return agent("robin", Via.MCP, session=session)


def called(one, session, name, **arguments):
    return one.toolbox.call(one.toolbox.find(name, SYSTEM), arguments, over_mcp(session)).reply


def seen(one, session):
    found = called(one, session, "get_memory", compartment="run").data["entries"]
    return [entry["content"] for entry in found]


def test_run_memory_is_of_one_run_and_no_sub_agents(desk):
    one = desk()
    called(one, "main", "save_memory", compartment="run", content="of the main run")
    called(one, "sub", "save_memory", compartment="run", content="of the sub-agent")
    one.call("save_memory", compartment="run", content="of nobody")
    assert seen(one, "main") == ["of the main run", "of nobody"]
    assert seen(one, "sub") == ["of the sub-agent", "of nobody"]
    assert called(one, "sub", "search_memory", query="main").data["entries"] == []
    system, site = one.toolbox.places(SYSTEM)[0]
    prompt = one.toolbox.context(system, site, supplied_to=over_mcp("sub")).text
    assert ("of the sub-agent" in prompt, "of the main run" in prompt) == (True, False)
    assert len(one.call("get_memory", compartment="run").data["entries"]) == 3
    called(one, "sub", "clear_memory", compartment="run")
    assert contents(one, "run") == ["of the main run"]


def test_run_memory_is_of_all_agents_where_that_is_chosen(desk):
    one = desk({FILE: EMPTY, "memdesk.toml": '[aigentic]\nruns = "together"\n'})
    called(one, "main", "save_memory", compartment="run", content="a")
    assert seen(one, "sub") == ["a"]


def test_a_run_forgets_what_was_its_own_when_it_ends(desk):
    one = desk()
    for session in ("main", "sub"):
        for compartment in ("run", "session", "plan"):
            called(one, session, "save_memory", compartment=compartment, content=session)
    one.toolbox.end_run(over_mcp("sub"))
    assert contents(one, "run") == ["main"]
    assert contents(one, "session") == contents(one, "plan") == ["main", "sub"]
    before = one.bytes(FILE)
    one.toolbox.end_run(over_mcp("another"))
    assert one.bytes(FILE) == before
    one.call("end_run")
    assert contents(one, "run") == []


def test_the_end_of_an_mcp_session_is_the_end_of_its_run(desk, ready_memdesk):
    """The server is a process of its own, and its client leaves."""
    one = desk()
    saved = {"name": "save_memory", "arguments": {"compartment": "run", "content": "for now"}}
    kept = {"name": "save_memory", "arguments": {"compartment": "session", "content": "for long"}}
    info = {"name": "robin", "version": "1"}
    said = [
        {
            "id": 1,
            "method": "initialize",
            "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info},
        },
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": saved},
        {"id": 3, "method": "tools/call", "params": kept},
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in said)
    command = [*ready_memdesk, "mcp", str(one.root)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    assert "Saved in run" in done.stdout
    assert (contents(one, "run"), contents(one, "session")) == ([], ["for long"])


def test_who_works_with_the_memory_of_one_session_reaches_no_other(desk):
    one = desk({f"{name}/{FILE}": EMPTY for name in ("a", "b")})
    with (
        open_workspace(one.root, system=f"{SYSTEM}@a") as a,
        open_workspace(one.root, system=f"{SYSTEM}@b") as b,
    ):
        saved = a.call("save_memory", compartment="session", content="of session a").data["id"]
        assert b.call("get_memory", compartment="session").data["entries"] == []
        assert b.call("search_memory", query="session").data["entries"] == []
        with pytest.raises(ArgumentError, match="no entry"):
            b.call("get_memory", compartment="session", id=saved)
        assert b.call("clear_memory", compartment="session").data["cleared"] == []
    assert [entry["content"] for entry in json.loads(one.text(f"a/{FILE}"))["session"]] == ["of session a"]


def test_a_memory_that_begins_is_the_users_alone(tmp_path):
    one = AgentDesk(tmp_path, f"{SYSTEM}@", {})
    one.call("save_memory", compartment="session", content="a")
    assert stat.S_IMODE((one.root / FILE).stat().st_mode) == 0o600


def test_old_entries_of_a_full_compartment_become_one(tmp_path):
    one = ModelDesk(tmp_path, SYSTEM, {FILE: EMPTY, "memdesk.toml": "[aigentic]\nsize_limit = 500\n"})
    agent = AgentDesk(tmp_path, SYSTEM, {})
    for number in range(8):
        agent.call("save_memory", compartment="session", content=f"On day {number} the kiln was fired. " * 2)
    agent.call("save_memory", compartment="session", content="Never above 1200 degrees.", priority=9)
    model = one.model("The kiln was fired on days 0 to 6, each day once.")
    landed = one.run("compress-entries", model=model, newest=2)
    assert "On day 6 the kiln" in model.asked[0]
    assert "On day 7 the kiln" not in model.asked[0]
    assert "1200" not in model.asked[0]
    [edit] = landed.outcome.edits
    entries = json.loads(edit.new)["session"]
    assert [entry["content"][:12] for entry in entries] == ["On day 7 the", "Never above ", "The kiln was"]
    assert entries[-1]["category"] == "compressed"
    assert entries[-1]["metadata"]["entries"] == "7"
    again = one.model("never")
    assert "Nothing is changed" in one.run("compress-entries", model=again, newest=20).outcome.reply.text
    assert again.asked == []
    one.close()


def test_entries_that_a_model_would_drop_wait_for_a_person(tmp_path):
    one = ModelDesk(tmp_path, SYSTEM, {FILE: EMPTY})
    for name in ("Anna", "Bob", "Carla", "Dave", "Eve", "Frank"):
        one.call("save_memory", compartment="session", content=f"{name} keeps bees behind {name}'s house.")
    before = one.text(FILE)
    landed = one.run("compress-entries", "Anna keeps bees behind her house.", newest=0, force=True)
    assert (landed.proposal != "", one.text(FILE)) == (True, before)
    one.close()


def test_entries_are_shared_with_the_memory_of_another_session(desk):
    one = desk()
    for content, tags in (("likes tea", ["user"]), ("the door code", ["secret"])):
        one.call("save_memory", compartment="session", content=content, tags=tags)
    reply = one.call("share", jobs=True, to="other", containing="TEA")
    other = json.loads(one.text("other/memory.json"))
    assert [entry["content"] for entry in other["session"]] == ["likes tea"]
    assert other["session"][0] == json.loads(one.text(FILE))["session"][0]
    assert reply.data["shared"] == [other["session"][0]["id"]]
    one.system = f"{SYSTEM}@"
    assert one.call("share", jobs=True, to="other/memory.json", containing="tea").data["shared"] == []
    for wrong in ("../other", "/tmp", ".", ""):
        with pytest.raises(ArgumentError, match="to: "):
            one.call("share", jobs=True, to=wrong)
    (one.root / "other/memory.json").write_text("{")
    with pytest.raises(ArgumentError, match="cannot be read"):
        one.call("share", jobs=True, to="other")
    assert one.text("other/memory.json") == "{"


@pytest.mark.parametrize(
    ("files", "to", "path"),
    [
        ({}, "state/bob.json", "state/bob.json"),
        ({"bob/memdesk.toml": '[aigentic]\nstorage_path = "kept/bob.txt"\n'}, "bob", "bob/kept/bob.txt"),
        ({"memdesk.toml": '[aigentic]\nstorage_path = "notes.json"\n'}, "bob", "bob/notes.json"),
        ({"bob.txt": '{"run": [], "session": []}'}, "bob.txt", "bob.txt"),
    ],
)
def test_the_memory_of_another_session_may_be_a_file_of_any_name(desk, files, to, path):
    one = desk()
    for name, text in files.items():
        (one.root / name).parent.mkdir(exist_ok=True)
        (one.root / name).write_text(text)
    one.call("save_memory", compartment="session", content="likes tea")
    assert one.call("share", jobs=True, to=to).data["uri"] == path
    assert [entry["content"] for entry in json.loads(one.text(path))["session"]] == ["likes tea"]


def test_entries_are_never_shared_into_a_file_that_holds_something_else(desk):
    one = desk()
    one.call("save_memory", compartment="session", content="likes tea")
    (one.root / "package.json").write_text('{"name": "boat"}')
    with pytest.raises(ArgumentError, match="holds something else"):
        one.call("share", jobs=True, to="package.json")
    assert one.text("package.json") == '{"name": "boat"}'
