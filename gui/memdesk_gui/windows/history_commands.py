"""Commands on the past of documents, and what the history pane shows in the editor's place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from memdesk_gui.commands import Command

if TYPE_CHECKING:
    from memdesk_gui.panes.history import HistoryPane
    from memdesk_gui.windows.main import MainWindow


class Viewer(Protocol):
    """Shows a version that can be restored."""

    def can_restore(self) -> bool:
        """Whether the version can be put into its document."""
        ...

    def can_copy(self) -> bool:
        """Whether it can be put into a new document."""
        ...

    def can_restore_change(self) -> bool:
        """Whether one of the changes since then can be taken back."""
        ...

    def restore_version(self) -> None:
        """Make the version the document's content again."""
        ...

    def restore_copy(self) -> None:
        """Put the version into a new document."""
        ...

    def restore_change(self) -> None:
        """Take one change since the version back."""
        ...


class HistoryCommands(QObject):
    """Looks at versions and restores them."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._pane: HistoryPane | None = None
        self._past: Viewer | None = None
        for command in (*self._ways(), *self._deeds()):
            window.context.commands.add(command)

    def attach(self, pane: HistoryPane) -> None:
        """Put the version that is looked at over the editor, and tell what was done."""
        if self._pane is None:
            self._pane = pane
            pane.viewing.connect(self._cover)
            pane.announced.connect(self._announce)
            pane.selection_changed.connect(self._window.context.commands.refresh_soon)
            self._window.docks["history"].visibilityChanged.connect(self._on_dock)
            self._window.area.covering.connect(self._on_covering)

    def add_viewer(self, viewer: Viewer) -> None:
        """Restore what this shows, too."""
        self._past = viewer

    def _ways(self) -> tuple[Command, ...]:
        has_panes = self._has_panes
        return (
            Command("go.history", self.tr("To the &history"), self._focus, "Alt+5", enabled=has_panes),
            Command("go.deleted", self.tr("&Deleted documents"), self._deleted, enabled=has_panes),
        )

    def _deeds(self) -> tuple[Command, ...]:
        return (
            Command(
                "history.restore",
                self.tr("Restore this &version"),
                self._restore,
                "Ctrl+Shift+R",
                enabled=lambda: any(viewer.can_restore() for viewer in self._viewers()),
            ),
            Command(
                "history.restore_change",
                self.tr("Restore only this chan&ge"),
                self._restore_change,
                enabled=lambda: any(viewer.can_restore_change() for viewer in self._viewers()),
            ),
            Command(
                "history.copy",
                self.tr("Restore this version as &copy"),
                self._restore_copy,
                enabled=lambda: any(viewer.can_copy() for viewer in self._viewers()),
            ),
        )

    def _restore(self) -> None:
        for viewer in self._viewers():
            viewer.restore_version()

    def _restore_change(self) -> None:
        for viewer in self._viewers():
            viewer.restore_change()

    def _restore_copy(self) -> None:
        for viewer in self._viewers():
            viewer.restore_copy()

    def _viewers(self) -> tuple[Viewer, ...]:
        """Return what shows a version; at most one of them does at a time."""
        return tuple(viewer for viewer in (self._pane, self._past) if viewer is not None)

    def _has_panes(self) -> bool:
        return not self._window.resting

    def _focus(self) -> None:
        self._window.docks["history"].focus()

    def _deleted(self) -> None:
        self._window.docks["history"].focus()
        if self._pane is not None:
            self._pane.show_deleted()

    def _cover(self, viewing: bool) -> None:
        if viewing and self._pane is not None:
            self._window.area.cover(self._pane.view)
        else:
            self._window.area.uncover()

    def _on_covering(self, widget: QWidget) -> None:
        """Give way to something else in the document's place."""
        if self._pane is not None and widget is not self._pane.view:
            self._pane.leave()

    def _announce(self, words: str, undo: QAction | None) -> None:
        self._window.toast.show_message(words, undo)

    def _on_dock(self, shown: bool) -> None:
        """Without its timeline a version is not looked at either."""
        if not shown and self._pane is not None and self._window.docks["history"].isHidden():
            self._pane.leave()
