"""What both add at one place in the middle of a text: whole units stay both, all else is asked."""

from __future__ import annotations

import pytest

from memdesk.text.merge.merge import merge

HEAD, TAIL = "# Notes\n\n- oak\n", "- elm\n\n## Rest\n\nfir\n"


def merged(mine, theirs, head=HEAD, tail=TAIL):
    return merge(head + tail, head + mine + tail, head + theirs + tail)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("- ash\n", "- yew\n"),
        ("- ash: tall\n", "- yew: small\n"),
        ("- ash\n  of the hill\n", "- yew\n  of the yard\n"),
        ("- ash\n- bay\n", "- yew\n"),
    ],
)
def test_whole_units_of_both_stay_and_theirs_come_first(mine, theirs):
    found = merged(mine, theirs)
    assert (found.text, found.conflicts) == (HEAD + theirs + mine + TAIL, ())


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("  of mine\n", "- yew\n"),
        ("- yew\n", "  of theirs\n"),
        ("- ash: tall\n", "- ash: small\n"),
        ("- yew: old\n- Ash: tall\n", "- ash: small\n"),
        ("plain words\n", "other words\n"),
        ("  - of mine\n", "  - of theirs\n"),
    ],
)
def test_what_goes_on_with_what_is_there_or_says_the_same_thing_is_asked(mine, theirs):
    found = merged(mine, theirs)
    assert found.text is None
    assert len(found.conflicts) == 1


def test_what_both_put_at_the_beginning_stays():
    assert merge("- elm\n", "- ash\n- elm\n", "- yew\n- elm\n").text == "- yew\n- ash\n- elm\n"


def test_words_that_the_line_below_would_go_on_with_are_asked():
    head, tail = "one.\n\n", "  and on\n"
    assert merge(head + tail, head + "- a\n" + tail, head + "- b\n" + tail).text is None


def test_sentences_of_plain_words_that_only_touch_are_merged():
    base = "It rains.\nIt snows.\nIt is dry.\n"
    mine, theirs = base.replace("rains", "pours"), base.replace("snows", "hails")
    assert merge(base, mine, theirs).text == "It pours.\nIt hails.\nIt is dry.\n"
    broken = "It rains\nand it snows\nnow.\n"
    mine, theirs = broken.replace("It rains", "It pours"), broken.replace("snows", "hails")
    assert merge(broken, mine, theirs).text is None


def test_a_changed_sentence_below_an_item_is_part_of_the_item():
    base = "- It rains.\nIt snows.\nIt is dry.\n"
    mine, theirs = base.replace("rains", "pours"), base.replace("snows", "hails")
    assert merge(base, mine, theirs).text is None


@pytest.mark.parametrize(
    ("base", "theirs", "left"),
    [
        ("one\n\ntwo", "one\n\ntwo\n\nsix", "one\n\nsix"),
        ("one\n\n- two", "one\n\n- two\n- six", "one\n- six"),
        ("one\n\n- two", "one\n\n- two\n- six\n", "one\n- six\n"),
        ("one\n\ntwo", "one\n\ntwo\nsix", None),
    ],
)
def test_what_goes_at_an_open_end_leaves_what_others_wrote_behind_it(base, theirs, left):
    assert merge(base, "one", theirs).text == left
    assert merge(base, theirs, "one").text == left


def test_a_conflict_at_the_end_is_told_with_the_line_that_ends_then():
    base = "one\ntwo\nsix\n"
    found = merge(base, "one\ntwo\n", "one\ntwo\nseven\n")
    (conflict,) = found.conflicts
    assert (conflict.base, conflict.mine, conflict.theirs) == ("two\nsix", "two", "two\nseven")
    assert conflict.line == 2
