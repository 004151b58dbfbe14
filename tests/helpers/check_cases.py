"""The labelled texts of the content checks: what stands in them, and how well the checks tell it."""

from __future__ import annotations

import random
import re
import string
import tomllib
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from memdesk.checks import Check, check_text
from memdesk.model import Budget, Kind

FOLDER = Path(__file__).parents[1] / "core" / "data"
FIRST = "checks.toml"
SECOND = "checks_second.toml"
THIRD = "checks_third.toml"
FOURTH = "checks_fourth.toml"
FIFTH = "checks_fifth.toml"
SIXTH = "checks_sixth.toml"
TOKENS = "checks_tokens.toml"
SETS = (FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH)
TODAY = date(2026, 3, 14)

_RANDOM = re.compile(r"\{(\w+):(\d+)\}")
_MARKED = re.compile("[⟦⟧]")
_LETTERS = {
    "alnum": string.ascii_letters + string.digits,
    "hex": "0123456789abcdef",
    "b64": string.ascii_letters + string.digits + "+/",
    "url": string.ascii_letters + string.digits,
    "upper": string.ascii_uppercase + string.digits,
    "lower": string.ascii_lowercase + string.digits,
    "digits": string.digits,
    "digits9": "123456789",
}


class Case(NamedTuple):
    """A text, the check that it is about, whether it must be found, and where (no spans: anywhere)."""

    check: Check
    text: str
    found: bool
    spans: tuple[tuple[int, int], ...]
    kind: Kind
    uri: str
    budget: int | None


class Score(NamedTuple):
    """How a check did: rightly found, wrongly found, missed; and the texts that it got wrong."""

    right: int
    wrong: int
    missed: int
    mistakes: tuple[str, ...]

    @property
    def precision(self):
        """Of what was found, the part that was there."""
        return self.right / (self.right + self.wrong)

    @property
    def recall(self):
        """Of what was there, the part that was found."""
        return self.right / (self.right + self.missed)


@cache
def cases(name=FIRST):
    """Return every labelled text of a set."""
    data = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))
    return tuple(
        _case(Check(name), entry, found=label == "found")
        for name, labels in data.items()
        for label, entries in labels.items()
        for entry in entries
    )


def judged(check, name=FIRST):
    """Return how a check does on the texts of a set that are about it."""
    right, wrong, missed, mistakes = 0, 0, 0, []
    for case in cases(name):
        if case.check is check:
            told = [found for found in findings(case) if found.check is check]
            is_right = bool(told) == case.found and _covers(told, case.spans)
            right += case.found and is_right
            missed += case.found and not is_right
            wrong += not case.found and not is_right
            mistakes += [] if is_right else [case.text]
    return Score(right, wrong, missed, tuple(mistakes))


def findings(case):
    """Return what the checks find in a labelled text."""
    budget = case.budget and Budget(len(case.text.encode()), case.budget)
    return check_text(case.text, today=TODAY, uri=case.uri, kind=case.kind, budget=budget)


def _covers(told, spans):
    """Whether what was found lies over every marked place."""
    return all(any(found.start <= start and end <= found.end for found in told) for start, end in spans)


def _case(check, entry, *, found):
    fields = {"text": entry} if isinstance(entry, str) else entry
    text = filled(fields["text"]) * fields.get("times", 1)
    return Case(
        check,
        _MARKED.sub("", text),
        found,
        tuple(_spans(text)),
        Kind(fields.get("kind", "long_term")),
        fields.get("uri", "MEMORY.md"),
        fields.get("budget"),
    )


def filled(text):
    """Return a text with random letters for what stands in braces, the same ones at every run."""
    source = random.Random(text)
    return _RANDOM.sub(lambda match: _letters(source, match[1], int(match[2])), text)


def _letters(source, name, count):
    if name not in _LETTERS:
        return f"{{{name}:{count}}}"
    while True:
        made = "".join(source.choices(_LETTERS[name], k=count))
        if name in ("digits", "digits9", "upper") or (
            any(map(str.isdigit, made)) and any(map(str.isalpha, made))
        ):
            return made


def _spans(text):
    marks = [mark.start() for mark in _MARKED.finditer(text)]
    places = [at - number for number, at in enumerate(marks)]
    return zip(places[::2], places[1::2], strict=True)
