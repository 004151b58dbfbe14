"""What the prompt of an agent of this system gets from its memory: the run's entries, nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from memdesk.systems.aigentic.file import MemoryFile
from memdesk.systems.aigentic.page import Item
from memdesk.systems.aigentic.parse import entry_of
from memdesk.systems.tools import OmissionReason, OmittedMemory, PromptContext, PromptPiece, SiteMemory
from memdesk.systems.why import WhyCode, why
from memdesk.text.json.text import whole


def context(memory: SiteMemory, query: str) -> PromptContext:
    """Return what agents put before a user's message; it is the same for every one."""
    del query
    file = MemoryFile(memory)
    pieces, names = tuple(_pieces(file)), ("HasMemory", "MemoryContent")
    return PromptContext(pieces, "user", names, file.warnings, left_out=partial(_left_out, file))


def _left_out(file: MemoryFile) -> Iterator[OmittedMemory]:
    for compartment in ("session", "plan"):
        for item in file.page.items(compartment):
            yield OmittedMemory(
                _piece(file, compartment, item, why(WhyCode.BY_TOOL, "get_memory")),
                OmissionReason.NOT_IN_PROMPT,
            )


def _pieces(file: MemoryFile) -> Iterator[PromptPiece]:
    items = file.items("run")
    if items:
        yield PromptPiece("## Run Memory", heads=True)
    for item in items:
        yield _piece(file, "run", item, why(WhyCode.EVERY_RUN_ENTRY))


def _piece(file: MemoryFile, compartment: str, item: Item, because: str) -> PromptPiece:
    priority = float(entry_of(item).priority)
    return PromptPiece(
        whole(f"\n{_line(item)}"),
        uri=f"{file.path}#{compartment}/{item.get('id')}",
        heading=f"{compartment.title()} Memory",
        score=priority,
        why=because,
        fixed=False,
        parts=(("priority", priority),),
    )


def _line(item: Item) -> str:
    entry = entry_of(item)
    category = f" (Category: {entry.category})" if entry.category else ""
    tags = f" [Tags: {', '.join(entry.tags)}]" if entry.tags else ""
    return f"**{entry.content}**{category}{tags} - Priority: {entry.priority}"
