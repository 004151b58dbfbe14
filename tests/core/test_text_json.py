"""Strict reading of JSON and edits that change nothing else."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.slow_texts import BROKEN_JSON
from memdesk.errors import InvalidError
from memdesk.model import Severity
from memdesk.text.json import text as json_text
from memdesk.text.json.text import Style

names = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
scalars = st.none() | st.booleans() | st.integers(-(10**18), 10**18) | st.floats(-1e9, 1e9) | names
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)
layouts = st.fixed_dictionaries(
    {
        "indent": st.sampled_from([None, 2, 4, "\t"]),
        "ensure_ascii": st.booleans(),
        "sort_keys": st.booleans(),
        "separators": st.sampled_from([None, (",", ":"), (" , ", " : ")]),
    }
)


def paths_of(value, path=()):
    yield path
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for step, child in children:
        yield from paths_of(child, (*path, step))


def at_path(value, path):
    for step in path:
        value = value[step]
    return value


@given(values, layouts, values, st.data())
def test_edit_changes_only_the_span_of_the_value(value, layout, new, data):
    text = "\n " + json.dumps(value, **layout) + "\n\n"
    path = data.draw(st.sampled_from(list(paths_of(value))))
    node = json_text.spans(text)
    for step in path:
        node = next(m.node for i, m in enumerate(node.members) if step in (m.name, i))
    edited = json_text.edit(text, path, new)
    assert edited.startswith(text[: node.start])
    assert edited.endswith(text[node.end :])
    assert not json_text.parse(edited).broken
    assert at_path(json.loads(edited), path) == new


@given(st.dictionaries(names, values, max_size=5), layouts, names, values)
def test_insert_and_remove_are_each_others_reverse(value, layout, name, new):
    text = json.dumps(value, **layout)
    if name in value:
        with pytest.raises(InvalidError):
            json_text.insert(text, (), name, new)
        return
    grown = json_text.insert(text, (), name, new)
    assert json.loads(grown) == {**value, name: new}
    shrunk = json_text.remove(grown, (name,))
    assert shrunk == text if value else json.loads(shrunk) == {}


@given(st.lists(values, max_size=4), layouts, values, st.data())
def test_items_are_put_where_they_belong(value, layout, new, data):
    text = json.dumps([value], **layout)
    index = data.draw(st.integers(0, len(value)))
    grown = json_text.insert(text, (0,), index, new)
    assert json.loads(grown) == [[*value[:index], new, *value[index:]]]
    shrunk = json_text.remove(grown, (0, index))
    assert shrunk == text if value else json.loads(shrunk) == [[]]


@given(st.dictionaries(names, scalars, min_size=1, max_size=5), layouts, names)
def test_rename_keeps_the_value_and_the_order(value, layout, name):
    text = json.dumps(value, **layout)
    old = next(iter(json.loads(text)))
    if name in value and name != old:
        with pytest.raises(InvalidError):
            json_text.rename_key(text, (old,), name)
        return
    renamed = json.loads(json_text.rename_key(text, (old,), name))
    assert renamed == {**{k: v for k, v in value.items() if k != old}, name: value[old]}
    if layout["sort_keys"]:
        keys = list(renamed)
        assert keys == sorted(keys, key=str.encode) or len(keys) == 1 or not in_order(json.loads(text))


def in_order(value):
    return list(value) == sorted(value, key=str.encode)


def test_an_equal_value_leaves_even_odd_spelling_alone():
    text = '{"a": "\\u0041",\n   "b" : 1.0}'
    assert json_text.edit(text, ("a",), "A") is text
    assert json_text.edit(text, ("b",), 1) == '{"a": "\\u0041",\n   "b" : 1}'


GO = '{\n  "b": "x \\u003c y",\n  "咖啡": "黑"\n}'


def test_the_style_of_the_file_is_followed():
    grown = json_text.insert(GO, (), "c", "<&>\u2028\u2029")
    assert grown == GO.replace('\n  "咖', '\n  "c": "\\u003c\\u0026\\u003e\\u2028\\u2029",\n  "咖')
    assert json_text.edit('{"a": "\\u4f60"}', ("a",), "好") == '{"a": "\\u597d"}'
    assert json_text.edit('{"a":"你"}', ("a",), ["<", 1]) == '{"a":["<",1]}'
    assert json_text.insert('{"a":1}', (), "b", 2) == '{"a":1,"b":2}'
    assert json_text.insert('{"a":1,"c":1}', (), "b", 2) == '{"a":1,"b":2,"c":1}'
    assert json_text.insert('{"c":1,"a":1}', (), "b", 2) == '{"c":1,"a":1,"b":2}'
    assert json_text.insert('{\n\t"a": {}\n}', ("a",), "b", 2) == '{\n\t"a": {\n\t\t"b": 2\n\t}\n}'
    assert json_text.insert("{}", (), "b", {"x": []}) == '{\n  "b": {\n    "x": []\n  }\n}'
    assert json_text.insert("{}", (), "é", 1, Style(indent=None, ascii_only=True)) == '{"\\u00e9": 1}'


def test_a_renamed_key_moves_to_its_place_in_sorted_files():
    assert json_text.rename_key('{"a": 1, "c": 2, "d": 3}', ("a",), "e") == '{"c": 2, "d": 3, "e": 1}'
    assert json_text.rename_key('{"a": 1, "c": 2}', ("a",), "b") == '{"b": 1, "c": 2}'
    assert json_text.rename_key('{"z": 1, "c": 2}', ("z",), "b") == '{"b": 1, "c": 2}'
    assert json_text.rename_key('{"z": 1, "c": 2}', ("z",), "z") == '{"z": 1, "c": 2}'


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("no",), 1),
        ((3,), 1),
        (("a", "b"), 1),
        (("a",), float("nan")),
        (("a",), "\ud800"),
        (("a",), float("inf")),
    ],
)
def test_impossible_edits_are_refused(path, value):
    with pytest.raises(InvalidError):
        json_text.edit('{"a": 1}', path, value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"a" 1}',
        "[1 2]",
        "[1,]",
        '{"a": "\\q", "\\q": 1}',
        "nul",
        "[" * 99_999 + "]" * 99_999,
        "[NaN]",
        "{} {}",
    ],
)
def test_edits_of_broken_text_are_refused(text):
    with pytest.raises(InvalidError):
        json_text.edit(text, ("a",), 1)


def test_paragraph_separators_in_a_string_do_not_stop_an_edit_elsewhere():
    assert json_text.edit('{"a": "x\ny", "b": 1}', ("b",), 2) == '{"a": "x\ny", "b": 2}'


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "empty", 1, 1),
        (" \n ", "empty", 1, 1),
        ('{\n  "a": tru', "json_syntax", 2, 8),
        ('{\n  "a": "x', "json_syntax", 2, 8),
        ("{'a': 1}", "json_syntax", 1, 2),
        ('{"a": 1} x', "json_syntax", 1, 10),
        ('{"n": 1,\n "n": 2}', "duplicate_key", 2, 2),
        ('[{"x": {"b": 1,\n\n   "b": {}}}]', "duplicate_key", 3, 4),
        ('{"a\\u0062": 1, "ab": 2}', "duplicate_key", 1, 16),
        ('{"a": [1,\n NaN]}', "json_constant", 2, 2),
        ('["NaN", -Infinity]', "json_constant", 1, 9),
        ("[1e999]", "json_number", 1, 2),
        ("[0, -1.5e9991e999-7..", "json_number", 1, 5),
        ("[0,\n" + "9" * 100_000 + "]", "json_number", 2, 1),
        ("[" * 100_000, "json_depth", 1, 65),
        ("[" * 100_000 + "]" * 100_000, "json_depth", 1, 65),
        ('\n{"a":' * 100_000, "json_depth", 66, 1),
        ("[" * 65 + "]" * 65, "json_depth", 1, 65),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, code, line, column):
    result = json_text.parse(text)
    assert result.broken
    assert [(p.code, p.line, p.column) for p in result.problems] == [(code, line, column)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1, -Infinity]", "-Infinity is not JSON"),
        ("[NaN, 1e999]", "NaN is not JSON"),
        ("[1e999]", "the number is too large"),
    ],
)
def test_what_ends_reading_is_named(text, message):
    assert [problem.message for problem in json_text.parse(text).problems] == [message]


def test_where_reading_has_no_room_at_all_no_place_is_told(monkeypatch):
    """Whoever asks may have used up what the interpreter gives to calls within calls."""

    def exhausted(*_, **__):
        raise RecursionError

    monkeypatch.setattr(json, "loads", exhausted)
    [problem] = json_text.parse('{"a": 1}').problems
    assert (problem.code, problem.line, problem.severity) == ("json_depth", None, Severity.ERROR)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"a": 1\n "b": 2}', 2),
        ('{"a": 1', 1),
        ('{"a": 1,\n\n}', 3),
        ('{"a"\n1}', 2),
        ("{\na: 1}", 2),
        ("[1\n2]", 2),
        ('{"a": 1}\n{}', 1),
    ],
)
def test_where_an_object_is_cut_short_nothing_has_a_place(text, line):
    with pytest.raises(InvalidError, match=rf"not valid JSON in line {line}$"):
        json_text.spans(text)


def test_the_last_of_two_equal_keys_is_shown():
    assert json_text.parse('{"n": 1, "n": 2}').value == {"n": 2}


def test_half_characters_warn_and_are_shown_as_replacement():
    result = json_text.parse('{"\\udc00": ["ok \\ud83d\\ude00", "bad \\ud83d", 1]}')
    assert not result.broken
    assert result.value == {"\ufffd": ["ok \U0001f600", "bad \ufffd", 1]}
    assert [(p.code, p.column, p.severity) for p in result.problems] == [
        ("lone_surrogate", 2, Severity.WARNING),
        ("lone_surrogate", 32, Severity.WARNING),
    ]
    assert json_text.parse('"\\ud83d\\ude00 \\\\ud800"').problems == ()
    text = '{"\\udc00": 1, "b": 2}'
    assert json_text.edit(text, ("\ufffd",), 5) == '{"\\udc00": 5, "b": 2}'


def test_deep_but_bearable_nesting_is_read_and_edited():
    text = "[" * 64 + "1" + "]" * 64
    assert not json_text.parse(text).broken
    assert json_text.edit(text, (0,) * 64, 2) == text.replace("1", "2")


def test_bytes_are_read_with_their_form():
    document = json_text.read(b'\xef\xbb\xbf{"a": 1}')
    assert document.value == {"a": 1}
    assert document.form.bom
    assert [(p.code, p.severity) for p in document.problems] == [("bom", Severity.WARNING)]
    assert not document.broken
    assert json_text.read('{"a": "x\u2029y"}\r\n'.encode()).value == {"a": "x\u2029y"}


def test_byte_order_marks_without_end_are_no_json():
    result = json_text.parse("\ufeff" * 5_000 + "{}")
    assert result.broken
    assert [p.code for p in result.problems] == ["bom", "json_syntax"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ('{"a": 1}'.encode("utf-16"), "encoding"),
        ('{"a": "会议"}'.encode("gb18030"), "encoding"),
        (b'{"a": 1}\0\0\0', "binary"),
    ],
)
def test_only_utf8_is_json(data, code):
    document = json_text.read(data)
    assert document.broken
    assert document.value is None
    assert [p.code for p in document.problems] == [code]


@pytest.mark.parametrize("text", BROKEN_JSON, ids=range(len(BROKEN_JSON)))
def test_what_is_long_and_broken_is_said_to_be_broken(text):
    assert json_text.parse(text).broken
