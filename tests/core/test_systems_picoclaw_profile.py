"""PicoClaw with a profile: detection, parsing, edits."""

from __future__ import annotations

import json

import pytest

from helpers.fake_folders import kinds_of, owner_ids, parse, roots_of
from memdesk.errors import InvalidError
from memdesk.model import Kind, Severity, Unit
from memdesk.systems.picoclaw_profile import PicoClawProfile
from memdesk.systems.picoclaw_profile.edit import add_key, delete_key, rename_key, set_value

SYSTEM = PicoClawProfile()
PROFILE = '{\n  "": "",\n  "a\\u003cb": "x \\u0026 y",\n  "language": "en",\n  "咖啡": "黑咖啡 ☕️"\n}'
NOTE = "# 2026-11-22\n\n- note one\n\n## Later\n\n- note two"
WORKSPACE = {
    "memory/profile.json": PROFILE,
    "memory/202611/20261122.md": NOTE,
    "memory/202611/notes.md": "x",
    "memory/202611/20261222.md": "wrong month",
    "USER.md": "# User\n\nhello",
    "USER.md.bak": "# User",
    "USER.md.2.bak": "# User",
    "memory/MEMORY.md.bak": "likes tea",
    "README.md": "x",
    "src/profile.json": '{"deep": {"er": 1}}',
}


def test_a_workspace_is_found_with_its_documents():
    assert roots_of(SYSTEM, WORKSPACE) == [""]
    assert kinds_of(SYSTEM, WORKSPACE) == {
        "memory/profile.json": "profile",
        "memory/202611/20261122.md": "daily_note",
        "USER.md": "other",
        "USER.md.bak": "backup",
        "USER.md.2.bak": "backup",
        "memory/MEMORY.md.bak": "backup",
    }
    assert owner_ids(WORKSPACE) == ["picoclaw-profile"]


@pytest.mark.parametrize(
    ("files", "roots"),
    [
        ({"profile.json": PROFILE}, [""]),
        ({"profile.json": '{"a":'}, []),
        ({"profile.json": '{"name": "Ann", "theme": "dark"}\n'}, []),
        ({"public/profile.json": '{\n  "name": "Ann",\n  "bio": "x"\n}'}, []),
        ({"memory/profile.json": '{"name": "Ann"}\n'}, [""]),
        ({"memory/profile.json": '{"name": "Ann", "tags": []}'}, []),
        ({"a/memory/profile.json": PROFILE, "b/memory/profile.json": "{"}, ["a", "b"]),
        ({"bot/profile.json": PROFILE, "bot/202611/20261122.md": NOTE}, ["bot"]),
        ({"bot/profile.json": "{", "bot/202611/20261122.md": NOTE}, ["bot"]),
        ({"bot/profile.json": "{"}, []),
        ({"bot/profile.json": '{"n": 1}'}, []),
        ({"memory/profile.json": '{"n": 1}'}, [""]),
        ({"memory/profile.json": b"\xff\xfe\x00"}, [""]),
        ({"memory/profile.json": "[1]"}, []),
        ({"memory/202611/20261122.md": NOTE}, [""]),
        ({"notes/202611/20261122.md": "x", "notes/202611/20261123.md": "x"}, []),
        ({"notes/202611/20261122.md": "x", "notes/202611/20261123.md": "# 2026-11-23\n\nx"}, ["notes"]),
        ({"memory/202611/20261122.md": NOTE, "memory/MEMORY.md": "## 2026-11-22\n\nx"}, []),
        ({"home/workspace/memory/profile.json": PROFILE, "home/config.json": "{}"}, ["home"]),
        ({"home/workspace/memory/profile.json": PROFILE}, ["home/workspace"]),
        ({}, []),
    ],
)
def test_places_are_judged_by_content(files, roots):
    assert roots_of(SYSTEM, files) == roots


def test_documents_of_a_workspace_below_its_configuration():
    files = {"workspace/memory/profile.json": PROFILE, "workspace/USER.md": "x", "config.json": "{}"}
    assert kinds_of(SYSTEM, files) == {
        "workspace/memory/profile.json": "profile",
        "workspace/USER.md": "other",
    }


def test_the_profile_is_a_map_of_texts():
    parsed = parse(SYSTEM, "memory/profile.json", PROFILE)
    assert parsed.title == "profile.json"
    assert (parsed.count, parsed.unit, parsed.problems) == (4, Unit.KEYS, ())
    assert parsed.data == json.loads(PROFILE)
    assert parsed.summary == "a<b, language, 咖啡"
    assert [(item.key, item.value) for item in parsed.record.items][1] == ("a<b", "x & y")


