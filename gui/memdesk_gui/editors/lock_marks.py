"""What of a text is locked against agents, as marks in its margin; looked for off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from memdesk.text.guard import Lock
from memdesk_gui.bridge.jobs import Job
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.widgets.text.gutter import Gutter
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.access.locks import LockRule

SOON_MS = 300
"""How long after a key it is looked again."""

_Held = tuple[int, int, "LockRule"]
"""The first and the last line of what a lock holds."""


class LockMarks(QObject):
    """Marks the lines that agents may not change; a late answer is dropped."""

    def __init__(
        self, gutter: Gutter, piece_of: Callable[[int], int], buffer: DocumentBuffer, context: AppContext
    ) -> None:
        """``piece_of`` gives the line of the view (from 1) in which a line of the file begins."""
        super().__init__(gutter)
        self._gutter, self._piece_of, self._buffer, self._context = gutter, piece_of, buffer, context
        self._job: Job | None = None
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._ask)
        buffer.parsed_changed.connect(self._follow)
        buffer.loaded.connect(self._follow)
        context.bus.locks_read.connect(self._follow)
        self._follow()

    def _mine(self) -> tuple[LockRule, ...]:
        return tuple(rule for rule in self._context.bus.locks if rule.uri == self._buffer.uri)

    def _follow(self) -> None:
        if self._mine():
            self._soon.start()
        else:
            self._drop()
            self._gutter.set_locks({})

    def _drop(self) -> None:
        self._soon.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _ask(self) -> None:
        self._drop()
        is_json = self._buffer.uri.lower().endswith(".json")
        find = partial(_held, self._mine(), self._buffer.text(), is_json=is_json)
        self._job = self._context.jobs.read(find, self._on_found)

    def _on_found(self, found: tuple[_Held, ...]) -> None:
        self._job = None
        marks: dict[int, tuple[bool, str]] = {}
        for first, last, rule in found:
            said = self._said(rule)
            top = self._piece_of(first) - 1
            for line in range(top, self._piece_of(last)):
                begins, known = marks.get(line, (False, ""))
                marks[line] = (begins or line == top, f"{known}\n{said}" if known else said)
        self._gutter.set_locks(marks)

    def _said(self, rule: LockRule) -> str:
        if rule.lock is Lock.APPEND_ONLY:
            words = self.tr("Agents may only add here")
        else:
            words = self.tr("Locked against agents")
        return f"{words}: {printable(rule.why)}" if rule.why else words


def _held(rules: tuple[LockRule, ...], text: str, *, is_json: bool) -> tuple[_Held, ...]:
    from memdesk.text.fragment import spans_of

    return tuple(
        (span.line, span.end_line, rule)
        for rule in rules
        for span in spans_of(rule.part, text, structured=is_json)
    )
