"""The server itself: requests to one thread of memory work, changes of the folder to whoever subscribed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, TypeAlias, TypeVar
from uuid import uuid4

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.session import ServerSession
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    ResourcesListChanged,
    ResourceUpdated,
)
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage

from memdesk import __version__
from memdesk.errors import MemdeskError
from memdesk.mcp_server import prompts, resources
from memdesk.mcp_server.calls import Calls
from memdesk.mcp_server.hearing import Heard, hear, standard_input
from memdesk.mcp_server.owing import Owed
from memdesk.merging import merge_latecomers
from memdesk.model import Actor, ChangeBatch, ChangeKind, Origin, Via
from memdesk.review.glance import Looker
from memdesk.toolbox import Toolbox
from memdesk.workspace import Workspace

T = TypeVar("T")
Context: TypeAlias = ServerRequestContext[Any, Any]

INSTRUCTIONS = (
    "The long-term memory of an agent. Every write is kept with its author and can be undone by a person. "
    "Where a call is refused, the answer names the rule and what to do instead."
)


class MemoryServer:
    """One client's connection to a workspace."""

    def __init__(
        self,
        workspace: Workspace,
        system: str | None,
        actor: str | None,
        session: str | None,
        *,
        reflecting: bool = False,
    ) -> None:
        self._workspace = workspace
        self._system = system
        self._actor = actor
        self._session = session or uuid4().hex[:12]
        self._toolbox = Toolbox(workspace, reflecting=reflecting)
        self._calls = Calls(self._toolbox, system, read_only=workspace.read_only)
        self._one_at_a_time = anyio.CapacityLimiter(1)
        self._bus = InMemorySubscriptionBus()
        self._listen = ListenHandler(self._bus)
        self._subscribed: dict[str, ServerSession] = {}
        self._changes: asyncio.Queue[ChangeBatch] = asyncio.Queue()
        self._telling: asyncio.Task[None] | None = None

    def serve(self) -> None:
        """Serve on standard input and output until the client is gone.

        Raises OSError where it can no longer be heard or answered.
        """
        merge_latecomers(self._workspace)
        self._workspace.latecomers.begin()
        looking = Thread(target=self._look, name="memdesk-look", daemon=True)
        looking.start()
        try:
            anyio.run(self._run)
        except BaseExceptionGroup as group:
            raise _first(group) from group
        finally:
            looking.join()

    def _look(self) -> None:
        """Find what others did past memdesk, then watch: each version of theirs is kept while it is there."""
        with suppress(MemdeskError):
            Looker(self._workspace).look()
        if not self._workspace.read_only:
            self._workspace.watch()

    async def _run(self) -> None:
        heard, hearing = anyio.create_memory_object_stream[Heard](0)
        answering, answers = anyio.create_memory_object_stream[SessionMessage](0)
        owed = Owed()
        async with (
            stdio_server(standard_input()) as (incoming, outgoing),
            anyio.create_task_group() as saying,
        ):
            saying.start_soon(owed.pass_on, answers, outgoing)
            async with anyio.create_task_group() as listening:
                listening.start_soon(hear, incoming, heard, answering.clone(), owed)
                server = self.server()
                await server.run(hearing, answering, server.create_initialization_options())
                listening.cancel_scope.cancel()

    def server(self) -> Server[Any]:
        """Return the server with what it answers to."""
        return Server(
            "memdesk",
            version=__version__,
            title="memdesk",
            instructions=INSTRUCTIONS,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_subscribe_resource=self._subscribe,
            on_unsubscribe_resource=self._unsubscribe,
            on_subscriptions_listen=self._subscribe_all,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
        )

    async def _list_tools(self, _context: Context, _request: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=self._calls.listed())

    async def _call_tool(
        self, context: Context, request: types.CallToolRequestParams
    ) -> types.CallToolResult:
        who = self._writer(context)
        return await self._apart(lambda: self._calls.call(request.name, request.arguments or {}, who))

    async def _list_resources(
        self, _context: Context, request: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        cursor = request.cursor if request else None
        return await self._apart(lambda: resources.listed(self._workspace, cursor))

    async def _list_templates(self, _context: Context, _request: object) -> types.ListResourceTemplatesResult:
        return resources.TEMPLATES

    async def _read_resource(
        self, _context: Context, request: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        return await self._apart(lambda: resources.read(self._workspace, str(request.uri)))

    async def _list_prompts(self, _context: Context, _request: object) -> types.ListPromptsResult:
        found = await self._apart(lambda: prompts.listed(self._toolbox, self._system))
        return types.ListPromptsResult(prompts=found)

    async def _get_prompt(
        self, _context: Context, request: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        arguments = request.arguments or {}
        return await self._apart(lambda: prompts.made(self._toolbox, self._system, request.name, arguments))

    async def _subscribe(self, context: Context, request: types.SubscribeRequestParams) -> types.EmptyResult:
        self._subscribed[str(request.uri)] = context.session
        self._watch()
        return types.EmptyResult()

    async def _unsubscribe(
        self, _context: Context, request: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        self._subscribed.pop(str(request.uri), None)
        return types.EmptyResult()

    async def _subscribe_all(
        self, context: Context, request: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        self._watch()
        return await self._listen(context, request)

    async def _apart(self, work: Callable[[], T]) -> T:
        """Do memory work in the one thread for it, so that the client is heard meanwhile."""
        try:
            return await anyio.to_thread.run_sync(work, limiter=self._one_at_a_time)
        except MemdeskError as error:
            raise MCPError(types.INVALID_PARAMS, error.message) from error

    def _writer(self, context: Context) -> Actor:
        """Return who calls: as named on the command line, else as the client names itself."""
        told = context.session.client_params
        name = self._actor or (told.client_info.name if told else "") or "agent"
        return Actor(name, Origin.AGENT, Via.MCP, session=self._session)

    def _watch(self) -> None:
        """Begin to look for changes, once somebody wants to hear of them."""
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.create_task(self._tell_all())

            def heard(batch: ChangeBatch) -> None:
                """Hand it over without waiting: the watching thread must not hang on a server that ends."""
                with suppress(RuntimeError):  # the loop is closed: nobody listens any more
                    loop.call_soon_threadsafe(self._changes.put_nowait, batch)

            self._workspace.subscribe(heard)
            self._workspace.watch()

    async def _tell_all(self) -> None:
        while True:
            await self._tell(await self._changes.get())

    async def _tell(self, batch: ChangeBatch) -> None:
        for change in batch.changes:
            uri = resources.resource_uri(change.uri)
            if uri in self._subscribed:
                with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):  # that client is gone
                    await self._subscribed[uri].send_resource_updated(uri)
            await self._bus.publish(ResourceUpdated(uri=uri))
        if batch.rescan or any(change.kind is not ChangeKind.MODIFIED for change in batch.changes):
            await self._bus.publish(ResourcesListChanged())


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first of what went wrong at once: the rest came of it."""
    first = group.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
