"""``MEMORY.md`` and its backups as entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from memdesk.model import Parsed, Unit
from memdesk.systems.picoclaw_memskill.records import LongTerm, LongTermEntry
from memdesk.systems.prose import read
from memdesk.text import markdown
from memdesk.text.markdown_entries import Head, MarkdownEntry, sections

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_GLUED = re.compile(r"[^\n#]## (\d{4}-\d\d-\d\d)[ \t]*$", re.MULTILINE)


class _Head(NamedTuple):
    line: int
    heading: str
    glued: bool = False


def parse_long_term(title: str, data: bytes) -> Parsed:
    """Parse ``MEMORY.md``: an entry per dated heading; where none is dated, per heading of that level."""
    prose = read(data)
    found = () if prose.problems else tuple(_entries(prose.text, prose.sections))
    record = LongTerm(found)
    summary = "" if prose.problems else markdown.digest(prose.text)
    return Parsed(title, summary, record.as_json(), record, prose.problems, len(found), Unit.ENTRIES)


def long_term_pieces(text: str) -> tuple[MarkdownEntry, ...]:
    """Return the entries of ``MEMORY.md`` as a person edits them."""
    lines = text.split("\n")
    offsets = [0, *accumulate(len(line) + 1 for line in lines)]
    heads = sorted(_heads(text, markdown.sections(text)))
    starts = [offsets[head.line - 1] + _column(lines[head.line - 1], head) for head in heads]
    ends = [*starts[1:], len(text)]
    found = (Head(start, head.heading, end) for head, start, end in zip(heads, starts, ends, strict=False))
    return sections(text, found)


def _column(line: str, head: _Head) -> int:
    return line.rindex("## ") if head.glued else 0


def _entries(text: str, parts: tuple[markdown.MarkdownSection, ...]) -> Iterator[LongTermEntry]:
    lines = text.split("\n")
    heads = sorted(_heads(text, parts))
    last = markdown.line_count(text)
    for index, head in enumerate(heads):
        following = heads[index + 1] if index + 1 < len(heads) else None
        end = following.line - 1 if following else last
        body = "\n".join(lines[head.line : end])
        if following and following.glued:
            body += "\n" + lines[end].rpartition("## ")[0]
        date = head.heading if _DATE.fullmatch(head.heading) else None
        summary = markdown.shorten(markdown.first_line(body))
        yield LongTermEntry(head.heading, date, head.line, max(end, head.line), summary, head.glued)


def _heads(text: str, parts: tuple[markdown.MarkdownSection, ...]) -> Iterator[_Head]:
    """Yield the headings at which entries begin; inside a dated entry other headings are its content."""
    dated = False
    for section in parts:
        is_date = bool(_DATE.fullmatch(section.heading))
        if section.level == 2 and (is_date or not dated):
            yield _Head(section.line, section.heading)
        dated = dated or is_date
    for found in _GLUED.finditer(text):
        yield _Head(text.count("\n", 0, found.start(1)) + 1, found[1], glued=True)
