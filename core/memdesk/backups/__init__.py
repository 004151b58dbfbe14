"""Backups: all that a document can be brought back from, in one list, and the ways back."""

from __future__ import annotations

from memdesk.backups.backup import Backup, BackupSource
from memdesk.backups.backups import Backups, RestorePreview
from memdesk.backups.listing import BackupPage
from memdesk.backups.prune import KeepRule, Pruning
from memdesk.backups.ways import (
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
