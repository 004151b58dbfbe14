"""An explained context: where everything is from, how it ranked, what was left out for what, and what if."""

from __future__ import annotations

import json

import pytest

from helpers.agent_desk import AgentDesk
from memdesk import open_workspace
from memdesk.agents.context_trace import MOST_LEFT_OUT, differences
from memdesk.cli import main
from memdesk.errors import InvalidError, UsageError
from memdesk.systems.tools import OmissionReason

LONG_TERM = """# Memory

## 2026-11-01

My dog Bob likes long walks.

## 2026-11-02

Bob the dog is afraid of storms.

## 2026-11-03

The office closes at six.
"""
NOTES = {f"memory/202611/202611{day:02}.md": f"# 2026-11-{day:02}\n\nIt rained.\n" for day in (18, 19, 21)}
SKILL = {"memory/MEMORY.md": LONG_TERM, **NOTES}


def warm(identity, text, category, importance=0.8):
    return {
        "id": identity,
        "text": text,
        "category": category,
        "importance": importance,
        "created_at": 1_795_000_000.0,
        "access_count": 3,
        "score": importance,
        "metadata": {},
        "tier": "warm",
    }


EVOCLAW = {
    "memory/hot-memory-state.json": json.dumps(
        {
            "identity": {"agent_name": "fern"},
            "owner_profile": {},
            "active_context": {},
            "critical_lessons": [],
        }
        | {"_schema_version": "2.0"}
    ),
    "memory/warm-memory.json": json.dumps(
        [
            warm("aaaaaaaaaaaa", "The kiln is in the shed", "projects/kiln"),
            warm("bbbbbbbbbbbb", "Tomatoes need water", "garden"),
            *(warm(f"{n:012x}", f"Kiln firing number {n} went well", "projects/kiln", 0.3) for n in range(7)),
        ],
        indent=2,
    ),
    "memory/memory-tree.json": json.dumps(
        {
            "root": {
                "desc": "",
                "warm_count": 0,
                "cold_count": 0,
                "last_access": 0,
                "children": ["projects"],
            },
            "projects": {"desc": "", "warm_count": 0, "cold_count": 0, "last_access": 0, "children": []},
        }
    ),
    "MEMORY.md": "# Core Memory\n\nfern grows\n\n## People\n\nMira\n",
}
AIGENTIC = {
    "memory.json": json.dumps(
        {
            "plan": [{"id": "p", "content": "paint the fence"}],
            "run": [
                {"id": "a", "content": "step one", "priority": 9},
                {"id": "b", "content": "step two", "priority": 5},
            ],
            "session": [{"id": "s", "content": "likes tea"}],
        },
        indent=2,
    )
}
PEGASUS = {
    "data/memory/facts/user.md": "# User\n\n> Summary: likes maps\n",
    "data/memory/episodes/2026-10.md": "# October\n\n> Summary: went sailing\n",
    "data/memory/episodes/2026-11.md": "# November\n\n> Summary: stayed at home\n",
}
PROFILE = {"memory/profile.json": '{\n  "drink": "green tea",\n  "town": "Ulm"\n}', **NOTES}
SYSTEMS = {
    "picoclaw-memskill": SKILL,
    "evoclaw": EVOCLAW,
    "aigentic": AIGENTIC,
    "pegasus": PEGASUS,
    "picoclaw-profile": PROFILE,
}


def explained(tmp_path, system, query="", budget=None, files=None, **supposed):
    desk = AgentDesk(tmp_path, system, SYSTEMS[system] | (files or {}))
    (trace,) = desk.toolbox.explained(system, query, budget, supposed)
    return trace


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("budget", [None, 0, 30, 80])
def test_every_stretch_is_the_memory_that_stands_there(tmp_path, system, budget):
    trace = explained(tmp_path, system, "dog kiln", budget)
    text = trace.context.text
    desk = AgentDesk(tmp_path, system, {})
    ((_, context),) = desk.toolbox.contexts(system, "dog kiln", budget)
    assert context.text == text
    for start, end, rank in trace.stretches:
        assert trace.candidates[rank - 1].text == text[start:end]
    assert [each.rank for each in trace.candidates] == [*range(1, len(trace.candidates) + 1)]
    assert len(trace.stretches) == len(trace.injected)
    assert trace.tokens <= (budget or 10**6) or all(not each.parts for each in trace.injected)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_lines_of_a_memory_hold_it(tmp_path, system):
    words = {
        "picoclaw-memskill": "Bob the dog",
        "evoclaw": "kiln is in the shed",
        "aigentic": "step one",
        "pegasus": "likes maps",
        "picoclaw-profile": "green tea",
    }[system]
    trace = explained(tmp_path, system, "the dog Bob, the kiln")
    found = next(each for each in trace.injected if words in each.text)
    rows = (tmp_path / found.uri.partition("#")[0]).read_text().split("\n")
    assert words in "\n".join(rows[found.first - 1 : found.last])
    assert found.revision.startswith("sha256:")
    if system != "pegasus":
        assert f"#L{found.first}" in found.address


