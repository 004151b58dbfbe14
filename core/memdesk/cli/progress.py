"""How far a long job is, in one line on a terminal that is gone when the job is done."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from memdesk.text.tokens import estimate

if TYPE_CHECKING:
    from memdesk.llm import AnswerSoFar

PATIENCE = 0.5
"""Seconds after which a person wonders; a job that is done sooner shows nothing."""
RHYTHM = 0.1
"""Seconds between two looks of the line."""
_CLEAR = "\r\x1b[K"


class ProgressLine:
    """The line (:class:`memdesk.systems.tools.CallProgress`)."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._next = clock() + PATIENCE
        self._shown = False

    def step(self, done: int, total: int) -> None:
        """Show how many steps of all are done."""
        self._show(f"{done} of {total} ({100 * done // max(total, 1)} %)")

    def writing(self, documents: int) -> None:
        """Show that documents are being written."""
        self._show(f"writing {documents} document{'' if documents == 1 else 's'}")

    def wrote(self, writing: AnswerSoFar) -> None:
        """Show how much a model has written of its answer, and how fast it writes."""
        count = estimate(writing.text)
        pace = f" ({count / writing.seconds:.1f} a second)" if writing.seconds >= 1 else ""
        self._show(f"about {count} tokens written{pace}")

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._put(_CLEAR)
            self._shown = False

    def _show(self, words: str) -> None:
        now = self._clock()
        if now >= self._next:
            self._next, self._shown = now + RHYTHM, True
            self._put(f"{_CLEAR}{words}")

    def _put(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


@contextmanager
def shown_progress() -> Iterator[ProgressLine | None]:
    """Show on a terminal how far a job is; None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    line = ProgressLine(sys.stderr)
    try:
        yield line
    finally:
        line.clear()
