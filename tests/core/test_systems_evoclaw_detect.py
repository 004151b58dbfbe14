"""EvoClaw: which files are its own, told by what is in them."""

from __future__ import annotations

import pytest

from core import evoclaw_files as example
from core.evoclaw_files import Files, go, skill
from memdesk.model import Kind
from memdesk.systems.evoclaw import EvoClaw
from memdesk.systems.evoclaw.shape import FileShape, shape_of

WORKSPACE = {
    "MEMORY.md": example.GENERATED.encode(),
    "MEMORY-pal.md": example.GENERATED.encode(),
    "README.md": b"# Not ours",
    "memory/hot-memory-state.json": skill(example.HOT),
    "memory/warm-memory.json": skill(example.WARM),
    "memory/memory-tree.json": skill(example.TREE),
    "memory/metrics.json": skill(example.METRICS),
    "memory/2026-11-20.md": b"# 2026-11-20",
    "memory/2026-11-21-late.md": b"",
    "memory/2026-11-21-2031.md": b"",
    "memory/2026-11-211.md": b"",
    "memory/ideas.md": b"",
    "memory/pal/warm-memory.json": skill(example.WARM),
    "memory/pal/2026-11-20.md": b"",
    "memory/pip.json": skill(example.TALK),
    "memory/other.json": skill({"agent": "x"}),
    "notes/2026-11-20.md": b"",
    "data/cold.db": example.cold_database(),
    "data/search.sqlite": example.search_database(),
    "data/else.db": example.database("CREATE TABLE cold_memory_old (id TEXT)"),
    "data/fake.db": b"not a database",
}

KINDS = {
    "MEMORY.md": Kind.LONG_TERM,
    "MEMORY-pal.md": Kind.LONG_TERM,
    "memory/hot-memory-state.json": Kind.HOT,
    "memory/warm-memory.json": Kind.WARM,
    "memory/memory-tree.json": Kind.TREE,
    "memory/metrics.json": Kind.OTHER,
    "memory/2026-11-20.md": Kind.DAILY_NOTE,
    "memory/2026-11-21-late.md": Kind.DAILY_NOTE,
    "memory/2026-11-21-2031.md": Kind.DAILY_NOTE,
    "memory/pal/warm-memory.json": Kind.WARM,
    "memory/pal/2026-11-20.md": Kind.DAILY_NOTE,
    "memory/pip.json": Kind.SESSION,
    "data/cold.db": Kind.COLD,
    "data/search.sqlite": Kind.SEARCH_DB,
}


def found(files):
    """Return the roots and the kind of every file that is the system's."""
    system = EvoClaw()
    sites = system.detect(Files(files))
    kinds = {
        path: system.classify(site, path) for site in sites for path in files if system.classify(site, path)
    }
    return [site.root for site in sites], kinds


def test_a_whole_workspace_is_one_place():
    assert found(WORKSPACE) == ([""], KINDS)


def test_agents_beside_each_other_are_places_of_their_own():
    files = {f"agents/{name}/{path}": data for name in ("pip", "pal") for path, data in WORKSPACE.items()}
    roots, kinds = found(files)
    assert roots == ["agents/pal", "agents/pip"]
    assert kinds == {f"agents/{name}/{path}": kind for name in ("pip", "pal") for path, kind in KINDS.items()}


def test_an_agent_inside_a_workspace_keeps_its_own_place():
    files = {**WORKSPACE, **{f"pets/{path}": data for path, data in WORKSPACE.items()}}
    assert found(files)[0] == ["", "pets"]


def test_the_memory_folder_itself_can_be_opened():
    files = {
        path.removeprefix("memory/"): data for path, data in WORKSPACE.items() if path.startswith("memory/")
    }
    roots, kinds = found(files)
    assert roots == [""]
    assert kinds["2026-11-20.md"] is Kind.DAILY_NOTE
    assert kinds["pal/warm-memory.json"] is Kind.WARM


def test_go_files_are_told_by_their_shape():
    files = {
        "dump/hot.json": go(example.GO_HOT),
        "dump/warm.json": go(example.GO_WARM),
        "dump/tree.json": go(example.GO_TREE),
        "dump/distilled.json": go(example.DISTILLED),
        "else/hot.json": b'{"module": "hot reload"}',
        "else/tree.json": b'{"root": "src"}',
        "else/metrics.json": b'{"requests": 3}',
    }
    assert found(files) == (
        ["dump"],
        {
            "dump/hot.json": Kind.HOT,
            "dump/warm.json": Kind.WARM,
            "dump/tree.json": Kind.TREE,
            "dump/distilled.json": Kind.OTHER,
        },
    )


@pytest.mark.parametrize(
    "alien",
    [b"# Tree\n- projects\n", b'{"a": {"b": 1}}', b'["a", "b"]', b'{"root": {"name": "x"}}', b'"text"'],
)
def test_another_programs_memory_tree_is_not_ours(alien):
    assert found({"memory/memory-tree.json": alien}) == ([], {})


