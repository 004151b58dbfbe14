"""The commands with their keys, as a table; and which keys a command may take."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QKeySequence

from memdesk_gui.commands import Command, CommandRegistry, key_sequences
from memdesk_gui.widgets.lists.rows import KEY_ROLE

_Index = QModelIndex | QPersistentModelIndex
_COMMANDING = re.compile(r"(Shift\+)?F\d+|.*\b(Ctrl|Alt|Meta)\+")
"""Keys as they are stored, of which none is needed for typing."""


class ShortcutColumn(IntEnum):
    """The columns from left to right."""

    COMMAND = 0
    KEYS = 1
    ORIGIN = 2


class ShortcutsModel(QAbstractTableModel):
    """Every command that works in the whole window, by its name."""

    def __init__(self, commands: CommandRegistry, parent: QObject) -> None:
        super().__init__(parent)
        self._commands = commands
        self.own: Mapping[str, tuple[str, ...]] = {}
        self._rows: list[Command] = []
        self.refresh({})

    def refresh(self, own: Mapping[str, tuple[str, ...]]) -> None:
        """Show the keys in force; those in ``own`` are the person's."""
        self.beginResetModel()
        self.own = own
        self._rows = sorted(
            filter(may_be_bound, self._commands), key=lambda command: command.label.casefold()
        )
        self.endResetModel()

    def command_at(self, row: int) -> Command | None:
        """Return the command of a row."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, command_id: str) -> int:
        """Return the row of a command, -1 where it has none."""
        return next((row for row, each in enumerate(self._rows) if each.id == command_id), -1)

    def rowCount(self, parent: _Index | None = None) -> int:
        """Return the number of commands."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index | None = None) -> int:
        """Return the number of columns."""
        return 0 if parent is not None and parent.isValid() else len(ShortcutColumn)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the words of a cell."""
        command = self.command_at(index.row())
        if command is None:
            return None
        if role == KEY_ROLE:
            return command.id
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return None
        match index.column():
            case ShortcutColumn.COMMAND:
                return command.label
            case ShortcutColumn.KEYS:
                return keys_text(self._commands.keys(command.id))
        return self.tr("changed") if command.id in self.own else ""

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the name of a column."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Command"), self.tr("Keys"), "")[section]


def may_be_bound(command: Command) -> bool:
    """Whether a command's keys can be chosen: not those of single pages, nor the ways to single settings."""
    ways = command.id.startswith("settings.") and command.shortcut is None
    return not command.local and (not ways or command.id == "settings.shortcuts")


def keys_text(keys: list[QKeySequence]) -> str:
    """Return keys as the platform writes them."""
    return ", ".join(each.toString(QKeySequence.SequenceFormat.NativeText) for each in keys)


def is_for_typing(keys: QKeySequence) -> bool:
    """Whether these keys are needed to write or to move: a letter alone, an arrow, Tab."""
    return not keys.isEmpty() and not _COMMANDING.match(keys.toString())


def holders(commands: CommandRegistry, command_id: str, keys: QKeySequence) -> list[Command]:
    """Return the other commands that have these keys now; those that come with the same take turns."""
    mine = keys in key_sequences(commands.get(command_id).shortcut)
    return [
        other
        for other in commands
        if other.id != command_id
        and keys in commands.keys(other.id)
        and not (mine and keys in key_sequences(other.shortcut))
    ]


def rebound(
    commands: CommandRegistry, own: Mapping[str, tuple[str, ...]], command_id: str, keys: list[QKeySequence]
) -> dict[str, tuple[str, ...]]:
    """Return the person's keys after a command got these, which its holders lose."""
    found = {command_id: keys}
    for sequence in keys:
        for other in holders(commands, command_id, sequence):
            left = found.get(other.id, commands.keys(other.id))
            found[other.id] = [each for each in left if each != sequence]
    result = dict(own)
    for each, sequences in found.items():
        if sequences == key_sequences(commands.get(each).shortcut):
            result.pop(each, None)
        else:
            result[each] = tuple(sequence.toString() for sequence in sequences)
    return result
