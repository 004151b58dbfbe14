"""What agents with a profile call: the bytes they leave, what they are told, what they are refused."""

from __future__ import annotations

import json

import pytest

from helpers.agent_desk import AgentDesk
from helpers.bad_arguments import faults_in
from memdesk.errors import InvalidError
from memdesk.systems.picoclaw_profile.context import CONSTRAINT, context

SYSTEM = "picoclaw-profile"
PATH = "memory/profile.json"
PROFILE = (
    '{\n  "": "",\n  "current_project": "kiln \\u003cv2\\u003e \\u0026 \\"glaze\\"\\nsecond line\\ttab",\n'
    '  "theme": "dark",\n  "咖啡": "黑咖啡 ☕️"\n}'
)


@pytest.fixture
def desk(tmp_path):
    return lambda files=None: AgentDesk(tmp_path, SYSTEM, files or {})


def test_calls_leave_the_bytes_of_the_original(desk):
    one = desk({"memory/.keep": ""})
    for key, value in (
        ("theme", "light"),
        ("咖啡", "黑咖啡 ☕️"),
        ("gone", "x"),
        ("current_project", 'kiln <v2> & "glaze"\nsecond line\ttab'),
        ("", ""),
        ("theme", "dark"),
    ):
        one.call("memory_set", key=key, value=value)
    one.call("memory_delete", key="gone")
    assert one.text(PATH) == PROFILE


def test_the_last_key_leaves_an_empty_object(desk):
    one = desk({"memory/profile.json": '{\n  "a": "b"\n}'})
    one.call("memory_delete", key="a")
    assert one.text(PATH) == "{}"
    one.call("memory_set", key="b", value="\u2028\x01")
    assert one.text(PATH) == '{\n  "b": "\\u2028\\u0001"\n}'


def test_an_empty_file_is_an_empty_profile(desk):
    one = desk({"memory/profile.json": "", "memory/202611/20261122.md": "# 2026-11-22"})
    one.call("memory_set", key="a", value="b")
    assert one.text(PATH) == '{\n  "a": "b"\n}'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{ "b": "1", "a": "2" }\n', '{ "b": "1", "a": "new" }\n'),
        ('{\r\n\t"a" : "x",\r\n\t"z": "<&>"\r\n}\r\n', '{\r\n\t"a" : "new",\r\n\t"z": "<&>"\r\n}\r\n'),
    ],
)
def test_bytes_that_a_call_does_not_touch_stay_as_a_person_wrote_them(desk, before, after):
    one = desk({"memory/profile.json": before})
    one.call("memory_set", key="a", value="new")
    assert one.bytes(PATH) == after.encode()


def test_replies_tell_what_was_there_before(desk):
    one = desk({"memory/profile.json": PROFILE})
    reply = one.call("memory_set", key="theme", value="light")
    assert reply.text == "Replaced theme = light"
    assert reply.data == {"uri": "memory/profile.json#theme", "key": "theme", "previous": "dark"}
    assert one.call("memory_set", key="theme", value="light").text == "Kept theme = light"
    assert one.call("memory_set", key="pet", value="狗").text == "Remembered pet = 狗"
    assert "it was: 狗" in one.call("memory_delete", key="pet").text
    assert one.call("memory_set", key="long", value="x " * 5000).text.endswith("(10000 letters)")


def test_d1_memory_store_is_another_name_of_memory_set(desk):
    one = desk({PATH: "{}"})
    assert one.call("memory_store", key="pet", value="狗").text == "Remembered pet = 狗"
    assert one.text(PATH) == '{\n  "pet": "狗"\n}'
    assert "memory_store" not in [offer.tool.name for offer in one.toolbox.tools(SYSTEM)]


def test_deleting_what_is_not_there_succeeds_and_names_the_keys(desk):
    one = desk({"memory/profile.json": PROFILE})
    assert "current_project, theme" in one.call("memory_delete", key="nobody").text
    assert one.text(PATH) == PROFILE


def test_deleting_from_an_empty_profile_says_that_it_is_empty(desk):
    assert "the profile is empty" in desk({"memory/x.md": ""}).call("memory_delete", key="nobody").text


