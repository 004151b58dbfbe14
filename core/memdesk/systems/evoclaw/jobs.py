"""What is done to the memory as a whole, by a person or on a schedule."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypeAlias

from pydantic import Field

from memdesk.model import Json
from memdesk.systems.evoclaw.arguments import AgentId, Category, OfAgent, Said
from memdesk.systems.evoclaw.consolidate import (
    ConsolidationMode,
    ConsolidationReport,
    consolidated,
    prune,
    recent_notes,
    recount,
    regenerate,
    take_in,
    told,
)
from memdesk.systems.evoclaw.details import details_of
from memdesk.systems.evoclaw.distil import core_summary, distil
from memdesk.systems.evoclaw.entries import EvictionRule, NewMemory
from memdesk.systems.evoclaw.exchange import EXPORT, IMPORT
from memdesk.systems.evoclaw.hot_items import hot_of
from memdesk.systems.evoclaw.ingest import DAYS
from memdesk.systems.evoclaw.metrics import counters
from memdesk.systems.evoclaw.moves import MOVE, RENAME
from memdesk.systems.evoclaw.notes_check import findings
from memdesk.systems.evoclaw.places import DEFAULT_AGENT, agents, places
from memdesk.systems.evoclaw.skill_json import size_of
from memdesk.systems.evoclaw.tiers import AgentTiers
from memdesk.systems.evoclaw.topics import node_paths
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool

Days: TypeAlias = Annotated[int, Field(ge=1, le=366, description="How many days back, today among them.")]


class Consolidate(Arguments):
    """Arguments of ``consolidate``."""

    mode: ConsolidationMode = Field(
        ConsolidationMode.QUICK,
        strict=False,
        description="quick: take new daily notes into the hot tier. daily: move them on to the warm tier with"
        " the key facts of the notes, prune the index. monthly: the same, move what is old and faded to the"
        " archive, and count the index anew.",
    )
    eviction: EvictionRule = Field(
        EvictionRule.SKILL,
        strict=False,
        description="What leaves the warm tier in a monthly run: skill = old and faded, go = old or faded.",
    )
    days: Days = DAYS
    agent_id: AgentId = DEFAULT_AGENT


class OfDays(Arguments):
    """Arguments of a job over the daily notes of the last days."""

    days: Days = DAYS
    agent_id: AgentId = DEFAULT_AGENT


class Distil(Arguments):
    """Arguments of ``distil``."""

    text: Said = Field(max_length=200_000, description="A conversation or a long note.")
    category: Category = Field(description="Its topic, like projects/garden.")
    importance: float = Field(
        0.5, ge=0, le=1, allow_inf_nan=False, description="How much it matters, 0 to 1."
    )
    agent_id: AgentId = DEFAULT_AGENT


def consolidate(memory: SiteMemory, arguments: Consolidate) -> Reply:
    """Tidy all tiers."""
    tiers = AgentTiers(memory, places(memory, arguments.agent_id))
    report = consolidated(tiers, arguments.mode, arguments.eviction, arguments.days)
    moved = f"{len(report.stored)} stored, {len(report.archived)} archived"
    lead = [f"Consolidated ({arguments.mode.value}): {moved}."]
    return Reply(told(report, lead), {"mode": arguments.mode.value, **report.as_json()})


def ingest(memory: SiteMemory, arguments: OfDays) -> Reply:
    """Take in what the daily notes tell."""
    tiers, report = AgentTiers(memory, places(memory, arguments.agent_id)), ConsolidationReport()
    take_in(tiers, arguments.days, report)
    tiers.save()
    return Reply(
        told(report, [] if report.notes else ["There is no daily note of these days."]), report.as_json()
    )


def rebuild_tree(memory: SiteMemory, arguments: OfAgent) -> Reply:
    """Count the index anew and mend it."""
    tiers, report = AgentTiers(memory, places(memory, arguments.agent_id)), ConsolidationReport()
    recount(tiers, report)
    prune(tiers, report)
    tiers.save()
    lead = [f"{tiers.at.tree} has {len(node_paths(tiers.tree))} topics, {size_of(tiers.tree)} bytes."]
    return Reply(told(report, lead), report.as_json())


def regenerate_page(memory: SiteMemory, arguments: OfAgent) -> Reply:
    """Write MEMORY.md anew."""
    at = places(memory, arguments.agent_id)
    return regenerate(memory, at)


def distil_text(memory: SiteMemory, arguments: Distil) -> Reply:
    """Store what a text comes down to."""
    return store_distilled(
        memory, arguments, distil(arguments.text, memory.now.isoformat(timespec="seconds"))
    )


def store_distilled(memory: SiteMemory, arguments: Distil, found: dict[str, Json]) -> Reply:
    """Store a fact that a text came down to."""
    tiers = AgentTiers(memory, places(memory, arguments.agent_id))
    text = str(found["fact"])
    metadata = {
        **details_of(text),
        "distilled": {name: value for name, value in found.items() if name != "fact"},
    }
    stored = tiers.store(NewMemory(text, arguments.category, arguments.importance, metadata))
    tiers.save()
    data: Json = {"id": stored.entry["id"], "distilled": found, "summary": core_summary(arguments.text)}
    return Reply(f"Stored [{stored.entry['id']}] in {arguments.category}: {text}", data)


def check_notes(memory: SiteMemory, arguments: OfDays) -> Reply:
    """Tell what the daily notes do not say."""
    found: list[Json] = []
    lines, read = [], 0
    for path, note in recent_notes(memory, places(memory, arguments.agent_id), arguments.days):
        read += 1
        for one in findings(note):
            lines.append(f"{path}:{one.line}: {_LACKS[one.lack.value].format(one.word)}")
            found.append(
                {"uri": f"{path}#L{one.line}", "line": one.line, "check": one.lack.value, "word": one.word}
            )
    lead = (
        f"{read} notes, {len(lines)} entries that lack something."
        if read
        else "There is no note of these days."
    )
    return Reply("\n".join([lead, *lines]), {"notes": read, "findings": found})


_LACKS = {
    "tool_without_url": "{!r} is named, but no address of it",
    "action_without_command": "{!r} is told, but no command for it",
    "decision_without_next_step": "{!r} is told, but not what comes next",
}


def metrics(memory: SiteMemory, arguments: OfAgent) -> Reply:
    """Tell how much each tier holds and what was counted."""
    tiers = AgentTiers(memory, places(memory, arguments.agent_id))
    known = counters(memory, tiers.at)
    caps = tiers.limits
    held: dict[str, Json] = {
        "hot_memory_size_bytes": size_of(hot_of(memory, tiers.at)),
        "warm_memory_count": len(tiers.entries),
        "warm_memory_size_kb": round(size_of(tiers.warm) / 1024, 1),
        "cold_memory_count": len(tiers.cold()),
        "tree_node_count": len(node_paths(tiers.tree)),
        "tree_index_size_bytes": size_of(tiers.tree),
        "timestamp": memory.now.replace(tzinfo=None).isoformat(),
    }
    lines = [
        f"hot {held['hot_memory_size_bytes']} of {caps.hot_bytes} bytes",
        f"warm {held['warm_memory_count']} memories",
        f"warm {held['warm_memory_size_kb']} of {caps.warm_bytes // 1024} KB",
        f"cold {held['cold_memory_count']} memories",
        f"index {held['tree_node_count']} of {caps.nodes} topics",
        f"index {held['tree_index_size_bytes']} of {caps.tree_bytes} bytes",
        f"agents {', '.join(agents(memory)) or tiers.at.agent}",
        *(f"{name} {_moment(name, value)}" for name, value in known.items() if not name.startswith("_")),
    ]
    return Reply("\n".join(lines), {**known, **held})


def _moment(name: str, value: Json) -> str:
    """Return a counter as text; the moment of the last run as a date."""
    if name == "last_consolidation" and isinstance(value, int | float) and 0 < value < 32_503_680_000:
        return f"{datetime.fromtimestamp(value):%Y-%m-%d %H:%M}"
    return str(value)


JOBS: tuple[Tool, ...] = (
    Tool(
        "consolidate",
        "Tidy the tiers: take in the daily notes, move what is old and faded to the cold archive, prune the"
        " index, write MEMORY.md anew.",
        Consolidate,
        consolidate,
        writes=True,
    ),
    Tool("ingest", "Store what the daily notes of the last days tell.", OfDays, ingest, writes=True),
    Tool(
        "rebuild-tree",
        "Count the index of topics anew from what the tiers hold, and drop empty topics that were not used"
        " for long.",
        OfAgent,
        rebuild_tree,
        writes=True,
    ),
    Tool(
        "regenerate",
        "Write MEMORY.md anew from the hot tier; what a person wrote into it stays.",
        OfAgent,
        regenerate_page,
        writes=True,
    ),
    Tool("distil", "Boil a conversation down to a fact and store it.", Distil, distil_text, writes=True),
    Tool(
        "check-notes",
        "Find what the daily notes do not say: a tool without its address, an action without its command, a"
        " decision without what comes next.",
        OfDays,
        check_notes,
    ),
    Tool("metrics", "Show how much each tier holds and what was counted.", OfAgent, metrics),
    MOVE,
    RENAME,
    EXPORT,
    IMPORT,
)
"""In the order in which a person is told of them."""
