"""What is done to the memory as a whole."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from pydantic import Field

from memdesk.errors import ArgumentError
from memdesk.model import Json
from memdesk.systems import choices as systems_choices
from memdesk.systems.aigentic import choices
from memdesk.systems.aigentic.detect import CORRUPT, FILE, holds_compartments
from memdesk.systems.aigentic.edit import with_items
from memdesk.systems.aigentic.file import MemoryFile
from memdesk.systems.aigentic.page import empty_page, page_of
from memdesk.systems.aigentic.records import item_size
from memdesk.systems.aigentic.salvage import salvaged
from memdesk.systems.aigentic.select import mentions
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


class Share(Arguments):
    """What of this memory another one gets."""

    to: Annotated[
        str, Field(description="the other memory in this workspace, by its folder or file, or a new one")
    ]
    compartment: Literal["session", "plan"] = Field("session", description="the compartment")
    containing: str = Field("", description="only entries with these words in content or category")


def share(memory: SiteMemory, arguments: Share) -> Reply:
    """Put entries of this memory into another one as well; what it has already is passed over."""
    file, compartment = MemoryFile(memory), arguments.compartment
    path = _other(memory, arguments.to)
    other = memory.load(path, page_of) or empty_page()
    if path == file.path or other.fault:
        rule = f"cannot be read ({other.fault})" if other.fault else "is this memory itself"
        raise ArgumentError("to", f"{path} {rule}", "Name the folder of another memory.")
    known = {identity for ids in other.ids.values() for identity in ids}
    found = [item for item in file.page.items(compartment) if mentions(item, arguments.containing)]
    new = [item for item in found if item.get("id") not in known]
    size, limit = other.size(compartment) + sum(map(item_size, new)), choices.chosen(memory).size_limit
    if size > limit:
        rule = f"{path} would hold {size} of {limit} characters in {compartment} memory"
        raise ArgumentError("to", rule, "Share fewer entries: say what they contain.")
    if new:
        memory.write(path, with_items(other, tuple((compartment, item) for item in new)))
    data: Json = {"uri": path, "shared": [item.get("id") for item in new], "there": len(found) - len(new)}
    return Reply(f"{path} has {len(new)} more entries in {compartment} memory.", data)


def _other(memory: SiteMemory, named: str) -> str:
    """Return the file of another memory: the one that is named, or the one that its folder's agent reads.

    Raises ArgumentError for what leads out of the workspace, and for a file that holds something else.
    """
    parts = [part for part in named.split("/") if part not in ("", ".")]
    if named.startswith("/") or ".." in parts:
        raise ArgumentError("to", "leads out of the workspace", "Name a folder in it, like team/bob.")
    path = "/".join(parts)
    if parts and (parts[-1].lower().endswith(".json") or path in memory.names("/".join(parts[:-1]))):
        data = memory.read(path) or b""
        if parts[-1] != FILE and data.strip() and not holds_compartments(data):
            raise ArgumentError("to", f"{shorten(path)} holds something else", "Name the folder of a memory.")
        return path
    said = memory.load("/".join((*parts, systems_choices.FILE)), choices.read)
    said = memory.load(systems_choices.FILE, choices.read) if said is None else said
    return "/".join((*parts, (said or choices.DEFAULT).storage_path))


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
    Tool(
        "share",
        "Give another memory.json of the workspace entries of this one, or begin one with them: an agent of "
        "another session then has them, too.",
        Share,
        share,
        writes=True,
    ),
)
"""In the order in which a person is offered them."""
