"""Bytes on disk: sandboxed paths, lock, commit, history, recovery. Knows no agent family."""

from __future__ import annotations

from memdesk.store.lock import Holder
from memdesk.store.log_walk import Place
from memdesk.store.operation import Operation
from memdesk.store.operations import Lineage, OperationPage
from memdesk.store.private import workspace_id
from memdesk.store.request import ANY, Base, CommitResult, Edit, other_names
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
    "other_names",
    "stamp_of",
    "workspace_id",
]
