"""The tabs of the open documents and pages, each with a mark: unsaved, changed by somebody, or a cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QIcon,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QTabBar, QWidget

from memdesk.model import Origin, Site
from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.wording.agent_tags import agent_tag
from memdesk_gui.wording.same_names import telling_folder
from memdesk_gui.wording.wording import document_title
from memdesk_gui.wording.writers import plain_tip, printable

if TYPE_CHECKING:
    from memdesk_gui.documents.buffer import DocumentBuffer

WIDEST = 36
"""Characters of the longest tab: the middle of a longer name is left out."""


FLAG = 16
"""The side of a tab's icon."""


def flag(color: QColor) -> QIcon:
    """Return a small upright bar in a colour: no mark of a writer has its shape."""
    pixmap = QPixmap(FLAG, FLAG)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(QRectF(FLAG / 2 - 2, 1, 4, FLAG - 2), 2, 2)
    painter.end()
    return QIcon(pixmap)


class TabMark(QAbstractButton):
    """Closes its tab. While the mouse is elsewhere it tells how the document stands."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._token = ""
        self._hovered = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.changed.connect(self.update)

    def set_token(self, token: str) -> None:
        """Show a dot in this colour, or none."""
        self._token = token
        self.update()

    def sizeHint(self) -> QSize:
        """Take the room of a letter."""
        side = self.fontMetrics().height()
        return QSize(side, side)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Turn into a cross."""
        self._hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Turn back into the mark."""
        self._hovered = False
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dot or the cross."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        center = QRectF(self.rect()).center()
        if self._token and not self._hovered:
            self._paint_dot(painter, center)
        else:
            self._paint_cross(painter, center)

    def _paint_dot(self, painter: QPainter, center: QPointF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.token(self._token))
        radius = self.fontMetrics().xHeight() / 2 + 0.5
        painter.drawEllipse(center, radius, radius)

    def _paint_cross(self, painter: QPainter, center: QPointF) -> None:
        token = "text" if self._hovered else "muted"
        painter.setPen(QPen(self._theme.token(token), 1.5, c=Qt.PenCapStyle.RoundCap))
        arm = self.fontMetrics().xHeight() * 0.42
        painter.drawLine(center - QPointF(arm, arm), center + QPointF(arm, arm))
        painter.drawLine(center - QPointF(arm, -arm), center + QPointF(arm, -arm))


class DocumentTabs(QTabBar):
    """One tab per open buffer; before them, one for each page that has a tab of its own."""

    chosen = Signal(object)
    """The person brought this buffer, or this page, to the front."""
    close_requested = Signal(object)
    """The person wants this buffer, or this page, closed."""
    several_close_requested = Signal(object)
    """The person wants these buffers closed."""
    menu_wanted = Signal(object, QPoint)
    """The person asks what can be done with this buffer, at this place of the screen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._writers: dict[DocumentBuffer, str] = {}
        self._locked: frozenset[str] = frozenset()
        self._sites: tuple[Site, ...] = ()
        self.setAccessibleName(self.tr("Open documents"))
        self.setDocumentMode(True)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setMovable(True)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        theme.changed.connect(lambda: self.set_locked(self._locked))
        self.currentChanged.connect(self._on_current_changed)
        self.tabBarClicked.connect(self._on_clicked)

    def buffers(self) -> tuple[DocumentBuffer, ...]:
        """Return the buffers in the order of their tabs."""
        shown = (self.tabData(index) for index in range(self.count()))
        return tuple(each for each in shown if not isinstance(each, QWidget))

    def pages(self) -> tuple[QWidget, ...]:
        """Return the pages that have tabs."""
        shown = (self.tabData(index) for index in range(self.count()))
        return tuple(each for each in shown if isinstance(each, QWidget))

    def add_page(self, page: QWidget, title: str) -> None:
        """Put the tab of a page before all others, without bringing it to the front."""
        if self._index(page) < 0:
            mark = self._put(0, page)
            mark.setAccessibleName(self.tr("{name}. Close").format(name=title))
            self.setTabText(self._index(page), title.replace("&", "&&"))

    def title_of(self, page: QWidget) -> str:
        """Return the title of a page's tab."""
        return self.tabText(self._index(page)).replace("&&", "&")

    def show_page(self, page: QWidget) -> None:
        """Bring the tab of a page to the front, where it has one."""
        index = self._index(page)
        if index >= 0:
            self.blockSignals(True)
            self.setCurrentIndex(index)
            self.blockSignals(False)

    def set_covered(self, covered: bool) -> None:
        """Say whether a page without a tab is in front: then no tab looks as if it were."""
        if self.property("covered") != covered:
            self.setProperty("covered", covered)
            self.style().unpolish(self)
            self.style().polish(self)

    def add(self, buffer: DocumentBuffer) -> None:
        """Put a tab at the end, without bringing it to the front."""
        self._put(self.count(), buffer)
        buffer.dirty_changed.connect(lambda: self._draw(buffer))
        buffer.reloaded.connect(lambda actor: self._on_reloaded(buffer, actor.origin))
        self._rename()
        self._draw_all()

    def _put(self, place: int, what: DocumentBuffer | QWidget) -> TabMark:
        """Put a tab without a title into a place, with the mark that closes it."""
        self.blockSignals(True)
        index = self.insertTab(place, "")
        self.setTabData(index, what)
        mark = TabMark(self._theme, self)
        mark.clicked.connect(lambda: self.close_requested.emit(what))
        self.setTabButton(index, QTabBar.ButtonPosition.RightSide, mark)
        self.blockSignals(False)
        return mark

    def remove(self, what: DocumentBuffer | QWidget) -> None:
        """Take the tab of a buffer or a page away."""
        index = self._index(what)
        if index >= 0:
            if not isinstance(what, QWidget):
                self._writers.pop(what, None)
            self.blockSignals(True)
            self.removeTab(index)
            self.blockSignals(False)
            self._rename()
            self._draw_all()

    def show_current(self, buffer: DocumentBuffer | None) -> None:
        """Bring a buffer's tab to the front; what others changed in it counts as noticed."""
        index = self._index(buffer)
        if buffer is None or index < 0:
            return
        self.blockSignals(True)
        self.setCurrentIndex(index)
        self.blockSignals(False)
        self._writers.pop(buffer, None)
        self._draw(buffer)

    def set_locked(self, uris: frozenset[str]) -> None:
        """Show a lock on the tabs of these documents."""
        self._locked = uris
        self._draw_all()

    def set_sites(self, sites: tuple[Site, ...]) -> None:
        """Take note of the agents whose memories the workspace holds."""
        if sites != self._sites:
            self._sites = sites
            self._draw_all()

    def agent_of(self, buffer: DocumentBuffer) -> str:
        """Return whose memory a document is, where the workspace holds that of several agents."""
        return agent_tag(buffer.info, self._sites)

    def _draw_all(self) -> None:
        for buffer in self.buffers():
            self._draw(buffer)

    def mark_of(self, buffer: DocumentBuffer) -> str:
        """Return what a tab's mark says: dirty, the origin of an unseen change, or nothing."""
        return "dirty" if buffer.dirty else self._writers.get(buffer, "")

    def tabSizeHint(self, index: int) -> QSize:
        """Give a long name no more room than others need: the panes beside would have to make way."""
        hint = super().tabSizeHint(index)
        return QSize(min(hint.width(), self.fontMetrics().averageCharWidth() * WIDEST), hint.height())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Keep titles readable: many tabs are scrolled rather than cut to a letter."""
        return self.tabSizeHint(index)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Close the tab under a middle click."""
        index = self.tabAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.MiddleButton and index >= 0:
            self.close_requested.emit(self.tabData(index))
            return
        super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the tab under the pointer; the menu key asks for that of the tab in front."""
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self.tabAt(event.pos()) if by_mouse else self.currentIndex()
        if index >= 0 and not isinstance(self.tabData(index), QWidget):
            place = event.globalPos() if by_mouse else self.mapToGlobal(self.tabRect(index).bottomLeft())
            self.menu_wanted.emit(self.tabData(index), place)

    def _index(self, what: DocumentBuffer | QWidget | None) -> int:
        return next((index for index in range(self.count()) if self.tabData(index) is what), -1)

    def _on_clicked(self, index: int) -> None:
        """Come back to the tab in front, too: something without a tab may stand before it."""
        if index >= 0 and index == self.currentIndex():
            self.chosen.emit(self.tabData(index))

    def _on_current_changed(self, index: int) -> None:
        if index >= 0:
            self.chosen.emit(self.tabData(index))

    def _on_reloaded(self, buffer: DocumentBuffer, origin: Origin) -> None:
        """Mark what others changed; the person knows what they did themselves."""
        if self._index(buffer) != self.currentIndex() and origin is not Origin.HUMAN:
            self._writers[buffer] = origin.value
            self._draw(buffer)

    def rename(self, buffer: DocumentBuffer) -> None:
        """Take over a buffer's new title."""
        self._rename()
        self._draw(buffer)

    def _draw(self, buffer: DocumentBuffer) -> None:
        index = self._index(buffer)
        mark = self.tabButton(index, QTabBar.ButtonPosition.RightSide)
        if not isinstance(mark, TabMark):
            return
        state = self.mark_of(buffer)
        mark.set_token("human" if state == "dirty" else state)
        words = {
            "dirty": self.tr("{name}, unsaved. Close"),
            "agent": self.tr("{name}, changed by an agent. Close"),
            "foreign": self.tr("{name}, changed by another program. Close"),
        }
        mark.setAccessibleName(words.get(state, self.tr("{name}. Close")).format(name=self.tabText(index)))
        is_locked = buffer.uri in self._locked
        tag = self.agent_of(buffer)
        said = (printable(buffer.uri), tag, self.tr("locked against agents") if is_locked else "")
        self.setTabToolTip(index, plain_tip("\n".join(filter(None, said))))
        self.setTabIcon(index, self._icon(tag if self._has_several() else "", is_locked=is_locked))

    def _has_several(self) -> bool:
        """Whether memories of more than one agent are open."""
        return len({tag for tag in map(self.agent_of, self.buffers()) if tag}) > 1

    def _icon(self, tag: str, *, is_locked: bool) -> QIcon:
        """Return a lock, or the colour of whose memory it is; a lock has that colour, too."""
        token = self._theme.author_tone(Origin.AGENT, tag) if tag else "muted"
        if is_locked:
            return icon("lock", self._theme, token)
        return flag(self._theme.token(token)) if tag else QIcon()

    def _rename(self) -> None:
        """Give each tab its title; equal titles also name their folder."""
        titles = {buffer.uri: document_title(buffer.info) for buffer in self.buffers()}
        for buffer in self.buffers():
            index, uri, title = self._index(buffer), buffer.uri, titles[buffer.uri]
            twins = [other for other, name in titles.items() if name == title]
            folder = telling_folder(uri, twins) if len(twins) > 1 else ""
            words = printable(f"{title} · {folder}" if folder else title).replace("&", "&&")
            if words != self.tabText(index):  # a new text lays out all tabs
                self.setTabText(index, words)
