"""Deciding a merge: laws that hold for any texts and any decisions, and what people expect."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from helpers.dice import thrown
from helpers.json_versions import dumped, json_case
from helpers.line_versions import any_texts, versions
from memdesk.errors import InvalidError
from memdesk.text.merge import resume as deciding
from memdesk.text.merge.chunks import ChunkKind
from memdesk.text.merge.json_session import JsonSession
from memdesk.text.merge.merge import MergeShape, merge
from memdesk.text.merge.resume import Trail, begin, carried
from memdesk.text.merge.session import ConflictLines, Decision, LineSession, Sources

MINE, THEIRS, BOTH, EDITED = Decision.MINE, Decision.THEIRS, Decision.BOTH, Decision.EDITED
calmly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""

texts = thrown(lambda dice: any_texts(dice)[0], 12)
documents = thrown(lambda dice: dumped(json_case(dice).base), 40)


def _sources(dice):
    return Sources(*(any_texts if dice.below(4) else versions)(dice))


def _json_sources(dice):
    case = json_case(dice)
    return Sources(dumped(case.base), dumped(case.mine), dumped(case.theirs, case.layout), case.shape)


trios = thrown(_sources, 60)
"""Texts of few different lines, so that everything happens: conflicts, appends, missing newlines."""

json_trios = thrown(_json_sources, 160)


def all_of(session, decision):
    for index in range(len(session.decisions)):
        session = session.take(index, decision)
    return session


def kinds(session):
    return {chunk.kind for chunk in session.chunks}


def loosely(text):
    """A JSON text's value with its entries in any order."""

    def sort(value):
        if isinstance(value, list):
            return sorted((sort(item) for item in value), key=repr)
        if isinstance(value, dict):
            return sorted((key, sort(item)) for key, item in value.items())
        return type(value).__name__, value

    return sort(json.loads(text))


@calmly
@given(trios | json_trios)
def test_without_conflicts_the_result_is_the_merge(sources):
    result = merge(sources.base, sources.mine, sources.theirs, sources.shape)
    session = begin(sources)
    if result.text is not None and sources.theirs != sources.base:
        assert session.decisions == ()
        if sources.shape is MergeShape.LINES or sources.mine not in (sources.base, sources.theirs):
            assert session.text == result.text
    elif result.text is None:
        assert session.open == len(result.conflicts)


@calmly
@given(trios)
def test_while_nobody_decided_the_result_has_what_is_on_disk(sources):
    session = begin(sources)
    assert session.text == all_of(session, THEIRS).text
    if not kinds(session) & {ChunkKind.MINE, ChunkKind.JOINED}:
        assert session.text == sources.theirs


@calmly
@given(trios)
def test_what_stands_at_a_conflict_can_decide_it(sources):
    session = begin(sources)
    for index in range(session.open):
        assert not session.is_written(index)
        kept = session.keep(index)
        assert (kept.decisions[index], kept.text) == (EDITED, session.text)
        assert not kept.is_written(index)


def test_what_was_written_at_an_open_conflict_is_told_from_what_is_on_disk():
    session = begin(Sources("a\n", "mine\n", "theirs\n"))
    taken = session.take(0, MINE)
    assert not taken.is_written(0)
    assert replace(taken, decisions=(None,)).is_written(0)


@calmly
@given(trios)
def test_all_of_mine_is_mine_where_they_changed_nothing_else(sources):
    session = all_of(begin(sources), MINE)
    assert session.open == 0
    if not kinds(session) & {ChunkKind.THEIRS, ChunkKind.JOINED}:
        assert session.text == sources.mine


