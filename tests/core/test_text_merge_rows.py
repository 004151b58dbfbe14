"""A merge as rows of three columns: level, broken to their width, and bounded."""

from __future__ import annotations

from unicodedata import east_asian_width

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.diff import CharSpan
from memdesk.text.merge import rows as module
from memdesk.text.merge.chunks import ChunkKind, MergeChunk
from memdesk.text.merge.resume import begin
from memdesk.text.merge.rows import MergeRowKind, merge_rows
from memdesk.text.merge.session import Sources

texts = st.lists(st.text("ab 记", max_size=30), max_size=6).map("\n".join)


def rows_of(base, mine, theirs, cells=80):
    return merge_rows(begin(Sources(base, mine, theirs)).chunks, cells)


def kinds(rows):
    return [row.kind.value for row in rows]


def side(rows, name):
    pieces = (getattr(row, name) for row in rows)
    return [piece.text for piece in pieces if piece is not None]


def test_context_gaps_and_heads():
    base = "".join(f"{number}\n" for number in range(20))
    rows = rows_of(base, base.replace("9\n", "nine\n", 1), base.replace("9\n", "NINE\n", 1))
    assert kinds(rows) == ["gap", "same", "same", "head", "line", "same", "same", "gap"]
    assert (rows[0].skipped, rows[-1].skipped) == (7, 8)
    assert [piece.text for piece in (rows[4].base, rows[4].mine, rows[4].theirs)] == ["9", "nine", "NINE"]


def test_a_single_line_between_is_not_left_out():
    assert kinds(rows_of("a\nb\n", "a\nB\n", "a\nbb\n")) == ["same", "head", "line"]


def test_a_side_without_lines_is_empty():
    rows = rows_of("a\nb\nc\n", "a\nc\n", "a\nB\nc\n")
    assert rows[2].mine is None
    assert rows[2].theirs.text == "B"


def test_long_lines_are_broken_after_a_space_and_all_columns_stay_level():
    rows = rows_of("x\n", "one two three four\n", "1\n", cells=10)
    assert side(rows, "mine") == ["one two ", "three four"]
    assert [row.theirs.text if row.theirs else None for row in rows[1:]] == ["1", None]


def test_new_words_are_marked_in_the_piece_they_stand_in():
    rows = rows_of("tea is green today\n", "tea is black today\n", "tea\n", cells=10)
    assert [(row.mine.text, row.mine.spans) for row in rows[1:]] == [
        ("tea is ", ()),
        ("black ", (CharSpan(0, 5),)),
        ("today", ()),
    ]
    assert rows_of("abc\n", "xyz\n", "uvw\n")[1].mine.spans == ()


def test_a_last_line_without_newline_shows_no_mark():
    assert side(rows_of("a", "b", "c"), "mine") == ["b"]


def test_hidden_characters_are_spelled_out():
    assert "⟦" in side(rows_of("a\n", "a\u202eb\n", "c\n"), "mine")[0]


@given(texts, texts, texts, st.integers(8, 20))
def test_no_piece_is_too_wide_and_none_is_lost(base, mine, theirs, cells):
    rows = rows_of(base, mine, theirs, cells)
    for row in rows:
        for piece in (row.base, row.mine, row.theirs):
            wide = [2 if east_asian_width(letter) in "WF" else 1 for letter in piece.text] if piece else []
            assert sum(wide) <= cells
    if not {MergeRowKind.GAP, MergeRowKind.CUT} & {row.kind for row in rows}:
        assert "".join(side(rows, "mine")) == mine.replace("\n", "")


def test_rows_far_from_what_is_looked_at_are_left_out(monkeypatch):
    monkeypatch.setattr(module, "MOST_ROWS", 6)
    base = "".join(f"{number}\n" for number in range(100))
    chunks = begin(Sources(base, base.replace("5\n", "five\n"), base.replace("5\n", "FIVE\n"))).chunks
    conflicts = [at for at, chunk in enumerate(chunks) if chunk.kind == "conflict"]
    assert len(conflicts) == 10
    first, middle, last = (merge_rows(chunks, 80, conflicts[at]) for at in (0, 5, 9))
    assert [(rows[0].kind.value, rows[-1].kind.value) for rows in (first, middle, last)] == [
        ("gap", "cut"),
        ("cut", "cut"),
        ("cut", "gap"),
    ]
    assert any(row.chunk == conflicts[5] for row in middle)
    assert len(middle) < 20


