"""Buttons that run a command of the window and look as it does."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from memdesk.model import Kind
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.models.text_entries import in_memory, is_month, month_after


class EditorCommandButton(QPushButton):
    """Runs a command; what does not know the command (a part of the window alone) cannot be pressed."""

    def __init__(self, command_id: str, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._command_id, self._commands = command_id, context.commands
        if command_id in context.commands:
            context.commands.action(command_id).changed.connect(self._follow)
        self._follow()

    def run(self) -> None:
        """Run the command."""
        self._commands.run(self._command_id)

    def _follow(self) -> None:
        known = self._command_id in self._commands
        self.setEnabled(known and self._commands.action(self._command_id).isEnabled())
        self.setToolTip(self._commands.action(self._command_id).toolTip() if known else "")


class WeeksButton(EditorCommandButton):
    """Offers to split a month by week."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__("entry.split", context, parent)
        self.setText(self.tr("Split by week…"))
        self.setAccessibleName(self.tr("Split by week"))
        self.clicked.connect(self.run)


class WhatIfButton(EditorCommandButton):
    """Offers to try out other limits of a warm tier."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__("policy.what_if", context, parent)
        self.setText(self.tr("Try limits…"))
        self.setAccessibleName(self.tr("Try other limits"))
        self.clicked.connect(self.run)


class BoardButton(EditorCommandButton):
    """Offers the board of all tiers."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__("go.tiers", context, parent)
        self.setText(self.tr("Board"))
        self.setAccessibleName(self.tr("All tiers side by side"))
        self.clicked.connect(self.run)


class TopicButton(EditorCommandButton):
    """Offers the memories of the chosen topic."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__("tiers.topic", context, parent)
        self.setText(self.tr("Entries of this topic"))
        self.setAccessibleName(self.text())
        self.clicked.connect(self.run)


class MonthButton(EditorCommandButton):
    """Offers the months that an entry can go to."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__("entry.move", context, parent)
        self._buffer, self._context = buffer, context
        self._target = ""
        self.setText(self.tr("Move to month"))
        self.setAccessibleName(self.text())
        self.months = QMenu(self)
        self.months.aboutToShow.connect(self._fill)
        self.setMenu(self.months)

    @property
    def target(self) -> str:
        """The document that was chosen; the next month, or the newest other, where none was."""
        own = self._buffer.uri
        usual = month_after(own) if is_month(own) else next(iter(self._targets()), own)
        return self._target or usual

    def _fill(self) -> None:
        self.months.clear()
        for uri in self._targets():
            name = in_memory(uri).removeprefix("episodes/").removesuffix(".md")
            self.months.addAction(name, partial(self._go, uri))

    def _targets(self) -> list[str]:
        """Return the other documents beside this one, newest first, and the month that comes after it."""
        listing, own = self._context.bus.listing, self._buffer.uri
        documents = listing.documents if listing is not None else ()
        episodes = {info.uri for info in documents if info.kind is Kind.EPISODE}
        near = {uri for uri in episodes if uri.rpartition("/")[0] == own.rpartition("/")[0]}
        return sorted((near | {month_after(own)}) - {own}, reverse=True)

    def _go(self, uri: str) -> None:
        self._target = uri
        self.run()
        self._target = ""
