"""What agents of aigentic do through memdesk, and which bytes that leaves."""

from __future__ import annotations

import json
import re
from datetime import datetime

import pytest

from helpers.agent_desk import AgentDesk
from helpers.bad_arguments import AGENT, faults_in
from memdesk.agents.toolbox import Toolbox
from memdesk.errors import ArgumentError, InvalidError
from memdesk.model import Kind
from memdesk.runtime.clock import FrozenClock
from memdesk.systems.aigentic.context import context
from memdesk.systems.copies import original_of
from memdesk.workspace import Workspace

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
START = 1_764_000_000.5
FIRST = """{
  "plan": [],
  "run": [],
  "session": [
    {
      "id": "ID-1",
      "content": "Likes \\u003cshort\\u003e answers \\u0026 中文",
      "category": "style",
      "tags": [
        "user",
        "tone"
      ],
      "metadata": {
        "source": "chat"
      },
      "created_at": "TIME",
      "updated_at": "TIME",
      "access_count": 0,
      "priority": 8
    }
  ]
}
"""
SECOND = """,
    {
      "id": "ID-2",
      "content": "b",
      "created_at": "TIME",
      "updated_at": "TIME",
      "access_count": 0,
      "priority": 5
    }
  ]
}
"""


class Agent:
    """An agent that works in a folder."""

    def __init__(self, root, clock):
        self.root = root
        self.workspace = Workspace.open(root, clock=clock)
        self.toolbox = Toolbox(self.workspace)

    def __call__(self, name, **arguments):
        return self.toolbox.call(self.offer(name), arguments, AGENT).reply

    def offer(self, name):
        return self.toolbox.find(name, "aigentic")

    @property
    def memory(self):
        return self.toolbox._memory(self.toolbox.places("aigentic")[0][1])

    @property
    def file(self):
        return self.root / "memory.json"

    @property
    def text(self):
        return self.file.read_text(encoding="utf-8")

    def said(self, text):
        (self.root / "memdesk.toml").write_text(f"[aigentic]\n{text}\n", encoding="utf-8")

    def plain(self):
        """The file with its ids and times in the place of their names."""
        ids = iter(range(1, 100))
        known = {found: f"ID-{next(ids)}" for found in dict.fromkeys(ID.findall(self.text))}
        text = ID.sub(lambda found: known[found[0]], self.text)
        moment = datetime.fromtimestamp(START).astimezone().isoformat(timespec="milliseconds")
        return text.replace(moment.replace(".500", ".5").replace("+00:00", "Z"), "TIME")


@pytest.fixture
def agent(tmp_path):
    root = tmp_path / "work"
    root.mkdir()
    found = Agent(root, FrozenClock(START))
    with found.workspace:
        yield found


def ids(reply):
    return [entry["id"] for entry in reply.data["entries"]]


def test_the_first_and_the_next_entry_have_the_agents_bytes(agent):
    reply = agent(
        "save_memory",
        compartment="session",
        content="Likes <short> answers & 中文",
        category="style",
        tags=["user", "tone"],
        metadata={"source": "chat"},
        priority=8,
    )
    assert agent.plain() == FIRST
    assert ID.search(reply.text)[0] == reply.data["id"]
    size = len("Likes <short> answers & 中文") + 5 + 8 + 10
    assert f"session holds {size} of 10000 characters" in reply.text
    agent("save_memory", compartment="session", content="b")
    assert agent.plain() == FIRST.removesuffix("\n  ]\n}\n") + SECOND


