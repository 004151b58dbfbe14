"""Everything the window can do, by id. Menus, toolbar, shortcuts and the palette read this one list.

Who changes something of the window's state pushes that: the commands that depend on it are asked anew, and
no others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Any, NamedTuple, TypedDict, TypeVar, Unpack

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from memdesk_gui.theme.icons import icon, switch_icon
from memdesk_gui.theme.theme import Theme

_ADDED = re.compile(r"\(&\w\)")
_DECLARED = "_declared_command"
"""The name under which a method keeps what makes it a command."""

Method = TypeVar("Method", bound=Callable[..., object])
Shortcut = str | tuple[str, ...] | QKeySequence.StandardKey | None


class State(Enum):
    """What it may depend on whether a command is possible, and how it is shown."""

    WORKSPACE = "workspace"
    """Which folder is open, and what is listed in it."""
    DOCUMENT = "document"
    """Which document is in front, and how it is shown."""
    TEXT = "text"
    """Whether text is unsaved, what is on disk instead, and how far a merge is."""
    SHOWN = "shown"
    """Which panes and pages are shown."""
    CHOSEN = "chosen"
    """What is chosen in a list."""
    REVIEW = "review"
    """What waits for review."""
    UNDO = "undo"
    """What was done with whole documents, and can be undone."""
    JOBS = "jobs"
    """What models do here, and what is due."""
    LOOK = "look"
    """Colours, sizes, and what of a text is shown."""


class Menu(Enum):
    """The menus of the window, in their order."""

    FILE = "file"
    EDIT = "edit"
    VIEW = "view"
    GO = "go"
    HELP = "help"


MenuPlace = tuple[Menu, int, int]
"""Where a command stands: in which menu, in which group of it, and where in the group, both from the top."""


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


def _actions_around(focus: QObject | None) -> Iterator[QAction]:
    """Yield the actions of a widget and of all that it is in, the nearest first."""
    while isinstance(focus, QWidget):
        yield from focus.actions()
        focus = focus.parentWidget() if not focus.isWindow() else None


class Command(NamedTuple):
    """One thing a person can do. ``text`` is translated and may hold a mnemonic (``&Save``).

    ``reason`` says why it cannot be done now (empty: it can). ``caption`` says in the menu what it would do
    now (empty: ``text``). A ``local`` shortcut works only in the widgets
    that the action is added to. ``words`` are others by which it is found; ``state`` says how things are.
    ``menu`` is its place in the menus, if any; one that ``hides`` stands there only while it is possible.
    ``after`` names what ``enabled``, ``reason`` and ``checked`` depend on: who changes that pushes it.
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
    after: tuple[State, ...] = ()
    caption: Callable[[], str] = _no_reason
    menu: MenuPlace | None = None
    hides: bool = False

    @property
    def possible(self) -> bool:
        """Whether it can be done now."""
        return self.enabled() and not self.reason()

    @property
    def conditional(self) -> bool:
        """Whether it depends on anything, be it possible or be it checked."""
        return not (self.enabled is _always and self.reason is _no_reason and self.checked is None)

    @property
    def label(self) -> str:
        """The text as lists show it, without ellipsis and mnemonic (which Chinese adds in parentheses)."""
        text = _ADDED.sub("", self.text).replace("&&", "\0").replace("&", "").replace("\0", "&")
        return text.removesuffix("…")


class Asked(TypedDict, total=False):
    """What a command asks the object that declares it, each time anew; see ``Command``."""

    enabled: Callable[[Any], bool]
    checked: Callable[[Any], bool]
    reason: Callable[[Any], str]
    state: Callable[[Any], str]
    caption: Callable[[Any], str]


