"""What tells that the operation log has lost something: what else is kept knows of more than it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

from memdesk.model import Revision
from memdesk.store.oplog.audit import LogAudit
from memdesk.store.oplog.journal import Intent
from memdesk.store.versions.records import Records
from memdesk.store.versions.retention import KeptVersion

_SETTLED = 3600.0
"""Seconds after which what was put into the history has been logged, or never will be."""


class Journal(NamedTuple):
    """What the journal tells: which operations were logged, and all versions that it is about."""

    logged: frozenset[str]
    revisions: frozenset[Revision]


def journal_of(intents: Iterable[Intent]) -> Journal:
    """Return what intents tell of the log. They are to be read before it, since it goes on meanwhile."""
    known = [(intent, step.operation) for intent in intents for step in intent.steps]
    logged = frozenset(operation.id for intent, operation in known if intent.is_settled)
    versions = {version for _, operation in known for version in (operation.before, operation.after)}
    return Journal(logged, frozenset(version for version in versions if version is not None))


def is_shortened(log: LogAudit, journal: Journal, records: Records) -> bool:
    """Tell whether the log has certainly lost something: the journal or the index knows more of it."""
    missing = journal.logged.difference(operation.id for operation in log.operations)
    return bool(missing) or records.log.is_shorter_than_indexed()


def untold(
    kept: Iterable[KeptVersion], journal: Journal, pinned: Iterable[Revision], records: Records
) -> int:
    """Count the versions that no empty log explains: not pinned, nor from saves that came to no end."""
    lost = records.unfinished.read().operations
    known = {*journal.revisions, *pinned, *(operation.after for operation in lost)}
    latest = time.time() - _SETTLED
    return sum(blob.revision not in known and blob.time < latest for blob in kept)
