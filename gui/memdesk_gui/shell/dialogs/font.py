"""The font documents are shown in, tried out at once."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFontComboBox, QLabel, QPushButton, QWidget

from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label


class FontDialog(BaseDialog):
    """Choose a family, or the system's; the size is the zoom."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Content font"), parent)
        self._theme = theme
        self._before = theme.content_family
        self._families = QFontComboBox(self)
        self._families.setAccessibleName(self.tr("Font"))
        self._families.setCurrentFont(theme.content_font())
        self._families.currentFontChanged.connect(self._try)
        self._sample = QLabel(
            self.tr("The quick brown fox jumps over the lazy dog. 敏捷的棕狐跳过懒狗。"), self
        )
        self._sample.setWordWrap(True)
        label = role_label(self.tr("&Documents are shown in"), "muted", self)
        label.setBuddy(self._families)
        for widget in (label, self._families, self._sample):
            self.body.addWidget(widget)
        self.body.addStretch(1)
        self._system: QPushButton = self.add_button(self.tr("System font"), self._use_system)
        self.add_button(self.tr("Cancel"), self._cancel)
        self.add_button(self.tr("Use"), self.close, primary=True)
        self.resize_by_text(64, 14)
        self._sample.setFont(theme.content_font())

    def _try(self, font: QFont) -> None:
        self._theme.set_content_family(font.family())
        self._sample.setFont(self._theme.content_font())

    def _use_system(self) -> None:
        self._theme.set_content_family("")
        self.close()

    def _cancel(self) -> None:
        self._theme.set_content_family(self._before)
        self.close()
