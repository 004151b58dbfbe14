"""Policies: the layers, what agents accept, and the bytes in which overrides are written."""

from __future__ import annotations

import json

import pytest

from memdesk.errors import InvalidError
from memdesk.systems.picoclaw_policy.changes import key_changes
from memdesk.systems.picoclaw_policy.layers import KEYS, LARGEST, effective_policy
from memdesk.systems.picoclaw_policy.reading import block_in, settings_in
from memdesk.systems.picoclaw_policy.values import read_setting
from memdesk.systems.picoclaw_policy.writing import config_with, overrides_with

URI = "memory/policy_overrides.json"
THREE = b'{\n  "retrieve_limit": 8,\n  "recent_days": 2,\n  "evolution_enabled": true\n}'


def test_new_overrides_have_the_layout_that_agents_write():
    wishes = {
        "evolution_enabled": True,
        "recent_days": 2,
        "retrieve_limit": 8,
        "session_summary_keep_count": None,
    }
    assert overrides_with(None, wishes, URI) == THREE
    assert overrides_with(None, {"recent_days": None}, URI) is None


def test_a_new_key_comes_where_agents_would_write_it():
    data = THREE
    for key, value in (("session_relevant_history_limit", 4), ("recent_days", 5)):
        data = overrides_with(data, {key: value}, URI)
    assert data == (
        b'{\n  "retrieve_limit": 8,\n  "recent_days": 5,\n  "session_relevant_history_limit": 4,'
        b'\n  "evolution_enabled": true\n}'
    )


def test_one_key_after_the_other_gives_the_bytes_of_all_at_once():
    values = {key: key == "evolution_enabled" or 7 for key in KEYS}
    data = None
    for key in reversed(KEYS):
        data = overrides_with(data, {key: values[key]}, URI)
    assert data == overrides_with(None, values, URI)
    for key in KEYS:
        data = overrides_with(data, {key: None}, URI)
    assert data == b"{}"
    assert overrides_with(data, {"retrieve_limit": 8}, URI) == b'{\n  "retrieve_limit": 8\n}'


def test_what_is_not_changed_stays_as_it_is():
    data = b'{"zeal": [1,  2],\r\n "recent_days":2 , "note": "\xe6\xb5\x8b"}\r\n'
    changed = overrides_with(data, {"recent_days": 3, "retrieve_limit": None}, URI)
    assert changed == data.replace(b":2 ", b":3 ")
    assert overrides_with(data, {"recent_days": 2}, URI) == data
    assert (
        overrides_with(data, {"recent_days": None}, URI)
        == b'{"zeal": [1,  2],\r\n "note": "\xe6\xb5\x8b"}\r\n'
    )


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[1]", b"\xef\xbb\xbf{}", b"\xff\xfe\0", b'{"recent_days": NaN}']
)
def test_what_does_not_parse_is_left_alone(data):
    with pytest.raises(InvalidError, match="Nothing was changed") as found:
        overrides_with(data, {"recent_days": 3}, URI)
    assert found.value.reason == "policy_damaged"
    assert settings_in(data) is None


def test_the_configuration_gets_its_block_where_it_has_none():
    data = b'{\n  "agents": {}\n}\n'
    assert config_with(data, {"recent_days": 4}, "config.json") == (
        b'{\n  "agents": {},\n  "memory": {\n    "recent_days": 4\n  }\n}\n'
    )
    again = config_with(b'{"memory": {"recent_days": 4}}', {"recent_days": None}, "config.json")
    assert again == b'{"memory": {}}'
    with pytest.raises(InvalidError, match="memory block is no object"):
        config_with(b'{"memory": 3}', {"recent_days": 4}, "config.json")


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("recent_days", " 4 ", 4),
        ("session_relevant_fallback_keep", "0", 0),
        ("session_relevant_history_limit", "-1", -1),
        ("evolution_enabled", "TRUE", True),
        ("evolution_enabled", "off", False),
    ],
)
def test_values_are_read_as_people_write_them(key, text, value):
    assert read_setting(key, text) == value
    assert type(read_setting(key, text)) is type(value)


