"""A Markdown document that has entries: its text, or its entries one by one."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from memdesk.text.markdown_entries import Split
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.markdown import MarkdownEditor
from memdesk_gui.editors.text_entries import TextEntriesPage
from memdesk_gui.wording.wording import size_text

MOST_CHARACTERS = 384 * 1024
"""Cutting a longer text into its entries, which each edit does, would hold the window up."""


class EntryTextEditor(MarkdownEditor):
    """Adds the view of the entries to those of the text; it is made when it is first looked at."""

    def __init__(
        self, split: Split, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None
    ) -> None:
        super().__init__(buffer, context, parent)
        self._entry_split = split
        self._page: TextEntriesPage | None = None

    @property
    def page(self) -> TextEntriesPage:
        """The entries."""
        if self._page is None:
            self._page = TextEntriesPage(self._entry_split, self.buffer, self.context, self)
            self._page.trail_changed.connect(self.trail_changed)
            self.body.addWidget(self._page, 1)
        return self._page

    @property
    def by_entry(self) -> bool:
        """Whether the entries are shown."""
        return self._page is not None and self._page.isVisibleTo(self)

    def modes(self) -> tuple[EditorMode, ...]:
        """Offer the entries too, unless the text is too large for work on all of it."""
        return super().modes() if self._is_large else (*super().modes(), EditorMode.ENTRIES)

    def refused_modes(self) -> Mapping[EditorMode, str]:
        """Say why there are no entries of a large text."""
        if not self._is_large:
            return {}
        why = self.tr("Entries are shown of documents up to {size}. Split this one to edit it by entry.")
        return {EditorMode.ENTRIES: why.format(size=size_text(MOST_CHARACTERS))}

    @property
    def _is_large(self) -> bool:
        return self.buffer.text_document.characterCount() > MOST_CHARACTERS

    def mode(self) -> EditorMode:
        """Return the way the document is shown now."""
        return EditorMode.ENTRIES if self.by_entry else super().mode()

    def set_mode(self, mode: EditorMode) -> None:
        """Show the entries, or the text in one of its ways."""
        if mode is self.mode():
            return
        self.buffer.typing.flush()
        if mode is EditorMode.ENTRIES:
            self.hide_find()
            self.show_text(False)
            self.page.show()
            self.setFocusProxy(self.page)
        else:
            if self.by_entry:
                self.page.hide()
                self.show_text(True)
            super().set_mode(mode)
        self.trail_changed.emit()
        self.position_changed.emit()
        self.setFocus()

    def trail(self) -> tuple[str, ...]:
        """Return the chosen entry, or the place in the text."""
        return self.page.trail() if self.by_entry else super().trail()

    def place(self) -> OriginTarget | None:
        """Return the chosen entry, or the caret's line."""
        return self.page.place() if self.by_entry else super().place()

    def go_to_change(self, by: int) -> None:
        """Go to a change in the text."""
        if self.by_entry:
            self.set_mode(EditorMode.WRITE)
        super().go_to_change(by)

    def position(self) -> str:
        """Return the caret's place; among entries there is none."""
        return "" if self.by_entry else super().position()

    def reveal(self, fragment: str) -> None:
        """Show an entry, or the place in the text; what is no entry is shown there."""
        if self.by_entry and self.page.knows(fragment):
            self.page.reveal(fragment)
            return
        if self.by_entry:
            self.set_mode(EditorMode.WRITE)
        super().reveal(fragment)

    def open_find(self) -> None:
        """Filter the entries, or find in the text."""
        if self.by_entry:
            self.page.open_find()
        else:
            super().open_find()

    def open_replace(self) -> None:
        """Find and replace in the text."""
        if self.by_entry:
            self.set_mode(EditorMode.WRITE)
        super().open_replace()

    def moves_entries(self) -> bool:
        """Say whether an entry is chosen that can go up or down."""
        return self.by_entry and self.page.movable

    def move_entry(self, step: int) -> None:
        """Let the chosen entry go up or down."""
        self.page.move_entry(step)

    def wanted_of_job(self, job: str) -> dict[str, str] | None:
        """Return what a job on the whole memory is asked for from here."""
        return self.page.wanted_of_job(job) if self.by_entry else None
