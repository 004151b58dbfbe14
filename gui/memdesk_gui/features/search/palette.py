"""The command palette: everything the window can do now, by name, with its shortcut."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtWidgets import QWidget

from memdesk_gui.commands import Command, CommandRegistry
from memdesk_gui.context import AppContext
from memdesk_gui.features.chooser import Chooser
from memdesk_gui.widgets.fuzzy import FinderEntry, candidate
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow

_GROUPS = (
    (QT_TRANSLATE_NOOP("CommandPalette", "Documents"), "document edit files entry note merge share"),
    (QT_TRANSLATE_NOOP("CommandPalette", "Review"), "review records"),
    (QT_TRANSLATE_NOOP("CommandPalette", "Go"), "go search"),
    (QT_TRANSLATE_NOOP("CommandPalette", "History"), "history backup time"),
    (QT_TRANSLATE_NOOP("CommandPalette", "Agents"), "jobs memory tests policy tiers context"),
    (QT_TRANSLATE_NOOP("CommandPalette", "View"), "view"),
    (QT_TRANSLATE_NOOP("CommandPalette", "Folder"), "workspace app"),
    (QT_TRANSLATE_NOOP("CommandPalette", "Settings"), "settings"),
    (QT_TRANSLATE_NOOP("CommandPalette", "Help"), "help"),
)
"""What commands are about, by the first words of their ids."""
_HEADING = "heading:"
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

    def _on_found(self, keys: Sequence[str]) -> None:
        """Show what fits best; where nothing is asked, all commands by what they are about."""
        super()._on_found(keys if self.field.text().strip() else self._grouped())

    def _grouped(self) -> list[str]:
        """Return the commands used last, then the others below what they are about, with the headings."""
        left = dict.fromkeys(item.key for item in self._candidates)
        groups = [(self.tr("Used last"), [key for key in self._recent if key in left])]
        for title, prefixes in _GROUPS:
            about = frozenset(prefixes.split())
            keys = [key for key in left if key.partition(".")[0] in about and key not in groups[0][1]]
            groups.append((QCoreApplication.translate("CommandPalette", str(title)), keys))
        grouped = {key for _, keys in groups for key in keys}
        groups.append((self.tr("Other"), [key for key in left if key not in grouped]))
        return [key for title, keys in groups if keys for key in (f"{_HEADING}{title}", *keys)]

    def item(self, key: str) -> RowItem:
        """Return a command's row, or a heading."""
        if key.startswith(_HEADING):
            return RowItem(key, ListRow(key.removeprefix(_HEADING), heading=True))
        return row_of(self.context.commands, key, key)