@calmly
@example(Sources('{"a": 1, "b": 2}', '{"b": 2, "a": 1}', "{}", MergeShape.JSON))
@given(json_trios)
def test_all_of_one_side_is_that_side_where_the_other_changed_nothing_else(sources):
    session = begin(sources)
    if not kinds(session) & {ChunkKind.THEIRS, ChunkKind.JOINED}:
        assert loosely(all_of(session, MINE).text) == loosely(sources.mine)
    if not kinds(session) & {ChunkKind.MINE, ChunkKind.JOINED}:
        assert loosely(all_of(session, THEIRS).text) == loosely(sources.theirs)
        assert session.text == sources.theirs


@calmly
@given(trios | json_trios)
def test_what_one_takes_of_mine_the_other_takes_of_theirs(sources):
    """What both added at the end is in another order then."""
    one = begin(sources)
    other = begin(replace(sources, mine=sources.theirs, theirs=sources.mine))
    same = loosely if isinstance(one, JsonSession) else str
    if not one.result.joined:
        for decision, reverse in ((MINE, THEIRS), (THEIRS, MINE)):
            assert same(all_of(one, decision).text) == same(all_of(other, reverse).text)


@calmly
@given(trios)
def test_both_sides_of_a_conflict_have_all_lines_of_either(sources):
    session = begin(sources)
    for index, conflict in enumerate(session.conflicts):
        taken = session.take(index, BOTH).text.split("\n")
        assert {line.rstrip("\0") for line in conflict.mine + conflict.theirs} <= {*taken, ""}


@calmly
@given(trios | json_trios, st.data())
def test_the_order_of_decisions_does_not_matter(sources, data):
    session = begin(sources)
    count = min(len(session.decisions), 3)
    sides = data.draw(st.lists(st.sampled_from([MINE, THEIRS]), min_size=count, max_size=count))
    found = []
    for order in permutations(range(count)):
        made = session
        for index in order:
            made = made.take(index, sides[index])
        found.append(made)
    same = loosely if isinstance(session, JsonSession) else str
    assert len({repr(same(made.text)) for made in found}) == 1
    assert {made.decisions for made in found} == {found[0].decisions}


@calmly
@given(trios, st.lists(st.tuples(st.integers(0, 9), st.sampled_from([MINE, THEIRS, BOTH])), max_size=6))
def test_a_place_holds_just_what_was_taken_last(sources, steps):
    session = begin(sources)
    for step, decision in steps:
        if session.decisions:
            index = step % len(session.decisions)
            session = session.take(index, decision)
            chunk, (start, end) = session.conflicts[index], session.places[index]
            taken = [line.rstrip("\0") for line in session.lines[start:end]]
            wanted = {MINE: chunk.mine, THEIRS: chunk.theirs}.get(decision)
            if wanted is not None:
                assert taken == [line.rstrip("\0") for line in wanted]
    assert "\0" not in session.text
    assert list(session.places) == sorted(session.places)


@calmly
@given(trios | json_trios, texts)
def test_any_edit_is_taken_as_it_is(sources, text):
    session = begin(sources).edited(text)
    assert session.text == text
    assert all(0 <= place.start <= place.end <= len(session.lines) for place in session.places)


@calmly
@given(trios | json_trios, texts | documents, st.data())
def test_carried_over_to_the_same_version_nothing_is_lost(sources, text, data):
    session = begin(sources)
    for index in range(len(session.decisions)):
        decision = data.draw(st.sampled_from([None, MINE, THEIRS]))
        session = session if decision is None else session.take(index, decision)
    again = carried(session, sources.theirs)
    assert again.decisions == session.decisions
    same = loosely if isinstance(session, JsonSession) else str
    assert same(again.text) == same(session.text)


def trio(base="a\nb\nc\nd\ne\n", mine="a\nB\nc\nd\nE\n", theirs="a\nbb\nc\nd\nee\n", shape=MergeShape.LINES):
    return begin(Sources(base, mine, theirs, shape))


