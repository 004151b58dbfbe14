"""Markdown as people write and read it: text, preview, or both side by side."""

from __future__ import annotations

import re
from functools import cached_property, partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QSplitter, QWidget

from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk.text.fragment import meant
from memdesk.text.markdown import MarkdownSection, outline
from memdesk.text.preview_html import MAX_CHARACTERS, HtmlPreview, render
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.links import follow
from memdesk_gui.editors.summary_bar import SummaryBar, has_summary
from memdesk_gui.editors.text import TextEditor
from memdesk_gui.widgets.text.grammar import markdown_line
from memdesk_gui.widgets.text.preview import PreviewView

PREVIEW_DELAY_MS = 200

_KEY = re.compile(r"\s*(?:[-*+]\s+)?\*\*([^*]{1,60}?):?\*\*")


class MarkdownEditor(TextEditor):
    """Write, read or both; the preview follows the text and its place."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent, grammar=markdown_line, mono=False)
        self._mode = EditorMode.WRITE
        self._outline: tuple[MarkdownSection, ...] = ()
        self._trail: tuple[str, ...] | None = None
        self._generation = 0
        self._line = 0
        self._goal: int | None = None
        self._covers = NO_COVERS
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.view)
        self.summary_bar = SummaryBar(buffer, context, self) if has_summary(buffer.info) else None
        if self.summary_bar is not None:
            self.summary_bar.renewed.connect(self.setFocus)
            self.body.addWidget(self.summary_bar)
        self.body.addWidget(self._split, 1)
        self._timer = QTimer(self, singleShot=True, interval=PREVIEW_DELAY_MS)
        self._timer.timeout.connect(self._render)
        self._link()
        self._take_outline()

    @cached_property
    def preview(self) -> PreviewView:
        """What the text looks like, made when it is first asked for."""
        preview = PreviewView(self.context.theme, self)
        preview.hide()
        preview.link_clicked.connect(partial(self._on_link))
        preview.part_wanted.connect(self._show_part)
        preview.part_reached.connect(self._go_on)
        self._split.addWidget(preview)
        return preview

    def modes(self) -> tuple[EditorMode, ...]:
        """Offer text, both, and preview."""
        return (EditorMode.WRITE, EditorMode.SPLIT, EditorMode.READ)

    def mode(self) -> EditorMode:
        """Return the way the document is shown now."""
        return self._mode

    def set_mode(self, mode: EditorMode) -> None:
        """Show the text, the preview, or both at the same place."""
        if mode is self._mode:
            return
        self._goal = self._line = self._seen_line()
        self._mode = mode
        self.view.setVisible(mode is not EditorMode.READ)
        self.preview.setVisible(mode is not EditorMode.WRITE)
        if mode is EditorMode.READ:
            self.hide_find()
        half = self._split.width() // 2
        self._split.setSizes([half, half])
        self.setFocusProxy(self.preview if mode is EditorMode.READ else self.view)
        self._render()

    def set_covers(self, covers: SecretMask) -> None:
        """Cover these secrets in the preview, and no others."""
        if covers != self._covers:
            self._covers = covers
            self._render()

    def show_text(self, shown: bool) -> None:
        """Show the text in its ways, or leave the room to something else."""
        self._split.setVisible(shown)
        if shown:
            self.setFocusProxy(self.preview if self._mode is EditorMode.READ else self.view)
            self._render()

    def open_find(self) -> None:
        """Open the find bar on the text."""
        if self._mode is EditorMode.READ:
            self.set_mode(EditorMode.SPLIT)
        super().open_find()

    def open_replace(self) -> None:
        """Open find and replace on the text."""
        if self._mode is EditorMode.READ:
            self.set_mode(EditorMode.SPLIT)
        super().open_replace()

    def go_to_change(self, by: int) -> None:
        """Go to a change in the text."""
        if self._mode is EditorMode.READ:
            self.set_mode(EditorMode.SPLIT)
        super().go_to_change(by)

    def has_summary(self) -> bool:
        """Say whether the Summary line is shown and can be made anew."""
        return self.summary_bar is not None and self.buffer.editable and not self.buffer.large

    def renew_summary(self) -> None:
        """Make the Summary line anew."""
        if self.summary_bar is not None:
            self.summary_bar.renew()

    def trail(self) -> tuple[str, ...]:
        """Return the headings above the caret and the key of its line."""
        cursor = self.view.textCursor()
        line = cursor.blockNumber() + 1
        around = [part for part in self._outline if part.line <= line <= part.end_line]
        headings = tuple(part.heading for part in around if not (part.level == 1 and part.line <= 2))
        key = _KEY.match(cursor.block().text()[:200])
        return (*headings, key[1]) if key else headings

    def line_of(self, fragment: str) -> int | None:
        """Return the line of a heading, or else of the words."""
        found = meant(fragment.casefold(), [part.heading.casefold() for part in self._outline])
        return self._outline[found[0]].line if found else super().line_of(fragment)

    def _link(self) -> None:
        self.buffer.text_document.contentsChanged.connect(self._on_text_changed)
        self.buffer.parsed_changed.connect(self._take_outline)
        self.view.cursorPositionChanged.connect(self._on_caret)
        self.trail_changed.connect(self._note_trail)
        self.view.viewed.connect(self._follow_text)

    def _on_link(self, link: str) -> None:
        follow(self.context, self.buffer.uri, link, self)

    def _on_caret(self) -> None:
        """Most steps of the caret stay at the same place of the trail."""
        if self.trail() != self._trail:
            self.trail_changed.emit()

    def _note_trail(self) -> None:
        self._trail = self.trail()

    def _on_text_changed(self) -> None:
        if self._mode is not EditorMode.WRITE:
            self._timer.start()

    def _take_outline(self) -> None:
        if self.buffer.large:
            return
        self.context.jobs.read(partial(outline, self.buffer.text()), self._on_outline)

    def _on_outline(self, found: tuple[MarkdownSection, ...]) -> None:
        self._outline = found
        self._on_caret()

    def _render(self) -> None:
        if self._mode is EditorMode.WRITE:
            return
        self._generation += 1
        if self._mode is EditorMode.SPLIT:
            self._line = self.view.firstVisibleBlock().blockNumber()
        # A page without a word looks like an empty document; of a small one the text comes at once.
        is_long = self.buffer.text_document.characterCount() > MAX_CHARACTERS
        self.preview.setPlaceholderText(self.tr("Reading the document…") if is_long else "")
        self.context.jobs.read(
            partial(_rendered, self._covers, self.buffer.text(), self._line),
            partial(self._on_rendered, self._generation),
        )

    def _on_rendered(self, generation: int, preview: HtmlPreview) -> None:
        if generation == self._generation:
            self.preview.show_preview(preview)
            goal, self._goal = self._goal, None
            if self._mode is EditorMode.READ and goal is not None:
                self.preview.show_line(goal)
            self._follow_text()

    def _follow_text(self) -> None:
        """Show what the text shows; of a long text another part may have to be rendered for that."""
        if self._mode is not EditorMode.SPLIT:
            return
        line = self.view.firstVisibleBlock().blockNumber()
        if self.preview.holds(line):
            self.preview.show_line(line)
        else:
            self._timer.start()

    def _reveal(self, fragment: str) -> None:
        """Go to a place in the text; what is read follows."""
        super()._reveal(fragment)
        if self._mode is EditorMode.READ:
            line = self.view.textCursor().blockNumber()
            if self.preview.holds(line):
                self.preview.show_line(line)
            else:
                self._show_part(line)

    def _show_part(self, line: int) -> None:
        """Show the part of a long text that a line is in."""
        if self._mode is EditorMode.SPLIT:
            self.view.go_to(line + 1)
            return
        self._line = self._goal = line
        self._render()

    def _go_on(self, line: int) -> None:
        """Have the part of a long text that was scrolled to; beside the text, that leads."""
        if self._mode is EditorMode.READ:
            self._line, self._goal = line, None
            self._render()

    def _seen_line(self) -> int:
        """Return the line of the caret, or the first on the screen where that is scrolled away."""
        if self._mode is EditorMode.READ:
            return self._line
        caret, first = self.view.textCursor().blockNumber(), self.view.firstVisibleBlock().blockNumber()
        rows = self.view.viewport().height() // max(1, self.view.fontMetrics().height())
        return caret if first <= caret < first + rows else first


def _rendered(covers: SecretMask, text: str, line: int) -> HtmlPreview:
    return render(covers.shown(text), around=line)