@pytest.mark.parametrize(
    ("key", "text", "reason"),
    [
        ("zeal", "1", "no_parameter"),
        ("recent_days", "many", "setting_whole"),
        ("recent_days", "2.5", "setting_whole"),
        ("recent_days", "true", "setting_whole"),
        ("recent_days", "0", "setting_not_positive"),
        ("recent_days", "-3", "setting_not_positive"),
        ("recent_days", str(LARGEST + 1), "setting_largest"),
        ("evolution_enabled", "yes please", "setting_switch"),
        ("evolution_enabled", "2", "setting_switch"),
    ],
)
def test_values_that_agents_would_not_act_on_are_refused(key, text, reason):
    with pytest.raises(InvalidError) as found:
        read_setting(key, text)
    assert found.value.reason == reason


def test_a_number_that_agents_cannot_read_costs_the_whole_layer():
    values = {
        value.key: value for value in effective_policy({}, {"recent_days": LARGEST + 1, "retrieve_limit": 4})
    }
    assert (values["retrieve_limit"].value, values["retrieve_limit"].note) == (10, "override_ignored")


def test_differences_come_in_the_order_of_the_parameters():
    old, new = {"zeal": 1, "evolution_enabled": True}, {"recent_days": 1, "evolution_enabled": 1}
    assert key_changes(old, new) == (
        ("recent_days", None, 1),
        ("evolution_enabled", True, 1),
        ("zeal", 1, None),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"Recent_Days": 9}', {"recent_days": 9}),
        ('{"recent_days": 9, "recent_days": 8}', {"recent_days": 8}),
        ('{"recent_days": 9, "RECENT_DAYS": 7, "recent_days": 8}', {"recent_days": 8}),
        ('{"recent_days": 9, "RECENT_DAYS": 7}', {"recent_days": 7}),
        ('{"recent_days": 9, "Recent_days": null}', {"recent_days": None}),
        ('{"recent_days": 9, "\u212aey": 1, "long_term_compre\u017fs_char_threshold": 5}', None),
        ('\ufeff{"recent_days": 9}', None),
        ('{"recent_days": 9,}', None),
        ('{"recent_days": NaN}', None),
        ("[]", None),
    ],
)
def test_a_layer_says_what_agents_read_in_it(text, said):
    found = settings_in(text.encode())
    if "\u212a" in text:
        assert found == {"recent_days": 9, "\u212aey": 1, "long_term_compress_char_threshold": 5}
    else:
        assert found == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"Memory": {"Recent_Days": 9}}', {"recent_days": 9}),
        ('{"memory": {"recent_days": 9}, "memory": {"recent_days": 2}}', {"recent_days": 2}),
        ('{"memory": {"recent_days": 9}, "Memory": {"x": 2}}', {"recent_days": 9, "x": 2}),
        ('{"memory": {"recent_days": 9}, "MEMORY": null}', {}),
        ('{"memory": 3}', {}),
        ('\ufeff{"memory": {"recent_days": 9}}', None),
    ],
)
def test_a_configuration_says_what_agents_read_in_it(text, said):
    assert block_in(text.encode()) == said


@pytest.mark.parametrize(
    ("before", "wishes", "after"),
    [
        ('{"Recent_Days": 9}', {"recent_days": 3}, '{"Recent_Days": 3}'),
        ('{"recent_days": 9, "recent_days": 8}', {"recent_days": 3}, '{"recent_days": 9, "recent_days": 3}'),
        ('{"recent_days": 9, "Recent_Days": 8}', {"recent_days": None}, "{}"),
        ('{"recent_days": 9, "recent_days": 8}', {"recent_days": None}, "{}"),
        ('{"Recent_Days": 9}', {"retrieve_limit": 3}, '{"retrieve_limit": 3,"Recent_Days": 9}'),
    ],
)
def test_a_change_is_what_agents_read_after_it(before, wishes, after):
    found = overrides_with(before.encode(), wishes, URI)
    assert json.loads(found) == json.loads(after)
    assert (settings_in(found) or {}).get(*wishes) == next(iter(wishes.values()))


def test_the_block_is_changed_where_it_stands_in_whatever_letters():
    data = config_with(b'{"Memory": {"Recent_Days": 9}}', {"recent_days": 3}, "config.json")
    assert json.loads(data) == {"Memory": {"Recent_Days": 3}}
