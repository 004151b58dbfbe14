"""What it would do to take back many changes at once, shown before it is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.dialogs.base import BaseDialog
from memdesk_gui.models.review.review_words import obstacle_text
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.widgets.text.diff_view import DiffView
from memdesk_gui.writers import printable

if TYPE_CHECKING:
    from memdesk.review import Planned, Reversal

MOST = 200
"""Documents that are offered to look at."""


class ReversalDialog(BaseDialog):
    """Names every document that would change, and what stands in the way; all or nothing is done."""

    wanted = Signal()
    """The person has seen it and wants it done."""

    def __init__(self, context: AppContext, plan: Reversal, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Take changes back"), parent)
        self._plan = plan
        self.verdict = role_label(self._verdict(), "heading", self)
        self.verdict.setWordWrap(True)
        self.body.addWidget(self.verdict)
        self.problems = QPlainTextEdit("\n".join(self._obstacles()), self, readOnly=True)
        self.problems.setAccessibleName(self.tr("What stands in the way"))
        self.problems.setTabChangesFocus(True)
        self.problems.setMaximumHeight(self.fontMetrics().lineSpacing() * 7)
        self.problems.setVisible(bool(plan.obstacles))
        self.body.addWidget(self.problems)
        self.documents = Segments(self.tr("Documents that would change"), self)
        names = [(str(at), _name(each)) for at, each in enumerate(plan.documents[:MOST])]
        self.documents.set_choices(tuple(names))
        self.diff = DiffView(context.theme, context.jobs.read, self)
        self.documents.chosen.connect(self._show)
        self._build()

    def _build(self) -> None:
        for widget in (self.documents, self.diff):
            widget.setVisible(bool(self._plan.documents))
        self.body.addWidget(self.documents)
        self.body.addWidget(self.diff, 1)
        self.add_button(self.tr("Cancel"), self.close)
        count = len(self._plan.documents)
        self.go = self.add_button(self.tr("Take back in %n documents", "", count), self._go, primary=True)
        self.go.setEnabled(bool(count) and not self._plan.obstacles)
        self.resize_by_text(110, 30)
        if count:
            self._show("0")

    def _show(self, choice: str) -> None:
        planned = self._plan.documents[int(choice)]
        self.documents.set_current(choice)
        self.diff.show_texts(_text(planned.old), _text(planned.data), self.tr("now"), self.tr("then"))

    def _verdict(self) -> str:
        if self._plan.obstacles:
            return self.tr("%n changes cannot be taken back, so nothing is", "", len(self._plan.obstacles))
        if not self._plan.documents:
            return self.tr("Nothing of this is there any more")
        return self.tr("%n changes would be taken back; what came later is kept", "", len(self._plan.ids))

    def _obstacles(self) -> Iterator[str]:
        for obstacle in self._plan.obstacles:
            yield f"{printable(obstacle.uri)}: {obstacle_text(obstacle)}"

    def _go(self) -> None:
        self.wanted.emit()
        self.close()


def _name(planned: Planned) -> str:
    return printable(planned.uri.rpartition("/")[2])


def _text(data: bytes | None) -> str:
    from memdesk.text.encoding import decode

    return decode(data or b"").text
