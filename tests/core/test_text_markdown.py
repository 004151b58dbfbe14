"""Markdown structure: what counts as a heading, where sections end, what a summary line says."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.slow_texts import MARKDOWN_PIECES, markdown_of
from memdesk.text import markdown

NOTE = """---
name: note
# not a heading
---
# Title

> Summary: what it says

intro

## First ##
- **bold** `code`
### Deeper
```python
# a comment
```
## C#
#hashtag
##
end"""

PIECES = "# a|## b ##|###### c|#tag|   # d|    # e|```|````|~~~|```py|``` `|---|...||text|> Summary: x"
MORE_PIECES = ">Summary:|> Summary:  |- item|\t|# \r|中文|***|#"
MARKDOWN_LINES = st.lists(st.sampled_from([*PIECES.split("|"), *MORE_PIECES.split("|")]), max_size=30)


def naive_headings(lines: list[str]) -> list[tuple[int, int]]:
    """Walk the lines as the definition says, slowly: (line, level) of every heading."""
    found, fence, start = [], "", 0
    if lines[0] == "---":
        ends = (i for i, line in enumerate(lines[1:], 1) if line.rstrip(" \t") in ("---", "..."))
        start = next(ends, -1) + 1
    for number, line in enumerate(lines[start:], start + 1):
        bare = line.lstrip(" ")
        if len(line) - len(bare) > 3:
            continue
        run = len(bare) - len(bare.lstrip(bare[:1]))
        if fence:
            if bare[:1] == fence[0] and run >= len(fence) and not bare[run:].strip():
                fence = ""
        elif bare[:1] == "#" and run <= 6 and bare[run : run + 1] in ("", " ", "\t"):
            found.append((number, run))
        elif bare[:1] in ("`", "~") and run >= 3 and not (bare[0] == "`" and "`" in bare[run:]):
            fence = bare[:run]
    return found


def test_sections_are_cut_at_every_heading_outside_fences():
    assert markdown.sections(NOTE) == (
        ("Title", 1, 5, 10),
        ("First", 2, 11, 12),
        ("Deeper", 3, 13, 16),
        ("C#", 2, 17, 18),
        ("", 2, 19, 20),
    )


def test_the_outline_holds_deeper_sections():
    assert [section.end_line for section in markdown.outline(NOTE)] == [20, 16, 16, 18, 20]


def test_entries_are_the_sections_of_one_level():
    assert [section.heading for section in markdown.entries(NOTE)] == ["First", "C#", ""]


def test_the_lines_of_a_section_can_be_taken_out():
    first = markdown.entries(NOTE)[0]
    assert markdown.lines_between(NOTE, first) == "\n".join(NOTE.split("\n")[10:16]) + "\n"
    assert markdown.lines_between(NOTE, markdown.entries(NOTE)[2]) == "##\nend"


def test_an_open_fence_runs_to_the_end():
    assert markdown.sections("# a\n```\n# b\n") == (("a", 1, 1, 3),)


@given(MARKDOWN_LINES.filter(bool))
def test_headings_are_those_of_the_definition(lines):
    found = markdown.sections("\n".join(lines))
    assert [(section.line, section.level) for section in found] == naive_headings(lines)


@given(MARKDOWN_LINES)
def test_sections_leave_no_gap(lines):
    text = "\n".join(lines)
    found = markdown.sections(text)
    for section, following in itertools.pairwise(found):
        assert section.end_line == following.line - 1
    assert not found or found[-1].end_line == markdown.line_count(text)


@given(st.text())
def test_no_text_is_refused(text):
    markdown.outline(text)
    markdown.digest(text)
    markdown.title(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# T\n\n> Summary: name, role\n", ("name, role", 3)),
        (">Summary:tight", ("tight", 1)),
        ("> Summary:\n\n  next line \nmore", ("next line", 3)),
        ("> Summary: with CR\r\nx", ("with CR", 1)),
        ("a\n> Summary: one\n> Summary: two", ("one", 2)),
        ("> Summary:   \n\n", None),
        ("- Summary: a bullet", None),
        ("say > Summary: inside", None),
        (">  Summary: two spaces", None),
        ("", None),
    ],
)
def test_the_summary_line(text, said):
    assert markdown.summary_line(text) == said


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (NOTE, "intro"),
        ("# T\n\n- [x] **done** it with `make`\n", "done it with make"),
        ("---\n***\n```sh\nls", "ls"),
        ("> quoted\n", "quoted"),
        ("12. twelfth", "twelfth"),
        ("#tag line", "#tag line"),
        ("---\na: b\n---", ""),
        ("", ""),
    ],
)
def test_the_first_line_of_content(text, line):
    assert markdown.first_line(text) == line


def test_the_digest_is_the_summary_or_the_first_line():
    assert markdown.digest(NOTE) == "what it says"
    assert markdown.digest("# T\nhello") == "hello"
    assert len(markdown.digest("x" * 1000)) == markdown.SUMMARY_LIMIT
    assert markdown.digest("x" * 1000).endswith("…")


def test_the_title_is_the_first_heading_with_words():
    assert markdown.title("#\n## Words\n# More") == "Words"
    assert markdown.title("no heading") == ""


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("---\na: b\n---\n# T", (1, 3)),
        ("---\na: b\n...", (1, 3)),
        ("---\n---\n", (1, 2)),
        ("---\nnever closed\n", None),
        ("\n---\na\n---\n", None),
        ("--- \na\n---\n", None),
    ],
)
def test_front_matter(text, span):
    assert markdown.front_matter(text) == span


@pytest.mark.parametrize(("text", "lines"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)])
def test_lines_are_counted(text, lines):
    assert markdown.line_count(text) == lines


@pytest.mark.parametrize("piece", MARKDOWN_PIECES)
def test_much_of_one_thing_is_read(piece):
    text = markdown_of(piece)
    lines = markdown.line_count(text)
    assert all(1 <= section.line <= lines for section in markdown.outline(text))
    assert markdown.digest(text) is not None
    assert markdown.title(text) is None or markdown.title(text) in text


def test_a_dash_or_a_number_inside_of_a_line_is_no_mark_of_a_list():
    assert markdown.plain("- MEMORY.md - Long-Term Context") == "MEMORY.md - Long-Term Context"
    assert markdown.plain("Opened 3. of May > noon") == "Opened 3. of May > noon"
