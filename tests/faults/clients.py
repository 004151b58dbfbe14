"""Eight agents over MCP write to one note at once: every acknowledged call is in it once, whole.

Each agent is the official client with a server process of its own; half of them add to the day's note, half
set keys of the profile. A refused call must say why; what was acknowledged must be there.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from functools import partial

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from faults.report import Outcome, grouped, sized
from helpers.ready_memdesk import calls_served

CLIENTS, EACH = 8, 500
NOON = "2026-03-01T12:00:00+00:00"
NOTE, PROFILE = "memory/202603/20260301.md", "memory/profile.json"


def run(work, scale):
    """Let all of them write, then look for every acknowledged call."""
    clients, each = sized(CLIENTS, scale, 4), sized(EACH, scale, 5)
    root = work / "workspace"
    (root / "memory").mkdir(parents=True)
    (root / PROFILE).write_bytes(b"{}")
    told = {"note": [], "profile": {}, "refused": [], "silent": [], "took": []}
    begin = time.monotonic()
    with calls_served() as command:
        anyio.run(partial(together, command, root, clients, each, told))
    seconds = time.monotonic() - begin
    took = sorted(told["took"])
    figures = {
        "calls/s": f"{len(took) / seconds:.0f}",
        "round trip p50": f"{1000 * statistics.median(took):.0f} ms",
        "p99": f"{1000 * took[int(len(took) * 0.99)]:.0f} ms",
        "refused": grouped(len(told["refused"])),
    }
    size = f"{clients} clients × {grouped(each)} calls"
    return Outcome(size, figures, [*lost(root, told), *map(str, told["silent"])], [])


async def together(command, root, clients, each, told):
    """Run all clients at once."""
    async with anyio.create_task_group() as group:
        for number in range(clients):
            group.start_soon(partial(one, command, root, number, each, told))


async def one(command, root, number, each, told):
    """Call a tool again and again, and keep what was answered."""
    server = StdioServerParameters(
        command=command[0],
        args=[
            *command[1:],
            "mcp",
            os.fspath(root),
            "--system",
            "picoclaw-profile",
            "--actor",
            f"a{number}",
        ],
        env={**os.environ, "MEMDESK_NOW": NOON},
    )
    async with Client(stdio_client(server)) as client:
        for turn in range(each):
            words, begin = f"client {number} turn {turn} done", time.monotonic()
            if number % 2:
                answer = await client.call_tool("memory_append", {"content": f"- {words}"})
            else:
                answer = await client.call_tool("memory_set", {"key": f"k{number}-{turn}", "value": words})
            told["took"].append(time.monotonic() - begin)
            keep(told, answer, number, turn, words)


def keep(told, answer, number, turn, words):
    """Remember an acknowledged call, and a refusal that says nothing."""
    text = answer.content[0].text if answer.content else ""
    if answer.is_error:
        told["refused" if text else "silent"].append(text)
    elif number % 2:
        told["note"].append(f"- {words}")
    else:
        told["profile"][f"k{number}-{turn}"] = words


def lost(root, told):
    """Yield what was acknowledged and is not there just once, and what nobody wrote."""
    lines = (root / NOTE).read_text().split("\n")[2:]
    if sorted(lines) != sorted(told["note"]):
        yield f"the note has {len(lines)} lines of {len(told['note'])} acknowledged"
    profile = json.loads((root / PROFILE).read_bytes())
    if profile != told["profile"]:
        yield f"the profile has {len(profile)} keys of {len(told['profile'])} acknowledged"
