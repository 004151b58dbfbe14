"""The sides of a merge that a person decides, what they are called, and what becomes of the result."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from memdesk.model import Actor, DocumentInfo
from memdesk.text.merge.session import Sources
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.documents.readings import Base, Merged, Reading
from memdesk_gui.widgets.banner import writer_name


class SideNames(NamedTuple):
    """What both sides are called, and the colour of theirs."""

    mine: str
    theirs: str
    tone: str


class MergeWords(NamedTuple):
    """What is said of a merge: the button that uses its result, tool tips, and that a side is a newer one."""

    use: str
    use_tip: str
    mine_tip: str
    theirs_tip: str
    renewed: str


class MergeSides(QObject):
    """Two texts that were made of one. ``buffer`` is the document on whose page they are merged."""

    changed = Signal()
    """There is another version of a side, or the merge is settled."""
    refused = Signal(object)
    """The merge cannot go on, for the reason that this exception gives."""

    def __init__(self, buffer: DocumentBuffer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.buffer = buffer

    @property
    @abstractmethod
    def info(self) -> DocumentInfo:
        """The document that the result is one version of."""

    @property
    @abstractmethod
    def base(self) -> Base:
        """What both started from."""

    @property
    @abstractmethod
    def theirs(self) -> Reading | None:
        """The other side: another object whenever one of both is another version; None while not known."""

    @property
    @abstractmethod
    def over(self) -> Base:
        """What the result replaces."""

    @property
    @abstractmethod
    def settled(self) -> bool:
        """Whether there is nothing left to merge."""

    @property
    def writer(self) -> Actor | None:
        """Who made their side, where that is known."""
        return None

    @abstractmethod
    def mine(self) -> str:
        """Return the own side."""

    @abstractmethod
    def stands(self, sources: Sources) -> bool:
        """Whether these are the sides as they are now, and a result could be used."""

    @abstractmethod
    def use(self, merged: Merged, used: Callable[[], object]) -> None:
        """Use the result; ``used`` is called before the merge is settled by that."""

    @abstractmethod
    def names(self) -> SideNames:
        """Return what to call the sides."""

    @abstractmethod
    def words(self) -> MergeWords:
        """Return what to say of the merge."""


class DiskSides(MergeSides):
    """The unsaved text of a document, and its file that was changed meanwhile. The result is not saved."""

    def __init__(self, buffer: DocumentBuffer, parent: QObject | None = None) -> None:
        super().__init__(buffer, parent)
        buffer.disk_changed.connect(self.changed)

    @property
    def info(self) -> DocumentInfo:
        """The document itself."""
        return self.buffer.info

    @property
    def base(self) -> Base:
        """The version that was opened or saved last."""
        return self.buffer.disk.state.base

    @property
    def theirs(self) -> Reading | None:
        """What is on disk now."""
        return self.buffer.disk.state.theirs

    @property
    def over(self) -> Base:
        """What is on disk now."""
        theirs = self.theirs
        return self.base if theirs is None else theirs.base

    @property
    def settled(self) -> bool:
        """Whether text and file are one again."""
        return self.buffer.disk_state is DiskState.SAME

    @property
    def writer(self) -> Actor:
        """Who wrote to the file last."""
        return self.buffer.disk.state.writer

    def mine(self) -> str:
        """Return the unsaved text."""
        return self.buffer.text()

    def stands(self, sources: Sources) -> bool:
        """Whether the file is still what was merged; the text cannot be typed in meanwhile."""
        theirs = self.theirs
        if theirs is None or self.buffer.disk_state is not DiskState.CHANGED:
            return False
        return sources.theirs is theirs.base.text

    def use(self, merged: Merged, used: Callable[[], object]) -> None:
        """Make the result the text."""
        used()
        self.buffer.disk.take_merged(merged)

    def names(self) -> SideNames:
        """Name who wrote to the file."""
        writer = self.buffer.disk.state.writer
        gone = self.buffer.disk_state in (DiskState.DELETED, DiskState.VANISHED)
        where = self.tr("Deleted on disk") if gone else self.tr("On disk")
        return SideNames(self.tr("Mine"), f"{where} · {writer_name(writer)}", writer.origin.value)

    def words(self) -> MergeWords:
        """Say that the result is not saved yet."""
        return MergeWords(
            self.tr("Use result"),
            self.tr("Make the result your text; it is not saved yet"),
            self.tr("Put your side into the result"),
            self.tr("Put what is on disk into the result"),
            self.tr("The file changed again. Your text, and your choices where nothing changed, are kept."),
        )