def test_conflicts_are_open_until_they_are_decided():
    session = trio()
    assert (session.open, session.places) == (2, (ConflictLines(1, 2), ConflictLines(4, 5)))
    assert session.offers_both(0)
    session = session.take(0, BOTH)
    assert session.text == "a\nbb\nB\nc\nd\nee\n"
    assert (session.open, session.places) == (1, (ConflictLines(1, 3), ConflictLines(5, 6)))
    assert (session.next_open(0), session.take(1, MINE).next_open(1)) == (1, 1)
    assert [session.offers_both(index) for index in (1, 2)] == [True, False]
    assert session.take(1, MINE).text == "a\nbb\nB\nc\nd\nE\n"


def test_the_next_open_conflict_is_ahead_and_after_the_last_comes_the_first():
    session = trio("a\nb\nc\nd\ne\n", "A\nb\nC\nd\nE\n", "aa\nb\ncc\nd\nee\n")
    assert session.open == 3
    assert [session.take(1, MINE).next_open(index) for index in range(3)] == [0, 2, 2]
    assert session.take(2, MINE).next_open(2) == 0


@pytest.mark.parametrize("left", ["b", "b\n", "b\n\n", "\n"])
def test_both_of_an_empty_text_and_another_is_the_other(left):
    for sides in (("", left), (left, "")):
        assert all_of(begin(Sources("a\n", *sides)), BOTH).text == left


def test_another_decision_replaces_the_first():
    assert trio().take(0, MINE).take(0, BOTH).take(0, THEIRS).text == trio().text


def test_what_merges_by_itself_is_told_apart():
    session = trio(mine="A\nb\nC\nd\ne\nf\n", theirs="a\nb\nC\nD\ne\ng\n")
    assert [chunk.kind for chunk in session.chunks] == ["mine", "same", "conflict", "same", "joined"]
    session = trio(mine="A\nb\nC\nd\ne\n", theirs="a\nb\nC\nd\nEE\n")
    assert [chunk.kind for chunk in session.chunks] == ["mine", "same", "alike", "same", "theirs"]
    assert (session.settled, session.result.changes, session.result.joined) == (3, 2, 0)


def test_an_edit_inside_a_conflict_decides_it_and_one_outside_does_not():
    session = trio().edited("a\nnew\nbb\nc\nd\nee!\n")
    assert session.decisions == (None, EDITED)
    assert session.places == (ConflictLines(2, 3), ConflictLines(5, 6))
    assert session.take(0, MINE).text == "a\nnew\nB\nc\nd\nee!\n"


def test_an_edit_over_the_edge_of_a_conflict_is_part_of_it():
    session = trio().edited("x\ny\nc\nd\nee\n")
    assert (session.decisions, session.places[0]) == ((EDITED, None), ConflictLines(0, 2))
    session = trio().edited("a\nx\ny\nd\nee\n")
    assert (session.decisions, session.places[0]) == ((EDITED, None), ConflictLines(1, 3))
    session = trio().edited("a\nc\nd\nee\n")
    assert (session.decisions, session.places) == ((EDITED, None), (ConflictLines(1, 1), ConflictLines(3, 4)))


def test_what_is_written_where_a_conflict_left_nothing_decides_it():
    session = trio(theirs="a\nc\nd\ne\n")
    assert session.places == (ConflictLines(1, 1),)
    assert session.edited("a\nnew\nc\nd\ne\n").decisions == (EDITED,)
    assert session.edited("a\nc\nnew\nd\ne\n").decisions == (None,)


def test_lines_added_after_a_last_line_without_newline_stay_lines():
    session = begin(Sources("a\nb", "a\nmine", "a\ntheirs\n")).edited("a\ntheirs\nmore")
    assert session.take(0, MINE).text == "a\nmine\nmore"


def test_nothing_left_is_an_empty_text():
    session = begin(Sources("a\n", "", "b\n"))
    assert session.take(0, MINE).text == ""
    assert replace(session, lines=(), places=(ConflictLines(0, 0),)).take(0, MINE).text == ""


def test_a_text_with_nul_is_refused():
    with pytest.raises(InvalidError):
        begin(Sources("a\0", "b", "c"))


