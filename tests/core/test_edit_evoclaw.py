"""Edits of EvoClaw's files by a person: the smallest change of the text, in every form the files have."""

from __future__ import annotations

import json

import pytest

from core import evoclaw_files as example
from core.evoclaw_desk import NOW, topic
from core.evoclaw_files import T0, go, skill
from memdesk.errors import InvalidError
from memdesk.systems.evoclaw import edit_hot, edit_tree, edit_warm
from memdesk.systems.evoclaw.edit_hot import HotPart
from memdesk.systems.evoclaw.entries import NewMemory

WARM = skill(example.WARM).decode()
HOT = skill(example.HOT).decode()
V1 = skill(example.HOT_V1).decode()
GO_HOT = go(example.GO_HOT).decode()
GO_WARM = go(example.GO_WARM).decode()
TREE = skill(example.TREE).decode()


def changed_lines(old, new):
    """Return the lines that are only in one of two texts."""
    before, after = old.splitlines(), new.splitlines()
    return [line for line in before if line not in after], [line for line in after if line not in before]


def test_a_memory_is_edited_where_it_stands_and_its_score_follows():
    text = edit_warm.edit_entry(WARM, 0, {"text": "船 primer", "importance": 0.5}, T0)
    gone, new = changed_lines(WARM, text)
    assert new == [
        '    "text": "\\u8239 primer",',
        '    "importance": 0.5,',
        '    "score": 0.6,',
        '    "tier": "warm",',
    ]
    assert len(gone) == 4
    assert edit_warm.edit_entry(WARM, 2, {"category": "new"}, T0).count('"category": "new"') == 1
    assert json.loads(edit_warm.edit_entry(WARM, 2, {"importance": 1}, T0))[2] == {
        "id": "2a",
        "text": "old one without most",
        "category": "owner",
        "importance": 1,
    }


def test_a_memory_of_gos_is_edited_in_what_was_distilled():
    name = next(iter(example.GO_WARM))
    text = edit_warm.edit_entry(GO_WARM, name, {"text": "a < b"}, T0)
    assert '"fact":"a \\u003c b"' in text
    assert json.loads(edit_warm.remove_entry(GO_WARM, name)) == {
        key: value for key, value in example.GO_WARM.items() if key != name
    }


def test_memories_are_added_removed_and_found_by_id():
    text = edit_warm.add_entry(WARM, NewMemory("new", "x", 0.4, {"urls": []}), NOW)
    assert json.loads(text)[3]["created_at"] == NOW
    assert edit_warm.remove_entry(text, 3) == WARM
    assert edit_warm.key_of(WARM, "2a") == 2
    assert [entry["category"] for entry in json.loads(edit_warm.recategorised(WARM, "projects", "p"))] == [
        "p/boat",
        "p/boat",
        "owner",
    ]


@pytest.mark.parametrize(
    "changes",
    [{"text": " "}, {"category": ""}, {"importance": 2}, {"importance": True}, {"metadata": []}, {"id": "x"}],
)
def test_what_no_memory_can_be_is_refused(changes):
    with pytest.raises(InvalidError):
        edit_warm.edit_entry(WARM, 0, changes, T0)


def test_a_memory_that_is_not_there_is_refused():
    with pytest.raises(InvalidError):
        edit_warm.edit_entry(WARM, 9, {"text": "x"}, T0)
    with pytest.raises(InvalidError):
        edit_warm.key_of(WARM, "nobody")
    with pytest.raises(InvalidError):
        edit_warm.add_entry(GO_WARM, NewMemory("x", "y", 0.5, {}), NOW)


@pytest.mark.parametrize(
    ("text", "part", "place"),
    [
        (HOT, HotPart.OWNER, ("owner_profile",)),
        (V1, HotPart.OWNER, ("owner",)),
        (V1, HotPart.IDENTITY, ("agent",)),
        (GO_HOT, HotPart.IDENTITY, ("identity",)),
        ("{}", HotPart.IDENTITY, ("identity",)),
    ],
)
def test_fields_are_set_and_removed(text, part, place):
    new = edit_hot.set_field(text, part, "likes", ["tea", "maps"])
    assert json.loads(new)[place[0]]["likes"] == ["tea", "maps"]
    changed = edit_hot.set_field(new, part, "likes", "tea")
    assert json.loads(changed)[place[0]]["likes"] == "tea"
    gone = json.loads(edit_hot.set_field(changed, part, "likes", None))
    assert "likes" not in gone[place[0]]
    assert edit_hot.set_field(new, part, "nothing", None) == new


def test_a_bare_name_becomes_the_field_of_that_name():
    assert json.loads(edit_hot.set_field(V1, HotPart.IDENTITY, "mood", "calm"))["agent"] == {
        "name": "Pip",
        "mood": "calm",
    }


