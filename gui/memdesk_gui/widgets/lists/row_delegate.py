"""Paints the rows of lists: writer's mark, title, detail at the right, headings, selection and glow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from memdesk.model import Origin
from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.cutting import NAME, cut_of
from memdesk_gui.widgets.lists.glow import Glow
from memdesk_gui.widgets.lists.rows import KEY_ROLE, ROW_ROLE, ListRow
from memdesk_gui.widgets.writer_mark import paint_mark

Index = QModelIndex | QPersistentModelIndex

MARGIN = 12
GAP = 8
STEP = 16
ROW_AIR = 10
MARK_ROOM = 16
LIT_BAR = 3
"""How wide the edge of a lit row is."""
TITLE_SHARE = 0.6
LEAST_NOTE = 2 * STEP
"""A note in less room says nothing."""
REMEMBERED = 1_000
"""Texts of a font whose widths are remembered."""
KEPT = 64
"""Pictures of rows that are kept: two screens of a list."""


class Voice(NamedTuple):
    """A font with its metrics; ``advance`` is a text's width, measured once: rows are painted often."""

    font: QFont
    metrics: QFontMetrics
    advance: Callable[[str], int]

    @classmethod
    def of(cls, font: QFont) -> Voice:
        """Measure a font."""
        metrics = QFontMetrics(font)

        @lru_cache(REMEMBERED)  # not of Qt's own function: whose words of help would be made first
        def advance(text: str) -> int:
            return metrics.horizontalAdvance(text)

        return cls(font, metrics, advance)

    def write(self, painter: QPainter, rect: QRect, text: str, *, right: bool = False) -> None:
        """Paint words in the middle of a rectangle's height, at its left or right edge.

        They stand where Latin letters would: words of any script, and mixed ones, are level in a row.
        """
        left = rect.right() + 1 - self.advance(text) if right else rect.left()
        baseline = rect.top() + (rect.height() - self.metrics.height()) // 2 + self.metrics.ascent()
        painter.setFont(self.font)
        painter.drawText(left, baseline, text)


class Fonts(NamedTuple):
    """The fonts of rows, looked up and measured once per theme."""

    plain: Voice
    bold: Voice
    small: Voice
    label: Voice
    mono: Voice

    @classmethod
    def of(cls, theme: Theme) -> Fonts:
        """Return the theme's fonts for lists."""
        plain, mono = QApplication.font(), theme.mono_font()
        bold = QFont(plain)
        bold.setWeight(QFont.Weight.DemiBold)
        mono.setPointSizeF(plain.pointSizeF() * 0.95)
        fonts = (plain, bold, theme.small_font(), theme.label_font(), mono)
        return cls(*(Voice.of(font) for font in fonts))


_State = QStyle.StateFlag
_SEEN_STATES = (_State.State_Selected | _State.State_MouseOver | _State.State_HasFocus).value
"""What the look of a row depends on."""