def test_the_same_calls_at_the_same_moment_give_the_same_bytes(agent, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    with Workspace.open(other, clock=FrozenClock(START)) as workspace:
        toolbox = Toolbox(workspace)
        for _ in range(3):
            arguments = {"compartment": "run", "content": "a"}
            toolbox.call(toolbox.find("save_memory", "aigentic"), arguments, AGENT)
            agent("save_memory", **arguments)
    assert (other / "memory.json").read_bytes() == agent.file.read_bytes()
    ids = [entry["id"] for entry in json.loads(agent.text)["run"]]
    assert len(set(ids)) == 3
    assert all(map(ID.fullmatch, ids))


def test_an_entry_goes_behind_the_others_of_its_compartment(agent):
    for content in ("a", "b"):
        for compartment in ("plan", "run", "session"):
            agent("save_memory", compartment=compartment, content=content)
    value = json.loads(agent.text)
    assert list(value) == ["plan", "run", "session"]
    assert all([entry["content"] for entry in items] == ["a", "b"] for items in value.values())
    assert agent.text == json.dumps(value, indent=2) + "\n"


def test_getting_by_id_by_filters_and_all(agent):
    saved = [
        agent("save_memory", compartment="plan", content=content, category=category, tags=tags).data["id"]
        for content, category, tags in (("a", "c", ["x"]), ("b", "c", ["y", "z"]), ("d", "", ["x"]))
    ]
    assert ids(agent("get_memory", compartment="plan")) == saved
    assert ids(agent("get_memory", compartment="plan", category="c")) == saved[:2]
    assert ids(agent("get_memory", compartment="plan", tags=["x", "q"])) == [saved[0], saved[2]]
    assert ids(agent("get_memory", compartment="plan", category="c", tags=["z"])) == [saved[1]]
    assert ids(agent("get_memory", compartment="plan", id=saved[2], category="c")) == [saved[2]]
    assert agent("get_memory", compartment="plan", tags=["X"]).text == "No entries found."
    assert agent("get_memory", compartment="plan", category="c").text.count("\n\n---\n\nID: ") == 1


def test_an_entry_is_told_in_lines_that_a_model_can_read(agent):
    agent.file.write_text(FIRST.replace("TIME", "2026-11-22T07:10:35.630893669+11:00"), encoding="utf-8")
    assert agent("get_memory", compartment="session", id="ID-1").text.splitlines() == [
        "ID: ID-1",
        "Content: Likes <short> answers & 中文",
        "Category: style",
        "Tags: user, tone",
        "Priority: 8",
        "Created: 2026-11-22 07:10:35",
        "Updated: 2026-11-22 07:10:35",
        "Access Count: 1",
    ]


def test_an_unknown_id_is_told_with_where_it_is_instead(agent):
    saved = agent("save_memory", compartment="run", content="a").data["id"]
    with pytest.raises(ArgumentError, match=r"id: plan memory has no entry .* It is in run memory"):
        agent("get_memory", compartment="plan", id=saved)
    with pytest.raises(ArgumentError, match=r"See which there are with get_memory"):
        agent("get_memory", compartment="plan", id="none")


def test_d8_category_and_tags_clear_what_matches_both(agent):
    saved = mixed(agent)
    agent("clear_memory", compartment="plan", category="c", tags=["x"])
    assert ids(agent("get_memory", compartment="plan")) == saved[1:]


def test_d8_older_agents_clear_what_matches_either_where_that_is_chosen(agent):
    saved = mixed(agent)
    agent.said('clear_matches = "any"')
    reply = agent("clear_memory", compartment="plan", category="c", tags=["x"])
    assert reply.data == {"compartment": "plan", "cleared": saved[:3], "remaining": 1, "warnings": []}
    assert "category 'c' or any of the tags x" in reply.text
    assert ids(agent("get_memory", compartment="plan")) == saved[3:]


def mixed(agent):
    return [
        agent("save_memory", compartment="plan", content="t", category=category, tags=tags).data["id"]
        for category, tags in (("c", ["x"]), ("c", ["y"]), ("d", ["x"]), ("d", ["y"]))
    ]


def test_clearing_a_compartment_leaves_the_others(agent):
    agent("save_memory", compartment="run", content="a")
    agent("save_memory", compartment="session", content="b")
    assert agent("clear_memory", compartment="run").text == "Cleared 1 of 1 entries of run memory."
    assert '"run": [],\n' in agent.text
    assert agent("clear_memory", compartment="run").data["cleared"] == []
    assert len(json.loads(agent.text)["session"]) == 1


def test_clearing_where_nothing_is_writes_nothing(agent):
    agent("clear_memory", compartment="run", category="c")
    assert not agent.file.exists()


def test_d9_all_that_is_answered_counts_and_the_next_write_notes_it(agent):
    saved = agent("save_memory", compartment="session", content="a", category="c").data["id"]
    other = agent("save_memory", compartment="session", content="b").data["id"]
    before = agent.text
    agent("get_memory", compartment="session")
    agent("get_memory", compartment="session", category="c")
    agent("search_memory", query="a")
    told = agent("get_memory", compartment="session", id=saved)
    assert "Access Count: 4" in told.text
    assert [entry["access_count"] for entry in told.data["entries"]] == [4]
    assert agent.text == before
    agent("save_memory", compartment="run", content="b")
    value = json.loads(agent.text)
    assert {entry["id"]: entry["access_count"] for entry in value["session"]} == {saved: 4, other: 1}
    assert value["session"][0]["updated_at"] == value["session"][0]["created_at"]


def test_d9_only_what_is_asked_for_by_its_id_counts_where_that_is_chosen(agent):
    agent.said('counts = "by_id"')
    saved = agent("save_memory", compartment="session", content="a").data["id"]
    before = agent.text
    agent("get_memory", compartment="session")
    agent("get_memory", compartment="session", id=saved)
    assert "Access Count: 2" in agent("get_memory", compartment="session", id=saved).text
    assert agent.text == before
    agent("save_memory", compartment="run", content="b")
    assert json.loads(agent.text)["session"][0]["access_count"] == 2
    agent("save_memory", compartment="run", content="c")
    assert json.loads(agent.text)["session"][0]["access_count"] == 2


def test_d9_looking_without_calling_does_not_count(agent):
    saved = agent("save_memory", compartment="session", content="a").data["id"]
    agent.toolbox.preview(agent.offer("get_memory"), {"compartment": "session", "id": saved})
    agent("save_memory", compartment="session", content="b")
    assert json.loads(agent.text)["session"][0]["access_count"] == 0


def test_a_compartment_has_a_limit_in_characters(agent):
    agent("save_memory", compartment="run", content="汉" * 9_999)
    with pytest.raises(
        ArgumentError, match=r"content: 'run' holds 9999 of 10000 characters and would hold 10001"
    ):
        agent("save_memory", compartment="run", content="ab")
    agent("save_memory", compartment="run", content="a")
    agent("save_memory", compartment="plan", content="a" * 10_000)
    with pytest.raises(ArgumentError, match="clear_memory"):
        agent("save_memory", compartment="plan", content="a")


def test_the_limit_can_be_chosen(agent):
    agent.said("size_limit = 5")
    with pytest.raises(ArgumentError, match="holds 0 of 5 characters and would hold 6"):
        agent("save_memory", compartment="run", content="abc", tags=["abc"])
    detail = agent.workspace
    agent.said("size_limit = 6")
    agent("save_memory", compartment="run", content="abc", tags=["abc"])
    assert detail.describe("memory.json").parsed.parts[0].limit == 6


@pytest.mark.parametrize(
    "said", ["size_limit = 0", "size_limit = true", 'plan_scope = "never"', "other = 1", "x ="]
)
def test_a_wrong_choice_is_told_and_changes_nothing(agent, said):
    agent.said(said)
    with pytest.raises(InvalidError, match=r"memdesk\.toml"):
        agent("save_memory", compartment="run", content="a")
    assert not agent.file.exists()
    agent.file.write_text(FIRST, encoding="utf-8")
    agent.workspace.scan()
    assert agent.workspace.describe("memory.json").parsed.parts[0].limit == 10_000


@pytest.mark.parametrize(
    ("scope", "after_run", "after_session"),
    [("persistent", (0, 1, 1), (0, 0, 1)), ("session", (0, 1, 1), (0, 0, 0)), ("run", (0, 1, 0), (0, 0, 0))],
)
def test_run_session_and_plan_end_as_chosen(agent, scope, after_run, after_session):
    agent.said(f'plan_scope = "{scope}"')
    for compartment in ("run", "session", "plan"):
        agent("save_memory", compartment=compartment, content="a")
    assert agent("end_run").data["cleared"]["run"] == 1
    assert counts(agent) == after_run
    agent("end_session")
    assert counts(agent) == after_session


def counts(agent):
    value = json.loads(agent.text)
    return tuple(len(value[name]) for name in ("run", "session", "plan"))


def test_words_are_found_in_content_and_category(agent):
    agent("save_memory", compartment="run", content="Deploy on Friday")
    agent("save_memory", compartment="plan", content="x", category="DEPLOYMENT")
    assert len(ids(agent("search_memory", query="deploy"))) == 2
    assert len(ids(agent("search_memory", query="deploy", compartment="run"))) == 1
    assert ids(agent("search_memory", query="none")) == []


def test_only_run_memory_is_in_the_prompt(agent):
    assert context(agent.memory, "").variables == {"HasMemory": False, "MemoryContent": ""}
    agent("save_memory", compartment="session", content="not this")
    agent("save_memory", compartment="run", content="a", category="c", tags=["x", "y"], priority=9)
    agent("save_memory", compartment="run", content="b")
    expected = "## Run Memory\n**a** (Category: c) [Tags: x, y] - Priority: 9\n**b** - Priority: 5"
    assert context(agent.memory, "").variables == {"HasMemory": True, "MemoryContent": expected}
    system, site = agent.toolbox.places("aigentic")[0]
    found = agent.toolbox.context(system, site)
    assert (found.text, found.role) == (expected, "user")
    assert [piece.uri.partition("#")[0] for piece in found.pieces if piece.uri] == ["memory.json"] * 2


@pytest.mark.parametrize(
    "damaged",
    [FIRST[:150], FIRST.replace('"tone"', "7"), "[]", "\ufeff" + FIRST, FIRST.replace("Likes", "Li\nkes")],
)
def test_d10_a_damaged_file_is_kept_aside_before_it_is_replaced(agent, damaged):
    agent("save_memory", compartment="run", content="before")
    agent.file.write_text(damaged, encoding="utf-8")
    reply = agent("get_memory", compartment="session")
    assert "No entries found." in reply.text
    assert "cannot be read" in reply.text
    assert agent.text == damaged
    reply = agent("save_memory", compartment="run", content="b")
    copy = reply.text.rpartition("kept as ")[2].rstrip(".")
    assert (agent.root / copy).read_text(encoding="utf-8") == damaged
    assert [entry["content"] for entry in json.loads(agent.text)["run"]] == ["b"]
    agent.workspace.scan()
    assert agent.workspace.info(copy).kind is Kind.BACKUP
    assert original_of(Kind.BACKUP, copy) == "memory.json"


def test_d10_copies_of_one_second_have_names_of_their_own(agent):
    copies = set()
    for text in ("{", "[", "]"):
        agent.file.write_text(text, encoding="utf-8")
        copies.add(agent("end_run").text.rpartition("kept as ")[2].rstrip("."))
    assert len(copies) == 3
    assert {(agent.root / copy).read_text() for copy in copies} == {"{", "[", "]"}


def test_d10_what_stands_whole_in_a_damaged_copy_can_be_recovered(agent):
    for compartment, content in (("run", "a"), ("session", "b <c>"), ("session", "d")):
        agent("save_memory", compartment=compartment, content=content, tags=["t"])
    whole = agent.text
    agent.file.write_text(whole.replace('"d"', '"d'), encoding="utf-8")
    agent("save_memory", compartment="plan", content="new")
    recover = agent.toolbox.find("recover", "aigentic", jobs=True)
    assert len(agent.toolbox.preview(recover, {}).edits) == 1
    reply = agent.toolbox.call(recover, {}, AGENT).reply
    assert reply.data["recovered"] == {"run": 1, "session": 1}
    value = json.loads(agent.text)
    assert value["run"] == json.loads(whole)["run"]
    assert [entry["content"] for entry in value["session"]] == ["b <c>"]
    assert agent.text == json.dumps(value, indent=2).replace("<", "\\u003c").replace(">", "\\u003e") + "\n"
    assert agent.toolbox.call(recover, {}, AGENT).reply.data["recovered"] == {}


def test_d10_a_damaged_file_is_recovered_where_it_stands_with_a_copy_kept(agent):
    for content in ("a", "b"):
        agent("save_memory", compartment="run", content=content)
    damaged = agent.text.replace('"b"', '"b')
    agent.file.write_text(damaged, encoding="utf-8")
    recover = agent.toolbox.find("recover", "aigentic", jobs=True)
    reply = agent.toolbox.call(recover, {}, AGENT).reply
    assert reply.data["recovered"] == {"run": 1}
    assert [entry["content"] for entry in json.loads(agent.text)["run"]] == ["a"]
    assert (agent.root / reply.data["kept_as"]).read_text(encoding="utf-8") == damaged


def test_d10_where_nothing_is_damaged_there_is_nothing_to_recover(agent):
    agent("save_memory", compartment="run", content="a")
    before = agent.text
    reply = agent.toolbox.call(agent.toolbox.find("recover", "aigentic", jobs=True), {}, AGENT).reply
    assert (reply.data["copy"], reply.data["recovered"], agent.text) == (None, {}, before)


def test_d10_fields_that_agents_cannot_load_are_not_recovered(agent):
    agent.file.write_text(FIRST.replace('"tone"', "7"), encoding="utf-8")
    agent("end_run")
    recover = agent.toolbox.find("recover", "aigentic", jobs=True)
    agent.toolbox.call(recover, {}, AGENT)
    entry = json.loads(agent.text)["session"][0]
    assert "tags" not in entry
    assert entry["metadata"] == {"source": "chat"}
    with pytest.raises(ArgumentError, match=r"There is: memory\.json\.corrupt-"):
        agent.toolbox.call(recover, {"copy_name": "other"}, AGENT)
    assert faults_in(agent.toolbox, recover, agent.root, {}) == []


def test_an_empty_or_missing_compartment_is_filled(agent):
    agent.file.write_text('{"run": null}', encoding="utf-8")
    agent("save_memory", compartment="run", content="a")
    agent("save_memory", compartment="plan", content="b")
    assert [len(items) for items in json.loads(agent.text).values()] == [1, 1]


def test_what_agents_do_not_know_stays_in_the_file(agent):
    agent.file.write_text('{\n\t"mood": [1],\n\t"run": [\n\t\t{"id": "a", "x": 1}\n\t]\n}', encoding="utf-8")
    agent("save_memory", compartment="run", content="b")
    assert agent.text.startswith('{\n\t"mood": [1],\n\t"run": [\n\t\t{"id": "a", "x": 1},\n\t\t{\n\t\t\t"id"')
    agent("clear_memory", compartment="run")
    assert agent.text == '{\n\t"mood": [1],\n\t"run": []\n}'


def test_a_change_that_a_running_agent_may_write_over_is_told(agent):
    agent.file.write_text(FIRST, encoding="utf-8")
    assert "loads its memory only when it starts" in agent("save_memory", compartment="run", content="a").text
    assert agent("save_memory", compartment="run", content="b").data["warnings"] == []
    agent.file.write_text(FIRST, encoding="utf-8")
    assert agent("clear_memory", compartment="session").data["warnings"]


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("save_memory", {"compartment": "run", "content": "text"}),
        ("get_memory", {"compartment": "session"}),
        ("clear_memory", {"compartment": "plan"}),
        ("search_memory", {"query": "text"}),
        ("end_run", {}),
        ("end_session", {}),
    ],
)
def test_bad_arguments_are_refused_and_change_nothing(agent, name, good):
    agent.file.write_text(FIRST, encoding="utf-8")
    assert faults_in(agent.toolbox, agent.offer(name), agent.root, good) == []


