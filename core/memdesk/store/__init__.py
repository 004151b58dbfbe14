"""Bytes on disk: sandboxed paths, lock, commit, history, recovery. Knows no agent system.

``fs`` is how files are read, flushed and exchanged; ``metadata`` the folder of our own data, ``integrity``
what is kept of it outside; ``locking`` whose turn it is to write. ``oplog`` holds the journal and what
happened, ``versions`` every version; ``commit`` is the protocol over all of these, ``external`` takes in what
came past it. Others see :class:`Store`, or :class:`JointStore` where records of what is opened lie in several
places, its homes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.store.commit.request import ANY, Base, CommitResult, DocumentEdit, other_names, renaming
    from memdesk.store.external.recorder import ExternalVersion
    from memdesk.store.external.state import Present, state_of
    from memdesk.store.external.unlogged import Unlogged
    from memdesk.store.fs.safe_root import LIMIT, stamp_of
    from memdesk.store.homes import HERE, Home
    from memdesk.store.joint import JointStore
    from memdesk.store.locking.lock import LockHolder
    from memdesk.store.metadata.folder import workspace_id
    from memdesk.store.oplog.agent_operations import LogEntry
    from memdesk.store.oplog.operation import Operation
    from memdesk.store.oplog.operations import Lineage, OperationPage
    from memdesk.store.oplog.reverse_reader import LogPosition
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
    "Unlogged": "external.unlogged",
    "Present": "external.state",
    "state_of": "external.state",
    "LockHolder": "locking.lock",
    "LogPosition": "oplog.reverse_reader",
    "Operation": "oplog.operation",
    "Lineage": "oplog.operations",
    "OperationPage": "oplog.operations",
    "LogEntry": "oplog.agent_operations",
    "workspace_id": "metadata.folder",
    "ANY": "commit.request",
    "Base": "commit.request",
    "CommitResult": "commit.request",
    "DocumentEdit": "commit.request",
    "other_names": "commit.request",
    "renaming": "commit.request",
    "LIMIT": "fs.safe_root",
    "stamp_of": "fs.safe_root",
    "HERE": "homes",
    "Home": "homes",
    "JointStore": "joint",
    "HomeStore": "store",
    "Store": "store",
    "IntegrityFinding": "verify",
    "HistoryReport": "verify",
    "Subset": "verify",
    "ExternalVersion": "external.recorder",
}
"""The module of each name, so that one module can be loaded without all others."""


def __getattr__(name: str) -> object:
    """Load a name's module when it is asked for: all of them at once would hold up a window that is shown."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
