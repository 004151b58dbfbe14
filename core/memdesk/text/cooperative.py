"""Work that nobody waits for gives way: a long loop asks, between small pieces, whether it may go on.

Whoever runs the work says how to ask; the loop does not know whom it gives way to. Without that it just runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar, copy_context
from functools import partial
from itertools import islice
from typing import TypeAlias, TypeVar

T = TypeVar("T")

GiveWay: TypeAlias = Callable[[], object]
"""Returns when the work may go on; called very often, so it costs next to nothing where it need not wait."""

PIECE = 250
"""Things that are dealt with between two questions, where one thing takes about a microsecond."""

_give_way: ContextVar[GiveWay | None] = ContextVar("give_way", default=None)


def yielding(items: Iterable[T], piece: int = PIECE) -> Iterable[T]:
    """Return the items for a loop that gives way after every piece.

    Never to be used while a lock is held for which those could wait to whom way is given.
    """
    give_way = _give_way.get()
    return items if give_way is None else _in_pieces(items, piece, give_way)


def cooperative(work: Callable[[], T], give_way: GiveWay) -> Callable[[], T]:
    """Return the work so that its loops give way, also those that it starts with ``same_manners``."""
    manners = copy_context()
    manners.run(_give_way.set, give_way)
    return partial(manners.run, work)


def same_manners(work: Callable[[], T]) -> Callable[[], T]:
    """Return the work so that it gives way like the caller, in whichever thread it runs."""
    return partial(copy_context().run, work)


def _in_pieces(items: Iterable[T], piece: int, give_way: GiveWay) -> Iterator[T]:
    rest = iter(items)
    while part := list(islice(rest, piece)):
        yield from part
        if len(part) == piece:
            give_way()
