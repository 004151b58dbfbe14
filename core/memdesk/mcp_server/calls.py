"""Tools over MCP: how they are named and described, and what a call answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from mcp_types import CallToolResult, ContentBlock, TextContent, Tool, ToolAnnotations

from memdesk.errors import (
    ConflictError,
    LockedError,
    MemdeskError,
    NotFoundError,
    ReadOnlyError,
    failure_json,
)
from memdesk.model import Actor, Json
from memdesk.toolbox import Offer, Toolbox


class Calls:
    """The tools of a workspace by the names that a client calls them by.

    A name that two families share gets its family in front: ``<system>__<name>``.
    """

    def __init__(self, toolbox: Toolbox, system: str | None, *, read_only: bool) -> None:
        self._toolbox = toolbox
        self._read_only = read_only
        offers = toolbox.tools(system)
        shared = Counter(name for offer in offers for name in (offer.tool.name, *offer.tool.aliases))
        self._listed = {_name(offer, offer.tool.name, shared): offer for offer in offers}
        aliases = {_name(offer, name, shared): offer for offer in offers for name in offer.tool.aliases}
        self._known = aliases | self._listed

    def listed(self) -> list[Tool]:
        """Return the tools as a client is told of them; for reading only, those that write are left out."""
        return [_described(name, offer) for name, offer in self._listed.items() if self._offered(offer)]

    def call(self, name: str, arguments: Mapping[str, Json], actor: Actor) -> CallToolResult:
        """Call a tool. What goes wrong is told in the answer, so that the model can act on it."""
        try:
            reply = self._toolbox.call(self._offer(name), arguments, actor).reply
        except MemdeskError as error:
            return _answer(_advice(error), failure_json(error), failed=True)
        return _answer(reply.text, {"ok": True, "text": reply.text, "data": reply.data})

    def _offered(self, offer: Offer) -> bool:
        """Tell whether a tool can be called: one that only counts its use works without writing, too."""
        return not self._read_only or not offer.tool.writes or offer.tool.incidental

    def _offer(self, name: str) -> Offer:
        offer = self._known.get(name)
        if offer is None:
            raise NotFoundError(
                f"there is no tool {name!r} here; there are: {', '.join(sorted(self._listed))}"
            )
        if not self._offered(offer):
            raise ReadOnlyError(f"{name} writes, and this memory is served for reading only")
        return offer


def _name(offer: Offer, name: str, shared: Counter[str]) -> str:
    return f"{offer.system.id}__{name}" if shared[name] > 1 else name


def _described(name: str, offer: Offer) -> Tool:
    hints = ToolAnnotations(read_only_hint=not offer.tool.writes, open_world_hint=False)
    return Tool(name=name, description=offer.tool.description, input_schema=offer.schema, annotations=hints)


def _advice(error: MemdeskError) -> str:
    """Return what a model reads of a failure: an argument's says already what to do instead."""
    if isinstance(error, LockedError | ConflictError):
        return f"{error.message}. {failure_json(error)['fix']}"
    return error.message


def _answer(text: str, structured: dict[str, Any], *, failed: bool = False) -> CallToolResult:
    content: list[ContentBlock] = [TextContent(type="text", text=text)]
    return CallToolResult(content=content, structured_content=structured, is_error=failed)
