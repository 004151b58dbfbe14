"""Where a text is cut for the search, as marks in its margin; cut off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QLocale

from memdesk.text.tokens import estimate
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.text_marks import TextMarks
from memdesk_gui.widgets.text.gutter import Gutter
from memdesk_gui.wording import wording

_Chunks = tuple[tuple[int, int, int, int], ...]
"""The first and last line of each chunk, its bytes and its tokens."""


class ChunkMarks(TextMarks[_Chunks]):
    """Marks the lines at which chunks begin while the person wants that."""

    def __init__(
        self, gutter: Gutter, piece_of: Callable[[int], int], buffer: DocumentBuffer, context: AppContext
    ) -> None:
        """``piece_of`` gives the line of the view (from 1) in which a line of the file begins."""
        super().__init__(buffer, context, context.theme.text_changed, gutter)
        self._gutter, self._piece_of = gutter, piece_of
        self._follow()

    @property
    def wanted(self) -> bool:
        """Whether the person wants to see where chunks begin."""
        return self._context.theme.chunks_shown

    def finder(self, text: str, *, is_json: bool) -> Callable[[], _Chunks]:
        """Return what cuts the text."""
        return partial(_cut, text, is_json=is_json)

    def clear(self) -> None:
        """Mark nothing."""
        self._gutter.set_chunks({})

    def take(self, found: _Chunks) -> None:
        """Mark the chunks that were cut."""
        locale = QLocale()
        marks: dict[int, tuple[str, str]] = {}
        for number, (first, last, size, tokens) in enumerate(found, 1):
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


def _cut(text: str, *, is_json: bool) -> _Chunks:
    """Return the first and last line of each chunk, its bytes and its tokens."""
    from memdesk.index import chunks_of

    found = chunks_of(text, is_json=is_json)
    return tuple(
        (each.first, each.last, len(each.text.encode("utf-8", "surrogatepass")), estimate(each.text))
        for each in found
    )
