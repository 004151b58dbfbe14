"""Three-way merge of lines: laws that hold for any texts, git as oracle, and what people expect."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import HealthCheck, given, settings

from helpers import line_versions
from helpers.dice import Dice, thrown
from helpers.git_merges import all_merged_by_git, merged_by_git
from helpers.line_versions import lines_of
from helpers.sizes import size
from memdesk.text.merge.chunks import ChunkKind, line_chunks
from memdesk.text.merge.merge import Conflict, MergeResult, MergeShape, merge

calmly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""

texts = thrown(line_versions.any_texts, 60)
versions = thrown(line_versions.versions, 60)
TOGETHER = 100
"""Versions that are given to git in one go."""


@calmly
@given(texts)
def test_what_only_one_side_changed_is_taken(trio):
    base, changed, _ = trio
    assert merge(base, changed, base).text == changed
    assert merge(base, base, changed).text == changed
    assert merge(base, changed, changed).text == changed


@calmly
@given(texts)
def test_the_sides_may_be_exchanged(trio):
    base, mine, theirs = trio
    one, other = merge(base, mine, theirs), merge(base, theirs, mine)
    assert (one.text is None) == (other.text is None)
    assert [(c.mine, c.theirs) for c in one.conflicts] == [(c.theirs, c.mine) for c in other.conflicts]
    assert one.joined == other.joined
    if one.text is not None and not one.joined:
        assert one.text == other.text
    elif one.text is not None:
        assert sorted(filter(None, one.text.split("\n"))) == sorted(filter(None, other.text.split("\n")))


@calmly
@given(versions)
def test_merging_again_changes_nothing(trio):
    base, mine, theirs = trio
    merged = merge(base, mine, theirs).text
    if merged is not None:
        assert merge(base, merged, merged).text == merged
        assert merge(theirs, merged, theirs).text == merged
        assert merge(base, merged, theirs).text == merged
        assert merge(base, mine, merged).text == merged


@calmly
@given(texts)
def test_a_text_or_conflicts_and_never_more_than_changed(trio):
    result = merge(*trio)
    assert (result.text is None) == bool(result.conflicts)
    assert 0 <= result.clean <= result.changes
    assert "<<<<<<<" not in (result.text or "")


@calmly
@given(thrown(line_versions.versions_apart, 60))
def test_no_line_that_the_other_kept_is_lost_and_none_changes_its_place(trio):
    base, mine, theirs = map(lines_of, trio)
    text = merge(*trio).text
    if text is not None:
        kept = {
            line for line in {*base, *mine, *theirs} if line not in base or (line in mine and line in theirs)
        }
        assert sorted(lines_of(text)) == sorted(kept)
        for side in (mine, theirs):
            assert [line for line in lines_of(text) if line in side] == [
                line for line in side if line in kept
            ]


@calmly
@given(texts)
def test_whether_a_newline_ends_the_text_is_merged_too(trio):
    result = merge(*trio)
    if result.text and all(trio):
        ended = [text.endswith("\n") for text in trio]
        _, own, other = (lines_of(text)[-1] for text in trio)
        if not lines_of(result.text)[-1]:
            assert result.text.endswith("\n")
        else:
            assert result.text.endswith("\n") in (ended[1:] if result.joined or own == other else ended)


@calmly
@given(thrown(line_versions.grown, 40))
def test_who_appended_first_comes_first_however_many_have(sides):
    base, first, then, last = sides
    one = merge(base, last, merge(base, then, first).text).text
    assert one == merge(base, merge(base, last, then).text, first).text
    there = len(lines_of(base))
    assert lines_of(one)[there:] == [line for side in (first, then, last) for line in lines_of(side)[there:]]


@calmly
@given(thrown(line_versions.versions_apart, 60))
def test_read_from_its_end_it_is_the_same_merge(trio):
    """Lines that all have stand around it: what is added at the end of a text is another thing."""
    around = [["first", *lines_of(text), "last"] for text in trio]
    found, turned = merge(*map(_closed, around)), merge(*(_closed(lines[::-1]) for lines in around))
    assert (found.text is None) == (turned.text is None)
    assert found.text is None or lines_of(found.text) == lines_of(turned.text)[::-1]
    assert [conflict.mine for conflict in found.conflicts] == [
        _closed(lines_of(conflict.mine)[::-1])[:-1] for conflict in reversed(turned.conflicts)
    ]


def _closed(lines):
    return "".join(f"{line}\n" for line in lines)


@settings(calmly, max_examples=5)
@given(thrown(lambda dice: [line_versions.versions(dice) for _ in range(TOGETHER)], 24 * TOGETHER))
def test_what_git_merges_is_merged_alike(trios):
    """Git finds a conflict wherever changes touch, and in a last line that only got a newline."""
    results = [merge(*trio) for trio in trios]
    by_git = all_merged_by_git(trios)
    assert by_git == [
        None if text is None or result.joined else result.text
        for result, text in zip(results, by_git, strict=True)
    ]


test_what_git_merges_is_merged_alike.together = TOGETHER


def test_git_makes_the_same_of_many_texts_as_of_each():
    trios = [line_versions.versions(Dice(range(first, first + 60))) for first in range(40)]
    assert all_merged_by_git(trios) == [merged_by_git(*trio) for trio in trios]


def test_git_never_refuses_what_is_merged_here():
    """Lines that occur again and again can be matched in more than one way; ours is never the laxer one."""
    base = "a\n\nb\n\nc\n\nd\n"
    for mine, theirs in (
        ("a\n\nB\n\nc\n\nd\n", "a\n\nb\n\nc\n\nD\n"),
        ("a\n\nb\n\nd\n", "A\n\nb\n\nc\n\nd\n"),
    ):
        assert merge(base, mine, theirs).text == merged_by_git(base, mine, theirs) is not None


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
@pytest.mark.parametrize("shape", MergeShape)
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
        ("a\n", "a\nb", "a\nb\n\n", "a\nb\n\n"),
        ("a\n", "a\n\nb", "a\n\n", "a\n\nb"),
    ],
)
def test_what_both_appended_is_joined_theirs_first(base, mine, theirs, merged):
    assert merge(base, mine, theirs) == MergeResult(merged, 1, (), 1)


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "merged"),
    [
        ("## 1\n\na\n", "## 1\n\na\nmine\n", "## 1\n\na\n\n## 2\n\nb\n", "## 1\n\na\nmine\n\n## 2\n\nb\n"),
        ("## 1\n\na", "## 1\n\na\nmine\n", "## 1\n\na\n\n## 2\n\nb", "## 1\n\na\nmine\n\n## 2\n\nb"),
        ("## 1\n\na\n", "## 1\n\na\n\nmine\n", "## 1\n\na\n\n## 2\n", "## 1\n\na\n\nmine\n\n## 2\n"),
        ("## 1\n", "## 1\n\n### 1.1\n", "## 1\n\n## 2\n", "## 1\n\n### 1.1\n\n## 2\n"),
        ("- a\n", "- a\n  - mine\n", "- a\n- b\n", "- a\n  - mine\n- b\n"),
        ("- a\n", "- a\n- b\n", "- a\n  - theirs\n", "- a\n  - theirs\n- b\n"),
        ("## 1\n\na\n", "## 1\n\na\n\n## 2\n", "## 1\n\na\n\ntheirs\n", "## 1\n\na\n\ntheirs\n\n## 2\n"),
    ],
)
def test_what_goes_on_with_an_entry_never_comes_under_the_next_one(base, mine, theirs, merged):
    assert merge(base, mine, theirs) == MergeResult(merged, 1, (), 1)


@pytest.mark.parametrize(
    ("base", "mine", "theirs"),
    [
        ("", "# Mine\n", "# Theirs\n"),
        ("", "\n# Mine\n", "\n# Theirs\n"),
        ("a\nb\n", "a\nmine\n", "a\nb\nc\n"),
    ],
)
def test_what_is_no_append_is_not_joined(base, mine, theirs):
    assert merge(base, mine, theirs).text is None


@pytest.mark.slow
@pytest.mark.parametrize("line", ["same", "{}"])
def test_huge_texts_are_merged(line):
    base = "".join(f"{line.format(number)}\n" for number in range(size(100_000, 10_000)))
    mine, theirs = "start\n" + base.replace("7\n", "seven\n"), base.replace("3\n", "three\n") + "end\n"
    merged = merge(base, mine, theirs).text
    assert merged is None or (merged.startswith("start\n") and merged.endswith("end\n"))


def test_a_result_is_what_it_was_made():
    """A state of a merge may be kept and shown anywhere, so nobody may change it."""
    [chunk] = line_chunks("a", "a", "b")
    conflict = Conflict((), "a", "b", "c")
    for record, name in ((chunk, "merged"), (conflict, "mine"), (MergeResult("a", 0), "text")):
        with pytest.raises(FrozenInstanceError):
            setattr(record, name, None)
