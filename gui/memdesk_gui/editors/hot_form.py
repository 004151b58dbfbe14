"""The form of one thing in the hot tier: a field of who somebody is, a project, task, event or lesson."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFormLayout, QWidget

from memdesk.systems.evoclaw.edit_hot import FIELDS, HotPart
from memdesk.systems.evoclaw.records import HotState
from memdesk_gui.editors.models.hot import name_words
from memdesk_gui.editors.structured import SIDE, push_button
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.text.entry_line import EntryLine


class HotTarget(NamedTuple):
    """Something in the hot tier: an item by its place, or a field by its name."""

    part: HotPart
    place: int | str
    values: tuple[tuple[str, str], ...]
    """What can be written, by the name of the field."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what can be written."""
        return tuple(name for name, _ in self.values)


class HotForm(QWidget):
    """Shows what can be written of the chosen thing and announces the changes."""

    edited = Signal(str, str)
    """A field gets this text."""
    removal_wanted = Signal()
    """The thing shall go."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._held: HotTarget | None = None
        self._allowed = True
        self.fields: dict[str, EntryLine] = {}
        self._rows = QFormLayout()
        self._rows.setHorizontalSpacing(16)
        self._rows.setVerticalSpacing(8)
        self.remove_button = push_button(self.tr("Delete"), self, self.removal_wanted.emit)
        buttons = in_row(None, self.remove_button)
        in_column(self._rows, buttons, on=self, margins=(SIDE, 12, SIDE, 12), spacing=8)

    def show_held(self, held: HotTarget | None) -> None:
        """Show something; what the person types right now is left alone."""
        self.setVisible(held is not None)
        if held is None:
            self._held = None
            return
        if self._held is None or (self._held.part, self._held.names) != (held.part, held.names):
            self._rebuild(held)
        self._held = held
        for name, text in held.values:
            self.fields[name].show_text(text)
        self._refresh()

    def begin(self) -> None:
        """Let the person write over the first field."""
        first = next(iter(self.fields.values()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)
            first.selectAll()

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self._allowed = allowed
        self._refresh()

    def _rebuild(self, held: HotTarget) -> None:
        while self._rows.rowCount():
            self._rows.removeRow(0)
        self.fields = {}
        for name, _ in held.values:
            words = field_words(held.part, name)
            field = EntryLine(words, self)
            field.entered.connect(lambda text, name=name: self.edited.emit(name, text.strip()))
            self.fields[name] = field
            self._rows.addRow(role_label(words, "muted", self), field)

    def _refresh(self) -> None:
        for field in self.fields.values():
            field.setReadOnly(not self._allowed)
        self.remove_button.setEnabled(self._allowed)


def held_at(state: HotState, key: str) -> HotTarget | None:
    """Return what a passage of the page shows, as far as it can be written; None for what cannot."""
    word, _, place = key.partition(".")
    part = next((part for part in HotPart if part.value == word), None)
    if part in (HotPart.IDENTITY, HotPart.OWNER):
        value = (state.identity if part is HotPart.IDENTITY else state.owner).get(place)
        return HotTarget(part, place, ((place, value),)) if isinstance(value, str) else None
    items = {
        HotPart.PROJECTS: state.projects,
        HotPart.TASKS: state.tasks,
        HotPart.EVENTS: state.events,
        HotPart.LESSONS: state.lessons,
    }
    found = items.get(part, ()) if part is not None else ()
    if part is None or not place.isdigit() or int(place) >= len(found):
        return None
    item = found[int(place)]
    values = tuple((name, _text(getattr(item, name, ""))) for name in FIELDS[part])
    return HotTarget(part, int(place), values)


def part_words(part: HotPart) -> str:
    """Return one thing of a part in words."""
    translate = QCoreApplication.translate
    words = {
        HotPart.IDENTITY: translate("HotForm", "Field of the agent"),
        HotPart.OWNER: translate("HotForm", "Field of the owner"),
        HotPart.PROJECTS: translate("HotForm", "Project"),
        HotPart.TASKS: translate("HotForm", "Task"),
        HotPart.EVENTS: translate("HotForm", "Event"),
        HotPart.LESSONS: translate("HotForm", "Lesson"),
    }
    return words[part]


def field_words(part: HotPart, name: str) -> str:
    """Return the name of a field in words; what a person named stays as it is."""
    translate = QCoreApplication.translate
    words = {
        "name": translate("HotForm", "Name"),
        "description": translate("HotForm", "Description"),
        "status": translate("HotForm", "Status"),
        "priority": translate("HotForm", "Priority"),
        "text": translate("HotForm", "Text"),
        "category": translate("HotForm", "Category"),
        "importance": translate("HotForm", "Importance"),
    }
    return name_words(name) if part in (HotPart.IDENTITY, HotPart.OWNER) else words.get(name, name)


def _text(value: object) -> str:
    return "" if value is None else str(value)
