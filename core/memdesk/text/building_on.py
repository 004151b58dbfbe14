"""Which of later changes build on one: those by which some of it was gone, and what builds on these. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from memdesk.text.step import TextChange
from memdesk.text.units import unit_hunks

_SIGNS = re.compile(r"[\W_]*(?:```\w*|~~~\w*|</?\w+>)?[\W_]*")
"""A line of signs alone, as many units have one."""


class Missing(NamedTuple):
    """What is wrong with a change at some moment: how much of it is not there, what holds the rest up."""

    lines: float
    is_held_up: bool = False
    is_gone: bool = False
    """Whether nothing is left that more could be missing of; what looks like it is none of it."""


Look: TypeAlias = "Callable[[int, int], Missing]"
"""Tells what is missing of a change (by its number) once another one was made, by numbers in their order."""

Concerns: TypeAlias = "Callable[[int, int], bool]"
"""Tells whether a change can be about what an earlier one was about; of what cannot, no sign counts."""


def building_on(
    first: int,
    last: int,
    look: Look,
    concerns: Concerns = lambda _, __: True,
    *,
    closely: bool = False,
    alone: Look | None = None,
) -> tuple[int, ...]:
    """Return the numbers of the changes up to the last that build on one, with it, the newest first.

    What is missing of a change is taken to grow from one change to the next, so most are not looked at;
    ``closely``: each one is. ``alone`` looks as if no change had been made between both: of what is missing
    as a whole, like a value of JSON, no more can be.
    """
    found, left = {first}, [first]
    while left:
        number = left.pop()
        rows = {*(_all(number, last, look) if closely else _turns(number, last, look))}
        if alone is not None:
            rows |= {at for at in range(number + 1, last + 1) if _is_more(Missing(0), alone(number, at))}
        new = {at for at in rows - found if concerns(number, at)}
        found |= new
        left += new
    return tuple(sorted(found, reverse=True))


def about_the_same(first: int, last: int, concerns: Concerns) -> tuple[int, ...]:
    """Return one change with the later ones up to the last that are about what it is about, the newest first.

    What is about what these are about is among them. It is the last resort: where units were moved past each
    other, what of a change is missing may tell of no later one, though one rewrote a unit of it.
    """
    found = [first]
    for at in range(first + 1, last + 1):
        if any(concerns(number, at) for number in found):
            found.append(at)
    return tuple(found[::-1])


def may_concern(earlier: TextChange, later: TextChange, *, widely: bool = False) -> bool:
    """Whether a later change of a text is about lines of an earlier one, as far as lines tell.

    Many units have some lines in common: these tell nothing, if there are others. Of units of which one was
    moved past the others, ``widely`` all count.
    """
    own, others = _about(earlier, widely=widely), _about(later, widely=widely)
    telling = {
        line
        for line in own
        if not _SIGNS.fullmatch(line)
        and all(f"\n{text}\n".count(f"\n{line}\n") < 2 for text in earlier if text)
    }
    return not telling or not others or not telling.isdisjoint(others)


def _about(step: TextChange, *, widely: bool) -> set[str]:
    """Return the lines that a change brought or took; of one that only moved some, these."""
    old, new = ((text or "").split("\n") for text in step)
    before, after = Counter(old), Counter(new)
    lines = {line for line in (before - after) | (after - before) if line.strip()}
    if lines:
        return lines
    if not widely:
        return {line for hunk in unit_hunks(old, new) for line in hunk.old if line.strip()}
    apart = [at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other]
    return {line for line in old[apart[0] : apart[-1] + 1] if line.strip()} if apart else set()


def _all(number: int, last: int, look: Look) -> Iterator[int]:
    then = Missing(0)
    for at in range(number + 1, last + 1):
        if then.is_gone:
            return
        now = look(number, at)
        if _is_more(then, now):
            yield at
        then = now


def _turns(number: int, last: int, look: Look) -> Iterator[int]:
    """Yield the changes at which more is missing of one, found by halves."""
    left = [(number, Missing(0), last, look(number, last))] if last > number else []
    while left:
        low, then, high, now = left.pop()
        if then == now or then.is_gone:
            continue
        if high == low + 1:
            if _is_more(then, now):
                yield high
            continue
        middle = (low + high) // 2
        between = look(number, middle)
        left += [(low, then, middle, between), (middle, between, high, now)]


def _is_more(then: Missing, now: Missing) -> bool:
    return now.lines > then.lines or (now.lines == then.lines and now.is_held_up > then.is_held_up)
