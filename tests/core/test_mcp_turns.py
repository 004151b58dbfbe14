"""Calls over MCP that take long hold up no other, can be cancelled, and begin in the order of coming."""

from __future__ import annotations

import threading

import anyio
import pytest
from mcp.client.client import Client

from helpers.toy_system import FILE, Line, Nothing, Toy, add
from memdesk.agents.mcp import work_queue as turns
from memdesk.agents.mcp.server import MemoryServer
from memdesk.agents.mcp.work_queue import CallThreads, Leave
from memdesk.errors import CancelledError
from memdesk.runtime.clock import FrozenClock
from memdesk.store import Store
from memdesk.systems.tools import Reply, Tool
from memdesk.workspace import Workspace


class Slow(Toy):
    """The toy system with tools, and a context, that take as long as the test wants."""

    def __init__(self):
        super().__init__()
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.over = threading.Event()

    def hold(self, _memory=None, _arguments=None):
        self.begun.set()
        assert self.go_on.wait(300)
        return Reply("held")

    def add_late(self, memory, arguments):
        try:
            self.hold()
            return add(memory, arguments)
        finally:
            self.over.set()

    def tools(self):
        held = Tool("hold", "Take long.", Nothing, self.hold)
        late = Tool("add_late", "Take long, then write.", Line, self.add_late, writes=True)
        return (*super().tools(), held, late)

    def context(self, memory, query):
        if query == "slow":
            self.hold()
        return super().context(memory, query)


@pytest.fixture
def slow():
    system = Slow()
    yield system
    system.go_on.set()


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "toy").mkdir(parents=True)
    (folder / FILE).write_text("one\n")
    return folder


@pytest.fixture(params=["legacy", "auto"])
def talk(root, slow, request):
    def talk(conversation):
        async def main():
            clock = FrozenClock(1_760_000_000.0)
            with Workspace(root, Store(root, clock=clock), {"toy": slow}, clock) as desk:
                server = MemoryServer(desk, None, None, None)
                async with Client(server.server(), mode=request.param) as client:
                    with anyio.fail_after(60):
                        found = await conversation(client)
                server._turns.end()
                return found

        return anyio.run(main)

    return talk


async def begun(slow):
    """Wait until the slow work is under way."""
    await anyio.to_thread.run_sync(slow.begun.wait, 60)


@pytest.mark.parametrize("what", ["tool", "write", "prompt"])
def test_what_takes_long_holds_up_no_other_call(talk, slow, root, what):
    async def conversation(client):
        answers = []

        async def take_long():
            if what == "prompt":
                await client.get_prompt("toy", {"query": "slow"})
            else:
                name, arguments = ("hold", {}) if what == "tool" else ("add_late", {"line": "late"})
                await client.call_tool(name, arguments)
            answers.append("slow")

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(take_long)
            await begun(slow)
            answers.append((await client.call_tool("lines", {})).structured_content["data"])
            answers.append(len((await client.list_resources()).resources))
            answers.append((await client.get_prompt("toy")).messages[0].content.text)
            answers.append((await client.read_resource(f"memdesk:///{FILE}")).contents[0].text)
            slow.go_on.set()
        return answers

    assert talk(conversation) == [["one"], 1, "# Lines\none\n", "one\n", "slow"]
    assert (root / FILE).read_text() == ("one\nlate\n" if what == "write" else "one\n")


def test_a_call_that_is_cancelled_ends_at_once_and_writes_nothing(talk, slow, root):
    async def conversation(client):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "add_late", {"line": "late"})
            await begun(slow)
            tasks.cancel_scope.cancel()
        added = await client.call_tool("add", {"line": "two"})
        slow.go_on.set()
        await anyio.to_thread.run_sync(slow.over.wait, 60)
        return added.structured_content["data"]

    assert talk(conversation) == {"count": 2}
    assert (root / FILE).read_text() == "one\ntwo\n"


def test_writes_come_in_the_order_in_which_they_were_sent(talk, root):
    lines = [f"line {number}" for number in range(30)]

    async def conversation(client):
        async with anyio.create_task_group() as tasks:
            for line in lines:
                tasks.start_soon(client.call_tool, "add", {"line": line})
        return (await client.call_tool("lines", {})).structured_content["data"]

    assert talk(conversation) == ["one", *lines]


def test_a_look_sees_the_write_that_was_sent_before_it(talk, monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE", 60.0)

    async def conversation(client):
        seen = []

        async def look():
            seen.append((await client.call_tool("lines", {})).structured_content["data"])

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "add", {"line": "two"})
            tasks.start_soon(look)
        return seen

    assert talk(conversation) == [["one", "two"]]


def test_what_is_being_written_when_the_client_leaves_is_written_whole():
    done, go_on, in_it = [], threading.Event(), threading.Event()

    def write(leave):
        leave.writing(1)
        in_it.set()
        assert go_on.wait(300)
        done.append("whole")

    async def main():
        ours = CallThreads()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ours.do, write)
            await anyio.to_thread.run_sync(in_it.wait, 60)
            tasks.cancel_scope.cancel()
        assert done == []
        threading.Timer(0, go_on.set).start()
        ours.end()
        return list(done)

    assert anyio.run(main) == ["whole"]


def test_what_was_cancelled_takes_no_step_more():
    leave = Leave()
    leave.step(1, 2)
    leave.writing(1)
    leave.cancel()
    for more in (lambda: leave.step(2, 2), lambda: leave.writing(1)):
        with pytest.raises(CancelledError):
            more()


def test_a_look_waits_a_moment_only_for_what_takes_long(monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE", 0.0)
    go_on = threading.Event()

    async def main():
        ours, found = CallThreads(), []

        async def late():
            found.append(await ours.do(lambda _: go_on.wait(300) and "late", writes=True))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(late)
            await anyio.lowlevel.checkpoint()
            found.append(await ours.do(lambda _: "quick"))
            go_on.set()
        return found

    assert anyio.run(main) == ["quick", "late"]
