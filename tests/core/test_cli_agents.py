"""The commands for agents: what scripts get from them, in every case one JSON document."""

from __future__ import annotations

import io
import json
import sys

import pytest

from helpers.toy_system import FILE, Toy
from memdesk import open_workspace
from memdesk.cli import main
from memdesk.cli.progress import ProgressLine, shown_progress
from memdesk.llm import AnswerSoFar
from memdesk.model import Origin, Via
from memdesk.workspace import Workspace


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A folder of the toy system, known to every face."""
    monkeypatch.setattr("memdesk.workspace.load_systems", lambda: {"toy": Toy()})
    folder = tmp_path / "root"
    (folder / "toy").mkdir(parents=True)
    (folder / FILE).write_text("one\ntwo\n")
    return folder


@pytest.fixture
def run(capfd):
    def run(*words):
        status = main([str(word) for word in words])
        out, err = capfd.readouterr()
        return status, out, err

    return run


def test_tools_are_listed_for_programs_and_people(run, root):
    status, out, _ = run("tools", root, "--json")
    assert status == 0
    first = json.loads(out)[0]
    assert (first["system"], first["name"], first["description"]) == ("toy", "add", "Remember a line.")
    assert first["parameters"]["required"] == ["line"]
    assert run("tools", root)[1].startswith("add(line, [where])  toy\n    Remember a line.\n")
    assert run("tools", root, "--system", "parrot") == (
        2,
        "",
        "memdesk: there is no system 'parrot'; known systems: toy\n",
    )


def test_one_of_several_memories_has_to_be_chosen(run, root):
    (root / "deep" / "toy").mkdir(parents=True)
    (root / "deep" / FILE).write_text("deep\n")
    status, out, _ = run("tool", root, "add", "--args", '{"line": "for whom"}')
    assert (status, json.loads(out)["ok"]) == (2, False)
    assert "choose with --system: toy@, toy@deep" in json.loads(out)["error"]
    assert run("run", root, "tidy", "new")[0] == 2
    assert run("tool", root, "add", "--system", "toy@depe", "--args", '{"line": "x"}')[0] == 2
    assert run("run", root, "tidy", "new", "--system", "toy@deep")[0] == 0
    assert (root / FILE).read_text() == "one\ntwo\n"
    assert (root / "deep" / FILE).read_text() == "deep\nnew\n"
    assert [one["place"] for one in json.loads(run("tools", root, "--json")[1]) if one["name"] == "add"] == [
        "",
        "deep",
    ]
    assert "add(line, [where])  toy@deep\n" in run("tools", root)[1]


def test_a_tool_writes_in_the_agents_name(run, root):
    status, out, err = run(
        "tool", root, "add", "--args", '{"line": "three"}', "--actor", "robin", "--session", "s1"
    )
    assert (status, json.loads(out), err) == (0, {"ok": True, "text": "3 lines", "data": {"count": 3}}, "")
    assert (root / FILE).read_text() == "one\ntwo\nthree\n"
    with Workspace.open(root) as desk:
        actor = desk.history(FILE)[-1].actor
    assert (actor.name, actor.origin, actor.via, actor.tool, actor.session) == (
        "robin",
        Origin.AGENT,
        Via.CLI,
        "add",
        "s1",
    )


def test_what_a_call_would_do_can_be_looked_at_first(run, root):
    status, out, _ = run("tool", root, "add", "--args", '{"line": "three"}', "--dry-run")
    told = json.loads(out)
    assert (status, told["ok"], told["done"], told["text"]) == (0, True, False, "3 lines")
    assert "+three" in {change["uri"]: change["diff"] for change in told["changes"]}[FILE]
    with open_workspace(root) as memory:
        assert FILE in [edit.uri for edit in memory.preview("add", line="three").edits]
    assert (root / FILE).read_text() == "one\ntwo\n"


def test_whoever_calls_a_tool_without_a_name_is_an_agent_and_keeps_to_locks(run, root):
    assert run("tool", root, "add", "--args", '{"line": "three"}')[0] == 0
    with Workspace.open(root) as desk:
        actor = desk.history(FILE)[-1].actor
    assert (actor.name, actor.origin) == ("agent", Origin.AGENT)
    assert run("protect", root, FILE)[0] == 0
    status, out, _ = run("tool", root, "add", "--args", '{"line": "four"}')
    assert (status, json.loads(out)["code"]) == (5, "protected")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_arguments_may_come_from_standard_input(run, root, monkeypatch, encoding):
    arguments = '{"line": "drei \N{HOT BEVERAGE}", "where": "top"}'.encode(encoding)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(arguments)))
    assert run("tool", root, "add", "--args", "-")[0] == 0
    assert (root / FILE).read_text() == "drei \N{HOT BEVERAGE}\none\ntwo\n"


@pytest.mark.parametrize(
    ("words", "status", "error"),
    [
        (["fly"], 1, "there is no tool 'fly' here; available: add, clear, lines, sneak"),
        (["add"], 1, "line: is required. Pass 'line' (what to remember)."),
        (["add", "--args", "{"], 1, "--args: is not JSON"),
        (["add", "--args", '{"line": "a", "line": "b"}'], 1, "the name 'line' stands twice"),
        (["add", "--args", '{"line": "a", "more": [{"x": 1, "x": 1}]}'], 1, "the name 'x' stands twice"),
        (["add", "--args", "[1]"], 1, "--args: must be a JSON object"),
        (["add", "--args", "[" * 100_000], 1, "--args: is not JSON"),
        (["add", "--args", '{"line": "\\ud800"}'], 1, "surrogate"),
        (["clear"], 1, "it is never cleared"),
        (["sneak"], 5, "only reads"),
    ],
)
def test_a_failure_is_told_to_the_program_and_to_the_person(run, root, words, status, error):
    found, out, err = run("tool", root, *words)
    told = json.loads(out)
    assert found == status
    assert told["ok"] is False
    assert error in told["error"]
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err
    assert (root / FILE).read_text() == "one\ntwo\n"
    assert not (root / ".memdesk").exists()


def test_a_context_is_printed_exactly(run, root):
    assert run("context", root) == (0, "# Lines\none\ntwo\n", "")
    assert run("context", root, "--query", "tw")[1] == "# Lines\ntwo\n"
    assert run("context", root, "--budget", "3")[1] == "# Lines\none\n"
    told = json.loads(run("context", root, "--query", "tw", "--json")[1])
    assert told["text"] == "# Lines\ntwo\n"
    assert (told["bytes"], told["tokens"]) == (12, 3)
    (chunk,) = told["chunks"]
    expected = {"system": "toy", "uri": FILE, "heading": "", "text": "two\n", "score": 3.0, "why": "query"}
    assert chunk.items() >= expected.items()


def test_a_job_is_shown_first_and_then_done(run, root):
    status, out, _ = run("run", root, "tidy", "zero", "top", "--dry-run")
    assert status == 0
    assert "+zero" in out.splitlines()
    assert (root / FILE).read_text() == "one\ntwo\n"
    assert not (root / ".memdesk").exists()
    told = json.loads(run("run", root, "tidy", "zero", "top", "--json")[1])
    assert told["done"] is True
    assert [change["uri"] for change in told["changes"]] == [FILE, "toy/count"]
    assert (root / FILE).read_text() == "zero\none\ntwo\n"


class Terminal(io.StringIO):
    """What a person looks at."""

    def isatty(self):
        """Say that somebody does."""
        return True


def test_a_long_job_shows_on_a_terminal_how_far_it_is_and_leaves_nothing():
    terminal, moments = Terminal(), iter([0.0, 0.4, 0.6, 0.65, 0.9])
    line = ProgressLine(terminal, lambda: next(moments))
    line.step(1, 4)
    assert terminal.getvalue() == ""
    line.step(2, 4)
    line.step(3, 4)
    line.writing(1)
    line.clear()
    shown = terminal.getvalue().split("\r\x1b[K")
    assert shown == ["", "2 of 4 (50 %)", "writing 1 document", ""]


def test_what_a_model_writes_is_counted_on_a_terminal():
    terminal, moments = Terminal(), iter([0.0, 1.0, 2.0])
    line = ProgressLine(terminal, lambda: next(moments))
    line.wrote(AnswerSoFar("four letters a token", 0.5))
    line.wrote(AnswerSoFar("four letters a token", 2.0))
    shown = terminal.getvalue().split("\r\x1b[K")
    assert shown == ["", "about 5 tokens written", "about 5 tokens written (2.5 a second)"]


def test_a_job_is_followed_on_a_terminal_only(monkeypatch):
    with shown_progress() as line:
        assert line is None
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with shown_progress() as line:
        line.step(1, 1)
    assert terminal.getvalue() == ""


def test_jobs_are_listed_and_their_values_counted(run, root):
    assert run("run", root, "fly")[2].startswith("memdesk: there is no job 'fly' here; available: ")
    assert run("run", root)[1].startswith("tidy(line, [where])  toy")
    assert run("run", root, "tidy", "a", "end", "more")[0] == 2
    assert run("run", root, "dance")[0] == 1


def test_python_has_the_same_tools(root):
    with open_workspace(root, actor="robin", session="s2") as memory:
        assert [offer.tool.name for offer in memory.tools()][:2] == ["add", "lines"]
        assert memory.call("add", line="three").text == "3 lines"
        assert memory.call("remember", {"line": "four"}).data == {"count": 4}
        assert memory.context("thr").text == "# Lines\nthree\n"
        assert memory.read(FILE) == b"one\ntwo\nthree\nfour\n"
        assert memory.preview("tidy", line="x").reply.text == "5 lines"
        assert memory.run("tidy", line="x").reply.text == "5 lines"
        revision = memory.save(FILE, b"saved\n")
        assert [info.uri for info in memory.documents()] == ["toy/count", FILE]
        last = memory.workspace.history(FILE)[-1]
    assert (last.after, last.actor.via, last.actor.name) == (revision, Via.PYTHON, "robin")


def test_the_package_has_no_other_names():
    import memdesk

    with pytest.raises(AttributeError, match="close_workspace"):
        _ = memdesk.close_workspace


def test_an_empty_folder_says_how_a_memory_begins(run, tmp_path):
    status, _, error = run("tool", tmp_path, "memory_append")
    assert (status, "no agent's memory was found" in error, "--system ID" in error) == (1, True, True)
