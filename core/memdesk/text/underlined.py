"""Titles in Markdown with a line of equals signs or dashes under them: for a comparison each is one line.

Such a line begins as a heading of its level does, so whatever knows headings knows it. A title is one in all
versions of a text or in none. Dashes under a key line, or under the end of a sentence, part what they stand
between. A head of YAML is one unit, as a fence is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from memdesk.text.fenced import MARK

TITLE, UNDER = "\ufdd2", "\ufdd3"
"""Begins the words of a title, and ends them. Unicode keeps both for use within a program."""

_TITLED = re.compile(
    rf"(?:(?<=^)|(?<=\n))([^\n{MARK}{TITLE}{UNDER}]+)\n( {{0,3}}(?:=+|-{{2,}})[ \t]*)(?=\n|$)"
)
_IS_ELSE = re.compile(r"[ \t]*(?:$|#{1,6}[ \t]|[-*+>|<]|\d{1,9}[.)][ \t]|=+[ \t]*$|```|~~~)| {4}|\t")
"""What is no paragraph by its beginning, so nothing under it makes a title of it."""
_IS_PARTED = re.compile(r"[^:：]{1,60}(?:: |:$|：)|.*[.!?;。！？；|][\"'”’»)\]*_`]*[ \t]*$")
"""What dashes part from what is below them: key lines, sentences, heads of tables."""
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]")
_FRONT = re.compile(rf"---[ \t]*\n(?:[^\n]*\n)*?{MARK}?---[ \t]*(?=\n|$)")
_HEAD = re.compile(
    r"(?:(?<=^)|(?<=\n\n))---[ \t]*\n(?:[\w-]+:(?: [^\n]*)?\n(?:[ \t]+[^\n]*\n)*)+---[ \t]*(?=\n|$)"
)
"""Keys of YAML between two lines of dashes."""
_JOINED = re.compile(rf"#{{1,2}} {TITLE}([^\n{UNDER}]*){UNDER}")


def joined_alike(texts: Iterable[str], others: Iterable[str] = ()) -> tuple[str, ...]:
    """Return versions of a text with each title on one line, if it is one in all and in ``others``."""
    versions, more = tuple(texts), tuple(others)
    if not any("\n=" in text or "--" in text for text in versions):
        return versions
    if any(TITLE in text or UNDER in text for text in (*versions, *more)):
        return versions
    refused: set[tuple[str, str]] = set()
    for text in (*versions, *more):
        _joined(text, set(), refused)
    return tuple(_joined(text, refused, set()) for text in versions)


def headed_alike(texts: Iterable[str]) -> tuple[str, ...]:
    """Return versions of a text with its heads of YAML marked as fences are, where one has several."""
    versions = tuple(texts)
    if not any(text.count("---\n") > 2 and len(_HEAD.findall(text)) > 1 for text in versions):
        return versions
    return tuple(_HEAD.sub(_marked_head, text) for text in versions)


def _marked_head(found: re.Match[str]) -> str:
    return found[0].replace("\n", f"\n{MARK}")


def parted(text: str) -> str:
    """Return a text as it was before its titles were joined."""
    return _JOINED.sub("\\1\n", text) if UNDER in text else text


def _joined(text: str, known: set[tuple[str, str]], refused: set[tuple[str, str]]) -> str:
    """Join the titles but known ones that are none somewhere; add those that are none here."""
    front = _FRONT.match(text)
    parts: list[str] = []
    done = 0
    at = front.end() if front else 0
    last = front.end() if front else -1
    while found := _TITLED.search(text, at):
        words, under = found[1], found[2]
        at = found.start(2)
        is_title = (words, under) not in known
        if is_title and not _may_be(text, found, last):
            refused.add((words, under))
            is_title = False
        if is_title:
            sign = "#" if "=" in under else "##"
            parts += (text[done : found.start()], f"{sign} {TITLE}{words}{UNDER}{under}")
            at = done = last = found.end()
    return "".join((*parts, text[done:]))


def _may_be(text: str, found: re.Match[str], last: int) -> bool:
    """Whether words with a line under them are a title, by their beginning and by what is above them."""
    if _IS_ELSE.match(found[1]) or ("=" not in found[2] and _IS_PARTED.match(found[1])):
        return False
    start = found.start()
    if start == 0 or start - 1 == last:
        return True
    above = text[text.rfind("\n", 0, start - 1) + 1 : start - 1]
    is_remark = above.rstrip().endswith("-->")
    return not above.strip() or above.startswith(MARK) or is_remark or _HEADING.match(above) is not None
