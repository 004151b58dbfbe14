"""The editor of a profile: a table of keys and values, the chosen value below it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from memdesk.systems.picoclaw_profile.edit import add_key, delete_key, rename_key, set_value
from memdesk.systems.picoclaw_profile.records import Profile, ProfileItem
from memdesk.text.json.spans import spans
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.choice import StickySelection
from memdesk_gui.editors.models.profile import KEY, VALUE, ProfileModel
from memdesk_gui.editors.structured import (
    SIDE,
    RowDeed,
    StructuredEditor,
    above_below,
    field_label,
    push_button,
)
from memdesk_gui.widgets.lists.table import FilterProxy, PlainTable, filter_field
from memdesk_gui.widgets.text.entry_line import EntryLine
from memdesk_gui.widgets.text.value_field import ValueField
from memdesk_gui.wording.roster import Sought

Edit = Callable[[str, str], str]
"""Changes a text at a key."""


class ProfileEditor(StructuredEditor):
    """Edits a flat map of texts."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self._showing = False
        self.model = ProfileModel(context.theme, self)
        self.proxy = FilterProxy(self.model, self)
        self.filter = filter_field(self.tr("Filter keys"), self.proxy, self)
        self.table = PlainTable("Profile table", self.proxy, (1, 2), self)
        self.table.filter_by(self.filter)
        self.table.set_main(VALUE)
        self.show_hidden(self.proxy, self.filter)
        self.show_writers(self.table, lambda key: OriginTarget(part=key, is_key=True))
        self.add_button = push_button(self.tr("Add key"), self, self.add)
        self.key_field = EntryLine(self.tr("Key"), self)
        self.value_field = ValueField(self.tr("Value"), self)
        self.delete_button = push_button(self.tr("Delete key"), self, self.delete)
        self._form = self._make_form()
        self.choice = StickySelection(self.model.rows.roster, self._form)
        self._lay_out()
        self._connect()
        self.finish()

    @property
    def _chosen(self) -> str | None:
        """The chosen key."""
        sought = self.choice.sought()
        return str(sought.aspects[0]) if sought is not None else None

    @property
    def is_orphaned(self) -> bool:
        """Whether the form shows a key that is not there any more."""
        return self.choice.gone

    def refresh(self) -> None:
        """Show the profile as it is now, the same key chosen, whatever is open in a cell still open."""
        record = self.buffer.parsed.record
        open_cell = self.table.open_cell()
        self._showing = True
        self.model.set_records(record.items if isinstance(record, Profile) else ())
        moved = open_cell if self.table.open_cell() is None else None
        if moved is not None:
            self._field(moved.column).put_back(moved.text)
        first = self.proxy.mapToSource(self.proxy.index(0, KEY))
        begins, left = self.choice.settle(first.row())
        self.left.keep(left)
        self.table.select_row(self._row())
        self._showing = False
        self._show_chosen()
        if moved is not None:
            self._field(moved.column).setFocus()
        if begins:
            self.table.edit(self._row())

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self.model.set_editable(allowed)
        self.value_field.set_editable(allowed)
        self.key_field.setReadOnly(not allowed)
        for button in (self.add_button, self.delete_button):
            button.setEnabled(allowed)

    def trail(self) -> tuple[str, ...]:
        """Return the chosen key."""
        return (self._chosen,) if self._chosen else ()

    def place(self) -> OriginTarget | None:
        """Return the chosen key."""
        return OriginTarget(part=self._chosen, is_key=True) if self._chosen else None

    def reveal(self, fragment: str) -> None:
        """Choose the key that the fragment names."""
        if self.model.index_of(fragment).isValid():
            self.filter.clear()
            self._choose(fragment)

    def open_find(self) -> None:
        """Go to the filter."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def add(self) -> None:
        """Add a key and let the person name it."""
        number, name = 1, self.tr("new_key")
        while self.model.index_of(name).isValid():
            number += 1
            name = f"{self.tr('new_key')}_{number}"
        if self.apply(partial(add_key, key=name, value="")):
            self.filter.clear()
            self.choice.wait_for(name)

    def delete(self) -> None:
        """Delete the chosen key; the next one is chosen."""
        neighbour = self.choice.number_at(self._neighbour())
        if self._change(self.choice.sought(), delete_key):
            self.left.keep(self.choice.take(neighbour))

    def _make_form(self) -> QWidget:
        form = QWidget(self)
        grid = QGridLayout(form)
        grid.setContentsMargins(SIDE, 16, SIDE, 16)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        for row, text in enumerate((self.tr("Key"), self.tr("Value"))):
            grid.addWidget(field_label(text, form), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.key_field, 0, 1)
        grid.addWidget(self.value_field, 1, 1)
        grid.addWidget(self.delete_button, 2, 1, Qt.AlignmentFlag.AlignRight)
        grid.setColumnStretch(1, 1)
        return form

    def _lay_out(self) -> None:
        self.body.addLayout(self.top_row(self.filter, after=(self.add_button,)))
        self.body.addWidget(above_below(self.table, self._form, self), 1)
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.model.cell_edited.connect(self._on_cell)
        self.key_field.entered.connect(self._on_key)
        self.value_field.edited.connect(self._on_value)
        self.table.delete_pressed.connect(self.delete)
        self.offer_deeds(
            self.table, self._write, self.delete, RowDeed(self.tr("Rename key"), partial(self._open, KEY))
        )

    def _write(self) -> None:
        """Let the person write the cell that is outlined, or below the table where that takes more room."""
        if not self._open(self.table.currentIndex().column()):
            self.write_in(self.value_field)

    def _open(self, column: int) -> bool:
        """Open a cell of the chosen row; tell whether that is possible."""
        index = self._row().siblingAtColumn(column)
        is_editable = bool(index.flags() & Qt.ItemFlag.ItemIsEditable)
        if is_editable:
            self.table.setCurrentIndex(index)
            self.table.edit(index)
        return is_editable

    def _item(self) -> ProfileItem | None:
        return self.model.record(self.choice.row) if self.choice.row >= 0 else None

    def _row(self) -> QModelIndex:
        """Return the row of the chosen key in the table; an invalid index where it is not seen."""
        return self.proxy.mapFromSource(self.model.index(self.choice.row, KEY))

    def _neighbour(self) -> int:
        row = self.table.currentIndex().row()
        near = row + 1 if row + 1 < self.proxy.rowCount() else row - 1
        return self.proxy.mapToSource(self.proxy.index(near, KEY)).row()

    def _choose(self, key: str) -> None:
        self.table.select_row(self.proxy.mapFromSource(self.model.index_of(key)))

    def _on_row(self, current: QModelIndex) -> None:
        source = self.proxy.mapToSource(current)
        if source.isValid() and not self._showing:
            self.left.keep(self.choice.take(self.choice.number_at(source.row())))
            self._show_chosen()

    def _show_chosen(self) -> None:
        item = self._item()
        self._form.setVisible(item is not None or self.choice.gone)
        if item is not None:
            self.key_field.show_text(item.key)
            self.value_field.set_value(item.value)
        self.trail_changed.emit()

    def _field(self, column: int) -> EntryLine | ValueField:
        return self.key_field if column == KEY else self.value_field

    def _on_cell(self, number: int, column: int, text: str) -> None:
        if self._showing:  # its row is about to go, and the text with it
            return
        self.left.keep(self.choice.take(number))
        if column == KEY:
            done = self._rename(text)
        else:
            done = self._change(self.choice.sought(), lambda whole, key: set_value(whole, key, text))
        if not done:
            self._field(column).put_back(text)
            self._show_chosen()

    def _on_key(self, name: str) -> None:
        self._rename(name)

    def _on_value(self, value: str) -> None:
        sought = self.choice.sought()
        if sought is not None:
            edit = partial(_at_key, sought, lambda text, key: set_value(text, key, value))
            self.apply_typed(str(sought.aspects[0]), edit, self.value_field)

    def _rename(self, name: str) -> bool:
        done = self._change(self.choice.sought(), lambda text, key: rename_key(text, key, name))
        if done:
            self.choice.make((name,))
            self.key_field.put_back(name)
            self.key_field.settle()
        return done

    def _change(self, sought: Sought | None, edit: Edit) -> bool:
        return sought is not None and self.apply(partial(_at_key, sought, edit))


def _at_key(sought: Sought, edit: Edit, text: str) -> str:
    """Change a text at the key that was sought, which may have gone since."""
    keys = [(str(member.name),) for member in spans(text).members]
    return edit(text, keys[sought.among(keys)][0])
