"""Answers that a client is still to get: one that has said all it wanted, as a script does, gets them, too.

The SDK ends with what is heard; it tells of calls under way that they failed, though they may be carried out.
"""

from __future__ import annotations

from typing import TypeAlias

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

PATIENCE = 60.0
"""Seconds at most that answers are waited for once the client says no more."""

_ENDLESS = "subscriptions/listen"
"""The request that stays open as long as its client."""

_Name: TypeAlias = str | int | None


class PendingReplies:
    """The requests that were heard and not answered yet."""

    def __init__(self) -> None:
        self._names: set[_Name] = set()
        self._changed = anyio.Event()

    def heard(self, message: types.JSONRPCMessage) -> None:
        """Note a request; one that is cancelled gets no answer."""
        if isinstance(message, types.JSONRPCRequest) and message.method != _ENDLESS:
            self._names.add(message.id)
        elif isinstance(message, types.JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle((message.params or {}).get("requestId"))

    async def pass_on(
        self,
        answers: MemoryObjectReceiveStream[SessionMessage],
        outgoing: MemoryObjectSendStream[SessionMessage],
    ) -> None:
        """Hand on what the server says until it has ended."""
        async with answers, outgoing:
            async for item in answers:
                await outgoing.send(item)
                if isinstance(item.message, types.JSONRPCResponse | types.JSONRPCError):
                    self._settle(item.message.id)

    async def settled(self) -> None:
        """Return once every request is answered."""
        with anyio.move_on_after(PATIENCE):
            while self._names:
                await self._changed.wait()

    def _settle(self, name: object) -> None:
        if isinstance(name, str | int):
            self._names.discard(name)
        self._changed.set()
        self._changed = anyio.Event()