def items(text, *place):
    value = json.loads(text)
    for step in place:
        value = value[step]
    return value


def test_items_of_the_skill_are_added_edited_moved_and_removed():
    text = edit_hot.add_item(HOT, HotPart.TASKS, {"text": "Sand"}, NOW)
    assert items(text, "active_context", "tasks")[1] == {
        "text": "Sand",
        "status": "pending",
        "timestamp": NOW,
    }
    text = edit_hot.edit_item(text, HotPart.TASKS, 1, {"status": "done"})
    assert items(text, "active_context", "tasks", 1, "status") == "done"
    assert edit_hot.remove_item(text, HotPart.TASKS, 1) == HOT
    text = edit_hot.edit_item(HOT, HotPart.LESSONS, 0, {"text": "Sand twice", "category": None})
    assert items(text, "critical_lessons", 0) == {
        "text": "Sand twice",
        "importance": 0.9,
        "timestamp": T0 + 2,
    }
    text = edit_hot.edit_item(HOT, HotPart.PROJECTS, 0, {"status": "Done"})
    assert changed_lines(HOT, text)[1] == ['        "status": "Done",']


def test_items_of_go_have_its_names_and_times():
    text = edit_hot.add_item(GO_HOT, HotPart.EVENTS, {"text": "thaw"}, NOW)
    assert items(text, "active_context", "recent_events")[-1] == {
        "description": "thaw",
        "date": "2026-11-18T11:06:40.25Z",
    }
    text = edit_hot.edit_item(text, HotPart.EVENTS, 0, {"text": "second frost"})
    assert items(text, "active_context", "recent_events", 0, "description") == "second frost"
    text = edit_hot.add_item(text, HotPart.PROJECTS, {"name": "Shed"}, NOW)
    assert items(text, "active_context", "current_projects")[-1]["start_date"] == "2026-11-18T11:06:40.25Z"
    text = edit_hot.add_item(text, HotPart.TASKS, {"text": "x", "priority": "low"}, NOW)
    assert items(text, "active_context", "pending_tasks")[-1] == {"description": "x", "priority": "low"}


def test_items_of_the_first_version_stay_plain():
    text = edit_hot.add_item(V1, HotPart.LESSONS, {"text": "Never rush"}, NOW)
    assert items(text, "lessons")[-1] == "Never rush"
    text = edit_hot.edit_item(text, HotPart.LESSONS, 0, {"text": "Sand first"})
    assert items(text, "lessons")[0] == "Sand first"
    text = edit_hot.edit_item(text, HotPart.LESSONS, 0, {"category": "boats"})
    assert items(text, "lessons")[0] == {"text": "Sand first", "category": "boats"}
    assert "shed" not in items(edit_hot.remove_item(V1, HotPart.PROJECTS, 1), "projects")
    assert items(edit_hot.edit_item(V1, HotPart.PROJECTS, 0, {"status": "done"}), "projects", "boat") == {
        "status": "done"
    }
    with pytest.raises(InvalidError):
        edit_hot.add_item(V1, HotPart.PROJECTS, {"name": "x"}, NOW)


def test_a_list_that_is_missing_is_made():
    text = edit_hot.add_item("{}", HotPart.TASKS, {"text": "x"}, NOW)
    assert items(text, "active_context", "tasks", 0, "text") == "x"


@pytest.mark.parametrize(
    ("part", "values"),
    [
        (HotPart.TASKS, {}),
        (HotPart.PROJECTS, {"name": ""}),
        (HotPart.LESSONS, {"text": "x", "importance": 3}),
        (HotPart.EVENTS, {"text": "x", "status": "y"}),
        (HotPart.OWNER, {"text": "x"}),
    ],
)
def test_what_no_item_can_be_is_refused(part, values):
    with pytest.raises(InvalidError):
        edit_hot.add_item(HOT, part, values, NOW)


def test_there_is_room_for_so_many_items_and_bytes():
    text = HOT
    for number in range(4):
        text = edit_hot.add_item(text, HotPart.PROJECTS, {"name": f"p{number}"}, NOW)
    with pytest.raises(InvalidError, match="at most 5"):
        edit_hot.add_item(text, HotPart.PROJECTS, {"name": "six"}, NOW)
    with pytest.raises(InvalidError, match="of 5120 bytes"):
        edit_hot.set_field(HOT, HotPart.OWNER, "about", "x" * 5000)
    large = HOT.replace("patient", "x" * 6000)
    assert edit_hot.size_and_cap(large)[0] > 5120
    edit_hot.set_field(large, HotPart.OWNER, "personality", "x" * 5500)


