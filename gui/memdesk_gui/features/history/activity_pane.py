"""The activity line: every change as it happens, with who made it and the way to what it changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from memdesk.errors import MemdeskError
from memdesk.model import Change, ChangeBatch, ChangeKind, Origin, WatchState
from memdesk_gui.context import AppContext
from memdesk_gui.features.history.activity_model import MOST, ActivityEvent, ActivityModel, Writer, sentence
from memdesk_gui.features.history.beside_log import PREFIX, BesideLog
from memdesk_gui.features.history.change_deeds import ChangeDeed, DeedsOfChange, nothing_to_do
from memdesk_gui.features.history.recent_changes import change_of
from memdesk_gui.features.history.refused import is_locked
from memdesk_gui.features.history.texts import Known, Versions, look, versions
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack
from memdesk_gui.widgets.lists.activity_delegate import ActivityDelegate
from memdesk_gui.widgets.lists.activity_list import ActivityList
from memdesk_gui.widgets.lists.glow import Glow
from memdesk_gui.widgets.lists.row_delegate import MARGIN, ROW_AIR
from memdesk_gui.wording.wording import state_name

if TYPE_CHECKING:
    from memdesk.access.refusals import RefusedWrite
    from memdesk.workspace import Workspace

LATER_MS = 2_000
"""When texts that were not known are asked for once more: those from outside are kept a little later."""
LOGGED = 200
"""How many changes of the log are shown when a workspace is opened."""
LIT = 12
"""How many rows of one batch are lit."""
PACE_MS = 100
LEAST_ROWS = 2
"""Rows that stay in sight in the lowest window."""


class ActivityPane(QWidget):
    """Header with filters, and the list."""

    locks_wanted = Signal(str)
    """The locks of a document are to be shown."""

    def __init__(self, context: AppContext, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._now = context, now
        self._glow = Glow(context.theme, self)
        self.model = ActivityModel(self)
        self._delegate = ActivityDelegate(context.theme, self.tr("diff"), self._glow, self)
        self.list = ActivityList("Activity", self._delegate, self._glow, self)
        self.filter = QLineEdit(self, placeholderText=self.tr("Filter"), clearButtonEnabled=True)
        self.filter.setAccessibleName(self.tr("Activity filter"))
        self.pill = QPushButton(self.list)
        self.pill.setProperty("primary", True)
        self._beside = BesideLog(context, self)
        self._held: deque[Change] = deque(maxlen=MOST)
        self._decided: list[Change] = []
        self._refused: tuple[RefusedWrite, ...] | None = None
        self._is_stale = False
        self.deeds: DeedsOfChange = nothing_to_do
        self._inbox: deque[Change] = deque(maxlen=MOST)
        self._rest = QTimer(self, singleShot=True, interval=PACE_MS)
        self._rest.timeout.connect(self._show_news)
        self._asking = QTimer(self, singleShot=True, interval=50)
        self._left = QTimer(self, singleShot=True, interval=0)
        self._state = role_label("", "small", self)
        self._writers = self._make_writer_actions()
        self._writer_button = self._make_writer_button()
        self._empty = self._empty_line()
        self._is_log_read = False
        self._lay_out()
        self._connect_list()
        self._connect_bus()
        self._show_state(context.bus.state)
        self._show_page()

    def sizeHint(self) -> QSize:
        """Ask for a header and a few rows."""
        return QSize(self.fontMetrics().averageCharWidth() * 80, self._delegate.row_height() * 6)

    def _empty_line(self) -> QLabel:
        """Return what stands where the first row will be."""
        line = role_label("", "muted", self)
        line.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        line.setContentsMargins(MARGIN, ROW_AIR // 2, MARGIN, 0)
        return line

    def compare(self, index: QModelIndex) -> None:
        """Show what a change did, where both texts are known."""
        event, workspace = self.model.item_at(index), self._context.bus.workspace
        if event is not None and event.known and workspace is not None:
            show = partial(self._show_change, event)
            self._context.jobs.read(partial(versions, workspace, event.change), show)

    def open_document(self, index: QModelIndex) -> None:
        """Open the document of a change at the first line that changed."""
        event = self.model.item_at(index)
        if event is not None:
            self._open(event)

    def _open(self, event: ActivityEvent) -> None:
        workspace = self._context.bus.workspace
        if workspace is None or event.change.kind is ChangeKind.DELETED:
            return
        if event.refused is not None:
            self._go_to(event.refused.name)
            return
        if (event.change.actor.tool or "").startswith(PREFIX):
            self._context.jobs.read(partial(_place_of, workspace, event.change.uri), self._go_to)
            return
        self._context.jobs.read(partial(_fragment, workspace, event.change), self._context.bus.activated.emit)

    def _go_to(self, uri: str) -> None:
        if uri:
            self._context.bus.activated.emit(uri)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow a list that grows, and show what waits once nobody is in it any more."""
        if event.type() == QEvent.Type.Resize:
            self._place_pill()
            self._asking.start()  # more rows may be on screen
        elif watched is self.list and event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self._left.start()
        return super().eventFilter(watched, event)

    def _make_writer_actions(self) -> QActionGroup:
        group = QActionGroup(self)
        for text, writer in (
            (self.tr("all authors"), Writer.ALL),
            (self.tr("you"), Writer.YOU),
            (self.tr("agents"), Writer.AGENTS),
            (self.tr("other programs"), Writer.OUTSIDE),
        ):
            action = QAction(text, group, checkable=True, checked=writer is Writer.ALL)
            action.setData(writer)
        group.triggered.connect(self._on_writer)
        return group

    def _make_writer_button(self) -> QToolButton:
        button = QToolButton(self, popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setAccessibleName(self.tr("Filter by author"))
        menu = QMenu(button)
        menu.addActions(self._writers.actions())
        button.setMenu(menu)
        button.setProperty("muted", True)
        button.setProperty("small", True)
        button.setText(f"{self._writers.actions()[0].text()} ▾")
        return button

    def _lay_out(self) -> None:
        self.filter.setMaximumWidth(self.fontMetrics().averageCharWidth() * 28)
        head = in_row(
            role_label(self.tr("Activity"), "group", self),
            None,
            self.filter,
            margins=(12, 0, 8, 0),
            spacing=0,
        )
        head.addSpacing(12)
        head.addWidget(self._state)
        head.addSpacing(4)
        head.addWidget(self._writer_button)
        self._pages = in_stack(self.list, self._empty)
        in_column(head, self._pages, on=self, margins=(0, 4, 0, 0), spacing=0)
        self.pill.hide()
        self.list.setMinimumHeight(self._delegate.row_height() * LEAST_ROWS)
        self.setFocusProxy(self.list)

    def _connect_list(self) -> None:
        self.list.show_keyed(self.model)
        self.model.settled.connect(self._show_page)
        self.model.settled.connect(self._asking.start)
        self._asking.timeout.connect(self._ask_what_is_known)
        self.list.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.list.opened.connect(self.open_document)
        self.list.compared.connect(self.compare)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._on_menu)
        self.list.viewport().installEventFilter(self)
        self.filter.textChanged.connect(self.model.set_filter)
        self.filter.textChanged.connect(self._tell_held)
        self.pill.clicked.connect(self._on_pill)
        self.pill.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.installEventFilter(self)
        self._left.timeout.connect(self._let_in_unless_read)

    def _connect_bus(self) -> None:
        bus = self._context.bus
        for news in (bus.opened, bus.caught_up):
            news.connect(self._read_log)
        bus.changed.connect(self._on_changed)
        bus.closed.connect(self._on_closed)
        bus.state_changed.connect(self._show_state)
        self._beside.decided.connect(self._on_decided)
        self._beside.refused.connect(self._on_refused)

    def _on_decided(self, changes: list[Change]) -> None:
        self._decided = changes
        self._context.bus.read_locks()  # some are set from shells
        if not self._is_read:
            self._context.theme.meet_agents(
                change.actor.name for change in reversed(changes) if change.actor.origin is Origin.AGENT
            )
            self.model.add_older(changes)

    def _on_refused(self, refused: tuple[RefusedWrite, ...]) -> None:
        if self._is_read and self.model.total:
            self._refused = refused
        else:
            self.model.set_refused(refused)

    def _read_log(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is not None and self._is_read and self.model.total:
            self._is_stale = True
        elif workspace is not None:
            self._context.jobs.background(partial(_logged, workspace), partial(self._on_logged, workspace))

    def _on_logged(self, workspace: Workspace, changes: list[Change]) -> None:
        if self._context.bus.workspace is workspace:
            self._is_log_read = True
            self.model.add_older(changes)
            self._show_page()

    def _on_changed(self, batch: ChangeBatch) -> None:
        """Gather what comes quickly; the first change of a while is shown at once."""
        self._inbox.extend(batch.changes)
        if not self._rest.isActive():
            self._show_news()

    def _show_news(self) -> None:
        if not self._inbox:
            return
        self._rest.start()
        changes = [*self._inbox]
        self._inbox.clear()
        if self._is_read:
            self._hold(changes)
        else:
            self._add(changes)

    @property
    def _is_read(self) -> bool:
        """Whether somebody is in the list: with the pointer, the keyboard, or somewhere below its top."""
        return self.list.underMouse() or self.list.hasFocus() or self.list.verticalScrollBar().value() > 0

    def _hold(self, changes: list[Change]) -> None:
        """Let changes wait above what is read: nothing moves under the hand."""
        self._held.extend(changes)
        self._tell_held()

    def let_in(self) -> None:
        """Show what waits above, at the top of the list."""
        changes = [*self._held]
        self._held.clear()
        self._tell_held()
        if changes:
            self._add(changes)
        if self._decided:
            self.model.add_older(self._decided)
            self._decided = []
        if self._refused is not None:
            self.model.set_refused(self._refused)
            self._refused = None
        if self._is_stale:
            self._is_stale = False
            self._read_log()

    def _add(self, changes: list[Change]) -> None:
        events = self.model.add(changes)
        for origin in Origin:
            lit = [event.key for event in events[:LIT] if event.change.actor.origin is origin]
            self._glow.light(lit, origin)

    def _let_in_unless_read(self) -> None:
        waits = self._held or self._decided or self._refused is not None or self._is_stale
        if waits and not self._is_read:
            self.let_in()

    def _on_pill(self) -> None:
        self.list.scrollToTop()
        self.let_in()

    def _on_closed(self) -> None:
        self.filter.clear()
        self._glow.clear()
        self._inbox.clear()
        self._held.clear()
        self._decided, self._refused, self._is_stale = [], None, False
        self._is_log_read = False
        self.model.clear()
        self._tell_held()

    def _on_scrolled(self, value: int) -> None:
        if not value:
            self._left.start()
        self._asking.start()

    def _tell_held(self) -> None:
        """Tell how many new changes wait above what is read."""
        count = self.model.shown_of(self._held)
        self.pill.setText(self.tr("%n new", "", count))
        self.pill.setAccessibleName(self.tr("Go to %n new changes", "", count))
        self.pill.setVisible(count > 0)
        self._place_pill()

    def _place_pill(self) -> None:
        self.pill.adjustSize()
        self.pill.move((self.list.viewport().width() - self.pill.width()) // 2, 4)

    def _on_writer(self, action: QAction) -> None:
        self._writer_button.setText(f"{action.text()} ▾")
        self.model.set_writer(Writer(action.data()))
        self._tell_held()

    def _show_state(self, state: WatchState) -> None:
        self._state.setText(state_name(state))

    def _show_page(self) -> None:
        self._pages.setCurrentIndex(0 if self.model.rowCount() else 1)
        words = [self.tr("Nothing matches")]
        if not self.model.total and not self._is_log_read:
            words = [self.tr("Reading the history…")]
        elif not self.model.total:
            words = [
                self.tr("Nothing has happened yet"),
                self.tr("Changes appear here as they happen."),
            ]
        self._empty.setText(" · ".join(words))

    def _ask_what_is_known(self) -> None:
        """Find out for the rows on screen whether their texts can be compared, and how many lines changed."""
        for event in self._visible():
            if event.known is None:
                self._ask(event, again=True)

    def look_again(self) -> None:
        """Find out anew what is known of what was reverted: the reason is written down after it."""
        for event in self._visible():
            if event.change.actor.tool == "revert":
                self._ask(event, again=False)

    def _ask(self, event: ActivityEvent, *, again: bool) -> None:
        workspace = self._context.bus.workspace
        if workspace is not None:
            tell = partial(self._on_known, event, again)
            self._context.jobs.background(partial(look, workspace, event.change), tell)

    def _on_known(self, event: ActivityEvent, again: bool, known: Known) -> None:
        self.model.set_known(event.key, known)
        if again and not known.has_texts:
            QTimer.singleShot(LATER_MS, self, partial(self._ask, event, again=False))

    def _visible(self) -> list[ActivityEvent]:
        found = (self.model.item_at(self.model.index(row)) for row in self.list.visible_rows())
        return [event for event in found if event is not None]

    def _show_change(self, event: ActivityEvent, texts: Versions | None) -> None:
        if texts is None:
            self.model.set_known(event.key, Known(False))
            return
        from memdesk_gui.features.history.change_dialog import ChangeDialog

        dialog = ChangeDialog(self._context, sentence(event), self.window(), self._deeds_of(event))
        dialog.show_texts(texts.before, texts.after)
        dialog.open()

    def _deeds_of(self, event: ActivityEvent) -> tuple[ChangeDeed, ...]:
        """Return what can be done with a change: judge it, where it waits, and open its document."""
        if event.refused is not None:
            locks = ChangeDeed(self.tr("Open locks…"), partial(self.locks_wanted.emit, event.change.uri))
            document = ChangeDeed(self.tr("Open document"), partial(self._open, event))
            return (locks, document) if is_locked(event.refused) else (document,)
        deeds = self.deeds(event.change)
        if event.change.kind is ChangeKind.DELETED:
            return deeds
        return *deeds, ChangeDeed(self.tr("Open document"), partial(self._open, event))

    def _on_menu(self, place: QPoint) -> None:
        menu = self.menu_for(self.list.indexAt(place))
        if menu.actions():
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.list.viewport().mapToGlobal(place))

    def menu_for(self, index: QModelIndex) -> QMenu:
        """Return what can be done with a change."""
        menu, event = QMenu(self), self.model.item_at(index)
        for deed in self._deeds_of(event) if event is not None else ():
            menu.addAction(deed.text, deed.run)
        if event is not None and event.known:
            menu.addAction(self.tr("Show difference"), partial(self.compare, index))
        return menu


def _logged(workspace: Workspace) -> list[Change]:
    """Return the newest changes of the workspace's log."""
    return [change_of(step) for step in reversed(workspace.newest_operations(LOGGED).operations)]


def _place_of(workspace: Workspace, name: str) -> str:
    """Return the document that a decision was about, empty where it was about none that is there."""
    try:
        return "#".join(filter(None, workspace.locate(name)))
    except MemdeskError:
        return ""


def _fragment(workspace: Workspace, change: Change) -> str:
    """Return the document's uri with the first changed line, where that is known."""
    texts = versions(workspace, change)
    return f"{change.uri}#L{texts.first_line}" if texts is not None else change.uri
