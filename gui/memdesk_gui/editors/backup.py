"""A copy of a document, compared with the document as it is now."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QWidget

from memdesk.errors import NotFoundError
from memdesk.model import ChangeBatch
from memdesk.systems.copies import original_of
from memdesk.text.encoding import decode
from memdesk_gui.buffer import DocumentBuffer
from memdesk_gui.context import AppContext
from memdesk_gui.editors.structured import StructuredEditor
from memdesk_gui.widgets.diff_view import DiffView
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.wording import error_text

if TYPE_CHECKING:
    from memdesk.workspace import Workspace


class BackupEditor(StructuredEditor):
    """Shows what became of a backup or snapshot since it was made. Nothing is changed here."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.setAccessibleName("Backups")
        self.original = original_of(buffer.info.kind, buffer.uri)
        self.diff = DiffView(context.theme, context.jobs.read, self)
        self.nothing = EmptyState(context.theme, "compare", "", parent=self)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.diff)
        self._pages.addWidget(self.nothing)
        self.body.addWidget(self._pages, 1)
        self.count.hide()
        self.setFocusProxy(self.diff.unified)
        context.bus.changed.connect(self._on_changed)
        self.finish()

    def refresh(self) -> None:
        """Compare the copy with the document as it is on disk now."""
        workspace = self.context.bus.workspace
        if self.original is None or workspace is None:
            self._explain(self.tr("This copy does not tell which document it was made of."))
            return
        self.context.jobs.read(partial(_text_of, workspace, self.original), self._on_read, self._on_failed)

    def set_editable(self, allowed: bool) -> None:
        """Change nothing: copies are read-only here."""

    def _on_changed(self, batch: ChangeBatch) -> None:
        if batch.rescan or any(change.uri == self.original for change in batch.changes):
            self.refresh()

    def _on_read(self, current: str | None) -> None:
        name = (self.original or "").rpartition("/")[2]
        if current is None:
            self._explain(self.tr("{name} does not exist any more.").format(name=name))
            return
        now = self.tr("{name} now").format(name=name)
        self.diff.show_texts(self.buffer.text(), current, self.tr("this copy"), now)
        self._pages.setCurrentWidget(self.diff)

    def _on_failed(self, error: BaseException) -> None:
        self._explain(error_text(error))

    def _explain(self, why: str) -> None:
        self.nothing.set_text(self.tr("Nothing to compare with"), why)
        self._pages.setCurrentWidget(self.nothing)


def _text_of(workspace: Workspace, uri: str) -> str | None:
    """Return the text of a document, or None where there is none."""
    try:
        return decode(workspace.read(uri).data).text
    except NotFoundError:
        return None
