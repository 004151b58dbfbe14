"""Three-way merge of lines: laws that hold for any texts, git as oracle, and what people expect."""

from __future__ import annotations

import subprocess
import time
from dataclasses import FrozenInstanceError
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.text.merge import Conflict, MergeResult, Shape, merge
from memdesk.text.merge_chunks import ChunkKind, line_chunks

calmly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""

texts = st.lists(st.sampled_from(["a", "b", "", "- x", "茶"]), max_size=8).map("\n".join)


@st.composite
def versions(draw):
    """A base of distinct lines, and two versions whose new lines are not in it, so one matching is right."""
    base = [f"line {number}" for number in range(draw(st.integers(0, 9)))]
    return _text(draw, base), _text(draw, _edited(draw, base)), _text(draw, _edited(draw, base))


def _edited(draw, base):
    made = []
    for line in [*base, None]:
        made += draw(st.lists(st.sampled_from(["red", "blue"]), max_size=2 * draw(st.integers(0, 1))))
        how = draw(st.sampled_from(["keep", "keep", "keep", "drop", "replace"]))
        if line is not None and how != "drop":
            made.append(line if how == "keep" else draw(st.sampled_from(["green", "grey"])))
    return made


def _text(draw, lines):
    return "\n".join(lines) + ("\n" if lines and draw(st.integers(0, 3)) else "")


def git_merge(base, mine, theirs):
    """Return what git makes of it, None where it finds a conflict."""
    with TemporaryDirectory() as folder:
        names = ("mine", "base", "theirs")
        for name, text in zip(names, (mine, base, theirs), strict=True):
            Path(folder, name).write_bytes(text.encode())
        done = subprocess.run(["git", "merge-file", "-p", *names], cwd=folder, capture_output=True)
    return done.stdout.decode() if done.returncode == 0 else None


@calmly
@given(texts, texts)
def test_what_only_one_side_changed_is_taken(base, changed):
    assert merge(base, changed, base).text == changed
    assert merge(base, base, changed).text == changed
    assert merge(base, changed, changed).text == changed


@calmly
@given(texts, texts, texts)
def test_the_sides_may_be_exchanged(base, mine, theirs):
    one, other = merge(base, mine, theirs), merge(base, theirs, mine)
    assert (one.text is None) == (other.text is None)
    assert [(c.mine, c.theirs) for c in one.conflicts] == [(c.theirs, c.mine) for c in other.conflicts]
    assert one.joined == other.joined
    if one.text is not None and not one.joined:
        assert one.text == other.text
    elif one.text is not None:
        assert sorted(filter(None, one.text.split("\n"))) == sorted(filter(None, other.text.split("\n")))


@calmly
@given(versions())
def test_merging_again_changes_nothing(trio):
    base, mine, theirs = trio
    merged = merge(base, mine, theirs).text
    if merged is not None:
        assert merge(base, merged, merged).text == merged
        assert merge(theirs, merged, theirs).text == merged


@calmly
@given(texts, texts, texts)
def test_a_text_or_conflicts_and_never_more_than_changed(base, mine, theirs):
    result = merge(base, mine, theirs)
    assert (result.text is None) == bool(result.conflicts)
    assert 0 <= result.clean <= result.changes
    assert "<<<<<<<" not in (result.text or "")


@calmly
@given(versions())
def test_git_agrees_but_for_appends(trio):
    result, oracle = merge(*trio), git_merge(*trio)
    if result.joined:
        assert oracle is None
    else:
        assert result.text == oracle


def test_git_never_refuses_what_is_merged_here():
    """Lines that occur again and again can be matched in more than one way; ours is never the laxer one."""
    base = "a\n\nb\n\nc\n\nd\n"
    for mine, theirs in (
        ("a\n\nB\n\nc\n\nd\n", "a\n\nb\n\nc\n\nD\n"),
        ("a\n\nb\n\nd\n", "A\n\nb\n\nc\n\nd\n"),
    ):
        assert merge(base, mine, theirs).text == git_merge(base, mine, theirs) is not None


def test_a_text_with_nul_is_never_taken_apart():
    texts = "a\0\nb\nc", "A\0\nb\nc", "a\0\nb\nC"
    assert merge(*texts) == MergeResult(None, 1, (Conflict((), *texts),))


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "expected"),
    [
        ("a\n", "a\n", "a\n", MergeResult("a\n", 0)),
        ("a\n", "b\n", "a\n", MergeResult("b\n", 0)),
        ("a\n", "b\n", "b\n", MergeResult("b\n", 1)),
        ("a\n", "a\n", "b\n", MergeResult("b\n", 1)),
    ],
)
@pytest.mark.parametrize("shape", Shape)
def test_what_needs_no_merging_is_counted_all_the_same(base, mine, theirs, expected, shape):
    assert merge(base, mine, theirs, shape) == expected


