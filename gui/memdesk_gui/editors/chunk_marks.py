"""Where a text is cut for the search, as marks in its margin; cut off the GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, QTimer

from memdesk.text.tokens import estimate
from memdesk_gui.bridge.jobs import Job
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.wording import wording

if TYPE_CHECKING:
    from memdesk_gui.editors.text import TextEditor

SOON_MS = 300
"""How long after a key the text is cut again."""


class ChunkMarks(QObject):
    """Marks the lines at which chunks begin while the person wants that; a late answer is dropped."""

    def __init__(self, editor: TextEditor, buffer: DocumentBuffer, context: AppContext) -> None:
        super().__init__(editor)
        self._editor, self._buffer, self._context = editor, buffer, context
        self._job: Job | None = None
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._ask)
        buffer.parsed_changed.connect(self._follow)
        buffer.loaded.connect(self._follow)
        context.theme.text_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        if self._context.theme.chunks_shown:
            self._soon.start()
        else:
            self._drop()
            self._editor.view.gutter.set_chunks({})

    def _drop(self) -> None:
        self._soon.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _ask(self) -> None:
        self._drop()
        is_json = self._buffer.uri.lower().endswith(".json")
        cut = partial(_cut, self._buffer.text(), is_json=is_json)
        self._job = self._context.jobs.read(cut, self._on_cut)

    def _on_cut(self, chunks: tuple[tuple[int, int, int, int], ...]) -> None:
        self._job = None
        piece, locale = self._editor.numbers().piece, QLocale()
        marks: dict[int, tuple[str, str]] = {}
        for number, (first, last, size, tokens) in enumerate(chunks, 1):
            said = self.tr("Chunk {number}: lines {first} to {last}, {size}, about {tokens} tokens").format(
                number=number,
                first=first,
                last=last,
                size=wording.size_text(size),
                tokens=locale.toString(tokens),
            )
            _add(marks, piece(first) - 1, str(number), said)
        self._editor.view.gutter.set_chunks(marks)


def _add(marks: dict[int, tuple[str, str]], line: int, number: str, said: str) -> None:
    """Mark a line; where several chunks begin in it, the first is named and all are told."""
    known: Mapping[int, tuple[str, str]] = marks
    marks[line] = (known[line][0], f"{known[line][1]}\n{said}") if line in known else (number, said)


def _cut(text: str, *, is_json: bool) -> tuple[tuple[int, int, int, int], ...]:
    """Return the first and last line of each chunk, its bytes and its tokens."""
    from memdesk.index import chunks_of

    found = chunks_of(text, is_json=is_json)
    return tuple(
        (each.first, each.last, len(each.text.encode("utf-8", "surrogatepass")), estimate(each.text))
        for each in found
    )
