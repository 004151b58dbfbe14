"""Line differences: applying them gives the new text, whatever the texts, and in bounded time."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.diff import (
    CharSpan,
    Counts,
    Hunk,
    TextEdit,
    apply,
    counts,
    edits,
    intraline,
    line_diff,
    line_in,
    one_edit,
    unified,
)

texts = st.text(alphabet="ab\n \u00a0é狗🙂", max_size=60)

UNENDED = "\\ No newline at end of file"


def applied(old, changes):
    for change in reversed(changes):
        old = old[: change.start] + change.text + old[change.end :]
    return old


@given(texts, texts)
def test_hunks_applied_to_the_old_text_give_the_new_one(old, new):
    assert apply(old, line_diff(old, new)) == new


@given(texts, texts)
def test_edits_applied_to_the_old_text_give_the_new_one(old, new):
    changes = edits(old, new)
    assert applied(old, changes) == new
    assert all(before.end <= after.start for before, after in pairwise(changes))


@given(texts, texts)
def test_hunks_never_touch_and_count_what_changed(old, new):
    hunks = line_diff(old, new)
    assert all(a.old_end < b.old_start or a.new_end < b.new_start for a, b in pairwise(hunks))
    added, removed = counts(old, new)
    unended = [bool(text) and not text.endswith("\n") for text in (old, new)]
    more = new.count("\n") + unended[1] - old.count("\n") - unended[0]
    assert abs(added - removed - more) <= (unended[0] != unended[1])
    assert (added or removed) if old != new else (added, removed) == (0, 0)
    assert not (added and not new)
    assert not (removed and not old)


@given(texts, texts)
def test_spans_inside_a_line_leave_the_same_rest(old, new):
    gone, come = intraline(old, new)

    def rest(line, spans):
        return applied(line, tuple(TextEdit(span.start, span.end, "") for span in spans))

    assert rest(old, gone) == rest(new, come)


def test_one_changed_line_is_one_hunk():
    assert line_diff("a\nb\nc\n", "a\nB\nc\n") == (Hunk(1, ("b",), 1, ("B",)),)


def test_texts_that_are_the_same_have_no_difference_to_print():
    assert list(unified("a\nb\n", "a\nb\n", ("old", "new"))) == []


@pytest.mark.parametrize(
    ("old", "new", "printed"),
    [
        ("a\nb\n", "a\nB\n", ["@@ -1,2 +1,2 @@", " a", "-b", "+B"]),
        ("a\n", "a\nb\n", ["@@ -1,1 +1,2 @@", " a", "+b"]),
        ("a\n\n", "a\n", ["@@ -1,2 +1,1 @@", " a", "-"]),
        ("a\nb", "a\nb\n", ["@@ -1,2 +1,2 @@", " a", "-b", UNENDED, "+b"]),
        ("a\nb\n", "a\nc\nb", ["@@ -1,1 +1,2 @@", " a", "+c", "@@ -2,1 +3,1 @@", "-b", "+b", UNENDED]),
        ("a\nb", "A\nb", ["@@ -1,2 +1,2 @@", "-a", "+A", " b", UNENDED]),
        ("a", "", ["@@ -1,1 +0,0 @@", "-a", UNENDED]),
        ("", "a\n", ["@@ -0,0 +1,1 @@", "+a"]),
    ],
)
def test_a_difference_is_printed_as_programs_that_apply_it_expect(old, new, printed):
    assert list(unified(old, new, ("old", "new")))[2:] == printed


def test_an_appended_line_counts_one():
    assert counts("a\n", "a\nb\n") == Counts(1, 0)
    assert counts("", "a\n") == Counts(1, 0)
    assert counts("a\nb\n", "") == Counts(0, 2)
    assert counts("same", "same") == Counts(0, 0)


def test_a_last_line_without_a_line_end_counts_as_one():
    assert counts("a\n", "a\nb") == Counts(1, 0)
    assert counts("a\nb", "a\n") == Counts(0, 1)
    assert counts("a", "a\nb\n") == Counts(1, 0)
    assert counts("a", "a\nb") == Counts(1, 0)
    assert counts("", "a") == Counts(1, 0)
    assert counts("a\n", "b") == Counts(1, 1)
    assert counts("a", "a\n") == Counts(1, 0)
    assert counts("a\n", "a\n\n") == Counts(1, 0)


def test_an_edit_touches_only_the_characters_that_differ():
    assert edits("- Dog: Bob\n- Cat: Ann\n", "- Dog: Rob\n- Cat: Ann\n") == (TextEdit(7, 8, "R"),)


def test_moved_blocks_keep_the_longest_run():
    hunks = line_diff("1\n2\n3\n4\n5", "4\n5\n1\n2\n3")
    assert apply("1\n2\n3\n4\n5", hunks) == "4\n5\n1\n2\n3"
    assert sum(len(hunk.old) for hunk in hunks) == 2


def test_words_are_marked_inside_a_line():
    assert intraline("likes red tea", "likes green tea") == ((CharSpan(6, 9),), (CharSpan(6, 11),))


def test_very_long_lines_are_marked_by_their_ends():
    old, new = "x" * 5000 + "a" + "y" * 5000, "x" * 5000 + "bb" + "y" * 5000
    assert intraline(old, new) == ((CharSpan(5000, 5001),), (CharSpan(5000, 5002),))
    assert intraline("x" * 5000, "x" * 5000) == ((), ())


def test_hostile_input_is_compared():
    old = "\n".join(["same"] * 20_000 + ["x"])
    new = "\n".join(["other"] + ["same", ""] * 20_000)
    hunks = line_diff(old, new)
    assert apply(old, hunks) == new


def test_many_scattered_changes_in_a_large_text_stay_small():
    lines = [f"line {number}" for number in range(50_000)]
    changed = [f"{line}!" if number % 1000 == 0 else line for number, line in enumerate(lines)]
    hunks = line_diff("\n".join(lines), "\n".join(changed))
    assert len(hunks) == 50


@given(old=st.text(alphabet="ab\n狗", max_size=30), new=st.text(alphabet="ab\n狗", max_size=30))
def test_one_edit_leads_from_one_text_to_the_other(old, new):
    start, end, text = one_edit(old, new)
    assert old[:start] + text + old[end:] == new
    assert not (text and end > start and (text[0] == old[start] or text[-1] == old[end - 1]))


@pytest.mark.parametrize(
    ("new", "line", "found"),
    [
        ("a\nb\nc", 1, 1),
        ("x\na\nb\nc", 1, 2),
        ("a\nb\nx\nc", 1, 1),
        ("a\nB\nc", 1, 1),
        ("b\nc", 1, 0),
        ("a\nc", 1, 1),
        ("x\ny\na\nb\nc", 2, 4),
    ],
)
def test_a_line_is_followed_into_a_later_text(new, line, found):
    assert line_in("a\nb\nc", new, line) == found
