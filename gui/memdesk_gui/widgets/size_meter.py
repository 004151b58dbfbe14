"""How full something is: a bar and the numbers."""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QProgressBar, QWidget

from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_row


class SizeMeter(QWidget):
    """Shows how much of a limit is used ("8,412 / 10,000 B", or characters); beyond it the numbers warn."""

    def __init__(self, name: str, parent: QWidget | None = None, *, characters: bool = False) -> None:
        super().__init__(parent)
        self._numbers = (
            self.tr("{size} / {limit} characters") if characters else self.tr("{size} / {limit} B")
        )
        self.setAccessibleName(name)
        self._bar = QProgressBar(self, textVisible=False)
        self._bar.setAccessibleName(name)
        self._bar.setFixedWidth(self.fontMetrics().averageCharWidth() * 16)
        self.text = role_label("", "small", self)
        in_row(self._bar, self.text, on=self, margins=0, spacing=8)

    def set_size(self, size: int, limit: int) -> None:
        """Show how much is used."""
        locale = QLocale()
        locale.setNumberOptions(QLocale.NumberOption.DefaultNumberOptions)
        self._bar.setRange(0, limit)
        self._bar.setValue(min(size, limit))
        self.text.setText(self._numbers.format(size=locale.toString(size), limit=locale.toString(limit)))
        role = "danger" if size > limit else "small"
        if self.text.property("role") != role:
            self.text.setProperty("role", role)
            self.text.style().polish(self.text)
