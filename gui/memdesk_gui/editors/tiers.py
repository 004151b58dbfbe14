"""The hot tier as a page, the warm tier as a table with the details of one memory. Both are read-only."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from memdesk.systems.evoclaw.records import HotState, WarmEntry, WarmMemory
from memdesk_gui.buffer import DocumentBuffer
from memdesk_gui.context import AppContext
from memdesk_gui.editors.structured import StructuredEditor, above_below
from memdesk_gui.models import hot, warm_details
from memdesk_gui.models.passages import PassageModel
from memdesk_gui.models.warm import ENTRY_ROLE, SORT_ROLE, Column, WarmModel
from memdesk_gui.rows import KEY_ROLE
from memdesk_gui.widgets.passages import PASSAGE_ROLE, Passage, PassageList
from memdesk_gui.widgets.table import FilterProxy, PlainTable, filter_field

AGEING_MS = 60_000
SHARES = (5, 3, 0, 0, 0, 0, 0)
NARROW_CHARACTERS = 90
TRAIL_CHARACTERS = 48


class TiersEditor(StructuredEditor):
    """Shows what an agent keeps in mind (hot) or at hand (warm)."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.setAccessibleName("Tiers")
        self.hot = HotPage(context, self)
        self.warm = WarmPage(context, self)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.hot)
        self.pages.addWidget(self.warm)
        self.hot.place_changed.connect(self.trail_changed)
        self.warm.place_changed.connect(self.trail_changed)
        self._ageing = QTimer(self, interval=AGEING_MS)
        self._ageing.timeout.connect(self.refresh)
        self._ageing.start()
        self.body.addLayout(self.top_row(after=(self.warm.filter,)))
        self.body.addWidget(self.pages, 1)
        self.finish()

    @property
    def page(self) -> HotPage | WarmPage:
        """The page of the tier that the document keeps."""
        return self.hot if isinstance(self.buffer.parsed.record, HotState) else self.warm

    def refresh(self) -> None:
        """Show the tier as of now; ages and scores move on by themselves."""
        record = self.buffer.parsed.record
        if isinstance(record, HotState):
            self.hot.show_state(record)
        elif isinstance(record, WarmMemory):
            self.warm.show_memory(record)
        self.pages.setCurrentWidget(self.page)
        self.setFocusProxy(self.page.view)
        self.warm.filter.setVisible(self.page is self.warm)

    def set_editable(self, allowed: bool) -> None:
        """Change nothing: the tiers are shown, not edited."""

    def trail(self) -> tuple[str, ...]:
        """Return the current passage's part, or the current memory."""
        return self.page.trail()

    def reveal(self, fragment: str) -> None:
        """Go to a memory by its id, or to a part of the hot tier by its name."""
        self.page.reveal(fragment)

    def open_find(self) -> None:
        """Go to the filter, where there is one."""
        if self.page is self.warm:
            self.warm.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.warm.filter.selectAll()


class HotPage(QWidget):
    """Who the agent and its owner are, what goes on, what was learned."""

    place_changed = Signal()
    """Another passage is the current one."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._clock = context.clock
        self.model = PassageModel(self)
        self.view = PassageList(self.tr("Hot tier"), context.theme, self)
        self.view.setModel(self.model)
        self.view.selectionModel().currentChanged.connect(self.place_changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)

    def show_state(self, state: HotState) -> None:
        """Show the hot tier; the current passage stays the current one."""
        key = self.view.currentIndex().data(KEY_ROLE)
        self.model.show(hot.passages_of(state, self._clock.now()))
        if key and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.row_of(key))

    def trail(self) -> tuple[str, ...]:
        """Return the heading above the current passage."""
        for row in range(self.view.currentIndex().row(), -1, -1):
            passage: Passage = self.model.index(row).data(PASSAGE_ROLE)
            if passage.heading:
                return (passage.text,)
        return ()

    def reveal(self, fragment: str) -> None:
        """Go to a part by its name here or in the file, or to a passage by part and place (``lessons.2``)."""
        found = (self.model.row_of(key) for key in hot.places_of(fragment))
        index = next((index for index in found if index.isValid()), QModelIndex())
        if index.isValid():
            self.view.scrollTo(index, PassageList.ScrollHint.PositionAtTop)
            selectable = bool(index.flags() & Qt.ItemFlag.ItemIsSelectable)
            self.view.setCurrentIndex(index if selectable else self.model.index(index.row() + 1))


class WarmTable(PlainTable):
    """The table of memories; where it is narrow, what the details tell too makes room for the text."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave columns out or take them in, then divide the width."""
        narrow = event.size().width() < self.fontMetrics().averageCharWidth() * NARROW_CHARACTERS
        for column in (Column.IMPORTANCE, Column.ACCESSES):
            self.setColumnHidden(column, narrow)
        super().resizeEvent(event)


class WarmPage(QWidget):
    """Memories in a table; below it all there is about the current one."""

    place_changed = Signal()
    """Another memory is the current one."""

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
        self.details = PassageModel(self)
        self.panel = PassageList(self.tr("Memory details"), context.theme, self)
        self.panel.setModel(self.details)
        self.view.selectionModel().currentRowChanged.connect(self._on_row)
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
        entry = self._entry()
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

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(above_below(self.view, self.panel, self))

    def _entry(self) -> WarmEntry | None:
        entry = self.view.currentIndex().data(ENTRY_ROLE)
        return entry if isinstance(entry, WarmEntry) else None

    def _on_row(self) -> None:
        self._show_details()
        self.place_changed.emit()

    def _show_details(self) -> None:
        entry = self._entry()
        self.details.show(warm_details.passages_of(entry, self._clock.now()) if entry else ())