def command(
    command_id: str,
    text: Callable[[Any], str],
    shortcut: Shortcut = None,
    icon: str = "",
    *,
    words: Callable[[Any], str] | None = None,
    local: bool = False,
    after: tuple[State, ...] = (),
    menu: MenuPlace | None = None,
    hides: bool = False,
    **asked: Unpack[Asked],
) -> Callable[[Method], Method]:
    """Declare a method to be what a command does; see ``Command``.

    ``CommandRegistry.add_declared`` registers it for an object, with which all that is asked is called.
    """

    def declare(method: Method) -> Method:
        def bound(owner: object) -> Command:
            given: dict[str, Any] = {**asked}
            conditions: dict[str, Any] = {name: partial(ask, owner) for name, ask in given.items()}
            run, found = getattr(owner, method.__name__), words(owner) if words is not None else ""
            title = text(owner)
            return Command(
                command_id,
                title,
                run,
                shortcut,
                icon,
                local=local,
                words=found,
                after=after,
                menu=menu,
                hides=hides,
                **conditions,
            )

        setattr(method, _DECLARED, bound)
        return method

    return declare


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
        self._places: set[MenuPlace] = set()
        self._commands: dict[str, Command] = {}
        self._actions: dict[str, QAction] = {}
        self._shown: dict[str, tuple[bool, str]] = {}
        self._own_keys: Mapping[str, Sequence[str]] = {}
        self._after: dict[State, list[Command]] = {state: [] for state in State}
        self._pushed: set[State] = set()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._ask_pushed)
        theme.changed.connect(self._on_theme_changed)

    def __contains__(self, command_id: object) -> bool:
        return command_id in self._commands

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def add(self, command: Command) -> QAction:
        """Register a command; a conditional one waits for ``refresh``, or for what it depends on.

        Raises ValueError for an id or a place in the menus that is taken, and for conditions that depend on
        nothing that is pushed.
        """
        is_taken = command.id in self._commands or command.menu in self._places
        if is_taken or (command.conditional and not command.after):
            raise ValueError(command.id)
        if command.menu is not None:
            self._places.add(command.menu)
        self._commands[command.id] = command
        action = self._actions[command.id] = self._make_action(command)
        action.setToolTip(self._tool_tip(command))
        self._shown[command.id] = action.isEnabled(), ""
        for state in command.after:
            self._after[state].append(command)
        self.added.emit(command.id)
        return action

    def add_declared(self, owner: object) -> None:
        """Register what the methods of an object are declared to be by ``command``."""
        for method in vars(type(owner)).values():
            if (bound := getattr(method, _DECLARED, None)) is not None:
                self.add(bound(owner))

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
        # what depends on nothing may change anything
        self.push(*(command.after or State))
        self.settle()
        return True

    def push(self, *states: State) -> None:
        """Say what is another now. The commands that depend on it are asked when this turn is over."""
        self._pushed.update(states)
        self._soon.start()

    def pushing(self, *states: State) -> Callable[..., None]:
        """Return what pushes these, whatever it is called with: for signals."""
        return lambda *_: self.push(*states)

    def refresh(self) -> None:
        """Ask every command anew whether it is enabled and checked: a menu opens, which shows all."""
        self._pushed.clear()
        self._soon.stop()
        self._ask(command for command in self._commands.values() if command.conditional)

    def refresh_soon(self) -> None:
        """Ask every command that depends on anything when this turn of the event loop is over."""
        self.push(*State)

    def settle(self) -> None:
        """Ask now if that is still to be done: a key is pressed, which may be a command's."""
        if self._soon.isActive():
            self._ask_pushed()

    def _ask_pushed(self) -> None:
        pushed, self._pushed = self._pushed, set()
        self._soon.stop()
        # a command that depends on several of them is asked once
        self._ask({each.id: each for state in pushed for each in self._after[state]}.values())

    def _ask(self, commands: Iterable[Command]) -> None:
        for command in commands:
            reason = command.reason()
            state = command.enabled() and not reason, reason
            if state != self._shown[command.id]:
                self._show(command, *state)
            if command.checked is not None:
                self._actions[command.id].setChecked(command.checked())
            if command.caption is not _no_reason:
                self._actions[command.id].setText(command.caption() or command.text)

    def refused(self, keys: QKeySequence, focus: QObject | None) -> Command | None:
        """Return the command that these keys mean at this focus, if it cannot be done for a reason now.

        Where another command with the same keys can be done, nothing is refused.
        """
        found: list[Command] = []
        for action in _actions_around(focus):
            command = self._commands.get(action.objectName())
            if command is None or keys not in action.shortcuts():
                continue
            if action.isEnabled():
                return None
            if command.reason():
                found.append(command)
        return found[0] if found else None

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
