"""What a person does about what the content checks found, in the inbox and beside a document."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from memdesk_gui.commands import Command, Menu, State, command
from memdesk_gui.features.feature import Feature

if TYPE_CHECKING:
    from memdesk.review import Done
    from memdesk.workspace import Workspace
    from memdesk_gui.features.review.controller import Reviewing
    from memdesk_gui.features.review.findings_list import FindingsList
    from memdesk_gui.features.review.remedies import RemedySubject
    from memdesk_gui.features.shell import Shell

Source = Callable[[], "RemedySubject | None"]
"""Tells which findings the person looks at, if any."""

LOCAL = ("review.redact", "review.quarantine", "review.lock", "review.dismiss")


class FindingCommands(Feature):
    """Redacts, quarantines, locks and dismisses; the review carries it out, and can undo it."""

    def __init__(self, window: Shell, reviewing: Reviewing) -> None:
        super().__init__(window)
        self._reviewing = reviewing
        self._sources: list[Source] = []
        self._redacted: tuple[str, ...] = ()
        for deed in self._deeds():
            window.context.commands.add(deed)

    def serve(self, widget: QWidget, source: Source) -> None:
        """Make the keys work in a widget, for the findings that it shows."""
        self._sources.append(source)
        for command_id in LOCAL:
            widget.addAction(self._window.context.commands.action(command_id))

    def serve_list(self, found: FindingsList) -> None:
        """Make the keys and the menu work in the list beside a document."""
        self.serve(found.list, found.subject)
        found.list.addAction(self._window.context.commands.action("memory.purge"))
        found.focused.connect(self._window.context.commands.pushing(State.CHOSEN))
        self._reviewing.decided.connect(found.check)

    def _deeds(self) -> tuple[Command, ...]:
        deeds = (
            ("review.redact", self.tr("Redact secret"), self._redact, "X", self._can_redact),
            ("review.quarantine", self.tr("Quarantine"), self._quarantine, "Q", self._can_move),
            ("review.lock", self.tr("Lock…"), self._lock, "L", self._may_write),
            ("review.dismiss", self.tr("Dismiss…"), self._ask_why, "D", self._may_write),
        )
        after = State.WORKSPACE, State.DOCUMENT, State.TEXT, State.SHOWN, State.CHOSEN, State.REVIEW
        return tuple(
            Command(name, text, run, keys, enabled=can, local=True, after=after)
            for name, text, run, keys, can in deeds
        )

    @command(
        "memory.purge",
        lambda self: self.tr("Purge a secret…"),
        enabled=lambda self: self._window.context.bus.is_writable(),
        after=(State.WORKSPACE,),
        menu=(Menu.FILE, 7, 2),
    )
    def _ask_purge(self) -> None:
        """Purge the secrets that are looked at, or one that the person types."""
        from memdesk_gui.features.review.remedies import read_secrets

        workspace, subject = self._window.context.bus.workspace, self._subject()
        if workspace is not None and subject is not None and subject.secrets:
            read = partial(read_secrets, workspace, subject)
            self._window.context.jobs.read(read, self._show_purge, self._window.show_error)
        else:
            self._show_purge(())

    def _show_purge(self, secrets: tuple[str, ...]) -> None:
        from memdesk_gui.features.review.purge_dialog import PurgeDialog

        PurgeDialog(self._window.context, secrets, self._window).open()

    def _subject(self) -> RemedySubject | None:
        found = (source() for source in self._sources)
        return next((subject for subject in found if subject is not None), None)

    def _may_write(self) -> bool:
        return self._window.context.bus.is_writable() and self._subject() is not None

    def _can_redact(self) -> bool:
        subject = self._subject()
        return subject is not None and bool(subject.secrets) and self._may_change(subject)

    def _can_move(self) -> bool:
        subject = self._subject()
        return subject is not None and bool(subject.movable) and self._may_change(subject)

    def _may_change(self, subject: RemedySubject) -> bool:
        """Whether a document may be written and has no unsaved text here."""
        buffer = self._window.context.documents.find(subject.uri)
        return self._may_write() and not (buffer is not None and buffer.dirty)

    def _redact(self) -> None:
        from memdesk_gui.features.review.remedies import read_secrets

        workspace, subject = self._window.context.bus.workspace, self._subject()
        if workspace is not None and subject is not None:
            read = partial(read_secrets, workspace, subject)
            go_on = partial(self._redact_these, workspace, subject)
            self._window.context.jobs.read(read, go_on, self._window.show_error)

    def _redact_these(self, workspace: Workspace, subject: RemedySubject, secrets: tuple[str, ...]) -> None:
        """Redact; the history goes on holding what was there, so that a purge of just that is offered."""
        from memdesk_gui.features.review.remedies import redact_secrets

        self._redacted = secrets
        self._reviewing.decide(partial(redact_secrets, workspace, subject), subject.ids)

    def purge_offer(self, done: Done) -> QAction | None:
        """Return what purges the secrets that a decision redacted; None for any other decision."""
        secrets, self._redacted = self._redacted, ()
        if getattr(done, "deed", "") != "redacted" or not secrets:
            return None
        purge = QAction(self.tr("Purge…"), self)
        purge.triggered.connect(partial(self._show_purge, secrets))
        return purge

    def _quarantine(self) -> None:
        from memdesk_gui.features.review.remedies import quarantine, restore

        workspace, subject = self._window.context.bus.workspace, self._subject()
        if workspace is not None and subject is not None:
            step = partial(quarantine, workspace, subject)
            self._reviewing.decide(step, subject.ids, partial(restore, workspace))

    def _lock(self) -> None:
        subject = self._subject()
        if subject is not None:
            self._window.locks_wanted.emit(subject.uri)

    def _ask_why(self) -> None:
        from memdesk_gui.features.review.dismissal_dialog import DismissalDialog
        from memdesk_gui.features.review.finding_words import finding_text

        subject = self._subject()
        if subject is not None:
            words = [finding_text(found) for found in subject.findings]
            dialog = DismissalDialog(words, self._window)
            dialog.wanted.connect(partial(self._dismiss, subject))
            dialog.open()

    def _dismiss(self, subject: RemedySubject, why: str) -> None:
        from memdesk_gui.features.review.remedies import dismiss, recall

        workspace = self._window.context.bus.workspace
        if workspace is not None:
            step = partial(dismiss, workspace, subject, why)
            self._reviewing.decide(step, (), partial(recall, workspace))
