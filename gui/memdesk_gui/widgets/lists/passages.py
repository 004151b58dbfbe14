"""Passages: rows of wrapped text with a word in front and a note at the end, a page one can walk through."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.lists.current_row import select_current
from memdesk_gui.widgets.lists.row_bars import RowBars
from memdesk_gui.wording.roster import Aspects

PASSAGE_ROLE = Qt.ItemDataRole.UserRole + 3
"""The :class:`PassageRow` to paint."""

MARGIN = 24
GAP = 16
AIR = 8
BATCH = 25
"""Passages laid out at a time, so that a long conversation does not hold the window up."""
REMEMBERED = 10_000
"""Heights kept; every width the view had adds its own."""
LEADING = 1.25
LEAD_CHARACTERS = 18
TEXT_CHARACTERS = 90
NARROW_CHARACTERS = 44
"""A passage narrower than this has its lead and detail above its text."""
SHOWN_CHARACTERS = 4000
"""Characters painted of a passage; copying takes all of it."""

Index = QModelIndex | QPersistentModelIndex


class PassageRow(NamedTuple):
    """One passage. ``tone`` is the colour token of the lead; a heading shows text and detail only.

    ``aspects`` is what it is known by, where lead and text do not tell.
    """

    text: str
    lead: str = ""
    detail: str = ""
    tip: str = ""
    tone: str = "muted"
    heading: bool = False
    key: str = ""
    aspects: Aspects = ()

    def spoken(self) -> str:
        """Return the whole passage as one text."""
        return " · ".join(part for part in (self.lead, self.text, self.detail) if part)


class _Columns(NamedTuple):
    """Where lead, text and detail stand in a row."""

    lead: QRect
    text: QRect
    detail: QRect


class PassageDelegate(QStyledItemDelegate):
    """The look of passages."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heights: dict[tuple[str, int], int] = {}
        self._covers = NO_COVERS
        theme.changed.connect(self._heights.clear)

    def set_covers(self, covers: SecretMask) -> None:
        """Cover these secrets from now on, and no others."""
        self._covers = covers
        self._heights.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of the wrapped text in the view's width."""
        passage: PassageRow = index.data(PASSAGE_ROLE)
        width = self._width(option)
        if passage.heading:
            first = index.row() == 0
            return QSize(
                width, QFontMetrics(self._theme.label_font()).height() + (AIR if first else GAP) + AIR
            )
        columns = self._columns(QRect(0, 0, width, 0), passage)
        above = columns.text.top() - columns.lead.top()
        return QSize(width, above + self._text_height(passage.text, columns.text.width()) + AIR)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one passage."""
        passage: PassageRow = index.data(PASSAGE_ROLE)
        painter.save()
        if passage.heading:
            self._paint_heading(painter, option.rect, passage)
        else:
            self._paint_ground(painter, option)
            self._paint_passage(painter, option.rect, passage)
        painter.restore()

    def _width(self, option: QStyleOptionViewItem) -> int:
        view = option.widget
        return view.viewport().width() if isinstance(view, QListView) else option.rect.width()

    def _columns(self, rect: QRect, passage: PassageRow) -> _Columns:
        metrics = QFontMetrics(QApplication.font())
        em = metrics.averageCharWidth()
        inner = rect.adjusted(MARGIN, AIR // 2, -MARGIN, -AIR // 2)
        if inner.width() < NARROW_CHARACTERS * em and not passage.heading:
            return self._rows(inner, passage)
        lead = min(LEAD_CHARACTERS * em, inner.width() // 4)
        detail = min(LEAD_CHARACTERS * em, inner.width() // 5)
        room = inner.width() - lead - GAP - (detail + GAP if passage.detail or passage.heading else 0)
        text = max(em, min(room, TEXT_CHARACTERS * em))
        left, top, height = inner.left(), inner.top(), inner.height()
        start = left + lead + GAP
        return _Columns(
            QRect(left, top, lead, height),
            QRect(start, top, text, height),
            QRect(start + text + GAP, top, detail, height),
        )

    def _rows(self, inner: QRect, passage: PassageRow) -> _Columns:
        """Return the places of lead and detail above the text, where they would be cut beside it."""
        height = round(QFontMetrics(QApplication.font()).height() * LEADING)
        above = QRect(inner.topLeft(), QSize(inner.width(), height))
        said = QFontMetrics(QApplication.font()).horizontalAdvance(passage.lead)
        detail = above.adjusted(min(said + AIR, above.width()) if said else 0, 0, 0, 0)
        text = inner.adjusted(0, height if passage.lead or passage.detail else 0, 0, 0)
        return _Columns(above, text, detail)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        token, state = self._theme.token, option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, token("selection"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, blend(token("ground"), token("selection"), 0.4))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(QRect(option.rect.topLeft(), QSize(2, option.rect.height())), token("human"))

    def _paint_heading(self, painter: QPainter, rect: QRect, passage: PassageRow) -> None:
        columns = self._columns(rect, passage)
        font = self._theme.label_font()
        metrics = QFontMetrics(font)
        left, width = columns.lead.left(), columns.detail.right() - columns.lead.left()
        place = QRect(left, rect.bottom() - metrics.height() - 2, width, metrics.height())
        painter.setFont(font)
        painter.setPen(self._theme.token("muted"))
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, passage.text)
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, passage.detail)

    def _paint_passage(self, painter: QPainter, rect: QRect, passage: PassageRow) -> None:
        columns = self._columns(rect, passage)
        layout = self._layout(passage.text, columns.text.width())
        painter.setPen(self._theme.token("text"))
        layout.draw(painter, QPointF(columns.text.topLeft()))
        baseline = columns.lead.top() + layout.lineAt(0).ascent()
        self._paint_word(painter, columns.lead, baseline, passage.lead, passage.tone)
        painter.setFont(self._theme.small_font())
        self._paint_word(painter, columns.detail, baseline, passage.detail, "muted", right=True)

    def _paint_word(
        self, painter: QPainter, rect: QRect, baseline: float, word: str, token: str, *, right: bool = False
    ) -> None:
        """Paint a word on the baseline of the text's first line."""
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(word, Qt.TextElideMode.ElideRight, rect.width())
        left = rect.right() + 1 - metrics.horizontalAdvance(shown) if right else rect.left()
        painter.setPen(self._theme.token(token))
        painter.drawText(QPointF(left, baseline), shown)

    def _text_height(self, text: str, width: int) -> int:
        known = self._heights.get((text, width))
        if known is None:
            if len(self._heights) > REMEMBERED:
                self._heights.clear()
            known = round(self._layout(text, width).boundingRect().height())
            self._heights[text, width] = known
        return known

    def _layout(self, text: str, width: int) -> QTextLayout:
        shown = self._covers.shown(text[: 2 * SHOWN_CHARACTERS])
        shown = shown if len(shown) <= SHOWN_CHARACTERS else shown[:SHOWN_CHARACTERS] + "…"
        layout = QTextLayout(shown.replace("\n", "\u2028") or " ", QApplication.font())
        layout.setTextOption(_wrapping())
        layout.beginLayout()
        height = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, height))
            height += line.height() * LEADING
        layout.endLayout()
        return layout


