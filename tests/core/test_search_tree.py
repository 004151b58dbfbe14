"""Walking down the tree of topics: what is found, by which path, and how little of the tree is looked at."""

from __future__ import annotations

import pytest

from memdesk.search.tree import BEAM, DEEPEST, StepReason, TimeSought, TopicTree
from memdesk.systems.system import Filed, Topic

NOW = 1_795_000_000.0
DAY = 86_400.0


def filed(text, topic, days=1.0, weight=0.8, part=None):
    return Filed("memory/warm-memory.json", part or text[:12], text, topic, "warm", weight, NOW - days * DAY)


GARDEN = (
    filed("Tomatoes need water every morning", "home/garden"),
    filed("The hedge was cut back", "home/garden", 20),
    filed("The kiln is in the shed", "projects/kiln"),
    filed("We decided to fire the kiln on Sundays", "projects/kiln", 3),
    filed("The kiln manual was lost", "projects/kiln", 90, 0.05),
    filed("Mira is allergic to nuts", "people/mira"),
    filed("小狗叫做Bob", "people/pets"),
    filed("咖啡机在厨房", "home/kitchen"),
)
TREE = TopicTree([Topic("projects", "things that are made"), Topic("home", "house and plants")], GARDEN)


def texts(walk):
    return [each.memory.text for each in walk.findings]


def test_the_path_to_a_finding_is_told_level_by_level():
    walk = TREE.walk("where is the kiln?", 3, NOW)
    assert texts(walk)[0] == "The kiln is in the shed"
    trail = walk.findings[0].trail
    assert [(step.path, step.reason) for step in trail] == [
        ("projects", StepReason.HOLDS),
        ("projects/kiln", StepReason.NAMED),
    ]
    assert trail[1].matched == ("kiln",)
    assert trail[1].name == 1.0
    assert all(0 <= part <= 1 for step in trail for part in step[2:6])


def test_what_mattered_long_ago_comes_last_and_nothing_of_other_topics():
    found = texts(TREE.walk("kiln", 10, NOW))
    assert found[-1] == "The kiln manual was lost"
    assert {*found} == {each.text for each in GARDEN if "kiln" in each.text}


def test_a_topic_that_fits_by_name_brings_what_lies_below_it():
    walk = TREE.walk("plants", 10, NOW)
    assert {*texts(walk)} == {each.text for each in GARDEN if each.topic.startswith("home")}
    assert [step.reason for step in walk.findings[0].trail] == [StepReason.NAMED, StepReason.INHERITED]
    assert walk.findings[0].topic == 0.5


def test_chinese_is_found_and_names_within_it():
    assert texts(TREE.walk("我的狗叫什么？", 5, NOW)) == ["小狗叫做Bob"]
    assert texts(TREE.walk("咖啡", 5, NOW)) == ["咖啡机在厨房"]
    assert texts(TREE.walk("Bob", 5, NOW)) == ["小狗叫做Bob"]


@pytest.mark.parametrize("query", ["submarine", "", "what is the", "?", "\0", "💥", "-" * 100_000, "潜水艇"])
def test_a_question_about_nothing_finds_nothing(query):
    assert TREE.walk(query, 10, NOW).findings == ()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("2026-03-01", "due on 1 March 2026"),
        ("1 March 2026", "due on 2026-03-01"),
        ("gpt4", "asked GPT-4"),
        ("0301234567", "call (030) 123 4567"),
        ("👍🏽", "Ana said 👍"),
        ("wi fi", "the WiFi key"),
    ],
)
def test_what_is_written_in_several_ways_is_found_in_each(query, said):
    tree = TopicTree((), (*GARDEN, filed(said, "notes/other")))
    assert texts(tree.walk(query, 3, NOW))[:1] == [said]


def test_what_is_new_comes_first_where_that_is_asked_for():
    assert texts(TREE.walk("kiln", 2, NOW, TimeSought.NEWEST)) == [
        "The kiln is in the shed",
        "We decided to fire the kiln on Sundays",
    ]
    found = TREE.walk("", 20, NOW, TimeSought.NEWEST)
    assert texts(found)[-1] == "The kiln manual was lost"
    assert found.findings[0].trail[0].reason is StepReason.RECENT


def test_what_is_oldest_comes_first_where_that_is_asked_for():
    found = texts(TREE.walk("kiln", 10, NOW, TimeSought.OLDEST))
    assert found[0] == "The kiln manual was lost"
    assert found[-1] == "The kiln is in the shed"
    assert TREE.walk("", 10, NOW, TimeSought.OLDEST).findings == ()


@pytest.mark.parametrize("leaves", [10, 100, 1_000, 10_000])
def test_a_walk_looks_at_some_topics_of_each_level(leaves):
    memories = []
    for leaf in range(leaves):
        names = [f"n{digit}" for digit in str(leaf).zfill(len(str(leaves - 1)))]
        memories.append(filed(f"Machine w{leaf}x stands here", "/".join(names), part=str(leaf)))
    tree = TopicTree([], memories)
    walk = tree.walk(f"w{leaves // 3}x", 5, NOW)
    assert texts(walk) == [f"Machine w{leaves // 3}x stands here"]
    levels = len(str(leaves - 1))
    assert walk.weighed <= 10 + (levels - 1) * BEAM * 10
    assert walk.topics >= leaves


def test_a_tree_of_any_shape_is_walked():
    deep = "/".join(f"d{n}" for n in range(500))
    tree = TopicTree(
        [Topic(""), Topic("/"), Topic("a//b"), Topic(deep), Topic("x" * 100_000)],
        [filed("the deep one", deep), filed("no topic", ""), filed("slashes only", "///"), filed("", "a")],
    )
    assert texts(tree.walk("deep", 5, NOW)) == ["the deep one"]
    assert len(tree.walk("deep", 5, NOW).findings[0].trail) <= DEEPEST
    assert {*texts(tree.walk("slashes topic", 5, NOW))} == {"no topic", "slashes only"}
    assert TopicTree([], []).walk("deep", 5, NOW) == ((), 0, 0, ("deep",))
    assert not TopicTree([], [])


def test_equals_keep_their_order_whatever_order_they_were_filed_in():
    memories = [filed("the same", "a", part=str(n)) for n in range(9)]
    one = TopicTree([], memories).walk("same", 9, NOW)
    other = TopicTree([], memories[::-1]).walk("same", 9, NOW)
    assert [each.memory.part for each in one.findings] == [each.memory.part for each in other.findings]
