"""Files of facts and of episodes in their entries, as a person edits them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from memdesk.model import Kind
from memdesk.systems.pegasus.parse import glued_at, unglued
from memdesk.text import markdown
from memdesk.text.markdown_entries import Head, MarkdownEntry, Split, items, sections


def split_of(kind: Kind) -> Split:
    """Return what cuts a document of this kind into its entries."""
    return episode_pieces if kind is Kind.EPISODE else items


def episode_pieces(text: str) -> tuple[MarkdownEntry, ...]:
    """Return the ``##`` entries of a month, also those that begin in the last line of the one before."""
    return sections(text, _heads(text))


def _heads(text: str) -> Iterator[Head]:
    """Find the headings where each has a line of its own, and tell where that is in the text itself."""
    loose, cuts = unglued(text), glued_at(text)
    breaks = [at + number for number, at in enumerate(cuts)]
    starts = [0, *accumulate(len(line) + 1 for line in loose.split("\n"))]
    for section in markdown.entries(loose):
        first, last = starts[section.line - 1], min(starts[section.end_line], len(loose))
        yield Head(first - bisect_left(breaks, first), section.heading, last - bisect_left(breaks, last))
