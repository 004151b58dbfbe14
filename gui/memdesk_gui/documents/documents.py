"""The open documents with all that is kept for them: drafts, what was recovered, file operations, undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk_gui.documents.drafts import Drafts
from memdesk_gui.documents.file_operations import FileOperations
from memdesk_gui.documents.file_words import label
from memdesk_gui.documents.open_documents import OpenDocuments
from memdesk_gui.documents.recovered_drafts import RecoveredDrafts
from memdesk_gui.documents.state import DiskState, Stage
from memdesk_gui.documents.undo_stack import UndoStack

if TYPE_CHECKING:
    from memdesk_gui.bridge.bus import WorkspaceBus
    from memdesk_gui.bridge.jobs import JobRunner

__all__ = ["DiskState", "Documents", "Stage"]


class Documents(OpenDocuments):
    """What the window has open, and what belongs to it."""

    announced = Signal(str, object)
    """Something was done in an editor: the words, and the action that takes it back (or None)."""

    def __init__(self, bus: WorkspaceBus, jobs: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(bus, jobs, parent)
        self.drafts = Drafts(self, bus, jobs)
        self.recovered = RecoveredDrafts(self, self.drafts, bus, jobs)
        self.undo = UndoStack(self)
        bus.closed.connect(self.undo.clear)
        self.files = FileOperations(bus, jobs, self.person, self.undo, label)
