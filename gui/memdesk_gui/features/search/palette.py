"""The command palette: everything the window can do now, by name, with its shortcut."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtWidgets import QWidget

from memdesk_gui.commands import Command, CommandRegistry
from memdesk_gui.context import AppContext
from memdesk_gui.features.chooser import Chooser
from memdesk_gui.widgets.fuzzy import FinderEntry, candidate
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow

_SWITCHED = QT_TRANSLATE_NOOP("CommandPalette", "On"), QT_TRANSLATE_NOOP("CommandPalette", "Off")


def candidate_of(command: Command) -> FinderEntry:
    """Return a command as something to be found by its name and its other words."""
    return candidate(command.id, command.label, command.words)


def row_of(commands: CommandRegistry, key: str, command_id: str) -> RowItem:
    """Return the row of a command: its name, how things stand, and its keys."""
    command = commands.get(command_id)
    state = command.state()
    if command.checked is not None:
        on, off = (QCoreApplication.translate("CommandPalette", str(word)) for word in _SWITCHED)
        state = on if command.checked() else off
    parts = (state, commands.shortcut_text(command_id))
    return RowItem(key, ListRow(command.label, " · ".join(part for part in parts if part)))


class CommandPalette(Chooser):
    """Finds and runs commands; the ones used last come first, those that are impossible now are left out."""

    own = "go.palette"

    def __init__(self, context: AppContext, window: QWidget) -> None:
        super().__init__("Command palette", self.tr("Find a command"), context, window)
        self.chosen.connect(context.commands.run)

    def candidates(self) -> Callable[[], tuple[FinderEntry, ...]]:
        """Return what makes a candidate of every command that can run."""
        commands = [
            command for command in self.context.commands if command.id != self.own and command.possible
        ]
        found = sorted(map(candidate_of, commands), key=lambda item: item.folded)
        return lambda: tuple(found)

    def item(self, key: str) -> RowItem:
        """Return a command's row."""
        return row_of(self.context.commands, key, key)
