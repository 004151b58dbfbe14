"""Two designs verified as their documents have it, with an agent that answers by what it is given."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from helpers.model_desk import ModelDesk, ScriptedModel
from helpers.model_server import completion, serving
from memdesk.agents.design_trials import DESIGNS, StepOutcome, tried
from memdesk.cli import main

MEMSKILL, PEGASUS = DESIGNS
SAID = "The person says:\n"
KEPT = "## Readers of a queue\n- Lesson: count the readers first\n"


def of_memskill(messages):
    """Store what it is asked to, search where it is told to, else say what its memory has."""
    last = messages[-1].parts[-1]
    if last.part_kind == "tool-return":
        return f"Done. {last.content}"
    told, _, said = str(last.content).rpartition(SAID)
    if last.content.startswith("Sum this up"):
        return "They spoke about tea."
    if last.content.startswith("The policy now"):
        return '{"retrieve_limit": 9}'
    if "memory_search" in said:
        return [("memory_search", {"query": "咖啡"})]
    if "请记住" in said or "memory_append" in said:
        return [("memory_append", {"content": said, "slot": "long_term"})]
    return f"I know: {told}"


def of_pegasus(messages):
    """Read the file that the index offers for a question, keep a name, keep what a task taught."""
    last = messages[-1].parts[-1]
    if last.part_kind == "tool-return":
        return f"Done. {last.content}"
    told, _, said = str(last.content).rpartition(SAID)
    month = re.search(r"episodes/\S+\.md", told or last.content)
    if "the task and how it went" in last.content:
        return [("memory_append", {"path": month[0], "entry": KEPT})]
    if "我叫林梅" in said:
        text = "# User\n\n- Name: 林梅\n"
        return [("memory_write", {"path": "facts/user.md", "content": text})]
    if "名字" in said:
        return [("memory_read", {"path": "facts/user.md"})]
    return [("memory_read", {"path": month[0]})] if month and "?" in said else "Fine."


@pytest.fixture
def trial(tmp_path):
    """Try a design out with a model; return what came of each step."""
    models = []

    def run(design, answer):
        if answer is None:
            return list(tried(design, tmp_path / design.system, None))
        models.append(ScriptedModel(answer))
        return list(tried(design, tmp_path / design.system, models[-1].chat))

    yield run
    for model in models:
        model.chat.close()


def failed(results):
    return [
        (each.section, each.title, each.seen) for each in results if each.outcome is not StepOutcome.PASSED
    ]


def test_the_design_of_memskill_is_verified(trial, tmp_path):
    results = trial(MEMSKILL, of_memskill)
    assert failed(results) == []
    assert {each.section for each in results} == {"4.1", "4.2", "4.3", "4.4", "4.5"}
    notice = "Memory threshold reached. Optimizing conversation history..."
    begun = [each.seen for each in results if each.seen.startswith(notice)]
    assert begun[0] == f"{notice} (sum-up-session) They spoke about tea."
    assert begun[1].startswith(f"{notice} (reflect) new in memory/policy_snapshots: ")
    assert "无糖拿铁" in (tmp_path / "picoclaw-memskill/memory/MEMORY.md").read_text(encoding="utf-8")


def test_a_policy_out_of_bounds_is_a_step_that_failed(trial):
    def breaking(messages):
        last = str(messages[-1].parts[-1].content)
        return '{"retrieve_limit": 9000}' if last.startswith("The policy now") else of_memskill(messages)

    ((_, title, seen),) = failed(trial(MEMSKILL, breaking))
    assert "reflects on the policy by itself" in title
    assert "retrieve_limit is a whole number" in seen


def test_a_model_that_changes_nothing_of_the_policy_has_reflected(trial):
    def content(messages):
        last = str(messages[-1].parts[-1].content)
        return "{}" if last.startswith("The policy now") else of_memskill(messages)

    results = trial(MEMSKILL, content)
    assert failed(results) == []
    assert any(each.seen.endswith("(reflect) the model proposed no change") for each in results)


def test_the_design_of_pegasus_is_verified(trial, tmp_path):
    results = trial(PEGASUS, of_pegasus)
    assert failed(results) == []
    assert {each.section for each in results} == {"10.1", "10.2", "10.3", "10.4", "10.5"}
    text = (tmp_path / "pegasus/data/memory/facts/user.md").read_text(encoding="utf-8")
    assert "林小梅" in text
    assert text.startswith("# User\n\n> Summary: ")


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.system)
def test_without_a_model_what_needs_one_is_skipped_and_the_rest_is_tried(trial, design):
    results = trial(design, None)
    skipped = [each for each in results if each.outcome is StepOutcome.SKIPPED]
    assert skipped == [each for each in results if each.needs_model]
    assert failed(each for each in results if not each.needs_model) == []
    assert all("--model" in each.seen for each in skipped)


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.system)
def test_a_model_that_stores_and_knows_nothing_fails(trial, design):
    results = trial(design, "I do not know.")
    wrong = {each.title for each in results if each.outcome is StepOutcome.FAILED}
    assert wrong
    assert wrong <= {each.title for each in results if each.needs_model}
    assert all(each.seen for each in results)
    assert [each.seen[:9] for each in results if each.section == "10.3"] in ([], ["# User > "])


def test_a_talk_is_thought_back_over_when_it_ends(tmp_path, monkeypatch, capsys):
    month = "memory/episodes/2026-02.md"
    ModelDesk(tmp_path, "pegasus", {month: "# 2026-02\n\n> Summary: old\n\n## Old\n"})
    lines = b"the exporter wrote twice, two workers read one queue; a lock cured it\n"
    append = completion(calls=[("memory_append", {"path": "episodes/2026-02.md", "entry": KEPT})])
    for arguments, kept in ((["--no-reflection"], False), (["--read-only"], False), ([], True)):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(lines), isatty=lambda: False))
        with serving("Well done.", append, "The readers of a queue.") as server:
            monkeypatch.setenv("OPENAI_BASE_URL", server.url)
            monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
            assert main(["chat", str(tmp_path), "--model", "openai:scripted", *arguments]) == 0
        out, err = capsys.readouterr()
        assert out == "Well done.\n"
        assert ("reflect: 1 writes. The readers of a queue." in err) is kept
        assert (KEPT in (tmp_path / month).read_text()) is kept


def test_the_command_tells_each_step_and_what_it_saw(tmp_path, monkeypatch, capsys):
    write = ("memory_write", {"path": "facts/user.md", "content": "# User\n\n- Name: 林梅\n"})
    answers = ["好。", "你叫林梅。", "Two readers of one queue; a lock cured it.", "Fine."]
    answers = [
        completion(calls=[write]),
        *answers,
        completion(calls=[("memory_read", {"path": "facts/user.md"})]),
    ]
    folder = tmp_path / "trial"
    with serving(*answers, "Nothing kept.", "你叫林小梅。") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
        line = ["verify-design", str(folder), "--system", "pegasus", "--model", "openai:scripted"]
        assert main(line) == 1
    out = capsys.readouterr().out
    assert "  passed  10.1  After a restart the model knows the name\n" + " " * 16 + "你叫林梅。\n" in out
    assert "  failed  10.2  When a task is done, the model thinks back" in out
    assert "the reflection kept nothing: 0 writes. Nothing kept." in out
    assert "          10.6  The coverage of the tests is told by 'make coverage'" in out
    assert out.endswith("11 passed, 1 failed, 0 skipped; with openai:scripted\n")
    assert main(line) == 2
    assert "has something in it" in capsys.readouterr().err


def test_programs_get_one_document(tmp_path, capsys):
    assert main(["verify-design", str(tmp_path), "--model", "none", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["ok"], report["model"], report["failed"]) == (True, None, 0)
    assert report["passed"] + report["skipped"] == len(report["steps"]) == 32
    assert {each["outcome"] for each in report["steps"] if each["needs_model"]} == {"skipped"}
    assert [each["section"] for each in report["elsewhere"]] == ["10.6"]
    assert main(["verify-design", str(tmp_path / "x"), "--system", "aigentic"]) == 2
    assert "picoclaw-memskill, pegasus" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_told_before_anything_is_tried(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("x")
    assert main(["verify-design", str(tmp_path / "file/trial"), "--model", "none"]) == 1
    said = capsys.readouterr()
    assert (said.out, "trial cannot be made: Not a directory" in said.err) == ("", True)

    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", refuse)
        assert main(["verify-design", str(tmp_path / "trial"), "--model", "none"]) == 5
    assert "trial cannot be made: Permission denied" in capsys.readouterr().err
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert main(["verify-design", str(tmp_path / "other"), "--model", "none"]) == 5
    assert "other may not be written" in capsys.readouterr().err
