"""Shelving by kind, system and folder; trees that change in place; the fewest moves between two lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.model import DocumentInfo, Kind, Nature
from memdesk_gui.features.navigator.branches import Tree, sort_gently
from memdesk_gui.features.navigator.grouping import ByFolder, ByKind, BySystem, backup_of
from memdesk_gui.widgets.lists.models.moves import MOST_COMPARED, Insertion, Removal, moves


def document(uri, kind=Kind.FACT, system="pegasus", size=10, title=None):
    return DocumentInfo(uri, system, kind, title or uri.rpartition("/")[2], size, 1, Nature.FILE)


def note(month, day):
    return document(f"memory/{month}/{month}{day:02}.md", Kind.DAILY_NOTE, "picoclaw-profile")


DOCUMENTS = [
    document("readme.txt", Kind.OTHER, None),
    document("facts/b.md"),
    document("facts/A.md"),
    document("memory/warm-memory.json", Kind.WARM, "evoclaw"),
    document("memory/hot-memory-state.json", Kind.HOT, "evoclaw"),
    document("episodes/2026-02.md", Kind.EPISODE),
    document("episodes/2026-03.md", Kind.EPISODE),
    document("memory/backups/20260218_093105_MEMORY.md", Kind.BACKUP, "picoclaw-memskill", 40),
    document("memory/backups/20260220_093147_MEMORY.md", Kind.BACKUP, "picoclaw-memskill", 60),
    document("memory/policy_snapshots/20260220_103147.json", Kind.POLICY_SNAPSHOT, "picoclaw-memskill"),
    note("202611", 20),
    note("202611", 21),
]


def shown(tree, is_open=lambda branch: True):
    rows = tree.rows(is_open)
    return [f"{'  ' * level}{key}" for key, level in zip(rows.keys, rows.levels, strict=True)]


def test_folders_with_numbers_are_in_the_order_of_these():
    names = ["tea_house_1", "tea_house_11", "Tea_house_3"]
    assert sorted(names, key=lambda name: ByFolder().rank((name,))) == [names[0], names[2], names[1]]


@pytest.mark.parametrize("grouping", [ByKind(), BySystem(), ByFolder()])
def test_numbers_in_names_count(grouping):
    names = ["stall_2", "stall_1", "stall_13", "stall_3", "Stall_11", "stall"]
    tree = Tree(grouping, [document(f"facts/{name}.md") for name in names])
    titles = [line.strip() for line in shown(tree) if line.strip().endswith(".md")]
    expected = ("stall", "stall_1", "stall_2", "stall_3", "Stall_11", "stall_13")
    assert titles == [f"facts/{name}.md" for name in expected]


def test_kinds_come_in_the_order_people_look_for_them():
    assert shown(Tree(ByKind(), DOCUMENTS)) == [
        "/facts",
        "  facts/A.md",
        "  facts/b.md",
        "/episodes",
        "  episodes/2026-03.md",
        "  episodes/2026-02.md",
        "/daily",
        "  memory/202611/20261121.md",
        "  memory/202611/20261120.md",
        "/tiers",
        "  memory/hot-memory-state.json",
        "  memory/warm-memory.json",
        "/backups",
        "  /backups/memory/MEMORY.md",
        "    memory/backups/20260220_093147_MEMORY.md",
        "    memory/backups/20260218_093105_MEMORY.md",
        "  /backups/",
        "    memory/policy_snapshots/20260220_103147.json",
        "/other",
        "  readme.txt",
    ]


def test_a_long_diary_is_grouped_by_month_newest_first():
    tree = Tree(ByKind(), [note(month, day) for month in ("202609", "202611") for day in range(1, 25)])
    closed = tree.closed_at_first()
    assert shown(tree, lambda branch: branch.key not in closed)[:3] == [
        "/daily",
        "  /daily/2026-11",
        "    memory/202611/20261124.md",
    ]
    assert closed == {"/daily/2026-09"}


def test_systems_have_their_kinds_below_unless_there_is_only_one():
    lines = shown(Tree(BySystem(), DOCUMENTS))
    assert lines[:3] == ["/evoclaw", "  memory/hot-memory-state.json", "  memory/warm-memory.json"]
    assert lines[lines.index("/pegasus") + 1] == "  /pegasus/facts"
    assert lines[-2:] == ["/other", "  readme.txt"]


def test_folders_are_as_on_disk_with_files_last():
    lines = shown(Tree(ByFolder(), DOCUMENTS))
    assert lines[:3] == ["/episodes", "  episodes/2026-02.md", "  episodes/2026-03.md"]
    assert "  /memory/202611" in lines
    assert lines[-1] == "readme.txt"


def test_folders_without_end_do_not_break_the_tree():
    deep = document("/".join(["d"] * 2_000) + "/x.md", Kind.OTHER, None)
    tree = Tree(ByFolder(), [deep])
    assert tree.rows(lambda branch: True).keys[-1] == deep.uri


@pytest.mark.parametrize(
    ("uri", "of"),
    [
        ("memory/backups/20260218_093105_MEMORY.md", "memory/MEMORY.md"),
        ("USER.md.bak", "USER.md"),
        ("backups/20260218_093105_MEMORY.md", "MEMORY.md"),
        ("old/notes.md~", "old/notes.md"),
        ("USER.md.2.bak", "USER.md"),
        ("bot/memory.json.corrupt-20260218_093105_2", "bot/memory.json"),
        ("backups/20260218_093105.md", "20260218_093105.md"),
    ],
)
def test_a_backup_tells_what_it_is_of(uri, of):
    assert backup_of(uri) == of


def test_weights_follow_every_change():
    tree = Tree(ByKind(), DOCUMENTS)
    backups = tree.branch("/backups/memory/MEMORY.md")
    assert (backups.count, backups.size) == (2, 100)
    tree.put(DOCUMENTS[7]._replace(size=100))
    assert (backups.count, backups.size) == (2, 160)
    tree.drop(DOCUMENTS[8].uri)
    tree.drop(DOCUMENTS[7].uri)
    assert tree.branch("/backups/memory/MEMORY.md") is None
    assert tree.branch("/backups").count == 1
    tree.drop("never/was.md")
    assert tree.root.count == len(DOCUMENTS) - 2


def test_a_document_of_another_kind_moves():
    tree = Tree(ByKind(), DOCUMENTS)
    tree.put(document("readme.txt", Kind.LONG_TERM))
    assert "/other" not in tree.rows(lambda branch: True).keys
    assert [branch.key for branch in tree.above("readme.txt")] == ["/long_term"]


names = st.sampled_from(
    [f"{folder}/{name}.md" for folder in "ab" for name in ("x", "X", "y1", "2026-01-02", "é")]
)
kinds = st.sampled_from([Kind.FACT, Kind.DAILY_NOTE, Kind.BACKUP, Kind.OTHER])
steps = st.lists(st.tuples(names, st.none() | kinds, st.integers(0, 9)), max_size=30)


@given(steps, st.sampled_from([ByKind(), BySystem(), ByFolder()]))
def test_a_tree_changed_in_place_is_the_tree_built_anew(changes, grouping):
    tree, expected = Tree(grouping), {}
    for uri, kind, size in changes:
        if kind is None:
            tree.drop(uri)
            expected.pop(uri, None)
        else:
            expected[uri] = document(uri, kind, size=size)
            tree.put(expected[uri])
    fresh = Tree(grouping, expected.values())
    assert tree.rows(lambda branch: True) == fresh.rows(lambda branch: True)
    assert (tree.root.count, tree.root.size) == (len(expected), sum(info.size for info in expected.values()))


def test_sorting_in_runs_is_sorting():
    items = [(n * 7919 % 10_007, "", str(n)) for n in range(10_000)]
    assert sort_gently(items) == sorted(items)
    assert sort_gently([]) == []


def walked(old, steps, new):
    rows = list(old)
    for step in steps:
        if isinstance(step, Removal):
            del rows[step.start : step.stop]
        else:
            rows[step.start : step.start] = new[step.start : step.stop]
    return rows


keys = st.lists(st.sampled_from("abcdefghij"), unique=True)


@given(keys, keys)
def test_moves_lead_from_one_list_to_the_other(old, new):
    steps = moves(old, new)
    if steps is not None:
        assert walked(old, steps, new) == new


def test_few_rows_move_where_little_changed():
    many = [str(n) for n in range(5_000)]
    assert moves(many, many) == []
    assert moves(many, [*many[:2_000], "new", *many[2_000:]]) == [Insertion(2_000, 2_001)]
    assert moves(many, [*many[:10], *many[12:]]) == [Removal(10, 12)]
    assert moves([], many) == [Insertion(0, 5_000)]


def test_a_list_is_reset_where_moving_would_cost_more():
    assert moves(["a", "b"], ["b", "a"]) is None
    assert moves([str(n) for n in range(1_000)], [str(n) for n in range(0, 1_000, 2)]) is None
    many = [str(n) for n in range(MOST_COMPARED)]
    assert moves(["x", *many], [*many, "y"]) is None
