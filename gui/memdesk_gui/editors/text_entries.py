"""A Markdown document by its entries: a table of them, the chosen one below it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QWidget

from memdesk.model import Kind, Unit
from memdesk.runtime.clock import local_time
from memdesk.text.fragment import meant
from memdesk.text.markdown_entries import Split, added, moved, removed, retitled, rewritten
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.choice import StickySelection
from memdesk_gui.editors.command_buttons import MonthButton, WeeksButton
from memdesk_gui.editors.models.text_entries import (
    TITLE,
    UNDER,
    WHEN,
    WORDS,
    TextEntriesModel,
    TextEntry,
    aspects_of,
    in_memory,
    is_month,
    known_by,
    new_entry,
    read_entries,
)
from memdesk_gui.editors.structured import SIDE, StructuredEditor, above_below, push_button, scrolled
from memdesk_gui.editors.text_entry_form import TextEntryForm
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.layouts import in_row
from memdesk_gui.widgets.lists.models.records import one_line
from memdesk_gui.widgets.lists.table import FilterProxy, PlainTable, filter_field
from memdesk_gui.wording.roster import Sought
from memdesk_gui.wording.wording import count_text

TRAIL = 40
"""Characters of an entry without a title that stand for it in the breadcrumbs."""

Edit = Callable[[Split, str, int], str]


class TextEntriesPage(StructuredEditor):
    """Adds, writes, moves and deletes entries; an edit changes nothing of the text but its entry.

    The chosen entry is known by its title and what it says: so an edit finds it in the newest text.
    """

    def __init__(
        self, split: Split, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None
    ) -> None:
        super().__init__(buffer, context, parent)
        self._split: Split = lru_cache(maxsize=4)(split)
        self._looks = 0
        self._showing = False
        self._shown: int | None = None
        self._made: TextEntry | None = None
        kind = buffer.info.kind
        self.model = TextEntriesModel(kind, context.theme, self)
        self.proxy = FilterProxy(self.model, self)
        self.filter = filter_field(self.tr("Filter entries"), self.proxy, self)
        self.table = PlainTable("Entries table", self.proxy, (2, 4, 0, 1), self)
        self.table.filter_by(self.filter)
        self.table.set_main(WORDS)
        self.show_hidden(self.proxy, self.filter)
        self.show_writers(self.table, self._place_of)
        self.form = TextEntryForm(kind, context.theme, self)
        self.choice = StickySelection(self.model.rows.roster, self.form)
        self._form_part = scrolled(self.form, self)
        self.add_button = push_button(self.tr("Add entry"), self, self.add)
        self.month_button = MonthButton(buffer, context, self)
        self.nothing = self._new_nothing(kind)
        self._lay_out()
        self._connect()
        self.finish()

    def refresh(self) -> None:
        """Read the entries of the text as it is now, off the GUI thread."""
        self._looks += 1
        text, revision = self.buffer.text(), self.buffer.text_document.revision()
        read = partial(read_entries, self._split, text)
        self.context.jobs.read(read, partial(self._on_read, self._looks, revision))

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        place = self.choice.row
        movable = allowed and self.movable
        self.form.set_editable(allowed)
        self.form.set_movable(movable and place > 0, movable and place + 1 < self.model.rowCount())
        self.add_button.setEnabled(allowed)

    @property
    def is_orphaned(self) -> bool:
        """Whether the form shows an entry that is not there any more."""
        return self.choice.gone

    @property
    def movable(self) -> bool:
        """Whether the chosen entry can go up or down: not while others are out of sight."""
        return self.choice.row >= 0 and self.can_edit and not self.filter.text()

    def trail(self) -> tuple[str, ...]:
        """Return the title of the chosen entry, or its first words."""
        entry = self.entry()
        if entry is None:
            return ()
        words = entry.title or one_line(entry.words)
        return (words if len(words) <= TRAIL else words[:TRAIL].rstrip() + "…",)

    def place(self) -> OriginTarget | None:
        """Return the lines of the chosen entry."""
        return self._place_of(str(self.choice.row))

    def _place_of(self, key: str) -> OriginTarget | None:
        if not key.isdigit() or int(key) >= self.model.rowCount():
            return None
        entry = self.model.record(int(key))
        return OriginTarget(entry.line, entry.title, end=entry.end)

    def knows(self, fragment: str) -> bool:
        """Say whether there is an entry with this title."""
        return self._titled(fragment) is not None

    def reveal(self, fragment: str) -> None:
        """Choose the entry with this title."""
        found = self._titled(fragment)
        if found is not None:
            self.filter.clear()
            self._choose(found)

    def open_find(self) -> None:
        """Go to the filter."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def entry(self) -> TextEntry | None:
        """Return the chosen entry."""
        return self.model.record(self.choice.row) if self.choice.row >= 0 else None

    def add(self) -> None:
        """Add an entry at the end and let the person write it."""
        kind, title = self.buffer.info.kind, self.tr("New entry")
        entry = new_entry(kind, title, local_time(self.context.clock).date())
        if self.apply(lambda text: added(self._split, text, entry)):
            self.filter.clear()
            self.choice.wait_for(aspects_of(self._split, self.buffer.text())[-1][0])

    def delete(self) -> None:
        """Delete the chosen entry; the next one is chosen."""
        row = self.choice.row
        near = row + 1 if row + 1 < self.model.rowCount() else row - 1
        neighbour = self.choice.number_at(near)
        if self._edit(removed):
            self.left.keep(self.choice.take(neighbour))

    def move_entry(self, step: int) -> None:
        """Let the chosen entry change places with the one before or behind it."""
        if self.movable and 0 <= self.choice.row + step < self.model.rowCount():
            self._edit(partial(_moved, step=step))

    def wanted_of_job(self, job: str) -> dict[str, str] | None:
        """Return what a job on the whole memory is asked for from here; None where it is not offered."""
        uri, kind = self.buffer.uri, self.buffer.info.kind
        if kind is Kind.EPISODE and job == "split-month" and is_month(uri):
            return {"path": in_memory(uri)}
        sought = self.choice.sought()
        if kind is not Kind.EPISODE or job != "move-entry" or sought is None:
            return None
        text = self.buffer.text()
        place = sought.find(aspects_of(self._split, text))
        if place is None:
            return None
        piece, target = self._split(text)[place], in_memory(self.month_button.target)
        return {"path": in_memory(uri), "heading": piece.title, "to": target, "line": str(piece.line)}

    def _new_nothing(self, kind: Kind) -> EmptyState:
        """Return what is shown where there is no entry."""
        add = QAction(self.tr("Add entry"), self)
        add.triggered.connect(self.add)
        said = self.tr("Each item of a list, like “- Name: Ann”, is an entry.")
        if kind is not Kind.FACT:
            said = self.tr("Each section with a heading of two signs, like “## Kiln”, is an entry.")
        title = self.tr("No entries yet")
        return EmptyState(self.context.theme, f"kind-{kind.value}", title, said, action=add, parent=self)

    def _lay_out(self) -> None:
        buttons: tuple[QPushButton, ...] = (self.add_button,)
        if self.buffer.info.kind is Kind.EPISODE:
            self.form.add_button(self.month_button)
            if is_month(self.buffer.uri):
                buttons = (WeeksButton(self.context, self), *buttons)
        else:
            self.month_button.hide()
        row = in_row(self.filter, margins=(SIDE, 8, SIDE, 8), spacing=8)
        row.addSpacing(8)
        row.addWidget(self.count)
        row.addStretch(1)
        for button in buttons:
            row.addWidget(button)
        self.body.addLayout(row)
        self._parts = above_below(self.table, self._form_part, self)
        self.body.addWidget(self._parts, 1)
        self.body.addWidget(self.nothing, 1)
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.table.delete_pressed.connect(self.delete)
        self.offer_deeds(self.table, partial(self.write_in, self.form.content), self.delete)
        self.filter.textChanged.connect(lambda: self.set_editable(self.can_edit))
        self.form.retitled.connect(self._on_title)
        self.form.rewritten.connect(self._on_body)
        self.form.moved.connect(self.move_entry)
        self.form.delete_requested.connect(self.delete)

    def _edit(self, edit: Edit) -> bool:
        """Change the chosen entry where it is in the newest text."""
        sought = self.choice.sought()
        return sought is not None and self.apply(partial(_changed, sought, self._split, edit))

    def _on_title(self, title: str) -> None:
        if self._edit(partial(_retitled, title=title)):
            self.form.title.settle()
            self._make(title=title.strip())

    def _on_body(self, body: str) -> None:
        sought = self.choice.sought()
        if sought is not None:
            self._make(body=body)
            edit = partial(_changed, sought, self._split, partial(_rewritten, body=body))
            self.apply_typed(str(self.choice.number), edit, self.form.content)

    def _make(self, *, title: str | None = None, body: str | None = None) -> None:
        """Take note of what the chosen entry is from now on."""
        entry = self.entry()
        if entry is not None:
            before = self._made or entry
            made = before._replace(
                title=before.title if title is None else title, body=before.body if body is None else body
            )
            self._made = made
            self.choice.make(known_by(made))

    def _on_read(self, look: int, revision: int, entries: tuple[TextEntry, ...]) -> None:
        """Show the entries, unless they are of a text that is not there any more: then the next look does."""
        is_past = revision != self.buffer.text_document.revision() or self.buffer.typing.is_open
        if look != self._looks or is_past:
            return
        self.say_count(count_text(len(entries), Unit.ENTRIES))
        self._showing = True
        self._made = None
        self.model.set_records(entries)
        self._parts.setVisible(bool(entries))
        self.nothing.setVisible(not entries)
        empty = tuple(
            column
            for column, values in ((WHEN, "when"), (UNDER, "under"))
            if not any(getattr(entry, values) for entry in entries)
        )
        self.table.set_lesser((UNDER, WHEN), empty)
        self._restore_choice()
        self._showing = False
        self._say_state()

    def _restore_choice(self) -> None:
        begins, left = self.choice.settle(self.proxy.mapToSource(self.proxy.index(0, TITLE)).row())
        self.left.keep(left)
        self.table.select_row(self.proxy.mapFromSource(self.model.index(self.choice.row, TITLE)))
        self._show_chosen()
        if begins:
            self.form.begin(at_title=self.buffer.info.kind is not Kind.LONG_TERM)

    def _titled(self, title: str) -> TextEntry | None:
        records = [*map(self.model.record, range(self.model.rowCount()))]
        found = meant(title, [entry.title for entry in records])
        return records[found[0]] if found else None

    def _choose(self, entry: TextEntry) -> None:
        self.table.select_row(self.proxy.mapFromSource(self.model.index(entry.place, TITLE)))

    def _on_row(self, current: QModelIndex) -> None:
        source = self.proxy.mapToSource(current)
        if source.isValid() and not self._showing:
            self.left.keep(self.choice.take(self.choice.number_at(source.row())))
            self._made = None
            self._show_chosen()

    def _show_chosen(self) -> None:
        entry = self.entry()
        self._form_part.setVisible(entry is not None or self.choice.gone)
        if entry is not None:
            number = self.choice.number
            self.form.show_entry(entry, other=number != self._shown)
            self._shown = number
        self.set_editable(self.can_edit)
        self.trail_changed.emit()


def _changed(sought: Sought, split: Split, edit: Edit, text: str) -> str:
    """Change a text at the entry that was sought, which may have gone since."""
    return edit(split, text, sought.among(aspects_of(split, text)))


def _moved(split: Split, text: str, place: int, *, step: int) -> str:
    return moved(split, text, place, step)


def _retitled(split: Split, text: str, place: int, *, title: str) -> str:
    return retitled(split, text, place, title)


def _rewritten(split: Split, text: str, place: int, *, body: str) -> str:
    return rewritten(split, text, place, body)
