"""The hot tier as a page: who the agent and its owner are, what goes on, what was learned."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from memdesk.systems.evoclaw.records import HotState
from memdesk_gui.context import AppContext
from memdesk_gui.editors.choice import StickySelection
from memdesk_gui.editors.hot_form import HotForm, held_at
from memdesk_gui.editors.models import hot
from memdesk_gui.widgets.labels import hairline
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.lists.models.passages import PassageModel
from memdesk_gui.widgets.lists.passages import PASSAGE_ROLE, PassageList, PassageRow


class HotPage(QWidget):
    """Who the agent and its owner are, what goes on, what was learned."""

    place_changed = Signal()
    """Another passage is the current one."""
    edited = Signal(str, str)
    """A field of the chosen thing gets this text."""
    removal_wanted = Signal()
    """The chosen thing shall go."""
    left = Signal(object)
    """These texts were typed for something that is not shown any more, and not taken."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._clock = context.clock
        self._state: HotState | None = None
        self._showing = False
        self.form = HotForm(self)
        self.form.edited.connect(self.edited)
        self.form.removal_wanted.connect(self.removal_wanted)
        self.model = PassageModel(self)
        self.view = PassageList(self.tr("Hot tier"), context.theme, self)
        self.view.setModel(self.model)
        self.choice = StickySelection(self.model.rows.roster, self.form)
        self.view.selectionModel().currentChanged.connect(self._on_current)
        in_column((self.view, 1), hairline(self), self.form, on=self, margins=0, spacing=0)

    def show_state(self, state: HotState) -> None:
        """Show the hot tier; the current passage stays the current one."""
        self._state, self._showing = state, True
        self.model.show(hot.passages_of(state, self._clock.now()))
        begins, left = self.choice.settle(-1)
        self.left.emit(left)
        if self.choice.row != self.view.currentIndex().row():
            self.view.setCurrentIndex(self.model.index(self.choice.row))
        self._showing = False
        self._show_chosen()
        if begins:
            self.form.begin()

    def choose_when_shown(self, name: Hashable) -> None:
        """Go to a passage that is about to come, by its first aspect, and into its first field."""
        self.choice.wait_for(name)

    def take_neighbour(self) -> None:
        """Go to the next thing of the part: the person has removed the chosen one."""
        rows, row = self.model.rows.items, self.choice.row
        near = (at for at in (row + 1, row - 1) if 0 <= at < len(rows) and not rows[at].heading)
        self.left.emit(self.choice.take(self.choice.number_at(next(near, -1))))

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self.form.set_editable(allowed)

    def _on_current(self, current: QModelIndex) -> None:
        if current.isValid() and not self._showing:
            self.left.emit(self.choice.take(self.choice.number_at(current.row())))
            self._show_chosen()

    def _show_chosen(self) -> None:
        if not self.choice.gone:
            self.form.show_held(held_at(self._state, self.key()) if self._state is not None else None)
        self.place_changed.emit()

    def key(self) -> str:
        """Return the part and place of the chosen passage; empty where there is none."""
        return self.model.rows.items[self.choice.row].key if self.choice.row >= 0 else ""

    def part_of(self, key: str) -> str:
        """Return the heading above a passage."""
        for row in range(self.model.row_of(key).row(), -1, -1):
            passage: PassageRow = self.model.index(row).data(PASSAGE_ROLE)
            if passage.heading:
                return passage.text
        return ""

    def trail(self) -> tuple[str, ...]:
        """Return the heading above the current passage."""
        part = self.part_of(self.key())
        return (part,) if part else ()

    def reveal(self, fragment: str) -> None:
        """Go to a part by its name here or in the file, or to a passage by part and place (``lessons.2``)."""
        found = (self.model.row_of(key) for key in hot.places_of(fragment))
        index = next((index for index in found if index.isValid()), QModelIndex())
        if index.isValid():
            self.view.scrollTo(index, PassageList.ScrollHint.PositionAtTop)
            selectable = bool(index.flags() & Qt.ItemFlag.ItemIsSelectable)
            self.view.setCurrentIndex(index if selectable else self.model.index(index.row() + 1))
