"""What a merge of JSON has to know of a format: which members are worked out, and what a document begins as.

A family says it for each of its formats, in one place. Members are named by the way to them: names, ``*`` for
one step of any name or index, ``**`` for any number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from memdesk.model import Json

Way: TypeAlias = "tuple[str, ...]"
_ANY, _DEEP = "*", "**"


class Derived(StrEnum):
    """How a member comes about that nobody writes for its own sake; to change it alone is no change."""

    COUNT = "count"
    """A number that goes up or down: what each side added is added up."""
    LAST = "last"
    """Worked out, or the time of an update: of two that differ, theirs stays."""


@dataclass(frozen=True)
class Rules:
    """Which members are derived, as seen from one place in a document."""

    members: Mapping[Way, Derived] = field(default_factory=dict)
    _below: dict[str, Rules] = field(default_factory=dict, compare=False, repr=False)

    def __bool__(self) -> bool:
        """Say whether anything here, or inside of it, is derived."""
        return bool(self.members)

    @property
    def here(self) -> Derived | None:
        """How this very place is derived."""
        return self.members.get(())

    def below(self, step: str = "") -> Rules:
        """Return the rules as seen from a member, or from an item (which has no name)."""
        if not self.members:
            return self
        if step not in self._below:
            self._below[step] = Rules(
                {rest: how for way, how in self.members.items() for rest in _after(way, step)}
            )
        return self._below[step]

    def bare(self, value: Json) -> Json:
        """Return a value without what is derived in it."""
        if not self.members:
            return value
        if isinstance(value, dict):
            inner = ((name, member, self.below(name)) for name, member in value.items())
            return {name: rules.bare(member) for name, member, rules in inner if rules.here is None}
        return [self.below().bare(item) for item in value] if isinstance(value, list) else value


NO_RULES = Rules()


@dataclass(frozen=True)
class JsonFormat:
    """One format. ``frame`` is a document of it that holds nothing yet, None where nobody knows.

    ``standing`` (of base, mine and theirs) gives mine with what theirs still needs of what it removes.
    ``settled`` (of what was merged, theirs and the moment in epoch seconds) works out what no side knows.
    """

    rules: Rules = NO_RULES
    frame: Json = None
    standing: Callable[[Json, Json, Json], Json] | None = None
    settled: Callable[[Json, Json, float], Json] | None = None


PLAIN_FORMAT = JsonFormat()


def _after(way: Way, step: str) -> list[Way]:
    """Return what is left of a way after one step; none where it does not lead there."""
    if not way:
        return []
    if way[0] == _DEEP:
        return [way, *_after(way[1:], step)]
    return [way[1:]] if way[0] in (_ANY, step) else []
