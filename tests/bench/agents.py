"""What an agent waits for: a call over MCP, a look at a large memory, a save in one."""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import time
import uuid
from functools import partial
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
    """Return seconds: of readings by id and of ``os.stat`` and a dict; of a save and of a bare save."""
    entries = [_entry(number) for number in range(count)]
    path = folder / "memory.json"
    path.write_text(_written(entries))
    known = {entry["id"]: entry for entry in entries}
    looks = [{"compartment": "session", "id": identity} for identity in known]
    with open_workspace(folder, system="aigentic") as memory:
        asked, bare = _looked_up(path, known, partial(memory.call, "get_memory"), looks)
        step = {"compartment": "plan", "content": "a step"}
        saved, bare_save = _timed(5, partial(memory.call, "save_memory", step), partial(_save, path, entries))
    return asked, bare, saved, bare_save


def large_profile(folder, count):
    """Return seconds: of readings of a key of a profile, and of ``os.stat`` and a dict."""
    known = {f"key_{number:05}": f"value {number}" for number in range(count)}
    path = folder / "memory" / "profile.json"
    path.parent.mkdir()
    path.write_text(json.dumps(known, indent=2))
    uris = [f"memory/profile.json#{key}" for key in known]
    with open_workspace(folder, system="picoclaw-profile") as memory:
        return _looked_up(path, known, memory.value, uris)


def _looked_up(path, known, look_up, asked):
    """Return the medians of looking one thing up and of the same without memdesk, in turn.

    Each is timed a hundred different things at a time: one alone is over sooner than a clock is read twice.
    """
    pairs = list(zip(asked, known, strict=True))
    random.Random(1).shuffle(pairs)
    name, taken = os.fspath(path), ([], [])
    look_up(pairs[0][0])
    for start in range(0, len(pairs), 100):
        batch = pairs[start : start + 100]
        begin = time.perf_counter()
        for one, _ in batch:
            look_up(one)
        middle = time.perf_counter()
        for _, key in batch:
            os.stat(name), known[key]
        taken[0].append((middle - begin) / len(batch))
        taken[1].append((time.perf_counter() - middle) / len(batch))
    return [statistics.median(times) for times in taken]


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


def _timed(count, *acts):
    """Return the medians of acts that are done in turn, so that a busy disk is busy for each."""
    taken = [[] for _ in acts]
    for _ in range(count):
        for act, times in zip(acts, taken, strict=True):
            begin = time.perf_counter()
            act()
            times.append(time.perf_counter() - begin)
    return [statistics.median(times) for times in taken]


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
