"""What a row of a list looks like: models make it, the row delegate paints it."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt

from memdesk.model import Origin
from memdesk_gui.theme.tone import Tone

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The :class:`ListRow` to paint."""
KEY_ROLE = Qt.ItemDataRole.UserRole + 2
"""What stays the same about a row while rows come and go."""


def counted_lines(added: int | None, removed: int | None) -> tuple[tuple[str, Tone], ...]:
    """Return in signs how many lines came, then how many went, each with its colour; none is not told."""
    counts = (("+", added, Tone.FINE), ("−", removed, Tone.DANGER))
    return tuple((f"{sign}{count}", token) for sign, count, token in counts if count)


class ListRow(NamedTuple):
    """One row as the delegate paints it. ``is_open`` is None where there is nothing to open.

    ``author`` is the name by which an agent has its colour, here and in the other rows; ``short`` is the note
    where there is no room for all of it.
    """

    title: str
    detail: str = ""
    note: str = ""
    level: int = 0
    heading: bool = False
    bold: bool = False
    faint: bool = False
    warning: bool = False
    origin: Origin | None = None
    is_open: bool | None = None
    locked: bool = False
    author: str = ""
    short: str = ""


class FoundRow(NamedTuple):
    """A stretch of a document that was found: what it says (``title``), where that is, who wrote it when.

    ``marks`` are the words in the title that were looked for: from and to which letter; ``source`` is what
    found it.
    """

    title: str
    detail: str = ""
    note: str = ""
    source: str = ""
    marks: tuple[tuple[int, int], ...] = ()
    origin: Origin | None = None
    heading: bool = False
    author: str = ""


class CandidateRow(NamedTuple):
    """A memory that was weighed for a prompt, or as a heading where a line runs and why.

    ``note`` is its score in words; ``parts`` are what the score is made of: which colour, and how much of
    the whole bar. ``mark`` tells how it differs from another context.
    """

    title: str
    detail: str = ""
    note: str = ""
    cost: str = ""
    parts: tuple[tuple[int, float], ...] = ()
    below: bool = False
    heading: bool = False
    mark: str = ""


class ActivityRow(NamedTuple):
    """One change as the delegate paints it; ``known`` tells whether its texts can be compared.

    ``fate`` is what became of the whole document, in the colour ``tone``; empty where it was only changed.
    """

    origin: Origin
    time: str
    who: str
    through: str
    fate: str
    tone: Tone
    title: str
    added: int | None
    removed: int | None
    known: bool
    words: str = ""
    author: str = ""


class VersionRow(NamedTuple):
    """One version as the delegate paints it; ``now`` marks the one on disk, ``kept`` whether it is there.

    Of a deleted or recovered document ``who`` is its name, and ``folder`` where it is. ``words`` are what the
    version says.
    """

    origin: Origin
    who: str
    what: str
    when: str
    added: int
    removed: int
    now: bool
    kept: bool
    folder: str = ""
    words: str = ""
    author: str = ""

    @property
    def lines(self) -> str:
        """How many lines came and went, in words; empty where none did."""
        return " ".join(text for text, _ in counted_lines(self.added, self.removed))


class ReviewRow(NamedTuple):
    """One change that waits for review, or the head of a group; ``badges`` are what to look out for.

    ``who`` wrote it, ``title`` is what it says, where that is known; ``place`` the document, or how
    many of them, and ``deed`` what happened to it, also where ``what`` leaves that to the words.
    """

    origin: Origin
    who: str
    title: str
    what: str
    facts: str
    when: str
    badges: tuple[str, ...]
    level: int
    is_open: bool | None
    place: str = ""
    deed: str = ""
    author: str = ""
