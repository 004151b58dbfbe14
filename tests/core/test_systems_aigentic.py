"""aigentic: detection, parsing, edits of entries."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from helpers.fake_folders import FakeFolder, kinds_of, owner_ids, parse, roots_of
from memdesk.errors import InvalidError
from memdesk.model import Severity, Unit
from memdesk.systems.aigentic import Aigentic
from memdesk.systems.aigentic.edit import add_entry, counted, remove_entry, update_entry
from memdesk.systems.aigentic.page import page_of
from memdesk.systems.aigentic.records import MemoryEntry
from memdesk.systems.moments import timestamp

SYSTEM = Aigentic()
NOW = datetime(2026, 11, 22, 7, 10, 35, 630893, timezone(timedelta(hours=11)))
WRITTEN = "2026-11-22T07:10:35.630893+11:00"
MEMORY = """{
  "plan": [
    {
      "id": "p-1",
      "content": "1. collect\\n2. draft \\u0026 review",
      "category": "plan",
      "tags": [
        "q1"
      ],
      "metadata": {
        "source": "chat"
      },
      "created_at": "2026-11-21T20:10:35.64597678Z",
      "updated_at": "2026-11-21T20:10:35.64597678Z",
      "access_count": 2,
      "priority": 10
    }
  ],
  "run": [],
  "session": [
    {
      "id": "s-1",
      "content": "语言是中文",
      "created_at": "2026-11-21T20:10:35Z",
      "updated_at": "2026-11-21T20:10:35Z",
      "access_count": 0,
      "priority": 5
    },
    {
      "id": "s-2",
      "content": "b",
      "tags": [
        "user",
        ""
      ],
      "created_at": "2026-11-21T20:10:35Z",
      "updated_at": "2026-11-21T20:10:35Z",
      "access_count": 0,
      "priority": 5
    }
  ]
}
"""


def parsed(text):
    data = text.encode() if isinstance(text, str) else text
    return SYSTEM.parse("compartments", "memory.json", data, FakeFolder({}))


@pytest.mark.parametrize(
    ("files", "roots"),
    [
        ({"memory.json": MEMORY}, [""]),
        ({"a/memory.json": MEMORY, "b/memory.json": '{"run": null, "plan": []}'}, ["a", "b"]),
        ({"memory.json": '{"run": null}'}, []),
        ({"memory.json": '{"session": [{"id": "1", "content": "x"}]}'}, [""]),
        ({"memory.json": '{"session": [{"role": "user"}], "user": "ann"}'}, []),
        ({"memory.json": '{"chats": [], "session": [{"role"'}, []),
        ({"memory.json": MEMORY[:100]}, [""]),
        ({"memory.json": b""}, []),
        ({"memory.json": b"\0" * 64}, []),
        ({"memory.json": b"", "memory.json.corrupt-20261122_100000": b"{"}, [""]),
        ({"memory.json": MEMORY.encode("utf-16")}, [""]),
        ({"memory.json": '{"other": {"run": []}}'}, []),
        ({"memory.json": '{"type": "entity"}\n{"type": "relation"}'}, []),
        ({"memory.json": '[{"plan": []}]'}, []),
        ({"other.json": MEMORY}, []),
    ],
)
def test_places_are_judged_by_content(files, roots):
    assert roots_of(SYSTEM, files) == roots


def test_only_the_sites_file_is_owned():
    files = {"bot/memory.json": MEMORY, "bot/x/memory.json": "{}", "bot/notes.md": "x"}
    assert kinds_of(SYSTEM, files) == {"bot/memory.json": "compartments"}
    assert owner_ids(files) == ["aigentic"]


def test_compartments_are_entries():
    found = parse(SYSTEM, "memory.json", MEMORY)
    assert (found.title, found.count, found.unit, found.problems) == ("memory.json", 3, Unit.ENTRIES, ())
    assert found.summary == "run 0 · session 2 · plan 1"
    assert found.data == json.loads(MEMORY)
    plan = found.record.get("plan")
    assert plan.entries == (
        MemoryEntry(
            "p-1",
            "1. collect\n2. draft & review",
            "plan",
            ("q1",),
            {"source": "chat"},
            "2026-11-21T20:10:35.64597678Z",
            "2026-11-21T20:10:35.64597678Z",
            2,
            10,
        ),
    )
    assert found.record.get("other") is None


def test_size_counts_characters_of_texts_only():
    record = parsed(MEMORY).record
    assert record.get("plan").size == len("1. collect\n2. draft & review") + 4 + 2 + 6 + 4
    assert record.get("session").size == 5 + 1 + 4
    assert record.get("run").size == 0


def test_null_arrays_are_empty_and_missing_ones_too():
    found = parsed('{"plan": null, "run": [{"id": "a", "content": "x", "tags": null, "metadata": null}]}')
    assert found.problems == ()
    assert [(c.name, len(c.entries), c.known) for c in found.record.compartments] == [
        ("run", 1, True),
        ("session", 0, True),
        ("plan", 0, True),
    ]


def test_what_the_agent_would_drop_is_a_warning():
    found = parsed('{"run": [{"id": "a", "mood": 1}],\n "extra": [{"id": "x", "content": "kept"}]}')
    assert [(p.code, p.line, p.column, p.severity) for p in found.problems] == [
        ("unknown_key", 1, 30, Severity.WARNING),
        ("unknown_compartment", 2, 11, Severity.WARNING),
    ]
    extra = found.record.get("extra")
    assert (extra.known, extra.entries[0].content) == (False, "kept")


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ('{"run": {}}', "json_shape", 9),
        ('{"run": [1]}', "json_shape", 10),
        ('{"run": [{"id": 1}]}', "wrong_type", 17),
        ('{"run": [{"priority": 1.5}]}', "wrong_type", 23),
        ('{"run": [{"access_count": true}]}', "wrong_type", 27),
        ('{"run": [{"tags": "a"}]}', "wrong_type", 19),
        ('{"run": [{"tags": [1]}]}', "wrong_type", 19),
        ('{"run": [{"metadata": {"a": 1}}]}', "wrong_type", 23),
        ("[]", "json_shape", 1),
        ('{"run": [', "json_syntax", 10),
        ('{"run": [], "run": []}', "duplicate_key", 13),
    ],
)
def test_what_the_agent_would_not_load_is_an_error(text, code, column):
    problems = parsed(text).problems
    assert [(p.code, p.line, p.column, p.severity) for p in problems] == [(code, 1, column, Severity.ERROR)]


def test_doubled_ids_and_overfull_compartments_are_warned_of():
    big = json.dumps({"run": [{"id": "a", "content": "x" * 9000}, {"id": "a", "content": "é" * 1200}]})
    problems = parsed(big).problems
    assert [(p.code, p.severity) for p in problems] == [
        ("duplicate_id", Severity.WARNING),
        ("over_limit", Severity.WARNING),
    ]
    assert "10200 of 10000" in problems[1].message


def test_a_flood_of_problems_is_cut():
    assert len(parsed(json.dumps({"run": [{"odd": 1}] * 5000})).problems) == 100


def test_changing_a_field_changes_its_bytes_and_the_time():
    changed = update_entry(MEMORY, "session", "s-1", {"content": "<b>"}, NOW)
    first = MEMORY.replace('"语言是中文"', '"\\u003cb\\u003e"')
    head, tail = first.split('"updated_at": "2026-11-21T20:10:35Z"', 1)
    assert changed == f'{head}"updated_at": "{WRITTEN}"{tail}'


def test_fields_come_in_the_agents_order_and_go_when_empty():
    changed = update_entry(
        MEMORY, "session", "s-1", {"tags": ["a"], "category": "c", "metadata": {"k": "v"}}, NOW
    )
    entry = json.loads(changed)["session"][0]
    assert list(entry) == [
        "id",
        "content",
        "category",
        "tags",
        "metadata",
        "created_at",
        "updated_at",
        "access_count",
        "priority",
    ]
    emptied = update_entry(changed, "session", "s-1", {"tags": [], "category": "", "metadata": {}}, NOW)
    assert emptied == MEMORY.replace('"updated_at": "2026-11-21T20:10:35Z"', f'"updated_at": "{WRITTEN}"', 1)


def test_nothing_changed_is_nothing_written():
    assert update_entry(MEMORY, "plan", "p-1", {"priority": 10, "tags": ["q1"]}, NOW) is MEMORY
    assert update_entry(MEMORY, "session", "s-1", {"category": "", "tags": []}, NOW) is MEMORY


def test_a_missing_field_is_put_where_it_belongs():
    text = '{"run": [{"id": "a", "content": "x"}]}'
    changed = update_entry(text, "run", "a", {"priority": 7}, NOW)
    assert changed == f'{{"run": [{{"id": "a", "content": "x", "updated_at": "{WRITTEN}", "priority": 7}}]}}'


def test_adding_to_an_empty_a_filled_a_null_and_a_missing_compartment():
    added = add_entry(MEMORY, "run", {"content": "new", "category": ""}, "r-1", NOW)
    entry = (
        '[\n    {\n      "id": "r-1",\n      "content": "new",\n'
        f'      "created_at": "{WRITTEN}",\n      "updated_at": "{WRITTEN}",\n'
        '      "access_count": 0,\n      "priority": 5\n    }\n  ]'
    )
    assert added == MEMORY.replace('"run": []', f'"run": {entry}')
    filled = add_entry(MEMORY, "session", {"content": "c", "priority": 0, "tags": ["t"]}, "s-3", NOW)
    assert [e["id"] for e in json.loads(filled)["session"]] == ["s-1", "s-2", "s-3"]
    assert json.loads(filled)["session"][2]["priority"] == 5
    for text in ('{"run": null}', "{}", '{"session": []}'):
        assert json.loads(add_entry(text, "run", {"content": "x"}, "a", NOW))["run"][0]["id"] == "a"
    assert remove_entry(added, "run", "r-1") == MEMORY


def test_removing_keeps_the_others_as_they_are():
    shorter = remove_entry(MEMORY, "session", "s-2")
    assert [e["id"] for e in json.loads(shorter)["session"]] == ["s-1"]
    assert MEMORY.startswith(shorter[: shorter.index("\n  ]\n}\n")])


@pytest.mark.parametrize(
    "changes",
    [
        {"content": " \n"},
        {"content": 5},
        {"content": None},
        {"priority": 11},
        {"priority": -1},
        {"priority": "5"},
        {"priority": True},
        {"tags": "a"},
        {"tags": [1]},
        {"metadata": {"a": 1}},
        {"id": "other"},
        {"content": "x" * 10_001},
        {"content": "\ud800"},
    ],
)
def test_what_the_agent_would_not_store_is_refused(changes):
    with pytest.raises(InvalidError):
        update_entry(MEMORY, "session", "s-1", changes, NOW)


def test_unknown_places_are_refused():
    with pytest.raises(InvalidError):
        update_entry(MEMORY, "session", "none", {"content": "x"}, NOW)
    with pytest.raises(InvalidError):
        remove_entry('{"run": [1]}', "run", "x")
    with pytest.raises(InvalidError):
        add_entry(MEMORY, "other", {"content": "x"}, "i", NOW)
    with pytest.raises(InvalidError):
        add_entry(MEMORY, "run", {}, "i", NOW)


def test_an_overfull_compartment_may_shrink_but_not_grow():
    full = json.dumps({"run": [{"id": "a", "content": "x" * 12_000}]})
    shrunk = update_entry(full, "run", "a", {"content": "x" * 11_000}, NOW)
    assert len(json.loads(shrunk)["run"][0]["content"]) == 11_000
    with pytest.raises(InvalidError):
        update_entry(full, "run", "a", {"category": "more"}, NOW)
    with pytest.raises(InvalidError):
        add_entry(full, "run", {"content": "y"}, "b", NOW)


def test_entries_that_are_no_objects_are_left_alone():
    assert remove_entry('{"run": [1, {"id": "a"}]}', "run", "a") == '{"run": [1]}'
    with pytest.raises(InvalidError):
        update_entry('{"run": {"id": "a"}}', "run", "a", {"content": "x"}, NOW)


def test_times_are_written_as_agents_write_them():
    assert timestamp(NOW) == WRITTEN
    assert timestamp(datetime(2026, 1, 2, 3, 4, 5, 120000, UTC)) == "2026-01-02T03:04:05.12Z"
    assert timestamp(datetime(2026, 1, 2, 3, 4, 5, 0, timezone(-timedelta(hours=3, minutes=30)))) == (
        "2026-01-02T03:04:05-03:30"
    )


OTHER_LETTERS = """{
  "plan": [],
  "run": [],
  "session": [
    {
      "ID": "s-1",
      "Content": "old",
      "content": "Likes tea",
      "Tags": ["a"],
      "CREATED_AT": "2026-11-21T20:10:35Z",
      "Updated_At": "2026-11-21T20:10:35Z",
      "Access_Count": 1,
      "priority": null,
      "Priority": 7,
      "PRIORITY": null
    }
  ]
}
"""
"""Go's JSON takes names in whatever letters, the last of several; a null leaves a text or number as it is."""


