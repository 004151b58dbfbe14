"""Fenced code, remarks and folded parts in Markdown: what stands in them is no heading, no item and no gap.

Texts are compared with each of their lines marked: so a fence is one unit, and nothing comes under a comment
in it. Only what is closed counts: a fence that is not would hold everything that was written after it. Where
an entry, the next item or another fence begins below one, it was not closed: the fence that seems to close it
is that of another entry. A part to fold counts where it holds plain words alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

MARK = "\ufdd0"
"""Begins each line of a fence but its first one. Unicode keeps it for use within a program."""

_REMARK, _FOLDED = "<!--", "<details"
_ENDS = {_REMARK: "-->", _FOLDED: "</details>"}
_OPENS = re.compile(
    r"\n[ \t]*(?:(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`\n]*$)|~{3,})[^\n]*|(<!--)(?![^\n]*-->)[^\n]*"
    r"|(<details)(?=[ >])(?![^\n]*</details>)[^\n]*)",
    re.MULTILINE,
)
_SIGNS = ("```", "~~~", _REMARK, _FOLDED)
_HEADING = re.compile(r"\n[ \t]*\n(#{1,6}) [^\n]*\n[ \t]*(?=\n)")
"""A heading that stands alone, as that of an entry does and hardly a comment in code."""
_ITEM = re.compile(r"\n([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]")
_UNIT = re.compile(r"\n[ \t]*(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|\||\*\*|```|~~~|<!--|<details)")
"""A line with which a unit begins: a part to fold that holds one is a text of its own."""
_LEVEL = re.compile(r"\n(#{1,6})[ \t]")
_LEADING = (":", "：")
"""Ends a line that leads up to what is below it."""
_REACH = 20_000
"""Characters above a fence in which the heading is looked for that it stands under."""
_ROUNDS = 4
"""How often texts are looked through for fences that another one leaves open."""


def marked(text: str) -> str:
    """Return a text with its fences marked."""
    return _marked(text, frozenset(), set())


def marked_alike(texts: Iterable[str], others: Iterable[str] = ()) -> tuple[str, ...]:
    """Return versions of a text with their fences marked, each in all or in none.

    What one of them leaves open, or one of ``others``, may be closed elsewhere by the fence of a later entry.
    """
    versions, more = tuple(texts), tuple(others)
    known: frozenset[str] = frozenset()
    for _ in range(_ROUNDS):
        left_open: set[str] = set()
        found = tuple(_marked(text, known, left_open) for text in versions)
        left_open |= _told_apart((*found, *(_marked(text, known, left_open) for text in more)))
        if left_open <= known:
            return found
        known |= left_open
    return versions


def _told_apart(versions: Sequence[str]) -> set[str]:
    """Return the beginnings of fences that hold, in one version, what stands in no fence in another one."""
    if not any(MARK in text for text in versions):
        return set()
    sides = [text.split("\n") for text in versions]
    within = [{line[1:] for line in lines if line[:1] == MARK} for lines in sides]
    bare = [{line for line in lines if line[:1] != MARK and any(map(str.isalnum, line))} for lines in sides]
    free = set[str]().union(*(out - held for out, held in zip(bare, within, strict=True)))
    apart = [(held - out) & free for out, held in zip(bare, within, strict=True)]
    found: set[str] = set()
    for lines, words in zip(sides, apart, strict=True):
        start = 0
        for at, line in enumerate(lines if words else ()):
            if line[:1] != MARK:
                start = at
            elif line[1:] in words:
                found.add("\n" + unmarked("\n".join(lines[start : start + 2])).rstrip("\n\0"))
    return found


def unmarked(text: str) -> str:
    """Return a text as it was before its fences were marked."""
    return text.replace(MARK, "")


def _marked(text: str, known: Collection[str], left_open: set[str]) -> str:
    """Mark fences but those that begin as one that is known to be left open; add those that are here."""
    if not any(sign in text for sign in _SIGNS):
        return text
    # A newline is found many times as fast as the beginning of a line.
    text = f"\n{text}"
    parts: list[str] = []
    open_ones: set[str] = set()
    at, done = 0, 1
    while fence := _OPENS.search(text, at):
        at = fence.end()
        sign = fence[1] or fence[2] or fence[3]
        if known and _beginning(text, fence) in known:
            continue
        if open_ones and any(sign.startswith(one) for one in open_ones):
            left_open.add(_beginning(text, fence))
            continue
        end = _closing(sign).search(text, at)
        if end is None:
            open_ones.add(sign)  # nor is a longer one closed below it
            left_open.add(_beginning(text, fence))
            continue
        if _is_anothers(text, fence, end):
            left_open.add(_beginning(text, fence))
            continue
        parts += (text[done:at], text[at : end.end()].replace("\n", f"\n{MARK}"))
        at = done = end.end()
    return "".join((*parts, text[done:]))


def _is_anothers(text: str, fence: re.Match[str], end: re.Match[str]) -> bool:
    """Whether what seems to close a fence does so with one that begins further down."""
    inside = text[fence.end() : end.start()]
    if _holds_entry(text, fence.start(), end.end()) or (fence[3] and _UNIT.search(inside)):
        return True
    sign = fence[1]
    if not sign:
        return False
    column = fence.start(1) - fence.start() - 1
    if sign in inside and any(each[1] and each[1].startswith(sign) for each in _OPENS.finditer(inside)):
        return True
    if column and any(len(item[1].expandtabs(4)) < column for item in _ITEM.finditer(inside)):
        return True
    # With no word behind its sign, a fence begins below a gap and ends above one: so the next one may begin.
    is_bare = not text[fence.end(1) : fence.end()].strip()
    above, below = _around(text, end)
    if above or not below:
        return False
    return inside.rstrip().endswith(_LEADING) or (is_bare and _is_closed_below(text, sign, end.end()))


def _is_closed_below(text: str, sign: str, at: int) -> bool:
    """Whether the next sign of a fence ends one; where it begins one, too, the sign above it ends another."""
    following = _sign(sign).search(text, at)
    if following is None or following[0].strip("\n\0 \t\r") != sign:
        return False
    above, below = _around(text, following)
    if above.endswith(_LEADING) or (below and not above):
        return False
    # Between two lines of words it may be either, and the signs below tell: they are pairs.
    return not below or len(_sign(sign).findall(text, at, at + _REACH)) % 2 == 1


def _around(text: str, sign: re.Match[str]) -> tuple[str, str]:
    """Return the lines above and below that of a sign."""
    above = text[text.rfind("\n", 0, sign.start()) + 1 : sign.start()]
    below = text[sign.end() + 1 : (text.find("\n", sign.end() + 1) + 1 or len(text) + 1) - 1]
    return above.rstrip(), below.strip("\0 \t\r")


def _holds_entry(text: str, start: int, end: int) -> bool:
    """Whether an entry begins in a stretch: a heading no deeper than the one that this stands under."""
    if text.find("\n#", start, end) < 0:
        return False
    levels = [len(found[1]) for found in _HEADING.finditer(text, start, end)]
    above = text.rfind("\n#", max(start - _REACH, 0), start)
    while levels and above >= 0:
        if found := _LEVEL.match(text, above):
            return min(levels) <= len(found[1])
        above = text.rfind("\n#", max(start - _REACH, 0), above)
    return False


def _beginning(text: str, fence: re.Match[str]) -> str:
    """Return the first two lines of a fence, by which it is known again."""
    end = text.find("\n", fence.end() + 1)
    return text[fence.start() : end if end >= 0 else len(text)].rstrip("\n\0")


@lru_cache(maxsize=64)
def _sign(sign: str) -> re.Pattern[str]:
    """Return what finds the lines that begin with a sign, whatever stands behind it."""
    return re.compile(rf"\n[ \t]*{re.escape(sign)}[^\n]*")


@lru_cache(maxsize=64)
def _closing(sign: str) -> re.Pattern[str]:
    if sign in _ENDS:
        return re.compile(rf"{_ENDS[sign]}[^\n]*")
    return re.compile(rf"\n[ \t]*{re.escape(sign)}{re.escape(sign[0])}*[ \t\r\0]*$", re.MULTILINE)