@pytest.mark.parametrize(
    ("profile", "place"),
    [
        ('{\n  "a": "b",\n}', "line 3, column 1"),
        ("[]", "line 1, column 1"),
        (" ", "line 1, column 1"),
        (b"\xff\xfe{\x00", "line 1, column 1"),
        ('\ufeff{"a": "x"}', "line 1, column 1"),
        ('{"a":"x","n":3}', "line 1, column 14"),
    ],
)
@pytest.mark.parametrize(
    "call", [("memory_set", {"key": "a", "value": "new"}), ("memory_delete", {"key": "a"})]
)
def test_a_damaged_profile_is_refused_with_its_place_and_what_to_do(desk, profile, place, call):
    one = desk({"memory/profile.json": profile})
    before = one.bytes(PATH)
    with pytest.raises(InvalidError) as caught:
        one.call(call[0], **call[1])
    assert place in caught.value.message
    assert "restore an earlier version" in caught.value.message
    assert caught.value.uri == "memory/profile.json"
    assert one.bytes(PATH) == before


def test_notes_begin_with_the_day_and_join_with_one_line_break(desk):
    one = desk({"memory/profile.json": PROFILE})
    reply = one.call("memory_append", content="- note one\n- note two\n")
    one.call("memory_append", content="- note three\r\nby hand", slot="today")
    assert one.bytes("memory/202611/20261122.md") == (
        b"# 2026-11-22\n\n- note one\n- note two\n\n- note three\r\nby hand"
    )
    assert reply.data == {"uri": "memory/202611/20261122.md", "size": 36}


def test_a_note_that_is_not_text_is_left_alone(desk):
    one = desk({"memory/profile.json": PROFILE, "memory/202611/20261122.md": b"\xc4\xe3"})
    with pytest.raises(InvalidError, match="not UTF-8"):
        one.call("memory_append", content="x")
    assert one.bytes("memory/202611/20261122.md") == b"\xc4\xe3"


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({"profile.json": PROFILE}, "profile.json"),
        (
            {"bot/workspace/memory/profile.json": PROFILE, "bot/config.json": "{}"},
            "bot/workspace/memory/profile.json",
        ),
        ({"bot/memory/profile.json": PROFILE}, "bot/memory/profile.json"),
        ({"202611/20261121.md": "# 2026-11-21"}, "profile.json"),
        ({"bot/memory/202611/20261121.md": "# 2026-11-21"}, "bot/memory/profile.json"),
        ({}, "memory/profile.json"),
    ],
)
def test_a_profile_is_written_where_its_agent_looks(desk, files, place):
    one = desk(files)
    one.call("memory_set", key="theme", value="blue")
    assert json.loads(one.text(place))["theme"] == "blue"


NOTES = {
    "memory/202611/20261122.md": "# 2026-11-22\n\ntoday",
    "memory/202611/20261120.md": "# 2026-11-20\n\nbefore yesterday",
    "memory/202611/20261119.md": "# 2026-11-19\n\ntoo old",
    "memory/202611/20261123.md": "# 2026-11-23\n\nnot yet",
    "memory/202611/20261131.md": "no such day",
    "memory/202611/list.md": "no day",
}
BULLETS = "- **theme**: dark\n- **咖啡**: 黑咖啡 ☕️\n"
SMALL = '{\n  "theme": "dark",\n  "咖啡": "黑咖啡 ☕️"\n}'
RECENT = "# 2026-11-22\n\ntoday\n\n---\n\n# 2026-11-20\n\nbefore yesterday"


def chosen(prompt):
    return f'[picoclaw-profile]\nprompt = "{prompt}"\n'


def test_the_prompt_gets_every_key_and_the_notes_of_three_days(desk):
    one = desk({"memory/profile.json": SMALL, **NOTES})
    heading = "## Core Profile (Facts & Preferences)\n\n"
    body = f"{heading}{BULLETS}\n\n---\n\n## Recent Daily Notes\n\n{RECENT}"
    assert context(one.memory(), "").text == f"# Memory\n\n{body}\n\n---\n\n{CONSTRAINT}"
    one = desk({"memdesk.toml": chosen("original")})
    assert context(one.memory(), "").text == f"# Memory\n\n# Memory\n\n{body}"
    one = desk({"memdesk.toml": chosen("document")})
    assert context(one.memory(), "").text == (
        f"## Core Profile (Facts & Preferences)\n{BULLETS}\n## Recent Daily Notes\n{RECENT}"
    )


def test_each_piece_of_the_prompt_tells_where_it_comes_from(desk):
    one = desk({"memory/profile.json": SMALL, **NOTES})
    found = [(piece.uri, piece.why) for piece in context(one.memory(), "").pieces if piece.uri]
    assert found == [
        ("memory/profile.json#theme", "every key"),
        ("memory/profile.json#咖啡", "every key"),
        ("memory/202611/20261122.md", "one of the last 3 days"),
        ("memory/202611/20261120.md", "one of the last 3 days"),
    ]


