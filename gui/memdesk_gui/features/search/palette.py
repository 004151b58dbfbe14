"""The command palette: everything the window can do now, by name, with its shortcut."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.chooser import Chooser
from memdesk_gui.widgets.fuzzy import FinderEntry, candidate
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow


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
        found = sorted(
            (candidate(command.id, command.label) for command in commands), key=lambda item: item.folded
        )
        return lambda: tuple(found)

    def item(self, key: str) -> RowItem:
        """Return a command's row: name and shortcut."""
        commands = self.context.commands
        return RowItem(key, ListRow(commands.get(key).label, commands.shortcut_text(key)))
