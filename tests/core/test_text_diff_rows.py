"""Rows of a difference show every changed line once and say what they leave out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.diff import CharSpan, line_diff
from memdesk.text.diff_rows import MOST_ROWS, RowKind, diff_rows, joined
from memdesk.text.invisible import spelled

texts = st.lists(st.sampled_from(["a", "b", "c", "", "long line"]), max_size=30).map("\n".join)


def lines_of(text):
    return text.count("\n") + (text != "" and not text.endswith("\n"))


@given(texts, texts)
def test_every_line_is_shown_once_or_counted_as_left_out(old, new):
    rows = diff_rows(old, new).rows
    if old == new:
        assert rows == ()
        return
    skipped = sum(row.skipped for row in rows)
    assert sum(row.old_line is not None for row in rows) + skipped == lines_of(old)
    assert sum(row.new_line is not None for row in rows) + skipped == lines_of(new)
    assert [r.old for r in rows if r.old_line] == [
        old.split("\n")[r.old_line - 1] for r in rows if r.old_line
    ]
    assert [r.new for r in rows if r.new_line] == [
        new.split("\n")[r.new_line - 1] for r in rows if r.new_line
    ]


def numbers(old, new):
    return [(row.kind.value, row.old_line, row.new_line) for row in diff_rows(old, new).rows]


def test_what_follows_a_final_newline_is_no_line():
    assert numbers("a\nb\n", "") == [("removed", 1, None), ("removed", 2, None)]
    assert numbers("", "a\n") == [("added", None, 1)]
    assert numbers("a\n", "b\n") == [("changed", 1, 1)]
    assert numbers("a\n", "a\n\nb") == [
        ("same", 1, 1),
        ("added", None, 2),
        ("added", None, 3),
        ("added", None, None),
    ]
    many = "\n".join("abcdefghij") + "\n"
    assert diff_rows(many, "A" + many[1:]).rows[-1].skipped == 6


def test_the_text_that_alone_lacks_a_final_newline_has_a_row_that_says_so():
    assert numbers("a", "a\n") == [("same", 1, 1), ("removed", None, None)]
    assert numbers("a\n", "a") == [("same", 1, 1), ("added", None, None)]
    assert numbers("a\n", "a\nb") == [("same", 1, 1), ("added", None, 2), ("added", None, None)]
    assert numbers("a\nb\n", "c") == [("changed", 1, 1), ("removed", 2, None), ("added", None, None)]
    assert numbers("", "a") == [("added", None, 1), ("added", None, None)]
    assert [row.unended for row in diff_rows("a\n", "a").rows] == [False, True]
    assert diff_rows("a", "a\n").starts == (1,)


def test_nothing_is_said_of_a_final_newline_that_both_texts_lack():
    assert not any(row.unended for row in diff_rows("a", "b").rows)


def test_a_change_has_its_context_and_gaps():
    old = "\n".join(str(number) for number in range(20))
    diff = diff_rows(old, old.replace("10", "ten"))
    assert [row.kind for row in diff.rows] == ["gap", *["same"] * 3, "changed", *["same"] * 3, "gap"]
    assert (diff.rows[0].skipped, diff.rows[-1].skipped) == (7, 6)
    assert diff.starts == (4,)
    assert (diff.added, diff.removed) == (1, 1)


def test_changed_words_are_marked_but_not_when_nearly_all_changed():
    (row,) = diff_rows("likes red tea", "likes green tea").rows
    assert (row.old_spans, row.new_spans) == ((CharSpan(6, 9),), (CharSpan(6, 11),))
    (row,) = diff_rows("one two", "three four five").rows
    assert (row.old_spans, row.new_spans) == ((), ())


def test_lines_that_went_or_came_stand_alone():
    assert [row.kind for row in diff_rows("a\nb", "a").rows] == [RowKind.SAME, RowKind.REMOVED]
    assert [row.kind for row in diff_rows("a", "a\nb").rows] == [RowKind.SAME, RowKind.ADDED]


def test_hidden_characters_are_spelled():
    assert spelled("a\u200bb") == "a⟦ZWSP⟧b"
    (row,) = diff_rows("a", "a\u202e").rows
    assert row.new == "a⟦RLO⟧"


def test_very_long_differences_are_cut():
    diff = diff_rows("", "\n".join(str(number) for number in range(MOST_ROWS * 2)))
    assert len(diff.rows) == MOST_ROWS + 1
    assert diff.rows[-1].kind is RowKind.CUT
    assert diff.rows[-1].skipped > 0
    assert diff.added == MOST_ROWS * 2


def test_differences_of_several_documents_stand_below_each_other():
    both = joined((("a.md", diff_rows("one\n", "two\n")), ("b.bin", None), ("c.md", diff_rows("", "new\n"))))
    heads = [row.new for row in both.rows if row.kind is RowKind.HEAD]
    assert heads == ["a.md", "b.bin", "c.md"]
    assert (both.added, both.removed) == (2, 1)
    assert [both.rows[start].kind for start in both.starts] == [RowKind.CHANGED, RowKind.ADDED]


@given(texts, texts)
def test_every_change_begins_at_a_row_that_is_shown_as_changed(old, new):
    diff = diff_rows(old, new)
    kinds = [diff.rows[start].kind for start in diff.starts]
    assert len(kinds) == len(line_diff(old, new))
    assert not {RowKind.SAME, RowKind.GAP} & {*kinds}
