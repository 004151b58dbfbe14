"""Opening and closing workspaces: recent ones, the tabs that were open in them, the place to start at."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QObject, QProcess, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from memdesk.runtime.paths import home_dir
from memdesk_gui.bridge.incremental import IncrementalTask
from memdesk_gui.context import AppContext
from memdesk_gui.editors.base import Editor
from memdesk_gui.features.area.area import EditorArea
from memdesk_gui.shell.session import Tab, WindowSession
from memdesk_gui.shell.unsaved_guard import UnsavedGuard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from memdesk.workspace import Listing
    from memdesk_gui.documents.buffer import DocumentBuffer

SAVE_TABS_MS = 1_000


class Workspaces(QObject):
    """What happens around one open workspace."""

    failed = Signal(object)
    """A folder could not be opened: the exception."""
    bare = Signal()
    """A workspace is listed, and no document is to come to the front."""
    left_behind = Signal()
    """The tabs are back, and there is text that a window which died left unsaved."""

    def __init__(
        self, context: AppContext, session: WindowSession, guard: UnsavedGuard, window: QWidget
    ) -> None:
        super().__init__(window)
        self.session = session
        self.prepare: Callable[[], Iterable[None]] = tuple
        """Makes, step by step, what is to be done before a workspace is opened."""
        self.follow_up: Callable[[], Iterable[None]] = tuple
        """Makes, step by step, what is needed soon, while it is being listed."""
        self._opening: IncrementalTask | None = None
        self._context, self._guard, self._window = context, guard, window
        guard.editor_of = self._editor
        self._area: EditorArea | None = None
        self._path: Path | None = None
        self._next = ("", True)
        self.likely_bare = False
        """Whether no document will come to the front of the workspace that is being opened."""
        self._start_at = ""
        self._remember = True
        self._restored = False
        self._timer = QTimer(self, singleShot=True, interval=SAVE_TABS_MS)
        self._timer.timeout.connect(self.remember_tabs)
        context.bus.opened.connect(self._on_opened)
        context.bus.listed.connect(self._on_listed)
        context.bus.failed.connect(self.failed)
        context.documents.recovered.arrived.connect(self._show_recovered)

    @property
    def opening(self) -> bool:
        """Whether anything is still to be done for a workspace that was asked for."""
        return self._opening is not None and self._opening.running

    def watch_tabs(self, area: EditorArea) -> None:
        """Remember the tabs of this editor area from now on."""
        self._area = area
        documents = self._context.documents
        documents.opened.connect(self._timer.start)
        documents.closed.connect(self._timer.start)
        documents.current_changed.connect(self._timer.start)
        documents.renamed.connect(self._timer.start)

    def ask(self) -> None:
        """Let the person choose a folder."""
        dialog = QFileDialog(self._window, self.tr("Open a memory folder"), str(home_dir()))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        # Most agents keep their memory in a hidden folder, which the desktop's own dialogs leave out.
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setViewMode(QFileDialog.ViewMode.List)
        for label, text in (
            (QFileDialog.DialogLabel.LookIn, self.tr("Look in:")),
            (QFileDialog.DialogLabel.FileName, self.tr("Folder:")),
            (QFileDialog.DialogLabel.FileType, self.tr("Shown:")),
            (QFileDialog.DialogLabel.Accept, self.tr("&Open")),
        ):
            dialog.setLabelText(label, text)
        dialog.setFilter(QDir.Filter.AllDirs | QDir.Filter.NoDotAndDotDot | QDir.Filter.Hidden)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.open(Path(path)))
        dialog.open()

    def open_window(self) -> None:
        """Open another window of the folder, which is a program of its own."""
        workspace = self._context.bus.workspace
        if workspace is not None:
            program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "memdesk"]
            words = [*program[1:], "open", str(workspace.root), "--new-window"]
            QProcess.startDetached(program[0], words)

    def open(self, path: Path, at: str = "", *, read_only: bool = False, remember: bool = True) -> None:
        """Open a folder in place of the present one, after asking about unsaved text."""

        def proceed() -> None:
            self.expect()
            self.remember_tabs()
            self._next = (at, remember)
            tabs = self.session.tabs(path) if remember else None
            self.likely_bare = not at and not any(tab.current for tab in tabs or ())
            if self._opening is not None:
                self._opening.cancel()
            self._opening = IncrementalTask(self._open(path, read_only), self)

        self._guard.before(self._context.documents.buffers(), proceed)

    def expect(self) -> None:
        """Show at once that a folder is coming, where none is open; a failure brings the first page back."""
        if self._area is not None and self._context.bus.workspace is None:
            self._area.expect(True)

    def _open(self, path: Path, read_only: bool) -> Iterator[None]:
        yield from self.prepare()
        self._context.bus.open(path, read_only=read_only)
        yield
        yield from self.follow_up()

    def close(self) -> None:
        """Close the workspace and go back to the first page."""

        def proceed() -> None:
            if self._opening is not None:
                self._opening.cancel()
            self.remember_tabs()
            self._path = None
            self.session.closed()
            self._context.bus.close()

        self._guard.before(self._context.documents.buffers(), proceed)

    def remember_tabs(self) -> None:
        """Write down which documents are open and where their carets are."""
        if self._path is None or self._area is None or not (self._remember and self._restored):
            return
        self._timer.stop()
        current = self._context.documents.current
        buffers = self._area.tabs.buffers()
        self.session.set_tabs(self._path, tuple(self._tab(b, b is current) for b in buffers))

    def _tab(self, buffer: DocumentBuffer, current: bool) -> Tab:
        editor = self._editor(buffer)
        return Tab(buffer.uri, editor.caret() if editor is not None else 0, current)

    def _editor(self, buffer: DocumentBuffer) -> Editor | None:
        page = self._area.page(buffer) if self._area is not None else None
        return page.editor if page is not None else None

    def _on_opened(self) -> None:
        self._start_at, self._remember = self._next
        self._restored = False
        workspace = self._context.bus.workspace
        self._path = workspace.root if workspace is not None else None
        if self._path is not None and self._remember:
            self.session.opened(self._path)

    def _on_listed(self, listing: Listing) -> None:
        """Bring back the tabs after the first list, and go to where the start was asked for."""
        if self._restored or self._path is None:
            return
        self._restored = True
        tabs = self.session.tabs(self._path) if self._remember else None
        known = [tab for tab in tabs or () if listing.get(tab.uri) is not None]
        for tab in known:
            self._restore(tab)
        current = next((tab.uri for tab in known if tab.current), "")
        if target := self._start_at or current:
            self._context.documents.activate(target)
        elif self._context.documents.current is None:
            self.bare.emit()
        self._show_recovered()

    def _show_recovered(self) -> None:
        """Tell of text left unsaved, after the tabs are back."""
        if self._restored and self._context.documents.recovered.left.drafts:
            self.left_behind.emit()

    def _restore(self, tab: Tab) -> None:
        buffer = self._context.documents.open(tab.uri)
        connection = Qt.ConnectionType.SingleShotConnection
        buffer.loaded.connect(lambda: self._put_caret(buffer, tab.position), connection)

    def _put_caret(self, buffer: DocumentBuffer, position: int) -> None:
        editor = self._editor(buffer)
        if editor is not None:
            editor.set_caret(position)
