"""Text as it is, in a fixed-width font: JSON, logs, whatever has no editor of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from memdesk.model import Problem
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.text import TextEditor
from memdesk_gui.theme.icons import icon
from memdesk_gui.widgets.find_controls import button
from memdesk_gui.widgets.layouts import in_row
from memdesk_gui.widgets.text.grammar import json_line, plain
from memdesk_gui.wording.wording import problem_text

if TYPE_CHECKING:
    from memdesk_gui.documents.blame import OriginTarget


class RawEditor(TextEditor):
    """Edits the text itself; problems are named and lead to their line."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        grammar = json_line if buffer.uri.endswith(".json") else plain
        super().__init__(buffer, context, parent, grammar=grammar, mono=True)
        self.problem_line = QPushButton(self)
        self.problem_line.setProperty("link", True)
        self.problem_line.setIcon(icon("danger", context.theme, "danger"))
        self.problem_line.clicked.connect(self.go_to_problem)
        if buffer.read_only_reason == "binary":
            self.view.setLineWrapMode(self.view.LineWrapMode.NoWrap)
        self.pager = Pager(buffer, self)
        self.body.addWidget(self.pager)
        self.body.addWidget(self.view, 1)
        foot = in_row(self.problem_line, None, margins=(24, 4, 24, 4))
        self.body.addLayout(foot)
        buffer.parsed_changed.connect(self._show_problems)
        self._show_problems()

    def place(self) -> OriginTarget | None:
        """Return the caret's line; the bytes of what is no text have no lines of their own."""
        return None if self.buffer.read_only_reason == "binary" else super().place()

    def go_to_problem(self) -> None:
        """Put the caret where the first problem is."""
        problem = self._first_problem()
        if problem is not None and problem.line is not None:
            self.view.go_to(self.numbers().piece(problem.line), problem.column or 1)
            self.view.setFocus()

    def _first_problem(self) -> Problem | None:
        return next(iter(self.buffer.problems), None)

    def _show_problems(self) -> None:
        problem = self._first_problem()
        lines = {found.line - 1: problem_text(found) for found in self.buffer.problems if found.line}
        self.view.gutter.set_problems(lines)
        self.problem_line.setVisible(problem is not None)
        if problem is not None:
            self.problem_line.setText(problem_text(problem))
            self.problem_line.setAccessibleName(self.tr("Problem: {text}").format(text=problem_text(problem)))


class Pager(QWidget):
    """Previous and next page of a document that is too large to be shown at once."""

    def __init__(self, buffer: DocumentBuffer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buffer = buffer
        self._place = QLabel(self)
        self._place.setProperty("role", "small")
        self._previous = button(self.tr("Previous page"), self._go_back, self)
        self._next = button(self.tr("Next page"), self._go_on, self)
        in_row(self._place, None, self._previous, self._next, on=self, margins=(24, 4, 24, 4))
        self.setVisible(bool(buffer.pages))
        self._show()

    def _go_back(self) -> None:
        self._buffer.show_page(self._buffer.page - 1)
        self._show()

    def _go_on(self) -> None:
        self._buffer.show_page(self._buffer.page + 1)
        self._show()

    def _show(self) -> None:
        page, count = self._buffer.page, len(self._buffer.pages)
        self._place.setText(self.tr("Page {page} of {count}").format(page=page + 1, count=count))
        self._previous.setEnabled(page > 0)
        self._next.setEnabled(page + 1 < count)
