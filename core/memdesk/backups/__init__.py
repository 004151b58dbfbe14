"""Backups: all that a document can be brought back from, in one list, and the ways back."""

from __future__ import annotations

from memdesk.backups.backup import Backup, Source
from memdesk.backups.backups import Backups, Preview
from memdesk.backups.listing import BackupPage
from memdesk.backups.prune import Keep, Pruning
from memdesk.backups.ways import Changes, Exactly, Missing, Sections, Way

__all__ = [
    "Backup",
    "BackupPage",
    "Backups",
    "Changes",
    "Exactly",
    "Keep",
    "Missing",
    "Preview",
    "Pruning",
    "Sections",
    "Source",
    "Way",
]
