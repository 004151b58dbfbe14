"""What an entry says of itself: its names, what it is for, whether another one took its place. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from memdesk.model import Json

NAMES = ("canonical_name", "name", "title", "key", "label", "entity", "aliases", "alias", "also_known_as")
SCOPES = ("scope", "scopes", "project", "projects", "applies_to")
STATES = ("status", "state", "epistemic_status")
REPLACED_BY = ("superseded_by", "replaced_by", "obsoleted_by", "corrected_by", "invalidated_by")
ENDED = ("superseded_at", "invalid_at", "retracted_at", "deleted_at")

_GONE = frozenset(
    ("superseded", "replaced", "obsolete", "outdated", "deprecated", "retracted", "invalid", "invalidated")
)
EVERYWHERE = frozenset(("universal", "global", "all", "any", "everywhere", "*"))
"""Last parts of a scope that is everyone's."""

_PARTS = re.compile(r"[_\-./]+|(?<=[a-z0-9])(?=[A-Z])")
_FIELD = re.compile(r"([A-Za-z_]\w*)\s*:\s*(.*?)\s*")
_ITEM = re.compile(r"\s*-\s+(.*?)\s*")
_STRUCK = re.compile(r"~~(?=\S).+?(?<=\S)~~", re.DOTALL)
_LEAD = re.compile(r"^(?:#{1,6}[^\n]*\n+|[-*+>]\s+|\s+)*")


class ChunkStatus(NamedTuple):
    """What is known of a chunk beside its text."""

    names: str = ""
    """What it is called, and what else it is called, in words."""
    scopes: tuple[str, ...] = ()
    """What it is for alone; nothing where it is for everything."""
    is_replaced: bool = False
    """Whether something else took its place."""


PLAIN = ChunkStatus()


def standing_of(entry: Mapping[str, Json]) -> ChunkStatus:
    """Return what the fields of an entry say of it."""
    fields = {key.lower(): value for key, value in entry.items()}
    names = [said for key in NAMES for said in _texts(fields.get(key))]
    scopes = [said for key in SCOPES for said in _texts(fields.get(key))]
    is_everywhere = any(scope.rpartition(":")[2].lower() in EVERYWHERE for scope in scopes)
    return ChunkStatus(
        "\n".join(map(spelled, names)), () if is_everywhere else tuple(scopes), is_replaced(fields)
    )


def is_replaced(fields: Mapping[str, Json]) -> bool:
    """Say whether fields, their names in small letters, say that something else took the entry's place."""
    states = {said.lower() for key in STATES for said in _texts(fields.get(key))}
    return bool(states & _GONE) or any(_is_said(fields.get(key)) for key in (*REPLACED_BY, *ENDED))


def spelled(name: str) -> str:
    """Return a name as it is and in words: ``backup_host`` as ``backup host``, too."""
    words = " ".join(filter(None, _PARTS.split(name)))
    return name if words == name else f"{name} {words}"


def front_fields(front: str) -> dict[str, Json]:
    """Return the plain fields of a front matter: texts, and lists in one line or several."""
    found: dict[str, Json] = {}
    items: list[Json] = []
    for line in front.splitlines():
        if field := _FIELD.fullmatch(line):
            key, said = field[1], field[2]
            items = [_bare(part) for part in said.strip("[]").split(",") if part.strip()]
            found[key] = items if said.startswith("[") or not said else _bare(said)
        elif (item := _ITEM.fullmatch(line)) and found:
            key = [*found][-1]
            if isinstance(found[key], list):
                items.append(_bare(item[1]))
    return found


def is_struck(text: str) -> bool:
    """Say whether all that a text says is struck through."""
    if "~~" not in text:
        return False
    body = _LEAD.sub("", text)
    return "~~" in body and not re.search(r"\w", _STRUCK.sub("", body))


def _bare(said: str) -> str:
    return said.strip().strip("\"'")


def _is_said(value: Json) -> bool:
    """Say whether a field has a value; a text can be the word for none."""
    return any(_texts(value)) if isinstance(value, str | list) else bool(value)


def _texts(value: Json) -> Iterator[str]:
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str) and each.strip() and each.strip().lower() not in ("null", "none", "~"):
            yield each.strip()