def test_a_damaged_or_missing_profile_gives_an_empty_one(desk):
    files = {"memory/profile.json": "{", "memory/202611/20261122.md": b"\xff today"}
    one = desk({**files, "memdesk.toml": chosen("original")})
    assert context(one.memory(), "").text == ("# Memory\n\n# Memory\n\n## Recent Daily Notes\n\n\ufffd today")


def test_without_memory_the_prompt_only_says_how_to_make_some(desk):
    one = desk({"memory/x/y.md": ""})
    assert context(one.memory(), "").text == CONSTRAINT
    assert context(desk({"memdesk.toml": chosen("original")}).memory(), "").text == ""


USER = "# User\n\n- Name: Mai <mai@example.com>\n"


def test_what_older_agents_kept_moves_into_keys(desk):
    one = desk({"USER.md": USER, "memory/MEMORY.md": "likes tea", "memory/profile.json": '{\n  "a": "b"\n}'})
    reply = one.call("migrate", jobs=True)
    assert one.text(PATH) == (
        '{\n  "a": "b",\n  "legacy_memory": "likes tea",\n  "legacy_user_preferences": '
        '"# User\\n\\n- Name: Mai \\u003cmai@example.com\\u003e\\n"\n}'
    )
    assert (one.text("USER.md.bak"), one.text("memory/MEMORY.md.bak")) == (USER, "likes tea")
    assert not (one.root / "USER.md").exists()
    assert not (one.root / "memory/MEMORY.md").exists()
    assert [moved["copy"] for moved in reply.data] == ["USER.md.bak", "memory/MEMORY.md.bak"]
    assert "nothing to migrate" in one.call("migrate", jobs=True).text


def test_moving_into_keys_is_previewed_without_a_change(desk):
    one = desk({"USER.md": USER, "memory/profile.json": "{}"})
    offer = one.toolbox.find("migrate", SYSTEM, jobs=True)
    preview = one.toolbox.preview(offer, {})
    assert {edit.uri for edit in preview.edits} == {"memory/profile.json", "USER.md", "USER.md.bak"}
    assert one.text("USER.md") == USER
    assert not (one.root / "USER.md.bak").exists()


def test_moving_into_keys_overwrites_no_older_copy_and_no_key(desk):
    older = {"USER.md.bak": "older", "USER.md.2.bak": "old"}
    one = desk({"USER.md": USER, "memory/profile.json": '{"legacy_user_preferences": "mine"}', **older})
    one.call("migrate", jobs=True, source="USER.md")
    assert json.loads(one.text(PATH)) == {
        "legacy_user_preferences": "mine",
        "legacy_user_preferences_2": USER,
    }
    assert [one.text(name) for name in ("USER.md.bak", "USER.md.2.bak", "USER.md.3.bak")] == [
        "older",
        "old",
        USER,
    ]


def test_a_damaged_profile_stops_moving_into_keys(desk):
    one = desk({"USER.md": USER, "memory/profile.json": "{"})
    with pytest.raises(InvalidError, match="line 1"):
        one.call("migrate", jobs=True)
    assert one.text("USER.md") == USER


def test_bad_arguments_change_nothing(desk):
    one = desk({"memory/profile.json": PROFILE, **NOTES})
    goods = {
        "memory_set": {"key": "theme", "value": "x"},
        "memory_delete": {"key": "nobody"},
        "memory_append": {"content": "x"},
    }
    offers = one.toolbox.tools(SYSTEM)
    assert [offer.tool.name for offer in offers] == list(goods)
    goods["migrate"] = {}
    for offer in (*offers, *one.toolbox.jobs(SYSTEM)):
        assert faults_in(one.toolbox, offer, one.root, goods[offer.tool.name]) == []


def test_a_profile_is_read_as_the_agents_program_reads_it(tmp_path):
    doubled = AgentDesk(tmp_path, SYSTEM, {"memory/profile.json": '{"a": "x", "b": "1", "a": "y"}'})
    assert "- **a**: y\n" in context(doubled.memory(), "").text
    doubled.call("memory_set", key="a", value="z")
    assert json.loads(doubled.text("memory/profile.json")) == {"a": "z", "b": "1"}
    doubled.call("memory_delete", key="a")
    assert doubled.text("memory/profile.json") == '{"b": "1"}'
    marked = AgentDesk(tmp_path, SYSTEM, {"memory/profile.json": '\ufeff{"a": "x"}'})
    assert "**a**" not in context(marked.memory(), "").text
    with pytest.raises(InvalidError, match="byte order mark"):
        marked.call("memory_set", key="a", value="z")
    assert marked.text("memory/profile.json") == '\ufeff{"a": "x"}'