def json_trio(base, mine, theirs, shape=MergeShape.JSON):
    return begin(Sources(dumped(base), dumped(mine), dumped(theirs), shape))


def test_json_conflicts_have_their_path_and_the_rest_merges():
    session = json_trio(
        {"a": {"b": 1}, "c": 1, "d": 1}, {"a": {"b": 2}, "c": 5, "d": 1}, {"a": {"b": 3}, "c": 1, "d": 7}
    )
    kinds_by_path = {chunk.path: chunk.kind for chunk in session.chunks}
    assert kinds_by_path == {("a", "b"): "conflict", ("c",): "mine", ("d",): "theirs"}
    assert json.loads(session.text) == {"a": {"b": 3}, "c": 5, "d": 7}
    assert json.loads(session.take(0, MINE).text) == {"a": {"b": 2}, "c": 5, "d": 7}
    assert session.places == (ConflictLines(2, 3),)
    assert not session.offers_both(0)


def test_a_member_that_one_side_removed():
    session = json_trio({"a": 1, "k": 0}, {"k": 0}, {"a": 2, "k": 0})
    gone = session.take(0, MINE)
    assert json.loads(gone.text) == {"k": 0}
    assert gone.places == (ConflictLines(2, 2),)
    assert json.loads(gone.take(0, THEIRS).text) == {"a": 2, "k": 0}


def test_an_entry_that_they_removed_comes_back_after_the_one_it_followed():
    base = [{"id": 1}, {"id": 2, "v": 0}, {"id": 3}]
    session = json_trio(base, [{"id": 1}, {"id": 2, "v": 5}, {"id": 3}], [{"id": 1}, {"id": 3}])
    assert json.loads(session.take(0, MINE).text) == [{"id": 1}, {"id": 2, "v": 5}, {"id": 3}]
    first = json_trio(base[1:], [{"id": 2, "v": 5}, {"id": 3}], [{"id": 3}])
    assert json.loads(first.take(0, MINE).text) == [{"id": 2, "v": 5}, {"id": 3}]


def test_an_entry_that_i_removed_and_they_changed():
    base = [{"id": 1}, {"id": 2, "v": 0}, {"id": 3}]
    session = json_trio(base, [{"id": 1}, {"id": 3}, {"id": 4}], [{"id": 1}, {"id": 2, "v": 1}, {"id": 3}])
    assert json.loads(session.text) == [{"id": 1}, {"id": 2, "v": 1}, {"id": 3}, {"id": 4}]
    assert json.loads(session.take(0, MINE).text) == [{"id": 1}, {"id": 3}, {"id": 4}]


def test_both_of_two_lists_are_theirs_and_what_only_i_have():
    session = json_trio({"l": [1]}, {"l": [1, 2]}, {"l": [1, 3]})
    assert session.offers_both(0)
    assert json.loads(session.take(0, BOTH).text) == {"l": [1, 3, 2]}


def test_both_of_two_lists_have_each_value_that_only_looks_like_another():
    session = json_trio({"l": 0}, {"l": [True, 1.0, [0], 2]}, {"l": [1, [False], 2]})
    assert session.take(0, BOTH).text == dumped({"l": [1, [False], 2, True, 1.0, [0]]})


def test_a_json_conflict_is_decided_by_hand_once_the_text_is_json_again():
    session = json_trio({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 3, "b": 1})
    broken = session.edited(session.text.replace("3", "4,,"))
    assert broken.decisions == (None,)
    with pytest.raises(InvalidError):
        broken.take(0, MINE)
    assert broken.edited(session.text.replace("3", "4")).decisions == (EDITED,)
    assert session.edited(session.text.replace('"b": 1', '"b": 2')).decisions == (None,)
    assert session.edited("{}").decisions == (EDITED,)


