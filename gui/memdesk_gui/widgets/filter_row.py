"""Filters in a row: a small menu for each thing that can be filtered by, and a chip for each that is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QWidget

from memdesk.model import Origin
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.flow_frame import FlowFrame
from memdesk_gui.widgets.labels import WIDEST_CHIP, set_tip
from memdesk_gui.widgets.writer_mark import mark_icon


class FilterOption(NamedTuple):
    """Something that can be filtered by; of those that are ``alone`` in a menu only one is in force."""

    key: str
    text: str
    origin: Origin | None = None
    alone: bool = False
    author: str = ""


class Facet(NamedTuple):
    """A menu: what it filters by, and what makes its choices when it is opened.

    The choice with the key ``usual`` is in force where none is chosen.
    """

    key: str
    text: str
    choices: Callable[[], Sequence[FilterOption]]
    usual: str = ""


Chosen = tuple[tuple[str, FilterOption], ...]
"""What is filtered by: each choice with the key of its menu."""


class FilterRow(FlowFrame):
    """Menus, then chips. Space opens a menu or takes a chip away, as do Delete and Backspace a chip."""

    toggled = Signal(str, object)
    """The person chose something in the menu with this key, or took it away: its :class:`FilterOption`."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._theme = theme
        self._chosen: Chosen = ()
        self.menus: dict[str, QToolButton] = {}
        self.chips: list[QPushButton] = []
        self._rest = QWidget(self)
        self.insert(0, self._rest)

    def set_facets(self, facets: Sequence[Facet]) -> None:
        """Offer these menus in place of the present ones."""
        if [*self.menus] == [facet.key for facet in facets]:
            return
        for button in self.menus.values():
            self.take(button)
        self.menus = {facet.key: self._menu(facet) for facet in facets}
        for place, button in enumerate(self.menus.values()):
            self.insert(place, button)
        self._set_tab_order()

    def show_chosen(self, chosen: Chosen) -> None:
        """Show a chip for each of these."""
        if chosen == self._chosen:
            return
        had_focus = next((at for at, chip in enumerate(self.chips) if chip.hasFocus()), None)
        for chip in self.chips:
            self.take(chip)
        self._chosen = chosen
        self.chips = [self._chip(key, choice) for key, choice in chosen]
        for place, chip in enumerate(self.chips, len(self.menus)):
            self.insert(place, chip)
        self._set_tab_order()
        if had_focus is not None:
            stops: list[QWidget] = [*self.chips] or [*self.menus.values()]
            stops[min(had_focus, len(stops) - 1)].setFocus()

    def disable(self, keys: Collection[str], why: str) -> None:
        """Let the menus with these keys not be opened, and tell why; all others can be."""
        for key, button in self.menus.items():
            button.setEnabled(key not in keys)
            set_tip(button, why if key in keys else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a chip away with the keys that delete; go from one part to the next with the arrows."""
        menus = [button for button in self.menus.values() if button.isEnabled()]
        parts: list[QWidget] = [*menus, *self.chips]
        at = next((place for place, part in enumerate(parts) if part.hasFocus()), -1)
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps and at >= 0:
            parts[(at + steps[Qt.Key(event.key())]) % len(parts)].setFocus()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and at >= len(menus):
            self.chips[at - len(menus)].click()
        else:
            super().keyPressEvent(event)

    def _menu(self, facet: Facet) -> QToolButton:
        button = QToolButton(self)
        button.setText(f"{facet.text} ▾")
        button.setAccessibleName(facet.text)
        button.setProperty("chip", True)
        button.setFont(self._theme.small_font())
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        menu.aboutToShow.connect(partial(self._fill, menu, facet))
        button.setMenu(menu)
        return button

    def _fill(self, menu: QMenu, facet: Facet) -> None:
        menu.clear()
        chosen = {choice.key for key, choice in self._chosen if key == facet.key} or {facet.usual}
        for choice in facet.choices():
            action = menu.addAction(choice.text.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(choice.key in chosen)
            if choice.origin is not None:
                action.setIcon(mark_icon(choice.origin, self._theme, choice.author))
                action.setIconVisibleInMenu(True)
            action.triggered.connect(partial(self.toggled.emit, facet.key, choice))
        if menu.actions():
            menu.setActiveAction(menu.actions()[0])

    def _chip(self, key: str, choice: FilterOption) -> QPushButton:
        room = self.fontMetrics().averageCharWidth() * WIDEST_CHIP
        shown = self.fontMetrics().elidedText(choice.text, Qt.TextElideMode.ElideMiddle, room)
        chip = QPushButton(f"{shown.replace('&', '&&')}  ✕", self)
        chip.setAccessibleName(self.tr("Remove filter {name}").format(name=choice.text))
        set_tip(chip, chip.accessibleName())
        chip.setProperty("chip", True)
        chip.setProperty("active", True)
        chip.setFont(self._theme.small_font())
        chip.setAutoDefault(False)
        chip.clicked.connect(partial(self.toggled.emit, key, choice))
        return chip

    def _set_tab_order(self) -> None:
        parts: list[QWidget] = [*self.menus.values(), *self.chips]
        for first, second in pairwise(parts):
            QWidget.setTabOrder(first, second)