def test_fields_in_other_letters_are_read_as_the_agent_reads_them():
    record = parsed(OTHER_LETTERS)
    entry = record.record.get("session").entries[0]
    assert (entry.id, entry.content, entry.tags, entry.priority) == ("s-1", "Likes tea", ("a",), 7)
    assert (entry.access_count, entry.created_at) == (1, "2026-11-21T20:10:35Z")
    assert record.problems == ()


def test_fields_in_other_letters_are_judged_by_type():
    wrong = parsed(OTHER_LETTERS.replace('"ID": "s-1"', '"ID": 1'))
    assert [(problem.code, problem.message) for problem in wrong.problems] == [
        ("wrong_type", "'ID' must be a text")
    ]


def test_an_edit_writes_the_field_that_the_agent_reads():
    text = update_entry(OTHER_LETTERS, "session", "s-1", {"content": "Likes coffee", "priority": 8}, NOW)
    assert '"Content": "old",\n      "content": "Likes coffee"' in text
    assert '"Priority": 7,\n      "PRIORITY": 8' in text
    assert f'"Updated_At": "{WRITTEN}"' in text
    assert remove_entry(OTHER_LETTERS, "session", "s-1").endswith('"session": []\n}\n')


def test_a_read_is_counted_in_the_field_that_the_agent_reads():
    page = counted(page_of(OTHER_LETTERS.encode()), {("session", "s-1"): 2})
    assert (page.fault, '"Access_Count": 3' in page.root.text) == ("", True)
    assert page.ids["session"]["s-1"]["content"] == "Likes tea"
