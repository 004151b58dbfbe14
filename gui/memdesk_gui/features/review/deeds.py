"""The buttons below a change: what can be decided about it, each with its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from memdesk_gui.commands import CommandRegistry
from memdesk_gui.features.review.inbox_menu import InboxMenu
from memdesk_gui.widgets.keyed_button import KeyedButton

if TYPE_CHECKING:
    from memdesk_gui.features.review.inbox_model import InboxRow

DEEDS = ("review.accept", "review.revert", "review.edit", "review.snooze")
ALWAYS = 2
"""So many of them are buttons in whatever room there is; all are in the menu."""


class ReviewDeeds(QWidget):
    """Says in its buttons what they would do to the row that is looked at."""

    def __init__(self, commands: CommandRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self.buttons: list[KeyedButton] = []
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        for name in DEEDS:
            text, action, key = commands.get(name).label, commands.action(name), commands.shortcut_text(name)
            self.buttons.append(KeyedButton(text, action, key, self, primary=name == DEEDS[0]))
            row.addWidget(self.buttons[-1])
        row.addStretch(1)
        self.more = QToolButton(self)
        self.more.setText(self.tr("More") + " ▾")
        self.more.setAccessibleName(self.tr("More review actions"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        names = (*DEEDS, "review.revert_why", "review.revert_later", "review.explain", "review.proposal")
        about = [commands.action(name) for name in names]
        self.choices = InboxMenu(commands.action("review.rules"), about, self.more)
        self.more.setMenu(self.choices)
        row.addWidget(self.more)
        commands.rebound.connect(self._show_keys)

    def show_line(self, line: InboxRow, *, partly: bool = False) -> None:
        """Name what the keys do to a row: to a change, to several, or to a write that waits for approval.

        ``partly``: some passages of the change are judged, so that they do it to the others.
        """
        for button, text in zip(self.buttons, self._words(line, partly=partly), strict=True):
            button.set_words(text)
        self._fit()

    def _words(self, line: InboxRow, *, partly: bool) -> list[str]:
        labels = [self._commands.get(name).label for name in DEEDS]
        count = len(line.items)
        if line.staged is not None:
            words = self.tr("Approve"), self.tr("Reject")
        elif count > 1:
            words = self.tr("Accept %n", "", count), self.tr("Revert %n", "", count)
        elif partly:
            words = self.tr("Accept rest"), self.tr("Revert rest")
        else:
            return labels
        return [*words, *labels[len(words) :]]

    def sizeHint(self) -> QSize:
        """Ask for room for all buttons, hidden ones too."""
        return self._room_for(*self.buttons, self.more)

    def minimumSizeHint(self) -> QSize:
        """Be content with room for what is always a button, so that the list beside it stays readable."""
        return self._room_for(*self.buttons[:ALWAYS], self.more)

    def _room_for(self, *parts: QWidget) -> QSize:
        sides, hints = self._row.contentsMargins(), [part.sizeHint() for part in parts]
        width = sum(hint.width() + self._row.spacing() for hint in hints) + sides.left() + sides.right()
        return QSize(width, max(hint.height() for hint in hints) + sides.top() + sides.bottom())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the buttons that have room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        space, room = self._row.spacing(), self.width() - self.minimumSizeHint().width()
        for button in self.buttons[ALWAYS:]:
            need = button.sizeHint().width() + space
            button.setVisible(need <= room)
            room -= need if need <= room else 0

    def _show_keys(self) -> None:
        """Show the keys that the person chose."""
        for button, name in zip(self.buttons, DEEDS, strict=True):
            button.set_key(self._commands.shortcut_text(name))
        self._fit()
