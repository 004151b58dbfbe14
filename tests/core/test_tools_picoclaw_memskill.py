"""What agents with memory skills call: the bytes they leave, what they are told, what they are refused."""

from __future__ import annotations

import pytest

from helpers.agent_desk import AgentDesk
from helpers.bad_arguments import faults_in
from memdesk.errors import ArgumentError, InvalidError, MemdeskError
from memdesk.model import Actor, Origin, Via

SYSTEM = "picoclaw-memskill"
ROBIN = Actor("robin", Origin.AGENT, Via.PYTHON)
DATED = "## 2026-01-01\n\nx"
LONG_TERM = "memory/MEMORY.md"
FIRST = "## 2026-11-22\n\n咖啡：无糖拿铁。"


@pytest.fixture
def desk(tmp_path):
    return lambda files=None, **more: AgentDesk(tmp_path, SYSTEM, files or {"memory/.keep": ""}, **more)


def test_entries_have_the_bytes_of_the_original(desk):
    one = desk()
    one.call("memory_append", content="\n 咖啡：无糖拿铁。\u3000\n")
    one.at("2026-11-22T10:00:40")
    one.call("memory_append", content="狗叫 Bob。\n\n它三岁。\n", slot="long_term")
    one.at("2026-11-23T09:00:00")
    one.call("write_file", path=LONG_TERM, content="Decided.\n## Why\n\nbecause")
    second = f"{FIRST}\n\n## 2026-11-22\n\n狗叫 Bob。\n\n它三岁。"
    assert one.text(LONG_TERM) == f"{second}\n\n## 2026-11-23\n\nDecided.\n## Why\n\nbecause"
    assert one.text("memory/backups/20261122_100040_MEMORY.md") == FIRST
    assert one.text("memory/backups/20261123_090000_MEMORY.md") == second
    assert len(one.names()) == 4


def test_an_entry_joins_what_a_person_left_at_the_end(desk):
    one = desk({LONG_TERM: "# Mine\r\n\r\nby hand\r\n"})
    one.call("memory_append", content="more")
    assert one.bytes(LONG_TERM) == b"# Mine\r\n\r\nby hand\r\n\n\n## 2026-11-22\n\nmore"


def test_copies_of_one_second_never_take_each_others_place(desk):
    one = desk({LONG_TERM: "one"})
    replies = [one.call("memory_append", content=text) for text in ("two", "three", "four")]
    assert [reply.data["backup"] for reply in replies] == [
        "memory/backups/20261122_100000_MEMORY.md",
        "memory/backups/20261122_100000_2_MEMORY.md",
        "memory/backups/20261122_100000_3_MEMORY.md",
    ]
    assert one.text("memory/backups/20261122_100000_MEMORY.md") == "one"
    assert one.text("memory/backups/20261122_100000_2_MEMORY.md") == "one\n\n## 2026-11-22\n\ntwo"


def test_a_copy_and_the_write_after_it_are_one_unit(desk):
    one = desk({LONG_TERM: "one"})
    offer = one.toolbox.find("memory_append", SYSTEM)
    found = one.toolbox.preview(offer, {"content": "two"})
    assert {edit.uri for edit in found.edits} == {LONG_TERM, "memory/backups/20261122_100000_MEMORY.md"}
    assert one.names() == [LONG_TERM]


def test_todays_note_has_the_bytes_of_the_original_and_no_copy(desk):
    one = desk({LONG_TERM: "one"})
    one.call("memory_append", content="- 09:32 checklist\n", slot="today")
    reply = one.call("memory_append", content="- 11:05 <b>lunch</b>\r\nlate", slot="today")
    note = "memory/202611/20261122.md"
    assert one.bytes(note) == b"# 2026-11-22\n\n- 09:32 checklist\n\n- 11:05 <b>lunch</b>\r\nlate"
    assert reply.data == {"uri": note, "size": 59}
    assert one.names() == [note, LONG_TERM]


