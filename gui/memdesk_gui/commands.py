"""Everything the window can do, by id. Menus, toolbar, shortcuts and the palette read this one list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence

from memdesk_gui.theme.icons import icon, switch_icon
from memdesk_gui.theme.theme import Theme

_ADDED = re.compile(r"\(&\w\)")

Shortcut = str | tuple[str, ...] | QKeySequence.StandardKey | None


def _always() -> bool:
    return True


def _no_reason() -> str:
    return ""


def key_sequences(shortcut: Shortcut) -> list[QKeySequence]:
    """Return the key sequences of a shortcut; a standard key may have several."""
    if shortcut is None:
        return []
    if isinstance(shortcut, QKeySequence.StandardKey):
        return QKeySequence.keyBindings(shortcut)
    return [QKeySequence(keys) for keys in ([shortcut] if isinstance(shortcut, str) else shortcut)]


class Command(NamedTuple):
    """One thing a person can do. ``text`` is translated and may hold a mnemonic (``&Save``).

    ``reason`` says why it cannot be done now (empty: it can). A ``local`` shortcut works only in the widgets
    that the action is added to. ``words`` are others by which it is found; ``state`` says how things are.
    """

    id: str
    text: str
    run: Callable[[], object]
    shortcut: Shortcut = None
    icon: str = ""
    enabled: Callable[[], bool] = _always
    checked: Callable[[], bool] | None = None
    reason: Callable[[], str] = _no_reason
    local: bool = False
    words: str = ""
    state: Callable[[], str] = _no_reason

    @property
    def possible(self) -> bool:
        """Whether it can be done now."""
        return self.enabled() and not self.reason()

    @property
    def label(self) -> str:
        """The text as lists show it, without ellipsis and mnemonic (which Chinese adds in parentheses)."""
        text = _ADDED.sub("", self.text).replace("&&", "\0").replace("&", "").replace("\0", "&")
        return text.removesuffix("…")


class CommandRegistry(QObject):
    """The commands by id, each with one shared QAction."""

    added = Signal(str)
    """A command with this id is new."""
    rebound = Signal()
    """Commands have other keys."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._drawn: set[str] = set()
        self._commands: dict[str, Command] = {}
        self._actions: dict[str, QAction] = {}
        self._shown: dict[str, tuple[bool, str]] = {}
        self._own_keys: Mapping[str, Sequence[str]] = {}
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        theme.changed.connect(self._on_theme_changed)

    def __contains__(self, command_id: object) -> bool:
        return command_id in self._commands

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def add(self, command: Command) -> QAction:
        """Register a command (an id can be taken only once); a conditional one waits for ``refresh``."""
        if command.id in self._commands:
            raise ValueError(command.id)
        self._commands[command.id] = command
        action = self._actions[command.id] = self._make_action(command)
        action.setToolTip(self._tool_tip(command))
        self._shown[command.id] = action.isEnabled(), ""
        self.added.emit(command.id)
        return action

    def get(self, command_id: str) -> Command:
        """Return a command by id (KeyError where there is none)."""
        return self._commands[command_id]

    def action(self, command_id: str) -> QAction:
        """Return the command's action, to be put into menus, toolbars and windows."""
        return self._actions[command_id]

    def run(self, command_id: str) -> bool:
        """Run a command unless it is disabled now; tell whether it ran."""
        command = self._commands[command_id]
        if not command.possible:
            return False
        command.run()
        self.refresh()
        return True

    def refresh(self) -> None:
        """Ask every command anew whether it is enabled and checked; its action hears of it if that is new."""
        self._soon.stop()
        for command_id, command in self._commands.items():
            reason = command.reason()
            state = command.enabled() and not reason, reason
            if state != self._shown[command_id]:
                self._show(command, *state)
            if command.checked is not None:
                self._actions[command_id].setChecked(command.checked())

    def refresh_soon(self) -> None:
        """Ask when this turn of the event loop is over: what happens often brings many reasons in a row."""
        self._soon.start()

    def settle(self) -> None:
        """Ask now if that is still to be done: a key is pressed, which may be a command's."""
        if self._soon.isActive():
            self.refresh()

    def draw(self, command_id: str) -> QAction:
        """Give the command's action its icon, kept in the theme's colours, and return it (for toolbars)."""
        self._drawn.add(command_id)
        self._draw(command_id)
        return self._actions[command_id]

    def keys(self, command_id: str) -> list[QKeySequence]:
        """Return the keys of a command: those the person gave it, else those it comes with."""
        own = self._own_keys.get(command_id)
        return key_sequences(self._commands[command_id].shortcut if own is None else tuple(own))

    def rebind(self, own_keys: Mapping[str, Sequence[str]]) -> None:
        """Give commands these keys, by their ids; all others have those they come with."""
        self._own_keys = own_keys
        for command_id, action in self._actions.items():
            keys = self.keys(command_id)
            if keys != action.shortcuts():
                action.setShortcuts(keys)
                self._show(self._commands[command_id], *self._shown[command_id])
        self.rebound.emit()

    def shortcut_text(self, command_id: str) -> str:
        """Return the command's shortcut as the platform writes it, or an empty text."""
        return self._actions[command_id].shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    def _show(self, command: Command, enabled: bool, reason: str) -> None:
        self._shown[command.id] = enabled, reason
        action = self._actions[command.id]
        action.setEnabled(enabled)
        action.setToolTip(reason or self._tool_tip(command))

    def _make_action(self, command: Command) -> QAction:
        action = QAction(command.text, self)
        action.setObjectName(command.id)
        action.setShortcuts(self.keys(command.id))
        action.setCheckable(command.checked is not None)
        if command.local:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setEnabled(command.enabled is _always and command.reason is _no_reason)
        action.setIconVisibleInMenu(False)
        action.triggered.connect(lambda: self.run(command.id))
        return action

    def _tool_tip(self, command: Command) -> str:
        keys = self.shortcut_text(command.id)
        return f"{command.label} ({keys})" if keys else command.label

    def _draw(self, command_id: str) -> None:
        command = self._commands[command_id]
        if command.icon:
            draw = icon if command.checked is None else switch_icon
            self._actions[command_id].setIcon(draw(command.icon, self._theme))

    def _on_theme_changed(self) -> None:
        for command_id in self._drawn:
            self._draw(command_id)
