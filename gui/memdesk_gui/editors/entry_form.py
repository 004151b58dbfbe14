"""The form of one entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from memdesk.model import Json
from memdesk.systems.aigentic.records import MemoryEntry
from memdesk_gui.editors.models.entries import short_time, tags_of
from memdesk_gui.editors.structured import SIDE, field_label, push_button
from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import ElidedLabel
from memdesk_gui.widgets.layouts import in_row
from memdesk_gui.widgets.lists.pairs_table import PairChange, PairsTable
from memdesk_gui.widgets.spin_box import ChoiceBox
from memdesk_gui.widgets.tags_field import TagChange, TagsField
from memdesk_gui.widgets.text.entry_line import EntryLine
from memdesk_gui.widgets.text.value_field import ValueField

MOST_IMPORTANT = 10
"""The highest priority; the lowest is 1."""

Changes: TypeAlias = "dict[str, Json | Callable[[Json], Json]]"
"""The new values of fields, or what makes them of those that the entry has by then."""


class EntryForm(QWidget):
    """Shows an entry's fields and announces what the person changes in them."""

    edited = Signal(object)
    """Fields with their new values."""
    delete_requested = Signal()
    """The person wants the entry deleted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.content = ValueField(self.tr("Content"), self)
        self.category = EntryLine(self.tr("Category"), self)
        self.tags = TagsField(self.tr("Tags"), theme, self)
        self.priority = ChoiceBox(self)
        self.priority.addItems([str(number) for number in range(1, MOST_IMPORTANT + 1)])
        self.priority.setAccessibleName(self.tr("Priority"))
        self.metadata = PairsTable(self.tr("Metadata"), self)
        self.add_pair = self._icon_button("plus", self.tr("Add metadata"), self.metadata.begin_pair)
        self.remove_pair = self._icon_button("minus", self.tr("Remove metadata"), self.metadata.remove_pair)
        self._times = ElidedLabel("small", parent=self)
        self.delete_button = push_button(self.tr("Delete entry"), self, self.delete_requested.emit)
        self._lay_out()
        self._connect()

    def show_entry(self, entry: MemoryEntry) -> None:
        """Show an entry; what the person types right now is left alone."""
        self.content.set_value(entry.content)
        self.category.show_text(entry.category)
        self.tags.set_tags(tags_of(entry))
        self.priority.setCurrentIndex(entry.priority - 1)
        self.metadata.set_pairs(entry.metadata)
        self._times.setText(self._history_text(entry))

    def settle(self, changes: Changes, *, done: bool) -> None:
        """Note that changes were carried out, or else keep in the fields what they were."""
        if "category" in changes and done:
            self.category.settle()
        if "tags" in changes and not done:
            self.tags.take_back()
        if "metadata" in changes:
            self.metadata.settle(done=done)

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self.content.set_editable(allowed)
        self.metadata.set_editable(allowed)
        for control in (self.delete_button, self.priority, self.add_pair, self.remove_pair):
            control.setEnabled(allowed)
        self.tags.set_editable(allowed)
        self.category.setReadOnly(not allowed)

    def _history_text(self, entry: MemoryEntry) -> str:
        created, updated = short_time(entry.created_at), short_time(entry.updated_at)
        told = self.tr("created {created} · updated {updated}").format(created=created, updated=updated)
        return told + " · " + self.tr("read %n times", "", entry.access_count)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(SIDE, 16, SIDE, 16)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.addWidget(self.content, 0, 0, 5, 1)
        rows = (
            (self.tr("Category"), self.category),
            (self.tr("Tags"), self.tags),
            (self.tr("Priority"), self.priority),
        )
        grid.addWidget(field_label(self.tr("Metadata"), self), 3, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.metadata, 3, 2, 2, 1)
        for row, (text, field) in enumerate(rows):
            grid.addWidget(field_label(text, self), row, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(field, row, 2)
        buttons = in_row(self.add_pair, self.remove_pair, None, spacing=4)
        grid.addLayout(buttons, 4, 1, Qt.AlignmentFlag.AlignTop)
        self.metadata.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        grid.setAlignment(self.priority, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(self._times, 5, 0, 1, 2)
        grid.addWidget(self.delete_button, 5, 2, Qt.AlignmentFlag.AlignRight)
        grid.setRowStretch(4, 1)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(2, 2)

    def _icon_button(self, name: str, text: str, run: Callable[[], object]) -> QToolButton:
        button = QToolButton(self)
        button.setAccessibleName(text)
        button.setToolTip(text)
        button.clicked.connect(run)

        def draw() -> None:
            button.setIcon(icon(name, self._theme, "muted"))

        self._theme.changed.connect(draw)
        draw()
        return button

    def _connect(self) -> None:
        self.content.edited.connect(lambda value: self.edited.emit({"content": value}))
        self.category.entered.connect(lambda text: self.edited.emit({"category": text.strip()}))
        self.tags.edited.connect(lambda change: self.edited.emit({"tags": partial(_with_tags, change)}))
        self.priority.activated.connect(lambda index: self.edited.emit({"priority": index + 1}))
        self.metadata.edited.connect(
            lambda change: self.edited.emit({"metadata": partial(_with_pair, change)})
        )


def _with_tags(change: TagChange, tags: Json) -> Json:
    """Return an entry's tags with a change in them; others may have come and gone meanwhile."""
    known = tags if isinstance(tags, list) else ()
    return [*change.made_of(tag for tag in known if isinstance(tag, str) and tag)]


def _with_pair(change: PairChange, pairs: Json) -> Json:
    known = pairs.items() if isinstance(pairs, dict) else ()
    return {**change.made_of({name: text for name, text in known if isinstance(text, str)})}
