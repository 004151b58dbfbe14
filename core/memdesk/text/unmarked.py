"""A text as whoever reads it takes it: without the marks of Markdown and HTML in the midst of a sentence.

"**Ignore** all", "ignore&nbsp;all" and a sentence that goes on in the next line of a quotation say what they
say without the marks.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from heapq import merge

from memdesk.text.chunked_search import found
from memdesk.text.cooperative import yielding
from memdesk.text.source_map import MappedText, replaced

_MARKS = re.compile(
    r"[*`_~<&\[\\\n-](?:"
    r"(?<=[*`_~])(?P<weight>[*`_~]{0,2})"
    r"|(?<=\n)(?P<line>[ \t]{0,3}(?:>[ \t]?){1,4}|[ \t]{0,8}(?:#{1,3}|//|;{1,2}|--)[ \t](?=\w))"
    r"|(?<=&)(?P<entity>(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});)"
    r"|(?<=<)(?P<block>/?(?:br|p|div|li|ul|ol|td|tr|th|dd|dt|h[1-6]|blockquote)"
    r"(?:[ \t][^<>\n]{0,80})?[ \t]?/?>)"
    r"|(?<=<)(?P<inline>/?(?:b|i|u|s|em|strong|span|font|a|code|mark|small|big|sup|sub|kbd|del|ins|tt|abbr|wbr)"
    r"(?:[ \t][^<>\n]{0,80})?/?>|!--[^<>\n]{0,40}-->)"
    r"|(?<=-)(?P<hyphen>\r?\n[ \t]{0,8}(?=[a-z]))"
    r"|(?<=\[)(?P<link>(?P<shown>[^\[\]\n]{1,60})\]\([^()\n]{0,200}\))"
    r"|(?<=\\)(?P<escape>[nrt])"
    r")"
)


_REACH = 120
"""Letters before and behind a mark in the midst of a sentence that are returned with it."""

_LOOKED_AT = 4
_LONGEST_CODE = 16
_MARKED = frozenset(",*_`~>;)")
_SKIPPED = frozenset("*_`~<>&;/[]()\\# \t\r\n")


def unmarked(text: str) -> MappedText | None:
    """Return what surrounds the marks between and within words, without them; None where there are none.

    The rest of the text is left out: it says the same without a mark.
    """
    cuts = [*_cuts(text)]
    inside = [start for start, end, _ in yielding(cuts) if _is_inside(text, start, end)]
    return replaced(text, merge(cuts, _left_out(inside, len(text)))) if inside else None


def _is_inside(text: str, start: int, end: int) -> bool:
    """Say whether words stand before and behind a mark, or other marks that may be followed by some."""
    if text[start] == "`":
        stop = text.find("`", end, end + _LONGEST_CODE)
        if stop < 0 or not text[end:stop].isalpha():
            return False  # code, whose end is no mark of a sentence either
    before = next(
        (each for each in reversed(text[max(0, start - _LOOKED_AT) : start]) if not each.isspace()), ""
    )
    behind = next((each for each in text[end : end + _LOOKED_AT] if not each.isspace()), "")
    return (before.isalnum() or before in _MARKED) and (behind.isalnum() or behind in _SKIPPED)


def _left_out(inside: list[int], length: int) -> Iterator[tuple[int, int, str]]:
    """Yield the stretches of a text that are far from every mark."""
    at = 0
    for place in inside:
        if place - _REACH > at:
            yield at, place - _REACH, "\n"
        at = max(at, place + _REACH)
    if at < length:
        yield at, length, "\n"


def _cuts(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield what goes, and what comes in its place."""
    for match in found(_MARKS, text):
        start, end = match.span()
        kind = match.lastgroup
        if kind == "link":
            yield start, match.start("shown"), ""
            yield match.end("shown"), end, ""
        elif kind == "entity":
            letter = html.unescape(match[0])
            if letter != match[0]:
                yield start, end, " " if letter.isspace() else letter
        elif kind == "line":
            yield start + 1, end, ""
        elif kind != "weight" or _is_beside_word(text, start, end):
            yield start, end, " " if kind in ("block", "escape") else ""


def _is_beside_word(text: str, start: int, end: int) -> bool:
    """Say whether marks of weight stand at a word, and, where they underline, within none."""
    before, after = text[start - 1 : start].isalnum(), text[end : end + 1].isalnum()
    return before is not after or (before and text[start] != "_")
