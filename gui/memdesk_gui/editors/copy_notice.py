"""What is said of a conflict copy: the document that it is one of, and the way to make one of both."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.model import ChangeBatch, Nature
from memdesk.text.conflict_name import ConflictName, conflict_names, possible_names
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.documents.documents import Stage
from memdesk_gui.widgets.banner import BannerButton, BannerMessage
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.wording import error_text
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.workspace import Workspace


class CopyNotice(QObject):
    """Follows whether a buffer is a conflict copy, and whether the document is there that it is one of."""

    changed = Signal()
    """Something else is to be said."""
    merge_requested = Signal()
    """The person wants to merge the copy into the document."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._buffer, self._context = buffer, context
        self.name: ConflictName | None = None
        """The document that this one is a conflict copy of, once that is known."""
        self._there: bool | None = None
        buffer.loaded.connect(self._look)
        buffer.reloaded.connect(self._look)
        buffer.dirty_changed.connect(self.changed)
        context.bus.changed.connect(self._on_changed)
        context.documents.renamed.connect(self._on_renamed)

    @property
    def offers(self) -> bool:
        """Whether the copy can be merged now."""
        return bool(self._there) and self._buffer.editable and not self._buffer.dirty

    def message(self) -> BannerMessage | None:
        """Return what is to be said of a copy that can be edited, and what can be done with it now."""
        name, buffer = self.name, self._buffer
        if name is None or self._there is None or buffer.stage is not Stage.READY or not buffer.editable:
            return None
        short = printable(name.uri.rpartition("/")[2])
        if not self._there:
            said = self.tr("This is a conflict copy of {name}, which no longer exists.")
            rename = BannerButton(self.tr("Rename to {name}").format(name=short), self._rename, primary=True)
            return BannerMessage(said.format(name=short), "", None, (rename,))
        said = self.tr("Two computers changed {name}. A sync app kept this conflict copy.")
        said = said.format(name=short)
        if buffer.dirty:
            first = self.tr("Save this document first, then merge.")
            return BannerMessage(sentences((said, first)))
        merge = BannerButton(
            self.tr("Merge into {name}…").format(name=short), self.merge_requested.emit, primary=True
        )
        return BannerMessage(said, "", None, (merge,))

    def _on_renamed(self, buffer: DocumentBuffer) -> None:
        if buffer is self._buffer:
            self.name = self._there = None
            self.changed.emit()
            self._look()

    def _originals(self) -> set[str]:
        """Return the documents that this one may be a copy of by its name."""
        uri = self._buffer.uri
        return {found.uri for found in (*conflict_names(uri), *possible_names(uri))}

    def _look(self, *_writer: object) -> None:
        workspace = self._context.bus.workspace
        if workspace is not None and self._originals():
            uri = self._buffer.uri
            self._context.jobs.read(partial(_look, workspace, uri), partial(self._on_found, uri))

    def _on_changed(self, batch: ChangeBatch) -> None:
        originals = self._originals()
        if originals and (batch.rescan or any(change.uri in originals for change in batch.changes)):
            self._look()

    def _on_found(self, uri: str, found: tuple[ConflictName | None, bool]) -> None:
        if uri == self._buffer.uri and found != (self.name, self._there):
            self.name, self._there = found
            self.changed.emit()

    def _rename(self) -> None:
        name, files = self.name, self._context.documents.files
        if name is not None:
            files.rename(self._buffer.uri, name.uri, self._tell)

    def _tell(self, error: MemdeskError | None) -> None:
        if error is not None:
            self._context.documents.announced.emit(error_text(error), None)


def _look(workspace: Workspace, uri: str) -> tuple[ConflictName | None, bool]:
    """Return what a document is a conflict copy of, and whether that is there."""
    name = workspace.copy_of(uri)
    try:
        return name, name is not None and workspace.info(name.uri).nature is Nature.FILE
    except MemdeskError:
        return name, False
