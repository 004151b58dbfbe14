"""What the design of Pegasus promises and no other test holds."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib

import pytest

from helpers.agent_desk import AgentDesk
from helpers.bad_arguments import AGENT
from helpers.model_desk import ModelDesk
from helpers.source import ROOT
from memdesk.agents.model_jobs import MemoryChat
from memdesk.model import Kind
from memdesk.systems.pegasus import Pegasus
from memdesk.systems.pegasus.tools import REFLECTION, TOOLS

SYSTEM = "pegasus"
USER, MONTH = "data/memory/facts/user.md", "data/memory/episodes/2026-02.md"
FILES = {
    USER: "# User Facts\n\n> Summary: name, language\n\n- Name: Lin Mei\n- Language: Chinese\n"
    "- Updated: 2026-02-24\n",
    MONTH: "# 2026-02 Episodes\n\n> Summary: leak of the logger\n\n## Leak of the logger\n"
    "- Summary: stream leaked -> own transport\n- Date: 2026-02-24\n- Problem: output in the wrong stream\n"
    "- Solution: a transport of our own\n- Lesson: no workers there\n\n## Shorter names\n"
    "- Summary: 32 -> 16 letters\n- Date: 2026-02-25\n- Collisions: one in many\n",
}


@pytest.fixture
def desk(tmp_path):
    found = ModelDesk(tmp_path, SYSTEM, FILES)
    yield found
    found.close()


def talk(desk, *answers):
    model = desk.model(*answers)
    return model, MemoryChat(desk.toolbox, model.chat, AGENT, SYSTEM)


def reflect(desk, *answers, told="user: I am Lin Mei\nagent: noted. " * 20):
    model = desk.model(*answers)
    return model, desk.run("reflect", model=model, conversation=told)


def test_a_talk_alone_leaves_nothing_in_the_memory(desk):
    _, chat = talk(desk, "Hello.", "It is fine.")
    chat.say("hello there")
    chat.say("how is the weather?")
    assert {name: desk.text(name) for name in desk.names()} == FILES


def test_no_vectors_are_loaded_for_its_tools_and_prompt(desk):
    code = (
        "import sys\nfrom memdesk.agents.workspace import open_workspace\n"
        f"with open_workspace({str(desk.root)!r}, system='pegasus') as memory:\n"
        "    memory.call('memory_append', {'path': 'episodes/2026-03.md', 'entry': '## A\\n'})\n"
        "    assert 'leak of the logger' in memory.context().text\n"
        "print([name for name in ('numpy', 'wordllama', 'pydantic_ai') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_nothing_is_cut_however_long_it_is(desk):
    long = "# Long\n\n" + "".join(f"- Key {number}: {'x' * 60}\n" for number in range(2_000))
    desk.call("memory_write", path="facts/long.md", content=long)
    whole = desk.call("memory_read", path="facts/long.md").text
    assert long.partition("\n\n")[2] in whole
    (_, short), (_, told) = (
        talk(desk, [("memory_read", {"path": f"facts/{name}.md"})], "ok")[1].say("hi").calls[0]
        for name in ("user", "long")
    )
    assert short == FILES[USER]
    assert told.startswith(whole[:20_000])
    assert f"the first 20000 of {len(whole)} letters" in told[20_000:]


@pytest.mark.parametrize("name", ["user", "project", "preferences"])
def test_the_facts_of_the_layout_are_written_and_listed(tmp_path, name):
    desk = AgentDesk(tmp_path, SYSTEM, {})
    desk.call("memory_write", path=f"facts/{name}.md", content=f"# {name}\n\n- Key: value\n")
    assert desk.names() == [f"data/memory/facts/{name}.md"]
    [listed] = desk.call("memory_list").data
    assert (listed["path"], listed["summary"]) == (f"facts/{name}.md", "key")


def test_the_model_decides_which_file_it_reads(desk):
    model, chat = talk(desk, [("memory_read", {"path": "facts/user.md"})], "Lin Mei.")
    turn = chat.say("what is my name?")
    assert (turn.text, turn.calls) == ("Lin Mei.", (("memory_read", FILES[USER]),))
    assert "- Name: Lin Mei" not in model.asked[0]
    assert "transport" not in "".join(model.asked)
    _, other = talk(desk, "Two.")
    assert other.say("what is one and one?").calls == ()


def test_a_memory_is_markdown_files_alone(tmp_path):
    desk = AgentDesk(tmp_path, SYSTEM, {})
    desk.call("memory_write", path="facts/user.md", content="# User\n\n- Name: Lin\n")
    desk.call("memory_append", path="episodes/2026-02.md", entry="## Began\n")
    desk.call("memory_patch", path="facts/user.md", patches=[{"oldText": "Lin", "newText": "Lin Mei"}])
    desk.call("refresh-summaries", jobs=True)
    assert desk.names() == ["data/memory/episodes/2026-02.md", "data/memory/facts/user.md"]


def test_the_system_needs_no_package_of_its_own():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = " ".join(project["dependencies"]).lower()
    assert not [word for word in ("chroma", "faiss", "sqlite", "numpy", "yaml", "embed") if word in named]
    code = "import sys, memdesk.systems.pegasus.tools\nprint('sqlite3' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "False\n"


def test_coverage_below_95_fails():
    report = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["coverage"][
        "report"
    ]
    assert report["fail_under"] >= 95
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ncoverage:")[2].split("\n\n")[0]
    assert "--cov" in recipe


def test_a_file_reads_as_the_agent_wrote_it(desk):
    entry = "## Rigged the boat\n- Summary: mast -> new rope\n- Date: 2026-02-26\n"
    desk.call("memory_append", path="episodes/2026-02.md", entry=entry)
    assert desk.text(MONTH).endswith(entry)
    assert "\\n" not in desk.text(MONTH)


def test_what_a_person_edits_is_what_the_agent_gets(desk):
    text = FILES[USER].replace("Lin Mei", "Lin Bo").replace("name, language", "name and tongue")
    (desk.root / USER).write_text(text, encoding="utf-8")
    assert desk.call("memory_read", path="facts/user.md").text == text
    _, chat = talk(desk, "ok")
    assert "name and tongue" in chat._context("hi")


def test_an_append_changes_only_its_lines_and_the_summary(desk):
    (desk.root / "memdesk.toml").write_text('[pegasus]\nrefresh_summaries = "on_write"\n')
    desk.call("memory_append", path="episodes/2026-02.md", entry="## New\n- Date: 2026-02-27\n")
    before, after = FILES[MONTH].splitlines(), desk.text(MONTH).splitlines()
    assert [line for line in before if line not in after] == ["> Summary: leak of the logger"]
    assert after[:2] + after[3 : len(before)] == before[:2] + before[3:]
    assert after[len(before) :] == ["## New", "- Date: 2026-02-27"]


def test_the_examples_of_the_design_are_read():
    system = Pegasus()
    fact = system.parse(Kind.FACT, USER, FILES[USER].encode(), None)
    assert (fact.summary, fact.record.updated, fact.problems) == ("name, language", "2026-02-24", ())
    assert fact.record.heading == "User Facts"
    assert [(pair.key, pair.value) for pair in fact.record.values] == [
        ("Name", "Lin Mei"),
        ("Language", "Chinese"),
        ("Updated", "2026-02-24"),
    ]
    month = system.parse(Kind.EPISODE, MONTH, FILES[MONTH].encode(), None)
    assert (month.summary, month.count, month.problems) == ("leak of the logger", 2, ())
    first, second = month.record.entries
    assert (first.summary, first.date, first.lesson) == (
        "stream leaked -> own transport",
        "2026-02-24",
        "no workers there",
    )
    assert [pair.key for pair in first.values] == ["Summary", "Date", "Problem", "Solution", "Lesson"]
    assert [pair.value for pair in second.values if pair.key == "Collisions"] == ["one in many"]


def test_the_index_tells_what_each_entry_of_a_month_is_about(desk):
    for title in ("Rigged the boat", "Named a runtime"):
        desk.call("memory_append", path="episodes/2026-03.md", entry=f"## {title}\n- Lesson: none\n")
    _, chat = talk(desk, "ok")
    (line,) = [line for line in chat._context("hi").splitlines() if "2026-03" in line]
    assert line.startswith("- episodes/2026-03.md (")
    assert line.endswith("B): Rigged the boat, Named a runtime")


@pytest.mark.parametrize(
    ("size", "told"), [(1023, "1023B"), (1024, "1.0KB"), (1228, "1.2KB"), (20_480, "20.0KB")]
)
def test_the_index_tells_sizes_in_bytes_then_in_kb_with_one_decimal(desk, size, told):
    text = "> Summary: much\n\n"
    (desk.root / USER).write_text(text + "x" * (size - len(text)))
    _, chat = talk(desk, "ok")
    assert f"- facts/user.md ({told}): much\n" in chat._context("hi")


def test_a_new_file_is_a_new_category(desk):
    desk.call("memory_write", path="facts/boats.md", content="# Boats\n\n- Mast: oak\n")
    assert "facts/boats.md" in desk.call("memory_list").text
    (desk.root / "data/memory/facts/tools.md").write_text("# Tools\n\n> Summary: saws\n")
    (desk.root / USER).unlink()
    assert [each["path"] for each in desk.call("memory_list").data] == [
        "facts/boats.md",
        "facts/tools.md",
        "episodes/2026-02.md",
    ]


def test_a_damaged_file_takes_no_other_from_the_listing(desk):
    (desk.root / "data/memory/facts/broken.md").write_bytes(b"\xff\xfe\x00")
    listed = {each["path"]: each["summary"] for each in desk.call("memory_list").data}
    assert listed["facts/user.md"] == "name, language"
    assert "facts/broken.md" in listed


def test_the_index_is_told_once_for_a_task_and_not_in_the_instructions(desk):
    model, chat = talk(desk, [("memory_read", {"path": "facts/user.md"})], "Lin Mei.")
    chat.say("what is my name?")
    assert "facts/user.md (" in model.asked[0]
    assert "facts/user.md (" not in model.asked[1]
    assert "facts/user.md" not in "".join(filter(None, model.instructions))


def test_the_index_is_the_same_for_any_question(desk):
    _, chat = talk(desk, "ok")
    assert chat._context("the leak of the logger") == chat._context("是") == chat._context("")


def test_there_are_five_tools_of_the_designs_names(desk):
    assert {tool.name for tool in TOOLS} == {
        "memory_read",
        "memory_write",
        "memory_patch",
        "memory_append",
        "memory_list",
    }
    assert [offer.tool.name for offer in desk.toolbox.tools(SYSTEM)] == [tool.name for tool in TOOLS]
    assert {tool.name for tool in REFLECTION} < {tool.name for tool in TOOLS}


def test_the_tools_take_what_the_design_signs(desk):
    taken = {offer.tool.name: offer.schema for offer in desk.toolbox.tools(SYSTEM)}
    required = {name: set(schema.get("required", ())) for name, schema in taken.items()}
    assert required == {
        "memory_list": set(),
        "memory_read": {"path"},
        "memory_write": {"path", "content"},
        "memory_patch": {"path"},
        "memory_append": {"path", "entry"},
    }
    assert {"path", "patches"} <= set(taken["memory_patch"]["properties"])
    assert {"path", "entry", "summary"} == set(taken["memory_append"]["properties"])
    assert taken["memory_list"].get("properties", {}) == {}


def test_a_reflection_writes_facts_patches_them_and_appends_episodes(desk):
    reflect(
        desk,
        [("memory_write", {"path": "facts/project.md", "content": "# Project\n\n- Runtime: Bun\n"})],
        [
            (
                "memory_patch",
                {"path": "facts/user.md", "patches": [{"oldText": "Chinese", "newText": "Chinese, English"}]},
            )
        ],
        [("memory_append", {"path": "episodes/2026-02.md", "entry": "## Named a runtime\n"})],
        "All kept.",
        told="user: I am Lin Mei, I speak English too, and the project runs on Bun\nagent: noted. " * 20,
    )
    assert "- Runtime: Bun" in desk.text("data/memory/facts/project.md")
    assert "- Language: Chinese, English" in desk.text(USER)
    assert desk.text(MONTH).endswith("## Named a runtime\n")
    assert "> Summary: leak of the logger" in desk.text(MONTH)


def test_what_a_reflection_writes_in_its_answer_is_never_carried_out(desk):
    action = {"action": "memory_append", "arguments": {"path": "episodes/2026-02.md", "entry": "## No"}}
    model, landed = reflect(desk, json.dumps(action))
    assert (len(model.asked), landed.outcome.edits) == (1, ())
    assert {name: desk.text(name) for name in desk.names()} == FILES


def test_the_reflector_is_told_what_is_worth_keeping(desk):
    model, landed = reflect(desk, "Nothing to keep.")
    kept, _, rest = model.instructions[0].partition("Small talk")
    assert all(
        word in kept for word in ("who the user is", "what they prefer", "project", "problems", "learnt")
    )
    assert "simple questions" in rest.partition("not worth keeping")[0]
    assert landed.outcome.edits == ()
    assert {name: desk.text(name) for name in desk.names()} == FILES


def test_nothing_is_forgotten_by_itself(desk):
    before = desk.call("memory_list").data
    desk.at("2056-11-22T10:00:00")
    assert desk.call("memory_list").data == before
    assert desk.call("memory_read", path="facts/user.md").text == FILES[USER]
    assert {name: desk.text(name) for name in desk.names()} == FILES
