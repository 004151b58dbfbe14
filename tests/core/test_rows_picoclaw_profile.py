"""A profile in its program's layout is changed row by row, with the bytes of the general edits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.systems.picoclaw_profile.edit import add_key, delete_key, set_value
from memdesk.systems.picoclaw_profile.rows import STYLE, rows_of
from memdesk.text.json import text as json_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufdd0\ufdd1"), max_size=12)
PROFILES = st.dictionaries(TEXTS, TEXTS, min_size=1, max_size=6)


def laid_out(values, keys=sorted):
    rows = ",".join(f"\n  {STYLE.write(key)}: {STYLE.write(values[key])}" for key in keys(values))
    return "{" + rows + "\n}"


@given(PROFILES, TEXTS, TEXTS, st.booleans())
def test_rows_give_the_bytes_of_the_general_edits(values, key, value, in_order):
    text = laid_out(values, sorted if in_order else list)
    assert rows_of(text) is not None
    assert rows_of(text).text == text
    if key in values:
        assert set_value(text, key, value) == json_text.edit(text, (key,), value, STYLE)
        assert delete_key(text, key) == json_text.remove(text, (key,))
    else:
        assert add_key(text, key, value) == json_text.insert(text, (), key, value, STYLE)


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{\n}",
        '{\n  "a": "b"\n}\n',
        '{\n  "a": "b",\n  "a": "c"\n}',
        '{\n  "a": 1\n}',
        '{\n  "a": "<"\n}',
        '{\n  "a": "\\u4e2d"\n}',
        '{\n  "a": "\\ud800"\n}',
        '{\n    "a": "b"\n}',
        '{"a": "b"}',
        '{\r\n  "a": "b"\r\n}',
        '\ufeff{\n  "a": "b"\n}',
        '{\n  "a": "b",\n}',
        '{\n  "a": "b"\n  "c": "d"\n}',
    ],
)
def test_any_other_layout_is_left_to_the_general_edits(text):
    assert rows_of(text) is None
