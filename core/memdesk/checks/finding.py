"""What a check found in a text: where it is, what is to be said about it, and how it is known again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


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


class Hit(NamedTuple):
    """What a single check tells of a place; the rest of a finding follows from the text."""

    check: Check
    severity: Level
    code: str
    message: str
    arguments: tuple[str, ...]
    start: int
    end: int
