"""What a merge of JSON has to know of a format: which members are worked out, and what a document begins as.

A system says it for each of its formats, in one place. Members are named by the way to them: names, ``*`` for
one step of any name or index, ``**`` for any number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from memdesk.model import Json, Kind
from memdesk.text.json.names import folded

Way: TypeAlias = "tuple[str, ...]"
_ANY, _DEEP = "*", "**"


class Derived(StrEnum):
    """How a member comes about that nobody writes for its own sake; to change it alone is no change."""

    COUNT = "count"
    """A number that goes up or down: what each side added is added up."""
    LAST = "last"
    """Worked out, or the time of an update: of two that differ, theirs stays."""


@dataclass(frozen=True)
class DerivedMembers:
    """Which members are derived, as seen from one place in a document.

    ``any_letters``: the program takes names in whatever letters; those of the ways are small then.
    """

    members: Mapping[Way, Derived] = field(default_factory=dict)
    any_letters: bool = False
    _below: dict[str, DerivedMembers] = field(default_factory=dict, compare=False, repr=False)

    def __bool__(self) -> bool:
        """Say whether anything here, or inside of it, is derived."""
        return bool(self.members)

    @property
    def here(self) -> Derived | None:
        """How this very place is derived."""
        return self.members.get(())

    def below(self, step: str = "") -> DerivedMembers:
        """Return the rules as seen from a member, or from an item (which has no name)."""
        if not self.members:
            return self
        if step not in self._below:
            name = folded(step) if self.any_letters else step
            inner = {rest: how for way, how in self.members.items() for rest in _after(way, name)}
            self._below[step] = DerivedMembers(inner, self.any_letters)
        return self._below[step]

    def bare(self, value: Json) -> Json:
        """Return a value without what is derived in it."""
        if not self.members:
            return value
        if isinstance(value, dict):
            inner = ((name, member, self.below(name)) for name, member in value.items())
            return {name: rules.bare(member) for name, member, rules in inner if rules.here is None}
        return [self.below().bare(item) for item in value] if isinstance(value, list) else value


NO_RULES = DerivedMembers()


def rules(*, counts: str = "", last: str = "", any_letters: bool = False) -> DerivedMembers:
    """Return rules for members, each named by its way with ``/`` between the steps, in words of a text."""
    ways = {tuple(way.split("/")): Derived.COUNT for way in counts.split()}
    return DerivedMembers(ways | {tuple(way.split("/")): Derived.LAST for way in last.split()}, any_letters)


@dataclass(frozen=True)
class JsonFormat:
    """One format. ``frame`` is a document of it that holds nothing yet, None where nobody knows.

    Documents of the kinds in ``followers`` tell of what stands in one of this format: what is taken back here
    is taken back there, where one unit wrote both. ``sorted_names``: maps have their names in order.
    ``standing`` (of base, mine and theirs) gives mine with what theirs still needs of what it removes.
    ``settled`` (of what was merged, theirs and the moment in epoch seconds) works out what no side knows.
    """

    rules: DerivedMembers = NO_RULES
    frame: Json = None
    followers: frozenset[Kind] = frozenset()
    sorted_names: bool = False
    standing: Callable[[Json, Json, Json], Json] | None = None
    settled: Callable[[Json, Json, float], Json] | None = None


PLAIN_FORMAT = JsonFormat()


def framed(form: JsonFormat, value: Json, later: Json) -> Json:
    """Return what is left of a document as it was created when all goes that is in it.

    Where nobody knows the format, what holds something ``later`` that was not in it stays.
    """
    return _emptied(value, _common(value, later) if form.frame is None else form.frame)


def with_frame(form: JsonFormat, base: Json, mine: Json, later: Json) -> Json:
    """Return mine with what it lacks of the base, emptied, where that holds something that came later."""
    return _held(base, mine, later, form.frame)


def _held(base: Json, mine: Json, later: Json, frame: Json) -> Json:
    if not (isinstance(base, dict) and isinstance(mine, dict) and isinstance(later, dict)):
        return mine
    names = base if frame is None else frame if isinstance(frame, dict) else {}
    found = dict(mine)
    for name in base.keys() & later.keys() & names.keys():
        inner = None if frame is None else names[name]
        if mine.get(name) is not None:  # agents in Go write null for what holds nothing
            found[name] = _held(base[name], mine[name], later[name], inner)
        elif _grew(base[name], later[name]) or (frame is not None and base[name] != later[name]):
            left = _common(base[name], later[name]) if inner is None else inner
            found[name] = _emptied(base[name], left)
    return found


def _grew(value: Json, later: Json) -> bool:
    """Whether an array, or an object that holds no value of its own, holds something else later."""
    if isinstance(value, dict) and not all(isinstance(member, list | dict) for member in value.values()):
        return False
    return isinstance(value, list | dict) and type(value) is type(later) and value != later


def _emptied(value: Json, frame: Json) -> Json:
    if isinstance(value, dict):
        names = frame if isinstance(frame, dict) else {}
        return {name: _emptied(member, names[name]) for name, member in value.items() if name in names}
    return [] if isinstance(value, list) else value


def _common(value: Json, later: Json) -> Json:
    """Return the objects and arrays that hold something else later."""
    if not isinstance(value, dict) or not isinstance(later, dict):
        return None
    both = {name: member for name, member in value.items() if _grew(member, later.get(name))}
    return {name: _common(member, later[name]) for name, member in both.items()}


def _after(way: Way, step: str) -> list[Way]:
    """Return what is left of a way after one step; none where it does not lead there."""
    if not way:
        return []
    if way[0] == _DEEP:
        return [way, *_after(way[1:], step)]
    return [way[1:]] if way[0] in (_ANY, step) else []
