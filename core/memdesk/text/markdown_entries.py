"""Entries of a Markdown text as stretches of it: written anew, moved and removed, and nothing else touched.

An entry is a section with its heading, or an item of a list with its key. What is an entry of a document its
system says, by a function from the text to its pieces; every edit here is refused that would change where the
other entries begin.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from memdesk.errors import InvalidError

_KEY = re.compile(r"(?:\*\*)?([^:：*\n]{1,80})(?:\*\*)?(?:：|:(?=[ \t*]|$))(?:\*\*)?[ \t]*", re.MULTILINE)
_ITEM = re.compile(r"[-*+] ")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*$")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_RULE = re.compile(r"([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_BLANK_BEFORE = re.compile(r"(?:[ \t]*\r?\n)*")
_INDENT = "  "


class MarkdownEntry(NamedTuple):
    """An entry from ``start`` to ``end``, the blank lines behind it left out; all places are characters.

    ``body`` is where that begins which is not its title; ``line`` counts from 1; ``under`` is the heading
    above an item.
    """

    title: str
    start: int
    end: int
    title_start: int
    body: int
    line: int = 1
    item: bool = False
    under: str = ""

    @property
    def title_end(self) -> int:
        """Where the title ends."""
        return self.title_start + len(self.title)


Split: TypeAlias = Callable[[str], tuple[MarkdownEntry, ...]]
"""Cuts a text into its entries."""


class Head(NamedTuple):
    """Where the heading of a section begins (its signs), what it says, and where the section ends."""

    start: int
    title: str
    end: int


def sections(text: str, heads: Iterable[Head]) -> tuple[MarkdownEntry, ...]:
    """Return sections as pieces."""
    return tuple(_numbered(text, (_section(text, head) for head in heads)))


def items(text: str) -> tuple[MarkdownEntry, ...]:
    """Return the items of a text's lists, each with the lines that go on with it."""
    return tuple(_numbered(text, (_as_item(text, *found) for found in _items(text))))


def body_of(text: str, piece: MarkdownEntry) -> str:
    """Return what an entry says below its heading, or behind its key; without blank lines and indent."""
    raw = text[piece.body : piece.end]
    if not piece.item:
        return raw.lstrip("\n")
    first, *more = raw.split("\n")
    return "\n".join((first, *map(_loose, more)))


def rewritten(split: Split, text: str, place: int, body: str) -> str:
    """Return a text in which an entry says something else; the blank lines around that stay."""
    piece = _at(split(text), place)
    new = (_as_item_body if piece.item else _as_section_body)(text, piece, body.strip("\n"))
    return _same(split, text, text[: piece.body] + new + text[piece.end :])


def retitled(split: Split, text: str, place: int, title: str) -> str:
    """Return a text in which an entry has another title; an item may have none."""
    piece, title = _at(split(text), place), title.strip()
    if piece.item and title and not piece.title:
        changed = f"{text[: piece.body]}{title}: {text[piece.body :]}"
    elif piece.item and not title:
        changed = text[: piece.title_start] + text[piece.body : piece.end] + text[piece.end :]
    else:
        changed = text[: piece.title_start] + title + text[piece.title_end :]
    _same(split, text, changed)
    if split(changed)[place].title != title or not (title or piece.item):
        raise InvalidError(f"{title!r} cannot be the title of an entry", reason="title")
    return changed


def moved(split: Split, text: str, place: int, step: int) -> str:
    """Return a text in which an entry has changed places with the one before (-1) or behind it (1)."""
    pieces = split(text)
    first, second = sorted((_at(pieces, place), _at(pieces, place + step)), key=lambda piece: piece.start)
    between = text[first.end : second.start] or ending(text) * 2
    parts = (
        text[: first.start],
        text[second.start : second.end],
        between,
        text[first.start : first.end],
        text[second.end :],
    )
    return _same(split, text, _joined(parts))


def removed(split: Split, text: str, place: int) -> str:
    """Return a text without one of its entries; of the blank lines around it the more are kept."""
    pieces = split(text)
    piece = _at(pieces, place)
    head, above = _cut_behind(text[: piece.start])
    below, tail = _cut_before(text[piece.end :])
    kept = below if not tail else "" if not head else max(above, below, key=len)
    return _same(split, text, _joined((head + kept, tail)), -1)


def added(split: Split, text: str, entry: str) -> str:
    """Return a text with one more entry behind the last one."""
    pieces = split(text)
    if not pieces:
        head, behind = _cut_behind(text)
        between = ending(text) * 2 if head else ""
        return _same(split, text, head + between + entry + (behind or ending(text)), 1)
    last = pieces[-1]
    between = text[pieces[-2].end : last.start] if len(pieces) > 1 else ""
    if between.strip() or "\n" not in between:
        between = ending(text) * (1 if last.item else 2)
    parts = (text[: last.end] + between + entry, text[last.end :])
    return _same(split, text, _joined(parts), 1)


def inserted(split: Split, text: str, place: int, entry: str) -> str:
    """Return a text with one more entry before the one in this place."""
    piece = _at(split(text), place)
    return _same(
        split, text, _joined((text[: piece.start], entry + ending(text) * 2 + text[piece.start :])), 1
    )


