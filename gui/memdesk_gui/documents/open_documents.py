"""The open documents: which there are, which one is current, and the news from disk they must hear."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from memdesk.errors import MemdeskError
from memdesk.model import Actor, ChangeBatch, ChangeKind, DocumentInfo, Kind, Nature, Via, WatchState
from memdesk.runtime.person import person
from memdesk_gui.documents.state import DiskState, Stage

if TYPE_CHECKING:
    from memdesk.workspace import Workspace
    from memdesk_gui.bridge.bus import WorkspaceBus
    from memdesk_gui.bridge.jobs import JobRunner
    from memdesk_gui.documents.buffer import DocumentBuffer


class OpenDocuments(QObject):
    """Opens each document once, and keeps what is open in step with the folder."""

    opened = Signal(object)
    """A :class:`DocumentBuffer` was opened; it is still loading."""
    closed = Signal(object)
    """This buffer was closed."""
    renamed = Signal(object, object)
    """A buffer's ``info`` is another one, by a new name or what that makes of it.

    The second argument is the name before (which need not be text).
    """
    current_changed = Signal(object)
    """Another buffer (or None) is in front."""
    purged = Signal(object)
    """A secret was taken out of all that is open; the argument takes it out of a text."""
    revealed = Signal(object, str)
    """A buffer shall show the part of it that the fragment names; sent once it is loaded."""

    def __init__(self, bus: WorkspaceBus, jobs: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.person = person(Via.GUI)
        self._bus, self._jobs = bus, jobs
        self._buffers: dict[str, DocumentBuffer] = {}
        self._current: DocumentBuffer | None = None
        bus.changed.connect(self._on_changed)
        bus.state_changed.connect(self._on_state_changed)
        bus.closed.connect(self._on_workspace_closed)
        bus.activated.connect(self.activate)

    @property
    def current(self) -> DocumentBuffer | None:
        """The buffer in front."""
        return self._current

    def buffers(self) -> tuple[DocumentBuffer, ...]:
        """Return the open buffers in the order they were opened."""
        return tuple(self._buffers.values())

    def dirty(self) -> tuple[DocumentBuffer, ...]:
        """Return the buffers with unsaved text."""
        return tuple(buffer for buffer in self._buffers.values() if buffer.dirty)

    def find(self, uri: str) -> DocumentBuffer | None:
        """Return the open buffer of a document."""
        return self._buffers.get(uri)

    def activate(self, uri: str) -> None:
        """Open what a URI with or without fragment names."""
        if self._known(uri) is not None or "#" not in uri:
            self.open(uri)
        else:
            self.open(*uri.rsplit("#", 1))

    def open(self, uri: str, fragment: str = "") -> DocumentBuffer:
        """Open a document, or bring it to the front, and show the part that ``fragment`` names."""
        buffer = self._buffers.get(uri) or self._opened(uri)
        self.set_current(buffer)
        if fragment:
            self._reveal(buffer, fragment)
        return buffer

    def set_current(self, buffer: DocumentBuffer | None) -> None:
        """Bring a buffer to the front."""
        if buffer is not self._current:
            self._current = buffer
            self.current_changed.emit(buffer)

    def close(self, buffer: DocumentBuffer) -> None:
        """Close a buffer without asking; unsaved text in it is dropped."""
        if self._buffers.pop(buffer.uri, None) is None:
            return
        buffer.close()
        if buffer is self._current:
            self.set_current(next(reversed(self._buffers.values()), None))
        self.closed.emit(buffer)
        buffer.deleteLater()

    def purge(self, without: Callable[[str], str]) -> None:
        """Take a secret that was purged on disk out of every open document, its steps of undo and drafts."""
        for buffer in self.buffers():
            if buffer.stage is Stage.READY:
                buffer.disk.purge(without)
        self.purged.emit(without)

    def save(self, buffer: DocumentBuffer | None = None) -> None:
        """Save a buffer (the current one by default) in the background."""
        target = buffer or self._current
        if target is not None:
            target.disk.save()

    def save_all(self) -> None:
        """Save every buffer that has unsaved text."""
        for buffer in self.dirty():
            buffer.disk.save()

    def _opened(self, uri: str) -> DocumentBuffer:
        from memdesk_gui.documents.buffer import DocumentBuffer

        buffer = DocumentBuffer(self._info(uri), self._bus, self._jobs, self.person, self)
        self._buffers[uri] = buffer
        self.opened.emit(buffer)
        buffer.load()
        return buffer

    def _info(self, uri: str) -> DocumentInfo:
        """Return what is known of a document; of an unknown one, what its name tells."""
        title = uri.rpartition("/")[2]
        return self._known(uri) or DocumentInfo(uri, None, Kind.OTHER, title, 0, 0, Nature.FILE)

    def _known(self, uri: str) -> DocumentInfo | None:
        return self._bus.info(uri)

    def _reveal(self, buffer: DocumentBuffer, fragment: str) -> None:
        if buffer.stage is Stage.READY:
            self.revealed.emit(buffer, fragment)
        else:
            buffer.loaded.connect(
                lambda: self.revealed.emit(buffer, fragment), Qt.ConnectionType.SingleShotConnection
            )

    def _on_changed(self, batch: ChangeBatch) -> None:
        for change in batch.changes:
            if change.moved and change.kind is ChangeKind.DELETED:
                self._follow(change.uri, change.moved, change.actor)
            elif change.moved:
                self._follow(change.moved, change.uri, change.actor)
        for change in batch.changes:
            if buffer := self._buffers.get(change.uri):
                buffer.disk.on_change(change)
        if batch.rescan:
            for buffer in self.buffers():
                buffer.disk.look()

    def _follow(self, old: str, new: str, writer: Actor) -> None:
        """Keep a document open under its new name, unless unsaved text is open under that already.

        Either half of a rename tells; the second finds it done.
        """
        other = self._buffers.get(new)
        if old not in self._buffers or (other is not None and other.dirty):
            return
        if other is not None:
            self.close(other)
        buffer = self._buffers[new] = self._buffers.pop(old)
        buffer.info = self._known(new) or buffer.info._replace(uri=new, title=new.rpartition("/")[2])
        if (writer.origin, writer.via) != (self.person.origin, self.person.via):
            buffer.disk.renamed(writer, old)
        self.renamed.emit(buffer, old)
        if self._bus.workspace is not None:
            self._jobs.read(partial(_look_up, self._bus.workspace, new), self._take_info)

    def _take_info(self, info: DocumentInfo | None) -> None:
        """Show a renamed document as what its new place makes of it."""
        buffer = self._buffers.get(info.uri) if info is not None else None
        if info is not None and buffer is not None and buffer.info != info:
            buffer.info = info
            self.renamed.emit(buffer, info.uri)
            buffer.rebased(clean=not buffer.dirty)

    def _on_state_changed(self, state: WatchState) -> None:
        for buffer in self.buffers():
            if state is WatchState.VANISHED:
                buffer.disk.vanished()
            elif buffer.disk_state is DiskState.VANISHED:
                buffer.disk.look()

    def _on_workspace_closed(self) -> None:
        for buffer in self.buffers():
            buffer.typing.flush()
            self.close(buffer)


def _look_up(workspace: Workspace, uri: str) -> DocumentInfo | None:
    """Return what a document is; None where it is gone already."""
    try:
        return workspace.info(uri)
    except MemdeskError:
        return None
