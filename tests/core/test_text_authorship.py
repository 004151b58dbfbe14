"""Who wrote which line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.model import OUTSIDE, Actor, Origin, Via
from memdesk.text.authorship import attribute, nobody
from memdesk.text.diff import line_diff

ANN = Actor("ann", Origin.HUMAN, Via.GUI)
texts = st.lists(st.sampled_from(["a", "b", "", "c"]), max_size=12).map("\n".join)


def test_new_and_changed_lines_are_the_writers():
    old, new = "one\ntwo\nthree", "one\nTWO\nthree\nfour"
    assert attribute(nobody(old), line_diff(old, new), ANN) == (None, ANN, None, ANN)


def test_a_later_writer_takes_only_what_they_changed():
    first, second, third = "one\ntwo", "one\ntwo\nthree", "zero\none\ntwo\nthree"
    authors = attribute(nobody(first), line_diff(first, second), ANN)
    assert attribute(authors, line_diff(second, third), OUTSIDE) == (OUTSIDE, None, None, ANN)


@given(texts, texts)
def test_every_line_has_its_place(old, new):
    authors = attribute(nobody(old), line_diff(old, new), ANN)
    assert len(authors) == new.count("\n") + 1
    assert all(
        line in old.split("\n") for line, who in zip(new.split("\n"), authors, strict=True) if who is None
    )
