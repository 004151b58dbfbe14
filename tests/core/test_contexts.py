"""Contexts in folders that are not as they should be, and cut to a budget in each system's own order."""

from __future__ import annotations

import json

import pytest

from helpers.agent_desk import AgentDesk
from helpers.bad_arguments import AGENT
from helpers.following import Follower
from memdesk import open_workspace
from memdesk.agents.prompt import within
from memdesk.cli import main
from memdesk.errors import CancelledError, InvalidError
from memdesk.systems.tools import PromptContext, PromptPiece
from memdesk.text.tokens import estimate

HOT = {"identity": {"agent_name": "fern"}, "owner_profile": {}, "active_context": {}, "critical_lessons": []}
FACT = {
    "id": "0123456789ab",
    "text": "The kiln is in the shed",
    "category": "projects/kiln",
    "importance": 0.9,
    "created_at": 1_795_000_000.0,
    "access_count": 0,
    "score": 0.9,
    "metadata": {},
    "tier": "hot",
}
EVOCLAW = {
    "evo/memory/hot-memory-state.json": json.dumps(HOT | {"_schema_version": "2.0"}),
    "evo/memory/warm-memory.json": json.dumps([FACT]),
    "evo/memory/memory-tree.json": json.dumps(
        {"root": {"desc": "", "warm_count": 0, "cold_count": 0, "last_access": 0, "children": []}}
    ),
    "evo/MEMORY.md": "# Core Memory\n\nfern grows\n",
}
OTHERS = {
    "pico/memory/profile.json": '{"drink": "green tea"}',
    "skill/memory/MEMORY.md": "## 2026-11-20\n\nThe office closes at six.\n",
    "ag/memory.json": '{"plan": [], "run": [{"id": "a", "content": "step one"}], "session": []}',
    "peg/data/memory/facts/user.md": "# User\n\n> Summary: likes maps\n",
    "peg/data/memory/episodes/2026-11.md": "# November\n\n> Summary: went sailing\n",
}
SAYS = {
    "pico/memory/profile.json": "green tea",
    "skill/memory/MEMORY.md": "closes at six",
    "ag/memory.json": "step one",
    "peg/data/memory/facts/user.md": "likes maps",
    "peg/data/memory/episodes/2026-11.md": "went sailing",
    "evo/MEMORY.md": "fern grows",
    "evo/memory/warm-memory.json": "kiln is in the shed",
}
DAMAGE = {
    "empty": b"",
    "cut off": b'{"root": ',
    "another shape": b"7",
    "a list of nothing": b"[null, 7, {}]",
    "no text": b"\xff\xfe\x00\x80",
    "nested": b"[" * 20_000,
    "a blank": b" \n",
}


@pytest.fixture
def desk(tmp_path):
    return AgentDesk(tmp_path, None, EVOCLAW | OTHERS)


def context_of(root):
    with open_workspace(root) as memory:
        return memory.context("When does the office close, and where is the kiln?")


def test_every_system_tells_what_it_knows(desk):
    found = context_of(desk.root)
    assert [words for words in SAYS.values() if words not in found.text] == []
    assert found.problems == ()


@pytest.mark.parametrize(
    ("path", "damage"),
    [
        *((path, damage) for path in (EVOCLAW | OTHERS) for damage in ("empty", "cut off", "no text")),
        *(("evo/memory/warm-memory.json", damage) for damage in ("another shape", "a list of nothing")),
        *(("evo/memory/memory-tree.json", damage) for damage in ("another shape", "nested")),
        *(("evo/memory/hot-memory-state.json", damage) for damage in ("another shape", "a blank")),
        ("ag/memory.json", "nested"),
    ],
)
def test_a_damaged_document_takes_away_only_what_it_says_itself(desk, path, damage):
    (desk.root / path).write_bytes(DAMAGE[damage])
    text = context_of(desk.root).text
    assert [other for other, words in SAYS.items() if other != path and words not in text] == []


@pytest.mark.parametrize("path", [*list(EVOCLAW)[:3], "pico/memory/profile.json"])
def test_what_is_missing_is_told_on_the_side(desk, path, capfd):
    (desk.root / path).write_bytes(b'{"root": ')
    assert main(["context", str(desk.root), "--json"]) == 0
    out, err = capfd.readouterr()
    told = [problem for one in json.loads(out)["contexts"] for problem in one["problems"]]
    assert [path in problem for problem in told] == [True]
    assert path in err
    assert len(err.splitlines()) == 1


# whether a folder is aigentic's, that one file tells
@pytest.mark.parametrize("path", sorted((EVOCLAW | OTHERS).keys() - {"ag/memory.json"}))
def test_binary_data_in_place_of_a_document_is_left_out_and_told(desk, path):
    """No NUL, and no sign for what cannot be read, stands in a prompt."""
    (desk.root / path).write_bytes(b"# Notes\n\n## 2026-11-20\n\nBlob \x00\x01\x02\xff\n")
    for _ in range(2):
        found = context_of(desk.root)
        assert not {"\0", "\ufffd"} & set(found.text)
        assert "Blob" not in found.text
        assert {problem for problem in found.problems if path in problem}


