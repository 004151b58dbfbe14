"""Counts the changed lines of the versions on the screen, one at a time: the window comes first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer

from memdesk_gui.context import AppContext
from memdesk_gui.features.history.timeline_model import Measured, TimelineModel, key_of, read_measured

COUNT_MS = 20


class LineCounts(QObject):
    """Tells a timeline how many lines each of its versions changed, for the rows that are seen."""

    def __init__(
        self, context: AppContext, model: TimelineModel, rows: Callable[[], range], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._context, self._model, self._rows = context, model, rows
        self._rest = QTimer(self, singleShot=True, interval=COUNT_MS)
        self._rest.timeout.connect(self._count)

    @property
    def waiting(self) -> bool:
        """Whether the next version is to be counted in a moment."""
        return self._rest.isActive()

    def go_on(self) -> None:
        """Count what is seen now, soon."""
        self._rest.start()

    def _count(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is None or not self._model.timeline.uri:
            return
        self._model.want_words(self._rows())
        version = next(iter(self._model.uncounted(self._rows())), None)
        if version is not None:
            tell = partial(self._on_counted, key_of(version))
            self._context.jobs.background(partial(read_measured, workspace, version), tell)

    def _on_counted(self, key: str, measured: Measured) -> None:
        self._model.set_measured(key, measured)
        self.go_on()
