"""A field for a text of several lines that gives back exactly what it was given."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from memdesk.text.encoding import DecodedText, TextForm, decode, encode
from memdesk_gui.widgets.text.covering import CoveredEdit

USUAL_LINES = 6


class ValueField(CoveredEdit):
    """Edits one value; Tab leaves it. What cannot be shown line by line is shown but not edited."""

    edited = Signal(str)
    """The person changed the value."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decoded = DecodedText("", TextForm())
        self._value = ""
        self._allowed = True
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
        if value == self._value:
            return
        self._value = value
        self._decoded = decode(value.encode("utf-8", "replace"))
        self.blockSignals(True)
        self.setPlainText(self._decoded.text)
        self.blockSignals(False)
        self._refresh()

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
            self._value = value
            self.edited.emit(value)
