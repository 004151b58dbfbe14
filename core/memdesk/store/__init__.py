"""Bytes on disk: sandboxed paths, lock, commit, history, recovery. Knows no agent family.

``disk`` is how files are read, flushed and exchanged; ``private`` the folder of our own data, ``vouched``
what is kept of it outside; ``locking`` whose turn it is to write. ``log`` holds the journal and what
happened, ``history`` every version; ``commit`` is the protocol over all of these, ``outside`` takes in what
came past it. Others see :class:`Store`, or :class:`JointStore` where records of what is opened lie in several
places, its homes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.store.commit.request import ANY, Base, CommitResult, DocumentEdit, other_names, renaming
    from memdesk.store.disk.safe_root import LIMIT, stamp_of
    from memdesk.store.homes import HERE, Home
    from memdesk.store.joint import JointStore
    from memdesk.store.locking.lock import LockHolder
    from memdesk.store.log.operation import Operation
    from memdesk.store.log.operations import Lineage, OperationPage
    from memdesk.store.log.others import LogEntry
    from memdesk.store.log.walk import LogPosition
    from memdesk.store.outside.found import Unlogged
    from memdesk.store.outside.state import Present, state_of
    from memdesk.store.outside.witness import ExternalVersion
    from memdesk.store.private.folder import workspace_id
    from memdesk.store.store import HomeStore, Store
    from memdesk.store.verify import HistoryReport, IntegrityFinding, Subset

__all__ = [
    "ANY",
    "HERE",
    "LIMIT",
    "Base",
    "CommitResult",
    "DocumentEdit",
    "ExternalVersion",
    "HistoryReport",
    "Home",
    "HomeStore",
    "IntegrityFinding",
    "JointStore",
    "Lineage",
    "LockHolder",
    "LogEntry",
    "LogPosition",
    "Operation",
    "OperationPage",
    "Present",
    "Store",
    "Subset",
    "Unlogged",
    "other_names",
    "renaming",
    "stamp_of",
    "state_of",
    "workspace_id",
]

_HOMES = {
    "Unlogged": "outside.found",
    "Present": "outside.state",
    "state_of": "outside.state",
    "LockHolder": "locking.lock",
    "LogPosition": "log.walk",
    "Operation": "log.operation",
    "Lineage": "log.operations",
    "OperationPage": "log.operations",
    "LogEntry": "log.others",
    "workspace_id": "private.folder",
    "ANY": "commit.request",
    "Base": "commit.request",
    "CommitResult": "commit.request",
    "DocumentEdit": "commit.request",
    "other_names": "commit.request",
    "renaming": "commit.request",
    "LIMIT": "disk.safe_root",
    "stamp_of": "disk.safe_root",
    "HERE": "homes",
    "Home": "homes",
    "JointStore": "joint",
    "HomeStore": "store",
    "Store": "store",
    "IntegrityFinding": "verify",
    "HistoryReport": "verify",
    "Subset": "verify",
    "ExternalVersion": "outside.witness",
}
"""The module of each name, so that one module can be loaded without all others."""


def __getattr__(name: str) -> object:
    """Load a name's module when it is asked for: all of them at once would hold up a window that is shown."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
