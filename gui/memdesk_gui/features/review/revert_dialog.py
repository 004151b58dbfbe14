"""What it would do to take back many changes at once: which go, which stay and why; some may be left out."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.review.inbox_model import deed, facts, key_of_change
from memdesk_gui.features.review.words import obstacle_text
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.lists.part_list import PartList, PartRow
from memdesk_gui.widgets.text.diff_view import DiffView
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.review import Planned, ReviewItem
    from memdesk_gui.features.review.controller import Undoing

ROWS = 8
"""Changes that are seen at once; more are scrolled to."""
WORDED = 200
"""Changes that are listed by what they say."""

Ask: TypeAlias = "Callable[[Collection[str], Callable[[Undoing], object]], object]"
"""Finds out what would be done without the changes that are left out."""


class ReversalDialog(BaseDialog):
    """Lists every change that is to be taken back, each with a box; what cannot go has none, but a reason."""

    wanted = Signal(object)
    """The person has seen it and wants it done, but for these changes, which stay."""

    def __init__(self, context: AppContext, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Revert changes"), parent)
        self._ask, self._words = ask, context.words
        self._known: Undoing | None = None
        self.verdict = role_label(self.tr("Checking what can be reverted…"), "heading", self)
        self.verdict.setWordWrap(True)
        self.list = PartList(self.tr("Changes to revert"), self, most=ROWS)
        self.list.parts.chosen_changed.connect(self._look)
        self.list.selectionModel().currentChanged.connect(self._show)
        self._name = role_label("", "muted", self)
        self._name.setWordWrap(True)
        self.diff = DiffView(context.theme, context.jobs.read, self)
        for widget in (self.verdict, self.list, self._name):
            self.body.addWidget(widget)
        self.body.addWidget(self.diff, 1)
        self.body.addStretch(0)
        self.add_button(self.tr("Cancel"), self.close)
        self.go = self.add_button(self.tr("Revert"), self._go, primary=True)
        self.go.setEnabled(False)
        self.resize_by_text(110, 32)
        self.list.setFocus()
        context.words.read.connect(self._list)
        self._ask((), self._on_known)

    @property
    def left(self) -> frozenset[str]:
        """The changes that the person left out."""
        known = self._known
        if known is None:
            return frozenset()
        return frozenset(
            item.id for number, item in enumerate(known.items) if number in self.list.parts.unchosen
        )

    def _look(self) -> None:
        """Find out what would be done with another choice."""
        self.go.setEnabled(False)
        self._ask(self.left, self._on_known)

    def _on_known(self, known: Undoing) -> None:
        is_first, self._known = self._known is None, known
        self._list(is_first=is_first)
        self._words.want(key_of_change(item) for item in known.items[:WORDED])
        self._tell()
        self._show(self.list.currentIndex())

    def _list(self, *, is_first: bool = False) -> None:
        """List the changes by what they say, as far as that is known; who reads them stays in their row."""
        known = self._known
        if known is None:
            return
        reasons = {obstacle.item: obstacle_text(obstacle) for obstacle in known.plan.obstacles}
        rows = [self._row(at, item, reasons.get(item.id, "")) for at, item in enumerate(known.items)]
        stay = [row for row in rows if row.fixed]
        current = self.list.currentIndex().row()
        self.list.parts.set_rows([*stay, *(row for row in rows if not row.fixed)], choose=is_first)
        if not self.list.currentIndex().isValid() and rows:
            first = len(stay) if len(stay) < len(rows) else 0
            self.list.setCurrentIndex(self.list.parts.index(first if current < 0 else current))

    def _row(self, number: int, item: ReviewItem, reason: str) -> PartRow:
        name = printable(f"{item.moved} → {item.uri}" if item.moved else item.uri)
        words = self._words.text(*key_of_change(item))
        note = f"{deed(item)} · {who(item.actor)} · {facts(item)}"
        if reason:
            note = self.tr("stays: {reason}").format(reason=reason)
        return PartRow(number, words or name, f"{name} · {note}" if words else note, fixed=bool(reason))

    def _tell(self) -> None:
        """Say how many go and how many stay."""
        known = self._known
        if known is None:
            return
        going = len(known.plan.ids) if known.plan.documents else 0
        stay = len(known.items) - len(known.plan.ids)
        if going:
            said = self.tr("Reverts %n changes and keeps later ones", "", going)
        elif known.plan.obstacles:
            said = self.tr("None of this can be reverted")
        else:
            said = self.tr("Nothing left to revert")
        stays = self.tr("%n stay as they are", "", stay) if going and stay else ""
        self.verdict.setText(" · ".join(filter(None, (said, stays))))
        words = self.tr("Revert %n changes", "", going) if going else self.tr("Revert")
        self.go.setText(words)
        self.go.setAccessibleName(words)
        self.go.setEnabled(bool(going))

    def _show(self, index: QModelIndex) -> None:
        """Show what the document of a change would become."""
        row, known = self.list.parts.row_at(index), self._known
        if row is None or known is None:
            return
        item = known.items[row.number]
        planned = next((each for each in known.plan.documents if item.uri in (each.uri, each.like)), None)
        name = printable(item.uri)
        stays = self.tr("stays as it is")
        if row.fixed:
            said = sentences((name, row.note.removeprefix(f"{name} · ")))
        else:
            said = name if planned else f"{name} · {stays}"
        self._name.setText(said)
        self.diff.setVisible(planned is not None)
        if planned is not None:
            self.diff.show_texts(*texts_of(planned), self.tr("now"), self.tr("then"))

    def _go(self) -> None:
        self.wanted.emit(self.left)
        self.close()


def texts_of(planned: Planned) -> tuple[str, str]:
    """Return what a document is and what it would become, as text."""
    from memdesk.text.encoding import decode

    old, new = (decode(side or b"").text for side in (planned.old, planned.data))
    return old, new
