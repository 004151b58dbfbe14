"""How much each tier may hold: as the skill has it, as its configuration and ``memdesk.toml`` say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems import choices
from memdesk.systems.evoclaw.detect import MEMORY
from memdesk.systems.evoclaw.skill_json import load
from memdesk.systems.evoclaw.values import number_of, object_of
from memdesk.text.json import text as json_text

if TYPE_CHECKING:
    from memdesk.systems.system import CompanionDocuments
    from memdesk.systems.tools import SiteMemory

CONFIG = "skills/tiered-memory/config.json"


@dataclass(frozen=True, slots=True)
class MemoryLimits:
    """The caps of an agent's memory; sizes in bytes of JSON."""

    hot_bytes: int = 5120
    lessons: int = 20
    projects: int = 5
    events: int = 10
    tasks: int = 10
    warm_bytes: int = 50 * 1024
    retention_days: float = 30.0
    threshold: float = 0.3
    nodes: int = 50
    depth: int = 4
    tree_bytes: int = 2048
    idle_days: float = 60.0
    recalled: int = 5
    """Memories that a prompt recalls for a message at most."""
    tiers: str = choices.one_of("document", "skill")
    """What the hot tier is: the notes of today and yesterday too, as the design has it, taken in by a quick
    run and moved on to the warm tier by a daily one; or the hot state alone, as the skill has it."""
    retrieval: str = choices.one_of("topics", "search")
    """What a recall goes by: words and topics, or the search of memdesk, by meaning too where it can."""


def limits(memory: SiteMemory) -> MemoryLimits:
    """Return the limits that hold here; a configuration that cannot be read changes none.

    What ``memdesk.toml`` says comes first. Raises InvalidError where that is wrong.
    """
    nothing: Mapping[str, Any] = {}
    try:
        config = object_of(load(memory, memory.inside(CONFIG)))
    except InvalidError:
        config = {}
    return replace(_configured(config), **choices.chosen(memory, _chosen, nothing))


def shown_limits(companions: CompanionDocuments, path: str) -> MemoryLimits:
    """Return the same for a tier's file that is only shown; what is wrong is as if it was not there."""
    above = path.split("/")[:-1]
    root = above[: above.index(MEMORY)] if MEMORY in above else above
    data = companions.read("/".join((*root, CONFIG)))
    base = _configured(object_of(json_text.read(data).value) if data else {})
    return choices.shown(companions, path, lambda found: replace(base, **_chosen(found)), base)


def _chosen(data: bytes) -> Mapping[str, Any]:
    return choices.said(data, "evoclaw", MemoryLimits())


def _configured(config: Mapping[str, Json]) -> MemoryLimits:
    hot, warm, tree = (object_of(config.get(part)) for part in ("hot", "warm", "tree"))
    base = MemoryLimits()
    return MemoryLimits(
        hot_bytes=_whole(hot.get("max_bytes"), base.hot_bytes),
        lessons=_whole(hot.get("max_lessons"), base.lessons),
        events=_whole(hot.get("max_events"), base.events),
        tasks=_whole(hot.get("max_tasks"), base.tasks),
        warm_bytes=_whole(warm.get("max_kb"), base.warm_bytes // 1024) * 1024,
        retention_days=_number(warm.get("retention_days"), base.retention_days),
        threshold=_number(warm.get("eviction_threshold"), base.threshold),
        nodes=_whole(tree.get("max_nodes"), base.nodes),
        depth=_whole(tree.get("max_depth"), base.depth),
        tree_bytes=_whole(tree.get("max_size_bytes"), base.tree_bytes),
    )


def _number(value: Json, default: float) -> float:
    number = number_of(value)
    return number if number is not None and 0 < number < 1e9 else default


def _whole(value: Json, default: int) -> int:
    return int(_number(value, default)) or default