@pytest.mark.parametrize(
    "edit",
    [
        lambda: edit_hot.set_field(HOT, HotPart.OWNER, " ", 1),
        lambda: edit_hot.remove_item(HOT, HotPart.TASKS, 5),
        lambda: edit_hot.set_field("[1]", HotPart.OWNER, "x", 1),
        lambda: edit_tree.describe_topic(TREE, "nowhere", "x"),
        lambda: edit_tree.add_topic("[]", "x", "", NOW),
    ],
)
def test_what_is_not_there_is_refused(edit):
    with pytest.raises(InvalidError):
        edit()


def test_a_topic_is_added_with_those_above_it():
    text = edit_tree.add_topic(TREE, "home/garden/east_bed", "", NOW)
    tree = json.loads(text)
    assert tree["root"]["children"] == ["owner", "projects", "home"]
    assert tree["home/garden"]["children"] == ["home/garden/east_bed"]
    assert tree["home/garden/east_bed"] == {**topic("East Bed"), "last_access": NOW}
    assert edit_tree.remove_topic(text, "home/garden/east_bed").count("east_bed") == 0


def test_a_topic_is_described_in_one_line_of_the_file():
    text = edit_tree.describe_topic(TREE, "projects/boat", "x" * 200)
    assert changed_lines(TREE, text)[1] == [f'    "desc": "{"x" * 100}",']


def test_a_topic_takes_all_below_it_along():
    tree = json.loads(edit_tree.rename_topic(TREE, "projects", "work"))
    assert list(tree) == ["root", "work", "work/boat", "_schema_version", "owner"]
    assert (tree["root"]["children"], tree["work"]["children"]) == (["owner", "work"], ["work/boat"])
    assert tree["work/boat"]["pin"] is True
    tree = json.loads(edit_tree.relocate_topic(TREE, "projects", "owner/projects"))
    assert tree["root"]["children"] == ["owner"]
    assert tree["owner"]["children"] == ["owner/projects"]
    back = edit_tree.relocate_topic(json.dumps(tree), "owner/projects", "projects")
    assert set(json.loads(back)) == set(example.TREE)


@pytest.mark.parametrize("path", ["root", "projects", "projects/boat", "owner"])
def test_d12_only_an_empty_leaf_is_removed(path):
    with pytest.raises(InvalidError, match="move them first"):
        edit_tree.remove_topic(TREE, path)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda: edit_tree.add_topic(TREE, "owner", "", NOW), "already"),
        (lambda: edit_tree.add_topic(TREE, "a/b/c/d/e", "", NOW), "at most 4 deep"),
        (lambda: edit_tree.add_topic(TREE, "_x", "", NOW), "keeps for itself"),
        (lambda: edit_tree.add_topic(TREE, "a//b", "", NOW), "names with /"),
        (lambda: edit_tree.rename_topic(TREE, "projects", "owner"), "already"),
        (lambda: edit_tree.rename_topic(TREE, "projects", "a/b"), "no /"),
        (lambda: edit_tree.relocate_topic(TREE, "projects", "projects/boat/projects"), "below itself"),
        (lambda: edit_tree.relocate_topic(TREE, "projects", "nowhere/projects"), "no topic"),
    ],
)
def test_a_topic_cannot_go_everywhere(edit, said):
    with pytest.raises(InvalidError, match=said):
        edit()


def test_the_index_has_room_for_so_much():
    full = {"root": topic("r"), **{f"t{n}": topic("T") for n in range(49)}}
    with pytest.raises(InvalidError, match="room for"):
        edit_tree.add_topic(json.dumps(full), "one", "", NOW)
    deep = {"root": topic("r"), "a": topic("A"), "b": topic("B"), "b/c": topic("C"), "b/c/d": topic("D")}
    text = json.dumps({**deep, "b/c/d/e": topic("E")})
    with pytest.raises(InvalidError, match="at most 4 deep"):
        edit_tree.relocate_topic(text, "b", "a/b")
    long = json.dumps({"root": topic("r"), **{f"t{n}" + "x" * 100: topic("T" * 100) for n in range(14)}})
    with pytest.raises(InvalidError, match="4096 bytes"):
        edit_tree.add_topic(long, "one", "y" * 100, NOW)


def test_the_lines_of_what_is_hot_are_those_that_say_something():
    text = skill(example.HOT).decode()
    lines, found = text.split("\n"), edit_hot.lines_of(text)
    first, last = found["lessons.0"]
    assert "Sand before painting" in lines[first - 1]
    assert '"timestamp"' in lines[last - 1]
    first, last = found["owner.topics_loved"]
    assert [line.strip() for line in lines[first - 1 : last]] == ['"topics_loved": [', '"tea",', '"maps"']
    assert found["identity.agent_name"] == (3, 3)
    assert "mood" in lines[found["extra.mood"][0] - 1]
    assert (
        edit_hot.lines_of(go(example.GO_HOT).decode())
        == edit_hot.lines_of("[]")
        == edit_hot.lines_of("no json")
        == {}
    )
