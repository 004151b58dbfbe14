"""Parts of documents by the fragment of their uri."""

from __future__ import annotations

import json

import pytest

from memdesk.errors import AmbiguousError, InvalidError, failure_json
from memdesk.text.fragment import (
    Cut,
    FragmentTarget,
    cut_out,
    entry_at,
    find_part,
    find_parts,
    names_of,
    no_part,
)
from memdesk.text.markdown import sections

TEXT = "# A\n\none\n\n## B\n\ntwo\n# C\n"


@pytest.mark.parametrize(
    ("fragment", "part"),
    [
        ("L1", FragmentTarget("# A\n", None)),
        ("L3-L5", FragmentTarget("one\n\n## B\n", None)),
        ("L3-5", FragmentTarget("one\n\n## B\n", None)),
        ("L0", None),
        ("L99", None),
        ("B", FragmentTarget("## B\n\ntwo\n", None)),
        ("A", FragmentTarget("# A\n\none\n\n## B\n\ntwo\n", None)),
        ("D", None),
    ],
)
def test_lines_and_headings_of_a_text(fragment, part):
    assert find_part(fragment, TEXT, None, structured=False) == part


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
    assert part == FragmentTarget(data if isinstance(data, str) else None, data)


@pytest.mark.parametrize("fragment", ["session/e9", "plain/x", "a/b", "plain/a/b/d", "session/content", ""])
def test_what_is_not_there(fragment):
    assert find_part(fragment, None, DATA if fragment else None) in {None, FragmentTarget(None, None)}


def test_an_entry_of_a_list_at_the_top():
    assert find_part("w1", None, [{"id": "w1", "text": "x"}]) == FragmentTarget(
        None, {"id": "w1", "text": "x"}
    )
    assert find_part("w2", None, [{"id": "w1"}]) is None


def test_a_key_of_the_text_itself_is_found_where_the_system_made_something_else_of_it():
    text, data = '{"recent_days": 2, "a": {"b": 1}}', {"settings": {"recent_days": 2}}
    assert find_part("recent_days", text, data) == FragmentTarget(None, 2)
    assert find_part("a/b", text, data) == FragmentTarget(None, 1)
    assert find_part("settings", text, data) == FragmentTarget(None, {"recent_days": 2})
    assert find_part("none", text, data) is None
    assert find_part("a", "{", data) is None
    assert find_part("a", None, data) is None


TWICE = "# M\n\n## A\n\none\n\n## B\n\ntwo\n\n## A\n\nthree\n"


def headed(fragment, text=TWICE):
    return find_part(fragment, text, None, structured=False)


def test_a_heading_that_stands_twice_is_refused_with_the_choices_named():
    with pytest.raises(
        AmbiguousError, match=r"A occurs 2 times; choose one of them: #A \(1\), #A \(2\)"
    ) as told:
        headed("A")
    assert [headed(choice).text for choice in told.value.choices] == ["## A\n\none\n\n", "## A\n\nthree\n"]
    with pytest.raises(AmbiguousError):
        cut_out(TWICE, "A", structured=False)
    assert cut_out(TWICE, "A (2)", structured=False).rest == TWICE.partition("## A\n\nthree")[0]
    assert headed("A (3)") is None
    assert headed("B (1)") is None, "numbers tell equal headings apart, and this one stands there once"
    assert failure_json(told.value)["choices"] == ["A (1)", "A (2)"]


def test_for_a_lock_a_heading_is_all_that_have_it():
    assert [part.text for part in find_parts("A", TWICE, None, structured=False)] == [
        "## A\n\none\n\n",
        "## A\n\nthree\n",
    ]
    assert len(find_parts("A (2)", TWICE, None, structured=False)) == 1


def test_a_heading_that_ends_in_a_number_is_itself():
    text = "## A\n\none\n\n## A (2)\n\ntwo\n"
    assert headed("A (2)", text).text == "## A (2)\n\ntwo\n"
    assert headed("A", text).text == "## A\n\none\n\n"


def test_a_heading_that_is_called_as_the_second_of_others_is_named_by_its_lines():
    text = "## A\n\none\n\n## A\n\ntwo\n\n## A (2)\n\nthree\n"
    with pytest.raises(AmbiguousError, match=r"choose one of them: #L5-L8, #L9-L11") as told:
        headed("A (2)", text)
    assert [headed(choice, text).text.split()[-1] for choice in told.value.choices] == ["two", "three"]
    assert names_of(sections(text)) == ("A (1)", "L5-L8", "L9-L11")
    assert len(find_parts("A (2)", text, None, structured=False)) == 2


