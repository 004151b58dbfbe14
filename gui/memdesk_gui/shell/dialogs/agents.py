"""The agents found on this computer, each with its folder; one click opens it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.shell.first_look import FirstLook, first_look
from memdesk_gui.shell.welcome import FolderRows, agent_row
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.scroll_page import ScrollPage

SHORTEST, HIGHEST = 8, 24
"""Lines of the dialog without a folder, and with many."""


class AgentsDialog(BaseDialog):
    """Looks anew whenever it is opened: names of folders are read, and no file."""

    chosen = Signal(Path)
    """The person wants to open this folder."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Agents on this computer"), parent)
        self.rows = FolderRows(context.theme, self)
        self.rows.chosen.connect(self._choose)
        self.said = role_label(self.tr("Looking…"), "muted", self)
        self.said.setWordWrap(True)
        self.body.addWidget(self.said)
        self.body.addWidget(ScrollPage(self.rows, self), 1)
        self.open_button = self.add_button(self.tr("Open another folder…"), self._open_folder)
        self.add_button(self.tr("Close"), self.close, primary=True)
        self._context = context
        self.resize_by_text(96, SHORTEST)
        context.jobs.read(partial(first_look, ()), self._on_looked)

    def _on_looked(self, look: FirstLook) -> None:
        found = look.agents or ()
        for agent in found:
            self.rows.add(agent_row(agent))
        if found:
            self.said.setText(self.tr("Only names of folders were read. A click opens one."))
            self.resize_by_text(96, min(SHORTEST + 2 * len(found), HIGHEST))
        else:
            self.said.setText(
                self.tr("No agent was found in the places that memdesk knows. Open its folder with Ctrl+O.")
            )

    def _open_folder(self) -> None:
        self.close()
        self._context.commands.run("workspace.open")

    def _choose(self, path: str) -> None:
        self.close()
        self.chosen.emit(Path(path))
