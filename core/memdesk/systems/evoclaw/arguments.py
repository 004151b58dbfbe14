"""The arguments that several tools and jobs share, with their rules."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field

from memdesk.systems.evoclaw.places import DEFAULT_AGENT
from memdesk.systems.evoclaw.topics import path_fault
from memdesk.systems.tools import Arguments

LONGEST_CATEGORY = 120
LONGEST_QUERY = 2000


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text


def _category(text: str) -> str:
    if fault := path_fault(text):
        raise ValueError(fault)
    return text


Said: TypeAlias = Annotated[str, AfterValidator(_said)]
"""A text that says something."""

Category: TypeAlias = Annotated[str, Field(max_length=LONGEST_CATEGORY), AfterValidator(_category)]
"""The path of a topic."""

Query: TypeAlias = Annotated[
    str,
    Field(max_length=LONGEST_QUERY, description="What to look for, in any words; Chinese works too."),
    AfterValidator(_said),
]
"""What is looked for."""

AgentId: TypeAlias = Annotated[
    str,
    Field(description="Whose memory; leave it out for the workspace's own agent. Letters, digits, - and _."),
]
"""The agent whose memory it is, of those that share a workspace."""


class OfAgent(Arguments):
    """Arguments of a call that only says whose memory it is for."""

    agent_id: AgentId = DEFAULT_AGENT
