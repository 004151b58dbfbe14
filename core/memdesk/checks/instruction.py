"""Text that speaks to the agent rather than to whoever keeps the memory: orders, and imitated tool calls."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from memdesk.checks.anchors import matches, places
from memdesk.checks.fetching import COMMAND, FETCHERS
from memdesk.checks.finding import Check, CheckHit, Level
from memdesk.checks.instruction_chinese import CHINESE
from memdesk.checks.instruction_english import ENGLISH
from memdesk.checks.instruction_german import GERMAN
from memdesk.checks.instruction_languages import SPACED, UNSPACED
from memdesk.checks.instruction_marks import LINES, MARKS
from memdesk.checks.lowering import lowered
from memdesk.checks.mention import Surroundings
from memdesk.checks.subject import CheckSubject
from memdesk.model import Kind
from memdesk.text.folding import folded
from memdesk.text.unmarked import unmarked

_SAID = {
    "instruction_override": "orders the agent to ignore its instructions",
    "instruction_secrecy": "orders the agent to act without the person knowing",
    "instruction_role": "gives the agent another role or new instructions",
    "instruction_leak": "orders the agent to send or show what it knows",
    "instruction_order": "gives the agent an order",
    "instruction_call": "imitates a call of a tool, or the answer to one",
    "instruction_marker": "imitates the marks between the messages of a conversation",
}
_CONVERSATIONS = frozenset({Kind.SESSION})
"""Documents in which calls and marks are at home."""

_LEAD = " \t>*#-"
_LONGEST_LEAD = 8
"""Marks of lists, quotations and headings that may stand before what begins a line."""


class _Rule(NamedTuple):
    """What is told, the words with which it can begin, and its pattern."""

    code: str
    words: tuple[str, ...]
    pattern: re.Pattern[str]


def _rules(rules: Iterable[tuple[str, str, str]]) -> tuple[_Rule, ...]:
    return tuple(
        _Rule(code, tuple(words.split()), re.compile(pattern, re.VERBOSE | re.MULTILINE))
        for code, words, pattern in rules
    )


_WORDED = _rules((*ENGLISH, *GERMAN, *SPACED, ("instruction_order", FETCHERS, COMMAND)))
_OTHERS = _rules((*CHINESE, *UNSPACED))
_MARKS = _rules(MARKS)
_LINES = _rules(LINES)


def hits(subject: CheckSubject) -> Iterator[CheckHit]:
    """Yield what is addressed to the agent, each place once, in whatever letters."""
    marks = subject.kind not in _CONVERSATIONS
    found = list(_addressed(subject.text, marks=marks))
    found = _joined(found, _addressed_in(subject.text))
    found = _joined(found, _addressed_past_marks(subject.text))
    for start, end, code in found:
        yield CheckHit(Check.INSTRUCTION, Level.WARNING, code, f"this {_SAID[code]}", (), start, end)


def _addressed_in(said: str) -> Iterator[tuple[int, int, str]]:
    """Yield where a text speaks to the agent in other letters; what is around is judged in its own, too."""
    read = folded(said)
    if read is not None:
        around: Surroundings | None = None
        for start, end, code in _addressed(read.text):
            place = read.origin(start), read.origin(end)
            around = around or Surroundings(lowered(said))
            if not around.is_spoken_of(*place, code):
                yield *place, code


def _addressed_past_marks(said: str) -> Iterator[tuple[int, int, str]]:
    """Yield the same of a text without marks in its sentences; what is around is judged with its marks."""
    read = unmarked(said)
    if read is not None:
        around: Surroundings | None = None
        for start, end, code in sorted(_found(lowered(read.text), marks=False)):
            place = read.origin(start), read.origin(end - 1) + 1
            around = around or Surroundings(lowered(said))
            if not around.is_spoken_of(*place, code):
                yield *place, code


def _joined(
    known: list[tuple[int, int, str]], more: Iterable[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Return places with those of others that overlap none, in order."""
    # None of the places known already overlaps another, so they end in the order in which they begin.
    begins, ends = [start for start, _, _ in known], [end for _, end, _ in known]
    new: list[tuple[int, int, str]] = []
    for each in sorted(more):
        if (not new or each[0] >= new[-1][1]) and not _meets(begins, ends, each[0], each[1]):
            new.append(each)
    return sorted([*known, *new])


def _meets(begins: Sequence[int], ends: Sequence[int], start: int, end: int) -> bool:
    """Say whether a place overlaps one of others, given where these begin and end, in order."""
    number = bisect_right(ends, start)
    return number < len(ends) and begins[number] < end


def _addressed(said: str, *, marks: bool = False) -> Iterator[tuple[int, int, str]]:
    """Yield where a text speaks to the agent, each place once."""
    text, reached = lowered(said), -1
    around: Surroundings | None = None
    for start, end, code in sorted(_found(text, marks=marks)):
        around = around or Surroundings(text)
        if start >= reached and not around.is_spoken_of(start, end, code):
            reached = end
            yield start, end, code


def says_order(text: str) -> bool:
    """Say whether a short text, such as one that was encoded, has something in it for the agent."""
    read = folded(text)
    texts = (text,) if read is None else (text, read.text)
    return any(next(_found(lowered(each), marks=True), None) is not None for each in texts)


def _found(text: str, *, marks: bool) -> Iterator[tuple[int, int, str]]:
    yield from _matches(text, _WORDED, _words)
    yield from _matches(text, _OTHERS)
    if marks:
        yield from _matches(text, _MARKS)
        yield from _matches(text, _LINES, _lines)


def _matches(
    text: str,
    rules: Iterable[_Rule],
    where: Callable[[str, Iterable[int]], Iterable[int]] | None = None,
) -> Iterator[tuple[int, int, str]]:
    for rule in rules:
        tried = places(text, rule.words)
        if not tried:
            continue
        for match in matches(rule.pattern, text, tried if where is None else where(text, tried)):
            yield *match.span(), rule.code


def _words(text: str, tried: Iterable[int]) -> Iterator[int]:
    """Yield the places at which a word begins."""
    return (place for place in tried if not (place and text[place - 1].isalnum()))


def _lines(text: str, tried: Iterable[int]) -> Iterator[int]:
    """Yield the beginnings of the lines that begin with what stands at the places."""
    for place in tried:
        first = max(0, place - _LONGEST_LEAD - 1)
        start = text.rfind("\n", first, place) + 1
        if (start or not first) and not text[start:place].strip(_LEAD):
            yield start
