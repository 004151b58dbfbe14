"""No secret of a memory is read on a person's screen where a model's job or talk is told of."""

from __future__ import annotations

import io
import json
import sys

import pytest

from helpers.model_server import completion, serving
from memdesk.cli import main

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
WORD = "Wv9" + "#kLq2!mZ"
PARTS = (KEY, KEY[4:16], WORD)
STORY = (
    "# Memory\n\n## 2026-11-01\n\n"
    + "Anna likes green tea, and green tea is what Anna likes.\n" * 8
    + f"\nThe router's password: {WORD}\n"
)
SHORT = f"# Memory\n\n## 2026-11-01\n\nAnna likes green tea.\n\nThe router's password: {WORD}"
MODEL = ("--model", "openai:scripted")


@pytest.fixture
def place(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/MEMORY.md").write_text(STORY)
    (tmp_path / "memory/policy_overrides.json").write_text('{"long_term_compress_char_threshold": 11}')
    return tmp_path


@pytest.fixture
def told(place, monkeypatch, capsys):
    """Run a command on the memory with a model that gives these answers; return all that is printed."""

    def run(command, *words, answers=(), folder=(place,), status=0):
        with serving(*answers) as server:
            monkeypatch.setenv("OPENAI_BASE_URL", server.url)
            monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
            assert main([*command, *map(str, folder), *words]) == status
        printed = "".join(capsys.readouterr())
        assert not [each for each in PARTS if each in printed]
        return printed

    return run


@pytest.mark.parametrize("form", [(), ("--json",), ("--dry-run",), ("--dry-run", "--json"), ("--propose",)])
def test_what_a_model_makes_up(place, told, form):
    answer = f"{SHORT}\n\nThe token is {KEY}, says Zed."
    out = told(["run"], "compress", *MODEL, *form, answers=[answer])
    assert "Zed" in out
    assert (place / "memory/MEMORY.md").read_text() == STORY
    assert "Zed" in told(["approval"], "list") or "--dry-run" in form


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_what_a_job_of_a_model_quotes(told, form):
    quotes = [{"uri": "memory/MEMORY.md", "text": WORD}, {"uri": "memory/MEMORY.md", "text": "green tea"}]
    pairs = [{"kind": "duplicate", "quotes": quotes, "reason": f"{WORD} is there twice"}]
    assert "is there twice" in told(["run"], "find-duplicates", *MODEL, *form, answers=[json.dumps(pairs)])


def test_why_an_answer_cannot_be_used(told):
    wrong = [{"uri": "memory/MEMORY.md", "old": WORD[:6], "new": "x"}] * 2
    answer = json.dumps([{**wrong[0], "old": f"{WORD} {WORD}"}])
    out = told(["run"], "correct", "Anna", *MODEL, answers=[answer, answer], status=1)
    assert "stands there 0 times" in out


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_what_a_job_without_a_model_would_write(told, form):
    args = json.dumps({"text": SHORT.replace("Anna", "Berta"), "force": True})
    out = told(["run"], "compress", "--args", args, "--dry-run", *form)
    assert "Berta" in out


def test_a_secret_that_is_kept_and_copied_for_the_backup_holds_nothing_back(place, told):
    assert "looks like" not in told(["run"], "compress", *MODEL, answers=[SHORT])
    assert (place / "memory/MEMORY.md").read_text() == f"{SHORT}\n"


def test_what_is_said_in_a_talk(place, told, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"the password?\n")))
    searched = completion(calls=[("memory_search", {"query": "password"})])
    out = told(["chat"], *MODEL, answers=[searched, f"It is {WORD}."])
    assert "It is " in out
    assert "memory_search: " in out


def test_what_explains_a_change(place, told):
    told(["run"], "compress", *MODEL, answers=[SHORT])
    listed = json.loads(told(["review"], "list", "--json"))
    change = next(each["id"] for each in listed if each["uri"] == "memory/MEMORY.md")
    for form in ((), ("--json",)):
        assert "came" in told(["llm", "explain"], change, *MODEL, *form, answers=[f"The token {KEY} came."])
