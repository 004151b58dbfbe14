"""The Summary line of a fact or an episode, above its text, and the way to make it anew."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk.model import DocumentInfo, Kind
from memdesk.systems.pegasus.summary import SummaryStatus, refreshed, standing
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.documents.state import Stage
from memdesk_gui.editors.structured import SIDE
from memdesk_gui.widgets.labels import ElidedLabel, hairline, role_label, set_tip
from memdesk_gui.widgets.layouts import in_column, in_row


def has_summary(info: DocumentInfo) -> bool:
    """Say whether agents know a document by its Summary line."""
    return info.system == "pegasus" and info.kind in (Kind.FACT, Kind.EPISODE)


class SummaryBar(QWidget):
    """Shows what the Summary line in the text says; a button makes it anew from what the text holds.

    A text too large for work on all of it after each change has no bar; jobs make its line anew.
    """

    renewed = Signal()
    """The line was made anew, in one step of undo."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Summary"))
        self._buffer, self._jobs = buffer, context.jobs
        self._standing: SummaryStatus | None = None
        self._looks = 0
        self._busy = False
        self._covers = NO_COVERS
        self.line = ElidedLabel("", parent=self)
        self.button = QPushButton(self.tr("Update summary"), self)
        self.button.setAccessibleName(self.button.text())
        self.button.setProperty("link", True)
        self.button.clicked.connect(self.renew)
        self._lay_out()
        self._show()
        buffer.parsed_changed.connect(self._look)
        buffer.disk_changed.connect(self._show)
        buffer.steps.running.connect(self._on_running)
        self._look()

    def renew(self) -> None:
        """Make the line anew from the text as it is now."""
        text = self._buffer.text()
        self._jobs.read(partial(refreshed, text), partial(self._put, text))

    def set_covers(self, covers: SecretMask) -> None:
        """Cover these secrets in the line, and no others."""
        self._covers = covers
        self._show()

    def _put(self, before: str, after: str) -> None:
        if self._buffer.text() != before:
            self.renew()
            return
        self._buffer.replace(after)
        self.renewed.emit()

    def _look(self) -> None:
        self._looks += 1
        self.setHidden(self._buffer.large)
        if self._buffer.large or self._buffer.stage is Stage.LOADING:
            return
        self._jobs.read(partial(standing, self._buffer.text()), partial(self._on_looked, self._looks))

    def _on_looked(self, look: int, found: SummaryStatus) -> None:
        if look == self._looks:
            self._standing = found
            self._show()

    def _on_running(self, running: bool) -> None:
        self._busy = running
        self._show()

    def _show(self) -> None:
        if self._standing is None:  # nobody has looked yet: that there is no summary may be untrue
            self.button.setEnabled(False)
            return
        said, renewed = self._covers.shown(self._standing.said), self._standing.renewed
        self.line.setText(said or self.tr("None yet"))
        set_tip(self.line, said)
        self.line.setAccessibleName(self.tr("Summary: {text}").format(text=self.line.text()))
        self.button.setEnabled(bool(renewed) and self._buffer.editable and not self._busy)
        self.button.setToolTip(self._hint(renewed))
        self.button.setAccessibleDescription(self.button.toolTip())

    def _hint(self, renewed: str) -> str:
        if not self._buffer.editable:
            return self.tr("This document cannot be changed")
        if not renewed:
            return self.tr("The summary is up to date")
        return self.tr("It would say: {text}").format(text=renewed)

    def _lay_out(self) -> None:
        row = in_row(
            role_label(self.tr("Summary"), "muted", self),
            self.line,
            None,
            self.button,
            margins=(SIDE, 4, SIDE, 4),
            spacing=8,
        )
        in_column(row, hairline(self), on=self, margins=0, spacing=0)