def test_what_was_taken_is_edited_in_its_turn():
    session = json_trio({"a": 1}, {"a": 2}, {"a": 3}).take(0, MINE)
    assert session.edited(session.text) is session
    assert session.edited(session.text + "\n").decisions == (MINE,)
    assert session.edited("{}").edited('{"a": 2}').decisions == (EDITED,)


def test_a_place_whose_holder_was_deleted_by_hand_cannot_be_taken():
    session = json_trio({"a": {"b": 1}}, {"a": {"b": 2}}, {"a": {"b": 3}}).edited("{}")
    assert session.places == (ConflictLines(0, 0),)
    with pytest.raises(InvalidError):
        session.take(0, MINE)


@pytest.mark.parametrize("broken", ['{"a": 1', '{"a": 1, "a": 2}', ""])
def test_json_that_does_not_parse_is_merged_by_lines(broken):
    assert isinstance(begin(Sources(broken, '{"a": 2}', '{"a": 3}', MergeShape.JSON)), LineSession)


def test_too_many_changes_for_json_are_merged_by_lines():
    base = {str(number): 0 for number in range(3_000)}
    assert isinstance(json_trio(base, dict.fromkeys(base, 1), {**base, "new": 1}), LineSession)


def test_settings_conflict_as_a_whole():
    session = json_trio(
        {"k": {"a": 1, "b": 1}}, {"k": {"a": 2, "b": 1}}, {"k": {"a": 1, "b": 2}}, MergeShape.SETTINGS
    )
    assert [chunk.path for chunk in session.conflicts] == [("k",)]


def test_decisions_are_kept_where_the_conflict_is_the_same():
    session = trio().take(0, MINE).take(1, BOTH)
    again = carried(session, "a\nbb\nc\nD\nee\nf\n")
    assert again.decisions[0] is MINE
    assert again.open == len(again.decisions) - 1
    assert again.text.startswith("a\nB\nc\n")


def test_decisions_and_what_was_written_are_kept_where_the_own_side_is_another_version():
    session = trio().take(0, MINE)
    session = session.edited(session.text + "by hand\n")
    again = carried(session, session.sources.theirs, "f\n" + session.sources.mine)
    assert again.sources.mine.startswith("f\n")
    assert again.decisions[0] is MINE
    assert "by hand\n" in again.text
    assert again.text.startswith("f\n")


def test_what_was_written_by_hand_is_kept_over_another_version():
    session = trio().take(1, MINE).edited("A\nbb by hand\nc\nd\nE\n")
    again = carried(session, "a\nbb\nc\nd\nee\nf\n")
    assert again.text.startswith("A\nbb by hand\nc\nd\n")
    assert again.decisions[0] is EDITED


def test_what_was_written_over_a_conflict_that_changed_again_is_kept_and_to_be_decided():
    session = trio().edited("a\nby hand\nc\nd\nee\n")
    again = carried(carried(session, "a\nbbb\nc\nd\nee\n"), "a\nbbbb\nc\nd\nee\n")
    assert again.text == "a\nby hand\nc\nd\nee\n"
    assert again.decisions == (None, None)
    assert again.edited("a\nby my hand\nc\nd\nee\n").decisions == (EDITED, None)
    assert again.take(0, THEIRS).text == "a\nbbbb\nc\nd\nee\n"


def test_what_was_written_elsewhere_is_kept_where_that_changed_too():
    session = trio().edited("a\nbb\nc by hand\nd\nee\n")
    again = carried(session, "a\nbb\nC\nd\nee\n")
    assert "c by hand" in again.text


def test_a_value_written_by_hand_is_kept_where_they_changed_it_again():
    session = json_trio({"k": 1, "j": 1}, {"k": 2, "j": 1}, {"k": 3, "j": 1})
    again = carried(session.edited(session.text.replace("3", "7")), '{"k": 4, "j": 5}')
    assert json.loads(again.text) == {"k": 7, "j": 5}
    assert again.decisions == (None,)


