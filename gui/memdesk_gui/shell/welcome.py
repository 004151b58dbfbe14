"""What the window shows when no workspace is open: open one, the demo, or one of the recent ones."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.shell.session import Recent, WindowSession, missing
from memdesk_gui.theme.icons import app_icon, icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import ElidedLabel, role_label
from memdesk_gui.wording.writers import plain_tip

MARK_AIR = 6 / 64
"""How much of the mark's picture is empty to the left of what is drawn in it."""


class RecentRow(QFrame):
    """One recent workspace: its name and path, a pin; greyed when the folder is gone."""

    chosen = Signal(str)
    """The person wants to open this folder."""
    pinned = Signal(str, bool)
    """The person wants this folder to stay in the list, or not any more."""

    def __init__(self, recent: Recent, gone: bool, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._button = QPushButton(recent.name, self)
        self._button.setProperty("link", True)
        self._button.setEnabled(not gone)
        self._button.setAccessibleDescription(recent.path)
        self._button.clicked.connect(lambda: self.chosen.emit(recent.path))
        path = ElidedLabel("small", Qt.TextElideMode.ElideMiddle, self)
        text = self.tr("{path} (not found)") if gone else "{path}"
        path.setText(text.format(path=short_path(recent.path)))
        path.setToolTip(plain_tip(recent.path))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._button)
        row.addWidget(path)
        row.addStretch(1)
        row.addWidget(self._pin(recent, theme))

    def _pin(self, recent: Recent, theme: Theme) -> QToolButton:
        text = self.tr("Unpin") if recent.pinned else self.tr("Pin")
        button = QToolButton(self)
        button.setToolTip(text)
        button.setAccessibleName(f"{text} {recent.name}")
        button.setIcon(icon("pin", theme, "human" if recent.pinned else "muted"))
        button.clicked.connect(lambda: self.pinned.emit(recent.path, not recent.pinned))
        return button


class WelcomePage(QWidget):
    """The first page."""

    open_recent = Signal(Path)
    """The person wants to open this folder (``Path``)."""

    def __init__(self, context: AppContext, session: WindowSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._session, self._theme = context, session, context.theme
        self._missing: frozenset[str] = frozenset()
        self.setAccessibleName(self.tr("Welcome"))
        self.setProperty("surface", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(4)
        self._mark = QLabel(self)
        self._build()
        self._theme.changed.connect(self._draw)
        self.refresh()

    def refresh(self) -> None:
        """Read the recent workspaces anew; those whose folder is gone turn grey."""
        self._draw()
        self._context.jobs.read(partial(missing, self._session.recent()), self._on_missing)

    def _on_missing(self, paths: frozenset[str]) -> None:
        if paths != self._missing:
            self._missing = paths
            self._draw()

    def _draw(self) -> None:
        side = self.fontMetrics().height() * 3
        mark = app_icon().pixmap(side, side)
        air = round(mark.width() * MARK_AIR)
        self._mark.setPixmap(mark.copy(air, 0, mark.width() - air, mark.height()))
        while item := self._recent.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        recent = self._session.recent()
        if recent:
            self._recent.addWidget(role_label(self.tr("Recent"), "group", self))
        for entry in recent:
            self._recent.addWidget(self._row(entry))

    def _row(self, recent: Recent) -> RecentRow:
        row = RecentRow(recent, recent.path in self._missing, self._theme, self)
        row.chosen.connect(lambda path: self.open_recent.emit(Path(path)))
        row.pinned.connect(self._on_pinned)
        return row

    def _on_pinned(self, path: str, pinned: bool) -> None:
        self._session.pin(path, pinned)
        self.refresh()

    def _build(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addStretch(2)
        column.addWidget(self._mark)
        column.addSpacing(8)
        column.addWidget(role_label(self.tr("See what your agents remember"), "heading", self))
        text = self.tr(
            "Open the folder an agent keeps its memory in. You see every fact, note and entry, watch it "
            "change live, and correct it. Nothing is written until you save."
        )
        explanation = role_label(text, "muted", self)
        explanation.setWordWrap(True)
        column.addWidget(explanation)
        column.addSpacing(8)
        column.addLayout(self._buttons())
        column.addSpacing(24)
        column.addLayout(self._recent)
        column.addStretch(3)
        outer = QHBoxLayout(self)
        outer.addStretch(1)
        outer.addLayout(column)
        outer.addStretch(1)
        explanation.setFixedWidth(self.fontMetrics().averageCharWidth() * 72)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for command_id, primary in (("workspace.open", True), ("workspace.demo", False)):
            action = self._context.commands.action(command_id)
            button = QPushButton(action.text(), self)
            button.setProperty("primary", primary)
            button.clicked.connect(action.trigger)
            row.addWidget(button)
            if primary:
                self.setFocusProxy(button)
        hint = role_label(self.tr("or drop a folder here"), "muted", self)
        row.addWidget(hint)
        row.addStretch(1)
        return row


def short_path(path: str) -> str:
    """Return a path as a person writes it: the home folder is ``~``."""
    home = str(Path.home())
    return "~" + path[len(home) :] if path == home or path.startswith(home + "/") else path
