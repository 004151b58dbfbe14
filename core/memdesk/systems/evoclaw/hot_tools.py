"""The tool by which an agent keeps its hot tier: who is who, what goes on, what never to forget."""

from __future__ import annotations

import json
from typing import TypeAlias

from pydantic import Field

from memdesk.errors import ArgumentError, InvalidError
from memdesk.model import Json
from memdesk.systems.evoclaw.arguments import AgentId
from memdesk.systems.evoclaw.hot_items import Hot, HotSection, capped, changed, hot_of
from memdesk.systems.evoclaw.places import DEFAULT_AGENT, places
from memdesk.systems.evoclaw.skill_json import load, size_of, versioned, written
from memdesk.systems.evoclaw.tiers import AgentTiers
from memdesk.systems.evoclaw.values import number_of, text_of
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool

Member: TypeAlias = "list[str] | str | bool | int | float | None"


class HotUpdate(Arguments):
    """Arguments of ``memory_hot_update``."""

    section: HotSection = Field(
        strict=False, description="The kind of item: identity, owner_profile, project, task, event or lesson."
    )
    data: dict[str, Member] = Field(
        min_length=1,
        description="identity, owner_profile: fields to set, null deletes one. project: name*, description,"
        " status. task: text*, status. event: text*. lesson: text*, category, importance (0 to 1). * is"
        " required.",
    )
    agent_id: AgentId = DEFAULT_AGENT


def update(memory: SiteMemory, arguments: HotUpdate) -> Reply:
    """Set or add one thing in the hot tier; what no longer fits is archived."""
    data: Hot = json.loads(json.dumps(arguments.data))
    _require(arguments.section, data)
    tiers = AgentTiers(memory, places(memory, arguments.agent_id))
    before = hot_of(memory, tiers.at)
    try:
        hot, dropped = capped(changed(before, arguments.section, data, tiers.now, tiers.limits), tiers.limits)
    except InvalidError as error:
        raise ArgumentError("data", error.message, "Nothing was changed.") from error
    if dropped:
        tiers.archive(dropped, "hot tier full")
    new = load(memory, tiers.at.hot) is None
    if hot != before or new:
        memory.write(tiers.at.hot, written(versioned(hot, new=new)))
    return _updated(tiers, arguments.section, hot, len(dropped))


def _require(section: HotSection, data: Hot) -> None:
    """Refuse data that lacks what the section is known by, or whose numbers are none."""
    needed = {
        HotSection.PROJECT: "name",
        HotSection.TASK: "text",
        HotSection.EVENT: "text",
        HotSection.LESSON: "text",
    }
    name = needed.get(section)
    if name is not None and not text_of(data.get(name)).strip():
        raise ArgumentError("data", f"a {section.value} needs {name!r}", f"Pass it, like {{{name!r}: '…'}}.")
    importance = data.get("importance")
    number = number_of(importance)
    if importance is not None and (number is None or not 0 <= number <= 1):
        raise ArgumentError("data", "importance must be a number from 0 to 1", "Correct it and call again.")
    for field, value in data.items():
        if isinstance(value, float) and not -1e300 < value < 1e300:
            raise ArgumentError(
                "data", f"{field[:40]!r} is no number that JSON has", "Correct it and call again."
            )


def _updated(tiers: AgentTiers, section: HotSection, hot: Hot, dropped: int) -> Reply:
    size = size_of(hot)
    lines = [f"Updated {section.value} in {tiers.at.hot}: {size} of {tiers.limits.hot_bytes} bytes."]
    if dropped:
        lines.append(f"To make room, {dropped} of its least important or oldest moved to the cold archive.")
    data: Json = {"section": section.value, "bytes": size, "archived": dropped, "uri": tiers.at.hot}
    return Reply("\n".join(lines), data)


HOT_UPDATE = Tool(
    "memory_hot_update",
    "Set or add one item of the short state that is part of every prompt: identity, owner_profile, project,"
    " task, event or lesson. Returns its size; if it is full, the oldest or least important items move to the"
    " archive (a sixth project is refused).",
    HotUpdate,
    update,
    writes=True,
    destructive=True,
)
