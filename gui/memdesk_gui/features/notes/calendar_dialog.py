"""The daily notes by their day: a month, and the notes of the chosen day to be opened or begun."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from html import escape

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QWidget

from memdesk.model import Origin
from memdesk_gui.features.notes.day_notes import DayNote
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.day_calendar import DayCalendar
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack
from memdesk_gui.widgets.lists.models.row_model import RowItem, RowModel
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.lists.row_list import RowList
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable


class NoteCalendarDialog(BaseDialog):
    """Chooses a day's note."""

    wanted = Signal(object)
    """This document is to be opened (its uri)."""
    begun = Signal(object)
    """The note of this day is to be begun."""

    def __init__(self, theme: Theme, today: date, *, begins: bool, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Calendar of daily notes"), parent)
        self._theme, self._begins = theme, begins
        self._notes: Mapping[date, tuple[DayNote, ...]] = {}
        self._is_read = False
        self.model = RowModel(self)
        self.calendar = DayCalendar(self.tr("Calendar of daily notes"), theme, today, self)
        self.month = role_label("", "small", self)
        self.title = role_label("", "title", self)
        self.list = RowList(self.tr("Notes of this day"), RowDelegate(theme, parent=self), parent=self)
        self._empty = EmptyState(theme, "kind-daily_note", self.tr("No note"), parent=self)
        self._lay_out()
        self.add_button(self.tr("Close"), self.close)
        self.go = self.add_button(self.tr("&Open"), self._go, primary=True)
        self._connect()
        self.resize_by_text(104, 24)
        self._show_month()
        self._show_day()
        self.calendar.setFocus()

    def show_notes(self, notes: Mapping[date, tuple[DayNote, ...]]) -> None:
        """Show these notes; the chosen day stays."""
        self._notes, self._is_read = notes, True
        self.calendar.set_marks({day: _writers(found) for day, found in notes.items()})
        self._show_month()
        self._show_day()

    def _lay_out(self) -> None:
        self._pages = in_stack(self.list, self._empty)
        left = in_column((self.calendar, 1), self.month, spacing=8)
        right = in_column(self.title, (self._pages, 1), spacing=8)
        self.body.addLayout(in_row((left, 3), (right, 2), spacing=24))

    def _connect(self) -> None:
        self.list.show_keyed(self.model)
        self.list.doubleClicked.connect(self._go)
        self.calendar.currentPageChanged.connect(self._show_month)
        self.calendar.selectionChanged.connect(self._show_day)
        self.calendar.activated.connect(self._go)

    def _show_month(self) -> None:
        year, month = self.calendar.yearShown(), self.calendar.monthShown()
        count = sum(
            len(found) for day, found in self._notes.items() if (day.year, day.month) == (year, month)
        )
        words = self.tr("%n notes in {month}", "", count)
        said = words.format(month=wording.month_name(year, month))
        self.month.setText(said if self._is_read else "")

    def _show_day(self) -> None:
        found = self._notes.get(self.calendar.day, ())
        self.title.setText(QLocale().toString(self.calendar.selectedDate(), QLocale.FormatType.LongFormat))
        self.model.set_items([_item(note) for note in found])
        if found and not self.list.current_key():
            self.list.select(found[0].info.uri)
        self._pages.setCurrentIndex(0 if found else 1)
        self._empty.set_text(self.tr("No note") if self._is_read else self.tr("Reading the notes…"))
        self.go.setText(self.tr("&Open") if found or not self._begins else self.tr("&Create this day’s note"))
        self.go.setAccessibleName(self.go.text().replace("&", ""))
        self.go.setEnabled(bool(found) or (self._begins and self._is_read))
        self.calendar.setAccessibleDescription(f"{self.title.text()}, {self.month.text()}")

    def _go(self) -> None:
        """Open the chosen note, or have the day's begun."""
        if not self.go.isEnabled():
            return
        uri = self.list.current_key() if self.calendar.day in self._notes else ""
        if uri:
            self.wanted.emit(uri)
        else:
            self.begun.emit(self.calendar.day)
        self.close()


def _writers(notes: tuple[DayNote, ...]) -> tuple[Origin, ...]:
    """Return who wrote a day's notes, each once and in a fixed order."""
    known = {note.origin for note in notes}
    return tuple(origin for origin in Origin if origin in known)


def _item(note: DayNote) -> RowItem:
    system = wording.system_name(note.info.system)
    row = ListRow(printable(note.info.title), system, origin=note.origin)
    return RowItem(note.info.uri, row, f"<p>{escape(printable(note.info.uri))}</p>")
