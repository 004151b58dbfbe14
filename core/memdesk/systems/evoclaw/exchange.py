"""The jobs that bring Go's JSON in and write it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field

from memdesk.errors import ArgumentError
from memdesk.model import Json
from memdesk.systems.evoclaw import topics
from memdesk.systems.evoclaw.arguments import AgentId
from memdesk.systems.evoclaw.consolidate import ConsolidationReport, recount
from memdesk.systems.evoclaw.entries import Entry, ids_of
from memdesk.systems.evoclaw.go_json import (
    go_text,
    hot_from_go,
    hot_to_go,
    root_from_go,
    topics_from_go,
    tree_to_go,
    warm_from_go,
    warm_to_go,
)
from memdesk.systems.evoclaw.go_origin import as_imported
from memdesk.systems.evoclaw.hot_items import Hot, capped, hot_of
from memdesk.systems.evoclaw.ingest import same
from memdesk.systems.evoclaw.places import DEFAULT_AGENT, places
from memdesk.systems.evoclaw.shape import FileShape, shape_of
from memdesk.systems.evoclaw.skill_json import load, versioned, written
from memdesk.systems.evoclaw.tiers import AgentTiers
from memdesk.systems.evoclaw.tree import ROOT
from memdesk.systems.evoclaw.values import list_of, object_of, text_of
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool

_FORMS = {"hot.json": FileShape.HOT_GO, "warm.json": FileShape.WARM_GO, "tree.json": FileShape.TREE_GO}
_FOLDER = "go"


def _folder(path: str) -> str:
    """Check the name of a folder inside the workspace."""
    parts = path.split("/")
    plain = path.isprintable() and not set(path) & set('\\:*?"<>|')
    if not plain or len(path) > 200 or any(not part.strip() or part.startswith(".") for part in parts):
        raise ValueError("must be the path of a folder inside the workspace, like memory/go")
    return path


Folder: TypeAlias = Annotated[str, AfterValidator(_folder)]


class Exchange(Arguments):
    """Arguments of an import or export."""

    folder: Folder | None = Field(
        None, description="The folder of hot.json, warm.json and tree.json; left out, go beside the tiers."
    )
    agent_id: AgentId = DEFAULT_AGENT


def export_go(memory: SiteMemory, arguments: Exchange) -> Reply:
    """Write the tiers as Go has them."""
    tiers = AgentTiers(memory, places(memory, arguments.agent_id))
    folder = _place(memory, tiers, arguments.folder)
    origin = object_of(load(memory, tiers.at.imported))
    made = {
        "hot.json": as_imported(hot_to_go(hot_of(memory, tiers.at), tiers.now), origin.get("hot.json")),
        "warm.json": warm_to_go(tiers.entries, tiers.now),
        "tree.json": as_imported(tree_to_go(tiers.tree), origin.get("tree.json")),
    }
    for name, value in made.items():
        memory.write(f"{folder}/{name}", go_text(value))
    paths = [f"{folder}/{name}" for name in made]
    text = f"Wrote {', '.join(paths)}: {len(tiers.entries)} warm memories. Cold memories stay in the archive."
    return Reply(text, {"written": [*paths]})


def import_go(memory: SiteMemory, arguments: Exchange) -> Reply:
    """Take in what Go wrote; what is here already stays as it is."""
    tiers = AgentTiers(memory, places(memory, arguments.agent_id))
    folder = _place(memory, tiers, arguments.folder)
    found = _found(memory, folder)
    new = _warm(tiers, found.get("warm.json"))
    added, archived = _index(tiers, found.get("tree.json"))
    dropped = _hot(tiers, found["hot.json"]) if "hot.json" in found else []
    tiers.save()
    _remember(tiers, found)
    text = (
        f"Read {', '.join(f'{folder}/{name}' for name in found)}: {len(new)} memories and {len(added)}"
        f" topics are new, {len(archived) + len(dropped)} moved to the cold archive for want of room."
    )
    data: Json = {
        "read": [f"{folder}/{name}" for name in found],
        "stored": [entry["id"] for entry in new],
        "topics_added": [*added],
        "archived": [entry["id"] for entry in [*archived, *dropped]],
    }
    return Reply(text, data)


def _place(memory: SiteMemory, tiers: AgentTiers, folder: str | None) -> str:
    if folder is None:
        return f"{tiers.at.home}/{_FOLDER}" if tiers.at.home else _FOLDER
    return memory.inside(folder)


def _found(memory: SiteMemory, folder: str) -> dict[str, Json]:
    """Return the files of Go's that a folder holds. Raises ArgumentError where it holds none."""
    values = {name: load(memory, f"{folder}/{name}") for name in _FORMS}
    found: dict[str, Json] = {
        name: value for name, value in values.items() if value and shape_of(value) is _FORMS[name]
    }
    if not found:
        rule = f"{folder} holds no hot.json, warm.json or tree.json in Go's format"
        raise ArgumentError("folder", rule, "Pass the folder that they lie in.")
    return found


