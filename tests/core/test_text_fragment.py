"""Parts of documents by the fragment of their uri."""

from __future__ import annotations

import pytest

from memdesk.text.fragment import Part, find_part

TEXT = "# A\n\none\n\n## B\n\ntwo\n# C\n"


@pytest.mark.parametrize(
    ("fragment", "part"),
    [
        ("L1", Part("# A\n", None)),
        ("L3-L5", Part("one\n\n## B\n", None)),
        ("L3-5", Part("one\n\n## B\n", None)),
        ("L0", None),
        ("L99", None),
        ("B", Part("## B\n\ntwo\n", None)),
        ("A", Part("# A\n\none\n\n## B\n\ntwo\n", None)),
        ("D", None),
    ],
)
def test_lines_and_headings_of_a_text(fragment, part):
    assert find_part(fragment, TEXT, None) == part


DATA = {
    "session": [{"id": "e1", "content": "x"}, {"id": "e2"}, "stray"],
    "plain": {"a/b": {"c": 1}, "a": "short"},
    "L1": "a key",
    "none": None,
}


@pytest.mark.parametrize(
    ("fragment", "data"),
    [
        ("session/e2", {"id": "e2"}),
        ("e1", {"id": "e1", "content": "x"}),
        ("e1/content", "x"),
        ("plain/a/b/c", 1),
        ("plain/a", "short"),
        ("L1", "a key"),
        ("none", None),
    ],
)
def test_keys_and_ids_of_data(fragment, data):
    part = find_part(fragment, None, DATA)
    assert part == Part(data if isinstance(data, str) else None, data)


@pytest.mark.parametrize("fragment", ["session/e9", "plain/x", "a/b", "plain/a/b/d", "session/content", ""])
def test_what_is_not_there(fragment):
    assert find_part(fragment, None, DATA if fragment else None) in {None, Part(None, None)}


def test_an_entry_of_a_list_at_the_top():
    assert find_part("w1", None, [{"id": "w1", "text": "x"}]) == Part(None, {"id": "w1", "text": "x"})
    assert find_part("w2", None, [{"id": "w1"}]) is None


def test_a_key_of_the_text_itself_is_found_where_the_family_made_something_else_of_it():
    text, data = '{"recent_days": 2, "a": {"b": 1}}', {"settings": {"recent_days": 2}}
    assert find_part("recent_days", text, data) == Part(None, 2)
    assert find_part("a/b", text, data) == Part(None, 1)
    assert find_part("settings", text, data) == Part(None, {"recent_days": 2})
    assert find_part("none", text, data) is None
    assert find_part("a", "{", data) is None
    assert find_part("a", None, data) is None
