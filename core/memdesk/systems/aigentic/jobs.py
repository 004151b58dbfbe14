"""What is done to the memory as a whole."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from pydantic import Field

from memdesk.errors import ArgumentError
from memdesk.model import Json
from memdesk.systems.aigentic.detect import CORRUPT
from memdesk.systems.aigentic.edit import with_items
from memdesk.systems.aigentic.file import MemoryFile
from memdesk.systems.aigentic.salvage import salvaged
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool
from memdesk.text.markdown import shorten


class Recover(Arguments):
    """Which copy."""

    copy_name: Annotated[
        str | None,
        Field(description="a copy of a damaged file; left out: the file if it is damaged, or the newest"),
    ] = None


def recover(memory: SiteMemory, arguments: Recover) -> Reply:
    """Take the entries of a damaged file or copy back that are not there any more."""
    file = MemoryFile(memory)
    copy = _damaged(memory, file, arguments.copy_name)
    if copy is None:
        nothing: Json = {"copy": None, "found": 0, "recovered": {}, "kept_as": None, "may_be_lost": False}
        return Reply(f"{file.path} can be read, and there is no copy of a damaged one.", nothing)
    known = {identity for ids in file.page.ids.values() for identity in ids}
    found = salvaged((memory.read(copy) or b"").decode(errors="replace"))
    missing = {item["id"]: (name, item) for name, item in found if item["id"] not in known}
    told = file.write(with_items(file.begin(), tuple(missing.values())))
    counts = Counter(name for name, _ in missing.values())
    said = ", ".join(f"{count} into {name} memory" for name, count in counts.items()) or "none was missing"
    text = f"{copy} has {len(found)} entries that can be read; recovered: {said}."
    data: Json = {
        "copy": copy,
        "found": len(found),
        "recovered": dict(counts),
        "kept_as": file.kept_as,
        "may_be_lost": file.may_be_lost,
        "warnings": [*told],
    }
    return Reply("\n".join((text, *told)), data)


def _damaged(memory: SiteMemory, file: MemoryFile, name: str | None) -> str | None:
    """Return what is meant, None where nothing is damaged; the last copy by name is the newest."""
    folder = file.path.rpartition("/")[0]
    copies = [each for each in memory.names(folder) if each.startswith(file.path + CORRUPT)]
    if name is None:
        return file.path if file.page.fault else next(reversed(copies), None)
    chosen = next((each for each in copies if name in (each, each.rpartition("/")[2])), None)
    if chosen is None:
        said = f"there is no {shorten(repr(name), 80)}"
        raise ArgumentError("copy_name", said, f"There is: {', '.join(copies[-5:]) or 'none'}.")
    return chosen


JOBS: tuple[Tool, ...] = (
    Tool(
        "recover",
        "Take entries back from a memory.json that cannot be read, or from a copy of one: those that stand "
        "whole in it and are not there any more.",
        Recover,
        recover,
        writes=True,
    ),
)
"""In the order in which a person is offered them."""
