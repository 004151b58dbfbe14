"""The warm tier's file, and distilled facts, as records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from memdesk.model import Json
from memdesk.systems.evoclaw.records import DistilledFact, RecordFormat, WarmEntry, WarmMemory
from memdesk.systems.evoclaw.values import (
    count_of,
    list_of,
    moment_of,
    number_of,
    object_of,
    rest_of,
    text_of,
    texts_of,
)

_SKILL = (
    "id",
    "text",
    "category",
    "importance",
    "created_at",
    "access_count",
    "last_accessed",
    "score",
    "tier",
    "metadata",
)
_GO = (
    "id",
    "timestamp",
    "category",
    "content",
    "importance",
    "access_count",
    "last_accessed",
    "created_at",
)
_SHOWN_CATEGORIES = 4


def warm_memory(value: Json) -> WarmMemory:
    """Read the warm tier in either form; items that are no objects are left out."""
    if isinstance(value, dict):
        entries = (_go_entry(key, item) for key, item in value.items() if isinstance(item, dict))
        return WarmMemory(RecordFormat.GO, tuple(entries))
    items = enumerate(list_of(value))
    return WarmMemory(
        RecordFormat.SKILL, tuple(_entry(key, item) for key, item in items if isinstance(item, dict))
    )


def misfits(value: Json) -> Iterator[str | int]:
    """Yield the places of items that are no objects."""
    pairs = value.items() if isinstance(value, dict) else enumerate(list_of(value))
    return (key for key, item in pairs if not isinstance(item, dict))


def distilled_facts(value: Json) -> tuple[DistilledFact, ...]:
    """Read a list of distilled facts."""
    return tuple(_distilled(item) for item in list_of(value) if isinstance(item, dict))


def categories_summary(categories: Iterable[str]) -> str:
    """Return the most frequent categories, most frequent first."""
    common = Counter(category for category in categories if category).most_common(_SHOWN_CATEGORIES + 1)
    names = [name for name, _ in common[:_SHOWN_CATEGORIES]]
    return ", ".join(names) + (", …" if len(common) > _SHOWN_CATEGORIES else "")


def _entry(key: int, item: dict[str, Json]) -> WarmEntry:
    metadata = object_of(item.get("metadata"))
    return WarmEntry(
        key,
        text_of(item.get("id")),
        text_of(item.get("text")),
        text_of(item.get("category")),
        number_of(item.get("importance")),
        moment_of(item.get("created_at")),
        count_of(item.get("access_count")),
        moment_of(item.get("last_accessed")),
        number_of(item.get("score")),
        text_of(item.get("tier")),
        texts_of(metadata.get("urls")),
        texts_of(metadata.get("commands")),
        texts_of(metadata.get("paths")),
        rest_of(metadata, ("urls", "commands", "paths")),
        rest_of(item, _SKILL),
    )


def _go_entry(key: str, item: dict[str, Json]) -> WarmEntry:
    content = object_of(item.get("content"))
    created = moment_of(item.get("timestamp")) or moment_of(item.get("created_at"))
    return WarmEntry(
        key,
        text_of(item.get("id")),
        text_of(content.get("fact", content.get("text"))) or text_of(item.get("content")),
        text_of(item.get("category")),
        number_of(item.get("importance")),
        created,
        count_of(item.get("access_count")),
        moment_of(item.get("last_accessed")),
        details=rest_of(content, ("fact", "text")),
        extra=rest_of(item, _GO),
    )


def _distilled(item: dict[str, Json]) -> DistilledFact:
    fact = text_of(item.get("fact", item.get("text")))
    return DistilledFact(fact, moment_of(item.get("date")), rest_of(item, ("fact", "text", "date")))
