"""The hot tier as a page, the warm tier as a table with a form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton, QStackedWidget, QWidget

from memdesk.model import Json
from memdesk.systems.evoclaw.edit_hot import (
    FIELDS,
    HotPart,
    add_item,
    edit_item,
    lines_of,
    remove_item,
    set_field,
    size_and_cap,
)
from memdesk.systems.evoclaw.edit_warm import add_entry, edit_entry, remove_entry
from memdesk.systems.evoclaw.entries import NewMemory
from memdesk.systems.evoclaw.hot import hot_state
from memdesk.systems.evoclaw.records import HotState, WarmMemory
from memdesk.systems.evoclaw.warm import warm_memory
from memdesk.text.json.spans import spans
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.command_buttons import BoardButton, WhatIfButton
from memdesk_gui.editors.hot_form import part_words
from memdesk_gui.editors.hot_page import HotPage
from memdesk_gui.editors.models.hot import passages_of
from memdesk_gui.editors.models.warm import aspects_of
from memdesk_gui.editors.structured import StructuredEditor, push_button
from memdesk_gui.editors.warm_form import Changes
from memdesk_gui.editors.warm_page import WarmPage
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.widgets.lists.passages import PassageRow
from memdesk_gui.widgets.size_meter import SizeMeter
from memdesk_gui.wording.roster import Sought

GENERAL = "general"
MIDDLING = 0.5
"""Category and importance of a memory that a person begins."""

HeldEdit = Callable[[str, HotPart, str], str]
"""Changes a text at a place or name of one of its parts."""


class TiersEditor(StructuredEditor):
    """Shows what an agent keeps in mind (hot) or at hand (warm)."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.setAccessibleName("Tiers")
        self.hot = HotPage(context, self)
        self.warm = WarmPage(context, self)
        self._lines: dict[str, tuple[int, int]] = {}
        self.show_writers(self.warm.view, lambda key: OriginTarget(part=key))
        self.show_writers(self.hot.view, self._place_of)
        self.show_hidden(self.warm.rows, self.warm.filter)
        self.offer_deeds(self.warm.view, partial(self.write_in, self.warm.form.text), self.warm.remove)
        self.offer_deeds(self.hot.view, self.hot.form.begin, self._on_held_gone)
        self.add_button = push_button(self.tr("Add memory"), self, self.add)
        self.what_if = WhatIfButton(context, self)
        self.new_button = self._new_menu()
        self.meter = SizeMeter(self.tr("Size of the hot tier"), self)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.hot)
        self.pages.addWidget(self.warm)
        self.hot.place_changed.connect(self.trail_changed)
        self.warm.place_changed.connect(self.trail_changed)
        self.hot.edited.connect(self._on_held)
        self.hot.removal_wanted.connect(self._on_held_gone)
        self.warm.edited.connect(self._on_edited)
        self.warm.removal_wanted.connect(self._on_removal)
        for page in (self.hot, self.warm):
            page.left.connect(self.left.keep)
        Ageing(self._age, self)
        self.body.addLayout(
            self.top_row(
                after=(
                    self.warm.filter,
                    BoardButton(context, self),
                    self.what_if,
                    self.add_button,
                    self.meter,
                    self.new_button,
                )
            )
        )
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
            self._lines = lines_of(self.buffer.text())
            self.hot.show_state(record)
            self.meter.set_size(*size_and_cap(self.buffer.text()))
        elif isinstance(record, WarmMemory):
            self.warm.show_memory(record)
        self.pages.setCurrentWidget(self.page)
        self.setFocusProxy(self.page.view)
        of_warm: tuple[QWidget, ...] = (self.warm.filter, self.what_if, self.add_button)
        of_hot: tuple[QWidget, ...] = (self.meter, self.new_button)
        for control in of_warm + of_hot:
            control.setVisible((control in of_warm) is (self.page is self.warm))

    @property
    def is_orphaned(self) -> bool:
        """Whether the form shows something that is not there any more."""
        return self.page.choice.gone

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self.hot.set_editable(allowed)
        self.warm.set_editable(allowed)
        self.add_button.setEnabled(allowed)
        self.new_button.setEnabled(allowed)

    def add(self) -> None:
        """Add a memory and let the person write it."""
        fact, now = NewMemory(self.tr("New memory"), GENERAL, MIDDLING, {}), self.context.clock.now()
        if self.apply(lambda text: add_entry(text, fact, now)):
            added = warm_memory(spans(self.buffer.text()).value).entries[-1]
            self.warm.choose_when_shown(added.id)

    def begin(self, part: HotPart) -> None:
        """Add something to the hot tier and let the person write it."""
        state, now = self.buffer.parsed.record, self.context.clock.now()
        if not isinstance(state, HotState):
            return
        if part in FIELDS:
            start: Changes = {FIELDS[part][0]: self.tr("New")}
            place = self.tr("New")
            done = self.apply(lambda text: add_item(text, part, start, now))
        else:
            place, value = self.tr("field"), self.tr("New")
            done = self.apply(lambda text: set_field(text, part, place, value))
        if done:
            self.hot.choose_when_shown((part.value, place))

    def trail(self) -> tuple[str, ...]:
        """Return the current passage's part, or the current memory."""
        return self.page.trail()

    def place(self) -> OriginTarget | None:
        """Return the current memory of the warm tier, or what is chosen of the hot one."""
        if self.page is self.hot:
            return self._place_of(self.hot.key())
        entry = self.warm.entry()
        if entry is None or not entry.id:
            return None
        return OriginTarget(part=entry.id, words=next(iter(self.trail()[-1:]), ""))

    def _place_of(self, key: str) -> OriginTarget | None:
        """Return the lines of something in the hot tier; it is called by its part."""
        first, last = self._lines.get(key, (0, 0))
        return OriginTarget(first, self.hot.part_of(key), end=last) if last else None

    def reveal(self, fragment: str) -> None:
        """Go to a memory by its id, or to a part of the hot tier by its name."""
        self.page.reveal(fragment)

    def open_find(self) -> None:
        """Go to the filter, where there is one."""
        if self.page is self.warm:
            self.warm.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.warm.filter.selectAll()

    def _age(self) -> None:
        """Let ages and scores move on, unless what was read is not the text any more."""
        if self.buffer.is_read:
            self.refresh()

    def _on_edited(self, changes: Changes) -> None:
        sought, now = self.warm.choice.sought(), self.context.clock.now()
        if sought is None:
            return

        def edit(text: str, key: str | int) -> str:
            return edit_entry(text, key, changes, now)

        entry, target = self.warm.entry(), f"warm/{self.warm.choice.number}"
        if changes.keys() == {"text"}:
            self.apply_typed(target, partial(_in_warm, sought, edit), self.warm.form.text)
        elif self.apply(partial(_in_warm, sought, edit)):
            self.warm.form.settle(changes)
        else:
            return
        if entry is not None:
            text, category = changes.get("text", entry.text), changes.get("category", entry.category)
            self.warm.choice.make(aspects_of(replace(entry, text=str(text), category=str(category))))

    def _on_removal(self) -> None:
        sought = self.warm.choice.sought()
        if sought is not None and self.apply(partial(_in_warm, sought, remove_entry)):
            self.warm.take_neighbour()

    def _new_menu(self) -> QPushButton:
        button = QPushButton(self.tr("Add"), self)
        button.setAccessibleName(self.tr("Add"))
        menu = QMenu(button)
        for part in HotPart:
            menu.addAction(part_words(part), partial(self.begin, part))
        button.setMenu(menu)
        return button

    def _on_held(self, name: str, words: str) -> None:
        value: Json = words or None
        if name == "importance" and words:
            value = _number(words)

        def edit(text: str, part: HotPart, place: str) -> str:
            if part not in FIELDS:
                return set_field(text, part, place, words or None)
            return edit_item(text, part, int(place), {name: value})

        if self._change_held(edit) and name in self.hot.form.fields:
            self.hot.form.fields[name].settle()

    def _on_held_gone(self) -> None:
        def edit(text: str, part: HotPart, place: str) -> str:
            if part not in FIELDS:
                return set_field(text, part, place, None)
            return remove_item(text, part, int(place))

        if self._change_held(edit):
            self.hot.take_neighbour()

    def _change_held(self, edit: HeldEdit) -> bool:
        """Change the chosen thing of the hot tier where it is in the newest text; it is known by that."""
        sought, now = self.hot.choice.sought(), self.context.clock.now()
        if sought is None or not self.apply(partial(_in_hot, sought, now, edit)):
            return False
        made = [passage.aspects for passage in _passages(self.buffer.text(), now)]
        if len(made) == len(sought.items):
            self.hot.choice.make(made[sought.row])
        return True


def _passages(text: str, now: float) -> tuple[PassageRow, ...]:
    return passages_of(hot_state(spans(text).value), now)


def _in_hot(sought: Sought, now: float, edit: HeldEdit, text: str) -> str:
    """Change a text at the thing that was sought, which may have gone since."""
    passages = _passages(text, now)
    word, _, place = passages[sought.among([each.aspects for each in passages])].key.partition(".")
    return edit(text, HotPart(word), place)


def _in_warm(sought: Sought, edit: Callable[[str, str | int], str], text: str) -> str:
    """Change a text at the memory that was sought, which may have gone since."""
    entries = warm_memory(spans(text).value).entries
    return edit(text, entries[sought.among([aspects_of(entry) for entry in entries])].key)


def _number(words: str) -> Json:
    """Return a number as a person writes it; what is none stays text, which the system refuses."""
    try:
        return float(words.replace(",", "."))
    except ValueError:
        return words
