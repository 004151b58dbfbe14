"""A line of a form: what is typed is handed over, and stays in it until somebody has taken it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from memdesk_gui.widgets.text.covering import CoveredLine


class EntryLine(CoveredLine):
    """Hands over what was typed with Return or by leaving; Escape gives it up.

    Whoever takes it calls :meth:`settle`. Until then no other text is shown, whatever the document says.
    """

    entered = Signal(str)
    """The person has typed this."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stands = ""
        self.setAccessibleName(name)
        self.editingFinished.connect(self._on_finished)

    def show_text(self, text: str) -> None:
        """Show what the document says, unless something was typed that nobody has taken."""
        self._stands = text
        if not self.isModified() and self.text() != text:
            self.setText(text)

    def waiting(self) -> str:
        """Return what was typed and not taken; empty where that is nothing."""
        return self.text() if self.isModified() else ""

    def settle(self) -> None:
        """Note that what was typed is taken."""
        self._stands = self.text()
        self.setModified(False)

    def put_back(self, text: str) -> None:
        """Take what was typed elsewhere for the same, where it cannot stay."""
        self.setText(text)
        self.setModified(True)

    def give_up(self) -> None:
        """Forget what was typed and not taken."""
        if self.isModified():
            self.setText(self._stands)

    def event(self, event: QEvent) -> bool:
        """Keep Escape for the line as long as there is something to give up."""
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if escape and event.type() == QEvent.Type.ShortcutOverride and self.isModified():
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up with Escape what was typed."""
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self.give_up()
        else:
            super().keyPressEvent(event)

    def _on_finished(self) -> None:
        if not self.isModified() or self.isReadOnly():
            return
        if self.text() == self._stands:
            self.settle()
        else:
            self.entered.emit(self.text())
