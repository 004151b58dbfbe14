"""The bar under the menu: which workspace, the way to a document, save, and what is shown."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from memdesk_gui.context import AppContext
from memdesk_gui.shell.welcome import short_path
from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.elided_button import ElidedButton
from memdesk_gui.widgets.find_controls import aloof
from memdesk_gui.widgets.labels import ElidedLabel, set_tip
from memdesk_gui.widgets.layouts import in_row

MANY, FEW = 88, 8
"""Counts that buttons have room for without moving what is beside them."""
PANES = ("view.navigator", "view.activity", "view.inspector")


class FindField(QPushButton):
    """Looks like a field, opens the list that finds documents, text and commands."""

    def __init__(self, action: QAction, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("find_field")
        self.setAccessibleName(self.tr("Find documents, text and commands"))
        self.setProperty("field", True)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        aloof(self).clicked.connect(action.trigger)
        self._action = action
        action.changed.connect(self._follow_action)
        theme.changed.connect(self._draw)
        self._draw()
        self._follow_action()

    def sizeHint(self) -> QSize:
        """Ask for the width of a comfortable line."""
        metrics = self.fontMetrics()
        return QSize(metrics.averageCharWidth() * 48, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Be content with room for the words."""
        return super().sizeHint()

    def _follow_action(self) -> None:
        self.setEnabled(self._action.isEnabled())
        keys = self._action.shortcut().toString()
        text = self.tr("Find anything ({keys})").format(keys=keys) if keys else self.tr("Find anything")
        self.setText(text)

    def _draw(self) -> None:
        self.setIcon(icon("search", self._theme, "muted"))


class FolderButton(ElidedButton):
    """Says where the open folder is; where there is little room, it leaves out the middle."""

    def __init__(self, recent: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Workspaces"))
        self.setProperty("muted", True)
        self.setMenu(recent)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)


class TopBar(QToolBar):
    """At most seven things: workspace, way to a document, context, history, review, save, panes."""

    def __init__(self, context: AppContext, recent: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setObjectName("top_bar")
        self.setWindowTitle(self.tr("Toolbar"))
        self.setAccessibleName(self.tr("Toolbar"))
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._name = ElidedLabel("title", Qt.TextElideMode.ElideMiddle, self)
        self._path = FolderButton(recent, self)
        self._save = QPushButton(self.tr("Save"), self)
        self._save.setAccessibleName(self.tr("Save"))
        self._save.setToolTip(context.commands.action("document.save_all").toolTip())
        aloof(self._save).clicked.connect(context.commands.action("document.save_all").trigger)
        show_context, show_history = self.tr("Show the context"), self.tr("Show the history")
        self._preview = self._pane_button("view.context", self.tr("Context"), show_context)
        self._history = self._pane_button("view.history", self.tr("History"), show_history)
        self._review = self._pane_button("review.open", self.tr("Review"), self.tr("Show the review inbox"))
        self.addWidget(self._row())
        context.bus.opened.connect(self.refresh)
        context.bus.closed.connect(self.refresh)
        context.theme.changed.connect(self._tint)
        context.theme.text_changed.connect(self._hold_still)
        self._tint()
        self._hold_still()
        self.refresh()

    def refresh(self) -> None:
        """Name the open workspace."""
        workspace = self._context.bus.workspace
        root = str(workspace.root) if workspace is not None else ""
        self._name.setText(Path(root).name if root else "memdesk")
        set_tip(self._name, root)
        self._path.show_words(short_path(root) if root else self.tr("No folder open"), root)
        self.show_dirty(len(self._context.documents.dirty()))

    def show_dirty(self, count: int) -> None:
        """Show how many documents wait to be saved."""
        self._save.setEnabled(count > 0)
        self._save.setText(self.tr("Save {count}").format(count=count) if count > 1 else self.tr("Save"))
        _set_primary(self._save, primary=count > 0)

    def show_waiting(self, count: int) -> None:
        """Show how many changes wait for review."""
        self._review.setText(self.tr("Review {count}").format(count=count) if count else self.tr("Review"))
        _set_primary(self._review, primary=count > 0)

    def _hold_still(self) -> None:
        """Give buttons that count the room of a larger count, so that nothing moves as they do."""
        for button, text in (
            (self._review, self.tr("Review {count}").format(count=MANY)),
            (self._save, self.tr("Save {count}").format(count=FEW)),
        ):
            shown = button.text()
            button.setText(text)
            button.setMinimumWidth(button.sizeHint().width())
            button.setText(shown)

    def _row(self) -> QWidget:
        holder = QWidget(self)
        row = in_row(self._name, self._path, on=holder, margins=(8, 0, 4, 0), spacing=8)
        row.addStretch(2)
        action = self._context.commands.action("search.bar")
        self.find_field = FindField(action, self._context.theme, self)
        row.addWidget(self.find_field, 4)
        row.addStretch(3)
        row.addWidget(self._preview)
        row.addWidget(self._history)
        row.addWidget(self._review)
        row.addWidget(self._save)
        row.addSpacing(8)
        for command_id in PANES:
            row.addWidget(self._toggle(command_id))
        return holder

    def _pane_button(self, command_id: str, text: str, name: str) -> QPushButton:
        """Return the button that shows or hides a pane on the right."""
        action = self._context.commands.action(command_id)
        button = QPushButton(text, self)
        button.setObjectName(f"{command_id}.button")
        button.setAccessibleName(name)
        button.setCheckable(True)
        aloof(button).clicked.connect(action.trigger)

        def follow() -> None:
            button.setEnabled(action.isEnabled())
            button.setChecked(action.isChecked())
            button.setToolTip(self._context.commands.shortcut_text(command_id))

        action.changed.connect(follow)
        follow()
        return button

    def _toggle(self, command_id: str) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(self._context.commands.draw(command_id))
        button.setAccessibleName(self._context.commands.get(command_id).label)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        return button

    def _tint(self) -> None:
        self._path.setIcon(icon("chevron-down", self._context.theme, "muted"))


def _set_primary(button: QPushButton, *, primary: bool) -> None:
    """Let a button stand out, or not."""
    if button.property("primary") is not primary:
        button.setProperty("primary", primary)
        button.style().unpolish(button)
        button.style().polish(button)
