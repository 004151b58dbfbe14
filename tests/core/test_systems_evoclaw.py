"""EvoClaw: what its files hold, in both programs' formats, sound and broken."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import evoclaw_files as example
from core.evoclaw_files import T0, go, skill
from memdesk.errors import InvalidError
from memdesk.model import Kind, Severity, Unit
from memdesk.systems.evoclaw import EvoClaw
from memdesk.systems.evoclaw.hot import hot_state, said
from memdesk.systems.evoclaw.records import Lesson, RecordFormat
from memdesk.systems.evoclaw.score import DAY, score, tier_of
from memdesk.systems.evoclaw.skill_json import read_value
from memdesk.systems.evoclaw.tree import memory_tree
from memdesk.systems.evoclaw.values import moment_of
from memdesk.systems.evoclaw.warm import categories_summary, warm_memory


class Nothing:
    """No other documents."""

    def read(self, path, limit=0):
        return None


def parse(kind, data, path="memory/x.json"):
    return EvoClaw().parse(kind, path, data, Nothing())


@pytest.mark.parametrize(
    ("kind", "path", "title"),
    [
        (Kind.HOT, "memory/hot-memory-state.json", "Hot memory"),
        (Kind.WARM, "memory/pal/warm-memory.json", "Warm memory · pal"),
        (Kind.TREE, "memory-tree.json", "Memory tree"),
        (Kind.COLD, "data/cold.db", "Cold memory"),
        (Kind.SEARCH_DB, "data/search.db", "Search index"),
        (Kind.DAILY_NOTE, "memory/2026-11-21.md", "2026-11-21"),
        (Kind.DAILY_NOTE, "memory/2026-11-21-late.md", "2026-11-21 late"),
        (Kind.SESSION, "memory/pip.json", "pip"),
        (Kind.LONG_TERM, "MEMORY.md", "MEMORY.md"),
        (Kind.OTHER, "memory/metrics.json", "metrics.json"),
    ],
)
def test_titles(kind, path, title):
    assert EvoClaw().title(kind, path) == title


def test_the_hot_tier_of_the_skill():
    parsed = parse(Kind.HOT, skill(example.HOT))
    state = parsed.record
    assert (parsed.summary, parsed.count, parsed.unit) == ("Pip, Nora, Boat", 4, Unit.ENTRIES)
    assert (parsed.problems, parsed.data) == ((), example.HOT)
    assert state.form is RecordFormat.SKILL
    assert state.owner["topics_loved"] == ["tea", "maps"]
    assert (state.projects[0].description, state.projects[0].extra) == ("repaint the hull", {"port": "Moss"})
    assert (state.events[0].text, state.events[0].time) == ("Launch on 3 May", T0)
    assert (state.tasks[0].status, state.tasks[0].time) == ("pending", T0 + 1)
    assert state.lessons == (Lesson("Sand before painting", "boats", 0.9, T0 + 2),)
    assert state.extra == {"_schema_version": "2.0", "mood": "calm"}


def test_the_first_version_of_the_hot_tier():
    state = parse(Kind.HOT, skill(example.HOT_V1)).record
    assert state.form is RecordFormat.SKILL_V1
    assert (state.identity, state.owner["name"]) == ({"name": "Pip"}, "Nora")
    assert [(project.name, project.status, project.description) for project in state.projects] == [
        ("boat", "active", ""),
        ("shed", "", "roof leaks"),
    ]
    assert [lesson.text for lesson in state.lessons] == example.HOT_V1["lessons"]


def test_the_hot_tier_of_the_go_program():
    state = parse(Kind.HOT, go(example.GO_HOT)).record
    assert (state.form, state.count) == (RecordFormat.GO, 4)
    assert state.updated == moment_of("2026-11-21T20:11:46Z")
    assert (state.projects[0].since, state.events[0].text) == (
        moment_of("2026-11-21T20:11:45.9Z"),
        "first frost",
    )
    assert (state.tasks[0].priority, state.tasks[0].due) == ("high", moment_of("2026-11-23T20:11:45Z"))
    assert state.extra == {"version": 11}


def test_things_said_plainly_are_read_too():
    state = hot_state(
        {
            "identity": {},
            "active_context": {"projects": ["boat"], "events": ["frost"], "tasks": ["paint"]},
            "critical_lessons": {"text": "one"},
        }
    )
    assert (state.projects[0].name, state.events[0].text, state.tasks[0].text) == ("boat", "frost", "paint")
    assert state.lessons[0].text == "one"


def test_the_warm_tier_of_the_skill():
    parsed = parse(Kind.WARM, skill(example.WARM))
    assert (parsed.summary, parsed.count, parsed.unit) == ("projects/boat, owner", 3, Unit.ENTRIES)
    first, second, third = parsed.record.entries
    assert (first.key, first.id, first.accesses, first.stored_tier) == (0, "0a1b2c3d4e5f", 2, "hot")
    assert (first.urls, first.commands) == (("https://shop.example/primer",), ("stir -n 3",))
    assert (first.details, first.extra) == ({"colour": "red"}, {"search_method": "tree"})
    assert (second.text, second.accesses) == ("船叫 Bris", 0)
    assert (third.importance, third.created, third.score(T0), third.tier(T0)) == (None, None, None, "")


def test_the_warm_tier_of_the_go_program():
    parsed = parse(Kind.WARM, go(example.GO_WARM))
    entry = parsed.record.entries[0]
    assert parsed.record.form is RecordFormat.GO
    assert entry.key == entry.id == "00000000-0000-4000-8000-000000000001"
    assert (entry.text, entry.details) == ("The hull needs primer", {"emotion": "calm", "people": ["Ida"]})
    assert entry.created == moment_of("2026-11-01T20:11:45.937651Z")
    assert entry.extra == {"event_type": "conversation"}


def test_what_is_no_memory_is_a_warning_with_its_place():
    parsed = parse(Kind.WARM, b'[\n  {"text": "a", "category": "b"},\n  7\n]')
    problem = parsed.problems[0]
    assert (problem.code, problem.line, problem.column, problem.severity) == (
        "format",
        3,
        3,
        Severity.WARNING,
    )
    assert parsed.count == 1
    assert parse(Kind.WARM, b'{"a": 1}').problems[0].code == "format"


def test_the_flat_tree():
    parsed = parse(Kind.TREE, skill(example.TREE))
    root = parsed.record.root
    assert (parsed.summary, parsed.count, parsed.unit, parsed.problems) == (
        "owner, projects",
        4,
        Unit.NODES,
        (),
    )
    assert (root.path, root.summary, parsed.record.version) == ("", "Memory root", "2.0")
    boat = root.children[1].children[0]
    assert (boat.path, boat.name, boat.warm, boat.last, boat.extra) == (
        "projects/boat",
        "boat",
        2,
        T0,
        {"pin": True},
    )
    assert root.children[0].last is None


def test_the_nested_tree():
    parsed = parse(Kind.TREE, go(example.GO_TREE))
    assert (parsed.summary, parsed.count, parsed.record.version) == ("projects", 3, "7")
    projects = parsed.record.root.children[0]
    assert (projects.cold, projects.last, projects.children[0].path) == (1, None, "projects/boat")


def test_a_child_that_is_not_there_is_a_warning_with_its_place():
    text = b'{\n "root": {"desc": "", "warm_count": 0, "children": [\n  "gone"\n ]}\n}'
    problem = parse(Kind.TREE, text).problems[0]
    assert (problem.code, problem.line, problem.column) == ("dangling", 3, 3)


def test_every_node_is_in_the_tree_exactly_once_whatever_the_children_say():
    nodes = {
        "root": {"desc": "r", "children": ["a"]},
        "a": {"children": ["b", "a"]},
        "b": {"children": ["a"]},
        "a/x": {},
        "loose/end": {},
        "p": {"children": ["q"]},
        "q": {"children": ["p"]},
    }
    root = memory_tree(nodes).root
    assert root.size == 7
    assert [child.path for child in root.children] == ["a", "loose/end", "p"]
    assert [child.path for child in root.children[0].children] == ["b", "a/x"]
    assert memory_tree({"x": {}}).root.children[0].path == "x"


def test_a_chain_of_children_without_end_is_cut():
    chain = {"root": {"children": ["0"]}} | {str(i): {"children": [str(i + 1)]} for i in range(500)}
    assert memory_tree(chain).root.size == 501


def test_a_conversation():
    parsed = parse(Kind.SESSION, skill(example.TALK))
    assert (parsed.summary, parsed.count, parsed.unit) == ("Hello", 2, Unit.MESSAGES)
    assert parsed.data["messages"][0] == {"role": "user", "content": "Hello"}
    assert (parsed.record.name, parsed.record.messages[1].role) == ("pip", "assistant")


def test_the_lesser_files():
    metrics = parse(Kind.OTHER, skill(example.METRICS))
    assert (metrics.count, metrics.unit, metrics.problems) == (4, Unit.KEYS, ())
    facts = parse(Kind.OTHER, go(example.DISTILLED))
    assert (facts.summary, facts.count, facts.unit) == ("The hull needs primer", 2, Unit.ENTRIES)
    assert facts.record[1].date is None


def test_the_generated_memory_says_so():
    parsed = parse(Kind.LONG_TERM, example.GENERATED.encode(), "MEMORY.md")
    assert (parsed.summary, parsed.count, parsed.unit) == ("Identity, Lessons", 3, Unit.SECTIONS)
    assert parsed.record.generated
    assert parsed.data["generated"] is True
    own = parse(Kind.LONG_TERM, b"# Mine\nhello", "MEMORY.md")
    assert (own.summary, own.record.generated) == ("hello", False)


def test_the_page_as_it_was_last_generated_is_text():
    page = b"# MEMORY.md\n\n## Projects\n\n- boat\n"
    parsed = parse(Kind.OTHER, page, "memory/.generated-MEMORY.md")
    assert (parsed.problems, parsed.summary) == ((), "Projects")


def test_a_daily_note():
    parsed = parse(Kind.DAILY_NOTE, b"# 2026-11-20\n\n## Hull\n- [x] sanded it\n", "memory/2026-11-20-am.md")
    assert (parsed.title, parsed.summary, parsed.count) == ("2026-11-20 am", "sanded it", 2)


def test_the_cold_store():
    parsed = parse(Kind.COLD, example.cold_database(), "cold.db")
    assert (parsed.summary, parsed.count, parsed.unit) == ("projects/boat, owner", 3, Unit.ROWS)
    assert parsed.data["tables"][0]["rows"][2] == ["c", "owner", "{}", None]
    assert parsed.record.main == "cold_memory"


def test_the_search_index():
    parsed = parse(Kind.SEARCH_DB, example.search_database(), "search.db")
    assert (parsed.summary, parsed.count, parsed.problems) == ("notes/a", 1, ())
    assert parsed.data["tables"][0]["rows"][0][-1] == {"bytes": 16}
    json.dumps(parsed.data)


def test_a_damaged_database_is_a_problem():
    data = example.cold_database()
    assert parse(Kind.COLD, data[:600], "cold.db").problems
    other = parse(Kind.COLD, example.database("CREATE TABLE x (id TEXT)"), "cold.db")
    assert [problem.code for problem in other.problems] == ["database"]
    untopical = parse(Kind.COLD, example.database("CREATE TABLE cold_memory (id TEXT)"), "cold.db")
    assert (untopical.summary, untopical.count) == ("", 0)


@pytest.mark.parametrize("kind", [Kind.HOT, Kind.WARM, Kind.TREE, Kind.SESSION, Kind.OTHER])
@pytest.mark.parametrize(
    ("data", "line", "column"),
    [(b"", 1, 1), (b'[\n {"a": NaN}\n]', 2, 8), (b'{"a": 1,\n "b" 2}', 2, 6), (b"[" * 100_000, 1, 65)],
)
def test_broken_json_is_a_problem_with_its_place(kind, data, line, column):
    parsed = parse(kind, data)
    assert parsed.data is None
    assert [(problem.line, problem.column) for problem in parsed.problems] == [(line, column)]


@pytest.mark.parametrize("kind", [Kind.HOT, Kind.WARM, Kind.TREE])
@pytest.mark.parametrize("data", [b'"text"', b"[1, 2]", b'{"odd": 1}', b"null"])
def test_other_json_is_shown_but_not_taken_for_ours(kind, data):
    parsed = parse(kind, data)
    assert parsed.record is None
    assert parsed.problems[0].code == "format"


@pytest.mark.parametrize("kind", [Kind.HOT, Kind.WARM, Kind.TREE])
@pytest.mark.parametrize("data", [b"{}", b"[]"])
def test_an_empty_file_is_no_problem(kind, data):
    parsed = parse(kind, data)
    assert parsed.problems == ()
    assert parsed.record is not None


def test_the_score_fades_with_age_and_grows_with_use():
    assert score(0.8, T0, 0, T0) == 0.8
    assert score(1.0, T0 - 30 * DAY, 0, T0) == pytest.approx(math.exp(-1))
    assert score(0.5, T0, 3, T0) == pytest.approx(0.65)
    assert score(0.5, T0 + DAY, 0, T0) == 0.5
    assert [tier_of(value) for value in (0.7, 0.69, 0.3, 0.05, 0.04)] == [
        "hot",
        "warm",
        "warm",
        "cold",
        "frozen",
    ]


def test_an_entry_knows_its_score_and_tier_at_any_moment():
    entry = warm_memory(example.WARM).entries[0]
    assert entry.score(T0) == pytest.approx(0.8 * 1.2)
    assert (entry.tier(T0), entry.tier(T0 + 60 * DAY)) == ("hot", "cold")


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        (T0, T0),
        (0, None),
        (True, None),
        (1e300, None),
        (-(10**400), None),
        ("2026-11-21T20:11:45.937572186Z", 1795291905.937572),
        ("2026-11-22T04:11:45+08:00", 1795291905.0),
        ("0001-01-01T00:00:00Z", None),
        ("yesterday", None),
        (None, None),
    ],
)
def test_moments(value, moment):
    assert moment_of(value) == moment


def test_numbers_beyond_reason_are_borne():
    entry = {
        "text": "x",
        "category": "y",
        "importance": 10**400,
        "created_at": 1e308,
        "access_count": -(10**30),
    }
    parsed = parse(Kind.WARM, json.dumps([entry, {**entry, "access_count": 1e300}]).encode())
    assert [(one.importance, one.created) for one in parsed.record.entries] == [(None, None)] * 2
    assert [one.accesses for one in parsed.record.entries] == [0, 1 << 53]


def test_values_are_said_plainly():
    assert said({"a": ["x", 2], "b": True, "c": None}) == "a: x, 2, b: true, c: "


def test_the_most_frequent_categories_come_first():
    assert categories_summary(["a", "b", "b", "", "c", "d", "e"]) == "b, a, c, d, …"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "root",
                    "children",
                    "identity",
                    "owner_profile",
                    "critical_lessons",
                    "active_context",
                    "projects",
                    "text",
                    "category",
                    "agent_id",
                    "messages",
                    "path",
                    "summary",
                    "id",
                    "content",
                    "metadata",
                    "timestamp",
                    "date",
                    "lessons",
                    "owner",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(JSON)
def test_no_value_is_refused(value):
    for kind in (Kind.HOT, Kind.WARM, Kind.TREE, Kind.SESSION, Kind.OTHER):
        json.dumps(parse(kind, json.dumps(value).encode()).data)


@given(st.binary())
def test_no_bytes_are_refused(data):
    for kind in Kind:
        assert parse(kind, data).title


def test_a_tier_file_is_read_as_the_agents_program_reads_it():
    marked = EvoClaw().parse(Kind.WARM, "memory/warm-memory.json", b"\xef\xbb\xbf[]", None)
    assert [problem.code for problem in marked.problems] == ["bom_unread"]
    with pytest.raises(InvalidError, match="byte order mark"):
        read_value(b"\xef\xbb\xbf[]")
    assert read_value(b'{"a": 1, "a": 2}') == {"a": 2}
    with pytest.raises(InvalidError):
        read_value(b"[1,]")
