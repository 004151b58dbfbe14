"""How many lines a change adds and removes, as a person counts them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memdesk.text.diff import Hunk, line_diff


class Counts(NamedTuple):
    """How many lines came and went."""

    added: int
    removed: int


def counts(old: str, new: str) -> Counts:
    """Return how many lines were added and removed."""
    return counted(line_diff(old, new), old, new)


def counted(hunks: Sequence[Hunk], old: str, new: str) -> Counts:
    """Return how many lines the changes between two texts add and remove.

    The empty end behind a last line end is no line, unless nothing else is there to be counted.
    """
    added, removed = sum(len(hunk.new) for hunk in hunks), sum(len(hunk.old) for hunk in hunks)
    found = Counts(added, removed)
    if hunks and _is_ended(old) != _is_ended(new):
        last = hunks[-1]
        gone = bool(last.old) and _is_ended(old) and last.old_end > old.count("\n")
        come = bool(last.new) and _is_ended(new) and last.new_end > new.count("\n")
        found = Counts(added - come, removed - gone)
    return found if any(found) else Counts(added, removed)


def _is_ended(text: str) -> bool:
    return not text or text.endswith("\n")
