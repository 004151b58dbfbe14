"""What is looked for in an open text while the person types, off the GUI thread."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, SignalInstance

from memdesk_gui.bridge.jobs import Job
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer

T = TypeVar("T")

SOON_MS = 300
"""How long after a key it is looked again."""


class TextMarks(QObject, Generic[T]):
    """Looks for something in a text a moment after each change of it; a late answer is dropped."""

    def __init__(
        self, buffer: DocumentBuffer, context: AppContext, also: SignalInstance, parent: QObject
    ) -> None:
        """``also`` is emitted where something else is wanted of the same text."""
        super().__init__(parent)
        self._buffer, self._context = buffer, context
        self._job: Job | None = None
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._ask)
        for changed in (buffer.parsed_changed, buffer.loaded, also):
            changed.connect(self._follow)

    @property
    @abstractmethod
    def wanted(self) -> bool:
        """Whether there is anything to look for."""

    @abstractmethod
    def finder(self, text: str, *, is_json: bool) -> Callable[[], T]:
        """Return what looks into the text, in the read pool."""

    @abstractmethod
    def take(self, found: T) -> None:
        """Show what was found."""

    @abstractmethod
    def clear(self) -> None:
        """Show nothing: nothing is wanted."""

    def _follow(self) -> None:
        if self.wanted:
            self._soon.start()
        else:
            self._drop()
            self.clear()

    def _drop(self) -> None:
        self._soon.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _ask(self) -> None:
        self._drop()
        is_json = self._buffer.uri.lower().endswith(".json")
        find = self.finder(self._buffer.text(), is_json=is_json)
        self._job = self._context.jobs.read(find, self._on_found)

    def _on_found(self, found: T) -> None:
        self._job = None
        self.take(found)
