"""The menu of recent workspaces: pinned first, folders that are gone greyed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.shell.session import Recent, WindowSession, missing
from memdesk_gui.shell.welcome import short_path


class RecentMenu(QMenu):
    """Filled each time it is shown."""

    chosen = Signal(Path)
    """The person wants to open this folder (``Path``)."""

    def __init__(self, context: AppContext, session: WindowSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Open &recent"))
        # Else it is laid out as the button that it hangs on, whose arrow is on the right.
        self.setLayoutDirection(QGuiApplication.layoutDirection())
        self._context, self._session = context, session
        self._items: dict[str, QAction] = {}
        self._missing: frozenset[str] = frozenset()
        self.aboutToShow.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """Read the session anew."""
        self.clear()
        self.addAction(self._context.commands.action("workspace.open"))
        self.addSeparator()
        recent = self._session.recent()
        self._items = {entry.path: self._item(entry) for entry in recent}
        if recent:
            self.addSeparator()
            self._add_pin(recent)
            self.addAction(self.tr("&Clear recent folders"), self._session.forget_recent)
            self._context.jobs.read(partial(missing, recent), self._on_missing)

    def _add_pin(self, recent: tuple[Recent, ...]) -> None:
        """Let the open workspace be kept on top."""
        workspace = self._context.bus.workspace
        path = str(workspace.root) if workspace is not None else ""
        own = next((entry for entry in recent if entry.path == path), None)
        if own is not None:
            pin = self.addAction(
                self.tr("&Pin this folder"), partial(self._session.pin, path, not own.pinned)
            )
            pin.setCheckable(True)
            pin.setChecked(own.pinned)

    def _item(self, entry: Recent) -> QAction:
        text = f"{entry.name}\t{short_path(entry.path)}".replace("&", "&&")
        action = self.addAction(text, partial(self.chosen.emit, Path(entry.path)))
        action.setEnabled(entry.path not in self._missing)
        action.setCheckable(entry.pinned)
        action.setChecked(entry.pinned)
        return action

    def _on_missing(self, paths: frozenset[str]) -> None:
        self._missing = paths
        for path, action in self._items.items():
            action.setEnabled(path not in paths)
