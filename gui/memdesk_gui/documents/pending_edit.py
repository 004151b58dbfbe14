"""What a person is typing into a form: it becomes an edit of the text in a pause, off the GUI thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.errors import MemdeskError
from memdesk.text.diff import TextEdit
from memdesk_gui.documents.document_io import few

if TYPE_CHECKING:
    from memdesk_gui.bridge.jobs import JobRunner
    from memdesk_gui.documents.sync import SyncedText

PAUSE_MS = 300
LONGEST_SECONDS = 2.0
"""Who types without a pause has the text follow this often."""

Make: TypeAlias = "Callable[[str], str]"
"""Makes the text anew, with the edit in it."""


class PendingEdit(QObject):
    """The one edit of a buffer that is still being typed; whoever asks for the text has it made at once."""

    failed = Signal(object)
    """The edit was refused with this exception and is dropped."""

    def __init__(self, text: SyncedText, jobs: JobRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._text, self._jobs = text, jobs
        self._make: Make | None = None
        self._target, self._since = "", 0.0
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._prepare)

    @property
    def is_open(self) -> bool:
        """Whether something was typed that the text does not hold yet."""
        return self._make is not None

    def put(self, target: str, make: Make) -> None:
        """Have an edit made soon, in place of the one before it if that has the same target."""
        if target != self._target:
            self.flush()
        if self._make is None:
            self._target, self._since = target, time.monotonic()
        self._make = make
        if not self._pause.isActive() or time.monotonic() - self._since < LONGEST_SECONDS:
            self._pause.start()

    def flush(self) -> None:
        """Make the edit now."""
        make, text = self._make, self._text.settled_text()
        self.drop()
        if make is not None:
            try:
                self._text.edit(_edits(make, text))
            except MemdeskError as error:
                self.failed.emit(error)

    def drop(self) -> None:
        """Forget the edit."""
        self._pause.stop()
        self._make = None

    def _prepare(self) -> None:
        make, text = self._make, self._text.settled_text()
        if make is not None:
            self._since = time.monotonic()
            revision = self._text.text_document.revision()
            then, otherwise = partial(self._on_made, make, revision), partial(self._on_failed, make)
            self._jobs.read(partial(_edits, make, text), then, otherwise)

    def _on_made(self, make: Make, revision: int, edits: tuple[TextEdit, ...]) -> None:
        if revision != self._text.text_document.revision():
            if make is self._make:
                self._prepare()
            return
        if make is self._make:
            self.drop()
        self._text.edit(edits)

    def _on_failed(self, make: Make, error: Exception) -> None:
        if make is self._make:
            self.drop()
            self.failed.emit(error)
        self._jobs.unexpected(error)


def _edits(make: Make, text: str) -> tuple[TextEdit, ...]:
    return few(text, make(text))
