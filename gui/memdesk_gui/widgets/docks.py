"""The three docks around the editor area: no title, no frame, a hairline between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import shiboken6
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QToolBar, QWidget

from memdesk_gui.widgets.tab_order import follow_layout, follow_what_is_seen, step

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea


_BESIDE = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)


class Dock(QDockWidget):
    """A dock that is only its pane."""

    def __init__(self, name: str, title: str, pane: QWidget, window: QMainWindow) -> None:
        super().__init__(title, window)
        self._window = window
        self.setObjectName(name)
        self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        self.setTitleBarWidget(QWidget(self))
        self.setWidget(pane)
        self._pane = pane
        self._behind = False
        self._make: Callable[[], QWidget] | None = None
        self.visibilityChanged.connect(self._on_visible)

    @property
    def in_front(self) -> bool:
        """Whether the dock is shown and not behind another one in the same place."""
        return not self.isHidden() and not self._behind

    def fill_when_seen(self, make: Callable[[], QWidget]) -> None:
        """Make the pane as soon as the dock is in front: few people look at it."""
        self._make = make
        self._fill()

    def toggle(self) -> None:
        """Show or hide the dock; a shown one takes the focus."""
        if self.in_front:
            self.hide()
        else:
            self.focus()

    def focus(self) -> None:
        """Put the keyboard into the pane."""
        self.setVisible(True)
        self.raise_()
        self.widget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def fill(self, pane: QWidget) -> None:
        """Be the dock of this pane from now on, behind what covers it."""
        is_covered, self._pane = self.widget() is not self._pane, pane
        if is_covered:
            pane.setParent(self)
            pane.hide()
        else:
            self.setWidget(pane)

    def cover(self, widget: QWidget, *, shown: bool = True) -> None:
        """Show something else in the pane's place; the dock itself comes up only where that is wanted."""
        self.setWidget(widget)
        follow_layout(widget)
        widget.show()
        if shown:
            self.setVisible(True)

    def uncover(self) -> None:
        """Show the pane again."""
        if self.widget() is not self._pane:
            self.setWidget(self._pane)
            self._pane.show()

    def _on_visible(self, visible: bool) -> None:
        self._behind = not visible and not self.isHidden()
        if not shiboken6.isValid(self._window):  # the window goes before its docks
            return
        self._fill()
        name_tabs(self._window, self.windowTitle())

    def _fill(self) -> None:
        if self._make is not None and self.in_front:
            make, self._make = self._make, None
            self.setWidget(make())


class DockWindow(QMainWindow):
    """A window with docks, through all of which the Tab key goes."""

    narrowed = Signal()
    """The window is less wide than it was."""

    def __init__(self) -> None:
        super().__init__()
        self.docks: dict[str, Dock] = {}
        self._folded: list[Dock] = []
        self._sizes: dict[Dock, QSize] = {}

    def reset_layout(self) -> None:
        """Put every pane back where it belongs."""
        self._folded.clear()
        arrange(self, self.docks)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say where there is less room for what stands side by side."""
        super().resizeEvent(event)
        if event.size().width() < event.oldSize().width():
            self.narrowed.emit()

    def fold(self, names: Iterable[str]) -> None:
        """Hide docks for as long as something else needs their room."""
        if not self._folded:
            self._sizes = {dock: dock.size() for dock in self.docks.values() if dock.isVisible()}
        for dock in (self.docks[name] for name in names):
            if not dock.isHidden():
                self._folded.append(dock)
                dock.hide()

    def unfold(self) -> None:
        """Show the docks again that were folded, as wide and high as they were."""
        folded, self._folded = self._folded, []
        for dock in folded:
            dock.setVisible(True)
        for dock in folded:
            size = self._sizes.get(dock, dock.size())
            if self.dockWidgetArea(dock) in _BESIDE:
                self.resizeDocks([dock], [size.width()], Qt.Orientation.Horizontal)
            else:
                self.resizeDocks([dock], [size.height()], Qt.Orientation.Vertical)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go to the next control, but into no dock behind another one, which Qt only moves aside.

        Panes are made and moved when they are needed: what comes after what is found out when it is asked.
        """
        follow_what_is_seen(*self._in_reading_order())
        return step(self, self._is_behind, forward=forward)

    def _in_reading_order(self) -> Iterator[QWidget]:
        """Yield the bars above, then what is beside each other from left to right, then what is below."""
        yield from self.findChildren(QToolBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        places = {dock: self.dockWidgetArea(dock) for dock in self.docks.values() if dock.in_front}
        for place in (LEFT, None, RIGHT, BOTTOM):
            if place is None and (center := self.centralWidget()) is not None:
                yield center
            yield from (dock.widget() for dock in places if places[dock] is place)

    def _is_behind(self, part: QWidget) -> bool:
        if isinstance(part, QTabBar) and part.parentWidget() is self:
            # Of docks of which one alone is shown, Qt only moves the tabs away.
            return not self.rect().intersects(part.geometry())
        return any(dock.isAncestorOf(part) for dock in self.docks.values() if not dock.in_front)


def name_tabs(window: QObject, name: str) -> None:
    """Name the tabs that Qt makes for docks in the same place after the one in front."""
    for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
        bar.setAccessibleName(name)


def arrange(window: QMainWindow, docks: dict[str, Dock]) -> None:
    """Put the docks where they belong and give them the proportions of the design."""
    navigator, inspector, activity = docks["navigator"], docks["inspector"], docks["activity"]
    behind = docks["history"], docks["context"]
    window.setCorner(Qt.Corner.BottomLeftCorner, BOTTOM)
    window.setCorner(Qt.Corner.BottomRightCorner, BOTTOM)
    for area, dock in ((LEFT, navigator), (RIGHT, inspector), (BOTTOM, activity)):
        window.addDockWidget(area, dock)
        dock.setVisible(True)
    window.setTabPosition(RIGHT, QTabWidget.TabPosition.North)
    for dock in behind:
        window.addDockWidget(RIGHT, dock)
        window.tabifyDockWidget(inspector, dock)
        dock.hide()
    name_tabs(window, inspector.windowTitle())
    proportions(window, navigator, inspector, activity)


def proportions(window: QMainWindow, navigator: Dock, inspector: Dock, activity: Dock) -> None:
    """Give the docks their share of the window, in characters and lines."""
    character = window.fontMetrics().averageCharWidth()
    line = window.fontMetrics().lineSpacing()
    left = min(window.width() * 22 // 100, character * 40)
    right = min(window.width() * 24 // 100, character * 46)
    window.resizeDocks([navigator, inspector], [left, right], Qt.Orientation.Horizontal)
    below = min(window.height() * 17 // 100, line * 10)
    window.resizeDocks([activity], [below], Qt.Orientation.Vertical)
