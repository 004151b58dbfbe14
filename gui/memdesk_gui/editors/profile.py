"""The editor of a profile: a table of keys and values, the chosen value below it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from memdesk.systems.picoclaw_profile.edit import add_key, delete_key, rename_key, set_value
from memdesk.systems.picoclaw_profile.records import Profile, ProfileItem
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.structured import SIDE, StructuredEditor, above_below, field_label, push_button
from memdesk_gui.models.families.profile import KEY, ProfileModel
from memdesk_gui.origins import Place
from memdesk_gui.widgets.lists.table import FilterProxy, PlainTable, filter_field
from memdesk_gui.widgets.text.value_field import ValueField


class ProfileEditor(StructuredEditor):
    """Edits a flat map of texts."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self._chosen: str | None = None
        self._begin_naming = False
        self.model = ProfileModel(context.theme, self)
        self.proxy = FilterProxy(self.model, self)
        self.filter = filter_field(self.tr("Filter keys"), self.proxy, self)
        self.table = PlainTable("Profile table", self.proxy, (1, 2), self)
        self.table.filter_by(self.filter)
        self.show_writers(self.table, lambda key: Place(part=key, is_key=True))
        self.add_button = push_button(self.tr("Add key"), self, self.add)
        self.key_field = QLineEdit(self)
        self.value_field = ValueField(self.tr("Value"), self)
        self.delete_button = push_button(self.tr("Delete key"), self, self.delete)
        self._form = self._make_form()
        self._lay_out()
        self._connect()
        self.finish()

    def refresh(self) -> None:
        """Show the profile as it is now, the same key chosen."""
        record = self.buffer.parsed.record
        self.model.set_records(record.items if isinstance(record, Profile) else ())
        chosen = self.model.index_of(self._chosen) if self._chosen is not None else QModelIndex()
        if not chosen.isValid():
            chosen = self.proxy.mapToSource(self.proxy.index(0, KEY))
            self._chosen = self.model.record(chosen.row()).key if chosen.isValid() else None
        self.table.select_row(self.proxy.mapFromSource(chosen))
        self._show_chosen()
        if self._begin_naming and chosen.isValid():
            self._begin_naming = False
            self.table.edit(self.proxy.mapFromSource(chosen))

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

    def place(self) -> Place | None:
        """Return the chosen key."""
        return Place(part=self._chosen, is_key=True) if self._chosen else None

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
            self._chosen, self._begin_naming = name, True

    def delete(self) -> None:
        """Delete the chosen key; the next one is chosen."""
        if self._chosen is None:
            return
        key, neighbour = self._chosen, self._neighbour()
        if self.apply(partial(delete_key, key=key)):
            self._chosen = neighbour

    def _make_form(self) -> QWidget:
        form = QWidget(self)
        grid = QGridLayout(form)
        grid.setContentsMargins(SIDE, 16, SIDE, 16)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        self.key_field.setAccessibleName(self.tr("Key"))
        for row, text in enumerate((self.tr("Key"), self.tr("Value"))):
            grid.addWidget(field_label(text, form), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.key_field, 0, 1)
        grid.addWidget(self.delete_button, 0, 2)
        grid.addWidget(self.value_field, 1, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        return form

    def _lay_out(self) -> None:
        self.body.addLayout(self.top_row(self.filter, after=(self.add_button,)))
        self.body.addWidget(above_below(self.table, self._form, self), 1)
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.model.cell_edited.connect(self._on_cell)
        self.key_field.editingFinished.connect(self._on_key)
        self.value_field.edited.connect(self._on_value)
        self.table.delete_pressed.connect(self.delete)

    def _item(self) -> ProfileItem | None:
        index = self.model.index_of(self._chosen) if self._chosen is not None else QModelIndex()
        return self.model.record(index.row()) if index.isValid() else None

    def _neighbour(self) -> str | None:
        row = self.table.currentIndex().row()
        near = row + 1 if row + 1 < self.proxy.rowCount() else row - 1
        index = self.proxy.mapToSource(self.proxy.index(near, KEY))
        return self.model.record(index.row()).key if index.isValid() else None

    def _choose(self, key: str) -> None:
        self.table.select_row(self.proxy.mapFromSource(self.model.index_of(key)))

    def _on_row(self, current: QModelIndex) -> None:
        source = self.proxy.mapToSource(current)
        if source.isValid():
            self._chosen = self.model.record(source.row()).key
            self._show_chosen()

    def _show_chosen(self) -> None:
        item = self._item()
        self._form.setVisible(item is not None)
        if item is not None:
            if not self.key_field.isModified() or not self.key_field.hasFocus():
                self.key_field.setText(item.key)
            self.value_field.set_value(item.value)
        self.trail_changed.emit()

    def _on_cell(self, key: str, column: int, text: str) -> None:
        if column == KEY:
            self._rename(key, text)
        else:
            self.apply(partial(set_value, key=key, value=text))

    def _on_key(self) -> None:
        if self._chosen is not None and self.key_field.isModified():
            self.key_field.setModified(False)
            self._rename(self._chosen, self.key_field.text())
            self._show_chosen()

    def _on_value(self, value: str) -> None:
        if self._chosen is not None:
            self.apply_typed(self._chosen, partial(set_value, key=self._chosen, value=value))

    def _rename(self, key: str, name: str) -> None:
        if self.apply(partial(rename_key, key=key, name=name)) and key == self._chosen:
            self._chosen = name
