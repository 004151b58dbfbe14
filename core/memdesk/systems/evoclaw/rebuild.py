"""The operations by which a model tidies the index: read, carried out, and which of them need which.

Each operation is done as a whole or not at all. It needs those before it that made the places it looks at
what they are: in any choice that has what each one needs, each does what it did among all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from memdesk.errors import ArgumentError, InvalidError
from memdesk.model import Json, ProposedStep
from memdesk.systems.answers import list_in, one_line
from memdesk.systems.evoclaw.arguments import LONGEST_CATEGORY
from memdesk.systems.evoclaw.consolidate import ConsolidationReport, recount
from memdesk.systems.evoclaw.edit_tree import add_topic, remove_topic
from memdesk.systems.evoclaw.moves import RenameTopic, rename_topic
from memdesk.systems.evoclaw.places import AgentPaths, agents, places
from memdesk.systems.evoclaw.retrieve import is_under
from memdesk.systems.evoclaw.tiers import AgentTiers
from memdesk.systems.evoclaw.topics import lineage, node_paths, parent_of, path_fault, without_topic
from memdesk.systems.evoclaw.tree import ROOT
from memdesk.systems.evoclaw.values import text_of
from memdesk.systems.tools import SiteMemory

MOST_OPERATIONS = 10
_MORE = {"add": "description", "rename": "to", "merge": "to", "remove": ""}
"""What an operation takes besides its path."""


class TreeOperation(NamedTuple):
    """What is done with a topic; ``other`` is the description of one that is added, or where it goes."""

    name: str
    path: str
    other: str = ""

    @property
    def words(self) -> str:
        """The operation in a line."""
        return f"{self.name} {self.path}{f' → {self.other}' if self.name in ('rename', 'merge') else ''}"


class RebuiltTree(NamedTuple):
    """What was done, in order, with what each needs; and why the rest was not."""

    steps: tuple[ProposedStep, ...]
    told: tuple[str, ...]

    def as_json(self) -> dict[str, Json]:
        """Return it for programs: in words, and what of it was done."""
        return {"operations": [*self.told], "steps": [[*each[:3]] for each in self.steps]}


def read_operations(answer: str) -> list[TreeOperation]:
    """Return the operations that an answer lists. Raises ValueError."""
    listed = list_in(answer)
    if len(listed) > MOST_OPERATIONS:
        raise ValueError(f"{len(listed)} operations are listed, and {MOST_OPERATIONS} are the most")
    return [_operation(each) for each in listed]


def rebuilt(memory: SiteMemory, at: AgentPaths, operations: Iterable[TreeOperation]) -> RebuiltTree:
    """Carry out operations one after another; one that cannot be done is passed over, and that is told."""
    _count_anew(memory, at)
    lineages, steps, told = _Lineages(), list[ProposedStep](), list[str]()
    for each in operations:
        before = AgentTiers(memory, at).tree
        try:
            _carry_out(memory, at, each)
        except (ArgumentError, InvalidError) as error:
            told.append(f"not done: {each.words}: {error.message}")
        else:
            needs = lineages.take(len(steps), each, before)
            steps.append(ProposedStep(*each, tuple(sorted(needs))))
            told.append(each.words)
    return RebuiltTree(tuple(steps), tuple(told))


def carried_out(memory: SiteMemory, steps: Sequence[ProposedStep], documents: Collection[str]) -> None:
    """Carry out steps on the index that is among these documents, and count it anew.

    Raises InvalidError where one cannot be done, and names it.
    """
    found = [places(memory, agent) for agent in agents(memory)]
    # Steps that come to nothing together leave the index out of the write, or even the memories.
    named = [each for each in found if {each.tree, each.warm} & {*documents}] or found
    at = named[0] if len(named) == 1 else None
    if at is None:
        raise InvalidError("the index of these steps is no longer there; nothing was changed")
    _count_anew(memory, at)
    for step in steps:
        operation = TreeOperation(step.act, step.name, step.other)
        try:
            if operation.name not in _MORE:
                raise InvalidError("nobody knows how")
            _carry_out(memory, at, operation)
        except (ArgumentError, InvalidError) as error:
            message = f"{operation.words} cannot be done: {error.message}; nothing was changed"
            arguments = (" → ".join(filter(None, (step.name, step.other if step.act != "add" else ""))),)
            raise InvalidError(message, uri=at.tree, reason="step", arguments=arguments) from error
    _count_anew(memory, at)


def _operation(each: Json) -> TreeOperation:
    if not isinstance(each, dict):
        raise ValueError("an operation is no object")
    name = each.get("op")
    if not isinstance(name, str) or name not in _MORE:
        raise ValueError(f"{str(name)[:20]!r} is none of add, remove, merge, rename")
    path = one_line(each.get("path"), LONGEST_CATEGORY)
    more = _MORE[name]
    other = one_line(each.get(more) or ("" if name != "add" else path), 100) if more else ""
    for place in (path, other) if name in ("rename", "merge") else (path,):
        if fault := path_fault(place):
            raise ValueError(f"{place[:40]!r} {fault}")
    return TreeOperation(name, path, other)


def _count_anew(memory: SiteMemory, at: AgentPaths) -> None:
    tiers = AgentTiers(memory, at)
    recount(tiers, ConsolidationReport())
    tiers.save()


def _carry_out(memory: SiteMemory, at: AgentPaths, operation: TreeOperation) -> None:
    """Carry an operation out as a whole, or raise why it cannot be, with nothing written."""
    name, path, other = operation
    text = memory.text(at.tree) or "{}"
    if name == "rename":
        rename_topic(memory, RenameTopic(path=path, new_path=other, agent_id=at.agent))
    elif name == "merge":
        _merge(memory, at, path, other)
    elif name == "add":
        memory.write(at.tree, add_topic(text, path, other, memory.moment))
    else:
        memory.write(at.tree, remove_topic(text, path))


def _merge(memory: SiteMemory, at: AgentPaths, path: str, other: str) -> None:
    """File the memories of a topic under another one, and drop it."""
    tiers = AgentTiers(memory, at)
    if path not in tiers.tree or other not in tiers.tree or is_under(other, path):
        raise InvalidError("both have to be there, and neither below the other")
    filed = {text_of(one.get("category")) for one in tiers.entries}
    if any(is_under(each, path) and each != path for each in (*node_paths(tiers.tree), *filed)):
        raise InvalidError("it has topics below it")
    if any(is_under(cold.category, path) for cold in tiers.cold()):
        raise InvalidError("some of its memories are in the archive")
    tiers.warm = [
        {**one, "category": other} if isinstance(one, dict) and one.get("category") == path else one
        for one in tiers.warm
    ]
    tiers.tree = without_topic(tiers.tree, path)
    recount(tiers, ConsolidationReport())
    tiers.save()


class _Lineages:
    """Which operations made the places of the index what they are, while one after another is done."""

    def __init__(self) -> None:
        self._places: defaultdict[str, set[int]] = defaultdict(set)
        self._children: defaultdict[str, set[int]] = defaultdict(set)
        self._memories: defaultdict[str, set[int]] = defaultdict(set)
        self._needs: list[frozenset[int]] = []

    def take(self, number: int, operation: TreeOperation, tree: Mapping[str, Json]) -> frozenset[int]:
        """Take in what an operation did to the index as it was, and return all earlier ones that it needs."""
        name, path, other = operation
        if name == "add":
            direct = self._added(number, path, tree)
        elif name == "rename":
            direct = self._renamed(number, path, other, tree)
        else:
            direct = set(self._places[path] | self._children[path])
            direct |= self._places[other] if name == "merge" else self._memories[path]
            self._leaves(number, path)
            self._memories[other if name == "merge" else path].add(number)
        needs = frozenset(direct).union(*(self._needs[each] for each in direct))
        self._needs.append(needs)
        return needs

    def _added(self, number: int, path: str, tree: Mapping[str, Json]) -> set[int]:
        direct = set[int]().union(*(self._places[each] for each in lineage(path)))
        for each in lineage(path):
            if each not in tree:
                self._places[each].add(number)
                self._children[parent_of(each)].add(number)
        return direct

    def _renamed(self, number: int, path: str, other: str, tree: Mapping[str, Json]) -> set[int]:
        moved = {each: other + each[len(path) :] for each in tree if each == path or is_under(each, path)}
        above = parent_of(other)
        direct = set(self._places[path] | (self._places[above] if above != ROOT else set()))
        direct = direct.union(*(self._places[each] for each in moved.values()))
        before = {old: (self._places[old], self._children[old], self._memories[old]) for old in moved}
        for old, new in moved.items():
            was = before[old]
            self._places[new] = self._places[new] | was[0] | {number}
            self._children[new], self._memories[new] = set(was[1]), set(was[2])
        self._leaves(number, path)
        for old in moved:
            self._places[old] = self._places[old] | {number}
        self._children[above].add(number)
        return direct

    def _leaves(self, number: int, path: str) -> None:
        self._places[path] = self._places[path] | {number}
        self._children[parent_of(path)].add(number)
