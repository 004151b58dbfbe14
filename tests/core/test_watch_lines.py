"""Lines that came and went: counted as the comparison of both texts counts them, only faster."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.diff import count_lines, counts

TEXTS = st.lists(st.sampled_from(["", "a", "b", "c", "ä"]), min_size=1, max_size=8).map("\n".join)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (b"", b"x\ny", (2, 0)),
        (b"x\n", b"", (0, 1)),
        (b"", b"", (0, 0)),
        (b"one\n", b"one\ntwo\nthree\n", (2, 0)),
        (b"a\nb\nc\n", b"a\nB\nc\n", (1, 1)),
        (b"a\na\na\n", b"a\na\n", (0, 1)),
        (b"x", b"y\nx\nz", (2, 0)),
        (b"a\nb\n", b"a\nb\nc", (1, 0)),
        (b"a\nb\nc", b"a\nb\n", (0, 1)),
        (b"a\nb", b"a\nb\nc\n", (1, 0)),
        (None, b"x", (None, None)),
        (b"x", None, (None, None)),
        (b"x\0", b"x", (None, None)),
        (b"x", b"\0", (None, None)),
    ],
)
def test_lines_are_counted(old, new, expected):
    assert count_lines(old, new) == expected


@given(TEXTS.filter(bool), TEXTS.filter(bool))
def test_they_are_those_of_the_comparison(old, new):
    assert count_lines(old.encode(), new.encode()) == tuple(counts(old, new))


def test_what_is_no_utf_8_is_counted_too():
    assert count_lines(b"a\nb\nc\nd\xff\n", b"a\nc\nb\ne\xfe\n") == (2, 2)