def test_a_single_huge_conflict_is_cut_too(monkeypatch):
    monkeypatch.setattr(module, "MOST_ROWS", 2)
    rows = rows_of("", "a\n" * 20, "b\n" * 30)
    assert kinds(rows) == ["head", *["line"] * 5, "cut"]


def same(*lines):
    return MergeChunk(ChunkKind.SAME, lines, lines, lines, lines)


def conflict(base=(), mine=("b",), theirs=("c",)):
    return MergeChunk(ChunkKind.CONFLICT, base, mine, theirs, theirs)


def shown(chunks, around):
    return sorted({row.chunk for row in merge_rows(chunks, 80, around)} - {-1})


@pytest.mark.parametrize(
    ("chunk", "height"),
    [
        (same("a"), 2),
        (same(*"abcd"), 5),
        (same(*"abcdefg"), 5),
        (same("a" * 79), 2),
        (same("a" * 80), 3),
        (same("记" * 39), 2),
        (same("记" * 40), 3),
        (conflict(), 2),
        (conflict(("a",), ("b" * 80,), ("c" * 160,)), 4),
        (conflict((), ("b", "b"), ("c",)), 3),
    ],
)
def test_a_chunk_is_shown_while_there_are_rows_left_for_it(monkeypatch, chunk, height):
    monkeypatch.setattr(module, "MOST_ROWS", height)
    assert shown([conflict(), chunk, conflict()], 0) == [0, 1]
    assert shown([conflict(), chunk, conflict()], 2) == [1, 2]
    monkeypatch.setattr(module, "MOST_ROWS", height - 1)
    assert shown([conflict(), chunk, conflict()], 0) == [0]
    assert shown([conflict(), chunk, conflict()], 2) == [2]


def test_a_cut_stands_for_what_is_not_shown_be_it_one_chunk(monkeypatch):
    monkeypatch.setattr(module, "MOST_ROWS", 1)
    rows = merge_rows([conflict(), same("a"), conflict()], 80, 1)
    assert kinds(rows) == ["cut", "same", "cut"]
    assert [(row.chunk, row.skipped) for row in rows] == [(-1, 0), (1, 0), (-1, 0)]


@pytest.mark.parametrize(("count", "skipped"), [(5, []), (6, [2])])
def test_lines_between_two_conflicts_are_left_out_from_two_on(count, skipped):
    rows = merge_rows([conflict(), same(*"abcdef"[:count]), conflict()], 80, 0)
    assert [row.skipped for row in rows if row.kind is MergeRowKind.GAP] == skipped
    assert len(side(rows, "base")) == count - sum(skipped)


@pytest.mark.parametrize(("mine", "spans"), [("aa bbbbbb", (CharSpan(3, 9),)), ("aa bbbbbbb", ())])
def test_a_line_of_which_most_is_new_has_no_marks(mine, spans):
    assert rows_of("aa c\n", f"{mine}\n", "d\n")[1].mine.spans == spans


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("abcd efghij", ["abcd ", "efghij"]),
        ("abc defghij", ["abc defg", "hij"]),
        (" bcdefghij", [" bcdefgh", "ij"]),
        ("记记记记记", ["记记记记", "记"]),
        ("a记记记记", ["a记记记", "记"]),
        ("ééééééééé", ["éééééééé", "é"]),
        ("éa记记记记", ["éa记记记", "记"]),
    ],
)
def test_a_line_is_broken_where_a_space_is_late_enough_or_nothing_more_fits(text, pieces):
    assert side(rows_of("x\n", f"{text}\n", "y\n", cells=8), "mine") == pieces
