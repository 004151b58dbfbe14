"""Which of EvoClaw's formats a JSON value is. Names tell nothing: other programs use the same ones."""

from __future__ import annotations

from enum import StrEnum

from memdesk.model import Json, Kind


class FileShape(StrEnum):
    """A file format."""

    HOT = "hot"
    HOT_V1 = "hot-v1"
    HOT_GO = "hot-go"
    WARM = "warm"
    WARM_GO = "warm-go"
    TREE = "tree"
    TREE_GO = "tree-go"
    METRICS = "metrics"
    DISTILLED = "distilled"
    CONVERSATION = "conversation"


KINDS = {
    FileShape.HOT: Kind.HOT,
    FileShape.HOT_V1: Kind.HOT,
    FileShape.HOT_GO: Kind.HOT,
    FileShape.WARM: Kind.WARM,
    FileShape.WARM_GO: Kind.WARM,
    FileShape.TREE: Kind.TREE,
    FileShape.TREE_GO: Kind.TREE,
    FileShape.METRICS: Kind.OTHER,
    FileShape.DISTILLED: Kind.OTHER,
    FileShape.CONVERSATION: Kind.SESSION,
}
"""The kind of document that each format is."""

_HOT = frozenset({"identity", "owner_profile", "active_context", "critical_lessons"})
_HOT_ONLY = _HOT | {"_schema_version"}
_HOT_V1 = frozenset({"owner", "agent", "projects", "lessons"})
_COUNTERS = frozenset(
    {
        "retrieval_count",
        "evictions_today",
        "reinforcements_today",
        "consolidation_count",
        "last_consolidation",
        "context_tokens_saved",
    }
)


def shape_of(value: Json) -> FileShape | None:
    """Return the format, or None where the value is none of ours."""
    if isinstance(value, list):
        return _list_shape(value)
    return _object_shape(value) if isinstance(value, dict) else None


def _list_shape(items: list[Json]) -> FileShape | None:
    objects = [item for item in items if isinstance(item, dict)]
    if not items or any(_is_entry(item) for item in objects):
        return FileShape.WARM
    return FileShape.DISTILLED if objects and all(_is_distilled(item) for item in objects) else None


def _is_entry(item: dict[str, Json]) -> bool:
    return "text" in item and bool({"category", "importance", "access_count"} & item.keys())


def _is_distilled(item: dict[str, Json]) -> bool:
    return "date" in item and ("fact" in item or "text" in item)


def _object_shape(value: dict[str, Json]) -> FileShape | None:
    names = value.keys()
    if len(names & _HOT) >= 2 or (names & _HOT and names <= _HOT_ONLY):
        return FileShape.HOT_GO if {"version", "last_updated"} & names else FileShape.HOT
    if {"agent_id", "messages"} <= names and isinstance(value["messages"], list):
        return FileShape.CONVERSATION
    if isinstance(root := value.get("root"), dict):
        return FileShape.TREE_GO if "node_count" in value else _tree_shape(root)
    if len(names & _HOT_V1) >= 2:
        return FileShape.HOT_V1
    if len(names & _COUNTERS) >= 2:
        return FileShape.METRICS
    return FileShape.WARM_GO if value and all(map(_is_go_entry, value.values())) else None


def _tree_shape(root: dict[str, Json]) -> FileShape | None:
    if {"path", "summary"} <= root.keys():
        return FileShape.TREE_GO
    return FileShape.TREE if {"desc", "warm_count", "cold_count"} & root.keys() else None


def _is_go_entry(item: Json) -> bool:
    return isinstance(item, dict) and {"id", "category", "content"} <= item.keys()
