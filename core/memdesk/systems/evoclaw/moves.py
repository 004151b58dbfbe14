"""The jobs by which a person puts a memory into another tier, and a topic elsewhere in the index."""

from __future__ import annotations

from pydantic import Field

from memdesk.errors import ArgumentError, InvalidError
from memdesk.model import Json
from memdesk.systems.evoclaw import topics
from memdesk.systems.evoclaw.archive import recategorised as archive_recategorised
from memdesk.systems.evoclaw.archive import taken_out
from memdesk.systems.evoclaw.arguments import AgentId, Category
from memdesk.systems.evoclaw.board import Tier
from memdesk.systems.evoclaw.edit_tree import relocate_topic
from memdesk.systems.evoclaw.edit_warm import recategorised
from memdesk.systems.evoclaw.entries import Entry, NewMemory, importance_of
from memdesk.systems.evoclaw.hot_items import Hot, HotSection, capped, changed, hot_of, taken_lesson
from memdesk.systems.evoclaw.places import DEFAULT_AGENT, places
from memdesk.systems.evoclaw.skill_json import load, versioned, written
from memdesk.systems.evoclaw.tiers import AgentTiers, archive_path, refuse_open
from memdesk.systems.evoclaw.values import text_of
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool


class MoveMemory(Arguments):
    """Arguments of ``move-memory``."""

    id: str = Field(max_length=100, description="The memory's id, as recall and search show it.")
    to: Tier = Field(
        strict=False,
        description="hot: a lesson in every prompt. warm: back from the archive, as new. cold: the archive.",
    )
    agent_id: AgentId = DEFAULT_AGENT


class RenameTopic(Arguments):
    """Arguments of ``rename-topic``."""

    path: Category = Field(description="The topic's path, like projects/garden.")
    new_path: Category = Field(description="Its new path; the topic above it must exist.")
    agent_id: AgentId = DEFAULT_AGENT


def move_memory(memory: SiteMemory, arguments: MoveMemory) -> Reply:
    """Put a memory into another tier."""
    tiers = AgentTiers(memory, places(memory, arguments.agent_id))
    entry = next((one for one in tiers.entries if text_of(one.get("id")) == arguments.id), None)
    if entry is not None:
        _move_warm(tiers, entry, arguments)
    elif lesson := _lesson(tiers, arguments.id):
        _cool(tiers, *lesson, arguments)
    elif arguments.to is Tier.WARM:
        _thaw(tiers, arguments.id)
    elif arguments.to is Tier.HOT and (archived := _archived(tiers, arguments.id)):
        _learn(tiers, archived)
    else:
        rule = f"there is no memory {arguments.id[:40]!r} in {tiers.at.warm}"
        raise ArgumentError("id", rule, "Use an id from memory_search.")
    tiers.save()
    data: Json = {"id": arguments.id, "tier": arguments.to.value}
    return Reply(f"Moved [{arguments.id}] to the {arguments.to.value} tier.", data)


def _move_warm(tiers: AgentTiers, entry: Entry, arguments: MoveMemory) -> None:
    """Put a memory of the warm tier elsewhere."""
    if arguments.to is Tier.WARM:
        raise _there_already(arguments)
    if arguments.to is Tier.COLD:
        tiers.move_out([entry], "moved by hand")
    else:
        _heat(tiers, entry)


def _there_already(arguments: MoveMemory) -> ArgumentError:
    rule = f"{arguments.id[:40]!r} is in the {arguments.to.value} tier already"
    return ArgumentError("id", rule, "Nothing was changed.")


def _lesson(tiers: AgentTiers, identity: str) -> tuple[Hot, Entry] | None:
    """Return the hot tier without a lesson, and the lesson; None where there is none, or it is unreadable."""
    try:
        return taken_lesson(hot_of(tiers.memory, tiers.at), identity)
    except InvalidError:
        return None


def _cool(tiers: AgentTiers, hot: Hot, lesson: Entry, arguments: MoveMemory) -> None:
    """Take a lesson out of every prompt; the memory that it was made of is in the archive, or goes there."""
    if arguments.to is Tier.HOT:
        raise _there_already(arguments)
    text = text_of(lesson.get("text"))
    twin = next((cold.id for cold in tiers.cold() if cold.text == text), "")
    kept = bool(twin) and _archived(tiers, twin) is not None
    if arguments.to is Tier.WARM and kept:
        _thaw(tiers, twin)
    elif arguments.to is Tier.WARM:
        tiers.store(NewMemory(text, text_of(lesson.get("category")), importance_of(lesson), {}))
    elif not twin:
        tiers.archive([lesson], "moved by hand")
    tiers.memory.write(tiers.at.hot, written(versioned(hot, new=False)))