@pytest.mark.parametrize("content", ["", "  \n", "\u3000\u2028", "a\0b"])
@pytest.mark.parametrize("call", ["memory_append", "write_file"])
def test_nothing_is_no_entry(desk, content, call):
    one = desk({LONG_TERM: "one"})
    more = {"path": LONG_TERM} if call == "write_file" else {}
    with pytest.raises(ArgumentError, match="content: "):
        one.call(call, content=content, **more)
    assert one.names() == [LONG_TERM]


def test_a_memory_that_is_no_text_is_left_alone(desk):
    one = desk({LONG_TERM: b"\xc4\xe3", "memory/policy_overrides.json": "{}"})
    with pytest.raises(InvalidError, match="not UTF-8"):
        one.call("memory_append", content="x")
    assert one.bytes(LONG_TERM) == b"\xc4\xe3"


@pytest.mark.parametrize(
    "path",
    [
        "memory/MEMORY.md",
        "./memory//MEMORY.md",
        "memory/./x/../MEMORY.md",
        "memory/../memory/MEMORY.md",
        "{root}/memory/MEMORY.md",
        "/{root}//memory/202611/../MEMORY.md",
        "../{name}/memory/MEMORY.md",
    ],
)
def test_every_spelling_of_long_term_memory_is_appended_to(desk, path):
    one = desk({LONG_TERM: "one"})
    reply = one.call("write_file", path=path.format(root=one.root, name=one.root.name), content="two")
    assert one.text(LONG_TERM) == "one\n\n## 2026-11-22\n\ntwo"
    assert reply.data["backup"] == "memory/backups/20261122_100000_MEMORY.md"


@pytest.mark.parametrize(
    ("files", "path", "place"),
    [
        ({"memory/MEMORY.md": DATED}, "notes/a.md", "notes/a.md"),
        ({"bot/memory/MEMORY.md": DATED}, "notes/a.md", "bot/notes/a.md"),
        ({"bot/memory/MEMORY.md": DATED}, "memory/MEMORY.txt", "bot/memory/MEMORY.txt"),
        ({"bot/workspace/memory/MEMORY.md": DATED, "bot/config.json": "{}"}, "a.md", "bot/workspace/a.md"),
        ({"copy/MEMORY.md": "x", "copy/policy_overrides.json": "{}"}, "memory/a.md", "copy/a.md"),
        ({"copy/MEMORY.md": "x", "copy/policy_overrides.json": "{}"}, "a.md", "copy/a.md"),
    ],
)
def test_other_files_are_written_where_the_agent_looks(desk, files, path, place):
    one = desk(files)
    assert one.call("write_file", path=path, content="new\n").data == {"uri": place, "size": 4}
    assert one.text(place) == "new\n"
    assert "4 bytes in the place of 4" in one.call("write_file", path=path, content="newe").text


def test_a_memory_folder_on_its_own_is_written_as_the_agent_spells_it(tmp_path):
    one = AgentDesk(tmp_path / "memory", SYSTEM, {"MEMORY.md": "## 2026-11-22\n\none"})
    one.call("write_file", path="memory/a.md", content="x")
    one.call("write_file", path=f"{tmp_path}/memory/MEMORY.md", content="two")
    assert one.names() == ["MEMORY.md", "a.md", "backups/20261122_100000_MEMORY.md"]
    with pytest.raises(ArgumentError, match="leads out"):
        one.call("write_file", path="notes.md", content="x")


@pytest.mark.parametrize("path", ["config.json", "{root}/config.json", "../config.json", "../../memory/x.md"])
def test_what_is_beside_the_agents_workspace_is_not_written(desk, path):
    one = desk({"bot/workspace/memory/MEMORY.md": DATED, "bot/config.json": "{}"})
    path = path.format(root=f"{one.root}/bot")
    rule = "rules of its own" if path == "config.json" else "leads out of the workspace"
    with pytest.raises(ArgumentError, match=rule):
        one.call("write_file", path=path, content="x")
    assert one.text("bot/config.json") == "{}"


