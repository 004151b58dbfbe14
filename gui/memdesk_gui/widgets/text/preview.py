"""Rendered Markdown that loads nothing and opens nothing by itself."""

from __future__ import annotations

import re
import time
from bisect import bisect_left, bisect_right
from functools import partial
from html import escape

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextDocumentFragment,
    QTextImageFormat,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from memdesk.text.preview_html import HtmlPreview
from memdesk_gui.theme.theme import Theme
from memdesk_gui.wording.writers import plain_tip

TURN_SECONDS = 0.008
EARLIER, LATER = "#memdesk-before", "#memdesk-behind"
"""The links to what is left out of a long text."""
COLUMN_CHARACTERS = 90
_WAYS = dict.fromkeys((Qt.Key.Key_PageDown, Qt.Key.Key_Down, Qt.Key.Key_End), 1)
_WAYS |= dict.fromkeys((Qt.Key.Key_PageUp, Qt.Key.Key_Up, Qt.Key.Key_Home), -1)
"""Keys that scroll, and which way."""
PICTURE_MARGIN = 16

_HEADING = re.compile(r"<(/?)h([1-6])>")
_STYLE = """
body, p, li {{ line-height: 145%; }}
.h1, .h2, .h3, .h4, .h5, .h6 {{ font-weight: 700; margin-top: 16px; margin-bottom: 8px; }}
.h1 {{ font-size: {h1}pt; }} .h2 {{ font-size: {h2}pt; }} .h3 {{ font-size: {h3}pt; }}
p {{ margin-top: 4px; margin-bottom: 8px; }}
pre {{ margin-top: 8px; margin-bottom: 8px; }}
strong {{ font-weight: 600; }}
a {{ color: {human}; text-decoration: none; }}
blockquote {{ margin-left: 16px; margin-right: 0; }}
blockquote p {{ color: {muted}; }}
code, pre {{ font-family: {mono}; font-size: {code}pt; background-color: {panel}; }}
.note {{ color: {muted}; }}
.chip {{ color: {muted}; background-color: {panel}; }}
.badge {{ color: {danger}; background-color: {del_bg}; font-family: {mono}; font-size: {code}pt; }}
th {{ font-weight: 600; text-align: left; }}
"""


class SilentDocument(QTextDocument):
    """A document that never fetches what its text refers to."""

    def loadResource(self, _kind: int, _name: QUrl | str) -> QByteArray:
        """Return nothing, whatever is asked for."""
        return QByteArray(b"")


class Builder(QObject):
    """Builds a document from pieces of HTML without holding up the event loop."""

    built = Signal(object)
    """The document is whole; it is the argument."""

    def __init__(self, document: QTextDocument, pieces: tuple[str, ...], parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._pieces = document, pieces
        self._at = 0
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._turn)

    def start(self) -> None:
        """Begin; a short document is ready when this returns."""
        self._document.setUndoRedoEnabled(False)
        self._timer.start()
        self._turn()

    def _turn(self) -> None:
        stop = time.perf_counter() + TURN_SECONDS
        while self._at < len(self._pieces) and time.perf_counter() < stop:
            self._add(self._pieces[self._at])
            self._at += 1
        if self._at >= len(self._pieces):
            self._timer.stop()
            self.built.emit(self._document)

    def _add(self, piece: str) -> None:
        part = SilentDocument()
        part.setDefaultStyleSheet(self._document.defaultStyleSheet())
        part.setDefaultFont(self._document.defaultFont())
        part.setHtml(piece)
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        first = part.firstBlock()
        if self._at and not first.textList():
            cursor.insertBlock(first.blockFormat(), QTextCharFormat())
        elif not self._at:
            cursor.setBlockFormat(first.blockFormat())
        cursor.insertFragment(QTextDocumentFragment(part))


