"""The way to the backups, and what is done there by command."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature

if TYPE_CHECKING:
    from memdesk.history.backups import Pruning
    from memdesk_gui.editors.base import Editor
    from memdesk_gui.features.history.backup_controller import BackupDesk
    from memdesk_gui.features.history.backups_page import BackupsPage
    from memdesk_gui.features.history.prune_dialog import PruningDialog
    from memdesk_gui.features.shell import Shell


class BackupCommands(Feature):
    """Shows the page of backups in the editor's place."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self.page: BackupsPage | None = None
        window.context.bus.closed.connect(self._leave)

    @command(
        "go.backups",
        lambda self: self.tr("&Backups"),
        "Ctrl+Shift+B",
        words=lambda self: self.tr("restore copies recover snapshots"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 6, 1),
    )
    def show_page(self) -> None:
        """Show the backups, the newest one of the document in front first."""
        page, current = self._made(), self._context.documents.current
        self._window.area.cover(page)
        page.open(current.uri if current is not None else "")
        page.setFocus()

    @command(
        "go.quarantine",
        lambda self: self.tr("&Quarantine"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 6, 2),
    )
    def show_quarantine(self) -> None:
        """Show what is in quarantine, to be looked at and restored."""
        from memdesk_gui.features.history.backups_model import QUARANTINE

        page = self._made()
        self._window.area.cover(page)
        page.open("", QUARANTINE)
        page.setFocus()

    @command(
        "backup.prune",
        lambda self: self.tr("&Delete old agent copies…"),
        enabled=lambda self: self._context.bus.is_writable(),
        after=(State.WORKSPACE,),
        menu=(Menu.EDIT, 7, 2),
    )
    def show_pruning(self) -> None:
        """Ask which copies are to stay, with a dry run."""
        from memdesk_gui.features.history.prune_dialog import PruningDialog

        dialog = PruningDialog(self._window)
        dialog.asked.connect(partial(self._plan, dialog))
        dialog.wanted.connect(self._prune)
        dialog.begin()
        dialog.open()

    def _made(self) -> BackupsPage:
        if self.page is None:
            from memdesk_gui.features.history.backups_page import BackupsPage

            self.page = BackupsPage(self._context, self._context.clock.now)
            self.page.left.connect(self._leave)
            self.page.announced.connect(self._window.announce)
            self.page.desk.looked.connect(self._context.commands.pushing(State.CHOSEN))
        return self.page

    def _shown(self) -> BackupDesk | Editor | None:
        """Return what shows a backup: the page, or the copy that is open."""
        if self.page is not None and self._window.area.covered_by(self.page):
            return self.page.desk
        return self._window.area.current_editor

    def _can_restore(self) -> bool:
        shown = self._shown()
        return shown is not None and shown.can_restore()

    @command(
        "backup.restore",
        lambda self: self.tr("Restore from this &backup"),
        enabled=_can_restore,
        after=(State.WORKSPACE, State.DOCUMENT, State.SHOWN, State.CHOSEN),
        menu=(Menu.EDIT, 7, 1),
        hides=True,
    )
    def _restore(self) -> None:
        shown = self._shown()
        if shown is not None:
            shown.restore()

    def _leave(self) -> None:
        self._window.area.leave(self.page)

    def _plan(self, dialog: PruningDialog, last: int, days: int) -> None:
        from memdesk.history.backups import KeepRule
        from memdesk_gui.features.history.backup_actions import read_pruning

        bus = self._context.bus
        if bus.workspace is not None:
            documents = bus.listing.documents if bus.listing is not None else ()
            work = partial(read_pruning, bus.workspace, documents, KeepRule(last, days))
            job = self._context.jobs.read(work, dialog.show_plan, dialog.show_failure)
            dialog.finished.connect(lambda _result: job.cancel())

    def _prune(self, plan: Pruning) -> None:
        from memdesk_gui.features.history.backup_actions import prune
        from memdesk_gui.features.history.restore import Restorer

        workspace, person = self._context.bus.workspace, self._context.documents.person
        if workspace is not None:
            words = self.tr(
                "Deleted %n agent copies. The history keeps them as long as any old version.",
                "",
                len(plan.gone),
            )
            restorer = Restorer(self._context, self)
            restorer.done.connect(self._window.announce)
            what = self.tr("Delete %n copies", "", len(plan.gone))
            restorer.carry_out(lambda _history: prune(workspace, plan, person), words, what)
