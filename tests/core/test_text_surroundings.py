"""What a place in a text belongs to: the entry or key around it, else its item or paragraph."""

from __future__ import annotations

import json

import pytest

from memdesk.text.enclosing import parts_around
from memdesk.text.fragment import Cut, cut_out

PROSE = """# Memory

one paragraph
of two lines

- first item
- second item
  goes on here
## Next
last
"""


def around(text, word, *, structured=False):
    at = text.index(word)
    [part] = parts_around(text, [(at, at + len(word))], structured=structured)
    return part


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("two", "L3-L4"),
        ("one", "L3-L4"),
        ("first", "L6"),
        ("second", "L7-L8"),
        ("goes on", "L7-L8"),
        ("Next", "L9"),
        ("last", "L10"),
        ("Memory", "L1"),
    ],
)
def test_a_place_in_prose_belongs_to_its_item_or_paragraph(word, part):
    assert around(PROSE, word) == part


def test_a_stretch_over_several_items_takes_them_all():
    start, end = PROSE.index("first"), PROSE.index("goes")
    assert parts_around(PROSE, [(start, end)], structured=False) == ("L6-L8",)


def test_of_several_the_last_comes_first_and_none_overlaps_another():
    spans = [(PROSE.index(word), PROSE.index(word) + 3) for word in ("one", "goes", "second", "two", "last")]
    assert parts_around(PROSE, spans, structured=False) == ("L10", "L7-L8", "L3-L4")
    text = '{"a": {"b": "x", "c": "y"}, "d": "z"}'
    spans = [(text.index(word), text.index(word) + 1) for word in ("x", "z", "a")]
    assert parts_around(text, spans, structured=True) == ("d", "a")


def test_a_line_separator_that_nobody_sees_begins_no_line():
    text = "a\u2028b\n\nevil\n"
    part = around(text, "evil")
    assert part == "L3"
    assert cut_out(text, part, structured=False) == Cut("a\u2028b\n\n", "evil\n")


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("green", "tea"),
        ("secret", "session/m2"),
        ("deep", "user/pets/dog"),
        ("plain", "notes"),
    ],
)
def test_a_place_in_json_belongs_to_its_entry_or_key(word, part):
    data = {
        "tea": "green",
        "session": [{"id": "m1", "content": "fine"}, {"id": "m2", "content": "secret"}],
        "user": {"pets": {"dog": "deep"}},
        "notes": ["plain", "other"],
    }
    text = json.dumps(data, indent=2)
    assert around(text, word, structured=True) == part
    assert word not in cut_out(text, part, structured=True).rest


def test_json_without_names_or_that_does_not_parse_is_one_whole():
    assert around('["a", "b"]', "b", structured=True) == ""
    assert around('{"a": ', "a", structured=True) == ""
