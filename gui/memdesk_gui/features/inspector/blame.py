"""Where the document in front came from, read in the background whenever it, or what is judged, changes."""

from __future__ import annotations

from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, SignalInstance

from memdesk_gui.context import AppContext
from memdesk_gui.documents.state import DiskState, Stage
from memdesk_gui.features.review.controller import Reviewing

if TYPE_CHECKING:
    from memdesk.model import Revision
    from memdesk.review import BlamedText, Inbox
    from memdesk_gui.documents.buffer import DocumentBuffer

SOON_MS = 2_000
"""How long after the last reason the history is asked: not while somebody types or leafs through."""
LATEST_MS = 6_000
"""How long it is put off at most, where reasons come faster than that: while an agent writes line by line."""


class Tracing(QObject):
    """Fills ``origins`` of the buffer in front; very large texts are left out.

    A long history is looked into from its end, some versions at a time, while the document stays in front.
    """

    def __init__(self, context: AppContext, reviewing: Reviewing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context, self._reviewing = context, reviewing
        self._buffer: DocumentBuffer | None = None
        self._asked: object = None
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._latest = QTimer(self, singleShot=True, interval=LATEST_MS)
        for timer in (self._soon, self._latest):
            timer.timeout.connect(self._ask)
        context.documents.current_changed.connect(self._follow)
        reviewing.listed.connect(self._put_off)

    def _follow(self, buffer: DocumentBuffer | None) -> None:
        if self._buffer is not None:
            for signal in _news_of(self._buffer):
                signal.disconnect(self._put_off)
        self._buffer = buffer
        self._latest.stop()
        if buffer is not None:
            for signal in _news_of(buffer):
                signal.connect(self._put_off)
            self._put_off()

    def _put_off(self) -> None:
        """Ask when nothing happens for a moment, or has gone on happening for a while."""
        self._soon.start()
        if not self._latest.isActive():
            self._latest.start()

    def _ask(self) -> None:
        """Ask the history; an answer that is still on its way is not waited for, nor taken."""
        self._soon.stop()
        self._latest.stop()
        buffer, inbox = self._buffer, self._reviewing.inbox
        if buffer is None or inbox is None or buffer.stage is not Stage.READY:
            return
        if buffer.large or not buffer.disk.state.is_text:
            buffer.origins.take(_nothing())
            return
        asked = self._asked = object()
        base = buffer.base_text if buffer.disk_state in (DiskState.CHANGED, DiskState.DELETED) else None
        ask = partial(_traced, inbox, buffer.uri, buffer.settled_text(), base)
        done = partial(self._on_traced, buffer, asked, buffer.base)
        self._context.jobs.background(ask, done, self._on_failed)

    def _on_traced(
        self, buffer: DocumentBuffer, asked: object, base: Revision | None, trace: BlamedText
    ) -> None:
        """Take an answer, unless a save was under way: it may have met the file before the log told of it."""
        if asked is not self._asked or buffer is not self._buffer:
            return
        if buffer.disk.state.saving or buffer.base != base:
            self._put_off()
            return
        buffer.origins.take(trace)
        inbox = self._reviewing.inbox
        if trace.is_open and inbox is not None:
            look = partial(inbox.trace_on, buffer.uri)
            self._context.jobs.background(look, partial(self._on_looked, asked), self._on_failed)

    def _on_looked(self, asked: object, _is_open: bool) -> None:
        """Tell what older versions told, unless somebody asked anew meanwhile."""
        if asked is self._asked:
            self._ask()

    def _on_failed(self, error: Exception) -> None:
        """Tell of what is no passing trouble; the next change asks again."""
        self._context.jobs.unexpected(error)


def _news_of(buffer: DocumentBuffer) -> tuple[SignalInstance, ...]:
    return buffer.loaded, buffer.parsed_changed, buffer.saved


def _traced(inbox: Inbox, uri: str, text: str, base: str | None) -> BlamedText:
    """Ask the history. Of a text whose file is another by now, or none, ``base`` is what it started from:
    what others replaced in the file or deleted since is told of nobody, for the person did not write it.
    """
    trace = inbox.trace(uri, text)
    if base is None:
        return trace
    from memdesk.review import LineSource
    from memdesk.text.diff import line_diff

    own = {number for hunk in line_diff(base, text) for number in range(hunk.new_start, hunk.new_end)}
    unsaved = repeat(LineSource(None, saved=False), text.count("\n") + 1)
    numbered = enumerate(trace.lines or unsaved)
    lines = (line if line.saved or number in own else LineSource(None) for number, line in numbered)
    return trace._replace(lines=tuple(lines))


def _nothing() -> BlamedText:
    from memdesk.review import BlamedText

    return BlamedText()