def test_an_agent_alone_with_a_damaged_document_keeps_the_rest_of_its_context(desk):
    (desk.root / "evo/memory/memory-tree.json").write_bytes(b'{"root": ')
    with open_workspace(desk.root, system="evoclaw") as memory:
        found = memory.context("kiln")
        with pytest.raises(InvalidError, match="memory-tree"):
            memory.call("memory_tree")
    assert "fern grows" in found.text
    assert "kiln is in the shed" in found.text


def test_what_a_person_chose_wrongly_is_never_passed_over(desk):
    (desk.root / "evo/memdesk.toml").write_text("[evoclaw]\nwarm_bytes = 'much'\n")
    with open_workspace(desk.root / "evo") as memory, pytest.raises(InvalidError):
        memory.context()
    found = context_of(desk.root)
    assert "fern grows" not in found.text
    assert "green tea" in found.text
    assert "memdesk.toml" in found.problems[0]


@pytest.mark.parametrize("variant", ["", "head"])
@pytest.mark.parametrize("reflecting", [False, True])
def test_the_newest_months_stay_longest_and_facts_longer(tmp_path, variant, reflecting):
    months = [f"{year}-{month:02}" for year in (2024, 2025) for month in range(1, 13)]
    files = {
        f"data/memory/episodes/{month}.md": f"# {month}\n\n> Summary: all of {month}\n" for month in months
    }
    files["data/memory/episodes/odd.md"] = "# Odd\n\n> Summary: of no month\n"
    files["data/memory/facts/user.md"] = "# User\n\n> Summary: likes maps\n"
    if variant:
        files["memdesk.toml"] = f'[pegasus]\nvariant = "{variant}"\n'
    desk = AgentDesk(tmp_path, "pegasus", files)
    with open_workspace(desk.root, system="pegasus", reflecting=reflecting) as memory:
        whole = memory.context().text
        cut = memory.context(budget=estimate(whole) // 2).text
        least = memory.context(budget=estimate(whole) // 8).text
    kept = [month for month in months if f"all of {month}" in cut]
    assert kept == months[-len(kept) :]
    assert 0 < len(kept) < len(months)
    assert "of no month" not in cut
    assert "likes maps" in least
    assert months[0] not in least


def as_before(context, budget):
    """Leave out one piece after the other, and look again at all that is left."""
    loose = sorted((p.score or 0.0, -n, n) for n, p in enumerate(context.pieces) if not p.fixed)
    out = set()
    for _, _, place in loose:
        left = [p for n, p in enumerate(context.pieces) if n not in out]
        if estimate("".join(p.text for p in left)) <= budget:
            break
        out.add(place)
    return "".join(p.text for n, p in enumerate(context.pieces) if n not in out)


@pytest.mark.parametrize("budget", range(0, 130, 7))
def test_as_much_stays_as_where_each_piece_is_left_out_by_itself(budget):
    words = ["tea", "中文的记忆", "a longer line of text", "", "x"]
    pieces = [
        PromptPiece(words[n % 5] + "\n", f"a.md#L{n}", score=float(n * 7 % 5), fixed=n % 6 == 0)
        for n in range(40)
    ]
    context = PromptContext(tuple(pieces))
    assert within(context, budget).text == as_before(context, budget)


def test_a_budget_looks_at_each_entry_a_few_times_only(monkeypatch):
    looked = []

    def measured(text):
        looked.append(text)
        return len(text), 0

    monkeypatch.setattr("memdesk.agents.prompt.measure", measured)
    count = 4_000
    pieces = [PromptPiece(f"fact {n}\n", "a.md", score=float(n), fixed=False) for n in range(count)]
    found = within(PromptContext(tuple(pieces)), 100)
    assert found.text.endswith(f"fact {count - 1}\n")
    assert len(looked) == count


def test_a_long_search_or_context_ends_when_it_is_not_wanted_any_more(tmp_path):
    desk = AgentDesk(tmp_path, "picoclaw-memskill", {"memory/MEMORY.md": OTHERS["skill/memory/MEMORY.md"]})
    offer = desk.toolbox.find("memory_search")
    with pytest.raises(CancelledError):
        desk.toolbox.call(offer, {"query": "office"}, AGENT, Follower(patience=0))
    with pytest.raises(CancelledError):
        desk.toolbox.context(offer.system, offer.site, "office", progress=Follower(patience=0))


def test_what_lies_beside_the_opened_folder_is_no_problem_of_it(tmp_path):
    files = {"memory/MEMORY.md": OTHERS["skill/memory/MEMORY.md"], "config.json": "{"}
    desk = AgentDesk(tmp_path, "picoclaw-memskill", files)
    found = context_of(desk.root / "memory")
    assert "closes at six" in found.text
    assert found.problems == ()