def test_values_that_are_no_text_are_a_warning_that_names_the_key():
    parsed = parse(SYSTEM, "memory/profile.json", '{"a":"x","n":3}')
    assert [(p.code, p.line, p.column, p.severity) for p in parsed.problems] == [
        ("not_text", 1, 14, Severity.WARNING)
    ]
    assert "'n'" in parsed.problems[0].message
    item = parsed.record.items[1]
    assert (item.value, item.raw, item.text) == ("", 3, False)


def test_a_flood_of_problems_is_cut():
    many = json.dumps({str(number): number for number in range(5000)})
    assert len(parse(SYSTEM, "memory/profile.json", many).problems) == 100


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "empty"),
        ('{"a": "x"', "json_syntax"),
        (b'\xef\xbb\xbf{"a": "x"}', "bom_unread"),
        (b"\0\1", "binary"),
    ],
)
def test_broken_profiles_have_problems_and_no_record(data, code):
    parsed = parse(SYSTEM, "memory/profile.json", data)
    assert [p.code for p in parsed.problems] == [code]
    assert parsed.problems[0].line == 1
    assert parsed.record is None


def test_of_a_key_that_stands_twice_the_agent_reads_the_last():
    parsed = parse(SYSTEM, "memory/profile.json", '{"a": "x", "b": "-", "a": "y"}')
    assert [(p.code, p.severity) for p in parsed.problems] == [("duplicate_key", Severity.ERROR)]
    assert [(item.key, item.value) for item in parsed.record.items] == [("a", "y"), ("b", "-")]


def test_a_profile_that_is_no_object_has_a_problem():
    parsed = SYSTEM.parse(Kind.PROFILE, "profile.json", b"[1]", None)
    assert [p.code for p in parsed.problems] == ["json_shape"]
    assert parsed.data == [1]


def test_daily_notes():
    parsed = parse(SYSTEM, "memory/202611/20261122.md", NOTE)
    assert (parsed.title, parsed.summary) == ("2026-11-22", "note one")
    assert parsed.data["date"] == "2026-11-22"
    assert [(s.heading, s.line) for s in parsed.record.sections] == [("Later", 5)]
    assert parse(SYSTEM, "memory/202611/20261122.md", "# 2026-11-22\r\n\r\nx").count is None
    assert parse(SYSTEM, "memory/202611/20261122.md", b"\0").problems[0].code == "binary"


def test_the_old_user_file_is_shown():
    parsed = SYSTEM.parse(Kind.BACKUP, "USER.md.bak", b"# User\n\nhello", None)
    assert (parsed.title, parsed.summary, parsed.problems) == ("USER.md.bak", "hello", ())


def test_edits_are_written_as_the_agent_writes():
    assert set_value(PROFILE, "language", "<zh> & \u2028") == PROFILE.replace(
        '"en"', '"\\u003czh\\u003e \\u0026 \\u2028"'
    )
    assert add_key(PROFILE, "b", "你") == PROFILE.replace('  "language"', '  "b": "你",\n  "language"')
    assert add_key("{}", "b", "x") == '{\n  "b": "x"\n}'
    assert delete_key(PROFILE, "") == PROFILE.replace('\n  "": "",', "")
    assert delete_key('{\n  "a": "x"\n}', "a") == "{}"
    assert rename_key(PROFILE, "language", "zunge") == PROFILE.replace("language", "zunge")
    assert json.loads(rename_key(PROFILE, "language", "Alter"))["Alter"] == "en"
    assert list(json.loads(rename_key(PROFILE, "language", "Alter"))) == ["", "Alter", "a<b", "咖啡"]


def test_what_is_not_about_the_edit_stays():
    odd = '{ "b":"1" ,\r\n"a" : "2","n": 3}\r\n'
    assert set_value(odd, "a", "5") == odd.replace('"2"', '"5"')
    assert delete_key(odd, "a") == '{ "b":"1" ,\r\n"n": 3}\r\n'


def test_impossible_edits_are_refused():
    with pytest.raises(InvalidError):
        add_key(PROFILE, "language", "x")
    with pytest.raises(InvalidError):
        rename_key(PROFILE, "language", "咖啡")
    with pytest.raises(InvalidError):
        rename_key(PROFILE, "language", " ")
    with pytest.raises(InvalidError):
        delete_key(PROFILE, "missing")
    with pytest.raises(InvalidError):
        set_value("{", "a", "x")
