"""A text as if a change had never been made: others wrote beside it, and share no more than a gap with it."""

from __future__ import annotations

import pytest

from memdesk.text.step import TextChange
from memdesk.text.untouched import untouched


def text(words):
    """Each letter is a paragraph of its own."""
    return "\n\n".join(f"{letter} says so.\nAnd more of {letter}." for letter in words) + "\n"


def left(before, after, now):
    found = untouched(TextChange(text(before), text(after)), text(now))
    return found and found.text


@pytest.mark.parametrize(
    ("before", "after", "now", "without"),
    [
        ("abcd", "abxcd", "abxd", "abd"),
        ("abcd", "abxcd", "Abxd", "Abd"),
        ("abcd", "abxcd", "axcd", "acd"),
        ("abcd", "abxcd", "axcD", "acD"),
        ("abcdef", "abxcdef", "axdeF", "adeF"),
        ("abcdef", "abcxdef", "Aabcxef", "Aabcef"),
        ("abcdef", "abcdefx", "Abcdex", "Abcde"),
        ("abxcd", "abcd", "abcD", "abxcD"),
        ("abxcd", "abcd", "Aabcd", "Aabxcd"),
    ],
)
def test_it_is_as_if_the_change_had_never_been_made(before, after, now, without):
    assert left(before, after, now) == text(without)


@pytest.mark.parametrize(
    ("before", "after", "now"),
    [("abcd", "abxcd", "abcd"), ("abxcd", "abcd", "aBCd"), ("ab", "axb", "ayb")],
)
def test_nothing_is_told_where_its_place_is_another_one(before, after, now):
    assert left(before, after, now) is None


def test_nothing_is_told_of_what_was_created_or_is_empty():
    for step, now in (
        (TextChange(None, "a\n"), "a\n"),
        (TextChange("a\n", ""), "b\n"),
        (TextChange("a", "b"), ""),
    ):
        assert untouched(step, now) is None


def test_lines_taken_and_brought_are_told():
    found = untouched(TextChange("a\nb\nc\n", "a\nB\nc\n"), "a\nB\nc\nd\n")
    assert found == ("a\nb\nc\nd\n", ("b",), ("B",))
