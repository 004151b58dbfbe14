"""A change with the later ones that build on it: which these are, and what reverting them together does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from memdesk_gui.bridge.row_words import told
from memdesk_gui.context import AppContext
from memdesk_gui.features.review.inbox_model import deed, facts
from memdesk_gui.features.review.revert_dialog import texts_of
from memdesk_gui.features.review.words import obstacle_text
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.lists.part_list import PartList, PartRow
from memdesk_gui.widgets.text.diff_view import DiffView
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.review import ReviewItem
    from memdesk_gui.features.review.controller import TogetherView


class LaterDialog(BaseDialog):
    """Lists all that goes together, the newest first, and shows what the documents become."""

    wanted = Signal()
    """The person has seen it and wants it done."""

    def __init__(self, context: AppContext, view: TogetherView, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Revert with later changes"), parent)
        self._view = view
        found = view.found
        self.verdict = role_label(self._verdict(), "heading", self)
        self.verdict.setWordWrap(True)
        self.list = PartList(self.tr("Changes to revert"), self)
        rows = [self._row(number, item) for number, item in enumerate(found.items)]
        self.list.parts.set_rows(rows)
        self.list.selectionModel().currentChanged.connect(self._show)
        self._name = role_label("", "muted", self)
        self._name.setWordWrap(True)
        self.diff = DiffView(context.theme, context.jobs.read, self)
        for widget in (self.verdict, self.list, self._name):
            self.body.addWidget(widget)
        self.body.addWidget(self.diff, 1)
        self.body.addStretch(0)
        self.add_button(self.tr("Cancel"), self.close)
        self.go = self.add_button(self.tr("Revert %n changes", "", len(found.items)), self._go, primary=True)
        self.go.setEnabled(found.is_possible)
        self.resize_by_text(110, 32)
        self.list.setFocus()
        if rows:
            self.list.setCurrentIndex(self.list.parts.index(0))

    def _verdict(self) -> str:
        """Say what would be done, or why it cannot."""
        found, later = self._view.found, len(self._view.found.later)
        if found.plan.obstacles:
            return obstacle_text(found.plan.obstacles[0])
        if not found.plan.documents:
            return self.tr("Nothing of this is left to revert.")
        if not later:
            return self.tr("No later change builds on this one: it can be reverted alone.")
        return self.tr(
            "Reverts this change and %n later changes that build on it. Keeps the rest.", "", later
        )

    def _row(self, number: int, item: ReviewItem) -> PartRow:
        """Return who wrote what; the document is named where there are several."""
        words = told(self._view.words[item.id]) if item.id in self._view.words else ""
        name = printable(item.uri)
        is_named = len({each.uri for each in self._view.found.items}) > 1 and bool(words)
        asked = self.tr("this change") if item.id in self._view.found.asked else ""
        said = " · ".join(filter(None, (asked, who(item.actor), words or name)))
        note = " · ".join(filter(None, (name if is_named else "", deed(item), facts(item))))
        return PartRow(number, said, note, fixed=True)

    def _show(self, index: QModelIndex) -> None:
        """Show what the document of a change would become."""
        row, found = self.list.parts.row_at(index), self._view.found
        if row is None:
            return
        item, documents = found.items[row.number], found.plan.documents
        planned = next((each for each in documents if item.uri in (each.uri, each.like)), None)
        planned = planned or next(iter(documents), None)
        self._name.setText(printable(planned.uri if planned is not None else item.uri))
        self.diff.setVisible(planned is not None)
        if planned is not None:
            self.diff.show_texts(*texts_of(planned), self.tr("now"), self.tr("then"))

    def _go(self) -> None:
        self.wanted.emit()
        self.close()