GUARDED = {
    LONG_TERM: "## 2026-01-01\n\nx",
    "memory/profile.json": '{"name": "Ana"}',
    "memory.json": '{"plan": [], "run": [], "session": []}',
    "evo/memory/hot-memory-state.json": '{"identity": {}, "owner_profile": {}, "active_context": {}, '
    '"critical_lessons": [], "_schema_version": "2.0"}',
    "evo/memory/warm-memory.json": "[]",
    "evo/memory/memory-tree.json": '{"root": {"desc": "", "children": []}}',
    "other/memory/MEMORY.md": "## 2026-01-01\n\nanother's",
    "memory/USER.md": "about the user",
}


@pytest.fixture
def guarded_desk(tmp_path):
    """A folder with memories of several systems, called by the agent at its top."""
    return AgentDesk(tmp_path, f"{SYSTEM}@", GUARDED)


@pytest.mark.parametrize("tool", ["write_file", "append_file"])
@pytest.mark.parametrize(
    "path",
    [
        "memory/profile.json",
        "./memory//profile.json",
        "memory/x/../profile.json",
        "{root}/memory/profile.json",
        "memory/Profile.JSON",
        "MEMORY/profile.json",
        "memory/memory.md",
        "memory/policy_overrides.json",
        "memory/POLICY_OVERRIDES.json",
        "memory/policy_snapshots/20260101_000000.json",
        "memory/Policy_Snapshots/x.txt",
        "memory/backups/20260101_000000_MEMORY.md",
        "memory/.last_longterm_compress",
        "memory/config.json",
        "config.json",
        "sessions/cli_main.json",
        "memdesk.toml",
        "MemDesk.toml",
        "memory/memdesk.toml",
        ".memdesk/locks.toml",
        ".MEMDESK/locks.toml",
        "memory/.memdesk/x.md",
        "memory.json",
        "Memory.json",
        "evo/memory/hot-memory-state.json",
        "evo/memory/warm-memory.json",
        "evo/memory/memory-tree.json",
        "other/memory/MEMORY.md",
    ],
)
def test_what_has_rules_of_its_own_is_not_written_as_a_file(guarded_desk, tool, path):
    one = guarded_desk
    before = {name: one.bytes(name) for name in one.names()}
    path = path.format(root=one.root)
    with pytest.raises(ArgumentError, match="rules of its own") as refusal:
        one.call(tool, path=path, content='{"a": "b"}')
    assert refusal.value.parameter == "path"
    assert {name: one.bytes(name) for name in one.names()} == before


@pytest.mark.parametrize("tool", ["write_file", "append_file"])
def test_a_link_to_what_has_rules_is_no_way_around_them(guarded_desk, tool):
    one = guarded_desk
    (one.root / "notes.md").symlink_to("memory/profile.json")
    (one.root / "notes").symlink_to("memory")
    for path in ("notes.md", "notes/profile.json"):
        with pytest.raises(MemdeskError):
            one.call(tool, path=path, content="x")
    assert one.text("memory/profile.json") == '{"name": "Ana"}'


@pytest.mark.parametrize(
    "path", ["notes.md", "memory/202611/20261122.md", "memory/USER.md", "project/config.json", "data.json"]
)
def test_plain_files_beside_it_are_written_as_before(guarded_desk, path):
    one = guarded_desk
    assert one.call("write_file", path=path, content="new\n").data == {"uri": path, "size": 4}


@pytest.mark.parametrize(
    ("before", "content", "after"),
    [
        (b"one", "two", b"one\ntwo"),
        (b"one\n", "two\n", b"one\ntwo\n"),
        (b"a\r\nb", "two", b"a\r\nb\r\ntwo"),
        (b"", "two", b"two"),
        (None, "two", b"two"),
    ],
)
def test_what_is_appended_to_a_file_is_never_glued_to_its_last_line(desk, before, content, after):
    files = {LONG_TERM: "x"} if before is None else {LONG_TERM: "x", "notes.md": before}
    one = desk(files)
    one.call("append_file", path="notes.md", content=content)
    assert one.bytes("notes.md") == after


