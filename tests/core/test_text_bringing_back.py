"""Parts of a former text brought back: sections, keys, entries, and all that is missing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.errors import InvalidError
from memdesk.text.chunks import chunks, joined
from memdesk.text.merge.merge import MergeShape
from memdesk.text.restore_parts import RestorableState, named, pieces, with_missing, with_pieces

LINES, JSON, SETTINGS = MergeShape.LINES, MergeShape.JSON, MergeShape.SETTINGS
THEN = "# M\n\nintro\n\n## A\n\n- a1\n- a2\n\n## B\n\nb\n\n### B1\n\nb1\n\n## D\n\none\n\n## D\n\ntwo\n"
NOW = "# M\n\nintro\n\n## A\n\n- a1\n- new\n\n## C\n\nc\n\n## D\n\ntwo"


def back(name, then=THEN, now=NOW, shape=LINES):
    found = pieces(then, now, shape)
    chosen = named(found, name, shape)
    return with_pieces(then, now, chosen, shape) if chosen else None


def states(then, now, shape=LINES):
    return [(piece.name, piece.state) for piece in pieces(then, now, shape)]


def test_what_became_of_every_section_is_told():
    assert states(THEN, NOW) == [
        ("M", RestorableState.SAME),
        ("A", RestorableState.CHANGED),
        ("B", RestorableState.MISSING),
        ("B1", RestorableState.MISSING),
        ("D", RestorableState.MISSING),
        ("D", RestorableState.SAME),
    ]
    assert [piece.summary for piece in pieces(THEN, NOW, LINES)][:2] == ["intro", "- a1"]


def test_a_section_comes_back_with_its_deeper_ones_to_its_place():
    assert back("B") == NOW.replace("## C", "## B\n\nb\n\n### B1\n\nb1\n\n## C")
    assert back("## B") == back("B")
    assert back("B1") == NOW.replace("## C", "### B1\n\nb1\n\n## C")


def test_a_section_that_changed_becomes_what_it_was_and_the_rest_stays():
    assert back("A") == NOW.replace("- new", "- a2")


def test_of_several_with_one_heading_the_one_that_went_is_found():
    assert back("D") == NOW.replace("## C", "## D\n\none\n\n## C")
    assert back("D (1)") == back("D")
    assert back("D (2)") == NOW
    assert back("D (3)") is None
    assert back("Z") is None


def test_entries_of_one_day_are_not_taken_for_each_other():
    then = "## 2026-02-18\n\nlikes tea\n\n## 2026-02-18\n\nhas a dog\n"
    now = "## 2026-02-18\n\nhas a dog\n\n## 2026-02-18\n\nmoved to another town in May\n"
    assert back("2026-02-18 (1)", then, now) == "## 2026-02-18\n\nlikes tea\n\n" + now
    assert with_missing(then, now, LINES) == "## 2026-02-18\n\nlikes tea\n\n" + now


def test_a_heading_with_a_number_of_its_own_is_meant_first():
    then = "## Plan (2)\n\nx\n\n## Plan\n\ny\n"
    assert back("Plan (2)", then, "") == "## Plan (2)\n\nx\n"


def test_what_stands_before_the_first_heading_is_a_part_too():
    then, now = "start\n\n## A\n\na\n", "## A\n\nb\n"
    assert states(then, now) == [("", RestorableState.MISSING), ("A", RestorableState.CHANGED)]
    assert with_pieces(then, now, {0}, LINES) == "start\n\n## A\n\nb\n"
    assert with_missing(then, now, LINES) == "start\n\n## A\n\na\nb\n"


def test_everything_comes_back_into_an_empty_document():
    assert with_pieces(THEN, "", range(6), LINES) == THEN
    assert with_missing(THEN, "", LINES) == THEN
    assert with_missing(THEN, "\n\n", LINES) == THEN


def test_what_is_missing_is_added_and_nothing_is_changed():
    made = with_missing(THEN, NOW, LINES)
    assert made == NOW.replace("- new", "- a2\n- new").replace(
        "## C", "## B\n\nb\n\n### B1\n\nb1\n\n## D\n\none\n\n## C"
    )
    assert with_missing(THEN, made, LINES) == made


def test_a_line_that_only_moved_is_not_missing():
    then, now = "## A\n\n- x\n- y\n\n## B\n\nb\n", "## A\n\n- y\n\n## B\n\n- x\nb\n"
    assert with_missing(then, now, LINES) == now


def test_a_section_that_only_got_another_heading_is_not_missing():
    then, now = "## A\n\nlong story\n", "## A, later\n\nlong story\n"
    assert states(then, now) == [("A", RestorableState.CHANGED)]
    assert with_missing(then, now, LINES) == now
    assert with_pieces(then, now, {0}, LINES) == then


def test_new_deeper_sections_stay_where_they_belong():
    then, now = "## A\n\na\n\n## X\n\nx\n", "## A\n\na\n\n### A, new\n\nn\n"
    assert back("X", then, now) == now + "\n## X\n\nx\n"


def test_a_heading_whose_lines_are_gone_gets_them_back():
    assert with_missing("## A\n\none\n", "## A\n", LINES) == "## A\n\none\n"


def test_headings_in_fences_are_lines():
    then = "## A\n\n```\n# no heading\n```\n"
    assert states(then, "## A\n") == [("A", RestorableState.CHANGED)]
    assert with_missing(then, "## A\n", LINES) == then


TEXTS = st.lists(st.sampled_from(["# H", "## A", "## B", "### C", "x", "y", "", "- z"]), max_size=14)


@settings(max_examples=300, deadline=None)
@given(TEXTS, TEXTS)
def test_nothing_of_both_is_ever_lost(then, now):
    before, after = "\n".join(then), "\n".join(now)
    assert joined(chunks(after)) == after
    made = with_missing(before, after, LINES)
    lines = made.split("\n")
    assert {line for line in then if line and line[0] != "#"} <= set(lines)
    rest = iter(lines)
    assert all(line in rest for line in now if line), "what is there now stays, in its order"
    assert with_missing(before, before, LINES) == before
    assert with_pieces(before, before, range(len(pieces(before, before, LINES))), LINES) == before


PROFILE = (
    '{\n  "a": 1,\n  "m": {"x": [{"id": "1", "text": "hi there"}, {"id": "2"}]},\n  "l": ["p", "q"]\n}\n'
)
PRESENT = '{\n  "m": {"x": [{"id": "1", "text": "bye"}, {"id": "3"}]},\n  "l": ["q", "z"]\n}\n'


def test_keys_and_entries_are_parts_of_json():
    assert states(PROFILE, PRESENT, JSON) == [
        ("a", RestorableState.MISSING),
        ("m/x/1", RestorableState.CHANGED),
        ("m/x/2", RestorableState.MISSING),
        ("l", RestorableState.CHANGED),
    ]


def test_an_entry_or_key_comes_back_as_it_was():
    assert back("m/x/1", PROFILE, PRESENT, JSON) == PRESENT.replace("bye", "hi there")
    entries = json.loads(back("m", PROFILE, PRESENT, JSON))["m"]["x"]
    assert [entry["id"] for entry in entries] == ["1", "2", "3"]
    assert json.loads(back("a", PROFILE, PRESENT, JSON))["a"] == 1
    assert back("x", PROFILE, PRESENT, JSON) is None


def test_missing_keys_entries_and_items_are_added_to_json():
    made = json.loads(with_missing(PROFILE, PRESENT, JSON))
    assert made == {
        "a": 1,
        "m": {"x": [{"id": "1", "text": "bye"}, {"id": "2"}, {"id": "3"}]},
        "l": ["p", "q", "z"],
    }
    assert with_missing(PRESENT, PRESENT, JSON) == PRESENT


def test_the_values_of_settings_stay_whole():
    then, now = '{"a": {"x": 1}, "b": 2}', '{"a": {"y": 2}}'
    assert json.loads(with_missing(then, now, SETTINGS)) == {"a": {"y": 2}, "b": 2}
    assert states(then, now, SETTINGS) == [("a", RestorableState.CHANGED), ("b", RestorableState.MISSING)]


def test_another_kind_of_value_is_replaced_as_a_whole():
    then, now = '{"a": {"x": 1}}', '{"a": "text"}'
    assert states(then, now, JSON) == [("a", RestorableState.CHANGED)]
    assert json.loads(back("a", then, now, JSON)) == {"a": {"x": 1}}
    assert with_missing(then, now, JSON) == now


LONG = "0.1000000000000000055511151231257827"


def test_numbers_of_json_that_come_back_keep_their_digits():
    then = f'{{"a": {LONG}, "e": [{{"id": 1, "w": [{LONG}, 2]}}], "#1": "#2"}}'
    now = f'{{"b": {LONG}1, "e": [], "t": "#{LONG}"}}'
    assert back("a", then, now, JSON) == f'{{"a": {LONG}, "b": {LONG}1, "e": [], "t": "#{LONG}"}}'
    assert f'"w": [{LONG}, 2]' in back("e/1", then, now, JSON)
    made = with_missing(then, now, JSON)
    assert made.startswith(f'{{"#1": "#2", "a": {LONG}, "b": {LONG}1, ')
    assert made.endswith(f'"t": "#{LONG}"}}')
    assert json.loads(made)["e"] == [{"id": 1, "w": [0.1, 2]}]


def test_a_text_that_looks_like_a_kept_number_stays_a_text():
    then = f'{{"a": "\\u0023{LONG}", "b": {LONG}}}'
    assert json.loads(with_missing(then, "{}", JSON)) == {"a": f"#{LONG}", "b": float(LONG)}


def test_numbers_of_json_that_differ_by_their_last_digits_differ():
    (piece,) = pieces(f'{{"a": {LONG}}}', '{"a": 0.1}', JSON)
    assert (piece.state, piece.summary) == (RestorableState.CHANGED, "0.1")
    assert back("a", f'{{"a": {LONG}}}', '{"a": 0.1}', JSON) == f'{{"a": {LONG}}}'


def test_what_is_no_json_can_only_come_back_whole():
    assert pieces("{", "{}", JSON) == ()
    for then, now in (("{", "{}"), ("{}", "{")):
        with pytest.raises(InvalidError):
            with_missing(then, now, JSON)


def test_more_entries_than_a_merge_takes_come_back_all_the_same():
    entries = [{"id": str(number), "text": "x"} for number in range(2100)]
    then = json.dumps({"e": entries})
    made = with_missing(then, '{"e": [{"id": "new"}]}', JSON)
    assert len(json.loads(made)["e"]) == 2101
