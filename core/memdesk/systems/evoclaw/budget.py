"""How much of its limit a tier's file uses, counted as the program that wrote it counts."""

from __future__ import annotations

from memdesk.errors import InvalidError
from memdesk.model import Budget, Kind
from memdesk.systems.evoclaw.limits import shown_limits
from memdesk.systems.evoclaw.shape import FileShape, shape_of
from memdesk.systems.evoclaw.skill_json import read_value, size_of
from memdesk.systems.system import CompanionDocuments

_GO = frozenset({FileShape.HOT_GO, FileShape.WARM_GO, FileShape.TREE_GO})


def budget_of(kind: Kind, path: str, data: bytes, companions: CompanionDocuments) -> Budget | None:
    """Return it, None for what has no limit or cannot be read."""
    if kind not in (Kind.HOT, Kind.WARM, Kind.TREE):
        return None
    try:
        value = read_value(data)
    except InvalidError:
        return None
    caps = shown_limits(companions, path)
    limits = {Kind.HOT: caps.hot_bytes, Kind.WARM: caps.warm_bytes, Kind.TREE: caps.tree_bytes}
    return Budget(len(data) if shape_of(value) in _GO else size_of(value), limits[kind])
