"""What an agent waits for: a call over MCP, a look at a large memory, a save in one."""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
import uuid
from pathlib import Path

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

import memdesk
from memdesk import open_workspace

EMPTY = """
import anyio, mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
async def listed(_context, _request):
    schema = {"type": "object", "properties": {}}
    return types.ListToolsResult(tools=[types.Tool(name="empty", description="nothing", input_schema=schema)])
async def called(_context, _request):
    return types.CallToolResult(content=[types.TextContent(type="text", text="")])
async def main():
    server = Server("empty", on_list_tools=listed, on_call_tool=called)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
anyio.run(main)
"""


def round_trips(folder, count):
    """Return the medians of a call of a reading tool and of an empty one, in seconds, taken in turn."""
    (folder / "memory").mkdir()
    (folder / "memory" / "profile.json").write_text('{\n  "name": "Ada"\n}')
    (folder / "facts").mkdir()
    (folder / "facts" / "user.md").write_text("# User\n\n> Summary: who\n")
    path = {**os.environ, "PYTHONPATH": os.fspath(Path(memdesk.__file__).parents[1])}
    words = ["-m", "memdesk", "mcp", os.fspath(folder), "--system", "pegasus"]
    ours = StdioServerParameters(command=sys.executable, args=words, env=path)
    empty = StdioServerParameters(command=sys.executable, args=["-c", EMPTY], env=path)
    return anyio.run(_in_turn, ours, empty, count)


async def _in_turn(ours, empty, count):
    taken = ([], [])
    async with Client(stdio_client(ours)) as first, Client(stdio_client(empty)) as second:
        calls = ((first, "memory_list", {}), (second, "empty", {}))
        for _ in range(count):
            for (client, name, arguments), times in zip(calls, taken, strict=True):
                begin = time.perf_counter()
                answer = await client.call_tool(name, arguments)
                times.append(time.perf_counter() - begin)
                assert not answer.is_error, answer.content
    return tuple(statistics.median(times[count // 10 :]) for times in taken)


def large_memory(folder, count):
    """Return seconds: to look an entry up and for ``os.stat`` and a dict; to save and for a bare save."""
    entries = [_entry(number) for number in range(count)]
    path = folder / "memory.json"
    path.write_text(_written(entries))
    known = {entry["id"]: entry for entry in entries}
    wanted, repeats = entries[count // 2]["id"], 300
    with open_workspace(folder, system="aigentic") as memory:
        look = {"compartment": "session", "id": wanted}
        memory.call("get_memory", look)
        asked = _timed(lambda: memory.call("get_memory", look), repeats)
        bare = _timed(lambda: (path.stat(), known[wanted]), repeats)
        saved = _timed(lambda: memory.call("save_memory", {"compartment": "plan", "content": "a step"}), 5)
        bare_save = _timed(lambda: _save(path, entries), 5)
    return asked, bare, saved, bare_save


def _save(path, entries):
    temporary = path.with_name("bare.tmp")
    with temporary.open("w") as target:
        target.write(_written(entries))
        target.flush()
        os.fsync(target.fileno())
    temporary.replace(path.with_name("bare.json"))
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def _timed(act, count):
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        act()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def _written(entries):
    return json.dumps({"plan": [], "run": [], "session": entries}, indent=2, ensure_ascii=False) + "\n"


def _entry(number):
    moment = "2026-03-01T12:00:00Z"
    return {
        "id": str(uuid.UUID(int=number)),
        "content": f"entry {number} " + "words " * 10,
        "created_at": moment,
        "updated_at": moment,
        "access_count": 0,
        "priority": 5,
    }
