"""Who wrote each line of a text since it was opened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from memdesk.model import Actor
from memdesk.text.chunked_search import count
from memdesk.text.diff import Hunk

Authors: TypeAlias = "tuple[Actor | None, ...]"
"""The writer of each line; None = the line is as it was when the document was opened."""


def nobody(text: str) -> Authors:
    """Return the authors of a text that was just opened."""
    return (None,) * (count(text, "\n") + 1)


def attribute(authors: Authors, hunks: Iterable[Hunk], writer: Actor) -> Authors:
    """Return the authors after ``writer`` made these changes.

    Lines that came are the writer's. Where lines only went, nothing is left to mark.
    """
    lines = list(authors)
    for hunk in reversed(tuple(hunks)):
        lines[hunk.old_start : hunk.old_end] = [writer] * len(hunk.new)
    return tuple(lines)
