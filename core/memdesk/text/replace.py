"""Replaces words of a text, and within the strings of JSON so that it stays JSON. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from memdesk.errors import InvalidError
from memdesk.text.json.spans import Node, spans

AROUND = 24
"""Letters shown on either side of what is replaced: a line as it is and as it would be fit in a row."""

_PIECE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.S
)
"""What stands for one letter within a string of JSON."""


class ReplaceQuery(NamedTuple):
    """What is to be replaced by what: as it stands, or without ``case`` in whatever letters.

    Without it, what is written in small letters alone takes over the case of what it replaces, as editors do:
    with "kiln" by "oven", "Kiln" becomes "Oven" and "KILN" "OVEN". A name with a capital comes as it stands.
    """

    old: str
    new: str
    whole_word: bool = False
    case: bool = False

    @property
    def pattern(self) -> re.Pattern[str]:
        """What finds it. Raises InvalidError where nothing is looked for."""
        if not self.old:
            raise InvalidError("say what is to be replaced", reason="nothing_wanted")
        words = re.escape(self.old)
        if self.whole_word:
            words = rf"(?<!\w){words}(?!\w)"
        return re.compile(words, 0 if self.case else re.IGNORECASE)

    def instead_of(self, found: str) -> str:
        """Return what is written where this was found."""
        if self.case or found == self.old or self.old != self.old.lower() or self.new != self.new.lower():
            return self.new
        if found == found.upper() and sum(map(str.isalpha, found)) > 1:
            return self.new.upper()
        return self.new[:1].upper() + self.new[1:] if found[:1].isupper() else self.new


class Occurrence(NamedTuple):
    """A place in a text where something stands that is wanted, and what is written there instead."""

    start: int
    end: int
    new: str
    line: int
    """From 1."""


def occurrences(text: str, wanted: ReplaceQuery, *, structured: bool = False) -> tuple[Occurrence, ...]:
    """Return all places in their order; of a ``structured`` text (JSON) only those within its values.

    Raises InvalidError where such a text is no JSON.
    """
    pattern = wanted.pattern
    if not pattern.search(text) and not (structured and "\\" in text):
        return ()
    if not structured:
        found = [(*match.span(), wanted.instead_of(match[0])) for match in pattern.finditer(text)]
    else:
        try:
            found = [*_in_strings(text, spans(text), wanted)]
        except RecursionError as error:
            raise InvalidError("it nests too deeply") from error
    made, line, at = [], 1, 0
    for start, end, new in found:
        line, at = line + text.count("\n", at, start), start
        made.append(Occurrence(start, end, new, line))
    return tuple(made)


def replaced(text: str, found: Sequence[Occurrence], chosen: Collection[int] | None = None) -> str:
    """Return a text with all places, or those with these numbers, replaced."""
    parts, at = [], 0
    for number, each in enumerate(found):
        if chosen is None or number in chosen:
            parts += [text[at : each.start], each.new]
            at = each.end
    return "".join((*parts, text[at:]))


def excerpt(text: str, place: Occurrence) -> tuple[str, str, str]:
    """Return what stands before a place in its line, there, and behind it; a long line is cut."""
    first = text.rfind("\n", 0, place.start) + 1
    last = text.find("\n", place.end)
    last = len(text) if last < 0 else last
    before, after = text[first : place.start].lstrip(), text[place.end : last].rstrip()
    before = f"…{before[-AROUND:]}" if len(before) > AROUND else before
    after = f"{after[:AROUND]}…" if len(after) > AROUND else after
    return before, text[place.start : place.end], after


def _in_strings(text: str, root: Node, wanted: ReplaceQuery) -> Iterator[tuple[int, int, str]]:
    for node in _strings(root):
        raw = text[node.start + 1 : node.end - 1]
        matches = [*wanted.pattern.finditer(str(node.value))]
        if not matches:
            continue
        places = [node.start + 1 + at for at in _places(raw)]
        for match in matches:
            new = json.dumps(wanted.instead_of(match[0]), ensure_ascii="\\u" in raw)[1:-1]
            yield places[match.start()], places[match.end()], new


def _strings(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.opener:
            waiting += reversed([member.node for member in one.members])
        elif isinstance(one.value, str):
            yield one


def _places(raw: str) -> list[int]:
    """Return where each letter of a string begins in its text, and where the last one ends."""
    if "\\" not in raw:
        return [*range(len(raw) + 1)]
    return [*(piece.start() for piece in _PIECE.finditer(raw)), len(raw)]
