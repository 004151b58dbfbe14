"""Choices that cost little: hypothesis draws some bytes at once, and a whole example is made of them.

Drawn one by one, the choices of an example take many times as long as all that is tried with it. Bytes that
are smaller, or fewer, choose what comes earlier: so examples that fail still become smaller.
"""

from __future__ import annotations

from hypothesis import strategies as st


class Dice:
    """Throws that are fixed; after the last of them every choice is the first one."""

    def __init__(self, throws):
        self._throws = iter(throws)

    def below(self, count):
        """Return a number from 0 on that is below this one."""
        return next(self._throws, 0) % count

    def one_of(self, choices):
        """Return one of the choices."""
        return choices[self.below(len(choices))]

    def up_to(self, most):
        """Count up to a number, which is no greater than this one."""
        return range(self.below(most + 1))


def thrown(make, throws):
    """Return a strategy for what a function makes of dice with so many throws."""
    return _made(make, st.binary(min_size=throws, max_size=throws))


@st.composite
def _made(draw, make, throws):
    return make(Dice(draw(throws)))
