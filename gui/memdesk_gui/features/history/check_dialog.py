"""What a check of the history found: a verdict, what there is, and every problem with where it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.store import HistoryReport, IntegrityFinding


class HistoryCheckDialog(BaseDialog):
    """Waits for the report, then shows it."""

    set_aside = Signal()
    """What stands in the place of memdesk's own files is to be moved out of the way."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Check history"), parent)
        self.verdict = role_label(self.tr("Reading every version…"), "heading", self)
        self.verdict.setAccessibleName(self.tr("Result"))
        self.facts = role_label("", "muted", self)
        self.facts.setAccessibleName(self.tr("What there is"))
        self.facts.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        for label in (self.verdict, self.facts):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
            self.body.addWidget(label)
        self.problems = QPlainTextEdit(self, readOnly=True)
        self.problems.setAccessibleName(self.tr("Problems"))
        self.problems.setTabChangesFocus(True)
        self.problems.hide()
        self.body.addWidget(self.problems, 100)
        self.body.addStretch(1)
        self.aside = self.add_button(self.tr("Set aside"), self.set_aside.emit)
        self.aside.hide()
        self.copy = self.add_button(self.tr("Copy"), self._copy)
        self.copy.setEnabled(False)
        self.add_button(self.tr("Close"), self.close, primary=True)
        self.resize_by_text(90, 14)

    def show_report(self, report: HistoryReport) -> None:
        """Show what was found."""
        self.verdict.setText(self._verdict(report))
        self.facts.setText("\n".join(self._facts(report)))
        self.problems.setPlainText("\n".join(map(_line, report.findings)))
        self.aside.setVisible(any(each.problem.code == "record_misplaced" for each in report.findings))
        if report.findings:
            self.problems.show()
            self.resize_by_text(90, 22)
        self.copy.setEnabled(True)

    def show_failure(self, error: Exception) -> None:
        """Say why there is no report."""
        self.verdict.setText(wording.error_text(error))

    def text(self) -> str:
        """Return all that is shown, as a person would send it."""
        parts = (self.verdict.text(), self.facts.text(), self.problems.toPlainText())
        return "\n\n".join(part for part in parts if part)

    def _verdict(self, report: HistoryReport) -> str:
        if not report.versions and not report.operations and not report.findings:
            return self.tr("No history yet. It starts with your first save.")
        if report.ok:
            return self.tr("All versions are intact")
        return self.tr("%n problems found", "", len(report.findings))

    def _facts(self, report: HistoryReport) -> Iterator[str]:
        if report.versions:
            size = wording.size_text(report.bytes)
            yield self.tr("%n versions kept, {size} on disk.", "", report.versions).format(size=size)
        if report.since is not None:
            since = wording.exact_time(report.since)
            yield self.tr("%n changes recorded since {since}.", "", report.operations).format(since=since)
        if report.gone:
            yield self.tr("%n older versions are no longer kept.", "", report.gone)
        if report.collectable.gone:
            size = wording.size_text(report.collectable.bytes)
            count = len(report.collectable.gone)
            yield self.tr("%n versions will be removed at the next cleanup ({size}).", "", count).format(
                size=size
            )

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())


def _line(finding: IntegrityFinding) -> str:
    return f"{printable(finding.uri)}: {wording.problem_text(finding.problem)}"
