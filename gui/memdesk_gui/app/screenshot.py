"""Saves a picture of the window as soon as it shows what it was asked to show."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QObject, QTimer, Signal

from memdesk.errors import StorageError
from memdesk.model import ChangeBatch
from memdesk_gui.context import AppContext
from memdesk_gui.documents.documents import Stage
from memdesk_gui.shell.main_window import MainWindow

QUIET_MS = 250
PATIENCE_MS = 30_000


class Screenshot(QObject):
    """Waits until list and document are loaded, nothing is under way, and enough has happened."""

    taken = Signal(object)
    """The picture was saved (None), or could not be: why."""

    def __init__(self, window: MainWindow, target: Path, *, with_workspace: bool, changes: int = 0) -> None:
        super().__init__(window)
        self._window, self._target = window, target
        self._context: AppContext = window.context
        self._with_workspace, self._missing = with_workspace, changes
        self._quiet = QTimer(self, interval=QUIET_MS)
        self._quiet.timeout.connect(self._look)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._take)
        self._calm = 0
        self._context.bus.changed.connect(self._on_changed)
        self._context.bus.failed.connect(self._on_failed)

    def start(self) -> None:
        """Begin to wait."""
        self._quiet.start()
        self._patience.start()

    def _on_changed(self, batch: ChangeBatch) -> None:
        self._missing -= len(batch.changes)

    def _on_failed(self, error: Exception) -> None:
        self._stop()
        self.taken.emit(error)

    def _look(self) -> None:
        """Two calm looks in a row, so that what the last job brought has been painted."""
        self._calm = self._calm + 1 if self._settled() else 0
        if self._calm > 1:
            self._take()

    def _settled(self) -> bool:
        if self._context.jobs.is_busy or self._missing > 0:
            return False
        if self._with_workspace and self._context.bus.listing is None:
            return False
        if not all(feature.is_settled for feature in self._window.features.values()):
            return False
        documents = self._context.documents
        if any(buffer.stage is Stage.LOADING for buffer in documents.buffers()):
            return False
        shown = documents.current
        return shown is None or shown.stage is not Stage.READY or shown.origins.is_known

    def _take(self) -> None:
        self._stop()
        self.taken.emit(self._saved())

    def _saved(self) -> StorageError | None:
        """Save the picture; return why not, where it cannot be."""
        try:
            self._target.parent.mkdir(parents=True, exist_ok=True)
            made = QBuffer()
            self._window.grab().save(made, "PNG")
            self._target.write_bytes(made.data().data())
        except OSError as error:
            return StorageError(f"the picture cannot be saved: {self._target}: {error.strerror}")
        return None

    def _stop(self) -> None:
        self._quiet.stop()
        self._patience.stop()
