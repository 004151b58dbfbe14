"""The features that every window is made with. A new one needs its line here, and nothing in the window."""

from __future__ import annotations

from memdesk_gui.features.context.commands import ContextCommands
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.history.backup_commands import BackupCommands
from memdesk_gui.features.history.commands import HistoryCommands
from memdesk_gui.features.history.maintenance import HistoryCare
from memdesk_gui.features.history.recovered_commands import RecoveredCommands
from memdesk_gui.features.history.snapshot_commands import SnapshotCommands
from memdesk_gui.features.inspector.blame_commands import BlameCommands
from memdesk_gui.features.inspector.lock_commands import LockCommands
from memdesk_gui.features.jobs.commands import JobCommands
from memdesk_gui.features.merge.commands import MergeCommands
from memdesk_gui.features.notes.commands import NoteCommands
from memdesk_gui.features.overview.commands import OverviewCommands
from memdesk_gui.features.overview.tier_commands import TierCommands
from memdesk_gui.features.policy.commands import PolicyCommands
from memdesk_gui.features.review.commands import ReviewCommands
from memdesk_gui.features.review.record_commands import RecordCommands
from memdesk_gui.features.search.commands import Searching
from memdesk_gui.features.search.memory_test_commands import MemoryTestCommands
from memdesk_gui.features.search.replace_commands import ReplaceCommands
from memdesk_gui.features.settings.commands import SettingsCommands
from memdesk_gui.features.share.commands import ShareCommands
from memdesk_gui.features.tour.commands import TourCommands

FEATURES: tuple[type[Feature], ...] = (
    Searching,
    MergeCommands,
    HistoryCommands,
    HistoryCare,
    RecoveredCommands,
    BackupCommands,
    SnapshotCommands,
    MemoryTestCommands,
    RecordCommands,
    ReplaceCommands,
    ReviewCommands,
    BlameCommands,
    JobCommands,
    NoteCommands,
    PolicyCommands,
    ContextCommands,
    LockCommands,
    ShareCommands,
    OverviewCommands,
    TierCommands,
    SettingsCommands,
    TourCommands,
)
"""In the order in which they are made, attached and prepared: who uses the review (``Shell.reviewing``) comes
after it, and what stands above the navigator comes in this order, too."""
