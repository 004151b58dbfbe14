"""What the content checks find in an item, and its texts with every secret covered."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from memdesk.checks import Finding, covered
from memdesk.checks.covering import mask
from memdesk.index.local_state.findings import CheckedVersion
from memdesk.text.diff import Hunk, line_diff


class Judged(NamedTuple):
    """Both texts with secrets covered, how they differ, and what was found in what is new.

    The differences are those of the texts as they are: a secret that became another one is one of them.
    """

    old: str
    new: str
    hunks: tuple[Hunk, ...]
    findings: tuple[Finding, ...]


def judge(old: str, new: str, hunks: tuple[Hunk, ...], found: CheckedVersion) -> Judged:
    """Show two texts and how they differ, with the secrets covered that were found in them."""
    shown = covered(old, found.old), covered(new, found.new)
    return Judged(*shown, _covered(hunks, *(text.split("\n") for text in shown)), found.findings)


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
