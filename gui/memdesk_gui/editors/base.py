"""What every editor is: a widget over one :class:`~memdesk_gui.documents.documents.DocumentBuffer`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk_gui.context import AppContext

if TYPE_CHECKING:
    from memdesk_gui.documents.blame import OriginTarget
    from memdesk_gui.documents.buffer import DocumentBuffer


class EditorMode(StrEnum):
    """How a document is shown: text and preview, or its own form and its source."""

    WRITE = "write"
    SPLIT = "split"
    READ = "read"
    FORM = "form"
    SOURCE = "source"
    ENTRIES = "entries"


class Editor(QWidget):
    """Base of all editors.

    The buffer's text is the only truth: a structured editor shows ``buffer.parsed`` and turns each edit into
    ``buffer.replace(new_text)`` with a pure function of the system, so dirty mark, undo, save, conflict
    banner and the source view are the same for all of them.
    """

    trail_changed = Signal()
    """The place inside the document (breadcrumbs after its title) is another one."""
    position_changed = Signal()
    """The caret's place (status bar) is another one."""
    carried_out = Signal(bool)
    """What was entered beside the text was carried out, or (False) could not be."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buffer = buffer
        self.context = context
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)

    def trail(self) -> tuple[str, ...]:
        """Return the place inside the document, outermost first (heading path, entry, key)."""
        return ()

    def reveal(self, fragment: str) -> None:
        """Show the part that a URI's fragment names (a heading, ``L12``, an entry id, a key)."""

    def open_find(self) -> None:
        """Open the editor's own find bar (Ctrl+F); editors without one ignore it."""

    def open_replace(self) -> None:
        """Open find and replace (Ctrl+H); editors without one ignore it."""

    def has_summary(self) -> bool:
        """Say whether the document has a summary that can be made anew."""
        return False

    def renew_summary(self) -> None:
        """Make the document's summary anew."""

    def moves_entries(self) -> bool:
        """Say whether an entry is chosen that can go up or down."""
        return False

    def move_entry(self, step: int) -> None:
        """Let the chosen entry go up (-1) or down (1)."""

    def wanted_of_job(self, job: str) -> dict[str, str] | None:
        """Return what a job on the whole memory is asked for from here; None where it is not offered."""
        del job
        return None

    def can_roll_back(self, *, whole: bool) -> bool:
        """Whether a change that is chosen here, or only one key of it, can be taken back."""
        del whole
        return False

    def roll_back(self, *, whole: bool) -> None:
        """Go back to before the change that is chosen here."""

    def undoes_text(self) -> bool:
        """Say whether undo means the text here: not where what is done does not go through it."""
        return True

    def tells_of_deletion(self) -> bool:
        """Say whether the document was deleted here, which is told here as well, with the way back."""
        return False

    def waits(self) -> bool:
        """Say whether something was entered that is no part of the text and is not carried out yet."""
        return False

    def carry_out(self) -> None:
        """Carry out what was entered, or say what is missing."""

    def can_restore(self) -> bool:
        """Say whether the document is a copy from which something can be restored now."""
        return False

    def restore(self) -> None:
        """Restore from this copy what it shows."""

    def modes(self) -> tuple[EditorMode, ...]:
        """Return the ways this editor can show the document; without any, no switch is offered."""
        return ()

    def refused_modes(self) -> Mapping[EditorMode, str]:
        """Return the ways that this document cannot be shown, though others like it can, and why."""
        return {}

    def mode(self) -> EditorMode | None:
        """Return the way the document is shown now."""
        return None

    def set_mode(self, mode: EditorMode) -> None:
        """Show the document another way."""

    def foot(self) -> int:
        """Return the height of what is docked at the lower edge, which nothing may cover."""
        return 0

    def changes(self) -> tuple[int, ...]:
        """Return the lines (from 1) where something begins that others wrote since the last look."""
        return ()

    def go_to_change(self, by: int) -> None:
        """Go to the next (1) or previous (-1) of these places, from the last one to the first."""

    def place(self) -> OriginTarget | None:
        """Return the place in front whose origin can be told: the caret's line, or what is chosen."""
        return None

    def caret(self) -> int:
        """Return the caret's place in characters, to be restored with the tab."""
        return 0

    def set_caret(self, position: int) -> None:
        """Put the caret where ``caret`` once said it was."""

    def position(self) -> str:
        """Return the caret's place for the status bar (``Ln 4, Col 2``), or an empty text."""
        return ""
