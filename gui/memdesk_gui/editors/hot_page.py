"""The hot tier as a page: who the agent and its owner are, what goes on, what was learned."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.systems.evoclaw.records import HotState
from memdesk_gui.context import AppContext
from memdesk_gui.editors.hot_form import HotForm, held_at
from memdesk_gui.models.families import hot
from memdesk_gui.models.lists.passages import PassageModel
from memdesk_gui.rows import KEY_ROLE
from memdesk_gui.widgets.labels import hairline
from memdesk_gui.widgets.lists.passages import PASSAGE_ROLE, Passage, PassageList


class HotPage(QWidget):
    """Who the agent and its owner are, what goes on, what was learned."""

    place_changed = Signal()
    """Another passage is the current one."""
    edited = Signal(object, str, str)
    """A field of what is ``Held`` gets this text."""
    removal_wanted = Signal(object)
    """What is ``Held`` shall go."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._clock = context.clock
        self._state: HotState | None = None
        self._next = ""
        self.form = HotForm(self)
        self.form.edited.connect(self.edited)
        self.form.removal_wanted.connect(self.removal_wanted)
        self.model = PassageModel(self)
        self.view = PassageList(self.tr("Hot tier"), context.theme, self)
        self.view.setModel(self.model)
        self.view.selectionModel().currentChanged.connect(self._on_current)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(hairline(self))
        column.addWidget(self.form)

    def show_state(self, state: HotState) -> None:
        """Show the hot tier; the current passage stays the current one."""
        key = self._next or self.view.currentIndex().data(KEY_ROLE)
        self._state = state
        self.model.show(hot.passages_of(state, self._clock.now()))
        if key and (self._next or not self.view.currentIndex().isValid()):
            self.view.setCurrentIndex(self.model.row_of(key))
        self._on_current()
        if self._next and self.view.currentIndex().data(KEY_ROLE) == self._next:
            self._next = ""
            self.form.begin()

    def choose_when_shown(self, key: str) -> None:
        """Go to a passage that is about to come, and into its first field."""
        self._next = key

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self.form.set_editable(allowed)

    def _on_current(self) -> None:
        self.form.show_held(held_at(self._state, self.key()) if self._state is not None else None)
        self.place_changed.emit()

    def key(self) -> str:
        """Return what the current passage is known by."""
        return str(self.view.currentIndex().data(KEY_ROLE) or "")

    def part_of(self, key: str) -> str:
        """Return the heading above a passage."""
        for row in range(self.model.row_of(key).row(), -1, -1):
            passage: Passage = self.model.index(row).data(PASSAGE_ROLE)
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
