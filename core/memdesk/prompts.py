"""What prompts get, cut to a budget of tokens, or of several families as one. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from memdesk.systems.tools import Piece, PromptContext
from memdesk.text.tokens import estimate


def within(context: PromptContext, budget: int) -> PromptContext:
    """Leave out pieces, the least important first, until the text costs no more than so many tokens."""
    pieces, out = context.pieces, set[int]()
    loose = [(piece.score or 0.0, -place, place) for place, piece in enumerate(pieces) if not piece.fixed]
    for _, _, place in sorted(loose):
        if estimate(context.text) <= budget:
            break
        out.add(place)
        context = replace(context, pieces=tuple(_standing(pieces, out)))
    return context


def _standing(pieces: Sequence[Piece], out: AbstractSet[int]) -> Iterator[Piece]:
    """Yield the pieces but those that are out, the headings of these, and what then joins nothing."""
    joint, begun = None, False
    for place, piece in enumerate(pieces):
        if piece.joins:
            joint = piece if begun else None
        elif place not in out and not (piece.heads and out >= set(_headed(pieces, place))):
            yield from (joint,) if joint else ()
            yield piece
            joint, begun = None, begun or not piece.heads


def _headed(pieces: Sequence[Piece], place: int) -> Iterable[int]:
    """Return where the memories are that a heading stands above: where there are none, all."""
    rest = range(place + 1, len(pieces))
    below = itertools.takewhile(lambda at: not (pieces[at].heads or pieces[at].joins), rest)
    return [at for at in below if pieces[at].uri] or [at for at, piece in enumerate(pieces) if piece.uri]


def joined(contexts: Iterable[PromptContext]) -> PromptContext:
    """Return the contexts of several families as one, an empty line between; one alone as it is."""
    every = tuple(contexts)
    if len(every) == 1:
        return every[0]
    found = [context for context in every if context.text]
    between = (Piece("\n\n"),)
    pieces = (piece for at, one in enumerate(found) for piece in (between if at else ()) + one.pieces)
    return PromptContext(tuple(pieces))