class PassageList(QListView):
    """Shows passages; arrows walk through them, copy takes the current one."""

    bars: RowBars | None = None
    """Who wrote each passage, once that is told."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportMargins(0, AIR, 0, AIR)
        self.setMouseTracking(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(BATCH)
        self._look = PassageDelegate(theme, self)
        self.setItemDelegate(self._look)
        self._goal = QPersistentModelIndex()
        self.verticalScrollBar().rangeChanged.connect(self._go_on)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def set_covers(self, covers: SecretMask) -> None:
        """Cover these secrets in the passages, and no others."""
        self._look.set_covers(covers)
        self.scheduleDelayedItemsLayout()

    def reveal(self, index: QModelIndex) -> None:
        """Make a passage the current one and show it, as soon as the rows before it are laid out."""
        self.setCurrentIndex(index)
        self._goal = QPersistentModelIndex(index)
        self._go_on()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show at which passage the keys begin."""
        super().focusInEvent(event)
        select_current(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the passages, and at the left who wrote them."""
        super().paintEvent(event)
        if self.bars is None:
            return
        painter, row = QPainter(self.viewport()), self.indexAt(self.viewport().rect().topLeft())
        while row.isValid() and (rect := self.visualRect(row)).top() < self.viewport().height():
            self.bars.paint(painter, row, rect)
            self.bars.paint_lock(painter, row, rect)
            row = row.siblingAtRow(row.row() + 1)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say who wrote a passage where the pointer rests on its bar."""
        return (self.bars is not None and self.bars.tell(event, self)) or super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the current passage's text; leave other keys to the list."""
        passage = self.currentIndex().data(PASSAGE_ROLE)
        if event.matches(QKeySequence.StandardKey.Copy) and isinstance(passage, PassageRow):
            QGuiApplication.clipboard().setText(passage.text)
            return
        super().keyPressEvent(event)

    def _go_on(self) -> None:
        if not self._goal.isValid():
            return
        self.scrollTo(self._goal)
        if self.viewport().rect().intersects(self.visualRect(self._goal)):
            self._goal = QPersistentModelIndex()


def _wrapping() -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option
