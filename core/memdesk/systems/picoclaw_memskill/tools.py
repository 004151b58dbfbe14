"""What an agent of this system calls."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memdesk.errors import ArgumentError
from memdesk.model import Json
from memdesk.systems.picoclaw_layout import memory_folder
from memdesk.systems.picoclaw_memskill.guarded import require_free, require_json
from memdesk.systems.picoclaw_memskill.places import agent_path, long_term_path
from memdesk.systems.picoclaw_memskill.retrieval import SPACE, ChunkHit
from memdesk.systems.picoclaw_memskill.retrieving import best
from memdesk.systems.picoclaw_memskill.store import remember, rewrite
from memdesk.systems.picoclaw_notes import RULE, append_today, worth_keeping, writable
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool

DEFAULT_LIMIT = 10


class MemoryAppendArguments(Arguments):
    """A text to remember, and where."""

    content: str = Field(description="the text to remember")
    slot: Literal["long_term", "today"] = Field(
        "long_term", description="long_term for lasting facts and preferences, today for what happened today"
    )


class SearchArguments(Arguments):
    """A query, and how many answers."""

    query: str = Field(description="key words or a question, in any language")
    limit: int = Field(DEFAULT_LIMIT, description="maximum number of passages; 0 or less means 10")


class WriteArguments(Arguments):
    """A file and its text."""

    path: str = Field(description="path in the workspace, like memory/notes.md")
    content: str = Field(description="the complete new text of the file")


class AppendFileArguments(Arguments):
    """A file and what comes at its end."""

    path: str = Field(description="path in the workspace, like memory/notes.md")
    content: str = Field(description="the text to add; it starts on a new line")


def memory_append(memory: SiteMemory, arguments: MemoryAppendArguments) -> Reply:
    """Append to long-term memory or to today's note."""
    content = worth_keeping(arguments.content)
    if arguments.slot == "long_term":
        return _remembered(memory, content)
    path = append_today(memory, memory_folder(memory), content)
    return Reply(f"Appended to today's note, {path} ({_size(memory, path)} bytes).", _data(memory, path))


def memory_search(memory: SiteMemory, arguments: SearchArguments) -> Reply:
    """Return what long-term memory has on a query."""
    if not arguments.query.strip(SPACE):
        raise ArgumentError("query", "is empty", "Pass key words or a question.")
    hits = best(memory, arguments.query, arguments.limit if arguments.limit > 0 else DEFAULT_LIMIT)
    path = long_term_path(memory)
    found: dict[str, Json] = {"results": [_found(path, hit) for hit in hits]}
    if not hits:
        return Reply(f"No match in long-term memory. Try other words, or read {path}.", found)
    return Reply(RULE.join(hit.chunk.text for hit in hits), found)


def write_file(memory: SiteMemory, arguments: WriteArguments) -> Reply:
    """Write a file; what is meant for long-term memory is appended to it instead."""
    path = agent_path(memory, arguments.path)
    if path == long_term_path(memory):
        return _remembered(memory, worth_keeping(arguments.content))
    require_free(memory, path)
    before = memory.read(path)
    after = writable(arguments.content)
    require_json(memory, path, after)
    memory.write(path, after)
    had = "" if before is None else f" in the place of {len(before)}"
    return Reply(f"Wrote {_size(memory, path)} bytes{had} to {path}.", _data(memory, path))


def append_file(memory: SiteMemory, arguments: AppendFileArguments) -> Reply:
    """Add to the end of a file, never to its last line."""
    path = agent_path(memory, arguments.path)
    require_free(memory, path)
    is_long_term = path == long_term_path(memory)
    after = _added(memory.text(path) or "", writable(arguments.content), 2 if is_long_term else 1)
    if is_long_term:
        copy = rewrite(memory, after)
    else:
        copy = None
        require_json(memory, path, after)
        memory.write(path, after)
    reply = f"Appended to {path}, which now has {_size(memory, path)} bytes."
    return Reply(reply, _data(memory, path, copy))


def _remembered(memory: SiteMemory, content: str) -> Reply:
    copy = remember(memory, content)
    path = long_term_path(memory)
    day = f"{memory.now:%Y-%m-%d}"
    reply = f"Appended to long-term memory, {path}, under {day} ({_size(memory, path)} bytes)."
    return Reply(reply, _data(memory, path, copy))


def _added(text: str, content: str, breaks: int) -> str:
    """Return a text with more at its end, after at least so many of its own line breaks."""
    there = text[len(text.rstrip("\r\n")) :].count("\n")
    end = "\r\n" if "\r\n" in text else "\n"
    return text + end * (breaks - there) + content if text else content


def _data(memory: SiteMemory, path: str, copy: str | None = None) -> Json:
    found: dict[str, Json] = {"uri": path, "size": _size(memory, path)}
    return {**found, "backup": copy} if copy else found


def _size(memory: SiteMemory, path: str) -> int:
    return len(memory.read(path) or b"")


def _found(path: str, hit: ChunkHit) -> Json:
    chunk = hit.chunk
    return {
        "uri": f"{chunk.path or path}#L{chunk.line}",
        "heading": chunk.heading,
        "text": chunk.text,
        "score": hit.score,
        "why": hit.why,
        "lines": [chunk.line, chunk.last_line],
        "parts": dict(hit.parts),
        "matched": [*hit.matched],
    }


TOOLS: tuple[Tool, ...] = (
    Tool(
        "memory_append",
        "Add an entry to long-term memory (facts and preferences for later talks) or to today's note. "
        "Returns where it was stored and the new size; MEMORY.md is backed up first.",
        MemoryAppendArguments,
        memory_append,
        writes=True,
    ),
    Tool(
        "memory_search",
        "Search long-term memory. Call it before you answer about the user or earlier work. Returns the "
        "best-matching passages, best first, with their place.",
        SearchArguments,
        memory_search,
    ),
    Tool(
        "write_file",
        "Create a file in the workspace, or replace its whole text. Text for memory/MEMORY.md is appended to "
        "it as an entry instead (prefer memory_append); files that a program reads, like profile.json, are "
        "refused. Returns the new size.",
        WriteArguments,
        write_file,
        writes=True,
        destructive=True,
    ),
    Tool(
        "append_file",
        "Add text to the end of a workspace file, which is created if needed. The text starts on a new line. "
        "Returns the new size.",
        AppendFileArguments,
        append_file,
        writes=True,
    ),
)
"""In the order in which an agent is told of them."""
