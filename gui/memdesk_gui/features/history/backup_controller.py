"""What is done with the backup that a view shows: read, compared, restored, pinned - and taken back again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.model import OUTSIDE, ChangeBatch
from memdesk_gui.context import AppContext
from memdesk_gui.features.history import backup_actions as deeds
from memdesk_gui.features.history.backup_actions import BackupComparison, BackupRequest
from memdesk_gui.features.history.backup_view import MISSING, SECTIONS, BackupView
from memdesk_gui.features.history.backups_model import QUARANTINE, name_of, reason_text, title_of
from memdesk_gui.features.history.restore import Restorer
from memdesk_gui.features.history.version_facts import VersionFacts
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.history.backups import Backup
    from memdesk.model import Revision

LOOK_MS = 100


class BackupDesk(QObject):
    """Serves one :class:`BackupView` for the person at the window."""

    looked = Signal()
    """What is shown, and so what can be done, is something else."""
    marked = Signal()
    """A pin was put on or taken off, or something was deleted from quarantine: the list is another."""
    announced = Signal(str, object)
    """Something was done: the words, and the action that takes it back (or None)."""

    def __init__(self, context: AppContext, view: BackupView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context, self._view = context, view
        self.backup: Backup | None = None
        self._asked = 0
        self._now: Revision | None = None
        self.restorer = Restorer(context, self)
        self._looking = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._looking.timeout.connect(self.look)
        self.restorer.done.connect(self.announced)
        view.look_wanted.connect(self.look)
        view.parts_chosen.connect(self.look)
        view.restore_wanted.connect(self.restore)
        view.change_wanted.connect(self.restore_change)
        view.copy_wanted.connect(self.restore_copy)
        view.pin_wanted.connect(self.set_pinned)
        view.drop_wanted.connect(self.ask_to_drop)
        view.diff.shown.connect(self.looked)
        context.bus.changed.connect(self._on_changed)

    def show(self, backup: Backup) -> None:
        """Show a backup; what restoring it would change follows."""
        new = self.backup is None or self.backup.id != backup.id
        self.backup = backup
        writable = self._context.bus.is_writable()
        self._view.set_pinned(backup.pinned, allowed=writable and not backup.problem)
        self._view.set_quarantined(backup.source == QUARANTINE, allowed=writable)
        if new:
            tip = f"{printable(backup.uri)}\n{wording.exact_time(backup.time)}"
            facts = VersionFacts(backup.actor or OUTSIDE, self._words(backup), tip)
            self._view.show_facts(facts, name_of(backup))
            self.look()

    def tell(self) -> None:
        """Say anew which backup is shown, and how old it is by now."""
        if self.backup is not None:
            self._view.say(self._words(self.backup))

    def _words(self, backup: Backup) -> str:
        size = wording.size_text(backup.bytes) if backup.bytes is not None else ""
        age = wording.relative_time(backup.time, self._context.clock.now())
        return " · ".join(part for part in (title_of(backup), size, reason_text(backup), age) if part)

    def look(self) -> None:
        """Read the backup and its document again."""
        workspace, backup, listing = self._context.bus.workspace, self.backup, self._context.bus.listing
        if workspace is None or backup is None:
            return
        self._asked += 1
        documents = listing.documents if listing is not None else ()
        wanted = BackupRequest(self._view.look, self._view.chosen)
        work = partial(deeds.read_look, workspace, documents, backup, wanted)
        ready, failed = partial(self._on_looked, self._asked), partial(self._on_unread, self._asked)
        self._context.jobs.read(work, ready, failed)

    def can_restore(self) -> bool:
        """Whether there is something to do, and it may be done."""
        return self.backup is not None and self._view.restore.isEnabled()

    def restore(self) -> None:
        """Do what is shown."""
        workspace, backup = self._context.bus.workspace, self.backup
        if workspace is None or backup is None or not self.can_restore():
            return
        person, wanted = self._context.documents.person, BackupRequest(self._view.look, self._view.chosen)
        work = partial(deeds.restore, workspace, backup, wanted, self._now, person)
        brings = partial(deeds.brings, workspace, backup)
        self.restorer.carry_out(
            lambda _history: work(),
            self._done(backup, wanted),
            self._what(backup),
            lambda _history: brings(deeds.way_of(wanted)),
        )

    def restore_change(self, number: int) -> None:
        """Do only one of the changes that are shown."""
        workspace, backup = self._context.bus.workspace, self.backup
        if workspace is not None and backup is not None:
            person = self._context.documents.person
            work = partial(deeds.restore_change, workspace, backup, number, self._now, person)
            words = self.tr("Restored one change in {name}.").format(name=name_of(backup))
            brings = partial(deeds.brings, workspace, backup)
            self.restorer.carry_out(
                lambda _history: work(),
                words,
                self._what(backup),
                lambda _history: brings(deeds.way_of_change(number)),
            )

    def restore_copy(self) -> None:
        """Put the backup into a new document."""
        workspace, backup = self._context.bus.workspace, self.backup
        if workspace is not None and backup is not None:
            work = partial(deeds.restore_copy, workspace, backup, self._context.documents.person)
            brings = partial(deeds.brings, workspace, backup)
            self.restorer.carry_out_one(
                lambda _history: work(),
                self.tr("Restored as new document {name}."),
                lambda _history: brings(deeds.way_of(BackupRequest(""))),
            )

    def set_pinned(self, pinned: bool) -> None:
        """Keep the backup whatever the rules say, or let them decide again."""
        workspace, backup = self._context.bus.workspace, self.backup
        if workspace is not None and backup is not None:
            person = self._context.documents.person
            work = partial(deeds.set_pinned, workspace, backup, person, pinned=pinned)
            self._context.jobs.write(work, lambda _: self._on_pinned(pinned), self._on_unpinned)

    def ask_to_drop(self) -> None:
        """Say what is deleted with what is in quarantine, and ask whether it is to be."""
        from memdesk_gui.features.history.drop_dialog import QuarantineDropDialog

        workspace, backup = self._context.bus.workspace, self.backup
        if workspace is not None and backup is not None and backup.source == QUARANTINE:
            dialog = QuarantineDropDialog(self._view.window())
            work = partial(deeds.read_quarantined, workspace, backup)
            job = self._context.jobs.read(work, dialog.show_item, dialog.show_failure)
            dialog.finished.connect(lambda _result: job.cancel())
            dialog.wanted.connect(partial(self._drop, backup))
            dialog.open()

    def _drop(self, backup: Backup) -> None:
        workspace, person = self._context.bus.workspace, self._context.documents.person
        if workspace is not None:
            work = partial(deeds.drop, workspace, backup, person)
            self._context.jobs.write(work, partial(self._on_dropped, backup), self._on_not_dropped)

    def _on_dropped(self, backup: Backup, _done: object) -> None:
        words = self.tr("Deleted from quarantine: {name}.").format(name=printable(backup.uri))
        self.announced.emit(words, None)
        self.marked.emit()

    def _on_not_dropped(self, error: Exception) -> None:
        self.announced.emit(wording.error_text(error), None)
        self.marked.emit()

    def _on_pinned(self, pinned: bool) -> None:
        self._view.set_pinned(pinned)
        self.marked.emit()

    def _on_unpinned(self, error: Exception) -> None:
        if self.backup is not None:
            self._view.set_pinned(self.backup.pinned)
        self.announced.emit(wording.error_text(error), None)

    def _on_changed(self, batch: ChangeBatch) -> None:
        backup = self.backup
        mine = (backup.of, backup.uri) if backup is not None else ()
        if backup is not None and (batch.rescan or any(change.uri in mine for change in batch.changes)):
            self._looking.start()

    def _on_looked(self, asked: int, looked: BackupComparison) -> None:
        backup = self.backup
        if asked != self._asked or backup is None:
            return
        view = self._view
        self._now = looked.now
        if looked.texts.binary:
            view.explain(self.tr("This backup is not text. It can be restored as a new document."))
        elif backup.of is None:
            view.explain(
                self.tr("It is unclear which document this copy belongs to. Restore it as a new document.")
            )
        else:
            view.show_parts(looked.rows, looked.alike)
            following = wording.exact_time(looked.next.time) if looked.next is not None else ""
            view.show_texts(looked.texts.old, looked.texts.new, following)
        able = self._context.bus.is_writable() and backup.of is not None and not looked.texts.binary
        view.set_restorable(
            able and looked.changes,
            copy=self._context.bus.is_writable(),
            changes=able and looked.now is not None,
        )
        self.looked.emit()

    def _on_unread(self, asked: int, error: Exception) -> None:
        if asked == self._asked:
            self._view.explain(wording.error_text(error))
            self.looked.emit()

    def _what(self, backup: Backup) -> str:
        return self.tr("Restore {name}").format(name=name_of(backup))

    def _done(self, backup: Backup, wanted: BackupRequest) -> str:
        name, count = name_of(backup), len(wanted.chosen)
        if wanted.look == SECTIONS:
            return self.tr("Restored %n sections of {name}.", "", count).format(name=name)
        if wanted.look == MISSING:
            return self.tr("Added the missing parts to {name}.").format(name=name)
        time = wording.moment_time(backup.time)
        return self.tr("Restored {name} to its version from {time}.").format(name=name, time=time)
