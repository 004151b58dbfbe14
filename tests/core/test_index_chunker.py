"""How documents are cut into what a search finds."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.index import CHUNK_SIZE, chunks_of


def texts(chunks):
    return [chunk.text for chunk in chunks]


def test_every_heading_begins_a_chunk_and_says_what_it_is_under():
    text = "before\n\n# A\none\n## B\n\ntwo\nthree\n\n# C\n"
    assert tuple(chunk[:4] for chunk in chunks_of(text)) == (
        ("", "before", 1, 1),
        ("A", "# A\none", 3, 4),
        ("A › B", "## B\n\ntwo\nthree", 5, 8),
        ("C", "# C", 10, 10),
    )


def test_a_heading_in_a_code_block_is_none():
    assert len(chunks_of("# A\n```\n# not a heading\n```\n")) == 1


@given(st.text(alphabet="ab #\n\t-", max_size=200), st.sampled_from([(40, 10), (60, 0), (100, 90)]))
def test_a_text_is_cut_the_same_whatever_is_written_in_another_section(text, sizes):
    size, overlap = sizes
    text = f"{text}\n"
    alone, beside = (chunks_of(each, size=size, overlap=overlap) for each in (text, f"{text}# \u00e9\n"))
    assert beside[:-1] == alone


def test_long_sections_are_cut_between_lines_and_overlap():
    rows = [f"- row {number:03} {'x' * 40}" for number in range(40)]
    chunks = chunks_of("# Rows\n" + "\n".join(rows))
    assert len(chunks) > 2
    assert {chunk.heading for chunk in chunks} == {"Rows"}
    assert all(len(text.encode()) <= CHUNK_SIZE for text in texts(chunks))
    assert chunks[0].last == chunks[1].first, "the next one begins with the end of the one before"
    assert all(any(row in text for text in texts(chunks)) for row in rows)


@pytest.mark.parametrize("letter", ["x", "咖", "🍵", "e\u0301"])
def test_a_long_line_is_cut_between_letters(letter):
    chunks = chunks_of(letter * 2_000)
    assert all(len(text.encode()) <= CHUNK_SIZE for text in texts(chunks))
    assert all("\ufffd" not in text for text in texts(chunks))
    assert {(chunk.first, chunk.last) for chunk in chunks} == {(1, 1)}


@given(st.text(alphabet="a 咖\n#-é🍵", max_size=3_000), st.integers(16, 600), st.integers(0, 60))
def test_nothing_is_lost_and_no_chunk_is_too_large(text, size, overlap):
    chunks = chunks_of(text, size=size, overlap=overlap)
    assert all(len(said.encode()) <= size for said in texts(chunks))
    assert all(1 <= chunk.first <= chunk.last <= text.count("\n") + 1 for chunk in chunks)
    end = 0
    for said in texts(chunks):
        reached = len(text) - len(text[end:].lstrip())
        start = text.rfind(said, 0, reached + len(said))
        assert start >= 0, "each begins within or right after the one before"
        end = max(end, start + len(said))
    assert not text[end:].strip()


def test_entries_of_a_store_are_chunks_of_their_own():
    value = {
        "run": [],
        "session": [
            {"id": "a-1", "content": "likes tea", "tags": ["drink", "style"], "created_at": "2026-01-01"},
            {"id": "a-2", "content": "lives in 汉堡", "vector": [0.25, 0.5]},
        ],
        "owner": {"name": "Mei", "loves": ["ferns"]},
        "age": 41,
        "sure": True,
    }
    text = json.dumps(value, indent=2, ensure_ascii=False)
    chunks = chunks_of(text, is_json=True)
    assert [(chunk.heading, chunk.text) for chunk in chunks] == [
        ("session", "likes tea\ndrink\nstyle\na-1"),
        ("session", "lives in 汉堡\na-2"),
        ("owner › Mei", "Mei\nferns"),
        ("age", "41"),
    ]
    rows = text.split("\n")
    assert all(chunk.text.split("\n")[0] in "\n".join(rows[chunk.first - 1 : chunk.last]) for chunk in chunks)


@pytest.mark.parametrize("text", ["{", "[" * 5_000, '{"a": NaN', "no json at all"])
def test_a_store_that_cannot_be_read_is_cut_as_text(text):
    assert "".join(texts(chunks_of(text, is_json=True))) != ""


def test_nothing_is_in_an_empty_document():
    assert chunks_of("") == chunks_of("\n\n \n") == chunks_of("{}", is_json=True) == ()


def test_what_an_entry_holds_in_an_object_of_its_own_belongs_to_it():
    entry = {"id": "x", "text": "stored", "metadata": {"urls": ["a.example"], "paths": []}}
    assert [chunk.text for chunk in chunks_of(json.dumps([entry]), is_json=True)] == ["stored\na.example\nx"]
    tree = {"root": {"desc": "all", "children": {"a": {"desc": "one", "children": {}}}}}
    assert [chunk.text for chunk in chunks_of(json.dumps(tree), is_json=True)] == ["all", "one"]