@pytest.mark.parametrize("unfit", [b'{"root": 5, "a": null}', b'["a"]', b"# Tree\n"])
def test_what_the_agents_cannot_read_beside_their_own_files_is_theirs(unfit):
    files = {"memory/memory-tree.json": unfit, "memory/hot-memory-state.json": b"[]"}
    assert found(files)[1] == {"memory/hot-memory-state.json": Kind.HOT, "memory/memory-tree.json": Kind.TREE}
    elsewhere = {"docs/memory-tree.json": unfit, "memory/hot-memory-state.json": skill(example.HOT)}
    assert found(elsewhere)[1] == {"memory/hot-memory-state.json": Kind.HOT}


@pytest.mark.parametrize("broken", [b"", b"  \n", b'[{"id": 1,', b'{"a": NaN}', None])
def test_a_broken_file_is_still_ours(broken):
    files = {"memory/warm-memory.json": broken, "memory/warm.json": broken}
    assert found(files)[1] == {"memory/warm-memory.json": Kind.WARM, "memory/warm.json": Kind.WARM}
    assert found({"memory/warm.json": broken})[1] == {}


@pytest.mark.parametrize("empty", [b"{}", b"[]"])
@pytest.mark.parametrize("name", ["hot-memory-state.json", "warm-memory.json", "memory-tree.json"])
def test_an_empty_file_is_ours_beside_others_alone(name, empty):
    """A name is no evidence: others have files of that name, too."""
    assert found({f"memory/{name}": empty}) == ([], {})
    assert found({f"memory/{name}": empty, "MEMORY.md": b"# mine"}) == ([], {})
    both = {"memory/hot-memory-state.json": b"{}", "memory/warm-memory.json": b"[]"}
    assert found(both)[1] == {"memory/hot-memory-state.json": Kind.HOT, "memory/warm-memory.json": Kind.WARM}
    paged = {"MEMORY.md": example.GENERATED.encode(), "memory/warm-memory.json": b"[]"}
    assert found(paged)[1] == {"MEMORY.md": Kind.LONG_TERM, "memory/warm-memory.json": Kind.WARM}


def test_memory_md_is_ours_only_where_the_agent_generates_it():
    assert found({"MEMORY.md": b"# my own notes"}) == ([], {})
    assert found({"a/MEMORY.md": example.GENERATED.encode()}) == (["a"], {"a/MEMORY.md": Kind.LONG_TERM})
    within = {"MEMORY.md": b"# mine", "hot-memory-state.json": skill(example.HOT)}
    assert found(within)[1] == {"hot-memory-state.json": Kind.HOT}
    beside = {
        "MEMORY.md": b"# mine",
        "MEMORY-x.md": b"# mine",
        "memory/hot-memory-state.json": skill(example.HOT),
    }
    assert found(beside)[1] == {"MEMORY.md": Kind.LONG_TERM, "memory/hot-memory-state.json": Kind.HOT}


def test_a_conversation_lies_in_a_folder_named_memory():
    assert found({"data/memory/pip.json": skill(example.TALK)}) == (
        ["data"],
        {"data/memory/pip.json": Kind.SESSION},
    )
    assert found({"data/pip.json": skill(example.TALK)})[1] == {}
    assert found({"memory/pip.json": b'{"agent_id": "pip"}'})[1] == {}


def test_the_page_kept_from_the_last_run_belongs_to_the_tiers_beside_it():
    page = b"# MEMORY.md"
    files = {"memory/hot-memory-state.json": skill(example.HOT), "memory/.generated-MEMORY.md": page}
    assert found(files)[1]["memory/.generated-MEMORY.md"] == Kind.OTHER
    assert "notes/.generated-MEMORY.md" not in found({**files, "notes/.generated-MEMORY.md": page})[1]


def test_the_skills_own_cold_table_is_known():
    assert found({"cold.db": example.cold_database("cold_memories")})[1] == {"cold.db": Kind.COLD}


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (example.HOT, FileShape.HOT),
        (example.HOT_V1, FileShape.HOT_V1),
        (example.GO_HOT, FileShape.HOT_GO),
        (example.WARM, FileShape.WARM),
        ([{"text": "x", "importance": 0.1}], FileShape.WARM),
        ([], FileShape.WARM),
        ([1], None),
        (example.GO_WARM, FileShape.WARM_GO),
        ({}, None),
        (example.TREE, FileShape.TREE),
        (example.GO_TREE, FileShape.TREE_GO),
        ({"root": {"name": "x"}}, None),
        ({"root": {"path": "", "summary": ""}}, FileShape.TREE_GO),
        (example.METRICS, FileShape.METRICS),
        (example.DISTILLED, FileShape.DISTILLED),
        (example.TALK, FileShape.CONVERSATION),
        ({"identity": {"agent_name": "Bloop"}}, FileShape.HOT),
        ({"identity": {}, "colour": "red"}, None),
        ("x", None),
    ],
)
def test_the_shape_of_a_value(value, shape):
    assert shape_of(value) is shape