def test_a_policys_limit_is_the_line_and_what_does_not_match_is_below_it(tmp_path):
    trace = explained(tmp_path, "picoclaw-memskill", "the dog Bob", retrieve_limit="1")
    scored = [each for each in trace.injected if each.score is not None]
    assert [each.first for each in scored] == [9]
    assert scored[0].matched == ("dog", "bob")
    assert dict(scored[0].parts) == {"words": 2.0}
    below = [(each.first, each.reason, each.setting) for each in trace.below[:2]]
    assert below[0] == (5, OmissionReason.LIMIT, "retrieve_limit")
    assert (13, OmissionReason.NOT_MATCHED, "") in [
        (each.first, each.reason, each.setting) for each in trace.below
    ]
    assert trace.cutoff == (OmissionReason.LIMIT, 1, "retrieve_limit", scored[0].score, trace.below[0].score)
    assert dict(trace.context.settings)["retrieve_limit"] == 1
    assert trace.supposed == (("retrieve_limit", "1"),)


def test_older_notes_are_told_of_with_the_days_that_leave_them_out(tmp_path):
    trace = explained(tmp_path, "picoclaw-memskill", "")
    old = [(each.uri[-11:], each.limit) for each in trace.below if each.reason is OmissionReason.TOO_OLD]
    assert old == [("20261119.md", 3), ("20261118.md", 3)]
    more = explained(tmp_path, "picoclaw-memskill", "", recent_days="4")
    assert OmissionReason.TOO_OLD in more.left_out
    assert [each.uri[-11:] for each in differences(trace, more).only_second] == ["20261119.md"]
    assert differences(trace, more).only_first == ()


def test_what_a_budget_leaves_out_says_so_first(tmp_path):
    budget = explained(tmp_path, "pegasus").tokens - 1
    trace = explained(tmp_path, "pegasus", "", budget)
    assert [each.uri.rpartition("/")[2] for each in trace.below] == ["2026-10.md"]
    assert (trace.below[0].reason, trace.below[0].limit) == (OmissionReason.BUDGET, budget)
    assert trace.budget == budget


def test_a_recall_tells_its_topic_its_words_and_how_much_it_matters_now(tmp_path):
    trace = explained(tmp_path, "evoclaw", "kiln in the shed")
    found = next(each for each in trace.injected if "shed" in each.text)
    parts = dict(found.parts)
    assert parts["words"] > 0.5
    assert parts["importance"] == 0.8
    assert parts["use"] == pytest.approx(1.3)
    assert 0 < parts["recency"] <= 1
    assert {"kiln", "shed"} <= set(found.matched)
    assert trace.left_out == {OmissionReason.LIMIT: 3, OmissionReason.NOT_MATCHED: 1}
    assert explained(tmp_path, "evoclaw", "kiln in the shed", recalled="8").left_out == {
        OmissionReason.NOT_MATCHED: 1
    }


def test_what_a_system_never_injects_is_told_of(tmp_path):
    trace = explained(tmp_path, "aigentic")
    assert {each.uri for each in trace.below} == {"memory.json#session/s", "memory.json#plan/p"}
    assert {each.reason for each in trace.below} == {OmissionReason.NOT_IN_PROMPT}
    assert [each.parts for each in trace.injected] == [(("priority", 9.0),), (("priority", 5.0),)]


def test_what_is_told_of_one_by_one_is_bounded_and_the_number_is_not(tmp_path):
    many = "# Memory\n\n## 2026-11-01\n\n" + "\n\n".join(f"Fact {n} of nothing." for n in range(900))
    trace = explained(tmp_path, "picoclaw-memskill", "submarine", files={"memory/MEMORY.md": many})
    assert len(trace.below) == MOST_LEFT_OUT
    assert trace.left_out[OmissionReason.NOT_MATCHED] > 890


