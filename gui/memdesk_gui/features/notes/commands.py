"""The way to the daily notes: today's, and any day's in a calendar."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from memdesk.runtime.clock import local_time
from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.notes.day_notes import collect_notes, nearest, note_blanks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memdesk.errors import MemdeskError
    from memdesk.systems.system import Blank
    from memdesk.workspace import Workspace
    from memdesk_gui.features.notes.calendar_dialog import NoteCalendarDialog
    from memdesk_gui.features.notes.day_notes import DayNote
    from memdesk_gui.features.shell import Shell


class NoteCommands(Feature):
    """Opens a day's note, or begins it as the system keeps it."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._kept = False
        self._calendar: NoteCalendarDialog | None = None
        self._context.bus.closed.connect(self._forget)
        self._context.bus.listed.connect(self._ask)

    def attach(self) -> None:
        """Show what becomes of the notes while the calendar is open."""
        self._window.navigator.news.arrived.connect(self._fill_calendar)

    def _forget(self) -> None:
        self._kept = False
        if self._calendar is not None:
            self._calendar.close()

    def _ask(self) -> None:
        """Ask in the background whether a system here keeps daily notes."""
        workspace = self._context.bus.workspace
        if workspace is not None:
            ask = partial(note_blanks, workspace, self._today())
            self._context.jobs.background(ask, partial(self._on_asked, workspace))

    def _on_asked(self, workspace: Workspace, blanks: tuple[Blank, ...]) -> None:
        if self._context.bus.workspace is workspace:
            self._kept = bool(blanks)
            self._context.commands.push(State.WORKSPACE)

    def _refusal(self) -> str:
        """Say why there is no daily note to go to."""
        if self._context.bus.workspace is None:
            return self.tr("No folder is open.")
        return "" if self._kept else self.tr("No agent here keeps daily notes.")

    def _today(self) -> date:
        return local_time(self._context.clock).date()

    @command(
        "note.today",
        lambda self: self.tr("&Today's note"),
        "Ctrl+Shift+D",
        reason=_refusal,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 4, 9),
    )
    def _open_today(self) -> None:
        self._go(self._today())

    @command(
        "note.calendar",
        lambda self: self.tr("&Calendar of daily notes…"),
        reason=_refusal,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 4, 10),
    )
    def _open_calendar(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is None:
            return
        from memdesk_gui.features.notes.calendar_dialog import NoteCalendarDialog

        begins = not workspace.read_only
        dialog = NoteCalendarDialog(self._context.theme, self._today(), begins=begins, parent=self._window)
        dialog.wanted.connect(self._context.documents.open)
        dialog.begun.connect(self._go)
        dialog.finished.connect(self._on_calendar_closed)
        self._calendar = dialog
        self._fill_calendar()
        dialog.open()

    def _on_calendar_closed(self) -> None:
        self._calendar = None

    def _fill_calendar(self) -> None:
        """Collect the notes that the calendar shows."""
        workspace = self._context.bus.workspace
        if workspace is not None and self._calendar is not None:
            collect = partial(collect_notes, workspace, self._window.navigator.documents(), self._near())
            self._context.jobs.read(collect, partial(self._on_collected, self._calendar))

    def _on_collected(self, dialog: NoteCalendarDialog, notes: Mapping[date, tuple[DayNote, ...]]) -> None:
        if self._calendar is dialog:
            dialog.show_notes(notes)

    def _near(self) -> str:
        """Return the document whose memory is meant."""
        current = self._context.documents.current
        return "" if current is None else current.uri

    def _go(self, day: date) -> None:
        """Open the note of a day, or begin it."""
        workspace = self._context.bus.workspace
        if workspace is not None:
            find = partial(note_blanks, workspace, day)
            self._context.jobs.read(find, partial(self._on_found, workspace))

    def _on_found(self, workspace: Workspace, blanks: tuple[Blank, ...]) -> None:
        blank = nearest(blanks, self._near())
        if blank is None or self._context.bus.workspace is not workspace:
            return
        if self._window.navigator.document(blank.uri) is not None:
            self._context.documents.open(blank.uri)
        elif workspace.read_only:
            said = self.tr("There is no such note yet, and this workspace is open read-only.")
            self._window.toast.show_message(said)
        else:
            self._begin(blank)

    def _begin(self, blank: Blank) -> None:
        files = self._context.documents.files
        files.create(blank.uri, blank.text.encode(), partial(self._on_begun, blank.uri))

    def _on_begun(self, uri: str, error: MemdeskError | None) -> None:
        if error is None:
            self._context.documents.open(uri)
        else:
            self._window.show_error(error)
