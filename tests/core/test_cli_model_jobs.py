"""Jobs of a model on the command line: named or chosen, previewed, committed, proposed, and told of."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

from helpers.model_server import SILENT, STUCK, serving
from memdesk.agents.model_jobs import DueJob
from memdesk.agents.model_jobs.chosen import save_model
from memdesk.cli import main
from memdesk.cli.jobs import due_text
from memdesk.llm import ModelSettings, Provider
from memdesk.model import Via
from memdesk.review.approval import Approval
from memdesk.runtime.person import person
from memdesk.systems.asking import NO_LAST_TIME, DueReason, DueState
from memdesk.workspace import Workspace

STORY = "# Memory\n\n## 2026-11-01\n\n" + "Anna likes green tea, and green tea is what Anna likes.\n" * 8
SHORT = "# Memory\n\n## 2026-11-01\n\nAnna likes green tea."
MODEL = ("--model", "openai:scripted", "--json")


@pytest.fixture
def place(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/MEMORY.md").write_text(STORY)
    (tmp_path / "memory/policy_overrides.json").write_text('{"long_term_compress_char_threshold": 11}')
    return tmp_path


@pytest.fixture
def serve(monkeypatch):
    """Serve answers where the variables for OpenAI lead."""
    from contextlib import contextmanager

    @contextmanager
    def start(*answers):
        with serving(*answers) as server:
            monkeypatch.setenv("OPENAI_BASE_URL", server.url)
            monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
            yield server

    return start


def printed(capsys):
    return json.loads(capsys.readouterr().out)


def test_a_named_model_compresses_and_the_change_waits_in_the_inbox(place, serve, capsys):
    with serve(SHORT):
        assert main(["run", str(place), "compress", *MODEL]) == 0
    told = printed(capsys)
    assert (told["done"], told["run"]["outcome"], told["proposal"]) == (True, "committed", None)
    assert (place / "memory/MEMORY.md").read_text() == SHORT + "\n"
    assert (place / "memory/.last_longterm_compress").is_file()
    assert main(["review", str(place), "list", "--json"]) == 0
    mine = [each for each in printed(capsys) if each["uri"] == "memory/MEMORY.md"]
    assert [(each["actor"], each["tool"]) for each in mine] == [("openai:scripted", "compress-memory")]
    assert main(["llm", "runs", str(place), "--json"]) == 0
    (run,) = printed(capsys)
    assert (run["job"], run["input_tokens"], run["output_tokens"]) == ("compress-memory", 12, 3)


def test_a_dry_run_prints_the_diff_and_changes_nothing(place, serve, capsys):
    with serve(SHORT):
        assert main(["run", str(place), "compress", *MODEL, "--dry-run"]) == 0
    told = printed(capsys)
    assert not told["done"]
    assert any("-Anna likes green tea, and green tea" in each["diff"] for each in told["changes"])
    assert (place / "memory/MEMORY.md").read_text() == STORY
    assert not (place / "memory/backups").exists()


def test_a_proposal_waits_until_a_person_approves_it(place, serve, capsys):
    with serve(SHORT):
        assert main(["run", str(place), "compress", *MODEL, "--propose"]) == 0
    told = printed(capsys)
    assert (place / "memory/MEMORY.md").read_text() == STORY
    assert main(["approval", str(place), "list", "--json"]) == 0
    assert [each["id"] for each in printed(capsys)] == [told["proposal"]]
    with Workspace.open(place) as workspace:
        gate = Approval(workspace)
        gate.approve(told["proposal"], gate.find(told["proposal"]).revision, person(Via.GUI))
    assert (place / "memory/MEMORY.md").read_text() == SHORT + "\n"


def test_a_chosen_model_is_asked_where_nobody_says_what_it_would_answer(place, capsys):
    with serving(SHORT) as server:
        save_model(ModelSettings(Provider.COMPATIBLE, "mine", base_url=server.url))
        assert main(["run", str(place), "compress", "--json", "--args", '{"text": "# mine"}']) == 0
        assert (server.requests, printed(capsys)["done"]) == ([], True)
        assert (place / "memory/MEMORY.md").read_text() == "# mine"
        (place / "memory/MEMORY.md").write_text(STORY)
        (place / "memory/.last_longterm_compress").unlink()
        assert main(["run", str(place), "compress", "--json"]) == 0
    assert printed(capsys)["run"]["model"] == "compatible:mine"


def test_without_a_model_a_job_says_what_to_set(place, capsys):
    assert main(["run", str(place), "compress"]) == 0
    assert "is due" in capsys.readouterr().out
    assert main(["run", str(place), "compress", "--model", "chosen"]) == 1
    assert "memdesk llm set" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("answer", "words"), [(401, "refuses the key"), (429, "no room"), ("I'm sorry, I can't.", "declines")]
)
def test_a_failure_is_one_line_and_changes_nothing(place, serve, capsys, answer, words):
    with serve(answer):
        save_model(ModelSettings(Provider.OPENAI, "scripted", retries=0))
        assert main(["run", str(place), "compress", *MODEL]) == 1
    out, err = capsys.readouterr()
    assert (json.loads(out)["code"], words in err) == ("model", True)
    assert len(err.strip().splitlines()) == 1
    assert (place / "memory/MEMORY.md").read_text() == STORY


def test_what_a_model_can_do_is_listed(place, capsys):
    assert main(["run", str(place), "--json"]) == 0
    mine = {each["name"] for each in printed(capsys) if each["model"]}
    assert {"compress-memory", "sum-up-session", "reflect"} <= mine
    assert main(["run", str(place)]) == 0
    assert "compress-memory([force]) --model" in capsys.readouterr().out


def test_where_a_model_can_do_a_job_is_told_where_there_are_several_places(place, capsys):
    for name in ("one", "two"):
        (place / name / "memory").mkdir(parents=True)
        (place / name / "memory/MEMORY.md").write_text(STORY)
        (place / name / "memory/policy_overrides.json").write_text("{}")
    assert main(["run", str(place)]) == 0
    listed = capsys.readouterr().out
    assert all(
        f"compress-memory([force]) --model  picoclaw-memskill@{name}\n" in listed for name in ("one", "two")
    )


def test_a_made_up_name_is_told_and_waits(place, serve, capsys):
    with serve(SHORT.replace("green tea", "green tea from Zed")):
        assert main(["run", str(place), "compress", *MODEL]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert (told["made_up"], bool(told["proposal"])) == (["Zed"], True)
    assert "Zed: stands nowhere in what the model was given" in err
    assert main(["approval", str(place), "list", "--json"]) == 0
    assert [each["made_up"] for each in printed(capsys)] == [["Zed"]]
    assert (place / "memory/MEMORY.md").read_text() == STORY


@pytest.mark.parametrize("answer", [SILENT, STUCK])
def test_ctrl_c_ends_a_job_whose_answer_is_waited_for(place, serve, capsys, answer):
    with serve(answer) as server:
        # a test run that a shell put in the background ignores Ctrl+C, and so would what it starts
        heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
        # at the end of a process what was registered first is called last
        left = "import atexit, gc; atexit.register(lambda: print('kept', gc.get_freeze_count() > 0))"
        command = f"{heard}; {left}; import sys; from memdesk.cli import main; sys.exit(main(sys.argv[1:]))"
        words = [sys.executable, "-c", command, "run", str(place), "compress", *MODEL]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as job:
            assert server.asked.wait(300)
            job.send_signal(signal.SIGINT)
            told = job.communicate(timeout=300)
        assert not server.ended.is_set()  # the endpoint still holds its answer back
    assert (job.returncode, "Traceback" in told[1]) == (130, False)
    assert "was stopped, and nothing was written" in told[1]
    assert told[0] == "kept True\n"  # nothing is searched for garbage on the way out, which takes seconds
    assert (place / "memory/MEMORY.md").read_text() == STORY
    assert main(["llm", "runs", str(place), "--json"]) == 0
    assert [each["outcome"] for each in printed(capsys)] == ["cut_off"]  # and can go on


@pytest.mark.parametrize(
    ("reason", "have", "said"),
    [
        (DueReason.DAYS, 0, "less than a day since the last time, due after one"),
        (DueReason.DAYS, 1, "1 day since the last time, due after one"),
        (DueReason.DAYS, NO_LAST_TIME, "no last time is known, due after a day"),
        (DueReason.MESSAGES, 1, "1 message, due above 30"),
        (DueReason.TOKENS, 2, "2 tokens, due above 30"),
    ],
)
def test_what_a_job_waits_for_is_counted_as_people_do(reason, have, said):
    offer = SimpleNamespace(task=SimpleNamespace(name="consolidate"))
    due = DueJob(offer, DueState(reason, have, 30, "notes.md", ""), now=True)
    assert due_text(due, 0.0) == f"consolidate  due now\n    notes.md: {said}"