@pytest.mark.parametrize("heading", ["C# / F#", "50% of it", "a#b", "a/b", "A (x)", "№ (1)", "L3 of 4"])
def test_a_heading_is_named_as_it_stands(heading):
    text = f"# M\n\n## {heading}\n\none\n"
    assert headed(heading, text).text == f"## {heading}\n\none\n"
    assert cut_out(text, heading, structured=False).rest == "# M\n\n"


def test_a_name_of_lines_is_always_lines():
    text = "# M\n\n## L1\n\none\n"
    assert headed("L1", text).text == "# M\n"
    assert names_of(sections(text)) == ("M", "L3-L5")
    assert len(find_parts("L1", text, None, structured=False)) == 2, "a lock holds both"


def test_a_heading_comes_before_what_was_parsed_of_a_text():
    text = "# M\n\n## kind\n\none\n"
    assert find_part("kind", text, {"kind": "note"}, structured=False) == FragmentTarget(
        "## kind\n\none\n", None
    )
    assert find_part("title", text, {"title": "M"}, structured=False) == FragmentTarget("M", "M")


def test_headings_below_a_front_matter_and_with_other_line_ends():
    text = "\ufeff---\r\n# no heading\r\n---\r\n\r\n## A\r\n\r\none\r\n"
    assert headed("A", text).text == "## A\r\n\r\none\r\n"
    assert headed("no heading", text) is None
    assert headed("L1", text).text == "---\r\n"


def test_an_id_that_stands_twice_is_refused_and_its_numbers_are_not():
    data = {"session": [{"id": "e", "n": 1}, {"id": "x"}, {"id": "e", "n": 2}], "user": [{"id": 7}]}
    text = json.dumps(data)
    for name in ("e", "session/e"):
        with pytest.raises(AmbiguousError) as told:
            find_part(name, text, data)
        assert told.value.choices == (f"{name} (1)", f"{name} (2)")
        assert find_part(f"{name} (2)", text, data).data == {"id": "e", "n": 2}
        assert [part.data["n"] for part in find_parts(name, text, data)] == [1, 2]
        with pytest.raises(AmbiguousError):
            cut_out(text, name, structured=True)
        left = json.loads(cut_out(text, f"{name} (1)", structured=True).rest)
        assert left == {**data, "session": data["session"][1:]}
    assert find_part("session/e (2)/n", text, data).data == 2
    assert find_part("7", text, data).data == {"id": 7}


def test_a_key_that_stands_twice_is_not_taken_out_by_half():
    with pytest.raises(InvalidError, match="more than once"):
        cut_out('{"a": 1, "b": 2, "a": 3}', "a", structured=True)
    assert cut_out('{"a": 1, "b": {"a": 2}}', "a", structured=True) == Cut('{"b": {"a": 2}}', '"a": 1')


STORE = """{
  "city": "Hamburg",
  "facts": [
    {"id": "f1", "content": "one"},
    {
      "id": "f2",
      "content": "two",
      "more": {"deep": 1}
    },
    "stray"
  ],
  "map": {
    "a": {"b": 1}
  }
}
"""


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (2, ("city",)),
        (3, ("facts",)),
        (4, ("facts", "f1")),
        (7, ("facts", "f2")),
        (8, ("facts", "f2")),
        (10, ("facts",)),
        (13, ("map", "a")),
        (1, ()),
        (99, ()),
    ],
)
def test_the_way_to_what_stands_in_a_line(line, names):
    assert entry_at(STORE, line) == names


def test_a_text_that_is_no_json_has_no_entries():
    assert entry_at("# A\n", 1) == ()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("user-preferences", "; did you mean #User Preferences?"),
        ("User%20Preferences", "; did you mean #User Preferences?"),
        ("größe-maß", "; did you mean #Größe & Maß?"),
        ("User Preference", "; did you mean #User Preferences?"),
        ("dogs", ""),
    ],
)
def test_a_part_that_is_not_there_names_the_one_that_may_be_meant(asked, said):
    text = "# A\n\n## User Preferences\n\n- tea\n\n## Größe & Maß\n\n- 42\n"
    assert no_part("a.md", asked, text, structured=False) == f"a.md has no part {asked}{said}"


def test_a_key_that_is_not_there_names_the_one_that_may_be_meant():
    told = no_part("a.json", "backuphost", '{"backup_host": "b", "city": "h"}', structured=True)
    assert told == "a.json has no part backuphost; did you mean #backup_host?"
    assert no_part("a.json", "x", "{broken", structured=True) == "a.json has no part x"