@pytest.mark.parametrize(
    ("system", "supposed", "wrong"),
    [
        ("picoclaw-memskill", {"retrieve_limit": "many"}, InvalidError),
        ("picoclaw-memskill", {"retrieve_limit": "0"}, InvalidError),
        ("picoclaw-memskill", {"retrieval": "psychic"}, InvalidError),
        ("evoclaw", {"recalled": "-1"}, InvalidError),
        ("pegasus", {"retrieve_limit": "3"}, UsageError),
        ("aigentic", {"": ""}, UsageError),
    ],
)
def test_what_cannot_be_supposed_is_refused(tmp_path, system, supposed, wrong):
    with pytest.raises(wrong):
        explained(tmp_path, system, "dog", **supposed)


def test_what_is_supposed_holds_beside_what_is_set_and_nothing_is_written(tmp_path):
    files = {"memdesk.toml": '# mine\n[picoclaw-memskill]\nchunks = "entries"\n'}
    files["memory/policy_overrides.json"] = '{\n  "recent_days": 9\n}'
    before = explained(tmp_path, "picoclaw-memskill", "dog", files=files)
    desk = AgentDesk(tmp_path, None, {})
    names, texts = desk.names(), [desk.bytes(name) for name in desk.names()]
    trace = explained(
        tmp_path, "picoclaw-memskill", "dog", files=files, retrieval="hooks", retrieve_limit="2"
    )
    assert dict(trace.context.settings) == {
        "retrieve_limit": 2,
        "recent_days": 9,
        "retrieval": "hooks",
        "chunks": "entries",
        "notes": "recent",
    }
    assert dict(before.context.settings)["retrieval"] == "memdesk"
    assert (desk.names(), [desk.bytes(name) for name in names]) == (names, texts)


def test_the_command_tells_it_in_json_and_prints_the_text_as_ever(tmp_path, capfd):
    AgentDesk(tmp_path, None, EVOCLAW)
    assert main(["context", str(tmp_path), "--query", "kiln", "--budget", "400"]) == 0
    text = capfd.readouterr().out
    assert main(["context", str(tmp_path), "--query", "kiln", "--budget", "400", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["text"] == text
    assert {"query", "budget", "text", "bytes", "tokens", "chunks", "left_out", "contexts"} == set(told)
    for chunk in told["chunks"]:
        assert {"system", "uri", "heading", "text", "score", "why", "parts", "matched", "lines"} <= set(chunk)
        assert text[chunk["start"] : chunk["end"]] == chunk["text"]
    assert {each["reason"] for each in told["left_out"]} == {"policy_limit", "not_matched"}
    (context,) = told["contexts"]
    assert context["cutoff"]["setting"] == "recalled"
    assert context["settings"] == {"recalled": 5, "retrieval": "topics", "tiers": "document"}
    assert main(["context", str(tmp_path), "--query", "kiln", "--with", "recalled=1", "--json"]) == 0
    other = json.loads(capfd.readouterr().out)
    assert other["contexts"][0]["supposed"] == {"recalled": "1"}
    assert len(other["chunks"]) == len(told["chunks"]) - 4
    assert main(["context", str(tmp_path), "--with", "recalled"]) == 2
    assert main(["context", str(tmp_path), "--with", "colour=red"]) == 2
    assert "Traceback" not in capfd.readouterr().err


def test_python_explains_each_system(tmp_path):
    AgentDesk(tmp_path / "a", None, AIGENTIC)
    AgentDesk(tmp_path / "b", None, SKILL)
    with open_workspace(tmp_path) as memory:
        traces = memory.explain("dog", supposed={"retrieve_limit": "1"})
        assert {trace.site.system: trace.supposed for trace in traces} == {
            "aigentic": (),
            "picoclaw-memskill": (("retrieve_limit", "1"),),
        }


def test_places_in_the_text_count_over_all_systems(tmp_path, capfd):
    for name, files in SYSTEMS.items():
        AgentDesk(tmp_path / name, None, files)
    assert main(["context", str(tmp_path), "--query", "dog kiln", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert {chunk["system"] for chunk in told["chunks"]} == set(SYSTEMS)
    assert [told["text"][chunk["start"] : chunk["end"]] for chunk in told["chunks"]] == [
        chunk["text"] for chunk in told["chunks"]
    ]