def _remember(tiers: AgentTiers, found: dict[str, Json]) -> None:
    """Keep what the skill's form has no room for, so that an export has it again."""
    before = object_of(load(tiers.memory, tiers.at.imported))
    origin = {**before, **{name: value for name, value in found.items() if name != "warm.json"}}
    if origin != before:
        tiers.memory.write(tiers.at.imported, written(origin))


def _warm(tiers: AgentTiers, value: Json) -> list[Entry]:
    """Add the memories that are not here yet, by id or by text."""
    ids = ids_of(tiers.warm) | {cold.id for cold in tiers.cold()}
    texts = {same(text_of(entry.get("text"))) for entry in tiers.entries}
    new = []
    for entry in warm_from_go(value, tiers.now):
        text = same(text_of(entry["text"]))
        if entry["id"] not in ids and text not in texts:
            new.append(entry)
            texts.add(text)
    tiers.warm = [*tiers.warm, *new]
    return new


def _index(tiers: AgentTiers, value: Json) -> tuple[list[str], list[Entry]]:
    """Add the topics that are not here yet, then count; return what is new and what had no room."""
    before = set(topics.node_paths(tiers.tree))
    if value and before == {ROOT}:
        root = root_from_go(value)
        tiers.tree = {**tiers.tree, ROOT: {**object_of(tiers.tree[ROOT]), **root}}
    for path, summary, last in topics_from_go(value) if value else ():
        if path not in before and not topics.path_fault(path):
            tiers.tree, _ = topics.grown(tiers.tree, path, tiers.limits)
            node = object_of(tiers.tree.get(path))
            if node:
                said = summary[: topics.DESCRIPTION] or node.get("desc")
                tiers.tree[path] = {**node, "desc": said, "last_access": last or node.get("last_access")}
    archived = tiers.make_room()
    recount(tiers, ConsolidationReport())
    return sorted(set(topics.node_paths(tiers.tree)) - before), archived


def _hot(tiers: AgentTiers, value: Json) -> list[Entry]:
    """Add to the hot tier what it does not have; what is over its caps is archived."""
    before, other = hot_of(tiers.memory, tiers.at), hot_from_go(value, tiers.now)
    hot, dropped = capped(_joined(before, other), tiers.limits)
    if dropped:
        tiers.archive(dropped, "hot tier full")
    if hot != before:
        new = load(tiers.memory, tiers.at.hot) is None
        tiers.memory.write(tiers.at.hot, written(versioned(hot, new=new)))
    return dropped


def _joined(hot: Hot, other: Hot) -> Hot:
    context, more = object_of(hot.get("active_context")), object_of(other["active_context"])
    lists = {name: _with_new(list_of(context.get(name)), list_of(more[name])) for name in more}
    return {
        **hot,
        "identity": {**object_of(other["identity"]), **object_of(hot.get("identity"))},
        "owner_profile": {**object_of(other["owner_profile"]), **object_of(hot.get("owner_profile"))},
        "active_context": {**context, **lists},
        "critical_lessons": _with_new(
            list_of(hot.get("critical_lessons")), list_of(other["critical_lessons"])
        ),
    }


def _with_new(items: Sequence[Json], others: Sequence[Json]) -> list[Json]:
    """Return the items and those of the others whose name or text none of them has."""
    known = {_key(item) for item in items}
    return [*items, *(item for item in others if _key(item) not in known)]


def _key(item: Json) -> str:
    whole = object_of(item)
    return text_of(item) or text_of(whole.get("name")) or text_of(whole.get("text"))


EXPORT = Tool(
    "export-go",
    "Write hot, warm and index as the Go program has them: hot.json, warm.json, tree.json.",
    Exchange,
    export_go,
    writes=True,
)
IMPORT = Tool(
    "import-go",
    "Take in hot.json, warm.json and tree.json of the Go program; what is here already stays.",
    Exchange,
    import_go,
    writes=True,
)
