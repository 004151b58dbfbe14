"""The steps that a write is made of, as they are kept while it waits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from memdesk.model import Json, ProposedStep

MOST_STEPS = 100
"""Steps that are kept of a write; of more, none is: then it is let in as a whole or by parts."""
LONGEST_STEP = 500
"""Letters of what a step names."""


def kept_steps(steps: Sequence[ProposedStep]) -> tuple[ProposedStep, ...]:
    """Return steps as they can be kept: all, or none where one is too long or needs a later one."""
    return tuple(steps) if len(steps) <= MOST_STEPS and _is_sound(steps) else ()


def told_steps(steps: Iterable[ProposedStep]) -> list[Json]:
    """Return steps as a record tells them."""
    return [[each.act, each.name, each.other, [*each.needs]] for each in steps]


def steps_in(told: Json) -> tuple[ProposedStep, ...]:
    """Return the steps that a record tells; none where it does not say all of them rightly."""
    if not isinstance(told, list):
        return ()
    found = []
    for each in told:
        match each:
            case [str(act), str(name), str(other), list(needs)]:
                whole = [number for number in needs if isinstance(number, int) and number is not True]
                found.append(ProposedStep(act, name, other, tuple(whole)))
            case _:
                return ()
    return kept_steps(found)


def texts_of(steps: Iterable[ProposedStep]) -> Iterator[str]:
    """Yield what steps name."""
    for each in steps:
        yield from (each.name, each.other)


def clean_steps(
    steps: tuple[ProposedStep, ...], without: Callable[[bytes], bytes]
) -> tuple[ProposedStep, ...]:
    """Return the steps, and none where one of them names what is to be nowhere."""
    is_clean = all(without(text.encode()) == text.encode() for text in texts_of(steps))
    return steps if is_clean else ()


def with_needed(steps: Sequence[ProposedStep], chosen: Iterable[int]) -> frozenset[int]:
    """Return chosen steps, counted from 0, with those that they need."""
    wanted = frozenset(chosen)
    return wanted.union(*(steps[number].needs for number in wanted))


def without_leaning(steps: Sequence[ProposedStep], left_out: Iterable[int]) -> frozenset[int]:
    """Return the steps that are left where some, counted from 0, are left out with all that need them."""
    out = frozenset(left_out)
    return frozenset(
        number for number, step in enumerate(steps) if number not in out and out.isdisjoint(step.needs)
    )


def _is_sound(steps: Sequence[ProposedStep]) -> bool:
    return all(
        max(len(step.name), len(step.other)) <= LONGEST_STEP
        and step.name.isprintable()
        and step.other.isprintable()
        and all(0 <= need < number for need in step.needs)
        and all({*steps[need].needs} <= {*step.needs} for need in step.needs)
        for number, step in enumerate(steps)
    )
