"""What a model makes of a Pegasus memory: Summary lines, split months, and the tool loop of a reflection."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from helpers.model_desk import SETTINGS, WRITER, ModelDesk
from memdesk.agents.model_jobs import RunOrigin, RunOutcome
from memdesk.errors import ArgumentError, ModelError
from memdesk.llm.settings import ToolStyle

USER, FEBRUARY = "memory/facts/user.md", "memory/episodes/2026-02.md"
FILES = {
    USER: "# User\n\n> Summary: who\n\n- Name: Anna\n",
    FEBRUARY: "# 2026-02\n\n> Summary: old\n\n## Boat\n- Date: 2026-02-02\nBought.\n\n"
    "## Oar\n- Date: 2026-02-20\nBroke.\n",
}
TOLD = "user: please rig the boat\nagent: done, but the oar broke. " * 10


@pytest.fixture
def desk(tmp_path):
    found = ModelDesk(tmp_path, "pegasus", FILES, when="2026-03-02T10:00:00")
    yield found
    found.close()


def test_summary_lines_are_written_by_a_model(desk):
    model = desk.model("Summary: Anna, the user", '"boat and oar"')
    landed = desk.run("refresh-summaries", model=model)
    assert all(word in model.instructions[0] for word in ("fewer than ten words", "shorthand", "arrows"))
    assert "> Summary: Anna, the user\n" in desk.text(USER)
    assert "> Summary: boat and oar\n" in desk.text(FEBRUARY)
    assert {each.uri for each in landed.outcome.edits} == {USER, FEBRUARY}


@pytest.mark.parametrize(
    "answer",
    [
        "one\ntwo",
        "x" * 121,
        "I cannot summarise this.",
        "``````",
        "> Summary:",
        '[{"text": "a"}]',
        "Sure! I would be happy to help.",
    ],
)
def test_a_summary_that_is_no_line_changes_nothing(desk, answer):
    with pytest.raises(ModelError):
        desk.run("refresh-summaries", "fine", answer)
    assert {name: desk.text(name) for name in FILES} == FILES


def test_a_model_that_writes_without_end_fills_no_memory(desk):
    wild = ("memory_write", {"path": "facts/wild.md", "content": "x " * 40_000})
    landed = desk.run("reflect", [wild], "Kept.", conversation=TOLD)
    assert landed.run.outcome is RunOutcome.UNCHANGED
    assert {name: desk.text(name) for name in desk.names()} == FILES


def test_a_month_is_split_and_its_weeks_are_summed_up(desk):
    desk.run("split-month", "a boat", "an oar", path="episodes/2026-02.md")
    weeks = [name for name in desk.names() if "/2026-02-" in name]
    assert FEBRUARY not in desk.names()
    assert ["> Summary: " in desk.text(name) for name in weeks] == [True, True]
    assert "a boat" in desk.text(weeks[0])


def test_a_month_of_old_episodes_is_summed_up(desk):
    desk.run("sum-up-month", "- 2nd: bought a boat; the oar broke", "a boat", path="episodes/2026-02.md")
    assert desk.text(FEBRUARY) == (
        "# 2026-02\n\n> Summary: a boat\n\n## 2026-02\n\n- 2nd: bought a boat; the oar broke\n"
    )


def test_a_summary_of_a_month_that_leaves_much_out_waits_for_a_person(desk):
    for number in range(12):
        entry = f"## Trip {number}\n\nWe sailed to harbour number {number} and came back.\n"
        desk.call("memory_append", path="episodes/2026-02.md", entry=entry)
    before = desk.text(FEBRUARY)
    landed = desk.run("sum-up-month", "- sailed a lot", "sailing", path="episodes/2026-02.md")
    assert landed.run.outcome is RunOutcome.PROPOSED
    assert desk.text(FEBRUARY) == before


@pytest.mark.parametrize("answer", ["no line", "- " + "x" * 500, "", "- fine\nand more"])
def test_what_is_no_shorter_list_sums_nothing_up(desk, answer):
    with pytest.raises(ModelError):
        desk.run("sum-up-month", answer, path="episodes/2026-02.md")
    with pytest.raises(ArgumentError, match="has no episodes"):
        desk.run("sum-up-month", "- x", path="facts/user.md")
    assert {name: desk.text(name) for name in FILES} == FILES


def reflect(desk, *answers, actions=False, **arguments):
    style = ToolStyle.ACTIONS if actions else ToolStyle.NATIVE
    model = desk.model(*answers, settings=replace(SETTINGS, tools=style))
    return model, desk.run("reflect", model=model, **{"conversation": TOLD, **arguments})


APPEND = {"path": "episodes/2026-03.md", "entry": "## Oar broke\n- Lesson: carry a spare\n"}


def test_a_model_keeps_what_a_task_taught(desk):
    patch = {"path": "facts/user.md", "old_str": "Anna", "new_str": "Anna (sails)"}
    model, landed = reflect(
        desk, [("memory_append", APPEND)], [("memory_patch", patch)], "A spare oar helps."
    )
    assert "carry a spare" in desk.text("memory/episodes/2026-03.md")
    assert "Anna (sails)" in desk.text(USER)
    assert landed.outcome.reply.text == "2 writes. A spare oar helps."
    assert ("Anna" in model.asked[0], "the oar broke" in model.asked[0]) == (True, True)
    assert model.offered[0] == ["memory_read", "memory_write", "memory_patch", "memory_append"]
    assert (landed.run.requests, landed.run.outcome) == (3, RunOutcome.COMMITTED)


@pytest.mark.parametrize("actions", [False, True])
def test_what_a_reflection_names_that_nobody_said_waits_for_a_person(desk, actions):
    entry = {"path": "episodes/2026-03.md", "entry": "## Oar broke\n- Zed repaired it for 480 euros\n"}
    action = json.dumps({"action": "memory_append", "arguments": entry})
    call = action if actions else [("memory_append", entry)]
    end = '{"action": "done"}' if actions else "Done."
    before = desk.names()
    _, landed = reflect(desk, call, end, actions=actions)
    assert landed.run.outcome is RunOutcome.PROPOSED
    assert all(word in landed.outcome.reply.text for word in ("Zed", "480"))
    assert desk.names() == before


@pytest.mark.parametrize(
    ("told", "date", "outcome"),
    [
        ("rig the boat", "2026-03-02", RunOutcome.COMMITTED),
        ("rig the boat as we did yesterday", "2026-03-01", RunOutcome.COMMITTED),
        ("rig the boat", "2025-11-07", RunOutcome.PROPOSED),
        ("rig the boat as we did yesterday", "2024-03-09", RunOutcome.PROPOSED),
    ],
)
def test_only_days_that_were_told_or_are_today_are_not_made_up(desk, told, date, outcome):
    entry = {"path": "episodes/2026-03.md", "entry": f"## Oar broke\n- Date: {date}\n- Lesson: a spare\n"}
    conversation = f"user: {told}\nagent: done, but the oar broke. " * 10
    _, landed = reflect(desk, [("memory_append", entry)], "Done.", conversation=conversation)
    assert landed.run.outcome is outcome


def test_all_of_a_reflection_is_one_step_or_nothing(desk):
    with pytest.raises(ModelError):
        reflect(desk, [("memory_append", APPEND)], RuntimeError("gone"))
    assert desk.names() == sorted(FILES)


def test_a_model_without_calls_writes_actions(desk):
    action = json.dumps({"action": "memory_append", "arguments": APPEND})
    model, landed = reflect(desk, "no json", action, '{"action": "done"}', actions=True)
    assert "carry a spare" in desk.text("memory/episodes/2026-03.md")
    assert model.offered == [[], [], []]
    assert "cannot be used" in model.asked[1]
    assert landed.outcome.reply.data["calls"] == ["memory_append"]


@pytest.mark.parametrize(
    "call",
    [
        ("memory_write", {"path": "../escape.md", "content": "x"}),
        ("memory_write", {"path": "/etc/passwd", "content": "x"}),
        ("memory_write", {"path": "facts/../../memdesk.toml", "content": "x"}),
        ("memory_write", {"path": "facts/user.json", "content": "x"}),
        ("memory_write", {"path": "facts/user.md"}),
        ("memory_write", "not json"),
        ("memory_write", "[1]"),
        ("memory_write", {"path": 3, "content": []}),
        ("memory_patch", {"path": "facts/user.md", "old_str": "Bob", "new_str": "Eve"}),
        ("memory_delete", {"path": "facts/user.md"}),
        ("shell", {"command": "rm -rf /"}),
        ("memory_list", {}),
    ],
)
def test_a_call_that_is_not_the_models_to_make_changes_nothing(desk, call):
    model, landed = reflect(desk, [call], "nothing kept")
    assert landed.run.outcome is RunOutcome.UNCHANGED
    assert {name: desk.text(name) for name in desk.names()} == FILES
    assert ("Not done" in model.asked[1]) or ("no tool" in model.asked[1])


def test_a_model_that_calls_on_and_on_is_stopped_after_five_rounds(desk):
    model, landed = reflect(desk, [("memory_append", APPEND)])
    assert len(model.asked) == 6
    assert len(landed.outcome.reply.data["calls"]) == 5


def test_many_calls_at_once_are_not_all_carried_out(desk):
    _, landed = reflect(desk, [("memory_read", {"path": "facts/user.md"})] * 20, "read")
    assert len(landed.outcome.reply.data["calls"]) == 8
    assert landed.run.outcome is RunOutcome.UNCHANGED


def test_a_trivial_task_asks_nobody(desk):
    model, landed = reflect(desk, "never", conversation="ok", steps=1)
    assert (model.asked, landed.outcome.reply.data["skipped"]) == ([], True)
    with pytest.raises(ArgumentError, match="is empty"):
        reflect(desk, "never", conversation=" \n")


def test_a_long_task_is_cut_from_its_beginning(desk):
    model, _ = reflect(desk, "nothing", conversation="FIRST " + "x" * 5000 + " LAST", window=512)
    assert ("FIRST" in model.asked[0], "LAST" in model.asked[0]) == (False, True)


class KilledError(BaseException):
    """The end of a process in the midst of a run."""


def test_a_reflection_that_a_crash_cut_off_begins_anew_and_nothing_is_doubled(desk):
    def die(_messages):
        raise KilledError

    with pytest.raises(KilledError):
        reflect(desk, [("memory_append", APPEND)], die)
    assert {name: desk.text(name) for name in FILES} == FILES
    left = desk.jobs.cut_off()
    assert (left.run.job, left.run.outcome) == ("reflect", RunOutcome.CUT_OFF)
    jobs, model = desk.jobs, desk.model([("memory_append", APPEND)], "A spare oar helps.")
    origin = RunOrigin(before=left)
    planned = jobs.plan(jobs.find("reflect"), left.arguments, model.chat, origin=origin)
    landed = jobs.land(planned, WRITER)
    assert len(model.asked) == 2
    assert desk.text("memory/episodes/2026-03.md").count("carry a spare") == 1
    assert (landed.run.id, desk.jobs.cut_off()) == (left.run.id, None)
    assert [run.outcome for run in desk.jobs.log.all()] == [RunOutcome.COMMITTED]
