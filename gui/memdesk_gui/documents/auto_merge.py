"""What a buffer's unsaved text and the changed file would merge to, for as long as both go on changing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.errors import ConflictError, MemdeskError
from memdesk.text.merge.result import MergeResult
from memdesk_gui.documents.document_io import Merged, Reading, merge

if TYPE_CHECKING:
    from memdesk_gui.bridge.bus import WorkspaceBus
    from memdesk_gui.bridge.jobs import JobRunner
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.documents.sync import DocumentSync


class AutoMerge(QObject):
    """Tries the merge whenever text or file change, and makes it when asked.

    A save is merged by itself with what it meets; here comes only what does not merge then.
    """

    changed = Signal()
    """``found`` is another one."""
    undecided = Signal()
    """A save met a version that conflicts with the text: the person has to decide."""

    def __init__(
        self, buffer: DocumentBuffer, disk: DocumentSync, bus: WorkspaceBus, jobs: JobRunner
    ) -> None:
        super().__init__(disk)
        self.found: Merged | None = None
        """What text and file merge to, or why they do not; None while that is not known."""
        self.made: MergeResult | None = None
        """The merge that the note tells of."""
        self.saved = False
        """Whether what it made is on disk."""
        self.met: ConflictError | None = None
        """What a save failed with as it met a version that nobody knew of; it is still to be done."""
        self._buffer, self._disk, self._bus, self._jobs = buffer, disk, bus, jobs
        self._trying = self._again = self._taking = False
        self._stored = False
        buffer.disk_changed.connect(self._on_disk_changed)
        buffer.parsed_changed.connect(self._try)
        buffer.saved.connect(self._on_saved)
        buffer.reloaded.connect(self._forget)

    @property
    def possible(self) -> bool:
        """Whether text and file can be merged, be it with a person's help."""
        return self.found is not None and self.found.result.changes > 0

    def take(self) -> None:
        """Merge the text as it is now with the file, if that goes without conflict."""
        self._run(self._on_merged)

    def find_conflict(self) -> None:
        """Find out where the text and the version that a save has met conflict; that is to be decided."""
        if self.met is not None:
            self.met = None
            self._run(self._on_met)

    def give_up(self) -> None:
        """Tell of a save that met versions without end, of which none is there any more."""
        met, self.met = self.met, None
        if met is not None:
            self._disk.report(met)

    def use(self, found: Merged, *, saved: bool = False) -> None:
        """Make the text, as it is now, what it was merged to, in one step of undo.

        ``saved``: that is on disk, and ``saved`` of the text follows.
        """
        self.made, self.saved, self._stored, self._taking = found.result, saved, saved, True
        self._disk.take_merged(found)
        self._taking = False

    def _on_disk_changed(self) -> None:
        if self._disk.theirs is None:
            self.found = None
        elif self.found is None or self.found.theirs is not self._disk.theirs:
            self._try()
        if self._disk.note is None:
            self.made = None

    def _try(self) -> None:
        self._again = self._trying
        if not self._trying:
            self._trying = self._run(self._on_tried)

    def _run(self, done: Callable[[Reading, int, Merged], None]) -> bool:
        """Merge off the GUI thread; False where there is nothing to merge."""
        workspace, theirs = self._bus.workspace, self._disk.theirs
        if workspace is None or theirs is None:
            return False
        text, revision = self._buffer.text(), self._buffer.text_document.revision()
        work = partial(merge, workspace, self._buffer.info, self._disk.base, text, theirs)
        self._jobs.read(work, partial(done, theirs, revision), self._on_failed)
        return True

    def _on_tried(self, theirs: Reading, _revision: int, found: Merged) -> None:
        self._trying = False
        if theirs is self._disk.theirs:
            self._set_found(found)
        if self._again:
            self._try()

    def _on_merged(self, theirs: Reading, revision: int, found: Merged) -> None:
        if not self._stands(theirs, revision):
            self.take()
        elif found.edits is None:
            self._set_found(found)
        else:
            self.use(found)

    def _on_met(self, theirs: Reading, revision: int, found: Merged) -> None:
        if not self._stands(theirs, revision):
            self._run(self._on_met)
        else:
            self._set_found(found)
            if found.result.conflicts:
                self.undecided.emit()

    def _stands(self, theirs: Reading, revision: int) -> bool:
        """Whether file and text are still what was merged; what is being typed into a form is text, too."""
        self._buffer.typing.flush()
        return theirs is self._disk.theirs and revision == self._buffer.text_document.revision()

    def _on_saved(self) -> None:
        """Go on telling of a merge that was just saved, and of the base that its undo leads back to.

        Of one that the person has saved nothing is left to tell.
        """
        self.saved, self._stored = self._stored, False
        if not self.saved:
            self._disk.taken.settle()
            if self.made is not None:
                self._disk.note = None
            self._forget()

    def _on_failed(self, error: Exception) -> None:
        """Offer no merge (the text may hold what cannot be stored); what nobody foresaw is reported."""
        self._trying = False
        if self._disk.theirs is not None:
            self._set_found(Merged(self._disk.theirs, MergeResult(None, 0), None))
        if not isinstance(error, MemdeskError):
            self._jobs.unhandled.emit(error)

    def _set_found(self, found: Merged) -> None:
        self.found = found
        self.changed.emit()

    def _forget(self) -> None:
        """Leave a merge behind: the text was saved, or another change was taken over."""
        self.met = None
        if not self._taking:
            self.made = None
