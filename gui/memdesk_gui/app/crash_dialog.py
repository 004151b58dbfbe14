"""Shown when something went wrong that nobody expected: the program goes on, nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from memdesk_gui.shell.dialogs.about import version_lines
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label


class CrashDialog(BaseDialog):
    """The report, to be copied; further errors are added to the same dialog."""

    def __init__(self, trace: str, open_log: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Something went wrong"), parent)
        self.body.addWidget(role_label(self.tr("memdesk ran into an unexpected error"), "heading", self))
        text = self.tr(
            "Your open documents are unchanged, and nothing was written. You can keep working. "
            "If this happens again, report it with the text below. Check it for private paths "
            "first."
        )
        explanation = role_label(text, "muted", self)
        explanation.setWordWrap(True)
        self.body.addWidget(explanation)
        self._report = QPlainTextEdit(self, readOnly=True)
        self._report.setAccessibleName(self.tr("Report"))
        self._report.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._report.setPlainText("\n".join((*version_lines(), "", trace)))
        self.body.addWidget(self._report, 1)
        self.add_button(self.tr("Open log"), open_log)
        self.add_button(self.tr("Copy report"), self._copy)
        self.add_button(self.tr("Continue"), self.close, primary=True)
        self.resize_by_text(90, 26)

    def add(self, trace: str) -> None:
        """Append one more error."""
        self._report.appendPlainText("\n" + trace)

    def report(self) -> str:
        """Return the text a person would send."""
        return self._report.toPlainText()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report())
