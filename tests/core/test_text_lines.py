"""A line is what lies between two newlines, whatever else some programs take for the end of one."""

from __future__ import annotations

import pytest

from memdesk.text.enclosing import parts_around
from memdesk.text.fragment import cut_out, find_part
from memdesk.text.lines import lines, lines_named

NO_ENDS = ["\u2028", "\x85", "\v", "\f", "\r", "\x1c", "\x1d", "\x1e", "\u2029"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a\n"]),
        ("\n", ["\n"]),
        ("a\n\nb", ["a\n", "\n", "b"]),
        ("a\r\nb\r\n", ["a\r\n", "b\r\n"]),
        *((f"a{mark}b\nc\n", [f"a{mark}b\n", "c\n"]) for mark in NO_ENDS),
    ],
)
def test_only_a_newline_ends_a_line(text, found):
    assert lines(text) == found
    assert "".join(found) == text


@pytest.mark.parametrize(
    ("fragment", "named"),
    [
        ("L3", (3, 3)),
        ("L3-L5", (3, 5)),
        ("L3-5", (3, 5)),
        ("L", None),
        ("l3", None),
        ("L٣", None),
        ("L3 ", None),
    ],
)
def test_the_address_of_lines(fragment, named):
    assert lines_named(fragment) == named


@pytest.mark.parametrize("mark", NO_ENDS)
def test_what_is_found_in_a_line_is_shown_and_taken_out_by_that_line(mark):
    text = f"# A\n\n- one{mark}two\n- bad\n- good\n"
    start = text.index("bad")
    [part] = parts_around(text, [(start, start + 3)], structured=False)
    assert part == "L4"
    assert find_part(part, text, None, structured=False).text == "- bad\n"
    cut = cut_out(text, part, structured=False)
    assert (cut.rest, cut.taken) == (f"# A\n\n- one{mark}two\n- good\n", "- bad\n")
