"""Where a text is cut for the search, as marks in its margin; cut off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QLocale, QObject, QTimer

from memdesk.text.tokens import estimate
from memdesk_gui.bridge.jobs import Job
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.widgets.text.gutter import Gutter
from memdesk_gui.wording import wording

SOON_MS = 300
"""How long after a key the text is cut again."""


class ChunkMarks(QObject):
    """Marks the lines at which chunks begin while the person wants that; a late answer is dropped."""

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
        context.theme.text_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        if self._context.theme.chunks_shown:
            self._soon.start()
        else:
            self._drop()
            self._gutter.set_chunks({})

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
        locale = QLocale()
        marks: dict[int, tuple[str, str]] = {}
        for number, (first, last, size, tokens) in enumerate(chunks, 1):
            said = self.tr("Chunk {number}: lines {first} to {last}, {size}, about {tokens} tokens").format(
                number=number,
                first=first,
                last=last,
                size=wording.size_text(size),
                tokens=locale.toString(tokens),
            )
            _add(marks, self._piece_of(first) - 1, str(number), said)
        self._gutter.set_chunks(marks)


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