class PreviewView(QTextBrowser):
    """Shows a :class:`~memdesk.text.preview_html.HtmlPreview`; a click on a link is only reported."""

    link_clicked = Signal(str)
    """The person clicked a link with this target; nothing was opened."""
    part_wanted = Signal(int)
    """The person wants the part of a long text that this line (from 0) is in."""
    part_reached = Signal(int)
    """The person scrolled on at an end of the part, where the text goes on with this line (from 0)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._preview = HtmlPreview(())
        self._picture: QImage | None = None
        self._builder: Builder | None = None
        self._shown: QTextDocument | None = None
        self._line: int | None = None
        self._is_building = False
        self._kept: tuple[int, int, int] | None = None
        """The line that the next part was asked for, that of the block which stays where it is, and how far
        that is scrolled."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.setAccessibleName(self.tr("Preview"))
        self.anchorClicked.connect(lambda url: self._follow(url.toString()))
        self.highlighted.connect(lambda url: self.setToolTip(plain_tip(url.toString())))
        theme.text_changed.connect(self._build)
        self.verticalScrollBar().sliderReleased.connect(partial(self._scrolled_on, 0))

    def show_preview(self, preview: HtmlPreview, picture: QImage | None = None) -> None:
        """Show another preview in the same place of the text.

        A picture of our own is given as what it is, and stands below the title: the text itself loads none.
        """
        self._preview, self._picture = preview, picture
        self._build()

    def holds(self, line: int) -> bool:
        """Whether a line (from 0) is in the part of the text that is shown."""
        preview = self._preview
        return not preview.is_part or preview.first <= line < preview.end

    def show_line(self, line: int) -> None:
        """Scroll to the block that the text's line (from 0) belongs to, once that is built."""
        self._line = line if self._is_building else None
        index = bisect_right(self._preview.lines, line) - 1
        if index >= 0:
            self.scrollToAnchor(f"L{self._preview.lines[index]}")
        else:
            self.verticalScrollBar().setValue(0)

    def loadResource(self, _kind: int, _name: QUrl | str) -> QByteArray:
        """Return nothing, whatever is asked for: a preview reads no file and no network."""
        return QByteArray(b"")

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, and at an end of the part have the text go on."""
        super().wheelEvent(event)
        down = event.angleDelta().y()
        if down and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._scrolled_on(1 if down < 0 else -1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, and at an end of the part have the text go on."""
        super().keyPressEvent(event)
        if (way := _WAYS.get(Qt.Key(event.key()))) is not None:
            self._scrolled_on(way)

    def _scrolled_on(self, way: int) -> None:
        """Ask for what follows (1) or is before (-1), or for either (0), where the view is at that end."""
        bar, preview = self.verticalScrollBar(), self._preview
        if self._is_building or not preview.is_part:
            return
        wanted = -1
        if way >= 0 and bar.value() >= bar.maximum() and preview.cut:
            wanted = preview.end
        elif way <= 0 and bar.value() <= bar.minimum() and preview.first:
            wanted = preview.first - 1
        if wanted >= 0:
            self._kept = (wanted, *self._top_block())
            self.part_reached.emit(wanted)

    def _top_block(self) -> tuple[int, int]:
        """Return the line of the block at the upper edge, and how much of it is above that."""
        bar, lines = self.verticalScrollBar(), self._preview.lines
        value = bar.value()
        # Qt says where a block is only by going there; nothing is painted meanwhile.
        bar.blockSignals(True)
        # Of the last blocks all seem to be where the end is, so the one before them is taken.
        at = bisect_left(lines, value, key=self._place_of) - 1
        above = value - self._place_of(lines[at]) if at >= 0 else 0
        bar.setValue(value)
        bar.blockSignals(False)
        return (lines[at], above) if at >= 0 else (-1, 0)

    def _place_of(self, line: int) -> int:
        self.scrollToAnchor(f"L{line}")
        return self.verticalScrollBar().value()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column at a width that reads well."""
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        column = QFontMetricsF(self._theme.content_font()).averageCharWidth() * COLUMN_CHARACTERS
        room = max(24.0, self.width() - self.verticalScrollBar().sizeHint().width() - 24 - column)
        # As much on both sides, from where a line would be too long to be read.
        side = int(max(24.0, room / 2))
        self.setViewportMargins(side, 8, int(max(24.0, room - side)), 0)

    def _build(self) -> None:
        if self._builder is not None:
            self._builder.deleteLater()
        document = SilentDocument(self)
        document.setDefaultStyleSheet(self._style())
        document.setDefaultFont(self._theme.content_font())
        document.setIndentWidth(self.fontMetrics().height() * 1.5)
        self._is_building = True
        self._builder = Builder(document, tuple(map(_for_qt, self._pieces())), self)
        self._builder.built.connect(self._on_built)
        self._builder.start()

    def _on_built(self, document: QTextDocument) -> None:
        before, place = self._shown, self.verticalScrollBar().value()
        self._shown = document
        self.setDocument(document)
        self._lay_out()
        if self._picture is not None and not self._picture.isNull():
            _insert(document, self._picture, self.viewport().width() - PICTURE_MARGIN)
        kept, self._kept = self._kept, None
        if kept is not None:
            wanted, line, above = kept
            document.size()  # lays all of it out, which Qt does bit by bit
            # Where a part is too short to hold the block too, it goes on with what was asked for.
            is_kept = line in self._preview.lines
            nearest = self._preview.lines[max(0, bisect_right(self._preview.lines, wanted) - 1)]
            place = self._place_of(line if is_kept else nearest) + (above if is_kept else 0)
        self.verticalScrollBar().setValue(place)
        self._is_building = False
        if self._line is not None:
            self.show_line(self._line)
        if before is not None:
            before.deleteLater()

    def _pieces(self) -> tuple[str, ...]:
        """Return what is shown, between what leads to the parts before and behind it."""
        preview = self._preview
        above: list[str] = []
        if preview.is_part:
            said = self.tr("Lines {first} to {last} of a large document.")
            above.append(_note(said.format(first=preview.first + 1, last=preview.end)))
        if not preview.rendered:
            above.append(_note(self.tr("It is shown as text: to render it would take too long.")))
        if preview.first:
            above.append(_link(EARLIER, self.tr("Show what is before")))
        below = [_link(LATER, self.tr("Show what follows"))] if preview.cut else []
        around = ([f"<p>{' '.join(parts)}</p>"] if parts else [] for parts in (above, below))
        return (*next(around), *preview.pieces, *next(around))

    def _follow(self, link: str) -> None:
        preview = self._preview
        if preview.is_part and link in (EARLIER, LATER):
            self.part_wanted.emit(max(0, preview.first - 1) if link == EARLIER else preview.end)
        else:
            self.link_clicked.emit(link)

    def _style(self) -> str:
        theme, points = self._theme, self._theme.content_font().pointSizeF()
        colors = {name: theme.token(name).name() for name in ("human", "muted", "panel", "danger", "del_bg")}
        sizes = {f"h{level}": f"{points * scale:.1f}" for level, scale in enumerate((1.4, 1.2, 1.08), 1)}
        mono = theme.mono_font()
        families = ", ".join(f'"{family}"' for family in mono.families())
        return _STYLE.format(**colors, **sizes, mono=families, code=f"{mono.pointSizeF():.1f}")


def _note(words: str) -> str:
    return f'<span class="note">{escape(words)}</span>'


def _link(target: str, words: str) -> str:
    return f'<a href="{target}">{escape(words)}</a>'


def _insert(document: QTextDocument, picture: QImage, room: int) -> None:
    """Put a picture below the first block, no wider than there is room."""
    name = "picture"
    if picture.width() > room > 0:
        picture = picture.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
    document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), picture)
    shape = QTextImageFormat()
    shape.setName(name)
    cursor = QTextCursor(document.firstBlock())
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
    cursor.insertImage(shape)


def _for_qt(piece: str) -> str:
    """Adapt HTML to Qt, whose headings keep their own size and whose tables have no room in them."""
    if "<pre>" not in piece:
        piece = piece.replace(">\n<", "><")
    piece = _HEADING.sub(lambda found: "</p>" if found[1] else f'<p class="h{found[2]}">', piece)
    return piece.strip().replace("<table>", '<table cellspacing="0" cellpadding="4">')