def test_changes_in_different_places_both_come_through():
    result = merge("a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", "a\nb\nC\nd\nE\n")
    assert result == MergeResult("A\nb\nC\nd\nE\n", changes=2)
    assert result.clean == 2


def test_the_same_line_changed_differently_is_a_conflict_with_its_place():
    result = merge("a\nb\nc\nd\n", "a\nmine\nc\nd\n", "a\ntheirs\nc\nD\n")
    assert result == MergeResult(None, 2, (Conflict((), "b", "mine", "theirs", 2),))
    assert result.clean == 1


def test_chunks_hold_every_line_once_and_are_never_empty():
    chunks = list(line_chunks("a\nb\nc", "a\nB\nc", "a\nb\nC"))
    assert [(chunk.kind, chunk.base, chunk.merged, chunk.line) for chunk in chunks] == [
        (ChunkKind.SAME, ("a",), ("a",), 1),
        (ChunkKind.CONFLICT, ("b", "c"), ("b", "C"), 2),
    ]
    [first, last] = line_chunks("a\nb", "A\nb", "a\nb")
    assert (first.kind, first.mine, last.kind, last.line) == (ChunkKind.MINE, ("A",), ChunkKind.SAME, 2)
    assert [chunk.kind for chunk in line_chunks("a", "a", "b")] == [ChunkKind.THEIRS]


def test_neighbouring_lines_are_one_place():
    assert len(merge("a\nb\n", "A\nb\n", "a\nB\n").conflicts) == 1


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "merged"),
    [
        ("a\n", "a\nmine\n", "a\ntheirs\n", "a\ntheirs\nmine\n"),
        ("a", "a\nmine", "a\ntheirs", "a\ntheirs\nmine"),
        ("a", "a\nmine\n", "a\ntheirs", "a\ntheirs\nmine\n"),
        ("a", "a\nmine", "a\ntheirs\n", "a\ntheirs\nmine"),
        ("a\n", "a\nmine", "a\ntheirs\n", "a\ntheirs\nmine"),
        ("a\n", "a\n\n## 2\n", "a\n\n## 1\n", "a\n\n## 1\n\n## 2\n"),
        ("a\nb\nc\n", "A\nb\nc\nmine\n", "a\nb\nc\ntheirs\n", "A\nb\nc\ntheirs\nmine\n"),
        ("a\n", "a\nx\n", "a\nx\ny\n", "a\nx\ny\n"),
        ("a\n", "a\nx\ny\n", "a\ny\n", "a\nx\ny\n"),
        ("a", "a\n", "a\nx\n", "a\nx\n"),
    ],
)
def test_what_both_appended_is_joined_theirs_first(base, mine, theirs, merged):
    assert merge(base, mine, theirs) == MergeResult(merged, 1, (), 1)


@pytest.mark.parametrize(
    ("base", "mine", "theirs"),
    [
        ("", "# Mine\n", "# Theirs\n"),
        ("", "\n# Mine\n", "\n# Theirs\n"),
        ("a\n", "a", "a\nx\n"),
        ("a\nb\n", "a\nmine\n", "a\nb\nc\n"),
    ],
)
def test_what_is_no_append_is_not_joined(base, mine, theirs):
    assert merge(base, mine, theirs).text is None


@pytest.mark.timing
@pytest.mark.parametrize("line", ["same", "{}"])
def test_huge_texts_are_merged_in_bounded_time(line):
    base = "".join(f"{line.format(number)}\n" for number in range(100_000))
    mine, theirs = "start\n" + base.replace("7\n", "seven\n"), base.replace("3\n", "three\n") + "end\n"
    before = time.perf_counter()
    merge(base, mine, theirs)
    assert time.perf_counter() - before < 20


def test_a_result_is_what_it_was_made():
    """A state of a merge may be kept and shown anywhere, so nobody may change it."""
    [chunk] = line_chunks("a", "a", "b")
    conflict = Conflict((), "a", "b", "c")
    for record, name in ((chunk, "merged"), (conflict, "mine"), (MergeResult("a", 0), "text")):
        with pytest.raises(FrozenInstanceError):
            setattr(record, name, None)
