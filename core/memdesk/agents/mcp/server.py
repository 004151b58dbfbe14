"""The server itself: requests to threads of memory work, changes to whoever wants to hear of them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread
from typing import Any, TypeAlias, TypeVar
from uuid import uuid4

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.session import ServerSession
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ToolsListChanged,
)
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from memdesk.agents.mcp import prompts, resources
from memdesk.agents.mcp.input import Heard, hear, standard_input
from memdesk.agents.mcp.notices import ClientNotices
from memdesk.agents.mcp.paging import NAMED, KeptAnswers, page_after
from memdesk.agents.mcp.pending import PendingReplies
from memdesk.agents.mcp.tools import Calls
from memdesk.agents.mcp.work_queue import CallThreads, Leave
from memdesk.agents.toolbox import Toolbox
from memdesk.errors import MemdeskError
from memdesk.history.offline_changes import OfflineChanges
from memdesk.model import Actor, ChangeBatch, ChangeKind, Via
from memdesk.ops.merge import merge_latecomers
from memdesk.runtime.person import agent
from memdesk.runtime.version import __version__
from memdesk.workspace import Workspace

T = TypeVar("T")
Context: TypeAlias = ServerRequestContext[Any, Any]

INSTRUCTIONS = (
    "Your long-term memory. Look here before you answer about the user or earlier work, and store lasting "
    "facts, preferences and decisions as soon as you learn them. Never store passwords or tokens. Each write "
    "is recorded under your name, and a person can undo it. If a call is refused, nothing was changed: do "
    "what the answer says."
)

_NOTED = NotificationOptions(prompts_changed=True, resources_changed=True, tools_changed=True)


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
        self._reflecting = reflecting
        self._answers = KeptAnswers()
        self._notices = ClientNotices(workspace, system)
        workspace.subscribe(self._answers.heard, quick=True)
        self._free: deque[Toolbox] = deque()
        self._calls = self._with_toolbox(self._found)
        self._turns = CallThreads()
        self._bus = InMemorySubscriptionBus()
        self._listen = ListenHandler(self._bus)
        self._subscribed: dict[str, str] = {}
        self._client: ServerSession | None = None
        self._changes: asyncio.Queue[ChangeBatch] = asyncio.Queue()
        self._telling: asyncio.Task[None] | None = None
        self._wrote: Actor | None = None

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
            self._turns.end()
            looking.join()
            self._end_run()
            self._notices.end()

    def _end_run(self) -> None:
        """End the run of an agent that wrote, now that its client is gone."""
        who = self._wrote
        if who is not None and not self._workspace.read_only:
            with suppress(MemdeskError):
                self._with_toolbox(lambda toolbox: toolbox.end_run(who, self._system))

    def _look(self) -> None:
        """Find what others did past memdesk, then watch: each version of theirs is kept while it is there."""
        with suppress(MemdeskError):
            OfflineChanges(self._workspace).look()
        if not self._workspace.read_only:
            self._workspace.watch()

    async def _run(self) -> None:
        heard, hearing = anyio.create_memory_object_stream[Heard](0)
        answering, answers = anyio.create_memory_object_stream[SessionMessage](0)
        owed = PendingReplies()
        async with (
            stdio_server(standard_input()) as (incoming, outgoing),
            anyio.create_task_group() as saying,
        ):
            saying.start_soon(owed.pass_on, answers, outgoing)
            async with anyio.create_task_group() as listening:
                listening.start_soon(hear, incoming, heard, answering.clone(), owed)
                server = self.server()
                await server.run(hearing, answering, server.create_initialization_options(_NOTED))
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

    async def _list_tools(
        self, context: Context, request: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        self._hear_for(context)
        await self._renew()
        page, following = _page(((tool.name, tool) for tool in self._calls.listed()), request)
        return types.ListToolsResult(tools=page, next_cursor=following)

    async def _call_tool(
        self, context: Context, request: types.CallToolRequestParams
    ) -> types.CallToolResult:
        who = self._writer(context)
        if not self._calls.knows(request.name):
            await self._renew()
        calls, arguments = self._calls, request.arguments or {}

        def call(toolbox: Toolbox, leave: Leave) -> types.CallToolResult:
            answer = calls.call(toolbox, request.name, arguments, who, progress=leave, kept=self._answers)
            return self._notices.beside(answer, who, toolbox, wrote=calls.writes(request.name))

        if calls.writes(request.name):
            self._wrote = who
        writes = calls.writes(request.name) and not calls.goes_on(request.name, arguments)
        return await self._apart(call, writes=writes)

    async def _list_resources(
        self, context: Context, request: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        self._hear_for(context)
        cursor = request.cursor if request else None
        return await self._apart(
            lambda toolbox, _: resources.listed(self._workspace, cursor, self._hidden(toolbox))
        )

    async def _list_templates(
        self, _context: Context, request: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        _page(((template.name, template) for template in resources.TEMPLATES.resource_templates), request)
        return resources.TEMPLATES

    async def _read_resource(
        self, _context: Context, request: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(request.uri)
        return await self._apart(
            lambda toolbox, _: resources.read(self._workspace, uri, self._hidden(toolbox))
        )

    async def _list_prompts(
        self, context: Context, request: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        self._hear_for(context)
        found = await self._apart(lambda toolbox, _: prompts.listed(toolbox, self._system))
        page, following = _page(((prompt.name, prompt) for prompt in found), request)
        return types.ListPromptsResult(prompts=page, next_cursor=following)

    async def _get_prompt(
        self, context: Context, request: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        name, arguments, who = request.name, request.arguments or {}, self._writer(context)
        return await self._apart(
            lambda toolbox, leave: prompts.made(toolbox, self._system, name, arguments, leave, actor=who)
        )

    async def _subscribe(self, context: Context, request: types.SubscribeRequestParams) -> types.EmptyResult:
        await self._note(str(request.uri))
        self._hear_for(context)
        return types.EmptyResult()

    async def _unsubscribe(
        self, _context: Context, request: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        self._subscribed.pop(str(request.uri), None)
        return types.EmptyResult()

    async def _subscribe_all(
        self, context: Context, request: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        for uri in request.notifications.resource_subscriptions or ():
            await self._note(str(uri))
        self._hear_for(context)
        return await self._listen(context, request)

    async def _note(self, uri: str) -> None:
        """Note that somebody wants to hear of a document by this very name; refuse what can be none here."""
        self._subscribed[uri] = await self._apart(
            lambda toolbox, _: resources.subscribed_document(self._workspace, uri, self._hidden(toolbox))
        )

    def _hidden(self, toolbox: Toolbox) -> frozenset[str]:
        return resources.kept_by_others(toolbox, self._workspace, self._system)

    def _hear_for(self, context: Context) -> None:
        """Look for changes from now on. Newer clients hear of them where they listen, older ones at once."""
        if context.session.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            self._client = context.session
        self._watch()

    async def _apart(self, work: Callable[[Toolbox, Leave], T], *, writes: bool = False) -> T:
        """Do memory work in a thread, so that the client is heard meanwhile."""
        try:
            return await self._turns.do(
                lambda leave: self._with_toolbox(lambda toolbox: work(toolbox, leave)), writes=writes
            )
        except MemdeskError as error:
            raise MCPError(types.INVALID_PARAMS, error.message) from error

    def _with_toolbox(self, work: Callable[[Toolbox], T]) -> T:
        """Do work with a toolbox that nobody else has meanwhile: one is for one thread at a time."""
        try:
            toolbox = self._free.pop()
        except IndexError:
            toolbox = Toolbox(self._workspace, reflecting=self._reflecting)
        try:
            return work(toolbox)
        finally:
            self._free.append(toolbox)

    def _found(self, toolbox: Toolbox) -> Calls:
        """Return the tools of the systems that are there now."""
        return Calls(toolbox.tools(self._system), read_only=self._workspace.read_only)

    async def _renew(self) -> bool:
        """Look for tools anew; return whether there are others now."""
        before = self._calls.listed()
        self._calls = await self._apart(lambda toolbox, _: self._found(toolbox))
        return self._calls.listed() != before

    def _writer(self, context: Context) -> Actor:
        """Return who calls: as named on the command line, else as the client names itself."""
        told = context.session.client_params
        name = self._actor or (told.client_info.name if told else "") or "agent"
        return agent(name, Via.MCP, session=self._session)

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
            names = [uri for uri, document in self._subscribed.items() if document == change.uri]
            for uri in names:
                await self._say(types.ResourceUpdatedNotification(params=_updated(uri)))
            for uri in {resources.resource_uri(change.uri), *names}:
                await self._bus.publish(ResourceUpdated(uri=uri))
        if batch.rescan or any(change.kind is not ChangeKind.MODIFIED for change in batch.changes):
            await self._say(types.ResourceListChangedNotification())
            await self._bus.publish(ResourcesListChanged())
        if batch.rescan:
            with suppress(MCPError):  # the folder is gone; who asks is told
                await self._tell_of_tools()

    async def _tell_of_tools(self) -> None:
        """Tell where there are other tools, and with them other prompts, than were listed last."""
        if await self._renew():
            await self._say(types.ToolListChangedNotification())
            await self._bus.publish(ToolsListChanged())
            await self._say(types.PromptListChangedNotification())
            await self._bus.publish(PromptsListChanged())

    async def _say(self, message: types.ServerNotification) -> None:
        """Tell an older client, if it still is there."""
        if self._client is not None:
            with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
                await self._client.send_notification(message)


def _page(
    items: Iterable[tuple[str, T]], request: types.PaginatedRequestParams | None
) -> tuple[list[T], str | None]:
    """Return the page of a list that a client asks for."""
    try:
        page, following = page_after(items, request.cursor if request else None, NAMED)
    except MemdeskError as error:
        raise MCPError(types.INVALID_PARAMS, error.message) from error
    return [*page], following


def _updated(uri: str) -> types.ResourceUpdatedNotificationParams:
    return types.ResourceUpdatedNotificationParams(uri=uri)


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first of what went wrong at once: the rest came of it."""
    first = group.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
