"""One backup: what restoring it would change, in which way, and the buttons that do it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from memdesk_gui.features.history.restore_view import RestoreView, row_of
from memdesk_gui.features.history.version_facts import VersionFacts
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.find_controls import button
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.lists.part_list import PartList, PartRow
from memdesk_gui.widgets.tab_order import handing_on
from memdesk_gui.widgets.text.diff_view import Run

EXACTLY, MISSING, SECTIONS, NEXT = "exactly", "missing", "sections", "next"
"""The ways to look at a backup; all but the last are ways back."""


class BackupView(RestoreView):
    """Shows what a way back does before it is gone."""

    look_wanted = Signal(str)
    """The person wants to see another way back, or the next backup."""
    parts_chosen = Signal()
    """Other sections are chosen."""
    drop_wanted = Signal()
    """What is in quarantine shall be deleted for good."""
    pin_wanted = Signal(bool)
    """The backup shall be kept whatever the rules say, or no more."""

    def __init__(self, theme: Theme, run: Run, parent: QWidget | None = None) -> None:
        super().__init__(theme, EXACTLY, parent)
        self._name = ""
        self.looks = self._ways
        choices = (
            (EXACTLY, self.tr("Replace")),
            (MISSING, self.tr("Add missing parts")),
            (SECTIONS, self.tr("Sections")),
            (NEXT, self.tr("Next backup")),
        )
        self._make_ways(self.tr("Restore method"), choices, run)
        self.looks.set_current(EXACTLY)
        self.parts = PartList(self.tr("Sections to restore"), self)
        self._hint = role_label("", "muted", self)
        self._make_buttons("")
        self.drop = button(self.tr("Delete from quarantine…"), self.drop_wanted.emit, self)
        self.pin = button("", self._want_pin, self)
        self.pin.setCheckable(True)
        self._below = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self.looks.chosen.connect(self._on_look)
        self.parts.parts.chosen_changed.connect(self._on_parts)
        self.set_pinned(False)
        self.set_quarantined(False)

    @property
    def look(self) -> str:
        """The way back that is looked at."""
        return self.looks.current()

    @property
    def chosen(self) -> frozenset[int]:
        """The numbers of the sections that are chosen."""
        return self.parts.parts.chosen

    def show_facts(self, facts: VersionFacts, name: str) -> None:
        """Say which backup this is, and of which document; the rest follows."""
        self._name = name
        self.show_writer(facts)
        self.parts.parts.clear_choice()

    def say(self, words: str) -> None:
        """Say of the backup in other words which it is."""
        self._words.setText(words)

    def show_texts(self, old: str, new: str, following: str = "") -> None:
        """Compare the document with what it would become, or the backup with the one that follows."""
        if self.look == NEXT:
            titles = self.tr("this backup"), following or self.tr("{name} now").format(name=self._name)
        else:
            titles = self.tr("{name} now").format(name=self._name), self.tr("after restoring")
        self.show_only(self.diff)
        self.diff.show_texts(old, new, *titles)

    def show_parts(self, rows: Sequence[PartRow], alike: int) -> None:
        """Offer sections; so many others are as they were."""
        self.parts.parts.set_rows(rows)
        if rows:
            words = self.tr("%n other sections are unchanged.", "", alike) if alike else ""
        elif alike:
            words = self.tr("All %n sections of the backup are present and unchanged.", "", alike)
        else:
            words = self.tr("There are no separate sections to restore.")
        self._hint.setText(words)
        self._show_parts()

    def set_quarantined(self, quarantined: bool, *, allowed: bool = True) -> None:
        """Offer what can be done with something in quarantine: it is moved back, or deleted for good."""
        if quarantined:
            self.looks.set_current(EXACTLY)
        with handing_on(self.keyboard_stop):
            for control in (self.looks, self.copy, self.pin):
                control.setVisible(not quarantined)
            self.drop.setVisible(quarantined)
            self.drop.setEnabled(allowed)
        self.setFocusProxy(self.restore if quarantined else self.looks)
        self._show_parts()
        self.show_buttons()

    def set_pinned(self, pinned: bool, *, allowed: bool = True) -> None:
        """Say whether the backup is pinned."""
        text = self.tr("Pinned") if pinned else self.tr("Pin")
        self.pin.setChecked(pinned)
        self.pin.setText(text)
        self.pin.setAccessibleName(text)
        self.pin.setToolTip(self.tr("A pinned backup is kept until you unpin it."))
        self.pin.setEnabled(allowed)

    def current_change(self) -> int:
        """Return the change that can be done by itself now; -1 where none can."""
        return super().current_change() if self.drop.isHidden() else -1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use two rows where there is no room for one."""
        super().resizeEvent(event)
        self._fit_buttons()

    def keyboard_stop(self) -> QWidget:
        """Return what has the keyboard where another control goes."""
        if self.drop.isHidden():
            return self.looks.stop()
        return self.restore if self.restore.isEnabled() else self.drop

    def _lay_out(self) -> None:
        self._below.setContentsMargins(24, 8, 24, 8)
        self._below.setSpacing(8)
        self._below.addLayout(row_of(self.restore, self.change))
        self._below.addLayout(row_of(self.copy, self.pin, self.drop), 1)
        self._inset = QWidget(self)
        in_column(self.parts, self._hint, on=self._inset, margins=(24, 0, 24, 0), spacing=4)
        column = self._column()
        column.addWidget(self._inset)
        column.addWidget(self.diff, 1)
        column.addWidget(self._room, 1)
        column.addLayout(self._below)
        self.show_only(self.diff)
        self._show_parts()

    def _show_parts(self) -> None:
        self._inset.setVisible(self.look == SECTIONS)
        self.parts.setVisible(self.parts.parts.rowCount() > 0)
        self._hint.setVisible(bool(self._hint.text()))

    def _on_look(self, look: str) -> None:
        self._show_parts()
        self.show_buttons()
        self.look_wanted.emit(look)

    def _on_parts(self) -> None:
        self.show_buttons()
        self.parts_chosen.emit()

    def show_buttons(self) -> None:
        """Name the buttons, and offer single changes."""
        self._say(self.restore, self._deed())
        number, count = self.current_change(), len(self.diff.diff.starts)
        text = self.tr("Restore only change {number} of {count}")
        self._say(self.change, text.format(number=number + 1, count=count))
        with handing_on(self.keyboard_stop):
            self.change.setVisible(number >= 0 and count > 1)
        if number >= 0:
            self.diff.point()
        self._fit_buttons()

    def _fit_buttons(self) -> None:
        if not self.isVisible():  # its width is not known yet, and two rows might make the window higher
            return
        below = (self.restore, self.change, self.copy, self.pin, self.drop)
        shown = [each for each in below if not each.isHidden()]
        needed = sum(each.sizeHint().width() + 8 for each in shown) + 40
        ways = QBoxLayout.Direction
        self._below.setDirection(ways.TopToBottom if needed > self.width() else ways.LeftToRight)

    def _deed(self) -> str:
        """Return what the button does, by name."""
        if self.look == MISSING:
            return self.tr("Add missing parts to {name}").format(name=self._name)
        if self.look == SECTIONS:
            count = len(self.chosen)
            return self.tr("Restore %n sections into {name}", "", count).format(name=self._name)
        if not self.drop.isHidden():
            return self.tr("Restore into {name}").format(name=self._name)
        return self.tr("Replace {name} with this backup").format(name=self._name)

    @staticmethod
    def _say(control: QWidget, text: str) -> None:
        control.setProperty("text", text)
        control.setAccessibleName(text)

    def _want_pin(self) -> None:
        self.pin_wanted.emit(self.pin.isChecked())
