"""One backup: what restoring it would change, in which way, and the buttons that do it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memdesk_gui.features.history.version_facts import VersionFacts
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.banner import writer_name
from memdesk_gui.widgets.find_controls import button
from memdesk_gui.widgets.labels import ElidedLabel, chip, role_label, set_tip, set_tone
from memdesk_gui.widgets.lists.part_list import PartList, PartRow
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.widgets.tab_order import handing_on
from memdesk_gui.widgets.text.diff_view import DiffView, Run

EXACTLY, MISSING, SECTIONS, NEXT = "exactly", "missing", "sections", "next"
"""The ways to look at a backup; all but the last are ways back."""

NARROW_CHARACTERS = 120
"""A view narrower than this has its head in two rows."""


class BackupView(QWidget):
    """Shows what a way back does before it is gone."""

    look_wanted = Signal(str)
    """The person wants to see another way back, or the next backup."""
    parts_chosen = Signal()
    """Other sections are chosen."""
    restore_wanted = Signal()
    """What is shown shall be done."""
    change_wanted = Signal(int)
    """Only this change (counted from 0) shall be done."""
    copy_wanted = Signal()
    """The backup shall become a new document."""
    drop_wanted = Signal()
    """What is in quarantine shall be deleted for good."""
    pin_wanted = Signal(bool)
    """The backup shall be kept whatever the rules say, or no more."""

    def __init__(self, theme: Theme, run: Run, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("surface", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._name, self._has_changes = "", False
        self._writer = chip("", "", self)
        self._words = ElidedLabel("muted", parent=self)
        self.looks = Segments(self.tr("Restore method"), self)
        self.looks.set_choices(
            (
                (EXACTLY, self.tr("Replace")),
                (MISSING, self.tr("Add missing parts")),
                (SECTIONS, self.tr("Sections")),
                (NEXT, self.tr("Next backup")),
            )
        )
        self.looks.set_current(EXACTLY)
        self.diff = DiffView(theme, run, self)
        self.problem = role_label("", "muted", self)
        self.problem.setContentsMargins(24, 8, 24, 8)
        self.problem.setWordWrap(True)
        self.parts = PartList(self.tr("Sections to restore"), self)
        self._hint = role_label("", "muted", self)
        self.restore = button("", self.restore_wanted.emit, self, primary=True)
        self.change = button("", self._want_change, self)
        self.copy = button(self.tr("Restore as new document"), self.copy_wanted.emit, self)
        self.drop = button(self.tr("Delete from quarantine…"), self.drop_wanted.emit, self)
        self.pin = button("", self._want_pin, self)
        self.pin.setCheckable(True)
        self._room = QWidget(self)
        self._head = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._below = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self.looks.chosen.connect(self._on_look)
        self.parts.parts.chosen_changed.connect(self._on_parts)
        self.diff.shown.connect(self._show_buttons)
        self.diff.moved.connect(self._show_buttons)
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
        self._writer.setText(writer_name(facts.writer))
        set_tone(self._writer, self._theme.author_tone(facts.writer.origin, facts.writer.name))
        self.say(facts.words)
        set_tip(self._words, facts.tip)
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
        self._show_only(self.diff)
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

    def explain(self, why: str) -> None:
        """Say why there is nothing to show."""
        self.problem.setText(why)
        self._show_only(self.problem)
        self.set_restorable(False, copy=False)

    def set_restorable(self, whole: bool, *, copy: bool, changes: bool = False) -> None:
        """Offer to do what is shown, wholly or by single changes, and to make a copy."""
        self._has_changes = changes
        with handing_on(self._stop):
            self.restore.setEnabled(whole)
            self.copy.setEnabled(copy)
            self._show_buttons()

    def set_quarantined(self, quarantined: bool, *, allowed: bool = True) -> None:
        """Offer what can be done with something in quarantine: it is moved back, or deleted for good."""
        if quarantined:
            self.looks.set_current(EXACTLY)
        with handing_on(self._stop):
            for control in (self.looks, self.copy, self.pin):
                control.setVisible(not quarantined)
            self.drop.setVisible(quarantined)
            self.drop.setEnabled(allowed)
        self.setFocusProxy(self.restore if quarantined else self.looks)
        self._show_parts()
        self._show_buttons()

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
        is_whole = not self.drop.isHidden()
        offered = self._has_changes and self.look == EXACTLY and not (is_whole or self.diff.isHidden())
        return self.diff.current_change() if offered else -1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use two rows where there is no room for one."""
        super().resizeEvent(event)
        ways = QBoxLayout.Direction
        narrow = self.width() < self.fontMetrics().averageCharWidth() * NARROW_CHARACTERS
        self._head.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self._fit_buttons()

    def _stop(self) -> QWidget:
        """Return what has the keyboard where another control goes."""
        if self.drop.isHidden():
            return self.looks.stop()
        return self.restore if self.restore.isEnabled() else self.drop

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for box in (self._head, self._below):
            box.setContentsMargins(24, 8, 24, 8)
            box.setSpacing(8)
        self._head.addLayout(_row(self._writer, self._words), 1)
        self._head.addLayout(_row(self.looks))
        self._below.addLayout(_row(self.restore, self.change))
        self._below.addLayout(_row(self.copy, self.pin, self.drop), 1)
        self._inset = QWidget(self)
        inset = QVBoxLayout(self._inset)
        inset.setContentsMargins(24, 0, 24, 0)
        inset.setSpacing(4)
        inset.addWidget(self.parts)
        inset.addWidget(self._hint)
        column.addLayout(self._head)
        column.addWidget(self.problem)
        column.addWidget(self._inset)
        column.addWidget(self.diff, 1)
        column.addWidget(self._room, 1)
        column.addLayout(self._below)
        self._show_only(self.diff)
        self._show_parts()

    def _show_only(self, shown: QLabel | DiffView) -> None:
        self.problem.setVisible(shown is self.problem)
        self.diff.setVisible(shown is self.diff)
        self._room.setVisible(shown is self.problem)

    def _show_parts(self) -> None:
        self._inset.setVisible(self.look == SECTIONS)
        self.parts.setVisible(self.parts.parts.rowCount() > 0)
        self._hint.setVisible(bool(self._hint.text()))

    def _on_look(self, look: str) -> None:
        self._show_parts()
        self._show_buttons()
        self.look_wanted.emit(look)

    def _on_parts(self) -> None:
        self._show_buttons()
        self.parts_chosen.emit()

    def _show_buttons(self) -> None:
        self._say(self.restore, self._deed())
        number, count = self.current_change(), len(self.diff.diff.starts)
        text = self.tr("Restore only change {number} of {count}")
        self._say(self.change, text.format(number=number + 1, count=count))
        with handing_on(self._stop):
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

    def _want_change(self) -> None:
        number = self.current_change()
        if number >= 0:
            self.change_wanted.emit(number)

    def _want_pin(self) -> None:
        self.pin_wanted.emit(self.pin.isChecked())


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row
