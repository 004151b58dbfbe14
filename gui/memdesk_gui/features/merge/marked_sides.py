"""The two sides between the marks of a git merge in a document; the result takes their place and is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject

from memdesk.model import DocumentInfo, Origin
from memdesk.ops.merge import shape_of
from memdesk.text.authorship import nobody
from memdesk.text.diff import TextEdit
from memdesk.text.encoding import TextForm
from memdesk.text.git_markers import MarkedVersions, is_prose, marked, versions
from memdesk.text.merge.merge import MergeShape
from memdesk.text.merge.session import Sources
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.documents.document_io import few
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.documents.readings import Base, Merged, Reading
from memdesk_gui.features.merge.sides import MergeSides, MergeWords, SideNames

_NOTHING = Base(None, "", TextForm(), ())


class MarkedSides(MergeSides):
    """What stands in a document between marks, one side of all conflicts against the other."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(buffer, parent)
        self._context = context
        self._text: str | None = None
        self._base, self._mine = _NOTHING, ""
        self._theirs: Reading | None = None
        self._using = self._ended = False
        for signal in (buffer.disk_changed, buffer.reloaded, buffer.parsed_changed):
            signal.connect(self._look)
        self._look()

    @property
    def info(self) -> DocumentInfo:
        """The document itself."""
        return self.buffer.info

    @property
    def base(self) -> Base:
        """What both started from, as far as git kept it."""
        return self._base

    @property
    def theirs(self) -> Reading | None:
        """The side that was merged in."""
        return self._theirs

    @property
    def over(self) -> Base:
        """The document as it is on disk, marks and all."""
        return self.buffer.disk.state.base

    @property
    def settled(self) -> bool:
        """Whether there are no marks any more, or the file was changed beside the text."""
        return self._ended or self.buffer.disk_state is not DiskState.SAME

    def mine(self) -> str:
        """Return the side that was merged into."""
        return self._mine

    def stands(self, sources: Sources) -> bool:
        """Whether the marks are still those that were merged."""
        if self._theirs is None or self._using or self.settled:
            return False
        return sources.mine is self._mine and sources.theirs is self._theirs.base.text

    def use(self, merged: Merged, used: Callable[[], object]) -> None:
        """Put the result in place of the text, in one step of undo, and save it."""
        text = self.buffer.text()
        self._using = True
        work = partial(few, text, merged.result.text or "")
        self._context.jobs.read(work, partial(self._on_edits, text, used), self._on_failed)

    def names(self) -> SideNames:
        """Name the sides as git does."""
        return SideNames(self.tr("Mine"), self.tr("Theirs"), Origin.FOREIGN.value)

    def words(self) -> MergeWords:
        """Say that the result is saved without the marks."""
        return MergeWords(
            self.tr("Use and save"),
            self.tr("Replace both sides and their marks with the result, and save it; undo brings both back"),
            self.tr("Put your side into the result"),
            self.tr("Put the side that was merged in into the result"),
            self.tr("The text changed. Your text, and your choices where nothing changed, are kept."),
        )

    def _look(self, *_writer: object) -> None:
        """Go on over the text as it is now."""
        text = self.buffer.text()
        if text == self._text or self._using:
            self.changed.emit()
            return
        by_key = shape_of(self.info) is not MergeShape.LINES
        work = partial(_versions, text, prose=is_prose(self.buffer.uri), by_key=by_key)
        self._context.jobs.read(work, partial(self._on_found, text), self._on_failed)

    def _on_found(self, text: str, found: MarkedVersions | None) -> None:
        if text != self.buffer.text():
            self._look()
            return
        self._text, self._ended = text, found is None
        if found is not None:
            form = self.buffer.form
            self._base = Base(None, found.base, form, nobody(found.base))
            self._mine = found.mine
            theirs = Base(self.buffer.base, found.theirs, form, nobody(found.theirs))
            self._theirs = Reading(theirs, self.buffer.parsed)
        self.changed.emit()

    def _on_edits(self, text: str, used: Callable[[], object], edits: Sequence[TextEdit]) -> None:
        self._using = False
        if text == self.buffer.text():
            used()
            self._ended = True
            self.buffer.edit(edits)
            self.buffer.disk.save()
        self._look()

    def _on_failed(self, error: Exception) -> None:
        self._using = False
        self._context.jobs.unexpected(error)
        self.refused.emit(error)


def _versions(text: str, *, prose: bool, by_key: bool) -> MarkedVersions | None:
    found = marked(text, prose=prose)
    return versions(found, by_key=by_key) if found.conflicts else None
