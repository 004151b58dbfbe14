"""What an agent of this system calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from memdesk.errors import ArgumentError, InvalidError
from memdesk.model import Json
from memdesk.systems.aigentic import choices
from memdesk.systems.aigentic.detect import FILE
from memdesk.systems.aigentic.edit import add_entry, new_id, without
from memdesk.systems.aigentic.file import MemoryFile
from memdesk.systems.aigentic.page import Item, items_of, page_of
from memdesk.systems.aigentic.records import COMPARTMENTS, DEFAULT_PRIORITY, item_size
from memdesk.systems.aigentic.select import matches, mentions
from memdesk.systems.tools import Arguments, Glance, LateReply, Remembered, Reply, SiteMemory, Tool
from memdesk.text.json.spans import spans
from memdesk.text.json.text import whole
from memdesk.text.markdown import shorten

_RULER = "\n\n---\n\n"


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be blank")
    return text


Words = Annotated[str, AfterValidator(_not_blank)]
Where = Annotated[
    Literal["run", "session", "plan"],
    Field(description="run: this run only; session: kept between runs; plan: steps of a longer task"),
]
Category = Annotated[str, Field(description="name of a group of entries; matched exactly, case-sensitive")]
Tags = Annotated[list[str], Field(description="labels; matched exactly, case-sensitive")]


class SaveMemory(Arguments):
    """What to remember, and where."""

    compartment: Where
    content: Annotated[Words, Field(description="the text to remember; stored unchanged")]
    category: Category = ""
    tags: Tags = Field(default_factory=list)
    metadata: dict[str, str] = Field(default_factory=dict, description="optional names with texts")
    priority: Annotated[int, Field(ge=1, le=10, description="1 (low) to 10 (high)")] = DEFAULT_PRIORITY


class GetMemory(Arguments):
    """Which entries to read."""

    compartment: Where
    id: Annotated[str, Field(description="ID of one entry; if given, category and tags are ignored")] = ""
    category: Category = ""
    tags: Tags = Field(default_factory=list)


class ClearMemory(Arguments):
    """Which entries to forget."""

    compartment: Where
    category: Category = ""
    tags: Tags = Field(default_factory=list)


class SearchMemory(Arguments):
    """Which words to look for."""

    query: Annotated[Words, Field(description="a word or an exact phrase to look for")]
    compartment: Annotated[
        Literal["all", "run", "session", "plan"], Field(description="one compartment, or all")
    ] = "all"


class EndRun(Arguments):
    """No arguments."""


def save_memory(memory: SiteMemory, arguments: SaveMemory) -> Reply:
    """Add an entry."""
    file, limit = MemoryFile(memory), choices.chosen(memory).size_limit
    compartment, content, known = arguments.compartment, arguments.content, file.page.ids
    taken = {identity for ids in known.values() for identity in ids}
    identity = new_id(memory.now, compartment, content, taken)
    fields: dict[str, Json] = arguments.model_dump(exclude={"compartment"})
    page = file.without_ended()
    try:
        text = add_entry(page, compartment, fields, identity, memory.now, limit=limit)
    except InvalidError as error:
        fix = f"Forget something with clear_memory(compartment={compartment!r}), or save less."
        raise ArgumentError(_largest(fields), error.message, fix) from error
    size = page.size(compartment) + item_size(fields)
    told = file.write(text)
    file.saved(compartment, identity)
    used = f"{compartment} holds {size} of {limit} characters."
    said = f"Saved in {compartment} memory with ID: {identity}\n{used}"
    data: Json = {
        "id": identity,
        "compartment": compartment,
        "size": size,
        "limit": limit,
        "entries": len(items_of(page.root, compartment)) + 1,
        "warnings": [*told],
    }
    return Reply("\n".join((said, *told)), data)


def get_memory(memory: SiteMemory, arguments: GetMemory) -> Reply:
    """Return an entry by its id, or those that match; what is returned counts as read."""
    file, compartment = MemoryFile(memory), arguments.compartment
    if arguments.id:
        item = _entry(file, compartment, arguments.id)
        return _told([(compartment, item, file.read(compartment, item))], file.warnings)
    items = file.items(compartment)
    found = (item for item in items if matches(item, arguments.category, arguments.tags))
    return _listed(memory, file, [(compartment, item) for item in found])


def entry_at_once(memory: Remembered) -> Glance:
    """Return what answers who asks for an entry that is there by its id, and says no more than that."""
    path = next((claimed for claimed, _ in memory.site.claims), memory.inside(FILE))
    find, reads = memory.finder(path, page_of), memory.reads(path)

    def glance(arguments: Mapping[str, Any]) -> Reply | None:
        page = find()
        if page is None or len(arguments) != 2:
            return None
        try:
            name = compartment, identity = arguments["compartment"], arguments["id"]
            item = page.ids[compartment][identity]
        except (KeyError, TypeError):
            return None
        reads[name] = unnoted = reads.get(name, 0) + 1
        return LateReply(_told_one, compartment, item, unnoted)

    return glance


def clear_memory(memory: SiteMemory, arguments: ClearMemory) -> Reply:
    """Forget the entries that match, all of the compartment where nothing is said."""
    file, compartment = MemoryFile(memory), arguments.compartment
    how = choices.chosen(memory).clear_matches
    items = file.page.items(compartment)
    gone = {
        index
        for index, item in enumerate(items)
        if matches(item, arguments.category, arguments.tags, how) and not file.is_hidden(compartment, item)
    }
    told = file.write(without(file.begin().root, compartment, gone))
    said = f"Cleared {len(gone)} of {len(items)} entries of {compartment} memory{_filters(arguments, how)}."
    data: Json = {
        "compartment": compartment,
        "cleared": [items[index].get("id") for index in sorted(gone)],
        "remaining": len(items) - len(gone),
        "warnings": [*told],
    }
    return Reply("\n".join((said, *told)), data)


def search_memory(memory: SiteMemory, arguments: SearchMemory) -> Reply:
    """Return the entries that mention words."""
    file = MemoryFile(memory)
    where = COMPARTMENTS if arguments.compartment == "all" else (arguments.compartment,)
    shelves = ((name, item) for name in where for item in file.items(name))
    return _listed(memory, file, [(name, item) for name, item in shelves if mentions(item, arguments.query)])


def end_run(memory: SiteMemory, arguments: EndRun) -> Reply:
    """Forget what was for this run."""
    del arguments
    plan = choices.chosen(memory).plan_scope == "run"
    return _forget(memory, ("run", "plan") if plan else ("run",), "run")


def end_session(memory: SiteMemory, arguments: EndRun) -> Reply:
    """Forget what was for this session, and for its last run."""
    del arguments
    plan = choices.chosen(memory).plan_scope in ("run", "session")
    return _forget(memory, ("run", "session", "plan") if plan else ("run", "session"), "session")


def _forget(memory: SiteMemory, compartments: tuple[str, ...], ended: str) -> Reply:
    """Empty compartments where they hold something."""
    file = MemoryFile(memory)
    gone = {
        name: {
            place for place, item in enumerate(file.page.items(name)) if name != "run" or file.is_own(item)
        }
        for name in compartments
    }
    counts: dict[str, Json] = {name: len(places) for name, places in gone.items()}
    root = file.begin().root
    for name, places in gone.items():
        root = spans(without(root, name, places))
    told = file.write(root.text) if any(gone.values()) or not memory.run else ()
    cleared = ", ".join(f"{count} of {name} memory" for name, count in counts.items())
    text = "\n".join((f"The {ended} has ended. Entries cleared: {cleared}.", *told))
    return Reply(text, {"cleared": counts, "warnings": [*told]})


def _entry(file: MemoryFile, compartment: str, identity: str) -> Item:
    """Return the entry with this id, or say where it is instead."""
    found = file.page.ids[compartment].get(identity)
    if found is not None:
        return found
    elsewhere = [name for name in COMPARTMENTS if identity in file.page.ids[name]]
    fix = (
        f"It is in {elsewhere[0]} memory: ask with compartment={elsewhere[0]!r}."
        if elsewhere
        else f"See which there are with get_memory(compartment={compartment!r})."
    )
    raise ArgumentError("id", f"{compartment} memory has no entry {shorten(repr(identity))}", fix)


def _largest(fields: Mapping[str, Json]) -> str:
    """Return which argument takes most of the room."""
    return max(("content", "category", "tags", "metadata"), key=lambda name: len(str(fields[name])))


def _listed(memory: SiteMemory, file: MemoryFile, found: list[tuple[str, Item]]) -> Reply:
    all_count = choices.chosen(memory).counts == "retrieved"
    unnoted = file.read_all(found) if all_count else [file.unnoted(name, item) for name, item in found]
    entries = [(name, item, times) for (name, item), times in zip(found, unnoted, strict=True)]
    return _told(entries, file.warnings)


def _told_one(compartment: str, item: Item, unnoted: int) -> Reply:
    return _told([(compartment, item, unnoted)])


def _told(found: list[tuple[str, Item, int]], warnings: tuple[str, ...] = ()) -> Reply:
    """Word entries, with how often each was read since that was noted; a program gets them whole."""
    text = _RULER.join(_block(item, unnoted) for _, item, unnoted in found) or "No entries found."
    entries: list[Json] = [
        {**item, "access_count": _times_read(item, unnoted), "compartment": name}
        for name, item, unnoted in found
    ]
    return Reply("\n".join((text, *warnings)), {"entries": entries, "warnings": [*warnings]})


def _block(item: Item, unnoted: int) -> str:
    category, tags = item.get("category"), item.get("tags")
    lines = [f"ID: {item.get('id', '')}", f"Content: {item.get('content', '')}"]
    if category:
        lines.append(f"Category: {category}")
    if isinstance(tags, list) and tags:
        lines.append(f"Tags: {', '.join(map(str, tags))}")
    lines += (
        f"Priority: {item.get('priority', 0)}",
        f"Created: {_second(item.get('created_at'))}",
        f"Updated: {_second(item.get('updated_at'))}",
        f"Access Count: {_times_read(item, unnoted)}",
    )
    return whole("\n".join(lines))


def _times_read(item: Item, unnoted: int) -> int:
    """Return how often an entry was read, with the reads that its file does not have yet."""
    noted = item.get("access_count")
    return (noted if isinstance(noted, int) else 0) + unnoted


def _second(written: Json) -> str:
    return written[:19].replace("T", " ") if isinstance(written, str) else ""


def _filters(arguments: ClearMemory, how: str) -> str:
    said = [f"category {arguments.category!r}"] if arguments.category else []
    if arguments.tags:
        said.append(f"any of the tags {', '.join(arguments.tags)}")
    return " with " + (" or " if how == "any" else " and ").join(said) if said else ""


TOOLS: tuple[Tool, ...] = (
    Tool(
        "save_memory",
        "Save a new entry to run, session or plan memory. Returns the entry's ID and how full the "
        "compartment is; fails without saving if the compartment would exceed its size limit.",
        SaveMemory,
        save_memory,
        writes=True,
    ),
    Tool(
        "get_memory",
        "Read entries of one compartment: one by id, those of a category and with at least one of the tags, "
        "or all if you give no filter. Run memory is already in your prompt. Returns 'No entries found.' if "
        "nothing matches.",
        GetMemory,
        get_memory,
        glance=entry_at_once,
    ),
    Tool(
        "clear_memory",
        "Delete the entries of one compartment that match a category, tags or both. WITHOUT A FILTER IT "
        "DELETES EVERY ENTRY of the compartment. Returns what was deleted; a person can restore it.",
        ClearMemory,
        clear_memory,
        writes=True,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "search_memory",
        "Find entries whose content or category contains the query as one phrase, ignoring case. Use one or "
        "two distinctive words. Returns whole entries, or 'No entries found.'",
        SearchMemory,
        search_memory,
    ),
    Tool(
        "end_run",
        "For the host program, not for the model: a run has ended. Deletes all run memory (and the plan, if "
        "plan_scope is 'run'). Returns how many entries were deleted.",
        EndRun,
        end_run,
        writes=True,
        ends_run=True,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "end_session",
        "For the host program, not for the model: a session has ended. Deletes all run and session memory "
        "(and the plan, unless plan_scope is 'persistent'). Returns how many entries were deleted.",
        EndRun,
        end_session,
        writes=True,
        destructive=True,
        idempotent=True,
    ),
)
"""In the order in which an agent is told of them."""