def test_what_is_appended_to_long_term_memory_as_a_file_is_a_paragraph_and_has_a_copy(desk):
    one = desk({LONG_TERM: "one\n"})
    reply = one.call("append_file", path=LONG_TERM, content="two")
    assert one.text(LONG_TERM) == "one\n\ntwo"
    assert one.text(reply.data["backup"]) == "one\n"


def test_bad_arguments_change_nothing(desk):
    one = desk({LONG_TERM: "## 2026-11-22\n\none", "memory/202611/20261122.md": "# 2026-11-22"})
    goods = {
        "memory_append": {"content": "x"},
        "memory_search": {"query": "one"},
        "write_file": {"path": "memory/a.md", "content": "x"},
        "append_file": {"path": "memory/a.md", "content": "x"},
    }
    offers = one.toolbox.tools(SYSTEM)
    assert [offer.tool.name for offer in offers] == list(goods)
    for offer in offers:
        assert faults_in(one.toolbox, offer, one.root, goods[offer.tool.name]) == []


@pytest.mark.parametrize("more", [{}, {"memory/policy_overrides.json": "{}"}])
def test_an_index_is_not_written_as_long_term_memory_and_no_prompt_has_it(desk, more):
    index = "# Memory\n\n- [Tea](tea.md) — likes tea\n"
    tea = "---\nname: tea\n---\n\nLikes tea.\n"
    one = desk({"memory/MEMORY.md": index, "memory/tea.md": tea, **more})
    names = one.names()
    for name, arguments, jobs in (
        ("memory_append", {"content": "x"}, False),
        ("write_file", {"path": "memory/MEMORY.md", "content": "x"}, False),
        ("append_file", {"path": "memory/MEMORY.md", "content": "x"}, False),
        ("compress-memory", {"text": "x", "force": True}, True),
    ):
        offer = one.toolbox.find(name, SYSTEM, jobs=jobs)
        with pytest.raises(InvalidError, match=r"memory/MEMORY\.md is an index of topic files"):
            one.toolbox.call(offer, arguments, ROBIN)
    assert one.text("memory/MEMORY.md") == index
    assert one.names() == names
    for query in ("", "tea"):
        [(_, found)] = one.toolbox.contexts(SYSTEM, query)
        assert found.text == ""
        assert found.problems == (
            "memory/MEMORY.md is an index of topic files that no known system keeps; no prompt here has it",
        )


def test_a_link_to_a_topic_file_takes_no_dated_entry_out_of_the_prompt(desk):
    entry = "## 2026-01-01\n\n- [Tea](tea.md) — likes tea"
    one = desk({LONG_TERM: entry, "memory/tea.md": "---\nname: tea\n---\n\nLikes tea.\n"})
    [(_, found)] = one.toolbox.contexts(SYSTEM)
    assert entry in found.text
    assert found.problems == ()


@pytest.mark.parametrize("name", ["write_file", "append_file"])
@pytest.mark.parametrize("content", ["{broken", "plain words", "[1,]"])
def test_no_broken_json_begins_in_the_memory_folder(desk, name, content):
    one = desk({"memory/mine.json": "{}"})
    for path in ("memory/hot-memory-state.json", "memory/mine.json", "memory/x/NEW.JSON"):
        with pytest.raises(ArgumentError, match=r"content: is not JSON, which memory/.* would have to be"):
            one.call(name, path=path, content=content)
    assert one.names() == ["memory/mine.json"]
    assert one.text("memory/mine.json") == "{}"


def test_json_is_written_and_what_is_broken_can_be_mended(desk):
    one = desk({"memory/old.json": "{broken"})
    for path, content in (
        ("memory/new.json", '{"a": 1}'),
        ("memory/old.json", "{still"),
        ("memory/old.json", "[]"),
        ("settings.json", "// with a comment\n{}"),
        ("memory/lines.jsonl", "{}\n{}"),
    ):
        one.call("write_file", path=path, content=content)
        assert one.text(path) == content
