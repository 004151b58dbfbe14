"""How far something long is: words, a bar and a way to cancel it, shown once it takes a moment."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from memdesk_gui.widgets.labels import ElidedLabel
from memdesk_gui.widgets.layouts import in_row

PATIENCE_MS = 300
"""What is done sooner is not worth a word."""
LOOK_MS = 100


class ProgressRow(QWidget):
    """Shows what ``looked`` is answered with by ``show_steps``; a bar without an end where none is known."""

    looked = Signal()
    """It is time to tell how far it is."""
    cancelled = Signal()
    """The person has had enough."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = ElidedLabel("muted", parent=self)  # they grow while it goes on, and nothing else moves
        self.bar = QProgressBar(self, textVisible=False)
        self.bar.setAccessibleName(name)
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self.cancel.setAccessibleName(self.cancel.text())
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self._on_cancel)
        in_row(self.words, (self.bar, 1), self.cancel, on=self, margins=0, spacing=8)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._appear)
        self._looks = QTimer(self, interval=LOOK_MS)
        self._looks.timeout.connect(self.looked)
        self.hide()

    @property
    def running(self) -> bool:
        """Whether something is under way, shown or not."""
        return self._patience.isActive() or self._looks.isActive()

    def begin(self) -> None:
        """Something begins; it is shown if it takes longer than a moment."""
        self.end()
        self.show_steps("", 0, 0)
        self.cancel.setEnabled(True)
        self._patience.start()

    def end(self) -> None:
        """It is over."""
        self._patience.stop()
        self._looks.stop()
        self.hide()

    def show_steps(self, words: str, done: int, total: int) -> None:
        """Show how far it is; without a total only that it goes on."""
        self.words.setText(words)
        self.bar.setAccessibleDescription(words)
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _appear(self) -> None:
        self.looked.emit()
        self.show()
        self._looks.start()

    def _on_cancel(self) -> None:
        self.cancel.setEnabled(False)
        self.cancelled.emit()
