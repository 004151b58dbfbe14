"""The context menu of a tab: which tabs are closed, and what can be done with its document."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from memdesk_gui.context import AppContext
from memdesk_gui.features.area.tabs import DocumentTabs
from memdesk_gui.features.document_paths import copy_path, show_in_file_manager

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk_gui.documents.buffer import DocumentBuffer

DEEDS = ("go.history", "document.lock")
"""The commands on the document in front."""


class TabMenu(QMenu):
    """What can be done with a tab; what concerns its document brings that to the front."""

    def __init__(self, context: AppContext, tabs: DocumentTabs, buffer: DocumentBuffer) -> None:
        super().__init__(tabs)
        self._context, self._tabs, self._buffer = context, tabs, buffer
        all_ = tabs.buffers()
        place = all_.index(buffer)
        self._close(self.tr("Close"), (buffer,))
        self._close(self.tr("Close others"), (*all_[:place], *all_[place + 1 :]))
        self._close(self.tr("Close those to the right"), all_[place + 1 :])
        self._close(self.tr("Close all"), all_)
        self.addSeparator()
        self.addAction(self.tr("Copy path"), partial(copy_path, context, buffer.uri))
        reveal = partial(show_in_file_manager, context, buffer.uri)
        self.addAction(self.tr("Show in file manager"), reveal)
        self.addSeparator()
        for name in DEEDS:
            if name in context.commands:
                action = context.commands.action(name)
                self.addAction(action.text(), partial(self._run, name))

    def _close(self, words: str, buffers: Sequence[DocumentBuffer]) -> None:
        emit = partial(self._tabs.several_close_requested.emit, tuple(buffers))
        self.addAction(words, emit).setEnabled(bool(buffers))

    def _run(self, name: str) -> None:
        self._context.documents.set_current(self._buffer)
        self._context.commands.refresh()
        self._context.commands.run(name)
