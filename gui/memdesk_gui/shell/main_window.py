"""The main window: what stands where. What happens is decided in commands, documents and the bus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from memdesk.runtime.log import RingHandler
from memdesk.runtime.paths import log_file
from memdesk_gui.commands import Command, State
from memdesk_gui.context import AppContext
from memdesk_gui.documents.autosave import Autosave
from memdesk_gui.features.area.area import EditorArea
from memdesk_gui.features.navigator.pane import NavigatorPane
from memdesk_gui.features.registry import FEATURES
from memdesk_gui.features.shell import Shell
from memdesk_gui.shell.agent_commands import AgentCommands
from memdesk_gui.shell.document_commands import DocumentCommands
from memdesk_gui.shell.entry_commands import EntryCommands
from memdesk_gui.shell.file_commands import FileCommands
from memdesk_gui.shell.menus import build_menus
from memdesk_gui.shell.preload import load_behind, load_core, load_covers, load_panes, load_rest
from memdesk_gui.shell.recent_menu import RecentMenu
from memdesk_gui.shell.session import LAYOUT_VERSION, Layout, WindowSession
from memdesk_gui.shell.status_bar import StatusBar
from memdesk_gui.shell.toolbar import TopBar
from memdesk_gui.shell.unsaved_guard import UnsavedGuard
from memdesk_gui.shell.view_commands import ViewCommands
from memdesk_gui.shell.welcome import WelcomePage
from memdesk_gui.shell.workspace_session import Workspaces
from memdesk_gui.widgets.docks import Dock
from memdesk_gui.wording.wording import document_title
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.watch.catalog import LeftOut
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.features.context.pane import ContextPane
    from memdesk_gui.features.history.activity_pane import ActivityPane
    from memdesk_gui.features.history.pane import HistoryPane
    from memdesk_gui.features.inspector.pane import InspectorPane


class MainWindow(Shell):
    """Menu, toolbar, four docks, the editor area, the status bar."""

    def __init__(
        self, context: AppContext, session: WindowSession, ring: RingHandler, now: Callable[[], float]
    ) -> None:
        super().__init__()
        self.context = context
        self._session, self._ring, self._now = session, ring, now
        self.asks = True
        self._waiting = 0
        self._resting: QByteArray | None = None
        self.guard = UnsavedGuard(context.documents, self)
        self.workspaces = Workspaces(context, session, self.guard, self)
        self.file_commands = FileCommands(self)
        self._document_commands = DocumentCommands(
            self, self.workspaces, self.close_document, self._file_undoer
        )
        self.guard.enter = self._document_commands.enter_field
        self._agent_commands = AgentCommands(self)
        self._view_commands = ViewCommands(self, self.open_log)
        self.is_bare_likely = lambda: self.workspaces.likely_bare
        self.refusers = []
        self.features = {feature.__name__: feature(self) for feature in FEATURES}
        self._entry_commands = EntryCommands(self)
        self._unprepared = [*self.features.values()]
        self._autosave = Autosave(context.documents, lambda: context.settings.value.autosave, self)
        self._build()
        self.file_commands.attach()
        for feature in self.features.values():
            feature.attach()
        self._connect()
        self.setAcceptDrops(True)
        self._show_title()

    @cached_property
    def inspector(self) -> InspectorPane:
        """The pane on the right."""
        from memdesk_gui.features.inspector.pane import InspectorPane

        return InspectorPane(self.context, self._now, self.docks["inspector"])

    @cached_property
    def history(self) -> HistoryPane:
        """The pane on the right that shows the past."""
        from memdesk_gui.features.history.pane import HistoryPane

        return HistoryPane(self.context, self._now, self.docks["history"])

    @cached_property
    def preview(self) -> ContextPane:
        """The pane on the right that shows what an agent's prompt gets, made when it is first looked at."""
        from memdesk_gui.features.context.pane import ContextPane

        pane = ContextPane(self.context, self.docks["context"])
        self.context_made.emit(pane)
        return pane

    @cached_property
    def activity(self) -> ActivityPane:
        """The pane below."""
        from memdesk_gui.features.history.activity_pane import ActivityPane

        return ActivityPane(self.context, self._now, self.docks["activity"])

    def prepare(self) -> Iterator[None]:
        """Fill the docks, which have something to say only once a workspace is open; step by step."""
        yield from load_core()
        yield from load_panes()
        for name in ("inspector", "history", "activity"):
            if name not in vars(self):
                self.docks[name].fill(getattr(self, name))
                yield
        self.docks["context"].fill_when_seen(lambda: self.preview)
        while self._unprepared:
            yield from self._unprepared.pop(0).prepare()

    def follow_up(self) -> Iterator[None]:
        """Load and make what an open workspace needs soon; step by step."""
        self.context.jobs.read(load_covers)
        for feature in self.features.values():
            yield from feature.follow_up()
        yield from load_rest()
        self.context.jobs.background(load_behind)

    def restore(self, layout: Layout | None, *, expecting: bool) -> None:
        """Bring back the window as it was, or as it is designed; ``expecting`` = a workspace is coming."""
        self.reset_layout()
        if layout is not None:
            self.restoreGeometry(layout.geometry)
            self.restoreState(layout.state, LAYOUT_VERSION)
        self.area.expect(expecting)
        if not expecting:
            self._rest()
        self.context.commands.refresh()

    def layout_state(self) -> Layout:
        """Return what ``restore`` needs."""
        return Layout(self.saveGeometry(), self._resting or self.saveState(LAYOUT_VERSION))

    def close_document(self, buffer: DocumentBuffer) -> None:
        """Close a tab, after asking about unsaved text."""
        self.close_documents((buffer,))

    def close_documents(self, buffers: tuple[DocumentBuffer, ...]) -> None:
        """Close several tabs, after asking once about unsaved text."""

        def close() -> None:
            for buffer in buffers:
                self.context.documents.close(buffer)

        self.guard.before(buffers, close)

    def _file_undoer(self, focus: QWidget | None) -> FileCommands | None:
        return self.file_commands if self.file_commands.concern(focus) else None

    def open_log(self) -> None:
        """Show the log."""
        from memdesk_gui.shell.dialogs.log import LogDialog

        LogDialog(self._ring, log_file(), self.context.theme, self).open()

    def event(self, event: QEvent) -> bool:
        """Have the commands up to date before a key is taken for a shortcut; say why one cannot be done."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self.context.commands.settle()
            keys = QKeySequence(event.keyCombination())
            refused = self.context.commands.refused(keys, QApplication.focusWidget())
            if refused is not None and not event.isAutoRepeat():
                self._refuse(refused)
        return super().event(event)

    def _refuse(self, command: Command) -> None:
        """Say why a command whose keys were pressed cannot be done, beside what it is about."""
        if not any(says(command) for says in self.refusers):
            self.toast.show_message(command.reason())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close only when nothing unsaved would be lost."""
        buffers = self.context.documents.buffers()
        if self.asks and self.guard.holds(buffers):
            event.ignore()
            self.guard.before(buffers, self._close_now)
            return
        self.workspaces.remember_tabs()
        self.unfold()
        self._session.set_layout(self.layout_state())
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a folder."""
        if self._dropped(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the folder."""
        path = self._dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.workspaces.open(path)

    def _build(self) -> None:
        context = self.context
        recent = self.recent_menu = RecentMenu(context, self._session, self)
        theme = QMenu(self.tr("&Theme"), self)
        for scheme in ("system", "light", "dark"):
            theme.addAction(context.commands.action(f"view.theme_{scheme}"))
        recent.chosen.connect(self.workspaces.open)
        self.area = EditorArea(context, self._first_page, self)
        self.navigator = NavigatorPane(context, self._now, self)
        self.navigator.restore_grouping(self._session.grouping())
        self.navigator.grouping_chosen.connect(self._session.set_grouping)
        self.top_bar = TopBar(context, recent, self)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.top_bar)
        self.setCentralWidget(self.area)
        self.status = StatusBar(context, self)
        self.setStatusBar(self.status)
        self.docks = {
            "navigator": Dock("navigator", self.tr("Navigator"), self.navigator, self),
            "inspector": Dock("inspector", self.tr("Inspector"), QWidget(self), self),
            "history": Dock("history", self.tr("History"), QWidget(self), self),
            "context": Dock("context", self.tr("Context"), QWidget(self), self),
            "activity": Dock("activity", self.tr("Activity"), QWidget(self), self),
        }
        build_menus(self, context.commands, recent, theme)

    def _first_page(self) -> WelcomePage:
        page = WelcomePage(self.context, self._session)
        page.open_recent.connect(self.workspaces.open)
        self.context.bus.closed.connect(page.refresh)
        return page

    def _connect(self) -> None:
        context = self.context
        self.area.position_changed.connect(self.status.set_position)
        self.area.seen.connect(self.status.show_document)
        self.area.seen.connect(self._show_title)
        self.area.close_requested.connect(self.close_document)
        self.area.several_close_requested.connect(self.close_documents)
        self.workspaces.watch_tabs(self.area)
        self.workspaces.prepare, self.workspaces.follow_up = self.prepare, self.follow_up
        self.workspaces.failed.connect(self._on_open_failed)
        self.workspaces.bare.connect(self.bare)
        self.workspaces.left_behind.connect(self.left_behind)
        context.documents.opened.connect(self._on_document_opened)
        context.documents.current_changed.connect(self._on_current_changed)
        context.documents.closed.connect(self._show_dirty)
        context.documents.renamed.connect(self._show_title)
        context.documents.announced.connect(self.announce)
        context.bus.opened.connect(self._on_workspace)
        context.bus.closed.connect(context.theme.forget_agents)
        context.bus.closed.connect(self._on_workspace)
        for dock in self.docks.values():
            dock.visibilityChanged.connect(context.commands.pushing(State.SHOWN))
        self.navigator.left_out_wanted.connect(self._show_left_out)
        self.folder_wanted.connect(self.workspaces.open)
        self.records_looked_at.connect(self.status.show_records)
        self.gated.connect(self.status.show_gate)
        for tell in (self.top_bar.show_waiting, self.status.show_waiting, self._on_waiting):
            self.waiting.connect(tell)
        context.bus.begun.connect(context.commands.refresh_soon)
        for news, state in (
            (context.bus.listed, State.WORKSPACE),
            (context.bus.state_changed, State.WORKSPACE),
            (context.theme.changed, State.LOOK),
            (self.area.view_changed, State.DOCUMENT),
            (self.area.covering, State.SHOWN),
        ):
            news.connect(context.commands.pushing(state))

    def _on_open_failed(self, error: Exception) -> None:
        if self.context.bus.workspace is None:
            self.area.expect(False)
            self._rest()
        self.show_error(error)

    def _on_workspace(self) -> None:
        if self.context.bus.workspace is None:
            self._rest()
        else:
            self._wake()
        self._show_title()
        self.context.commands.refresh_soon()

    def _rest(self) -> None:
        """Without a workspace only the first page is shown; the docks come back with the next one."""
        if self._resting is None:
            self._resting, self.resting = self.saveState(LAYOUT_VERSION), True
        for dock in self.docks.values():
            dock.hide()

    def _wake(self) -> None:
        if self._resting is not None:
            self.restoreState(self._resting, LAYOUT_VERSION)
            self._resting, self.resting = None, False

    def _show_left_out(self, left_out: LeftOut) -> None:
        from memdesk_gui.features.navigator.left_out_dialog import LeftOutDialog

        LeftOutDialog(left_out, self).open()

    def _on_document_opened(self, buffer: DocumentBuffer) -> None:
        buffer.dirty_changed.connect(self._show_dirty)
        buffer.loaded.connect(self._show_dirty)

    def _on_current_changed(self) -> None:
        self._show_title()
        self.context.commands.push(State.DOCUMENT, State.TEXT)

    def _show_dirty(self) -> None:
        dirty = len(self.context.documents.dirty())
        self.top_bar.show_dirty(dirty)
        self.setWindowModified(dirty > 0)
        self.context.commands.push(State.TEXT)

    def _on_waiting(self, count: int) -> None:
        self._waiting = count
        self._show_title()

    def _show_title(self) -> None:
        workspace, current = self.context.bus.workspace, self.context.documents.current
        parts = [printable(document_title(current.info))] if current is not None else []
        if self.area.tab_page is not None:
            parts = [self.area.tabs.title_of(self.area.tab_page)]
        if workspace is not None:
            parts.append(printable(workspace.root.name))
        badge = f"({self._waiting}) " if self._waiting else ""
        self.setWindowTitle(badge + "[*]" + " · ".join((*parts, "memdesk")))

    def _close_now(self) -> None:
        self.asks = False
        self.close()

    @staticmethod
    def _dropped(event: QDropEvent) -> Path | None:
        """Return the folder that is dragged, told by its URL (the disk is not asked here)."""
        urls = event.mimeData().urls()
        local = [url.toLocalFile() for url in urls if url.isLocalFile()]
        return Path(local[0]) if len(local) == 1 else None
