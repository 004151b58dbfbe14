"""Bytes on disk: sandboxed paths, lock, commit, history, recovery. Knows no agent family."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.store.found import Unlogged
    from memdesk.store.lock import Holder
    from memdesk.store.log_walk import Place
    from memdesk.store.operation import Operation
    from memdesk.store.operations import Lineage, OperationPage
    from memdesk.store.others import Entry
    from memdesk.store.private import workspace_id
    from memdesk.store.request import ANY, Base, CommitResult, Edit, other_names, renaming
    from memdesk.store.safe_root import LIMIT, stamp_of
    from memdesk.store.store import Store
    from memdesk.store.verify import Finding, HistoryReport, Subset
    from memdesk.store.witness import Sighting

__all__ = [
    "ANY",
    "LIMIT",
    "Base",
    "CommitResult",
    "Edit",
    "Entry",
    "Finding",
    "HistoryReport",
    "Holder",
    "Lineage",
    "Operation",
    "OperationPage",
    "Place",
    "Sighting",
    "Store",
    "Subset",
    "Unlogged",
    "other_names",
    "renaming",
    "stamp_of",
    "workspace_id",
]

_HOMES = {
    "Unlogged": "found",
    "Holder": "lock",
    "Place": "log_walk",
    "Operation": "operation",
    "Lineage": "operations",
    "OperationPage": "operations",
    "Entry": "others",
    "workspace_id": "private",
    "ANY": "request",
    "Base": "request",
    "CommitResult": "request",
    "Edit": "request",
    "other_names": "request",
    "renaming": "request",
    "LIMIT": "safe_root",
    "stamp_of": "safe_root",
    "Store": "store",
    "Finding": "verify",
    "HistoryReport": "verify",
    "Subset": "verify",
    "Sighting": "witness",
}
"""The module of each name, so that one module can be loaded without all others."""


def __getattr__(name: str) -> object:
    """Load a name's module when it is asked for: all of them at once would hold up a window that is shown."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
