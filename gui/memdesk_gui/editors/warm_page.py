"""The warm tier as a table of memories, with a form for the current one."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from memdesk.systems.evoclaw.records import WarmEntry, WarmMemory
from memdesk_gui.context import AppContext
from memdesk_gui.editors.structured import above_below
from memdesk_gui.editors.warm_form import Changes, WarmForm
from memdesk_gui.models.families import warm_details
from memdesk_gui.models.families.warm import ENTRY_ROLE, SORT_ROLE, Column, WarmModel
from memdesk_gui.models.lists.passages import PassageModel
from memdesk_gui.rows import KEY_ROLE
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
        for column in (Column.IMPORTANCE, Column.ACCESSES):
            self.setColumnHidden(column, narrow)
        super().resizeEvent(event)


class WarmPage(QWidget):
    """Memories in a table; below it the current one as a form, and all there is about it."""

    place_changed = Signal()
    """Another memory is the current one."""
    edited = Signal(object, object)
    """The memory at this place of the file gets these values."""
    removal_wanted = Signal(object)
    """The memory at this place of the file shall go."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._clock = context.clock
        self.model = WarmModel(context.clock, self)
        self.rows = FilterProxy(self.model, self)
        self.rows.setSortRole(SORT_ROLE)
        self.rows.sort(Column.SCORE, Qt.SortOrder.DescendingOrder)
        self.view = WarmTable(self.tr("Warm tier"), self.rows, SHARES, self)
        self.view.horizontalHeader().setSortIndicator(Column.SCORE, Qt.SortOrder.DescendingOrder)
        self.view.setSortingEnabled(True)
        self.filter = filter_field(self.tr("Filter memories"), self.rows, self)
        self.view.filter_by(self.filter)
        self.details = PassageModel(self)
        self.panel = PassageList(self.tr("Memory details"), context.theme, self)
        self.panel.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # rows keep their width
        self.panel.setModel(self.details)
        self.form = WarmForm(self)
        self.form.edited.connect(self._on_edited)
        self.form.removal_wanted.connect(self.remove)
        self.view.selectionModel().currentRowChanged.connect(self._on_row)
        self.view.delete_pressed.connect(self.remove)
        self._lay_out()

    def show_memory(self, memory: WarmMemory) -> None:
        """Show the warm tier; the current memory stays the current one."""
        key = self.view.currentIndex().data(KEY_ROLE)
        self.model.show(memory.entries)
        self.model.age()
        if not self.view.currentIndex().isValid():
            known = self.rows.mapFromSource(self.model.row_of(key)) if key else QModelIndex()
            self.view.setCurrentIndex(known if known.isValid() else self.rows.index(0, 0))
        self._show_details()

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

    def choose_last(self) -> None:
        """Go to the memory that was added last, and into its text."""
        self.filter.clear()
        self.view.setCurrentIndex(self.rows.mapFromSource(self.model.index(self.model.rowCount() - 1, 0)))
        self.form.begin()

    def remove(self) -> None:
        """Ask for the current memory to be removed."""
        entry = self.entry()
        if entry is not None:
            self.removal_wanted.emit(entry.key)

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self.form.set_editable(allowed)

    def _lay_out(self) -> None:
        below = QSplitter(Qt.Orientation.Horizontal, self)
        below.setChildrenCollapsible(False)
        below.addWidget(self.form)
        below.addWidget(self.panel)
        below.setSizes([5000, 4000])  # shares: both grow and shrink alike
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(above_below(self.view, below, self))

    def entry(self) -> WarmEntry | None:
        """Return the current memory."""
        entry = self.view.currentIndex().data(ENTRY_ROLE)
        return entry if isinstance(entry, WarmEntry) else None

    def _on_row(self) -> None:
        self._show_details()
        self.place_changed.emit()

    def _on_edited(self, changes: Changes) -> None:
        entry = self.entry()
        if entry is not None:
            self.edited.emit(entry.key, changes)

    def _show_details(self) -> None:
        entry = self.entry()
        self.form.setVisible(entry is not None)
        if entry is not None:
            self.form.show_entry(entry)
        self.details.show(warm_details.passages_of(entry, self._clock.now()) if entry else ())
