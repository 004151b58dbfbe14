"""The editor of compartments: a table of entries per compartment, the chosen entry below it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QLabel, QWidget

from memdesk.model import ChangeBatch, Json, Origin
from memdesk.runtime.clock import SystemClock, local_time
from memdesk.systems.aigentic.edit import add_entry, new_id, remove_entry, update_entry
from memdesk.systems.aigentic.page import Item, Page
from memdesk.systems.aigentic.parse import entry_of
from memdesk.systems.aigentic.records import COMPARTMENTS, Compartment, Compartments, MemoryEntry
from memdesk.text.json.spans import spans
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.choice import StickySelection
from memdesk_gui.editors.entry_form import Changes, EntryForm
from memdesk_gui.editors.models.entries import CONTENT, TAGS, UPDATED, EntriesModel, aspects_of, saying
from memdesk_gui.editors.structured import SIDE, StructuredEditor, above_below, push_button, scrolled
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_row
from memdesk_gui.widgets.lists.models.records import one_line
from memdesk_gui.widgets.lists.table import FilterProxy, PlainTable, filter_field
from memdesk_gui.widgets.lists.tags_delegate import TagsDelegate
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.widgets.size_meter import SizeMeter
from memdesk_gui.wording.roster import Sought
from memdesk_gui.wording.wording import compartment_name, count_text

TRAIL = 40
"""Characters of an entry that stand for it in the breadcrumbs."""

Edit = Callable[[str, str, int, Item], str]
"""Changes a text at a compartment's entry, which is given as it is there."""


