"""Text that speaks to the agent rather than to whoever keeps the memory: orders, and imitated tool calls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memdesk.checks.finding import Check, Hit, Level
from memdesk.checks.instruction_chinese import CHINESE
from memdesk.checks.instruction_english import ENGLISH
from memdesk.checks.instruction_marks import MARKS
from memdesk.checks.lowering import lowered
from memdesk.checks.subject import Subject
from memdesk.model import Kind

_SAID = {
    "instruction_override": "tells the agent to ignore its instructions",
    "instruction_secrecy": "tells the agent to act without the person knowing",
    "instruction_role": "gives the agent another role or new instructions",
    "instruction_leak": "tells the agent to send or show what it knows",
    "instruction_order": "gives the agent an order",
    "instruction_call": "imitates a call of a tool, or the answer to one",
    "instruction_marker": "imitates the marks between the messages of a conversation",
}
_CONVERSATIONS = frozenset({Kind.SESSION})
"""Documents in which calls and marks are at home."""

Rule = tuple[str, re.Pattern[str]]


def _rules(patterns: Iterable[tuple[str, str]]) -> tuple[Rule, ...]:
    return tuple((code, re.compile(pattern, re.VERBOSE | re.MULTILINE)) for code, pattern in patterns)


_WORDED = _rules(ENGLISH)
_OTHERS = _rules(CHINESE)
_MARKS = _rules(MARKS)


def hits(subject: Subject) -> Iterator[Hit]:
    """Yield what is addressed to the agent, each place once."""
    text = lowered(subject.text)
    found = [*_matches(text, _WORDED, words=True), *_matches(text, _OTHERS)]
    if subject.kind not in _CONVERSATIONS:
        found += _matches(text, _MARKS)
    reached = -1
    for start, end, code in sorted(found):
        if start >= reached:
            reached = end
            yield Hit(Check.INSTRUCTION, Level.WARNING, code, f"this {_SAID[code]}", (), start, end)


def _matches(text: str, rules: Iterable[Rule], *, words: bool = False) -> Iterator[tuple[int, int, str]]:
    """Yield where rules fit: anywhere, or only where a word begins."""
    for code, rule in rules:
        for match in rule.finditer(text):
            start = match.start()
            if not (words and start and text[start - 1].isalnum()):
                yield start, match.end(), code
