"""The page of settings: every row of the table by its group, beside it the keys of the commands."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memdesk.runtime.settings import Settings
from memdesk_gui.context import AppContext
from memdesk_gui.features.settings.model_group import ModelGroup
from memdesk_gui.features.settings.rows import SettingRow
from memdesk_gui.features.settings.shortcuts_view import ShortcutsView
from memdesk_gui.features.settings.table import GROUPS, SETTINGS, group_name
from memdesk_gui.widgets.cover_page import CoverPage
from memdesk_gui.widgets.find_controls import field
from memdesk_gui.widgets.labels import hairline, role_label
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack
from memdesk_gui.widgets.scroll_page import ScrollPage
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.widgets.tab_order import follow_layout

SIDE = 24
MODEL = "model"
"""The part about the language model."""
WIDEST = 100
"""Characters that the rows are wide at most: a control must be found beside its words."""
_SETTINGS, _SHORTCUTS = "settings", "shortcuts"


class SettingsPage(CoverPage):
    """A change is in force at once. The field above finds settings and commands by their words."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setAccessibleName(self.tr("Settings"))
        self.parts = Segments(self.tr("Part of the settings"), self)
        self.parts.set_choices(
            ((_SETTINGS, self.tr("Settings")), (_SHORTCUTS, self.tr("Keyboard shortcuts")))
        )
        self.field = field(self.tr("Find a setting"), self)
        self.field.setMaximumWidth(self.fontMetrics().averageCharWidth() * 32)
        self.shortcuts = ShortcutsView(context, self)
        self.rows: list[SettingRow] = []
        self._headings: dict[str, QLabel] = {}
        self._lines: dict[str, QFrame] = {}
        self._nothing = role_label(self.tr("No setting matches."), "muted", self)
        self._nothing.hide()
        self._lay_out()
        self.field.textChanged.connect(self._find)
        self.parts.chosen.connect(self._turn)
        context.settings.subscribe(self._on_settings)
        self._turn(_SETTINGS)

    def show_setting(self, key: str = "") -> None:
        """Show the settings, with the keyboard in the row of this field."""
        self.field.clear()
        self._turn(_SETTINGS)
        self.model.read()
        if key == "model":
            row = self.model.rows["provider"]
            row.side.setFocus(Qt.FocusReason.ShortcutFocusReason)
            QTimer.singleShot(0, row, lambda: self._scroll.ensureWidgetVisible(self.model, 0, SIDE))
            return
        found = next((row for row in self.rows if key and row.setting.key == key), None)
        (self.field if found is None else found.control).setFocus(Qt.FocusReason.ShortcutFocusReason)
        if found is not None:
            # The page has its height only once it is laid out.
            QTimer.singleShot(0, found, lambda: self._scroll.ensureWidgetVisible(found, 0, SIDE))

    def show_shortcuts(self) -> None:
        """Show the keys of the commands."""
        self.field.clear()
        self._turn(_SHORTCUTS)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape, which first clears the field; go from the field to what it found."""
        key = event.key()
        if key == Qt.Key.Key_Escape and self.field.hasFocus() and self.field.text():
            self.field.clear()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.field.hasFocus():
            self._go_on()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave no wide gap between words and controls."""
        super().resizeEvent(event)
        self._fit()

    def _lay_out(self) -> None:
        self.setFocusProxy(self.field)
        body = QWidget(self)
        body.setProperty("surface", "ground")
        body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._column = QVBoxLayout(body)
        self._column.setSpacing(0)
        for group, _name in GROUPS:
            self._add_group(group, body)
        self._column.addWidget(self._nothing)
        self._column.addStretch(1)
        self._scroll = ScrollPage(body, self)
        self._scroll.setProperty("surface", "ground")
        self._pages = in_stack(self._scroll, self.shortcuts)
        in_column(self._head(), (self._pages, 1), on=self, margins=0, spacing=0)

    def _head(self) -> QHBoxLayout:
        return in_row(
            self.parts,
            None,
            (self.field, 2),
            self.close_button(self._context.theme),
            margins=(SIDE, 16, 16, 8),
            spacing=12,
        )

    def _add_group(self, group: str, body: QWidget) -> None:
        heading = self._headings[group] = role_label(group_name(group), "title", body)
        heading.setContentsMargins(0, 16, 0, 4)
        self._column.addWidget(heading)
        line = self._lines[group] = hairline(body)
        self._column.addWidget(line)
        for each in SETTINGS:
            if each.group == group:
                row = SettingRow(self._context, each, body)
                self.rows.append(row)
                self._column.addWidget(row)
        if group == MODEL:
            self.model = ModelGroup(self._context, group_name(group), body)
            self._column.addWidget(self.model)

    def _turn(self, part: str) -> None:
        self.parts.set_current(part)
        self._pages.setCurrentIndex(int(part == _SHORTCUTS))
        hint = self.tr("Find a command or keys") if part == _SHORTCUTS else self.tr("Find a setting")
        self.field.setPlaceholderText(hint)
        self.field.setAccessibleName(hint)
        follow_layout(self)

    def _find(self, text: str) -> None:
        words = text.casefold().split()
        for row in self.rows:
            row.setVisible(row.matches(words))
        is_model = self.model.narrow(words)
        for group, heading in self._headings.items():
            seen = any(row.setting.group == group and not row.isHidden() for row in self.rows)
            seen = is_model if group == MODEL else seen
            heading.setVisible(seen)
            self._lines[group].setVisible(seen)
        self._nothing.setVisible(not is_model and all(row.isHidden() for row in self.rows))
        self.shortcuts.narrow(text)

    def _go_on(self) -> None:
        """Give the keyboard to the first row that is shown."""
        if self._pages.currentIndex():
            self.shortcuts.enter()
            return
        row = next((row for row in self.rows if not row.isHidden()), None)
        if row is not None:
            row.control.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.model.enter()

    def _fit(self) -> None:
        widest = self.fontMetrics().averageCharWidth() * WIDEST
        spare = max(0, self.width() - 2 * SIDE - widest)
        self._column.setContentsMargins(SIDE, 0, SIDE + spare, SIDE)

    def _on_settings(self, _value: Settings) -> None:
        for row in self.rows:
            row.refresh()
        self._fit()
