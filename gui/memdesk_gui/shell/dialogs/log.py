"""The last log lines, live, by level."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from memdesk.runtime.log import KEPT_LINES, RingHandler
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.spin_box import ChoiceBox


class LogDialog(BaseDialog):
    """Shows the ring of the last lines and follows it."""

    _arrived = Signal(int, str)

    def __init__(self, ring: RingHandler, file: Path, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Log"), parent)
        self._ring, self._file = ring, file
        self._level = ChoiceBox(self)
        self._level.setAccessibleName(self.tr("Minimum level"))
        for text, level in (
            (self.tr("Everything"), logging.DEBUG),
            (self.tr("Warnings and errors"), logging.WARNING),
            (self.tr("Errors"), logging.ERROR),
        ):
            self._level.addItem(text, level)
        self._level.currentIndexChanged.connect(self._fill)
        self._lines = QPlainTextEdit(self, readOnly=True, maximumBlockCount=KEPT_LINES)
        self._lines.setAccessibleName(self.tr("Log lines"))
        self._lines.setFont(theme.mono_font())
        self._lines.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.body.addWidget(self._level, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self._lines, 1)
        self.add_button(self.tr("Copy"), self._copy)
        self.add_button(self.tr("Open folder"), self._open_folder)
        self.add_button(self.tr("Close"), self.close, primary=True)
        self._arrived.connect(self._add, Qt.ConnectionType.QueuedConnection)
        ring.listener = self._arrived.emit
        self.resize_by_text(120, 30)
        self._fill()

    def done(self, result: int) -> None:
        """Stop following."""
        self._ring.listener = None
        super().done(result)

    def text(self) -> str:
        """Return the lines on the screen."""
        return self._lines.toPlainText()

    def _fill(self) -> None:
        least = self._level.currentData()
        lines = (line for level, line in tuple(self._ring.records) if level >= least)
        self._lines.setPlainText("\n".join(lines))
        self._lines.verticalScrollBar().setValue(self._lines.verticalScrollBar().maximum())

    def _add(self, level: int, line: str) -> None:
        if level >= self._level.currentData():
            self._lines.appendPlainText(line)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._file.parent)))
