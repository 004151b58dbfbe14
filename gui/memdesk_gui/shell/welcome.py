"""What the window shows when no workspace is open: open one, the demo, a recent one, an agent found here."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.runtime.paths import home_dir
from memdesk_gui.context import AppContext
from memdesk_gui.shell.first_look import FirstLook, first_look
from memdesk_gui.shell.session import WindowSession
from memdesk_gui.theme.icons import app_icon, icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import ElidedLabel, chip, role_label, set_tip
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.scroll_page import ScrollPage
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.agents.agent_folders import AgentFolder

MARK_AIR = 6 / 64
"""How much of the mark's picture is empty to the left of what is drawn in it."""
LINE = 72
"""Letters of a line of the explanation."""
WIDEST = 92
"""Letters that a row of a folder may be wide."""
AIR = 12
"""Pixels that a row is higher than its letters, with a pin or without."""
FIRST_AGENTS = 6
"""Agents that are listed before all are asked for: one that keeps memory by project may have hundreds."""


class FolderRow(NamedTuple):
    """A folder that can be opened by one click."""

    name: str
    path: str
    note: str = ""
    """What is known of it besides."""
    waits: bool = False
    """Whether the note is of something to be done."""
    gone: bool = False
    pinned: bool | None = None
    """Whether it stays in the list; None where that is not offered."""


