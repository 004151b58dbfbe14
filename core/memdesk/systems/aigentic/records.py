"""What the compartments hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memdesk.model import Json
from memdesk.text.json.names import canonical

COMPARTMENTS = ("run", "session", "plan")
"""The compartments by how long they live."""

FIELDS = (
    "id",
    "content",
    "category",
    "tags",
    "metadata",
    "created_at",
    "updated_at",
    "access_count",
    "priority",
)
"""An entry's fields in the order in which agents write them."""

_KNOWN = frozenset(FIELDS)

SIZE_LIMIT = 10_000
"""Characters that all entries of a compartment may have together, unless something else was chosen."""

DEFAULT_PRIORITY = 5


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """One entry. Times are RFC 3339 with the agent's offset, kept as they are written."""

    id: str
    content: str
    category: str = ""
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    created_at: str = ""
    updated_at: str = ""
    access_count: int = 0
    priority: int = DEFAULT_PRIORITY

    @property
    def size(self) -> int:
        """The characters that count against the limit: content, category, tags and metadata."""
        return entry_size(self.content, self.category, self.tags, self.metadata)


@dataclass(frozen=True, slots=True)
class Compartment:
    """A compartment with its entries in the order of the file; ``known`` ones are those that agents load."""

    name: str
    entries: tuple[MemoryEntry, ...] = ()
    known: bool = True

    @property
    def size(self) -> int:
        """The characters that count against the limit."""
        return sum(entry.size for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Compartments:
    """A whole ``memory.json``: the known compartments first, whether the file has them or not."""

    compartments: tuple[Compartment, ...]
    limit: int = SIZE_LIMIT
    """Characters that each compartment may have."""

    def get(self, name: str) -> Compartment | None:
        """Return the compartment of this name."""
        return next((found for found in self.compartments if found.name == name), None)


def fields_of(item: Mapping[str, Json]) -> dict[str, Json]:
    """Return an entry's fields by the agents' own names: their program takes a name in whatever letters.

    The last one holds of those that it takes for one field, but for a text or a number that is null.
    """
    if item.keys() <= _KNOWN:
        return {**item}
    found: dict[str, Json] = {}
    for key, value in item.items():
        name = canonical(key, FIELDS)
        if value is not None or name not in found or name in ("tags", "metadata"):
            found[name] = value
    return found


def entry_size(content: str, category: str, tags: tuple[str, ...], metadata: Mapping[str, str]) -> int:
    """Return an entry's size in characters: its texts, without ids, times and JSON's signs."""
    return sum(map(len, (content, category, *tags, *metadata, *metadata.values())))


def item_size(item: Json) -> int:
    """Return the same of an entry as JSON has it; what is no text does not count."""
    if not isinstance(item, dict):
        return 0
    fields = fields_of(item)
    tags, metadata = fields.get("tags"), fields.get("metadata")
    texts = [fields.get("content"), fields.get("category")]
    texts += tags if isinstance(tags, list) else ()
    texts += (*metadata, *metadata.values()) if isinstance(metadata, dict) else ()
    return sum(len(text) for text in texts if isinstance(text, str))
