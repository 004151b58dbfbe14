"""The warm tier as a table of memories, with a form for the current one."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from memdesk.systems.evoclaw.records import WarmEntry, WarmMemory
from memdesk_gui.context import AppContext
from memdesk_gui.editors.choice import StickySelection
from memdesk_gui.editors.models import warm_details
from memdesk_gui.editors.models.warm import SORT_ROLE, WarmColumn, WarmModel
from memdesk_gui.editors.structured import above_below
from memdesk_gui.editors.warm_form import WarmForm
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.lists.models.passages import PassageModel
from memdesk_gui.widgets.lists.passages import PassageList
from memdesk_gui.widgets.lists.table import FilterProxy, PlainTable, filter_field

SHARES = (7, 3, 0, 0, 0, 0, 0)
NARROW_CHARACTERS = 120
TRAIL_CHARACTERS = 48


class WarmTable(PlainTable):
    """The table of memories; where it is narrow, what the details tell too makes room for the text."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave columns out or take them in, then divide the width."""
        narrow = event.size().width() < self.fontMetrics().averageCharWidth() * NARROW_CHARACTERS
        for column in (WarmColumn.IMPORTANCE, WarmColumn.ACCESSES):
            self.setColumnHidden(column, narrow)
        super().resizeEvent(event)


class WarmPage(QWidget):
    """Memories in a table; below it the current one as a form, and all there is about it."""

    place_changed = Signal()
    """Another memory is the current one."""
    edited = Signal(object)
    """The chosen memory gets these values."""
    removal_wanted = Signal()
    """The chosen memory shall go."""
    left = Signal(object)
    """These texts were typed for a memory that is not shown any more, and not taken."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._clock = context.clock
        self.model = WarmModel(context.clock, self)
        self.rows = FilterProxy(self.model, self)
        self.rows.setSortRole(SORT_ROLE)
        self.rows.sort(WarmColumn.SCORE, Qt.SortOrder.DescendingOrder)
        self.view = WarmTable(self.tr("Warm tier"), self.rows, SHARES, self)
        self.view.horizontalHeader().setSortIndicator(WarmColumn.SCORE, Qt.SortOrder.DescendingOrder)
        self.view.setSortingEnabled(True)
        self.filter = filter_field(self.tr("Filter memories"), self.rows, self)
        self.view.filter_by(self.filter)
        self.view.set_main(WarmColumn.TEXT)
        self.details = PassageModel(self)
        self.panel = PassageList(self.tr("Memory details"), context.theme, self)
        self.panel.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # rows keep their width
        self.panel.setModel(self.details)
        self.form = WarmForm(self)
        self.choice = StickySelection(self.model.rows.roster, self.form)
        self._showing = False
        self.form.edited.connect(self.edited)
        self.form.removal_wanted.connect(self.remove)
        self.view.selectionModel().currentRowChanged.connect(self._on_row)
        self.view.delete_pressed.connect(self.remove)
        self._lay_out()

    def show_memory(self, memory: WarmMemory) -> None:
        """Show the warm tier; the current memory stays the current one."""
        self._showing = True
        self.model.show(memory.entries)
        self.model.age()
        begins, left = self.choice.settle(self.rows.mapToSource(self.rows.index(0, 0)).row())
        self.left.emit(left)
        self.view.select_row(self.rows.mapFromSource(self.model.index(self.choice.row, 0)))
        self._showing = False
        self._show_details()
        if begins:
            self.form.begin()

    def trail(self) -> tuple[str, ...]:
        """Return the beginning of the current memory."""
        entry = self.entry()
        if entry is None:
            return ()
        text = " ".join(entry.text.split())
        return (text if len(text) <= TRAIL_CHARACTERS else text[:TRAIL_CHARACTERS].rstrip() + "…",)

    def reveal(self, fragment: str) -> None:
        """Go to a memory by its id; a filter that hides it is cleared."""
        found = self.model.row_of(fragment)
        if not found.isValid():
            return
        if not self.rows.mapFromSource(found).isValid():
            self.filter.clear()
        self.view.setCurrentIndex(self.rows.mapFromSource(found))

    def choose_when_shown(self, identity: str) -> None:
        """Go to a memory that is about to come, and into its text."""
        self.filter.clear()
        self.choice.wait_for(identity)

    def remove(self) -> None:
        """Ask for the chosen memory to be removed."""
        if self.choice.row >= 0:
            self.removal_wanted.emit()

    def take_neighbour(self) -> None:
        """Go to the next memory: the person has removed the chosen one."""
        row = self.view.currentIndex().row()
        near = row + 1 if row + 1 < self.rows.rowCount() else row - 1
        neighbour = self.choice.number_at(self.rows.mapToSource(self.rows.index(near, 0)).row())
        self.left.emit(self.choice.take(neighbour))

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self.form.set_editable(allowed)

    def _lay_out(self) -> None:
        below = QSplitter(Qt.Orientation.Horizontal, self)
        below.setChildrenCollapsible(False)
        below.addWidget(self.form)
        below.addWidget(self.panel)
        below.setSizes([5000, 4000])  # shares: both grow and shrink alike
        in_column(above_below(self.view, below, self), on=self, margins=0)

    def entry(self) -> WarmEntry | None:
        """Return the chosen memory."""
        row = self.choice.row
        return self.model.entries[row] if row >= 0 else None

    def _on_row(self, current: QModelIndex) -> None:
        source = self.rows.mapToSource(current)
        if source.isValid() and not self._showing:
            self.left.emit(self.choice.take(self.choice.number_at(source.row())))
            self._show_details()
            self.place_changed.emit()

    def _show_details(self) -> None:
        entry = self.entry()
        self.form.setVisible(entry is not None or self.choice.gone)
        if entry is not None:
            self.form.show_entry(entry)
        self.details.show(warm_details.passages_of(entry, self._clock.now()) if entry else ())