class FolderRows(QWidget):
    """Folders below each other, in columns: name, path, note, pin. One that is gone is greyed."""

    chosen = Signal(str)
    """The person wants to open this folder."""
    pinned = Signal(str, bool)
    """The person wants this folder to stay in the list, or not any more."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(1, 1)

    def add_title(self, title: str) -> None:
        """Begin a group."""
        line = self._grid.rowCount()
        if line > 1:
            self._grid.setRowMinimumHeight(line, 12)
        self._grid.addWidget(role_label(title, "group", self), line + 1, 0, 1, 4)

    def add(self, row: FolderRow) -> None:
        """Add a folder."""
        line = self._grid.rowCount()
        button = QPushButton(printable(row.name).replace("&", "&&"), self)
        button.setObjectName(row.path)
        button.setProperty("link", True)
        button.setAutoDefault(True)  # Enter opens as Space does
        button.setEnabled(not row.gone)
        button.setAccessibleName(row.name)
        button.setAccessibleDescription(", ".join(filter(None, (row.path, row.note))))
        button.clicked.connect(lambda: self.chosen.emit(row.path))
        path = ElidedLabel("small", Qt.TextElideMode.ElideMiddle, self)
        path.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        path.setText(printable(short_path(row.path)))
        set_tip(path, row.path)
        self._grid.setRowMinimumHeight(line, self.fontMetrics().height() + AIR)
        self._grid.addWidget(button, line, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(path, line, 1)
        if row.note:
            note = chip(row.note, "agent", self) if row.waits else role_label(row.note, "small", self)
            self._grid.addWidget(note, line, 2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if row.pinned is not None:
            self._grid.addWidget(self._pin(row), line, 3)

    def add_action(self, button: QPushButton) -> None:
        """Add a button below the folders."""
        self._grid.addWidget(button, self._grid.rowCount(), 0, 1, 4, Qt.AlignmentFlag.AlignLeft)

    def add_words(self, label: QLabel) -> None:
        """Say something where there are no folders."""
        label.setWordWrap(True)
        self._grid.addWidget(label, self._grid.rowCount(), 0, 1, 4)

    def _pin(self, row: FolderRow) -> QToolButton:
        text = self.tr("Unpin") if row.pinned else self.tr("Pin")
        button = QToolButton(self)
        button.setObjectName(f"pin {row.path}")
        button.setToolTip(text)
        button.setAccessibleName(f"{text} {row.name}")
        button.setIcon(icon("pin", self._theme, "human" if row.pinned else "muted"))
        button.clicked.connect(lambda: self.pinned.emit(row.path, not row.pinned))
        return button


class WelcomePage(QWidget):
    """The first page."""

    open_recent = Signal(Path)
    """The person wants to open this folder (``Path``)."""

    def __init__(self, context: AppContext, session: WindowSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._session, self._theme = context, session, context.theme
        self._look = FirstLook()
        self._shows_all = self._painted = False
        self.setAccessibleName(self.tr("Welcome"))
        self.setProperty("surface", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._page = QWidget(self)
        self._mark = QLabel(self._page)
        self._rows = FolderRows(self._theme, self._page)
        self._column = QVBoxLayout()
        self._build()
        self._theme.changed.connect(self._draw)
        self._draw()
        self._page.installEventFilter(self)

    def refresh(self) -> None:
        """Read the recent workspaces and look for agents anew; folders that are gone turn grey."""
        self._draw()
        if self._painted:
            self._context.jobs.read(partial(first_look, self._session.recent()), self._on_looked)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at the disk once there is a picture: nobody waits for that."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            self._painted = True
            QTimer.singleShot(0, self, self.refresh)
        return False

    def _on_looked(self, look: FirstLook) -> None:
        if look != self._look:
            self._look = look
            self._draw()

    def _draw(self) -> None:
        side = self.fontMetrics().height() * 3
        mark = app_icon().pixmap(side, side)
        air = round(mark.width() * MARK_AIR)
        self._mark.setPixmap(mark.copy(air, 0, mark.width() - air, mark.height()))
        old, held = self._rows, self._rows.focusWidget()
        name = held.objectName() if held is not None and held.hasFocus() else ""
        self._rows = FolderRows(self._theme, self._page)
        self._rows.chosen.connect(lambda path: self.open_recent.emit(Path(path)))
        self._rows.pinned.connect(self._on_pinned)
        self._fill(self._rows)
        self._column.replaceWidget(old, self._rows)
        self._rows.show()
        old.hide()
        old.deleteLater()
        again: QObject | None = self._rows.findChild(QWidget, name) if name else None
        if isinstance(again, QWidget):
            again.setFocus()

    def _fill(self, rows: FolderRows) -> None:
        recent = self._session.recent()
        if recent:
            rows.add_title(self.tr("Recent"))
        for entry in recent:
            total = self._look.waiting.get(entry.path, 0)
            gone = entry.path in self._look.missing
            note = self.tr("not found") if gone else waiting_words(total)
            rows.add(FolderRow(entry.name, entry.path, note, total > 0 and not gone, gone, entry.pinned))
        known = {entry.path for entry in recent}
        agents = [each for each in self._look.agents or () if str(each.path) not in known]
        if agents:
            rows.add_title(self.tr("Agents found on this computer"))
        shown = agents if self._shows_all else agents[:FIRST_AGENTS]
        for agent in shown:
            rows.add(agent_row(agent))
        if len(shown) < len(agents):
            rows.add_action(self._all_button(len(agents)))
        if self._look.agents == () and not recent:
            text = self.tr(
                "No agent was found in the places that memdesk knows. "
                "Open its folder, or look around in the demo."
            )
            rows.add_words(role_label(text, "muted", rows))

    def _all_button(self, count: int) -> QPushButton:
        button = QPushButton(self.tr("Show all {count}").format(count=count), self._rows)
        button.setProperty("link", True)
        button.setAutoDefault(True)
        button.clicked.connect(self._show_all)
        return button

    def _show_all(self) -> None:
        self._shows_all = True
        self._draw()

    def _on_pinned(self, path: str, pinned: bool) -> None:
        self._session.pin(path, pinned)
        self.refresh()

    def _build(self) -> None:
        letter = self.fontMetrics().averageCharWidth()
        text = self.tr(
            "Agents keep notes about you and act on them. See every fact, note and entry and who "
            "wrote it, watch changes live, correct them, and revert what is wrong. Nothing is "
            "written until you save."
        )
        explanation = role_label(text, "muted", self._page)
        explanation.setWordWrap(True)
        explanation.setMaximumWidth(letter * LINE)
        column = self._column
        column.setSpacing(8)
        column.addStretch(2)
        column.addWidget(self._mark)
        column.addSpacing(8)
        column.addWidget(role_label(self.tr("See what your agents remember"), "heading", self._page))
        column.addWidget(explanation)
        column.addSpacing(8)
        column.addLayout(self._buttons())
        column.addSpacing(24)
        column.addWidget(self._rows)
        column.addStretch(3)
        inner = QWidget(self._page)
        inner.setLayout(column)
        inner.setMaximumWidth(letter * WIDEST)
        in_row(None, (inner, 100), None, on=self._page)
        in_column(ScrollPage(self._page, self), on=self, margins=0)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for command_id, primary in (("workspace.open", True), ("workspace.demo", False)):
            action = self._context.commands.action(command_id)
            button = QPushButton(action.text(), self._page)
            button.setProperty("primary", primary)
            button.setAutoDefault(True)
            button.clicked.connect(action.trigger)
            row.addWidget(button)
            if primary:
                self.setFocusProxy(button)
        hint = role_label(self.tr("or drop a folder here"), "muted", self._page)
        row.addWidget(hint)
        row.addStretch(1)
        return row


def agent_row(agent: AgentFolder) -> FolderRow:
    """Return the row of an agent that was found, with what is known of its folder."""
    note = "" if agent.systems else QCoreApplication.translate("WelcomePage", "opens as plain documents")
    if agent.opened:
        note = QCoreApplication.translate("WelcomePage", "opened before")
    waits = agent.waiting or 0
    return FolderRow(agent.agent, str(agent.path), waiting_words(waits) or note, waits > 0)


def waiting_words(total: int) -> str:
    """Return how much waits in a folder; nothing where nothing does."""
    return QCoreApplication.translate("WelcomePage", "%n to review", "", total) if total else ""


def short_path(path: str) -> str:
    """Return a path as a person writes it: the home folder is ``~``."""
    home = str(home_dir())
    return "~" + path[len(home) :] if path == home or path.startswith(home + "/") else path
