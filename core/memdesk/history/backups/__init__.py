"""Backups: all that a document can be brought back from, in one list, and the ways back."""

from __future__ import annotations

from memdesk.history.backups.backup import Backup, BackupSource
from memdesk.history.backups.backups import Backups, RestorePreview
from memdesk.history.backups.listing import BackupPage
from memdesk.history.backups.prune import KeepRule, Pruning
from memdesk.history.backups.ways import (
    ChangesRestore,
    MissingEntriesRestore,
    RestoreStrategy,
    SectionRestore,
    WholeRestore,
)

__all__ = [
    "Backup",
    "BackupPage",
    "BackupSource",
    "Backups",
    "ChangesRestore",
    "KeepRule",
    "MissingEntriesRestore",
    "Pruning",
    "RestorePreview",
    "RestoreStrategy",
    "SectionRestore",
    "WholeRestore",
]
