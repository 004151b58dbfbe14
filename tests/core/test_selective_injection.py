"""What the prompt has of a large memory: the recent and often read first, the rest by the question."""

from __future__ import annotations

import json
import os

import pytest

from helpers.agent_desk import AgentDesk
from memdesk.cli import main
from memdesk.systems.tools import OmissionReason

MONTHS = [f"{year}-{month:02}" for year in range(2016, 2026) for month in range(1, 13)]
EPISODES = {
    f"data/memory/episodes/{month}.md": f"# {month}\n\n> Summary: things of {month}\n\n## Walk\n\nA walk.\n"
    for month in MONTHS
}
FACTS = {
    "data/memory/facts/user.md": "# User\n\n> Summary: likes maps\n",
    "data/memory/facts/host.md": "# Host\n\n> Summary: machines\n\n- Backup host: vault-7\n",
}
FLOOD = "# March\n\n> Summary: a flood\n\n## Flood\n\nThe cellar was flooded.\n"
OLD = {"data/memory/episodes/2016-03.md": FLOOD}
TOML = '[pegasus]\ninjection = "selective"\ninjected = 10\n'
FILES = EPISODES | FACTS | OLD | {"memdesk.toml": TOML}


@pytest.fixture
def desk(tmp_path):
    return AgentDesk(tmp_path / "root", "pegasus", FILES)


def traced(desk, query="", budget=None, **supposed):
    (trace,) = desk.toolbox.explained(None, query, budget, supposed)
    return trace


def names(candidates):
    return [each.uri.rpartition("/")[2].removesuffix(".md") for each in candidates]


def test_without_a_question_facts_and_the_newest_months_are_there(desk):
    trace = traced(desk)
    assert {*names(trace.injected)} == {"user", "host", *MONTHS[-8:]}
    assert trace.left_out == {OmissionReason.LIMIT: len(MONTHS) - 8}
    assert (trace.below[0].limit, trace.below[0].setting) == (10, "injected")
    assert {"words", "recency", "use"} == {*dict(trace.injected[0].parts)}


def test_of_many_facts_the_last_changed_are_there_and_it_is_told_that_there_are_more(tmp_path):
    facts = {f"data/memory/facts/f{n:02}.md": f"# F{n}\n\n> Summary: s{n}\n" for n in range(30)}
    desk = AgentDesk(tmp_path, "pegasus", facts | {"memdesk.toml": TOML})
    for n in range(30):
        os.utime(tmp_path / f"data/memory/facts/f{n:02}.md", (1_700_000_000 + n, 1_700_000_000 + n))
    desk.call("memory_write", path="facts/a-new-one.md", content="# New\n\n- Key: value\n")
    trace = traced(desk)
    assert {*names(trace.injected)} == {"a-new-one", *(f"f{n}" for n in range(21, 30))}
    assert "21 more files are not listed here: memory_list lists all." in trace.context.text


def test_a_question_brings_what_has_to_do_with_it_however_old(desk):
    trace = traced(desk, "when was the cellar flooded?")
    assert "2016-03" in names(trace.injected)
    assert len(trace.injected) == 10
    found = next(each for each in trace.injected if "2016-03" in each.uri)
    assert (found.matched, found.why) == (("cellar", "flooded"), "has cellar, flooded")
    assert trace.left_out == {OmissionReason.NOT_MATCHED: len(MONTHS) - 8}
    assert "2016-03" in trace.context.text


def test_a_budget_keeps_what_fits_the_question_longest(desk):
    whole = traced(desk, "the cellar flooded")
    trace = traced(desk, "the cellar flooded", whole.tokens // 2)
    assert "2016-03" in names(trace.injected)
    assert trace.tokens <= whole.tokens // 2
    assert OmissionReason.BUDGET in trace.left_out


def test_what_is_often_read_stays_at_hand(desk):
    assert "2016-05" not in names(traced(desk).injected)
    for _ in range(20):
        desk.call("memory_read", path="episodes/2016-05.md")
    trace = traced(desk)
    found = next(each for each in trace.injected if "2016-05" in each.uri)
    assert dict(found.parts)["use"] == 1.0
    assert {dict(each.parts)["use"] for each in trace.below} == {0.0}


def test_all_of_it_is_there_as_ever_where_nothing_is_chosen(tmp_path, capfd):
    desk = AgentDesk(tmp_path, "pegasus", EPISODES | FACTS)
    assert main(["context", str(tmp_path), "--query", "cellar"]) == 0
    text = capfd.readouterr().out
    assert text.count("\n- ") == len(MONTHS) + 2
    assert (
        main(["context", str(tmp_path), "--with", "injection=selective", "--with", "injected=3", "--json"])
        == 0
    )
    told = json.loads(capfd.readouterr().out)
    assert len(told["chunks"]) == 3
    assert told["contexts"][0]["settings"]["injected"] == 3
    assert traced(desk).left_out == {}


def test_of_hundreds_of_files_a_prompt_has_a_selection_by_itself(tmp_path):
    many = {f"data/memory/facts/f{number:03}.md": f"> Summary: fact {number}\n" for number in range(80)}
    desk = AgentDesk(tmp_path, "pegasus", EPISODES | many)
    trace = traced(desk, "flood")
    assert len(trace.injected) == 40
    assert trace.left_out[OmissionReason.NOT_MATCHED] == 160
    assert dict(trace.context.settings)["injected"] == 40
    desk.call("memory_read", path="episodes/2016-05.md")
    assert "2016-05" in names(traced(desk).injected)
    (tmp_path / "memdesk.toml").write_text('[pegasus]\ninjection = "all"\n')
    assert traced(desk).left_out == {}


@pytest.mark.parametrize("query", ["?", "\0", "💥", "a" * 100_000, "的"])
def test_odd_questions_are_as_none(desk, query):
    assert {*names(traced(desk, query).injected)} == {"user", "host", *MONTHS[-8:]}


def test_the_newer_variant_selects_its_episodes_too(tmp_path):
    desk = AgentDesk(tmp_path, "pegasus", FILES | {"memdesk.toml": TOML + 'variant = "head"\n'})
    trace = traced(desk, "the cellar flooded")
    assert "2016-03" in names(trace.injected)
    assert "likes maps" in trace.context.text
