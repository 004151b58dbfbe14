"""A field of tags: each a chip that can be taken away, with room to write the next."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QToolButton, QWidget

from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.flow_frame import FlowFrame
from memdesk_gui.widgets.labels import ElidedLabel, set_tip
from memdesk_gui.widgets.layouts import in_row

LONGEST = 24
"""Characters of a tag that a chip shows; the whole is in its tool tip."""
FEWEST = 8
"""Characters of room for the next tag; where a row has less, it is written in a row of its own."""

_BETWEEN = re.compile("[,，\n]")


class TagChange(NamedTuple):
    """Which tags the person added, and which were taken away."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def made_of(self, tags: Iterable[str]) -> list[str]:
        """Return tags with this change in them."""
        stay = [tag for tag in tags if tag not in self.removed]
        return [*stay, *(tag for tag in self.added if tag not in stay)]


class TagChip(QFrame):
    """A tag and the sign that takes it away. Arrow keys, Delete and Backspace work on the sign."""

    removed = Signal()
    """The person takes the tag away."""
    stepped = Signal(int)
    """The person goes to the tag before (-1) or behind (1)."""

    def __init__(self, tag: str, covers: SecretMask, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tag = tag
        self._theme = theme
        self.setProperty("role", "tag")
        self._label = ElidedLabel("small", parent=self)
        self._label.setMaximumWidth(self._label.fontMetrics().averageCharWidth() * LONGEST)
        self.cross = QToolButton(self)
        self.cross.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.cross.setIconSize(QSize(1, 1) * (self.fontMetrics().height() * 3 // 4))
        self.cross.clicked.connect(self.removed)
        self.cross.installEventFilter(self)
        in_row(self._label, self.cross, on=self, margins=(8, 0, 2, 0), spacing=2)
        theme.changed.connect(self._draw)
        self._draw()
        self.set_covers(covers)

    def set_covers(self, covers: SecretMask) -> None:
        """Say which tag it is, with these secrets covered."""
        shown = covers.shown(self.tag)
        self._label.setText(" ".join(shown.split()))
        set_tip(self, shown)
        self.cross.setAccessibleName(self.tr("Remove tag {tag}").format(tag=shown))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take away and go on with keys, as in a text."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
            if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.removed.emit()
                return True
            if event.key() in steps:
                self.stepped.emit(steps[Qt.Key(event.key())])
                return True
        return super().eventFilter(watched, event)

    def _draw(self) -> None:
        self.cross.setIcon(icon("close", self._theme, "muted"))


class TagsField(FlowFrame):
    """Edits a list of tags. Enter, a comma or leaving the field adds what is written; a tag is there once."""

    edited = Signal(object)
    """The person made this :class:`TagChange`."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._allowed = True
        self._covers = NO_COVERS
        self._stands: tuple[str, ...] = ()
        self._last = TagChange()
        self.chips: list[TagChip] = []
        self.setProperty("role", "tags")
        self.setAccessibleName(name)
        self.line = QLineEdit(self)
        self.line.setAccessibleName(self.tr("Add a tag"))
        self.line.setPlaceholderText(self.tr("Add a tag"))
        self.line.setMinimumWidth(self.fontMetrics().averageCharWidth() * FEWEST)
        self.line.installEventFilter(self)
        self.line.textEdited.connect(self._on_typed)
        self.line.editingFinished.connect(self._enter)
        self.insert(0, self.line)
        self.setFocusProxy(self.line)

    def tags(self) -> list[str]:
        """Return the tags."""
        return [chip.tag for chip in self.chips]

    def set_tags(self, tags: Iterable[str]) -> None:
        """Show these tags; what is being written stays, and so do the chips of tags that were there."""
        wanted = self._stands = tuple(tags)
        if list(wanted) == self.tags():
            return
        for chip in [chip for chip in self.chips if chip.tag not in wanted]:
            self.chips.remove(chip)
            self.take(chip)
        for place, tag in enumerate(wanted):
            if self.tags()[place : place + 1] != [tag]:
                self._put(place, tag)
        for chip in self.chips[len(wanted) :]:
            self.take(chip)
        del self.chips[len(wanted) :]
        self._tell()

    def set_covers(self, covers: SecretMask) -> None:
        """Cover these secrets in the tags, and no others."""
        self._covers = covers
        for chip in self.chips:
            chip.set_covers(covers)
        self._tell()

    def waiting(self) -> str:
        """Return what is written and not yet a tag."""
        return self.line.text()

    def give_up(self) -> None:
        """Forget what is written and not yet a tag."""
        self.line.clear()

    def take_back(self) -> None:
        """Undo the last change, which could not be carried out; what was written is in the line again."""
        change, self._last = self._last, TagChange()
        self.set_tags(self._stands)
        if change.added:
            self.line.setText(", ".join(change.added))

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self._allowed = allowed
        self.line.setVisible(allowed)
        for chip in self.chips:
            chip.cross.setVisible(allowed)
        self._mark("locked", not allowed)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Write the next tag."""
        self.line.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the focus around the whole field; at the start of the line keys go on to the tags before."""
        kind = event.type()
        if kind in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._mark("active", kind is QEvent.Type.FocusIn)
        elif isinstance(event, QKeyEvent):
            if kind is QEvent.Type.KeyPress and self._takes(event):
                return True
            # Else Escape, which gives up what is written, closes something else.
            if kind is QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape and self.line.text():
                event.accept()
                return True
        return super().eventFilter(watched, event)

    def _takes(self, event: QKeyEvent) -> bool:
        """Do what a key means here; tell whether it means something."""
        key, written = event.key(), bool(self.line.text())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
            return True
        if key == Qt.Key.Key_Escape and written:
            self.give_up()
            return True
        if not self.chips or self.line.cursorPosition() or self.line.hasSelectedText():
            return False
        if key == Qt.Key.Key_Backspace and not written:
            self._remove(self.chips[-1])
            return True
        if key == Qt.Key.Key_Left:
            self.chips[-1].cross.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return False

    def _on_typed(self, text: str) -> None:
        *whole, rest = _BETWEEN.split(text)
        if whole:
            self.line.setText(rest)
            self.line.setModified(bool(rest))
            self._add(whole)

    def _enter(self) -> None:
        text = self.line.text()
        if text:
            self.line.clear()
            self._add(_BETWEEN.split(text))

    def _add(self, words: Iterable[str]) -> None:
        known = self.tags()
        new = [word for word in dict.fromkeys(map(str.strip, words)) if word and word not in known]
        for tag in new:
            self._append(tag)
        if new and self._allowed:
            self._tell()
            self._announce(TagChange(added=tuple(new)))

    def _append(self, tag: str) -> None:
        self._put(len(self.chips), tag)

    def _put(self, place: int, tag: str) -> None:
        """Put a tag into a place; its chip comes from behind there, where it has one."""
        known = next((chip for chip in self.chips[place:] if chip.tag == tag), None)
        if known is not None:
            self.chips.remove(known)
            self.chips.insert(place, known)
            self.shift(known, place)
            return
        chip = TagChip(tag, self._covers, self._theme, self)
        chip.cross.setVisible(self._allowed)
        chip.removed.connect(lambda: self._remove(chip))
        chip.stepped.connect(lambda step: self._step(chip, step))
        self.insert(place, chip)
        self.chips.insert(place, chip)

    def _announce(self, change: TagChange) -> None:
        self._last = change
        self.edited.emit(change)

    def _remove(self, chip: TagChip) -> None:
        if not self._allowed or chip not in self.chips:
            return
        place = self.chips.index(chip)
        had_focus = chip.cross.hasFocus()
        self.chips.remove(chip)
        self.take(chip)
        if had_focus:
            self._focus(place)
        self._tell()
        self._announce(TagChange(removed=(chip.tag,)))

    def _step(self, chip: TagChip, step: int) -> None:
        self._focus(max(0, self.chips.index(chip) + step))

    def _focus(self, place: int) -> None:
        """Put the keyboard on a tag, or behind the last one into the line."""
        target = self.chips[place].cross if place < len(self.chips) else self.line
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell(self) -> None:
        """Let those hear who cannot see."""
        self.setAccessibleDescription(", ".join(map(self._covers.shown, self.tags())))
        self.line.setAccessibleDescription(self.accessibleDescription())

    def _mark(self, name: str, on: bool) -> None:
        if self.property(name) is not on:
            self.setProperty(name, on)
            self.style().unpolish(self)
            self.style().polish(self)