def end_of(text: str, start: int, stop: int) -> int:
    """Return where the content of a stretch ends, before the blank lines at its end."""
    while True:
        before = text.rfind("\n", start, stop)
        if before < 0 or text[before + 1 : stop].strip(" \t"):
            return stop
        stop = before - (text[before - 1 : before] == "\r")


def ending(text: str) -> str:
    """Return how the lines of a text end."""
    return "\r\n" if "\r\n" in text else "\n"


def _section(text: str, head: Head) -> MarkdownEntry:
    line_end = text.find("\n", head.start, head.end)
    line_end = head.end if line_end < 0 else line_end
    end = end_of(text, head.start, head.end)
    at = head.start
    while at < line_end and text[at] in "# \t":
        at += 1
    body = min(line_end, end)
    return MarkdownEntry(head.title, head.start, end, at, body)


def _as_item(text: str, start: int, stop: int, under: str) -> MarkdownEntry:
    end = end_of(text, start, stop)
    words = start + 2
    found = _KEY.match(text, words, end)
    if found is None:
        return MarkdownEntry("", start, end, words, words, item=True, under=under)
    title = found[1].strip()
    at = text.index(title, found.start(1)) if title else words
    return MarkdownEntry(title, start, end, at, found.end(), item=True, under=under)


def _items(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where each item begins, where what goes on with it ends, and the heading above it."""
    start, stop, under, fence, gap = -1, 0, "", "", False
    for at, line in _lines(text):
        heading, mark = _HEADING.match(line), _FENCE.match(line)
        inside, fence = fence, _fence(fence, mark)
        blank, indented = not line.strip(), line[:1] in " \t"
        rule = _RULE.match(line)
        begins = not inside and _ITEM.match(line) and not rule
        other = gap or heading or mark or rule or line.startswith(">")
        goes_on = start >= 0 and (blank or indented or inside or not other)
        if begins or not goes_on:
            if start >= 0:
                yield start, stop, under
            start = at if begins else -1
        if heading and not inside and not begins:
            under = (heading[2] or "") if len(heading[1]) > 1 else ""
        stop, gap = at + len(line), blank
    if start >= 0:
        yield start, stop, under


def _fence(fence: str, mark: re.Match[str] | None) -> str:
    """Return the code fence that is open behind a line."""
    if mark is None:
        return fence
    if not fence:
        return mark[1]
    closes = mark[1][0] == fence[0] and len(mark[1]) >= len(fence) and not mark.string[mark.end() :].strip()
    return "" if closes else fence


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.split("\n"):
        yield at, line
        at += len(line) + 1


def _as_item_body(text: str, piece: MarkdownEntry, body: str) -> str:
    """Indent what goes on below an item's first line; a line that stays keeps the indent it has."""
    _, *old = text[piece.body : piece.end].split("\n")
    known = {_loose(line): line for line in reversed(old)}
    first, *more = body.split("\n")
    lines = (first, *(known.get(line, _INDENT + line if line.strip() else line) for line in more))
    tight = first and text[piece.body - 1] not in " \t："
    return (" " if tight else "") + "\n".join(lines)


def _as_section_body(text: str, piece: MarkdownEntry, body: str) -> str:
    """Keep what is between a heading and its text: the end of its line, and blank lines."""
    raw = text[piece.body : piece.end]
    between = raw[: len(raw) - len(raw.lstrip("\n"))] or "\n"
    return between + body if body else ""


def _loose(line: str) -> str:
    return line.removeprefix("\t") if line.startswith("\t") else line.removeprefix(_INDENT)


def _at(pieces: tuple[MarkdownEntry, ...], place: int) -> MarkdownEntry:
    if not 0 <= place < len(pieces):
        raise InvalidError("the entry no longer exists", reason="no_entry")
    return pieces[place]


def _same(split: Split, text: str, changed: str, more: int = 0) -> str:
    """Return the changed text. Raises InvalidError where the other entries would not be what they were."""
    if len(split(changed)) != len(split(text)) + more:
        raise InvalidError("the text would begin, end or swallow other entries", reason="other_entries")
    return changed


def _joined(parts: Iterable[str]) -> str:
    """Join parts; none begins in the last line of the one before."""
    text = ""
    for part in parts:
        apart = not text or not part or text.endswith("\n") or part.startswith(("\n", "\r\n"))
        text += part if apart else ending(text + part) * 2 + part
    return text


def _cut_behind(text: str) -> tuple[str, str]:
    end = end_of(text, 0, len(text))
    return text[:end], text[end:]


def _cut_before(text: str) -> tuple[str, str]:
    found = _BLANK_BEFORE.match(text)
    at = found.end() if found else 0
    return text[:at], text[at:]


def _numbered(text: str, pieces: Iterable[MarkdownEntry]) -> Iterator[MarkdownEntry]:
    """Tell each piece the line that it begins in."""
    line, seen = 1, 0
    for piece in pieces:
        line, seen = line + text.count("\n", seen, piece.start), piece.start
        yield piece._replace(line=line)
