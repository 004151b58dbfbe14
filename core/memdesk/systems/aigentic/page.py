"""``memory.json`` as agents load it: where everything stands in the text, and its entries by id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import NoneType

from memdesk.errors import InvalidError
from memdesk.model import Json, Severity
from memdesk.systems.aigentic.parse import parse_compartments
from memdesk.systems.aigentic.records import COMPARTMENTS, fields_of, item_size
from memdesk.text.json.spans import Node, spans

EMPTY = '{\n  "plan": [],\n  "run": [],\n  "session": []\n}\n'
"""What agents write where nothing is remembered."""

_TEXT: set[type] = {str, NoneType}
_NUMBER: set[type] = {int, NoneType}
_TYPES: Mapping[str, set[type]] = {
    "id": _TEXT,
    "content": _TEXT,
    "category": _TEXT,
    "created_at": _TEXT,
    "updated_at": _TEXT,
    "access_count": _NUMBER,
    "priority": _NUMBER,
    "tags": {list, NoneType},
    "metadata": {dict, NoneType},
}

Item = dict[str, Json]


@dataclass(frozen=True, eq=False)
class Page:
    """The file as one call has it. One with a ``fault`` is empty: agents do not load what it says."""

    root: Node
    fault: str = ""

    @cached_property
    def ids(self) -> Mapping[str, Mapping[str, Item]]:
        """The entries of each compartment by id, where they have one; the first of those that share it."""
        return {name: _by_id(self.items(name)) for name in COMPARTMENTS}

    def size(self, compartment: str) -> int:
        """Return the characters of a compartment that count against its limit."""
        return sum(map(item_size, items_of(self.root, compartment)))

    def items(self, compartment: str) -> list[Item]:
        """Return the entries of a compartment, in the order of the file."""
        return [item for item in items_of(self.root, compartment) if isinstance(item, dict)]


def page_of(data: bytes) -> Page:
    """Read the file as strictly as agents do. Never raises: what they cannot load is a fault."""
    try:
        root = spans(data.decode(), strict=True)
    except (UnicodeDecodeError, InvalidError):
        return _damaged(data)
    return Page(root) if not data.startswith(b"\xef\xbb\xbf") and _loads(root.value) else _damaged(data)


def empty_page() -> Page:
    """Return what there is where no file is yet."""
    return Page(spans(EMPTY))


def items_of(root: Node, compartment: str) -> list[Json]:
    """Return what the array of a compartment holds, fields by their own names; [] without one."""
    found = root.value.get(compartment) if isinstance(root.value, dict) else None
    items = found if isinstance(found, list) else []
    return [fields_of(item) if isinstance(item, dict) else item for item in items]


def _damaged(data: bytes) -> Page:
    problems = parse_compartments("", data).problems
    fault = next((problem for problem in problems if problem.severity is Severity.ERROR), None)
    said = f"line {fault.line}, column {fault.column}: {fault.message}" if fault else "it starts with a mark"
    return Page(spans(EMPTY), said)


def _loads(value: Json) -> bool:
    """Say whether agents take every compartment as it is; a whole column of fields is judged at once."""
    if not isinstance(value, dict):
        return False
    shelves = [value.get(name) for name in COMPARTMENTS]
    return all(shelf is None or (isinstance(shelf, list) and _sound(shelf)) for shelf in shelves)


def _sound(items: list[Json]) -> bool:
    entries = [fields_of(item) for item in items if isinstance(item, dict)]
    if len(entries) < len(items):
        return False
    if any({type(entry.get(key)) for entry in entries} - allowed for key, allowed in _TYPES.items()):
        return False
    return {type(text) for entry in entries for text in _texts(entry)} <= _TEXT


def _texts(entry: Item) -> Iterator[Json]:
    """Yield what must be texts inside of the fields."""
    tags, metadata = entry.get("tags"), entry.get("metadata")
    if isinstance(tags, list):
        yield from tags
    if isinstance(metadata, dict):
        yield from metadata.values()


def _by_id(items: list[Item]) -> dict[str, Item]:
    named = ((item.get("id"), item) for item in reversed(items))
    return {identity: item for identity, item in named if identity and isinstance(identity, str)}
