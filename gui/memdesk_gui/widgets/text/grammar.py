"""What the characters of a line are, for colouring it: Markdown and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

LONGEST_LINE = 4_096
"""The inside of longer lines stays plain."""

_HEADING = re.compile(r"(#{1,6})(?:\s+|$)")
_FENCE = re.compile(r"\s{0,3}(?:>\s?)*(`{3,}|~{3,})")
_QUOTE = re.compile(r"\s{0,3}(?:>\s?)+")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")
_RULE = re.compile(r"\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$")
_INLINE = re.compile(
    r"(?P<code>`+)(?P<coded>[^`]+)`+"
    r"|(?P<comment><!--.*?(?:-->|$))"
    r"|(?P<bold>\*\*|__)(?=\S)(?P<strong>[^*_]+)(?P=bold)"
    r"|(?P<thin>\*|(?<![\w_])_)(?=[^\s*_])(?P<slanted>[^*_]+)(?P=thin)(?!\w)"
    r"|(?P<open>!?\[)(?P<label>[^\[\]]*)(?P<close>\]\((?P<target>[^()\s]*)[^()]*\))"
    r"|(?P<url>https?://[^\s<>)\]]+)"
)
_JSON = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*")(?=\s*:)|(?P<text>"(?:[^"\\]|\\.)*"?)'
    r"|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<word>\b(?:true|false|null)\b)"
)


class Ink(NamedTuple):
    """Characters from ``start`` on for ``length`` have this format (positions in Python's characters)."""

    start: int
    length: int
    style: str


class Grammar(Protocol):
    """Says what the characters of a line are. ``state`` is -1 outside of anything that spans lines."""

    def __call__(self, text: str, state: int, /) -> tuple[list[Ink], int]:
        """Return the inks of a line and the state after it."""
        ...


def plain(_text: str, state: int) -> tuple[list[Ink], int]:
    """Leave a line as it is."""
    return [], state


def json_line(text: str, _state: int) -> tuple[list[Ink], int]:
    """Tell the keys, texts, numbers and words of JSON apart."""
    found = _JSON.finditer(text)
    return [Ink(m.start(), m.end() - m.start(), str(m.lastgroup)) for m in found], -1


def markdown_line(text: str, state: int) -> tuple[list[Ink], int]:
    """Tell the parts of a Markdown line apart; the state is the length of an open fence."""
    fence = _FENCE.match(text)
    if state > 0:
        closes = fence is not None and len(fence[1]) >= state and not text[fence.end() :].strip("`~ ")
        return [Ink(0, len(text), "fence" if closes else "block")], -1 if closes else state
    if fence:
        return [Ink(0, len(text), "fence")], len(fence[1])
    return list(_block_inks(text)), -1


def _block_inks(text: str) -> Iterator[Ink]:
    start = 0
    if heading := _HEADING.match(text):
        yield Ink(0, len(text), f"h{len(heading[1])}")
        yield Ink(0, len(heading[1]), f"m{len(heading[1])}")
        return
    if _RULE.match(text):
        yield Ink(0, len(text), "mark")
        return
    if quote := _QUOTE.match(text):
        yield Ink(0, len(text), "quote")
        start = quote.end()
    if item := _ITEM.match(text, start):
        yield Ink(start, item.end() - start, "mark")
        start = item.end()
    if len(text) <= LONGEST_LINE:
        yield from _inline_inks(text, start)


def _inline_inks(text: str, start: int) -> Iterator[Ink]:
    for match in _INLINE.finditer(text, start):
        for name, style in _STYLES.items():
            if match[name] is not None:
                yield Ink(match.start(name), match.end(name) - match.start(name), style)
        if closing := _CLOSING.get(str(match.lastgroup)):
            length = len(match[closing])
            yield Ink(match.end() - length, length, "mark")


_STYLES = {
    "code": "mark",
    "coded": "code",
    "comment": "mark",
    "bold": "mark",
    "strong": "bold",
    "thin": "mark",
    "slanted": "italic",
    "open": "mark",
    "label": "link",
    "close": "mark",
    "url": "link",
}
_CLOSING = {"coded": "code", "strong": "bold", "slanted": "thin"}
