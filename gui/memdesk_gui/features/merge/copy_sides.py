"""A document and a conflict copy of it as the sides of a merge, whose result is saved at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.errors import InvalidError, MemdeskError
from memdesk.model import ChangeBatch, DocumentInfo, Origin
from memdesk.text.authorship import nobody
from memdesk.text.conflict_name import ConflictName
from memdesk.text.encoding import TextForm, decode, encode
from memdesk.text.merge.session import Sources
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.documents.readings import Base, Merged, Reading
from memdesk_gui.features.merge.sides import MergeSides, MergeWords, SideNames
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.workspace import Workspace

_NOTHING = Base(None, "", TextForm(), ())


class CopySides(MergeSides):
    """A document as it is on disk, and the copy on whose page they are merged."""

    def __init__(
        self, buffer: DocumentBuffer, name: ConflictName, context: AppContext, parent: QObject | None = None
    ) -> None:
        super().__init__(buffer, parent)
        self._name, self._context = name, context
        self._info, self._base, self._mine = buffer.info, _NOTHING, _NOTHING
        self._theirs: Reading | None = None
        self._saving = self._ended = False
        context.bus.changed.connect(self._on_changed)
        for signal in (buffer.disk_changed, buffer.reloaded):
            signal.connect(self._look_at_copy)
        self._begin()

    @property
    def info(self) -> DocumentInfo:
        """The document that the copy is one of."""
        return self._info

    @property
    def base(self) -> Base:
        """The version that both were made of, as far as it is known."""
        return self._base

    @property
    def theirs(self) -> Reading | None:
        """The copy."""
        return self._theirs

    @property
    def over(self) -> Base:
        """The document as it is on disk."""
        return self._mine

    @property
    def settled(self) -> bool:
        """Whether one of both is gone, or the copy is not what is on disk."""
        is_same = self.buffer.disk_state is DiskState.SAME and not self.buffer.dirty
        return not self._saving and (self._ended or not is_same)

    def mine(self) -> str:
        """Return the document's text on disk."""
        return self._mine.text

    def stands(self, sources: Sources) -> bool:
        """Whether both are still what was merged, and no result is being saved."""
        if self._theirs is None or self._saving or self._ended:
            return False
        return sources.mine is self._mine.text and sources.theirs is self._theirs.base.text

    def use(self, merged: Merged, used: Callable[[], object]) -> None:
        """Save the result and delete the copy, as one operation that can be undone."""
        files, copy = self._context.documents.files, self.buffer
        data = encode(merged.result.text or "", self._mine.form, self._mine.text)
        known = self._mine.revision, merged.theirs.base.revision
        self._saving = True
        self.changed.emit()
        files.merge_copy(self._info.uri, data, copy.uri, known, partial(self._on_saved, used))

    def names(self) -> SideNames:
        """Name the document and the copy."""
        name = printable(self._name.uri.rpartition("/")[2])
        return SideNames(name, self.tr("Conflict copy"), Origin.FOREIGN.value)

    def words(self) -> MergeWords:
        """Say that the result is saved and the copy deleted."""
        name = printable(self._name.uri.rpartition("/")[2])
        return MergeWords(
            self.tr("Merge and save"),
            self.tr("Save the result in {name} and delete the copy; one undo brings both back").format(
                name=name
            ),
            self.tr("Put what is in {name} into the result").format(name=name),
            self.tr("Put what is in the copy into the result"),
            self.tr(
                "One of the two changed again. Your text, and your choices where nothing changed, are kept."
            ),
        )

    def _begin(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is not None:
            copy = self.buffer.disk.state.base
            work = partial(_begin, workspace, self._name, self.buffer.uri, copy)
            self._context.jobs.read(work, partial(self._on_begun, copy), self._on_failed)

    def _on_begun(self, copy: Base, begun: tuple[DocumentInfo, Base, Base]) -> None:
        self._info, self._base, self._mine = begun
        self._theirs = Reading(copy, self.buffer.parsed)
        self.changed.emit()
        self._look_at_copy()

    def _on_failed(self, error: Exception) -> None:
        """End the merge where the document is gone or no text any more; say why."""
        self._context.jobs.unexpected(error)
        self._theirs = None
        self.refused.emit(error)

    def _on_changed(self, batch: ChangeBatch) -> None:
        """Go on over a newer version of the document."""
        workspace, uri = self._context.bus.workspace, self._name.uri
        concerned = batch.rescan or any(change.uri == uri for change in batch.changes)
        if concerned and workspace is not None and self._theirs is not None and not self._saving:
            work = partial(_read, workspace, uri)
            self._context.jobs.read(work, self._on_read, self._on_gone)

    def _on_read(self, mine: Base) -> None:
        if self._theirs is not None and mine.revision != self._mine.revision:
            self._mine, self._theirs = mine, replace(self._theirs)
            self.changed.emit()

    def _on_gone(self, error: Exception) -> None:
        self._context.jobs.unexpected(error)
        self._ended = True
        self.changed.emit()

    def _look_at_copy(self, *_writer: object) -> None:
        """Go on over a newer version of the copy; leave a merge whose copy is gone."""
        base = self.buffer.disk.state.base
        if self._theirs is not None and base.revision != self._theirs.base.revision:
            self._theirs = Reading(base, self.buffer.parsed)
        self.changed.emit()

    def _on_saved(self, used: Callable[[], object], error: MemdeskError | None) -> None:
        documents = self._context.documents
        self._saving = False
        if error is not None:
            self.refused.emit(error)
            self._on_changed_since()
            return
        used()
        self._ended = True
        self.changed.emit()
        documents.open(self._name.uri)
        documents.close(self.buffer)

    def _on_changed_since(self) -> None:
        """Look at what may have made a save fail."""
        workspace = self._context.bus.workspace
        if workspace is not None:
            self._context.jobs.read(partial(_read, workspace, self._name.uri), self._on_read, self._on_gone)
        self._look_at_copy()


def _begin(workspace: Workspace, name: ConflictName, uri: str, copy: Base) -> tuple[DocumentInfo, Base, Base]:
    """Return what the document is, what it and the copy are merged by, and its text on disk."""
    from memdesk.history.conflict_copies import base_for, latest

    info, mine = workspace.info(name.uri), _read(workspace, name.uri)
    moment = latest(name, workspace.info(uri))
    sides = [encode(side.text, side.form, side.text) for side in (mine, copy)]
    text = base_for(workspace, info, moment, *sides)
    return info, Base(None, text, mine.form, nobody(text)), mine


def _read(workspace: Workspace, uri: str) -> Base:
    content = workspace.read(uri)
    decoded = decode(content.data)
    if not decoded.editable:
        raise InvalidError(f"{uri} is no text that can be merged", uri=uri, reason="binary")
    return Base(content.revision, decoded.text, decoded.form, nobody(decoded.text), len(content.data))
