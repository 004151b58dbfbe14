"""What differs between two policies, key by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from memdesk.model import Json
from memdesk.systems.picoclaw_policy.layers import KEYS


class KeyChange(NamedTuple):
    """One key's value before and after; None where it is not set."""

    key: str
    old: Json
    new: Json


def key_changes(old: Mapping[str, Json], new: Mapping[str, Json]) -> tuple[KeyChange, ...]:
    """Return what differs, the parameters first, in their order; then what is unknown."""
    names = dict.fromkeys((*KEYS, *old, *new))
    changes = (KeyChange(key, old.get(key), new.get(key)) for key in names)
    return tuple(change for change in changes if not _same(change.old, change.new))


def _same(one: Json, other: Json) -> bool:
    return type(one) is type(other) and one == other
