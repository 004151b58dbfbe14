"""The preview's HTML: nothing in it loads or runs, hidden characters show, hostile texts cost little time."""

from __future__ import annotations

import itertools
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mdurl._decode import decode_cache
from mdurl._encode import encode_cache

from helpers.slow_texts import PREVIEW_PIECES, many_of
from memdesk.text.preview_html import MAX_CHARACTERS, PART_CHARACTERS, _parser, render, visible


def test_markdown_becomes_html_with_anchors_of_its_lines():
    preview = render("# User\n\n> Summary: tea\n\n- **Name:** Ann\n- Dog\n")
    assert "<h1>" in preview.html
    assert "<strong>Name:</strong>" in preview.html
    assert preview.lines == (0, 2, 4, 5)
    assert '<a name="L4"></a>' in preview.html


def test_tables_and_strikethrough_are_known():
    html = render("|a|b|\n|-|-|\n|~~c~~|d|\n").html
    assert "<table>" in html
    assert "<s>" in html


@pytest.mark.parametrize(
    "text",
    [
        "<img src=http://evil/x.png>",
        "![a](http://evil/x.png)",
        "![a](../../secret.png)",
        "![a](\\\\evil\\share)",
        "<script>alert(1)</script>",
        "<iframe src='file:///etc/passwd'>",
        "[![a](http://evil/x.png)](http://evil)",
        '<a style="background:url(http://evil)">',
    ],
)
def test_nothing_is_ever_loaded(text):
    html = render(text).html
    assert not re.search(r"<(img|script|iframe|link|style|object|video|audio|embed)", html)
    assert "src=" not in re.sub(r"&lt;.*?&gt;", "", html)


@pytest.mark.parametrize(
    "target", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vbscript:x"]
)
def test_dangerous_links_are_no_links(target):
    assert "<a href" not in render(f"[x]({target})").html


def test_a_picture_is_named_instead_of_shown():
    assert "▨ a cat · http://evil/x.png" in render("![a cat](http://evil/x.png)").html


def test_hidden_characters_are_badges_everywhere():
    html = render("a\u200bb `c\u202ed`\n\n```\ne\u2066f\n```\n").html
    for name in ("ZWSP", "RLO", "LRI"):
        assert f'<span class="badge">&nbsp;{name}&nbsp;</span>' in html
    assert not set("\u200b\u202e\u2066") & set(html)


def test_of_a_long_text_the_part_around_a_line_is_rendered_from_heading_to_heading():
    sections = [f"## Day {number}\n\nSaid *{number}*.\n\n" for number in range(20_000)]
    text = "".join(sections)
    assert len(text) > MAX_CHARACTERS
    lines = text.split("\n")
    for day in (0, 9_000, 19_999):
        line = lines.index(f"Said *{day}*.")
        preview = render(text, seconds=60, around=line)
        assert preview.rendered
        assert preview.is_part
        assert f"<em>{day}</em>" in preview.html
        assert preview.first <= line < preview.end
        assert line in preview.lines
        assert lines[preview.first].startswith("## Day")
        assert (preview.first > 0, preview.cut) == (day > 0, day < 19_999)
        assert len("\n".join(lines[preview.first : preview.end])) <= PART_CHARACTERS


@pytest.mark.parametrize("text", ["a" * 600_000, "*a*\n" * 200_000, "\n" * 600_000])
def test_a_long_text_without_headings_is_shown_in_part(text):
    preview = render(text, seconds=0.3, around=text.count("\n") // 2)
    assert preview.is_part
    assert preview.end > preview.first


@pytest.mark.parametrize("piece", PREVIEW_PIECES)
def test_hostile_text_is_shown_in_one_way_or_the_other(piece):
    assert render(many_of(piece, 200_000), seconds=0.3).html


def test_a_busy_machine_changes_nothing(monkeypatch):
    monkeypatch.setattr(time, "monotonic", itertools.count(0, 60).__next__)
    assert render("# Head\n\n- a\n- b").rendered


@given(st.text(max_size=200))
def test_any_text_renders_without_raw_html(text):
    html = render(text).html
    tags = set(re.findall(r"</?([a-z0-9]+)", html))
    allowed = (
        "a h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code em strong s hr br span table thead tbody tr th td"
    )
    assert tags <= set(allowed.split())


def test_a_long_list_comes_in_pieces_that_count_on():
    preview = render("\n".join(f"{number}. item" for number in range(3, 53)))
    assert len(preview.pieces) == 3
    assert [re.search(r'start="(\d+)"', piece)[1] for piece in preview.pieces] == ["3", "23", "43"]
    assert all(piece.count("<ol") == piece.count("</ol>") == 1 for piece in preview.pieces)
    assert preview.html.count("<li>") == 50


def test_a_list_of_exactly_one_piece_leaves_no_empty_list():
    assert render("- a\n" * 20).html.count("<li>") == 20


def test_visible_escapes():
    assert visible("<b>&") == "&lt;b&gt;&amp;"


def test_a_first_preview_in_several_threads_at_once_is_whole_in_each():
    text = "[go](http://a.example/b?c=d~) <http://a.example/%41b>"
    expected = render(text)
    former = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            for _ in range(100):
                for known in (_parser.cache_clear, encode_cache.clear, decode_cache.clear):
                    known()
                assert [*pool.map(render, [text] * 4)] == [expected] * 4
    finally:
        sys.setswitchinterval(former)
