"""A write that waits, let in step by step: some of its steps are done on what is there now.

And what a part of any write would tear apart, where a system keeps one memory in several documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memdesk.access.proposals import Proposal, Staged
from memdesk.access.proposed_steps import with_needed
from memdesk.agents.transaction import Recollection, ToolTransaction
from memdesk.checks.covering import mask
from memdesk.errors import InvalidError, MemdeskError, UsageError
from memdesk.model import Site
from memdesk.store import DocumentEdit
from memdesk.systems.system import LosesNothing, System, WorksInSteps
from memdesk.workspace import Workspace

MOST_TOLD = 3
"""Things that would be torn apart that are told, the first ones."""


def edits_of_steps(workspace: Workspace, staged: Staged, chosen: Iterable[int]) -> tuple[DocumentEdit, ...]:
    """Return what the documents become with these steps, counted from 0, and those that they need.

    They are done on what is there now, as of the moment when the write was proposed. Raises UsageError for a
    step that is not there, InvalidError where one cannot be done.
    """
    wanted = frozenset(chosen)
    unknown = sorted(wanted - {*range(len(staged.steps))})
    if unknown:
        raise UsageError(f"{staged.id} has parts 1 to {len(staged.steps)}, so no part {unknown[0] + 1}")
    if not wanted:
        raise UsageError("nothing of it is chosen; refuse it to let it go")
    documents = {each.uri for each in staged.proposals}
    for system, site in _places(workspace, documents):
        if isinstance(system, WorksInSteps):
            memory = ToolTransaction(workspace, site, Recollection(workspace), moment=staged.time)
            steps = [staged.steps[number] for number in sorted(with_needed(staged.steps, wanted))]
            try:
                system.carry_out(memory, steps, documents)
            except InvalidError as error:
                said = tuple(map(mask, error.arguments))
                raise InvalidError(mask(error.message), reason=error.reason, arguments=said) from error
            return memory.edits()
    raise InvalidError("nobody here knows how to carry out steps of this write; nothing was changed")


def require_whole(workspace: Workspace, staged: Staged, edits: Iterable[DocumentEdit]) -> None:
    """Raise InvalidError where a part of a write would lose a memory that the whole keeps, or leave a gap."""
    whole = {each.uri: each.new for each in staged.proposals}
    after = {each.uri: each.new for each in edits}
    for system, site in _places(workspace, {*whole}):
        if not isinstance(system, LosesNothing):
            continue
        found = system.torn(*(_supposed(workspace, site, each) for each in ({}, whole, after)))
        if found:
            more = f"; and {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
            said, names = (mask("; ".join(each[:MOST_TOLD])) for each in zip(*found, strict=True))
            message = f"these parts cannot go alone: {said}{more}; nothing was changed"
            raise InvalidError(message, reason="torn", arguments=(names,))


def changed_since(workspace: Workspace, proposals: Iterable[Proposal]) -> bool:
    """Say whether a document is neither as it was when a write was made, nor as that would have it."""
    return any(workspace.staging.current(each.uri) not in (each.old, each.new) for each in proposals)


def _supposed(workspace: Workspace, site: Site, documents: Mapping[str, bytes | None]) -> ToolTransaction:
    memory = ToolTransaction(workspace, site, Recollection(workspace))
    for uri, data in documents.items():
        if data is None:
            memory.delete(uri)
        else:
            memory.write(uri, data)
    return memory


def _places(workspace: Workspace, documents: set[str]) -> list[tuple[System, Site]]:
    """Return the places of systems with steps, or tiers that could be torn, that know one of these."""
    named = workspace.registry.items()
    known = {name: each for name, each in named if isinstance(each, (WorksInSteps, LosesNothing))}
    there = [uri for uri in documents if workspace.exists(uri)]
    if len(there) == len(documents) and not {*known} & {workspace.info(uri).system for uri in there}:
        return []  # most writes are of other systems, and to look at the whole folder takes long
    found: list[tuple[System, Site]] = []
    for site in workspace.scan().sites:
        system = known.get(site.system)
        if system is not None and any(_knows(system, site, uri) for uri in documents):
            found.append((system, site))
    return found


def _knows(system: System, site: Site, uri: str) -> bool:
    try:
        return system.classify(site, uri) is not None
    except MemdeskError:
        return False
