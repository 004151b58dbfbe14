"""Structure of Markdown text, line by line: headings, sections, summary lines, front matter.

Texts have ``\\n`` as their only line end; lines count from 1. Only what agents write counts as structure:
``#`` headings outside of code fences. No tree of inline marks is built, so a large note costs milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.text.chunked_search import count
from memdesk.text.cooperative import yielding

SUMMARY_LIMIT = 160
"""Characters kept of a line that stands in for a missing summary."""

_MARK = re.compile(r"\n {0,3}(?=[#`~])(?:(#{1,6})(?:[ \t](.*))?$|(`{3,})[^`\n]*$|(~{3,}).*$)", re.MULTILINE)
_SUMMARY = re.compile(r"\n> ?Summary:")
_WORD = re.compile(r"\S")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*")
_LEAD = re.compile(r"^(?:[-*+] (?:\[[ xX]\] )?|> ?|\d{1,9}[.)] )")


class MarkdownSection(NamedTuple):
    """A heading and the lines it holds, ``line`` to ``end_line`` inclusive."""

    heading: str
    level: int
    line: int
    end_line: int


class MarkdownHeading(NamedTuple):
    """A heading, its level, its line, and the place in the text where that line begins."""

    heading: str
    level: int
    line: int
    start: int


class SummaryLine(NamedTuple):
    """The text of the ``> Summary:`` line and where that text stands."""

    text: str
    line: int


class LineSpan(NamedTuple):
    """First and last line of something, both inclusive."""

    line: int
    end_line: int


def line_count(text: str) -> int:
    """Return how many lines a text has; a final line end starts no further line."""
    return count(text, "\n") + (not text.endswith("\n") and text != "")


def sections(text: str) -> tuple[MarkdownSection, ...]:
    """Cut a text at its headings of every level; what stands before the first heading is in no section."""
    heads = headings(text)
    ends = [head.line - 1 for head in heads[1:]] + [line_count(text)]
    return tuple(MarkdownSection(*head[:3], end) for head, end in zip(heads, ends, strict=False))


def headings(text: str) -> tuple[MarkdownHeading, ...]:
    """Return the headings of every level outside of fences and front matter."""
    return tuple(_headings(text))


def outline(text: str) -> tuple[MarkdownSection, ...]:
    """Return the same headings as :func:`sections`, each holding its deeper headings too."""
    found = list(sections(text))
    open_at: list[int] = []
    for index, section in enumerate(found):
        while open_at and found[open_at[-1]].level >= section.level:
            _close(found, open_at.pop(), section.line - 1)
        open_at.append(index)
    for index in open_at:
        _close(found, index, line_count(text))
    return tuple(found)


def entries(text: str, level: int = 2) -> tuple[MarkdownSection, ...]:
    """Return the sections of exactly this level, each with its deeper ones."""
    return tuple(section for section in outline(text) if section.level == level)


def title(text: str) -> str:
    """Return the first heading, or an empty text."""
    return next((head.heading for head in _headings(text) if head.heading), "")


def summary_line(text: str) -> SummaryLine | None:
    """Return what the first ``> Summary:`` line says.

    A marker with nothing behind it speaks through the next line that has text, as agents read it.
    """
    found = _SUMMARY.search("\n" + text)
    if found is None:
        return None
    rest = text[found.end() - 1 :]
    said = rest.lstrip()
    if not said:
        return None
    before = len(text) - len(said)
    return SummaryLine(said.partition("\n")[0].rstrip(), text.count("\n", 0, before) + 1)


def first_line(text: str) -> str:
    """Return the first line of plain content, without its list mark.

    Headings, summary lines, rules, fence marks and front matter are no content.
    """
    for line in _body_lines(text):
        if _is_content(line):
            return plain(line)
    return ""


def digest(text: str) -> str:
    """Return what a list shows of a text: its summary line, or else its first line of content."""
    said = summary_line(text)
    return shorten(said.text if said else first_line(text))


def plain(line: str) -> str:
    """Return a line without its quote or list mark, emphasis and code marks."""
    bare = _LEAD.sub("", line.strip(), count=1)
    return bare.replace("**", "").replace("`", "").strip()


def shorten(line: str, limit: int = SUMMARY_LIMIT) -> str:
    """Cut a line to at most ``limit`` characters, with an ellipsis where something was cut."""
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def front_matter(text: str) -> LineSpan | None:
    """Return the lines of a ``---`` block that opens the text, with both its markers."""
    if not text.startswith("---\n"):
        return None
    end = re.compile(r"\n(?:---|\.\.\.)[ \t]*(?=\n|\Z)").search(text, 3)
    return LineSpan(1, text.count("\n", 0, end.end()) + 1) if end else None


def lines_between(text: str, span: LineSpan | MarkdownSection) -> str:
    """Return the lines of a span or section, with their line ends."""
    lines = text.split("\n")
    chosen = "\n".join(lines[span.line - 1 : span.end_line])
    return chosen + "\n" if span.end_line < len(lines) else chosen


def _headings(text: str) -> Iterator[MarkdownHeading]:
    marked, line, seen, fence = "\n" + text, 0, 0, ""
    start = _offset_after(text, front_matter(text))
    for mark in yielding(_MARK.finditer(marked, start)):
        hashes, words, ticks, tildes = mark.groups()
        run = ticks or tildes or ""
        if fence:
            fence = "" if _closes(mark.group(), fence) else fence
        elif run:
            fence = run
        else:
            line, seen = line + marked.count("\n", seen, mark.start() + 1), mark.start() + 1
            yield MarkdownHeading(_heading_text(words or ""), len(hashes), line, mark.start())


def _offset_after(text: str, span: LineSpan | None) -> int:
    """Return the offset at which the line after a leading span's end begins (0 without a span)."""
    if span is None:
        return 0
    offset = 0
    for _ in range(span.end_line):
        offset = text.find("\n", offset) + 1 or len(text)
    return offset


def _closes(mark: str, fence: str) -> bool:
    """Say whether a line ends the open fence: the same sign, at least as often, and nothing else."""
    run = mark.strip()
    return len(run) >= len(fence) and not run.strip(fence[0])


def _heading_text(words: str) -> str:
    """Return a heading's words without a closing run of ``#``."""
    words = words.strip()
    bare = words.rstrip("#")
    return bare.rstrip() if bare == "" or bare[-1:] in " \t" else words


def _close(found: list[MarkdownSection], index: int, end_line: int) -> None:
    found[index] = found[index]._replace(end_line=end_line)


def _body_lines(text: str) -> Iterator[str]:
    """Yield the lines after the front matter that are not blank, one by one."""
    offset = _offset_after(text, front_matter(text))
    while (found := _WORD.search(text, offset)) is not None:
        offset = max(offset, text.rfind("\n", offset, found.start()) + 1)
        end = text.find("\n", offset)
        end = len(text) if end < 0 else end
        yield text[offset:end]
        offset = end + 1


def _is_content(line: str) -> bool:
    """Say whether a line is more than a heading, a fence mark, a rule or nothing."""
    bare = line.strip()
    if bare.startswith(("```", "~~~", "> Summary:", ">Summary:")) or _RULE.fullmatch(line):
        return False
    return not (bare[0] == "#" and _MARK.match("\n" + line))
