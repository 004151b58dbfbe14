"""Commands on the entry that is chosen in the document in front."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk_gui.commands import Command, Menu, State

if TYPE_CHECKING:
    from memdesk_gui.editors.base import Editor
    from memdesk_gui.features.shell import Shell

AFTER = State.WORKSPACE, State.DOCUMENT, State.TEXT, State.SHOWN, State.CHOSEN


class EntryCommands(QObject):
    """Moves entries: up and down in their document by an edit, into another document by a job."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._window = window
        moves = (
            ("entry.up", self.tr("Move entry &up"), "Alt+Up", -1),
            ("entry.down", self.tr("Move entry &down"), "Alt+Down", 1),
        )
        for place, (command_id, text, keys, step) in enumerate(moves, 2):
            move, menu = partial(self._move, step), (Menu.EDIT, 4, place)
            window.context.commands.add(
                Command(command_id, text, move, keys, enabled=self._can_move, after=AFTER, menu=menu)
            )
        jobs = (
            ("entry.move", self.tr("Move entry to another m&onth…"), "move-entry"),
            ("entry.split", self.tr("Split this month by &week…"), "split-month"),
        )
        for place, (command_id, text, job) in enumerate(jobs, 4):
            ask, offered = partial(self._ask, job), partial(self._offered, job)
            window.context.commands.add(
                Command(
                    command_id,
                    text,
                    ask,
                    enabled=offered,
                    reason=partial(self._refusal, job),
                    after=AFTER,
                    menu=(Menu.EDIT, 4, place),
                )
            )

    def _editor(self) -> Editor | None:
        area = self._window.area
        return area.current_editor if area.merging is None else None

    def _can_move(self) -> bool:
        editor = self._editor()
        return editor is not None and editor.moves_entries()

    def _move(self, step: int) -> None:
        if (editor := self._editor()) is not None:
            editor.move_entry(step)

    def _offered(self, job: str) -> bool:
        editor, may = self._editor(), self._window.context.bus.is_writable()
        return may and editor is not None and editor.wanted_of_job(job) is not None

    def _refusal(self, job: str) -> str:
        """Say why it cannot be done right now: a job works on what is on disk."""
        editor = self._editor()
        if not self._offered(job) or editor is None or not editor.buffer.dirty:
            return ""
        return self.tr("Save the document first.")

    def _ask(self, job: str) -> None:
        """Show what the job would change; it is done from there."""
        from memdesk_gui.features.context.preview import place_of, places_of
        from memdesk_gui.features.jobs.jobs import JobRequest

        editor, listing = self._editor(), self._window.context.bus.listing
        values = editor.wanted_of_job(job) if editor is not None else None
        if editor is None or values is None or listing is None:
            return
        info = editor.buffer.info
        place = place_of(info.uri, info.system, places_of(listing.sites))
        self._window.job_wanted.emit(JobRequest(job, place, values))
