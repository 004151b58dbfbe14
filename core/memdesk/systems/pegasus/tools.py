"""What an agent of this system calls."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from memdesk.errors import ArgumentError
from memdesk.model import Json
from memdesk.systems.pegasus.edit import NotOnceError, UniqueReplacement, appended, replaced
from memdesk.systems.pegasus.months import begun
from memdesk.systems.pegasus.selecting import COUNTED
from memdesk.systems.pegasus.shelf import LISTED, MemoryFolder
from memdesk.systems.pegasus.summary import has_place, refreshed, stated, with_summary, without_model
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool
from memdesk.text import markdown

_NO_PLACE = (
    "Your summary was left out: the file has no heading for it to stand under. Begin it with a # line, then "
    "give the summary again."
)


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be blank")
    return text


Path = Annotated[
    str,
    Field(
        description="path below the memory folder that ends in .md, like facts/user.md or episodes/2026-02.md"
    ),
]


class ListMemory(Arguments):
    """No arguments."""


class ReadMemory(Arguments):
    """Which file."""

    path: Path


class WriteMemory(Arguments):
    """Which file, and all of its text."""

    path: Path
    content: Annotated[str, Field(description="the complete new text of the file; stored unchanged")]


class PatchArguments(Arguments):
    """A text that stands in the file once, and what comes in its place."""

    old_text: Annotated[str, Field(alias="oldText", description="text that occurs in the file exactly once")]
    new_text: Annotated[str, Field(alias="newText", description="its replacement; inserted unchanged")]


class PatchMemory(Arguments):
    """Which file, and either a list of patches or one replacement."""

    path: Path
    patches: Annotated[
        list[PatchArguments] | None, Field(description="replacements, made in order: all of them, or none")
    ] = None
    old_str: Annotated[
        str | None,
        Field(description="for a single replacement, without patches: text that occurs once"),
    ] = None
    new_str: Annotated[str | None, Field(description="for a single replacement: the new text")] = None


class AppendMemory(Arguments):
    """Which file, and what comes behind its text."""

    path: Path
    entry: Annotated[
        str,
        Field(description="Markdown, such as a ## heading with text below; it starts on a new line"),
        AfterValidator(_not_blank),
    ]
    summary: Annotated[
        str | None,
        Field(description="optional new Summary line of the file, a few words"),
        AfterValidator(lambda said: said if said is None else _not_blank(said)),
    ] = None


def memory_list(memory: SiteMemory, arguments: ListMemory) -> Reply:
    """Return the files with their summaries and sizes."""
    del arguments
    listing = MemoryFolder(memory).listing()
    data: list[Json] = [each._asdict() for each in listing]
    return Reply("\n".join(each.line for each in listing) or "Nothing is remembered yet.", data)


def memory_read(memory: SiteMemory, arguments: ReadMemory) -> Reply:
    """Return a file's text."""
    shelf = MemoryFolder(memory)
    text = shelf.text(arguments.path)
    if shelf.choices.injection != "all":
        reads = memory.reads(shelf.place(arguments.path))
        reads[COUNTED] = reads.get(COUNTED, 0) + 1
    return Reply(text, {"path": arguments.path, "size": len(text.encode())})


def memory_write(memory: SiteMemory, arguments: WriteMemory) -> Reply:
    """Put a text in the place of a file, or make the file."""
    shelf, path = MemoryFolder(memory), arguments.path
    before = shelf.find(path)
    text = _with_policy(shelf, path, before or "", arguments.content)
    shelf.write(path, text)
    return _written("Wrote", path, text)


def memory_patch(memory: SiteMemory, arguments: PatchMemory) -> Reply:
    """Replace texts that stand in a file once."""
    shelf, path = MemoryFolder(memory), arguments.path
    before = shelf.text(path)
    wanted = _replacements(arguments)
    try:
        text = replaced(before, wanted)
    except NotOnceError as error:
        listed = arguments.patches is not None
        parameter = f"patches.{error.place}.oldText" if listed else "old_str"
        fix = f"Add surrounding text so that it occurs only once in {path}; nothing was replaced."
        raise ArgumentError(parameter, error.message, fix) from error
    shelf.write(path, text)
    size = len(text.encode())
    said = f"Replaced {len(wanted)} of {len(wanted)} in {path}, which has {size} bytes now."
    return Reply(said, {"success": True, "appliedCount": len(wanted), "path": path, "size": size})


