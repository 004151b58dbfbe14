"""Runs of a model's jobs: cut off and gone on with, due by the policy, one at a time, one model for a job."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from helpers.model_desk import SETTINGS, WRITER, ModelDesk
from helpers.model_server import serving
from memdesk.agents.model_jobs import Hold, RunOrigin, RunOutcome, RunTrigger
from memdesk.agents.model_jobs.chosen import chosen_model, model_of, save_model
from memdesk.agents.model_jobs.offers import is_task_name, task_names
from memdesk.cli import main
from memdesk.errors import LockedError, ModelError, UsageError
from memdesk.llm import ModelSettings, Provider
from memdesk.model import Via
from memdesk.review.approval import Approval
from memdesk.runtime.person import person

STORY = "# Memory\n\n## 2026-11-01\n\n" + "Anna likes green tea, and green tea is what Anna likes.\n" * 8
SHORT = "# Memory\n\n## 2026-11-01\n\nAnna likes green tea.\n"
DUE = '{"long_term_compress_char_threshold": 11, "session_summary_message_threshold": 20}'


def session(count):
    roles = ("user", "assistant")
    return json.dumps(
        {"key": "a", "messages": [{"role": roles[n % 2], "content": f"m{n}"} for n in range(count)]}
    )


@pytest.fixture
def desk(tmp_path):
    files = {
        "memory/MEMORY.md": STORY,
        "memory/policy_overrides.json": DUE,
        "sessions/a.json": session(24),
    }
    one = ModelDesk(tmp_path, "picoclaw-memskill", files)
    yield one
    one.close()


class KilledError(BaseException):
    """The end of a process in the midst of a run."""


def cut_off(desk):
    """Begin a summary of two halves, and end the process when the second one is asked for."""

    def die(_messages):
        raise KilledError

    with pytest.raises(KilledError):
        desk.plan("summarize", model=desk.model("The first half.", die))


def test_a_run_that_was_cut_off_is_named_and_goes_on_without_asking_again(desk):
    cut_off(desk)
    left = desk.jobs.cut_off()
    assert (left.run.job, left.run.outcome) == ("sum-up-session", RunOutcome.CUT_OFF)
    assert list(left.answers.values()) == ["The first half."]
    model = desk.model("The second half.", "Both halves.")
    jobs = desk.jobs
    offer = jobs.find(left.run.job)
    planned = jobs.plan(offer, left.arguments, model.chat, origin=RunOrigin(before=left))
    landed = jobs.land(planned, WRITER)
    assert len(model.asked) == 2
    assert json.loads(desk.text("sessions/a.json"))["summary"] == "Both halves."
    assert (landed.run.id, landed.run.outcome) == (left.run.id, RunOutcome.COMMITTED)
    assert desk.jobs.cut_off() is None
    assert [run.outcome for run in desk.jobs.log.all()] == [RunOutcome.COMMITTED]


def test_a_run_that_was_cut_off_stays_named_when_another_one_begins(desk):
    cut_off(desk)
    desk.run("compress", SHORT)
    assert desk.jobs.cut_off() is None
    outcomes = {run.job: run.outcome for run in desk.jobs.log.all()}
    assert outcomes == {"sum-up-session": RunOutcome.CUT_OFF, "compress-memory": RunOutcome.COMMITTED}


def test_what_is_kept_of_a_run_is_gone_when_it_ended_well_or_not(desk):
    desk.run("compress", SHORT)
    folder = desk.toolbox._workspace.local_state.file.parent
    assert not list(folder.glob("model_run.json*"))
    with pytest.raises(ModelError):
        desk.run("summarize", "")
    assert not list(folder.glob("model_run.json*"))
    assert desk.jobs.log.all()[0].fault == "empty"


@pytest.mark.parametrize("text", ["", "null", "[]", "{", '{"run": {}, "arguments": {}, "answers": {}}'])
def test_damaged_notes_of_a_run_are_none(desk, text):
    folder = desk.toolbox._workspace.local_state.file.parent
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model_run.json").write_text(text)
    assert desk.jobs.cut_off() is None
    desk.run("compress", SHORT)


def test_one_that_is_under_way_is_told_of_and_keeps_others_out(desk):
    jobs = desk.jobs
    with jobs.alone():
        seen = []
        desk.plan("compress", lambda _messages: seen.append(desk.jobs.running()) or SHORT)
        (running,) = seen
        assert running.run.job == "compress-memory"
        assert desk.jobs.cut_off() is None
        with pytest.raises(LockedError), desk.jobs.alone():
            pass


def test_a_policy_says_what_is_due_and_how_far_the_rest_is(desk):
    due = {each.offer.task.name: each for each in desk.jobs.due()}
    assert {name: each.now for name, each in due.items()} == {"sum-up-session": True, "compress-memory": True}
    state = due["sum-up-session"].state
    assert (state.reason, state.have, state.most, state.about) == ("messages", 24, 20, "sessions/a.json")
    desk.run("compress", SHORT)
    after = next(each for each in desk.jobs.due() if each.offer.task.name == "compress-memory")
    assert not after.now
    assert after.after == datetime.fromisoformat("2026-11-23T10:00:00").timestamp()


def do_due(desk, name, *answers, propose=False):
    jobs = desk.jobs
    due = next(each for each in jobs.due() if each.offer.task.name == name and each.now)
    origin = RunOrigin(RunTrigger.POLICY, due.state.occasion)
    planned = jobs.plan(due.offer, due.state.arguments, desk.model(*answers).chat, origin=origin)
    return jobs.land(planned, WRITER, propose=propose)


def hold_of(desk, name):
    return next(each.hold for each in desk.jobs.due() if each.offer.task.name == name)


def test_what_waits_for_a_person_is_not_made_again(desk):
    run = do_due(desk, "compress-memory", SHORT, propose=True).run
    assert (run.trigger, run.outcome) == (RunTrigger.POLICY, RunOutcome.PROPOSED)
    assert hold_of(desk, "compress-memory") is Hold.APPROVAL


def test_a_job_is_done_once_for_an_occasion_and_tried_again_after_an_hour(desk):
    (desk.root / "memory/policy_overrides.json").write_text('{"evolution_enabled": true}')
    do_due(desk, "reflect", "{}")
    assert hold_of(desk, "reflect") is Hold.DONE
    (desk.root / "sessions/a.json").write_text(session(40))
    with pytest.raises(ModelError):
        do_due(desk, "reflect", "")
    assert hold_of(desk, "reflect") is Hold.FAILED
    desk.at("2026-11-22T11:00:01")
    assert hold_of(desk, "reflect") is None


def test_a_job_has_the_model_that_was_chosen_for_it():
    other = {"compress-memory": "ollama:small"}
    save_model(ModelSettings(Provider.COMPATIBLE, "big", base_url="http://127.0.0.1:9", jobs=other))
    chosen = chosen_model()
    assert chosen.jobs == other
    assert model_of(chosen, "compress-memory").label == "ollama:small"
    assert model_of(chosen, "reflect").label == "compatible:big"


def test_a_model_of_a_job_that_is_none_is_refused():
    with pytest.raises(UsageError):
        save_model(ModelSettings(Provider.OLLAMA, "big", jobs={"reflect": "nobody"}))


def test_a_run_that_was_written_names_its_change(desk):
    landed = desk.run("compress", SHORT)
    assert landed.run.operations
    assert desk.jobs.log.all()[0].operations == landed.run.operations


def test_the_command_line_lists_what_is_due_and_does_it(desk, capsys):
    with serving(SHORT) as server:
        save_model(ModelSettings(Provider.COMPATIBLE, "mine", base_url=server.url))
        assert main(["llm", "due", str(desk.root), "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert {each["job"]: each["now"] for each in told}["compress-memory"]
        assert main(["run", str(desk.root), "--due", "--json"]) == 0
        runs = [each["run"] for each in json.loads(capsys.readouterr().out)]
    assert {run["trigger"] for run in runs} == {"policy"}
    assert desk.text("memory/MEMORY.md") == SHORT


def test_the_command_line_goes_on_with_what_was_cut_off(desk, capsys):
    cut_off(desk)
    assert main(["llm", "runs", str(desk.root)]) == 0
    assert "--go-on" in capsys.readouterr().out
    with serving("The second half.", "Both halves.") as server:
        save_model(ModelSettings(Provider.COMPATIBLE, SETTINGS.name, base_url=server.url))
        assert main(["run", str(desk.root), "--go-on"]) == 0
        assert len(server.requests) == 2
    assert json.loads(desk.text("sessions/a.json"))["summary"] == "Both halves."
    assert main(["run", str(desk.root), "--go-on"]) != 0


def test_a_change_is_explained_and_nothing_is_written(desk, capsys):
    desk.run("compress", SHORT)
    assert main(["review", str(desk.root), "list", "--json"]) == 0
    change = next(each for each in json.loads(capsys.readouterr().out) if each["uri"] == "memory/MEMORY.md")
    before = {name: desk.bytes(name) for name in desk.names()}
    with serving("Repetitions of green tea went.") as server:
        save_model(ModelSettings(Provider.COMPATIBLE, "mine", base_url=server.url))
        assert main(["llm", "explain", str(desk.root), change["id"], "--json"]) == 0
        asked = server.requests[0]["messages"][-1]["content"]
    told = json.loads(capsys.readouterr().out)
    assert (told["uri"], told["text"], told["whole"]) == (
        "memory/MEMORY.md",
        "Repetitions of green tea went.",
        True,
    )
    assert "-Anna likes green tea, and green tea" in str(asked)
    assert {name: desk.bytes(name) for name in desk.names()} == before


def test_the_next_run_is_told_why_a_person_rejected_what_came_of_the_last(desk):
    landed = desk.run("compress", SHORT, propose=True)
    gate = Approval(desk.jobs._workspace)
    gate.refuse(landed.proposal, person(Via.GUI), reason="the date of the trip is gone")
    model = desk.model(SHORT)
    desk.plan("compress", model=model)
    assert "- the date of the trip is gone" in model.asked[0]
    other = desk.model("A summary.")
    desk.plan("summarize", model=other)
    assert "the trip" not in other.asked[0]


def test_messages_that_a_summary_took_away_count_for_the_next_look_at_the_policy(desk):
    overrides = '{"evolution_enabled": true, "session_summary_message_threshold": 5}'
    (desk.root / "memory/policy_overrides.json").write_text(overrides)
    (desk.root / "sessions/a.json").write_text(session(0))
    looked_at = 0
    for _ in range(15):
        talk = json.loads(desk.text("sessions/a.json"))
        talk["messages"] += json.loads(session(4))["messages"]
        (desk.root / "sessions/a.json").write_text(json.dumps(talk))
        desk.call("sum-up-session", jobs=True, session="a", summary="they counted", force=True)
        assert len(json.loads(desk.text("sessions/a.json"))["messages"]) < 12
        due = [each for each in desk.jobs.due() if each.offer.task.name == "reflect" and each.now]
        if due:
            looked_at += 1
            do_due(desk, "reflect", "{}")
    assert looked_at == 3


def test_what_drops_messages_without_a_summary_begins_no_count_and_goes_on_with_one(desk):
    (desk.root / "sessions/a.json").write_text(session(12))
    desk.call("compress-session", jobs=True, session="a")
    assert "messages_gone" not in json.loads(desk.text("sessions/a.json"))
    desk.call("sum-up-session", jobs=True, session="a", summary="they counted", force=True)
    talk = json.loads(desk.text("sessions/a.json"))
    talk["messages"] += json.loads(session(12))["messages"]
    (desk.root / "sessions/a.json").write_text(json.dumps(talk))
    before = talk.get("messages_gone", 0) + len(talk["messages"])
    assert talk["messages_gone"] > 0
    desk.call("compress-session", jobs=True, session="a")
    after = json.loads(desk.text("sessions/a.json"))
    assert after["messages_gone"] > talk["messages_gone"]
    assert after["messages_gone"] + len(after["messages"]) == before


@pytest.mark.parametrize("gone", ['"many"', "-3", "true", "null", "1.5"])
def test_a_count_of_messages_that_is_none_is_passed_over(desk, gone):
    (desk.root / "memory/policy_overrides.json").write_text('{"evolution_enabled": true}')
    (desk.root / "sessions/a.json").write_text(f'{{"messages_gone": {gone}, {session(21)[1:]}')
    state = next(each.state for each in desk.jobs.due() if each.offer.task.name == "reflect")
    assert (state.have, state.most) == (21, 19)


def test_a_model_is_chosen_for_a_job_of_one_system_or_by_any_of_its_names(desk):
    compress, reflect = (desk.jobs.find(name) for name in ("compress", "reflect"))
    one = ModelSettings(Provider.OLLAMA, "big", jobs={"compress": "ollama:small"})
    assert model_of(one, *compress.names).name == "small"
    assert model_of(one, *reflect.names).name == "big"
    mine = {"picoclaw-memskill/reflect": "ollama:mine", "pegasus/reflect": "ollama:theirs"}
    assert model_of(ModelSettings(Provider.OLLAMA, "big", jobs=mine), *reflect.names).name == "mine"


def test_jobs_that_share_a_name_are_listed_apart():
    names = task_names()
    assert {"picoclaw-memskill/reflect", "pegasus/reflect", "translate"} <= {*names}
    assert "reflect" not in names
    assert all(is_task_name(name) for name in (*names, "reflect", "evolve", "explain"))
    assert not is_task_name("nonsense")
