"""What all dialogs share: a title, a body, a row of buttons, opened without a nested event loop."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.tab_order import follow_what_is_seen


def _without_state(run: Callable[[], object]) -> Callable[[bool], None]:
    def clicked(_checked: bool) -> None:
        run()

    return clicked


class BaseDialog(QDialog):
    """A dialog that deletes itself when it is closed."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.body, self._buttons = in_column(spacing=8), in_row(None, spacing=8)
        in_column((self.body, 1), self._buttons, on=self, margins=(24, 24, 24, 16), spacing=16)

    def event(self, event: QEvent) -> bool:
        """Grow with what is added: the least height that Qt asks for forgets how words are wrapped."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._grow()
        return done

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go to the next control as the dialog is read, whatever was made first."""
        follow_what_is_seen(self)
        return super().focusNextPrevChild(forward)

    def _grow(self) -> None:
        layout = self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return
        screen = (self.parentWidget() or self).screen()
        needed = layout.totalMinimumHeightForWidth(self.width())
        if self.height() < (height := min(needed, (screen.availableSize() - _FRAME).height())):
            self.resize(self.width(), height)

    def add_button(self, text: str, run: Callable[[], object], *, primary: bool = False) -> QPushButton:
        """Put a button at the right end; the primary one answers to Return."""
        button = QPushButton(text, self)
        button.setAccessibleName(text.replace("&", ""))
        button.setProperty("primary", primary)
        button.setDefault(primary)
        button.setAutoDefault(primary)
        button.clicked.connect(_without_state(run))
        self._buttons.addWidget(button)
        return button

    def resize_by_text(self, columns: int, lines: int) -> None:
        """Make room for so many characters and lines, as far as the screen has it."""
        metrics = self.fontMetrics()
        wanted = QSize(metrics.averageCharWidth() * columns, metrics.lineSpacing() * lines)
        screen = (self.parentWidget() or self).screen()
        self.resize(wanted.boundedTo(screen.availableSize() - _FRAME))


_FRAME = QSize(16, 48)
"""What a window manager puts around a dialog, at most."""
