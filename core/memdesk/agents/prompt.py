"""What prompts get, cut to a budget of tokens, or of several systems as one. Pure."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from memdesk.systems.tools import PromptContext, PromptPiece
from memdesk.text.tokens import measure, tokens

BETWEEN = "\n\n"
"""What stands between the contexts of two systems."""


def within(context: PromptContext, budget: int) -> PromptContext:
    """Leave out pieces, the least important first, until the text costs no more than so many tokens.

    What stands only gets less with each that is left out, so how many it takes is found by halving.
    """
    pieces = context.pieces
    loose = sorted((_weight(piece), -place, place) for place, piece in enumerate(pieces) if not piece.fixed)
    turns = {place: turn for turn, (_, _, place) in enumerate(loose)}
    gone = [_last_turn(pieces, place, turns) for place in range(len(pieces))]
    sizes = [measure(piece.text) for piece in pieces]

    def fits(count: int) -> bool:
        """Tell whether it is enough to leave out so many."""
        left = [sizes[place] for place in _standing(pieces, gone, count)]
        return tokens(sum(letters for letters, _ in left), sum(wide for _, wide in left)) <= budget

    count = min(bisect_left(range(len(loose) + 1), True, key=fits), len(loose))
    if not count:
        return context
    return replace(context, pieces=tuple(pieces[place] for place in _standing(pieces, gone, count)))


def _weight(piece: PromptPiece) -> float:
    return (piece.score or 0.0) if piece.weight is None else piece.weight


def _last_turn(pieces: Sequence[PromptPiece], place: int, turns: dict[int, int]) -> float:
    """Return at which turn a piece is left out: its own, or that of the last memory that it heads."""
    if not pieces[place].heads:
        return turns.get(place, inf)
    return max((turns.get(at, inf) for at in _headed(pieces, place)), default=-1)


def _standing(pieces: Sequence[PromptPiece], gone: Sequence[float], count: int) -> Iterator[int]:
    """Yield where the pieces are that stand after so many turns, without what then joins nothing."""
    joint, begun = None, False
    for place, piece in enumerate(pieces):
        if not count:
            yield place
        elif piece.joins:
            joint = place if begun else None
        elif gone[place] >= count:
            yield from () if joint is None else (joint,)
            yield place
            joint, begun = None, begun or not piece.heads


def _headed(pieces: Sequence[PromptPiece], place: int) -> Iterable[int]:
    """Return where the memories are that a heading stands above: where there are none, all."""
    rest = range(place + 1, len(pieces))
    below = itertools.takewhile(lambda at: not (pieces[at].heads or pieces[at].joins), rest)
    return [at for at in below if pieces[at].uri] or [at for at, piece in enumerate(pieces) if piece.uri]


def joined(contexts: Iterable[PromptContext]) -> PromptContext:
    """Return the contexts of several systems as one, an empty line between; one alone as it is."""
    every = tuple(contexts)
    if len(every) == 1:
        return every[0]
    found = [context for context in every if context.text]
    between = (PromptPiece(BETWEEN),)
    pieces = (piece for at, one in enumerate(found) for piece in (between if at else ()) + one.pieces)
    problems = tuple(problem for context in every for problem in context.problems)
    return PromptContext(tuple(pieces), problems=problems)
