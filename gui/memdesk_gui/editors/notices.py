"""What the banner and the note of a document say, and what their buttons do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from memdesk.drafts.draft import Draft
from memdesk.errors import LockedError, NotYoursError, StorageError
from memdesk.model import Actor, Origin, Via
from memdesk_gui.bridge.row_words import ChangeKey, told
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.documents.documents import DiskState, Stage
from memdesk_gui.documents.readings import Merged
from memdesk_gui.editors.copy_notice import CopyNotice
from memdesk_gui.editors.mark_notice import MarkNotice
from memdesk_gui.widgets.banner import Banner, BannerButton, BannerMessage
from memdesk_gui.wording.refusals import read_only_text
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.wording import error_text, instead_text, moment_time, size_text
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.text.changed_words import ChangedWords

NOTE_MS = 10_000


class Notices(QObject):
    """Keeps a banner and a floating note in step with a buffer's relation to its file."""

    compare_requested = Signal()
    """The person wants to see the text on disk beside their own."""
    merge_requested = Signal()
    """The person wants to decide the merge."""
    place_requested = Signal(int)
    """The person wants to see this line of the file, where somebody changed it."""
    close_requested = Signal()
    """The person does not want the document open any more."""

    def __init__(
        self, buffer: DocumentBuffer, context: AppContext, banner: Banner, note: Banner, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._buffer, self._context = buffer, context
        self._banner, self._note = banner, note
        self._quiet = False
        self.tells_of_deletion: Callable[[], bool] = lambda: False
        """Says whether the page below tells that it has deleted the document."""
        self._taken_at = -1
        self._known = buffer.base
        self._change: ChangeKey | None = None
        self._timer = QTimer(self, singleShot=True, interval=NOTE_MS)
        self._timer.timeout.connect(self._hide_note)
        self.copy = CopyNotice(buffer, context, self)
        self.copy.changed.connect(self.refresh)
        self.copy.merge_requested.connect(self.merge_requested)
        self.marks = MarkNotice(buffer, self)
        self.marks.changed.connect(self.refresh)
        self.marks.merge_requested.connect(self.merge_requested)
        for at_hand in (buffer.loaded, buffer.saved):
            at_hand.connect(self._note_base)
        context.words.read.connect(self._on_words)
        buffer.loaded.connect(self.refresh)
        buffer.disk_changed.connect(self.refresh)
        context.documents.recovered.changed.connect(self.refresh)
        buffer.merge_changed.connect(self.refresh)
        buffer.undecided.connect(self.merge_requested)
        buffer.saved.connect(self.refresh)
        buffer.reloaded.connect(self._show_a_while)
        buffer.text_document.contentsChanged.connect(self._on_typed)
        buffer.taken_out_changed.connect(self._on_taken_out)
        context.documents.renamed.connect(self._on_renamed)
        buffer.destroyed.connect(self._timer.stop)
        self.refresh()

    def _show_a_while(self, _writer: Actor) -> None:
        self._taken_at = self._buffer.text_document.revision()
        before, after = self._known, self._buffer.base
        self._note_base()
        if before is not None and after is not None:
            self._change = self._buffer.uri, before, after
            self._context.words.want([self._change])
        self._timer.start()
        self.refresh()

    def _note_base(self) -> None:
        self._known, self._change = self._buffer.base, None

    def _on_words(self) -> None:
        if self._change is not None and self._buffer.disk.state.note is not None:
            self.refresh()

    def _words(self) -> ChangedWords | None:
        """Return what the change says that the note is about, once that is read."""
        return None if self._change is None else self._context.words.of(*self._change)

    def _show(self) -> None:
        words = self._words()
        if words is not None and words.line:
            self.place_requested.emit(words.line)

    def _on_typed(self) -> None:
        """Offer to undo what was taken over only as long as it is what undo means."""
        if self._buffer.disk.state.note is not None and self._taken_at >= 0 and not self._undoable():
            self._taken_at = -1
            self.refresh()

    def _on_taken_out(self) -> None:
        self._timer.start()
        self.refresh()

    def _on_renamed(self, buffer: DocumentBuffer) -> None:
        if buffer is self._buffer and buffer.disk.state.former:
            self._timer.start()

    def set_quiet(self, quiet: bool) -> None:
        """Say nothing of a change on disk while the person is merging it."""
        self._quiet = quiet
        self.refresh()

    def refresh(self) -> None:
        """Say what is to be said now."""
        self._banner.show_message(self._message())
        self._note.show_message(self._note_message())

    def _message(self) -> BannerMessage | None:
        """Tell what befell the text that is being typed before what was typed once."""
        if self._buffer.stage is Stage.REFUSED:
            return self._recovered()
        if self._buffer.error is not None and self._buffer.disk_state is not DiskState.VANISHED:
            return self._failed()
        states = {
            DiskState.CHANGED: self._changed,
            DiskState.DELETED: self._deleted,
            DiskState.VANISHED: self._vanished,
        }
        say = states.get(self._buffer.disk_state)
        told = self._buffer.disk_state is DiskState.DELETED and self.tells_of_deletion()
        if say is not None and not (self._quiet or told):
            return say()
        if say is not None:
            return self._recovered()
        left = None if self._quiet else self.marks.message() or self.copy.message()
        return self._recovered() or self._read_only() or left

    def _recovered(self) -> BannerMessage | None:
        drafts, buffer = self._context.documents.recovered, self._buffer
        draft = drafts.found(buffer)
        if draft is None or buffer.stage is Stage.LOADING:
            return None
        words = self.tr("You have an unsaved draft from {time}.")
        if draft.of_merge:
            words = self.tr("You have an unfinished merge from {time}.")
        text = words.format(time=moment_time(draft.time))
        usable = drafts.usable(buffer)
        use = (
            (BannerButton(self.tr("Restore draft"), partial(drafts.use, buffer, draft), primary=True),)
            if usable
            else ()
        )
        choices = (
            *use,
            BannerButton(self.tr("Compare"), self.compare_requested.emit, primary=not usable),
            BannerButton(self.tr("Discard"), partial(drafts.discard, draft)),
        )
        said = sentences((text, self._since(draft)))
        return BannerMessage(said, "human", None, choices)

    def _since(self, draft: Draft) -> str:
        """Say what became of the file since the draft was typed."""
        if self._buffer.stage is Stage.REFUSED:
            return self.tr("The file cannot be opened now.")
        return self.tr("The file has changed since.") if draft.base != self._buffer.base else ""

    def _changed(self) -> BannerMessage:
        """Tell of the change at once, and what merges as soon as that is known."""
        disk = self._buffer.disk
        found = disk.state.found
        merges = found is not None and found.edits is not None
        choices = [
            BannerButton(self.tr("Compare"), self.compare_requested.emit, primary=not disk.state.can_merge),
            BannerButton(self.tr("Keep mine"), disk.keep_mine),
            BannerButton(self.tr("Reload"), disk.reload),
        ]
        if merges:
            choices.insert(0, BannerButton(self.tr("Merge"), disk.merge, primary=True))
        elif disk.state.can_merge:
            choices.insert(0, BannerButton(self.tr("Merge…"), self.merge_requested.emit, primary=True))
        text = self.tr("changed this file while you were editing.")
        if _is_elsewhere(disk.state.writer):
            text = self.tr("changed this file elsewhere while you were editing here.")
        said = sentences((text, self._merge_text(found)))
        return BannerMessage(said, disk.state.writer.origin.value, disk.state.writer, tuple(choices))

    def _merge_text(self, found: Merged | None) -> str:
        if found is None:
            return ""
        result = found.result
        if found.edits is not None:
            text = self.tr("{clean} of %n changes merge without conflicts.", "", result.changes)
            return text.format(clean=result.clean)
        if not result.conflicts:
            return (
                self.tr("The merged text would not be valid. Open the merge to fix it.")
                if result.changes
                else ""
            )
        conflicts = self.tr("%n changes conflict with yours.", "", len(result.conflicts))
        if not result.clean:
            return conflicts
        return sentences((conflicts, self.tr("%n others merge without conflicts.", "", result.clean)))

    def _deleted(self) -> BannerMessage:
        disk = self._buffer.disk
        if disk.state.instead is not None:
            said = (instead_text(disk.state.instead, self._buffer.uri), self.tr("Your text is still open."))
            choices = (
                BannerButton(self.tr("Write it back"), disk.write_back, primary=True),
                BannerButton(self.tr("Close"), self.close_requested.emit),
            )
            return BannerMessage(sentences(said), "danger", None, choices)
        return BannerMessage(
            self.tr("deleted this file. Your text is still open."),
            "danger",
            disk.state.writer,
            (
                BannerButton(self.tr("Keep as unsaved"), disk.keep_mine, primary=True),
                BannerButton(self.tr("Close"), self.close_requested.emit),
            ),
        )

    def _vanished(self) -> BannerMessage:
        return BannerMessage(
            self.tr(
                "The workspace folder cannot be found. Your text stays open; reconnect the disk or "
                "put the folder back to save."
            ),
            "danger",
        )

    def _failed(self) -> BannerMessage:
        error, disk = self._buffer.error, self._buffer.disk
        assert error is not None
        again = isinstance(error, LockedError | StorageError | NotYoursError)
        choices = (BannerButton(self.tr("Try again"), self._buffer.disk.save, primary=True),) if again else ()
        if isinstance(error, NotYoursError):
            choices = (*choices, BannerButton(self.tr("Copy command"), partial(_copy, error.command)))
        text = self.tr("Not saved: {reason} Your text stays open.").format(reason=error_text(error))
        return BannerMessage(text, "danger", None, choices, disk.dismiss)

    def _read_only(self) -> BannerMessage | None:
        buffer = self._buffer
        if buffer.read_only_reason == "binary" and buffer.parsed.record is not None and not buffer.problems:
            return None
        texts = {
            "workspace": self._read_only_workspace(),
            "encoding": self.tr(
                "This file is in {encoding}, not UTF-8, so it is read-only here. Convert it to UTF-8 "
                "to edit it."
            ),
            "unknown": self.tr(
                "The encoding of this file is unknown, so it is read-only here. Convert it to UTF-8 "
                "to edit it."
            ),
            "binary": self.tr("This file is not text ({size}). Its first bytes are shown."),
            "paged": self.tr("This file is large ({size}), so it is shown page by page and read-only."),
        }
        reason = buffer.read_only_reason or ""
        text = texts.get("unknown" if (reason, buffer.encoding) == ("encoding", "UNKNOWN") else reason)
        if text is None:
            return None
        return BannerMessage(text.format(encoding=buffer.encoding, size=size_text(buffer.info.size)))

    def _read_only_workspace(self) -> str:
        workspace = self._context.bus.workspace
        reason = workspace.read_only_reason if workspace is not None else None
        why = "" if reason == "requested" else read_only_text(reason)
        return sentences((self.tr("This workspace is open read-only."), why))

    def _note_message(self) -> BannerMessage | None:
        taken_out = self._buffer.disk.state.taken_out
        if taken_out is not None and self._buffer.disk_state is DiskState.SAME:
            return self._taken_out(taken_out)
        writer = self._buffer.disk.state.note
        if writer is None or self._buffer.disk_state is not DiskState.SAME or self._is_told_once(writer):
            return None
        if self._buffer.disk.state.former:
            text = self.tr("renamed this document; its old name was {name}.").format(
                name=printable(self._buffer.disk.state.former)
            )
            return BannerMessage(text, writer.origin.value, writer, (), self._buffer.disk.dismiss)
        words = self._words()
        choices = [BannerButton(self.tr("Undo"), self._undo)] if self._undoable() else []
        if words is not None and words.line:
            choices.insert(0, BannerButton(self.tr("Show"), self._show))
        text = self._note_text(writer)
        return BannerMessage(text, writer.origin.value, writer, tuple(choices), self._buffer.disk.dismiss)

    def _taken_out(self, writer: Actor) -> BannerMessage:
        text = self.tr("changed this file. Undo removed their change from your text, which is not saved yet.")
        choices = (BannerButton(self.tr("Redo"), self._buffer.redo),)
        return BannerMessage(text, writer.origin.value, writer, choices, self._buffer.disk.dismiss)

    def _is_told_once(self, writer: Actor) -> bool:
        """Whether the person did this here to a document or more, which is told with one way back for all."""
        return writer.via is Via.GUI and bool(writer.tool) and self._buffer.disk.state.made is None

    def _note_text(self, writer: Actor) -> str:
        state = self._buffer.disk.state
        merged = state.made
        if merged is None:
            tool = f" · {writer.tool}" if writer.tool and writer.origin is not Origin.FOREIGN else ""
            words = self._words()
            said = told(words) if words is not None else ""
            return self.tr("updated this") + tool + (f" · {said}" if said else "")
        text = self.tr("changed this file. Their changes were merged into your unsaved text.")
        if state.made_is_saved:
            text = self.tr("changed this file. Their changes were merged with yours and saved.")
        joined = self.tr("You both added text at the end; theirs comes first.")
        return sentences((text, joined)) if merged.joined else text

    def _undoable(self) -> bool:
        document = self._buffer.text_document
        is_last = document.revision() == self._taken_at
        return is_last and document.isUndoAvailable() and self._buffer.editable

    def _undo(self) -> None:
        self._buffer.undo()
        self._hide_note()

    def _hide_note(self) -> None:
        disk = self._buffer.disk
        if (disk.state.note is not None or disk.state.taken_out is not None) and not self._note.underMouse():
            self._buffer.disk.dismiss()


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def _is_elsewhere(writer: Actor) -> bool:
    """Say whether the person made this change in another window or program: here, it would have a tool."""
    return writer.origin is Origin.HUMAN and not (writer.via is Via.GUI and writer.tool)
