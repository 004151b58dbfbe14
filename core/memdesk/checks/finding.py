"""What a check found in a text: where it is, what is to be said about it, and how it is known again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from memdesk.text.encoding import DecodedText


class Check(StrEnum):
    """What was looked for."""

    SECRET = "secret"
    INVISIBLE_TEXT = "invisible_text"
    INSTRUCTION = "instruction"
    LINK = "link"
    ENCODED = "encoded"
    DUPLICATE = "duplicate"
    CONTRADICTION = "contradiction"
    STALE = "stale"
    BUDGET = "budget"
    GIT_MARKERS = "git_markers"
    QUARANTINED = "quarantined"


class Level(StrEnum):
    """How much a finding matters."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a person should look at; nothing was changed for it.

    ``code`` and ``arguments`` are for whoever words it in another language, ``message`` says it in English;
    in both, a secret is masked. It stands from ``start`` to ``end`` of the text, which begins at ``line`` and
    ``column``, counted from 1. The ``fingerprint`` stays the same while the text around it does, so that what
    a person dismissed is known again; no secret can be worked out from it.
    """

    check: Check
    severity: Level
    code: str
    message: str
    arguments: tuple[str, ...]
    start: int
    end: int
    line: int
    column: int
    fingerprint: str


def placed(found: Iterable[Finding], decoded: DecodedText) -> tuple[Finding, ...]:
    """Return what was found in a document's text, in its order, with lines as addresses count them."""
    lined = decoded.lined
    if lined == decoded.text:
        return tuple(found)
    return tuple(_placed(found, lined))


class CheckHit(NamedTuple):
    """What a single check tells of a place; the rest of a finding follows from the text."""

    check: Check
    severity: Level
    code: str
    message: str
    arguments: tuple[str, ...]
    start: int
    end: int


def _placed(found: Iterable[Finding], lined: str) -> Iterator[Finding]:
    # Each stretch between two findings is looked at once, however many there are.
    line, begin, seen = 1, 0, 0
    for one in found:
        begin = lined.rfind("\n", seen, one.start) + 1 or begin
        line += lined.count("\n", seen, one.start)
        seen = one.start
        yield replace(one, line=line, column=one.start - begin + 1)