class EntriesEditor(StructuredEditor):
    """Edits the entries of run, session and plan; compartments that agents do not know are only shown."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self._showing = False
        self._limit = Compartments(()).limit
        self.compartments = Segments(self.tr("Compartments"), self)
        self.model = EntriesModel(context.theme, self)
        self.proxy = FilterProxy(self.model, self)
        self.filter = filter_field(self.tr("Filter entries"), self.proxy, self)
        self.meter = SizeMeter(self.tr("Size of the compartment"), self, characters=True)
        self.table = PlainTable("Entries table", self.proxy, (9, 4, 7, 0, 0), self)
        self.table.filter_by(self.filter)
        self.table.set_main(CONTENT)
        self.show_hidden(self.proxy, self.filter)
        self.show_writers(self.table, lambda identity: OriginTarget(part=f"{self.compartment}/{identity}"))
        self.table.set_lesser((UPDATED,))
        self.table.setItemDelegateForColumn(TAGS, TagsDelegate(context.theme, self.table))
        self.form = EntryForm(context.theme, self)
        self.choice = StickySelection(self.model.rows.roster, self.form)
        self._form_part = scrolled(self.form, self)
        self.add_button = push_button(self.tr("Add entry"), self, self.add)
        self.caution = self._new_caution()
        self._lay_out()
        self._connect()
        self.body.addWidget(self.caution)
        self.finish()

    @property
    def compartment(self) -> str:
        """The name of the compartment that is shown."""
        return self.compartments.current() or "session"

    def refresh(self) -> None:
        """Show the compartment as it is now, the same entry chosen."""
        record = self.buffer.parsed.record
        record = record if isinstance(record, Compartments) else Compartments(())
        found = record.compartments
        self.compartments.set_choices(tuple((each.name, compartment_name(each.name)) for each in found))
        if not self.compartments.current():
            self.compartments.set_current(_fullest(found))
        shown = next((each for each in found if each.name == self.compartment), Compartment(self.compartment))
        unit = self.buffer.parsed.unit
        self.say_count(count_text(len(shown.entries), unit) if unit else "")
        self._limit = record.limit
        self.meter.set_size(shown.size, record.limit)
        self._showing = True
        self.model.set_records(shown.entries)
        self._restore_choice()
        self._showing = False

    @property
    def is_orphaned(self) -> bool:
        """Whether the form shows an entry that is not there any more."""
        return self.choice.gone

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        allowed = allowed and self.compartment in COMPARTMENTS
        self.form.set_editable(allowed)
        self.add_button.setEnabled(allowed)

    def trail(self) -> tuple[str, ...]:
        """Return the compartment and the beginning of the chosen entry."""
        entry = self._entry()
        if entry is None:
            return (self.compartment,)
        words = one_line(entry.content)
        return (self.compartment, words if len(words) <= TRAIL else words[:TRAIL].rstrip() + "…")

    def place(self) -> OriginTarget | None:
        """Return the chosen entry."""
        entry = self._entry()
        if entry is None or not entry.id:
            return None
        return OriginTarget(part=f"{self.compartment}/{entry.id}", words=self.trail()[-1])

    def reveal(self, fragment: str) -> None:
        """Show the entry that ``compartment/id`` names."""
        name, _, identity = fragment.partition("/")
        if name != self.compartment:
            self.compartments.set_current(name)
            self._on_compartment()
        self.filter.clear()
        found = self.model.index_of(identity) if identity else QModelIndex()
        if found.isValid():
            self.table.select_row(self.proxy.mapFromSource(found))
        self._show_chosen()

    def open_find(self) -> None:
        """Go to the filter."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def add(self) -> None:
        """Add an entry and let the person write it."""
        content, limit = self.tr("New entry"), self._limit
        fields: dict[str, Json] = {"content": content}
        compartment, moment = self.compartment, self._now()
        identity = new_id(moment, compartment, content, self._ids())
        if self.apply(lambda text: add_entry(text, compartment, fields, identity, moment, limit=limit)):
            self.filter.clear()
            self.choice.wait_for(identity)

    def delete(self) -> None:
        """Delete the chosen entry; the next one is chosen."""
        sought, neighbour = self.choice.sought(), self.choice.number_at(self._neighbour())
        if sought is not None and self.apply(partial(_changed, sought, self.compartment, _removed)):
            self.left.keep(self.choice.take(neighbour))

    def _new_caution(self) -> QLabel:
        """Return what is said once a program has written the file while it is open here."""
        words = self.tr(
            "Another program also writes this file. A running agent may overwrite your edits: "
            "restart it after you save."
        )
        caution = role_label(words, "muted", self)
        caution.setAccessibleName(self.tr("Caution"))
        caution.setContentsMargins(SIDE, 8, SIDE, 8)
        caution.setWordWrap(True)
        caution.hide()
        return caution

    def _lay_out(self) -> None:
        self.body.addLayout(self.top_row(self.compartments, after=(self.meter,)))
        row = in_row(self.filter, None, self.add_button, margins=(SIDE, 0, SIDE, 8))
        self.body.addLayout(row)
        self.body.addWidget(above_below(self.table, self._form_part, self), 1)
        self.table.setSortingEnabled(True)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        self.context.bus.changed.connect(self._on_changed)
        self.compartments.chosen.connect(self._on_compartment)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.form.edited.connect(self._on_edited)
        self.form.delete_requested.connect(self.delete)
        self.table.delete_pressed.connect(self.delete)
        self.offer_deeds(self.table, partial(self.write_in, self.form.content), self.delete)

    def _now(self) -> datetime:
        workspace = self.context.bus.workspace
        return local_time(workspace.clock if workspace is not None else SystemClock())

    def _ids(self) -> set[str]:
        record = self.buffer.parsed.record
        shelves = record.compartments if isinstance(record, Compartments) else ()
        return {entry.id for shelf in shelves for entry in shelf.entries}

    def _entry(self) -> MemoryEntry | None:
        return self.model.record(self.choice.row) if self.choice.row >= 0 else None

    def _neighbour(self) -> int:
        row = self.table.currentIndex().row()
        near = row + 1 if row + 1 < self.proxy.rowCount() else row - 1
        return self.proxy.mapToSource(self.proxy.index(near, CONTENT)).row()

    def _restore_choice(self) -> None:
        begins, left = self.choice.settle(self.proxy.mapToSource(self.proxy.index(0, CONTENT)).row())
        self.left.keep(left)
        self.table.select_row(self.proxy.mapFromSource(self.model.index(self.choice.row, CONTENT)))
        self._show_chosen()
        if begins:
            self.form.content.setFocus()
            self.form.content.selectAll()

    def _show_chosen(self) -> None:
        entry = self._entry()
        self._form_part.setVisible(entry is not None or self.choice.gone)
        if entry is not None:
            self.form.show_entry(entry)
        self.set_editable(self.can_edit)
        self.trail_changed.emit()

    def _on_changed(self, batch: ChangeBatch) -> None:
        mine = (change for change in batch.changes if change.uri == self.buffer.uri)
        if any(change.actor.origin is Origin.FOREIGN for change in mine):
            self.caution.show()

    def _on_compartment(self) -> None:
        self.left.keep(self.choice.start_anew())
        self._on_parsed()

    def _on_row(self, current: QModelIndex) -> None:
        source = self.proxy.mapToSource(current)
        if source.isValid() and not self._showing:
            self.left.keep(self.choice.take(self.choice.number_at(source.row())))
            self._show_chosen()

    def _on_edited(self, changes: Changes) -> None:
        sought, moment, limit = self.choice.sought(), self._now(), self._limit
        if sought is None:
            return

        def update(text: str, compartment: str, place: int, known: Item) -> str:
            made = {name: new(known.get(name)) if callable(new) else new for name, new in changes.items()}
            return update_entry(text, compartment, place, made, moment, limit=limit)

        edit = partial(_changed, sought, self.compartment, update)
        if changes.keys() == {"content"}:
            self.choice.make(saying(sought.aspects, changes["content"]))
            self.apply_typed(f"{self.compartment}/{self.choice.number}", edit, self.form.content)
        else:
            self.form.settle(changes, done=self.apply(edit))


def _changed(sought: Sought, compartment: str, edit: Edit, text: str) -> str:
    """Change a text at the entry that was sought, which may have gone since."""
    items = Page(spans(text)).items(compartment)
    place = sought.among([aspects_of(entry_of(item)) for item in items])
    return edit(text, compartment, place, items[place])


def _removed(text: str, compartment: str, place: int, _known: Item) -> str:
    return remove_entry(text, compartment, place)


def _fullest(found: tuple[Compartment, ...]) -> str:
    """Return the compartment to show at first: the one with the most entries, session before the others."""
    ranked = sorted(found, key=lambda each: (len(each.entries), each.name == "session"), reverse=True)
    return ranked[0].name if ranked else "session"
