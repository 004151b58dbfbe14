"""What can be chosen for this system, in the table ``[aigentic]`` of ``memdesk.toml``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.systems import choices
from memdesk.systems.aigentic.records import SIZE_LIMIT

if TYPE_CHECKING:
    from memdesk.systems.system import CompanionDocuments
    from memdesk.systems.tools import SiteMemory


@dataclass(frozen=True, slots=True)
class AigenticOptions:
    """How agents of this system remember."""

    size_limit: int = SIZE_LIMIT
    """Characters that all entries of a compartment may have together."""
    storage_path: str = choices.a_path("memory.json")
    """The file with the compartments, below the memory's folder."""
    runs: str = choices.one_of("apart", "together")
    """Whether run memory is of one run over MCP, or of all agents that use the file."""
    counts: str = choices.one_of("retrieved", "by_id")
    """What counts as read: all that an agent was answered, or only what it asked for by its id."""
    plan_scope: str = choices.one_of("persistent", "session", "run")
    """When the plan is forgotten: never by itself, at the end of a session, or at the end of a run."""
    clear_matches: str = choices.one_of("all", "any")
    """What a category and tags clear together: what has ``all`` of both, or ``any``, as older agents do."""


DEFAULT = AigenticOptions()


def read(data: bytes) -> AigenticOptions:
    """Return what a file says."""
    return choices.read(data, "aigentic", DEFAULT)


def chosen(memory: SiteMemory) -> AigenticOptions:
    """Return what holds for a memory."""
    return choices.chosen(memory, read, DEFAULT)


def shown(companions: CompanionDocuments, path: str) -> AigenticOptions:
    """Return what holds for a document that is shown."""
    return choices.shown(companions, path, read, DEFAULT)