class RowDelegate(QStyledItemDelegate):
    """The look of a list's rows, all equally high; ``marked`` keeps room for writers and chevrons.

    A row that looks as it did is not drawn again but shown from its picture: each call into Qt costs, and
    a list is painted anew whenever rows come and go.
    """

    def __init__(
        self, theme: Theme, glow: Glow | None = None, parent: QObject | None = None, *, marked: bool = True
    ) -> None:
        super().__init__(parent)
        self._indent = GAP if marked else 0
        self._mark_room = MARK_ROOM if marked else 0
        self.theme = theme
        self.fonts = Fonts.of(theme)
        self._glow = glow
        self._pictures: dict[tuple[object, ...], QPixmap] = {}
        theme.changed.connect(self._on_theme_changed)

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return one line of text with a little air."""
        return QSize(option.rect.width(), self.row_height())

    def row_height(self) -> int:
        """Return the height of every row but headings."""
        return self.fonts.plain.metrics.height() + ROW_AIR

    def fit(self, rows: Iterable[ListRow], width: int) -> None:
        """Hear which rows are shown, and how wide; a subclass may give all of them another height."""

    def heading_height(self) -> int:
        """Return the height of a heading: a row with air above."""
        return self.row_height() + GAP

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row; subclasses say how in :meth:`paint_row`."""
        lit = self._glow.brightness(index.data(KEY_ROLE)) if self._glow else None
        ratio = painter.device().devicePixelRatioF()
        if lit is None and ratio.is_integer():
            painter.drawPixmap(option.rect.topLeft(), self._picture(option, index, ratio))
        else:
            painter.save()
            self._draw(painter, option, index, lit)
            painter.restore()

    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint what the model says of a row, and nothing else: its picture is kept."""
        row: ListRow = index.data(ROW_ROLE)
        if row.heading:
            self._paint_heading(painter, option, row)
        else:
            self._paint_plain(painter, option, row)

    def paint_detail(self, painter: QPainter, rect: QRect, text: str, token: str = "muted") -> int:
        """Paint small text at the right edge; return the width that is taken."""
        if not text:
            return 0
        painter.setPen(self.theme.token(token))
        self.fonts.small.write(painter, rect, text, right=True)
        return self.fonts.small.advance(text) + GAP

    def _picture(self, option: QStyleOptionViewItem, index: Index, ratio: float) -> QPixmap:
        rect = option.rect
        look = index.data(ROW_ROLE), option.state.value & _SEEN_STATES, rect.width(), rect.height(), ratio
        picture = self._pictures.pop(look, None)
        if picture is None:
            picture = QPixmap(rect.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(option.palette.color(QPalette.ColorRole.Base))
            painter = QPainter(picture)
            painter.translate(-rect.topLeft())
            self._draw(painter, option, index, None)
            painter.end()
        self._pictures[look] = picture
        if len(self._pictures) > KEPT:
            del self._pictures[next(iter(self._pictures))]
        return picture

    def _draw(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, lit: tuple[Origin, float] | None
    ) -> None:
        """Paint selection, hover, glow and the focus bar, and the row on them."""
        color = self._ground(option.state, lit)
        if color is not None:
            painter.fillRect(option.rect, color)
        if lit is not None and color is not None:
            edge = QRect(option.rect.topLeft(), QSize(LIT_BAR, option.rect.height()))
            painter.fillRect(edge, blend(color, self.theme.origin_color(lit[0]), lit[1]))
        if option.state & _State.State_HasFocus:
            bar = QRect(option.rect.topLeft(), QSize(2, option.rect.height()))
            painter.fillRect(bar, self.theme.token("human"))
        self.paint_row(painter, option, index)

    def _ground(self, state: QStyle.StateFlag, lit: tuple[Origin, float] | None) -> QColor | None:
        token = self.theme.token
        color: QColor | None = None
        if state & _State.State_Selected:
            color = token("selection")
        elif state & _State.State_MouseOver:
            color = blend(token("panel"), token("selection"), 0.5)
        if lit is None:
            return color
        origin, brightness = lit
        share = brightness / 2 if state & _State.State_Selected else brightness
        return blend(color or token("panel"), token(f"glow_{origin.value}"), share)

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, row: ListRow) -> None:
        voice = self.fonts.label
        height = voice.metrics.height()
        bottom = option.rect.bottom() - 4
        rect = QRect(MARGIN, bottom - height, option.rect.width() - 2 * MARGIN, height)
        painter.setPen(self.theme.token("muted"))
        voice.write(painter, rect, row.title)
        voice.write(painter, rect, row.detail, right=True)
        if row.is_open is not None:
            left = rect.left() + voice.advance(row.title.upper()) + 4
            self._paint_chevron(painter, left, rect.center().y(), row)

    def _paint_plain(self, painter: QPainter, option: QStyleOptionViewItem, row: ListRow) -> None:
        rect = option.rect.adjusted(MARGIN + self._indent + row.level * STEP, 0, -MARGIN, 0)
        self._paint_lead(painter, rect, row)
        rect.setLeft(rect.left() + self._mark_room)
        taken = self._paint_end(painter, rect, row)
        rect.setRight(rect.right() - taken)
        voice, room = self._voice(row), self._title_room(row, rect.width())
        painter.setPen(self.theme.token("muted" if row.faint else "text"))
        title = voice.metrics.elidedText(row.title, cut_of(row.title), room)
        voice.write(painter, rect, title)
        if row.note:
            rect.setLeft(rect.left() + voice.advance(title) + GAP)
            self._paint_note(painter, rect, row)

    def _voice(self, row: ListRow) -> Voice:
        return self.fonts.bold if row.bold else self.fonts.plain

    def _title_room(self, row: ListRow, width: int) -> int:
        """Return the room that the note leaves to the title: a name has nearly all that it needs."""
        if not row.note:
            return width
        least = int(width * TITLE_SHARE)
        if cut_of(row.title) is NAME:
            least = max(least, min(self._voice(row).advance(row.title), width - LEAST_NOTE - GAP))
        return max(least, width - self.fonts.small.advance(row.note) - GAP)

    def _paint_lead(self, painter: QPainter, rect: QRect, row: ListRow) -> None:
        middle = QPointF(rect.left() + 4, rect.center().y() + 0.5)
        if row.is_open is not None:
            self._paint_chevron(painter, rect.left() - 2, rect.center().y(), row)
        elif row.origin is not None:
            size = self.fonts.plain.metrics.height() * 0.38
            paint_mark(painter, middle, size, row.origin, self.theme.author_color(row.origin, row.author))

    def _paint_end(self, painter: QPainter, rect: QRect, row: ListRow) -> int:
        """Paint detail, lock and warning; the detail gives way to the title and to the note beside it."""
        fonts, title = self.fonts, self._voice(row).advance(row.title)
        side = fonts.small.metrics.height()
        beside = (row.locked + row.warning) * (side + GAP) + fonts.small.advance(row.detail) + GAP
        note = fonts.small.advance(row.note) + GAP if row.note else 0
        # A name is cut last: a size or a time beside half of it says nothing.
        is_name = cut_of(row.title) is NAME
        room = rect.width() if is_name else int(rect.width() * TITLE_SHARE)
        needed = min(title, room) + min(note, int(rect.width() * (1 - TITLE_SHARE)))
        fits = rect.width() - beside >= needed
        taken = self.paint_detail(painter, rect, row.detail) if fits else 0
        signs = (("lock", "muted", row.locked), ("danger", "danger", row.warning))
        for name, token in ((name, token) for name, token, is_shown in signs if is_shown):
            place = QRect(rect.right() - taken - side, rect.center().y() - side // 2, side, side)
            icon(name, self.theme, token).paint(painter, place)
            taken += side + GAP
        return taken

    def _paint_note(self, painter: QPainter, rect: QRect, row: ListRow) -> None:
        if rect.width() >= LEAST_NOTE:
            painter.setPen(self.theme.token("muted"))
            fits = self.fonts.small.advance(row.note) <= rect.width()
            note = row.note if fits else row.short or row.note
            shown = self.fonts.small.metrics.elidedText(note, Qt.TextElideMode.ElideMiddle, rect.width())
            self.fonts.small.write(painter, rect, shown)

    def _paint_chevron(self, painter: QPainter, left: int, middle: int, row: ListRow) -> None:
        side = self.fonts.label.metrics.height()
        name = "chevron-down" if row.is_open else "chevron-right"
        icon(name, self.theme, "muted").paint(painter, QRect(left, middle - side // 2, side, side))

    def _on_theme_changed(self) -> None:
        self.fonts = Fonts.of(self.theme)
        self._pictures.clear()