def test_metadata_stands_in_the_order_that_the_agents_program_gives_it(tmp_path):
    one = AgentDesk(tmp_path, "aigentic", {"memory.json": '{"session": [], "plan": []}'})
    metadata = {"z": "1", "a": "2", "é": "3", "Z": "4"}
    one.call("save_memory", compartment="run", content="x", metadata=metadata)
    found = json.loads(one.text("memory.json"))
    assert list(found["run"][0]["metadata"]) == ["Z", "a", "z", "é"]
    assert list(found) == ["run", "session", "plan"]


@pytest.mark.parametrize("name", ["agent-state.json", "state/everything.txt"])
def test_the_file_may_have_any_name_and_is_found_by_it(tmp_path, name):
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob/memdesk.toml").write_text(f'[aigentic]\nstorage_path = "{name}"\n')
    with Workspace.open(tmp_path) as workspace:
        toolbox = Toolbox(workspace)
        save = toolbox.find("save_memory", "aigentic@bob")
        saved = toolbox.call(save, {"compartment": "session", "content": "likes tea"}, AGENT).reply.data["id"]
        path = tmp_path / "bob" / name
        assert json.loads(path.read_text())["session"][0]["content"] == "likes tea"
        assert not (tmp_path / "bob/memory.json").exists()
        [(_, site)] = toolbox.places()
        assert (site.system, site.root) == ("aigentic", "bob")
        info = workspace.info(f"bob/{name}")
        assert info.kind is Kind.COMPARTMENTS
        for _ in range(2):
            get = toolbox.find("get_memory")
            found = toolbox.call(get, {"compartment": "session", "id": saved}, AGENT)
            assert "likes tea" in found.reply.text
        path.write_text('{"run": [], "session": [], "plan": [')
        toolbox.call(toolbox.find("save_memory"), {"compartment": "plan", "content": "b"}, AGENT)
        [copy] = [each for each in workspace.scan().documents if ".corrupt-" in each.uri]
        assert copy.kind is Kind.BACKUP


@pytest.mark.parametrize("name", ["../other.json", "/etc/x", "a//b", ""])
def test_a_file_outside_of_the_folder_cannot_be_chosen(agent, name):
    agent.said(f'storage_path = "{name}"')
    with pytest.raises(InvalidError, match="storage_path"):
        agent("save_memory", compartment="run", content="x")
