"""How far a job is: told on its own thread, looked at by the window whenever it likes."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import CancelledError

if TYPE_CHECKING:
    from memdesk.agents.model_jobs.asking import Usage
    from memdesk.llm import AnswerSoFar


class Stand(NamedTuple):
    """Where a job is: steps done of all (0 of 0 where it tells none), or how many documents it writes."""

    done: int = 0
    total: int = 0
    writing: int = 0


class JobProgress:
    """Follows one call of a job, which ends at its next step once it is cancelled.

    While documents are written nothing can be cancelled: they are written together or not at all.
    """

    def __init__(self) -> None:
        self.stand = Stand()
        self.usage: Usage | None = None
        """What a model took for it so far, where one is asked."""
        self.writing_now: AnswerSoFar | None = None
        """What a model has written of the answer that it is at; None before its first word."""
        self._cancelled = Event()

    @property
    def cancelled(self) -> bool:
        """Whether the person has had enough."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Let the job end without having changed anything, unless it is writing already."""
        self._cancelled.set()

    def take(self, usage: Usage) -> None:
        """Take in what a model took so far."""
        self.usage, self.writing_now = usage, None

    def follow(self, writing: AnswerSoFar) -> None:
        """Take in what a model has written so far of the answer that it is at."""
        self.writing_now = writing

    def heed(self) -> None:
        """Let whoever waits for a model go on. Raises CancelledError where the person has had enough."""
        self.step(self.stand.done, self.stand.total)

    def step(self, done: int, total: int) -> None:
        """Take in that so many steps of all are done."""
        self._tell(Stand(done, total))

    def writing(self, documents: int) -> None:
        """Take in that the documents are being written now."""
        self._tell(Stand(writing=documents))

    def _tell(self, stand: Stand) -> None:
        if self.cancelled:
            raise CancelledError("it was cancelled; nothing was changed")
        self.stand = stand
