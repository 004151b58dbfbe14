"""What can be chosen for this system, in the table ``[picoclaw-memskill]`` of ``memdesk.toml``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.systems import choices

if TYPE_CHECKING:
    from memdesk.systems.tools import SiteMemory


@dataclass(frozen=True, slots=True)
class MemSkillOptions:
    """How agents of this system remember."""

    retrieval: str = choices.one_of("memdesk", "document", "hooks", "search")
    """Who finds what belongs to a query: memdesk, one of the two kinds of agents, to see their prompts, or
    the search of memdesk, in the daily notes too."""
    chunks: str = choices.one_of("paragraphs", "entries")
    """What is found: paragraphs, as all agents have it, or whole entries."""
    notes: str = choices.one_of("recent", "related")
    """What of the last days' notes goes along with a query: all of them, or what has to do with it."""
    window: int = 8192
    """Tokens that the model of the agents takes: of these ``session_summary_token_percent`` counts."""
    history: str = choices.one_of("limited", "unlimited")
    """Whether the limit on a conversation's turns that belong to a query counts; with agents it does not."""


DEFAULT = MemSkillOptions()


def read(data: bytes) -> MemSkillOptions:
    """Return what a file says."""
    return choices.read(data, "picoclaw-memskill", DEFAULT)


def chosen(memory: SiteMemory) -> MemSkillOptions:
    """Return what holds for a memory."""
    return choices.chosen(memory, read, DEFAULT)
