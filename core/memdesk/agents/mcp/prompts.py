"""Prompt contexts over MCP: each system's is a prompt, made for the user's message."""

from __future__ import annotations

from collections.abc import Mapping

from mcp_types import GetPromptResult, Prompt, PromptArgument, PromptMessage, TextContent

from memdesk.agents.mcp.prefixes import Fronts
from memdesk.agents.toolbox import Toolbox
from memdesk.errors import ArgumentError, NotFoundError
from memdesk.model import Actor, Json, Site
from memdesk.systems.system import System
from memdesk.systems.tools import CallProgress

_ARGUMENTS = (
    PromptArgument(
        name="query", description="The user's message; memory is selected to match it.", required=False
    ),
    PromptArgument(name="budget", description="Maximum size in tokens (estimated).", required=False),
)


def listed(toolbox: Toolbox, system: str | None) -> list[Prompt]:
    """Return a prompt for each system, named by its id, or for each of its places where it has several."""
    return [
        Prompt(
            name=name,
            title=f"Memory of {name}",
            description=f"The memory text that goes into the prompt of an agent of {name}.",
            arguments=list(_ARGUMENTS),
        )
        for name in _named(toolbox, system)
    ]


def made(
    toolbox: Toolbox,
    system: str | None,
    name: str,
    arguments: Mapping[str, str],
    progress: CallProgress,
    *,
    actor: Actor,
) -> GetPromptResult:
    """Return a place's context for a message; it stands in a user message, as MCP has no system one.

    A system that is asked for by its name has one, too, where its memory is not begun yet: an empty one.
    """
    named = _named(toolbox, system)
    if name not in named and system is None and toolbox.knows(name):
        named = _named(toolbox, name)
    if name not in named:
        raise NotFoundError(f"there is no prompt {name!r}; available prompts: {', '.join(named) or 'none'}")
    each, site = named[name]
    budget = _budget(arguments.get("budget"))
    found = toolbox.context(each, site, arguments.get("query", ""), budget, progress, supplied_to=actor)
    content = TextContent(type="text", text=found.text)
    told: dict[str, Json] = {"memdesk/variables": found.variables} if found.variables else {}
    if found.problems:
        told["memdesk/problems"] = [*found.problems]
    return GetPromptResult(messages=[PromptMessage(role="user", content=content)], _meta=told or None)


def _named(toolbox: Toolbox, system: str | None) -> dict[str, tuple[System, Site]]:
    places = toolbox.places(system)
    fronts = Fronts(site for _, site in places)
    return {fronts.of(site) or each.id: (each, site) for each, site in places}


def _budget(text: str | None) -> int | None:
    if not text:
        return None
    if not text.isascii() or not text.isdigit():
        raise ArgumentError("budget", "must be a number of tokens", "Pass digits, or leave it out.")
    return int(text)