def rename_topic(memory: SiteMemory, arguments: RenameTopic) -> Reply:
    """Give a topic another path, with all that is below it and its memories in all tiers."""
    at = places(memory, arguments.agent_id)
    tiers = AgentTiers(memory, at)
    old, new = arguments.path, arguments.new_path
    try:
        tree = relocate_topic(memory.text(at.tree) or "{}", old, new)
    except InvalidError as error:
        wrong = "path" if error.arguments == (old,) else "new_path"
        raise ArgumentError(wrong, error.message, "memory_tree shows the topics there are.") from error
    warm = memory.text(at.warm)
    renamed = recategorised(warm, old, new) if warm else None
    _rename_cold(tiers, old, new)  # first: where the archive cannot be written, nothing is
    memory.write(at.tree, tree)
    if renamed is not None:
        memory.write(at.warm, renamed)
    return Reply(f"{old} is now {new}, with its memories.", {"path": new, "uri": at.tree})


def _rename_cold(tiers: AgentTiers, old: str, new: str) -> None:
    path = archive_path(tiers.memory, tiers.at)
    data = tiers.memory.read(path)
    if data is not None and any(f"{cold.category}/".startswith(f"{old}/") for cold in tiers.cold()):
        refuse_open(tiers.memory, path)
        tiers.memory.write(path, archive_recategorised(data, tiers.at.agent, old, new))


def _thaw(tiers: AgentTiers, identity: str) -> Entry:
    """Bring a memory back from the archive; it counts as new, or it would soon leave again."""
    path = archive_path(tiers.memory, tiers.at)
    data = tiers.memory.read(path)
    found = None if data is None else taken_out(data, tiers.at.agent, identity)
    if found is None:
        rule = f"there is no memory {identity[:40]!r} in {path}"
        raise ArgumentError("id", rule, "Use an id from memory_search.")
    refuse_open(tiers.memory, path)
    archive, kept = found
    entry: Entry = {**kept, "created_at": tiers.now, "first_created_at": kept.get("created_at")}
    category = text_of(entry.get("category"))
    tiers.warm = [*tiers.warm, entry]
    tiers.tree, _ = topics.grown(tiers.tree, category, tiers.limits)
    tiers.tree = topics.counted(tiers.tree, category, tiers.now, warm=1, cold=-1)
    tiers.memory.write(path, archive)
    tiers.rescore()
    tiers.make_room()
    return entry


def _archived(tiers: AgentTiers, identity: str) -> Entry | None:
    """Return a memory of the archive, where it stays."""
    data = tiers.memory.read(archive_path(tiers.memory, tiers.at))
    found = None if data is None else taken_out(data, tiers.at.agent, identity)
    return None if found is None else found[1]


def _heat(tiers: AgentTiers, entry: Entry) -> None:
    """Make a memory a lesson of the hot tier; the whole of it is archived as well."""
    tiers.move_out([entry], "moved to the hot tier")
    _learn(tiers, entry)


def _learn(tiers: AgentTiers, entry: Entry) -> None:
    """Add what a memory says to the lessons; what has no room among them is archived."""
    lesson: dict[str, Json] = {
        "text": entry.get("text"),
        "category": entry.get("category"),
        "importance": importance_of(entry),
    }
    before = hot_of(tiers.memory, tiers.at)
    hot, dropped = capped(changed(before, HotSection.LESSON, lesson, tiers.now, tiers.limits), tiers.limits)
    if dropped:
        tiers.archive(dropped, "hot tier full")
    new = load(tiers.memory, tiers.at.hot) is None
    tiers.memory.write(tiers.at.hot, written(versioned(hot, new=new)))


MOVE = Tool(
    "move-memory",
    "Put a memory into another tier: into every prompt, back from the archive, or into the archive.",
    MoveMemory,
    move_memory,
    writes=True,
)
RENAME = Tool(
    "rename-topic",
    "Give a topic another path in the index, with all below it and its memories in all tiers.",
    RenameTopic,
    rename_topic,
    writes=True,
)
