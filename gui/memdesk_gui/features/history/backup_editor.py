"""A copy of a document: what restoring it would change, and the ways back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from memdesk_gui.commands import State
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.structured import StructuredEditor
from memdesk_gui.features.history.backup_actions import read_file
from memdesk_gui.features.history.backup_controller import BackupDesk
from memdesk_gui.features.history.backup_view import BackupView
from memdesk_gui.wording.wording import error_text

if TYPE_CHECKING:
    from memdesk.history.backups import Backup


class BackupEditor(StructuredEditor):
    """Shows one backup as the page of backups does; the copy itself is not changed here."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.setAccessibleName("Backup")
        self.view = BackupView(context.theme, context.jobs.read, self)
        self.desk = BackupDesk(context, self.view, self)
        self.desk.announced.connect(context.documents.announced)
        self.desk.looked.connect(context.commands.pushing(State.CHOSEN))
        self.body.addWidget(self.view, 1)
        self.count.hide()
        self.setFocusProxy(self.view)
        self.finish()

    def refresh(self) -> None:
        """Compare the copy with the document as it is on disk now."""
        workspace = self.context.bus.workspace
        if workspace is not None:
            work = partial(read_file, workspace, self.buffer.info)
            self.context.jobs.read(work, self._on_read, self._on_failed)

    def can_restore(self) -> bool:
        """Say whether what is shown can be done."""
        return self.desk.can_restore()

    def restore(self) -> None:
        """Do what is shown."""
        self.desk.restore()

    def set_editable(self, allowed: bool) -> None:
        """Change nothing: copies are read-only here."""

    def _on_read(self, backup: Backup | None) -> None:
        if backup is not None:
            self.desk.show(backup)

    def _on_failed(self, error: BaseException) -> None:
        self.view.explain(error_text(error))
