"""The job in which a model speaks: the older entries of a full compartment become one."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems.aigentic import choices
from memdesk.systems.aigentic.edit import add_entry, new_id, without
from memdesk.systems.aigentic.file import MemoryFile
from memdesk.systems.aigentic.page import Item, Page
from memdesk.systems.aigentic.parse import entry_of
from memdesk.systems.answers import about, plain, size
from memdesk.systems.asking import Assistant, ModelTask, Question, asked, fenced, instructions, room_for
from memdesk.systems.tools import Arguments, Reply, SiteMemory
from memdesk.text.json.spans import spans

FULL = 0.8
"""The share of its limit from which a compartment is to be compressed."""
IMPORTANT = 8
"""The priority from which an entry stays as it is."""
SHORTEST_SHARE = 0.05
"""What is left of the older entries at least, in bytes; less is no compression but a loss."""

_SHORTEN = (
    "You shorten entries of an agent's memory to one text. Keep every fact, name, date, number and negation;"
    " leave out repetitions and empty words. Add nothing. Write only the shorter text, in the language of the"
    " entries."
)


class CompressEntries(Arguments):
    """Which compartment, and what of it stays."""

    compartment: Literal["session", "plan", "run"] = Field("session", description="the compartment")
    newest: Annotated[int, Field(ge=0, le=10_000, description="how many of the newest entries stay")] = 10
    force: bool = Field(False, description="also where the compartment is not nearly full")


def compress_entries(memory: SiteMemory, arguments: CompressEntries, assistant: Assistant) -> Reply:
    """Let a model make one entry of the older ones; important and new ones stay."""
    file, compartment = MemoryFile(memory), arguments.compartment
    if file.page.fault:
        raise InvalidError(f"{file.path} cannot be read ({file.page.fault})", uri=file.path)
    limit, used = choices.chosen(memory).size_limit, file.page.size(compartment)
    older = _older(file.page, compartment, arguments.newest)
    found: dict[str, Json] = {"compartment": compartment, "compressed": 0, "size": used, "limit": limit}
    if len(older) < 2 or not (arguments.force or used >= FULL * limit):
        said = f"{compartment} memory holds {used} of {limit} characters in entries that may stay"
        return Reply(f"{said}. Nothing is changed.", found)
    entries = [entry_of(item) for item in older.values()]
    before = "\n\n".join(entry.content for entry in entries)
    text = fenced(before, f"{compartment} memory")
    question = Question(instructions(_SHORTEN), text, room_for(before, 1024), temperature=0.2)
    shorter = asked(assistant, question, lambda answer: _shorter(answer, before))
    root = spans(without(file.begin().root, compartment, set(older)))
    known = {identity for ids in file.page.ids.values() for identity in ids}
    fields: dict[str, Json] = {
        "content": shorter,
        "category": "compressed",
        "priority": max(entry.priority for entry in entries),
        "metadata": {"entries": str(len(entries)), "since": entries[0].created_at},
    }
    identity = new_id(memory.now, compartment, shorter, known)
    told = file.write(add_entry(Page(root), compartment, fields, identity, memory.now, limit=limit))
    said = f"{len(entries)} entries of {compartment} memory are one now, {identity}."
    return Reply("\n".join((said, *told)), found | {"compressed": len(entries), "id": identity})


def _older(page: Page, compartment: str, newest: int) -> dict[int, Item]:
    items = list(enumerate(page.items(compartment)))
    candidates = items[: max(len(items) - newest, 0)]
    return {place: item for place, item in candidates if entry_of(item).priority < IMPORTANT}


def _shorter(answer: str, before: str) -> str:
    """Return a shorter text. Raises ValueError for what looks like anything else."""
    text = plain(answer, max(size(before) - 1, 1))
    if size(text) < SHORTEST_SHARE * size(before):
        raise ValueError("so little of it is left that it is a loss")
    return about(text, before)


TASKS: tuple[ModelTask, ...] = (
    ModelTask(
        "compress-entries",
        "Let a model make one entry of the older ones of a compartment that is nearly full.",
        CompressEntries,
        compress_entries,
    ),
)
"""In the order in which a person is offered them."""