@pytest.mark.parametrize(("written", "theirs"), [("7", "3"), ("true", "1"), ("{}", "[]"), ("null", "0")])
def test_a_value_written_at_an_open_conflict_is_told_from_what_is_on_disk(written, theirs):
    session = begin(Sources('{"k": "base"}', '{"k": "mine"}', '{"k": "theirs"}', MergeShape.JSON))
    assert not session.is_written(0)
    again = carried(session.edited(f'{{"k": {written}}}'), f'{{"k": {theirs}}}')
    assert again.decisions == (None,)
    assert again.is_written(0)
    kept = again.keep(0)
    assert (kept.decisions, kept.text, kept.is_written(0)) == ((EDITED,), again.text, False)
    assert json.loads(kept.text) == {"k": json.loads(written)}
    assert not carried(again.edited(f'{{"k": {theirs}}}'), f'{{"k": {theirs}}}').is_written(0)


@calmly
@given(trios, texts, texts)
def test_carried_over_to_any_version_no_line_written_by_hand_is_lost(sources, text, theirs):
    session = begin(sources)
    written = [f"by hand {number}" for number in range(3)]
    lines = [written[0], session.text, written[1], text, written[2]]
    again = carried(session.edited("\n".join(lines)), theirs)
    assert set(written) <= set(again.text.split("\n"))


def test_equal_conflicts_keep_each_its_own_decision():
    base, mine, theirs = "x\n1\nx\n2\nx\n", "m\n1\nm\n2\nm\n", "t\n1\nt\n2\nt\n"
    session = begin(Sources(base, mine, theirs)).take(0, MINE).take(2, THEIRS)
    assert carried(session, theirs + "more\n").decisions[:2] == (MINE, None)


def test_a_trail_goes_back_and_forth():
    first = trio()
    second, third = first.take(0, MINE), first.take(0, MINE).take(1, THEIRS)
    trail = Trail(first).then(second).then(second).then(third)
    assert trail.back().now is second
    assert trail.back().back().back().now is first
    assert trail.back().back().forth().forth().forth().now is third
    assert trail.back().then(first).forth().now is first


def test_a_trail_keeps_only_so_much(monkeypatch):
    monkeypatch.setattr(deciding, "KEPT_CHARACTERS", 40)
    trail = Trail(trio())
    for decision in (MINE, THEIRS, BOTH, MINE, THEIRS):
        trail = trail.then(trail.now.take(0, decision))
    assert 0 < len(trail.done) < 5


def long_number(theirs):
    base, mine = '{\n"a": 1,\n"b": 1\n}', '{\n"a": 0.12345678901234567890,\n"b": 1\n}'
    return begin(Sources(base, mine, theirs, MergeShape.JSON))


def test_numbers_whose_digits_would_get_lost_are_decided_by_lines():
    session = long_number('{\n"a": 2,\n"b": 1\n}')
    assert not isinstance(session, JsonSession)
    assert any("0.12345678901234567890" in line for chunk in session.chunks for line in chunk.mine)


def test_numbers_that_merge_keep_their_digits():
    session = long_number('{\n"a": 1,\n"b": 2\n}')
    assert isinstance(session, JsonSession)
    assert session.text == '{\n"a": 0.12345678901234567890,\n"b": 2\n}'


def test_a_list_that_merges_entry_by_entry_is_one_place():
    base = {"l": [{"text": "tea is green"}, {"text": "rain"}]}
    mine = {"l": [{"text": "tea is green"}, {"text": "snow"}, {"text": "rain"}]}
    theirs = {"l": [{"text": "tea is green"}, {"text": "rain"}, {"text": "hail"}]}
    session = json_trio(base, mine, theirs)
    chunk, both = session.chunks[0], [*mine["l"], theirs["l"][-1]]
    assert (chunk.kind, chunk.path, session.decisions) == (ChunkKind.JOINED, ("l",), ())
    assert json.loads("\n".join(chunk.merged)) == json.loads(session.text)["l"] == both
