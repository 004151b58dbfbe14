"""The keys of the commands: found, changed, with a warning of who loses them, and brought back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QWidget

from memdesk.runtime.settings import Settings
from memdesk_gui.commands import Command, key_sequences
from memdesk_gui.context import AppContext
from memdesk_gui.features.settings.shortcuts_model import (
    ShortcutsModel,
    holders,
    is_for_typing,
    keys_text,
    rebound,
)
from memdesk_gui.widgets.find_controls import button
from memdesk_gui.widgets.labels import hairline, role_label, set_role
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.lists.rows import KEY_ROLE
from memdesk_gui.widgets.lists.table import FilterProxy, PlainTable

SIDE = 24


class ShortcutsView(QWidget):
    """A table of commands, and below it the keys of the current one."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.model = ShortcutsModel(context.commands, self)
        self._proxy = FilterProxy(self.model, self)
        self.table = PlainTable(self.tr("Commands and their keys"), self._proxy, (3, 2, 0), self)
        self.name = role_label("", "title", self)
        self.keys = QKeySequenceEdit(self)
        self.keys.setMaximumSequenceLength(1)
        self.warning = role_label("", "small", self)
        self.warning.setWordWrap(True)
        self.use = button(self.tr("Use these keys"), self._use, self, primary=True)
        self.remove = button(self.tr("No keys"), self._remove, self)
        self.reset = button(self.tr("Reset"), self._reset, self)
        self.reset_all = button(self.tr("Reset all"), self._reset_all, self)
        self._lay_out()
        self.table.selectionModel().currentChanged.connect(self._show_current)
        self.keys.keySequenceChanged.connect(self._judge)
        context.settings.subscribe(self._on_settings)
        context.commands.added.connect(self.refresh)
        self.refresh()

    @property
    def command(self) -> Command | None:
        """The command of the current row."""
        index = self._proxy.mapToSource(self.table.currentIndex())
        return self.model.command_at(index.row()) if index.isValid() else None

    def narrow(self, text: str) -> None:
        """Show only commands with these words in their names or keys."""
        self._proxy.set_words(text)
        if not self.table.currentIndex().isValid():
            self.table.select_row(self._proxy.index(0, 0))
        self._show_current()

    def enter(self) -> None:
        """Give the keyboard to the table."""
        if not self.table.currentIndex().isValid():
            self.table.select_row(self._proxy.index(0, 0))
        self.table.setFocus(Qt.FocusReason.TabFocusReason)

    def select(self, command_id: str) -> None:
        """Make this command the current one."""
        index = self.model.index(self.model.row_of(command_id), 0)
        self.table.select_row(self._proxy.mapFromSource(index))

    def refresh(self) -> None:
        """Show the keys in force."""
        current = self.table.currentIndex().data(KEY_ROLE)
        self.model.refresh(self._context.settings.value.shortcuts)
        if current is not None:
            self.select(current)
        if not self.table.currentIndex().isValid():
            self.table.select_row(self._proxy.index(0, 0))
        self.reset_all.setEnabled(bool(self.model.own))
        self._show_current()

    def _lay_out(self) -> None:
        self.setProperty("surface", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        hint = self.tr("Press the new keys here")
        self.keys.setAccessibleName(hint)
        for inner in self.keys.findChildren(QLineEdit):
            inner.setPlaceholderText(hint)
            inner.setAccessibleName(hint)
        self.keys.setMinimumWidth(self.fontMetrics().averageCharWidth() * 20)
        self.keys.setMaximumWidth(self.fontMetrics().averageCharWidth() * 32)
        row = in_row((self.keys, 1), self.use, self.remove, self.reset, None, spacing=8)
        above = in_row((self.name, 1), self.reset_all)
        below = in_column(above, row, self.warning, margins=(SIDE, 8, 16, 16), spacing=4)
        around = in_column(self.table, margins=(SIDE - 11, 0, 0, 0))
        in_column((around, 1), hairline(self), below, on=self, margins=0, spacing=0)

    def _show_current(self) -> None:
        command = self.command
        self.name.setText(command.label if command is not None else self.tr("No command matches."))
        found = self._context.commands.keys(command.id) if command is not None else []
        self.keys.setKeySequence(found[0] if found else QKeySequence())
        for control in (self.keys, self.remove, self.reset):
            control.setEnabled(command is not None)
        self._judge()

    def _judge(self) -> None:
        """Say what the keys that were pressed would mean, and whether they can be used."""
        command, keys = self.command, self.keys.keySequence()
        if command is None:
            self.warning.clear()
            self.use.setEnabled(False)
            return
        known = self._context.commands.keys(command.id)
        others = holders(self._context.commands, command.id, keys) if not keys.isEmpty() else []
        self.remove.setEnabled(bool(known))
        self.reset.setEnabled(command.id in self.model.own)
        fresh = not keys.isEmpty() and keys not in known
        self.use.setEnabled(fresh and not is_for_typing(keys))
        if fresh and is_for_typing(keys):
            words = self.tr("These keys are needed for typing. Add Ctrl or Alt, or take a function key.")
        elif fresh and others:
            text = self.tr("“{name}” has {keys} now, and would lose it.")
            words = text.format(keys=keys_text([keys]), name=", ".join(other.label for other in others))
        else:
            words = ""
        self.use.setText(self.tr("Assign to this command") if others and fresh else self.tr("Use these keys"))
        self.use.setAccessibleName(self.use.text())
        set_role(self.warning, "danger" if words else "small")
        self.warning.setText(words or self._comes_with(command))

    def _comes_with(self, command: Command) -> str:
        keys = keys_text(key_sequences(command.shortcut))
        if not keys:
            return self.tr("Comes without keys.")
        return self.tr("Comes with {keys}.").format(keys=keys)

    def _use(self) -> None:
        self._bind([self.keys.keySequence()])

    def _remove(self) -> None:
        self._bind([])

    def _reset(self) -> None:
        """Bring the keys back that the command comes with, or show who has them now."""
        command = self.command
        if command is None:
            return
        keys = key_sequences(command.shortcut)
        taken = [each for each in keys if holders(self._context.commands, command.id, each)]
        if taken:
            self.keys.setKeySequence(taken[0])
        else:
            self._bind(keys)

    def _reset_all(self) -> None:
        self._context.choose(shortcuts={})

    def _bind(self, keys: list[QKeySequence]) -> None:
        command = self.command
        if command is not None:
            self._context.choose(shortcuts=rebound(self._context.commands, self.model.own, command.id, keys))
            self.table.setFocus()

    def _on_settings(self, value: Settings) -> None:
        if value.shortcuts != self.model.own:
            self.refresh()
