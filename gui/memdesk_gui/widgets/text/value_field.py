"""A field for a text of several lines that gives back exactly what it was given."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from memdesk.text.encoding import DecodedText, TextForm, decode, encode
from memdesk_gui.widgets.text.covering import CoveredEdit

USUAL_LINES = 6


class ValueField(CoveredEdit):
    """Edits one value; Tab leaves it. What cannot be shown line by line is shown but not edited.

    What was typed and could not be taken is kept, whatever the document says, until Escape gives it up.
    """

    edited = Signal(str)
    """The person changed the value."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decoded = DecodedText("", TextForm())
        self._value = self._stands = ""
        self._allowed, self._kept = True, False
        self.setProperty("field", True)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.textChanged.connect(self._on_text_changed)

    def sizeHint(self) -> QSize:
        """Ask for room for a few lines; a layout with more to give stretches the field."""
        return QSize(super().sizeHint().width(), self.fontMetrics().lineSpacing() * USUAL_LINES)

    def value(self) -> str:
        """Return the value with the line ends it came with."""
        return self._value

    def set_value(self, value: str) -> None:
        """Show a value; one that is shown already leaves caret and undo alone."""
        self._stands = value
        self._kept = self._kept and value != self._value
        if value == self._value or self._kept:
            return
        self._value = value
        self._decoded = decode(value.encode("utf-8", "replace"))
        self.blockSignals(True)
        self.setPlainText(self._decoded.text)
        self.blockSignals(False)
        self._refresh()

    def keep(self) -> None:
        """Note that what was typed could not be taken."""
        self._kept = True

    def put_back(self, text: str) -> None:
        """Take what was typed elsewhere for the same, where it cannot stay."""
        self.set_value(text)
        self._kept = True

    def waiting(self) -> str:
        """Return what was typed and could not be taken; empty where that is nothing."""
        return self._value if self._kept else ""

    def give_up(self) -> None:
        """Forget what could not be taken."""
        self._kept = False
        self.set_value(self._stands)

    def event(self, event: QEvent) -> bool:
        """Keep Escape for the field as long as there is something to give up."""
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if escape and event.type() == QEvent.Type.ShortcutOverride and self._kept:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up with Escape what could not be taken."""
        if event.key() == Qt.Key.Key_Escape and self._kept:
            self.give_up()
        else:
            super().keyPressEvent(event)

    def set_editable(self, allowed: bool) -> None:
        """Allow changes, as far as the value itself does."""
        self._allowed = allowed
        self._refresh()

    def _refresh(self) -> None:
        self.setReadOnly(not (self._allowed and self._decoded.editable))

    def _on_text_changed(self) -> None:
        text = self.document().toRawText().replace("\u2029", "\n")
        value = encode(text, self._decoded.form, self._decoded.text).decode(self._decoded.form.encoding)
        if value != self._value:
            self._value, self._kept = value, False
            self.edited.emit(value)
