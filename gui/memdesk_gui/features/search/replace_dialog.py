"""Replacing words in all documents: every place with a box, as it is and as it would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QWidget

from memdesk_gui.features.search.replacing import ReplaceDesk
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.lists.part_list import PartList, PartRow
from memdesk_gui.widgets.progress_row import ProgressRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.review.replace import DocumentReplacement, ReplacePlan, SkippedDocument

ROWS = 14
"""Rows that are seen at once; more are scrolled to."""

MOST_PLACES = 2_000
"""Places that are listed one by one; of more, only the documents."""


class ReplaceDialog(BaseDialog):
    """Asks for the words, shows what would become of each place, and has the chosen ones replaced."""

    wanted = Signal(object, object)
    """What was looked at (``ReplacePlan``), and the chosen places by document."""

    def __init__(self, replacing: ReplaceDesk, words: str, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Replace in all documents"), parent)
        self._replacing = replacing
        self._plan: ReplacePlan | None = None
        self._places: list[tuple[str, int]] = []
        self._working = False
        self.old, self.new = QLineEdit(words, self), QLineEdit(self)
        self.whole_word = QCheckBox(self.tr("Whole words"), self)
        self.case = QCheckBox(self.tr("Match case"), self)
        self.verdict = role_label("", "muted", self)
        self.list = PartList(self.tr("Places"), self, most=ROWS)
        self.progress = ProgressRow(self.tr("Progress"), self)
        self._lay_out()
        self.add_button(self.tr("Close"), self.close)
        self.go = self.add_button(self.tr("Replace"), self._go, primary=True)
        self.resize_by_text(110, 30)
        for field in (self.old, self.new):
            field.textChanged.connect(self._ask)
        for box in (self.whole_word, self.case):
            box.toggled.connect(self._ask)
        self.list.parts.chosen_changed.connect(self._tell)
        self.progress.looked.connect(self._show_progress)
        self.progress.cancelled.connect(self._stop)
        replacing.planned.connect(self._on_planned)
        replacing.done.connect(self._on_done)
        replacing.refused.connect(self._on_refused)
        self.finished.connect(lambda _result: replacing.stop_looking())
        self._ask()
        (self.new if words else self.old).setFocus()

    def chosen(self) -> dict[str, frozenset[int]]:
        """Return the places that are chosen, by document."""
        found: dict[str, set[int]] = {}
        for number in self.list.parts.chosen:
            uri, place = self._places[number]
            if place >= 0:
                found.setdefault(uri, set()).add(place)
            elif self._plan is not None and self._is_brief:
                every = next(each for each in self._plan.documents if each.uri == uri)
                found[uri] = set(range(len(every.places)))
        return {uri: frozenset(places) for uri, places in found.items()}

    @property
    def _is_brief(self) -> bool:
        return self._plan is not None and self._plan.places > MOST_PLACES

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, field in ((self.tr("Find"), self.old), (self.tr("Replace with"), self.new)):
            field.setAccessibleName(name)
            label = QLabel(name, self)
            label.setBuddy(field)
            form.addRow(label, field)
        options = QHBoxLayout()
        options.setSpacing(16)
        for box in (self.whole_word, self.case):
            box.setAccessibleName(box.text())
            options.addWidget(box)
        options.addStretch(1)
        form.addRow("", options)
        self.body.addLayout(form)
        for widget in (self.verdict, self.list, self.progress):
            self.body.addWidget(widget)
        self.body.addStretch(1)

    def _ask(self) -> None:
        """Look for what the fields say now."""
        from memdesk.text.replace import ReplaceQuery

        self._plan = None
        self.list.parts.set_rows(())
        self.list.hide()
        old = self.old.text()
        self.go.setEnabled(False)
        self.verdict.setText(self.tr("Looking through the documents…") if old else "")
        wanted = ReplaceQuery(
            old, self.new.text(), whole_word=self.whole_word.isChecked(), case=self.case.isChecked()
        )
        self._replacing.look_for(wanted if old else None)

    def _on_planned(self, planned: ReplacePlan) -> None:
        if self._working:
            return
        self._plan, self._places = planned, []
        rows = [self._left_row(each) for each in planned.left_out]
        for document in planned.documents:
            rows += self._rows(document)
        self.list.parts.set_rows(rows, choose=True)
        self.list.setVisible(bool(rows))
        self._tell()

    def _number(self, uri: str, place: int) -> int:
        self._places.append((uri, place))
        return len(self._places) - 1

    def _left_row(self, left: SkippedDocument) -> PartRow:
        reason = self.tr("left out: {reason}").format(reason=self._why(left))
        return PartRow(self._number(left.uri, -1), printable(left.uri), reason, fixed=True)

    def _why(self, left: SkippedDocument) -> str:
        words = {
            "not_json": self.tr("it cannot be read as JSON"),
            "too_large": self.tr("it is too large"),
            "changed_since": self.tr("the same line was changed meanwhile"),
        }
        return words.get(left.reason) or printable(left.message)

    def _rows(self, document: DocumentReplacement) -> list[PartRow]:
        count = self.tr("%n places", "", len(document.places))
        rows = [PartRow(self._number(document.uri, -1), printable(document.uri), count)]
        if not self._is_brief:
            for place, shown in enumerate(document.shown):
                line = self.tr("line {number}").format(number=shown.line)
                change = f"{printable(shown.before)} → {printable(shown.after)}"
                rows.append(PartRow(self._number(document.uri, place), line, change, level=1))
        return rows

    def _tell(self) -> None:
        """Say how many places there are, and are chosen."""
        if self._plan is None:
            return
        chosen = self.chosen()
        count = sum(map(len, chosen.values()))
        if self._plan.places:
            words = self.tr("{count} of %n places chosen", "", self._plan.places).format(count=count)
            documents = self.tr("%n documents", "", len(self._plan.documents))
            said = f"{words} · {documents}"
        else:
            said = self.tr("Nothing matches")
        self.verdict.setText(said)
        self.go.setEnabled(count > 0)

    def _go(self) -> None:
        if self._plan is None:
            return
        self._working = True
        for widget in (self.old, self.new, self.whole_word, self.case, self.list, self.go):
            widget.setEnabled(False)
        self.progress.begin()
        self.wanted.emit(self._plan, self.chosen())

    def _show_progress(self) -> None:
        now = self._replacing.progress
        words = self.tr("{done} of {total} documents").format(done=now.done, total=now.total)
        self.progress.show_steps(words, now.done, now.total)

    def _stop(self) -> None:
        self._replacing.progress.stopped = True

    def _on_done(self, _done: object) -> None:
        self.progress.end()
        self.close()

    def _on_refused(self, error: Exception) -> None:
        self.progress.end()
        self._working = False
        for widget in (self.old, self.new, self.whole_word, self.case, self.list):
            widget.setEnabled(True)
        self.verdict.setText(wording.error_text(error))
