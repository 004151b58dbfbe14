"""What the content checks find in an item, and its texts with every secret covered."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import NamedTuple

from memdesk.checks import Finding, beyond, check_text, covered, masked
from memdesk.checks.secret import secrets_in
from memdesk.model import Kind
from memdesk.text.diff import Hunk, line_diff


class Judged(NamedTuple):
    """Both texts with secrets covered, how they differ, and what was found in what is new.

    The differences are those of the texts as they are: a secret that became another one is one of them.
    """

    old: str
    new: str
    hunks: tuple[Hunk, ...]
    findings: tuple[Finding, ...]


def judge(old: str, new: str, uri: str, kind: Kind, today: date) -> Judged:
    """Check what a change added."""
    before = check_text(old, today=today, uri=uri, kind=kind) if old else ()
    after = check_text(new, today=today, uri=uri, kind=kind) if new else ()
    shown = masked(old, before), masked(new, after)
    hunks = _covered(line_diff(old, new), *(text.split("\n") for text in shown))
    return Judged(*shown, hunks, beyond(after, before))


def mask(text: str) -> str:
    """Return a text with every secret in it covered."""
    return covered(text, [(found.start, found.end) for found in secrets_in(text)])


def cover_lines(old: str, new: str) -> tuple[Hunk, ...]:
    """Return how two texts differ, with every secret in the lines covered."""
    return _covered(line_diff(old, new), mask(old).split("\n"), mask(new).split("\n"))


def _covered(hunks: tuple[Hunk, ...], old: list[str], new: list[str]) -> tuple[Hunk, ...]:
    """Return the same changes with the lines of the covered texts (these stand where they did)."""
    return tuple(
        replace(
            hunk,
            old=tuple(old[hunk.old_start : hunk.old_end]),
            new=tuple(new[hunk.new_start : hunk.new_end]),
        )
        for hunk in hunks
    )
