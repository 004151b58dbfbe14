"""Tools over MCP: how they are named and described, and what a call answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mcp_types import CallToolResult, ContentBlock, TextContent, Tool, ToolAnnotations

from memdesk.agents.mcp.paging import CURSOR, CURSOR_SCHEMA, KeptAnswers
from memdesk.agents.mcp.prefixes import Fronts, shown
from memdesk.agents.toolbox import BoundTool, Toolbox, none_here
from memdesk.errors import (
    ConflictError,
    LockedError,
    MemdeskError,
    ReadOnlyError,
    failure_json,
)
from memdesk.model import Actor, Json
from memdesk.systems.tools import CallProgress


class Calls:
    """The tools of a workspace by the names that a client calls them by.

    A name that two systems share gets its system in front, ``<system>__<name>``; where a system has several
    places, each of its tools gets the place, too: ``<system>__<place>__<name>``.
    """

    def __init__(self, offers: Iterable[BoundTool], *, read_only: bool) -> None:
        offers = tuple(offers)
        self._read_only = read_only
        self._fronts = Fronts(offer.site for offer in offers)
        systems: dict[str, set[str]] = {}
        for offer in offers:
            for name in (offer.tool.name, *offer.tool.aliases):
                systems.setdefault(name, set()).add(offer.system.id)
        self._shared = {name for name, having in systems.items() if len(having) > 1}
        self._listed = {self._name(offer, offer.tool.name): offer for offer in offers}
        aliases = {self._name(offer, name): offer for offer in offers for name in offer.tool.aliases}
        self._known = aliases | self._listed

    def listed(self) -> list[Tool]:
        """Return the tools as a client is told of them; for reading only, those that write are left out."""
        return [self._described(name, offer) for name, offer in self._listed.items() if self._offered(offer)]

    def knows(self, name: str) -> bool:
        """Tell whether there is a tool of this name."""
        return name in self._known

    def writes(self, name: str) -> bool:
        """Tell whether a call changes more than counts."""
        offer = self._known.get(name)
        return offer is not None and offer.tool.writes and not offer.tool.incidental

    def goes_on(self, name: str, arguments: Mapping[str, Json]) -> bool:
        """Tell whether a call asks for the next part of an answer; then nothing is done but that."""
        return self.knows(name) and not _has_own(self._known[name]) and bool(arguments.get(CURSOR))

    def call(
        self,
        toolbox: Toolbox,
        name: str,
        arguments: Mapping[str, Json],
        actor: Actor,
        *,
        progress: CallProgress,
        kept: KeptAnswers,
    ) -> CallToolResult:
        """Call a tool. What goes wrong is told in the answer, so that the model can act on it."""
        try:
            offer = self._offer(name)
            told = arguments if _has_own(offer) else _without_cursor(arguments)
            if self.goes_on(name, arguments):
                structured = kept.following(name, told, arguments[CURSOR])
            else:
                structured = kept.first(name, told, toolbox.call(offer, told, actor, progress).reply)
        except MemdeskError as error:
            return _answer(_advice(error), failure_json(error), failed=True)
        return _answer(structured["text"], structured)

    def _offered(self, offer: BoundTool) -> bool:
        """Tell whether a tool can be called: one that only counts its use works without writing, too."""
        return not self._read_only or not offer.tool.writes or offer.tool.incidental

    def _offer(self, name: str) -> BoundTool:
        offer = self._known.get(name)
        if offer is None:
            raise none_here("tool", name, self._listed)
        if not self._offered(offer):
            raise ReadOnlyError(
                f"{name} changes memory, but this server is read-only. Nothing was changed; tell the "
                "user if it should be writable."
            )
        return offer

    def _name(self, offer: BoundTool, name: str) -> str:
        front = self._fronts.of(offer.site) or (offer.system.id if name in self._shared else "")
        return f"{front}__{name}" if front else name

    def _described(self, name: str, offer: BoundTool) -> Tool:
        schema, takes = offer.schema, offer.schema.get("properties")
        if (
            isinstance(takes, dict)
            and not _has_own(offer)
            and (not offer.tool.writes or offer.tool.incidental)
        ):
            schema = schema | {"properties": {**takes, CURSOR: dict(CURSOR_SCHEMA)}}
        tool = offer.tool
        hints = ToolAnnotations(
            read_only_hint=not tool.writes,
            destructive_hint=tool.writes and tool.destructive,
            idempotent_hint=tool.idempotent or not tool.writes,
            open_world_hint=False,
        )
        said = tool.description
        if self._fronts.of(offer.site):
            said += f" (In the memory at {shown(offer.site.root) or 'the top'}.)"
        return Tool(name=name, description=said, input_schema=schema, annotations=hints)


def _has_own(offer: BoundTool) -> bool:
    """Whether a tool itself takes what the others go on with."""
    return CURSOR in offer.tool.arguments.model_fields


def _without_cursor(arguments: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in arguments.items() if name != CURSOR}


def _advice(error: MemdeskError) -> str:
    """Return what a model reads of a failure: an argument's says already what to do instead."""
    if isinstance(error, LockedError | ConflictError):
        return f"{error.message}. {failure_json(error)['fix']}"
    return error.message


def _answer(text: str, structured: dict[str, Any], *, failed: bool = False) -> CallToolResult:
    content: list[ContentBlock] = [TextContent(type="text", text=text)]
    return CallToolResult(content=content, structured_content=structured, is_error=failed)
