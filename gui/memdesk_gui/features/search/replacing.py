"""Replacing words across documents: looked for while one types, carried out in the write lane."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk_gui.bridge.jobs import Job
from memdesk_gui.context import AppContext

if TYPE_CHECKING:
    from memdesk.review.replace import ReplacePlan
    from memdesk.text.replace import ReplaceQuery

REST_MS = 200
"""How long typing rests before all documents are looked through."""


class ReplaceProgress:
    """How far it is, told by one thread and looked at by another; ``stopped`` ends it."""

    def __init__(self) -> None:
        self.done, self.total, self.stopped = 0, 0, False

    def step(self, done: int, total: int) -> None:
        """Take note of how far it is."""
        self.done, self.total = done, total

    def is_stopped(self) -> bool:
        """Say whether it shall end."""
        return self.stopped


class ReplaceDesk(QObject):
    """One look at the documents at a time, and one operation."""

    planned = Signal(object)
    """What would be replaced: a ``ReplacePlan``."""
    done = Signal(object)
    """It was carried out: a ``Replaced``."""
    undone = Signal(object)
    """It was taken back: a ``Replaced``."""
    refused = Signal(object)
    """It could not be done: the exception."""

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.progress = ReplaceProgress()
        self._wanted: ReplaceQuery | None = None
        self._looking: Job | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._look)

    def look_for(self, wanted: ReplaceQuery | None) -> None:
        """Look for this as soon as typing rests, and for nothing else any more; None: for nothing."""
        self._wanted = wanted
        self.stop_looking()
        if wanted is not None:
            self._rest.start()

    def stop_looking(self) -> None:
        """Look no further."""
        self._rest.stop()
        self.progress.stopped = True
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def carry_out(self, planned: ReplacePlan, chosen: Mapping[str, Collection[int]]) -> None:
        """Replace the chosen places; ``done`` follows."""
        from memdesk.review.replace import replace_places

        workspace, person = self._context.bus.workspace, self._context.documents.person
        if workspace is not None:
            now = self.progress = ReplaceProgress()
            work = partial(
                replace_places, workspace, planned, person, chosen, step=now.step, stopped=now.is_stopped
            )
            self._context.jobs.write(work, self.done.emit, self._on_refused)

    def take_back(self, session: str) -> None:
        """Put back what was replaced; ``undone`` follows."""
        from memdesk.review.replace import take_back

        workspace, person = self._context.bus.workspace, self._context.documents.person
        if workspace is not None:
            work = partial(take_back, workspace, session, person)
            self._context.jobs.write(work, self.undone.emit, self._on_refused)

    def _look(self) -> None:
        from memdesk.review.replace import find_places

        workspace, wanted = self._context.bus.workspace, self._wanted
        if workspace is not None and wanted is not None:
            now = self.progress = ReplaceProgress()
            work = partial(find_places, workspace, wanted, step=now.step, stopped=now.is_stopped)
            self._looking = self._context.jobs.read(work, self.planned.emit, self._on_refused)

    def _on_refused(self, error: Exception) -> None:
        self._context.jobs.unexpected(error)
        self.refused.emit(error)