def memory_append(memory: SiteMemory, arguments: AppendMemory) -> Reply:
    """Add an entry to a file, or begin the file with it."""
    shelf, path = MemoryFolder(memory), arguments.path
    before = shelf.find(path) or ""
    is_designed = shelf.choices.refresh_summaries != "when_asked"
    text = begun(path, arguments.entry) if is_designed and not before else appended(before, arguments.entry)
    said = arguments.summary
    left_out = said is not None and not has_place(text)
    if said is None:
        text = _with_policy(shelf, path, before, text)
    elif not left_out:
        text = with_summary(text, said)
    shelf.write(path, text)
    reply = _written("Appended to", path, text)
    return Reply(f"{reply.text}\n{_NO_PLACE}", reply.data) if left_out else reply


def _with_policy(shelf: MemoryFolder, path: str, before: str, text: str) -> str:
    """Renew the summary of a file that agents list, as it was chosen, unless it was just written."""
    said, when = stated(text), shelf.choices.refresh_summaries
    is_own = bool(said) and (said != stated(before) or (when == "derived" and refreshed(before) != before))
    if is_own or not path.startswith(LISTED) or when == "when_asked":
        return text
    return refreshed(text)


def _written(done: str, path: str, text: str) -> Reply:
    """Tell the size, and what the summary could be where it says something else."""
    said, size, offered = markdown.summary_line(text), len(text.encode()), without_model(text)
    summary = said.text if said else ""
    lines = [f"{done} {path}, which has {size} bytes now.", f"Summary: {summary or 'none'}"]
    if offered and offered != summary:
        lines.append(f"A summary made from the text would be: {offered}")
    data: Json = {"success": True, "path": path, "size": size, "summary": summary, "offered": offered}
    return Reply("\n".join(lines), data)


def _replacements(arguments: PatchMemory) -> tuple[UniqueReplacement, ...]:
    old, new, patches = arguments.old_str, arguments.new_str, arguments.patches
    if patches is not None:
        if old is not None or new is not None:
            raise ArgumentError(
                "patches", "comes together with old_str or new_str", "Give one of the two forms."
            )
        if not patches:
            raise ArgumentError("patches", "has nothing in it", "Give oldText and newText of each.")
        return tuple(UniqueReplacement(patch.old_text, patch.new_text) for patch in patches)
    if old is None or new is None:
        missing = "old_str" if old is None else "new_str"
        raise ArgumentError(missing, "is required", "Give old_str and new_str, or patches.")
    return (UniqueReplacement(old, new),)


READ = Tool(
    "memory_read",
    "Return the full text of one memory file. Read the files that matter before you answer.",
    ReadMemory,
    memory_read,
)
WRITE = Tool(
    "memory_write",
    "Create a memory file, or replace its whole text; use memory_patch for small changes. Keep its Summary "
    "line true. Returns the new size, and a summary if the one in the text looks outdated.",
    WriteMemory,
    memory_write,
    writes=True,
    destructive=True,
    idempotent=True,
)
PATCH = Tool(
    "memory_patch",
    "Replace pieces of text in one memory file: give either `patches`, or `old_str` with `new_str`. Each old "
    "text must occur exactly once, and either all are replaced or none. Returns the new size.",
    PatchMemory,
    memory_patch,
    writes=True,
    destructive=True,
)
APPEND = Tool(
    "memory_append",
    "Add an entry to the end of a memory file, which is created if needed. Use it for what happened, for "
    "example in episodes/2026-03.md. Returns the new size and the file's summary.",
    AppendMemory,
    memory_append,
    writes=True,
)
TOOLS: tuple[Tool, ...] = (
    Tool(
        "memory_list",
        "List your memory files with their summaries and sizes in bytes. Use it to decide which to read.",
        ListMemory,
        memory_list,
    ),
    READ,
    WRITE,
    PATCH,
    APPEND,
)
"""In the order in which an agent is told of them."""

REFLECTION: tuple[Tool, ...] = (READ, WRITE, PATCH, APPEND)
"""What it may call while it thinks back over a task; it has the listing before it then."""
