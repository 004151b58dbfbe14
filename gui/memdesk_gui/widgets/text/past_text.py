"""The text of a version, to be read: prose as in the editor, everything else in a fixed width."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedLayout, QWidget

from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.text.grammar import json_line, markdown_line
from memdesk_gui.widgets.text.layout import fit_wrapping, roomy_document
from memdesk_gui.widgets.text.text_view import TextView

SHOWN_CHARACTERS = 256 * 1024
"""So much of a text is shown; the comparison shows the rest where it differs."""


class PastText(QWidget):
    """A read-only text that is exchanged as a whole."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.prose = TextView(roomy_document(self), theme, markdown_line, mono=False, parent=self)
        self.mono = TextView(roomy_document(self), theme, json_line, mono=True, parent=self)
        self.cut = role_label(self.tr("Only the beginning of this long text is shown."), "muted", self)
        self.cut.setContentsMargins(24, 8, 24, 8)
        self._views = QStackedLayout()
        for view in (self.prose, self.mono):
            view.setReadOnly(True)
            by_keys = (
                Qt.TextInteractionFlag.TextSelectableByKeyboard
            )  # shows the caret: where the keyboard is
            view.setTextInteractionFlags(view.textInteractionFlags() | by_keys)
            view.setAccessibleName(name)
            self._views.addWidget(view)
        in_column((self._views, 1), self.cut, on=self, margins=0, spacing=0)

    @property
    def view(self) -> TextView:
        """The view that is shown."""
        return self.prose if self._views.currentIndex() == 0 else self.mono

    def show_text(self, uri: str, text: str) -> None:
        """Show the text of a document; the place in it stays where the text is another one."""
        self._views.setCurrentIndex(0 if uri.endswith(".md") else 1)
        self.setFocusProxy(self.view)
        shown, bar = text[:SHOWN_CHARACTERS], self.view.verticalScrollBar()
        place = bar.value()
        fit_wrapping(self.view.document(), shown)
        self.view.setPlainText(shown)
        self.cut.setVisible(len(text) > len(shown))
        bar.setValue(place)
