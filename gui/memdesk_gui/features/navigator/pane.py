"""The navigator: every document of the workspace, grouped, filtered, marked, and lit when it changes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton, QWidget

from memdesk.model import Actor, DocumentInfo, Origin
from memdesk_gui.context import AppContext
from memdesk_gui.features.history.recent_changes import last_writers
from memdesk_gui.features.navigator.grouping import ByFolder, ByKind, BySystem, Grouping
from memdesk_gui.features.navigator.menu import NavigatorMenu
from memdesk_gui.features.navigator.model import NavigatorModel
from memdesk_gui.features.navigator.news import ChangeReport, ChangeReporter
from memdesk_gui.features.navigator.read_marks import SeenMarks
from memdesk_gui.features.navigator.shelves import MANY
from memdesk_gui.features.navigator.texts import NavigatorText
from memdesk_gui.theme.icons import icon
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import scroll_edge
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack
from memdesk_gui.widgets.lists.aside import Aside
from memdesk_gui.widgets.lists.branch_list import BranchList
from memdesk_gui.widgets.lists.glow import Glow
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.widgets.lists.row_delegate import RowDelegate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memdesk.watch.catalog import LeftOut
    from memdesk.workspace import Listing, Workspace
    from memdesk_gui.documents.buffer import DocumentBuffer

FILTER_PAUSE_MS = 80
LEAST_CHARACTERS = 24
"""The pane is made no narrower than this."""
LIT = 24
"""How many documents of one report are lit."""


class NavigatorPane(QWidget):
    """Filter field, grouping menu and list."""

    grouping_chosen = Signal(str)
    """The person chose a way of shelving: its name."""
    left_out_wanted = Signal(object)
    """The person wants to see which names are no documents: the ``LeftOut``."""

    def __init__(self, context: AppContext, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._glow = Glow(context.theme, self)
        self.news = ChangeReporter(context.bus, context.jobs, self)
        self.marks = SeenMarks(context, self.news, self)
        self.model = NavigatorModel(context.jobs, NavigatorText(now), self)
        delegate = RowDelegate(context.theme, self._glow, self)
        self.list = BranchList("Navigator", delegate, self._glow, self)
        self.filter = QLineEdit(self, placeholderText=self.tr("Filter"), clearButtonEnabled=True)
        self.filter.setAccessibleName("Navigator filter")
        self._pause = QTimer(self, singleShot=True)
        self._empty = EmptyState(context.theme, "folder", "", parent=self)
        self._groupings = self._make_grouping_actions()
        self._expected = ""
        self._left_out: LeftOut | None = None
        self._lay_out()
        self._connect_list()
        self._connect_bus()

    def minimumSizeHint(self) -> QSize:
        """Keep room for the names of documents, whatever is beside."""
        least = super().minimumSizeHint()
        return least.expandedTo(QSize(self.fontMetrics().averageCharWidth() * LEAST_CHARACTERS, 0))

    def put_above(self, row: QWidget) -> None:
        """Put a row above all documents."""
        self._above.insertWidget(0, row)

    def set_grouping(self, grouping: Grouping) -> None:
        """Shelve by kind, system or folder."""
        for action in self._groupings.actions():
            action.setChecked(type(action.data()) is type(grouping))
        self.model.set_grouping(grouping)

    def restore_grouping(self, name: str) -> None:
        """Shelve as the person last chose, told by the name that ``grouping_chosen`` gave."""
        for action in self._groupings.actions():
            if type(action.data()).__name__ == name:
                self.set_grouping(action.data())

    def aside(self) -> Aside:
        """Return what keeps the list from showing a document as in front while something else is."""
        aside = Aside(self.list)
        self.model.settled.connect(aside.settle)
        return aside

    def show_only(self, uris: frozenset[str] | None) -> None:
        """Show none but these documents; None: all."""
        self.model.set_only(uris)

    def documents(self) -> tuple[DocumentInfo, ...]:
        """Return every document of the workspace as it is now."""
        return tuple(self.model.shelves.tree.documents.values())

    def by_uri(self) -> Mapping[str, DocumentInfo]:
        """Return the same by name."""
        return self.model.shelves.tree.documents

    def document(self, uri: str) -> DocumentInfo | None:
        """Return a document as it is now, None where it is gone."""
        return self.by_uri().get(uri)

    def selected(self) -> DocumentInfo | None:
        """Return the document of the current row (of a part, the one it is in)."""
        key = self.list.current_key()
        return self.document(key) or self.document(key.rpartition("#")[0])

    def folder(self) -> str:
        """Return the folder that is meant: the current row's, else that of the document in front."""
        front = self._context.documents.current
        info = self.selected() or (front.info if front is not None else None)
        return self.chosen_folder() or ("" if info is None else info.uri.rpartition("/")[0])

    def chosen_folder(self) -> str:
        """Return the folder that is the current row itself; empty where that is none."""
        branch, grouping = self.model.branch(self.list.currentIndex()), self.model.shelves.tree.grouping
        return "/".join(branch.path) if branch is not None and isinstance(grouping, ByFolder) else ""

    def expect(self, key: str) -> None:
        """Show and select a document, or a branch, as soon as the list has it."""
        self._expected = key
        self._show_expected()

    def reveal(self, uri: str) -> None:
        """Show and select a document where the list holds it."""
        self.model.reveal(uri)
        self.list.select(uri, scroll=True)

    def show_in_folder(self, uri: str) -> None:
        """Switch to the folder view and show the document there."""
        self.filter.clear()
        self.set_grouping(ByFolder())
        self.reveal(uri)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the filter field, Escape clears it and the arrow key goes to the list."""
        if watched is self.list.verticalScrollBar():
            self._line_up(event.type())
        if watched is self.filter and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape and self.filter.text():
                self.filter.clear()
                return True
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._enter_list()
                return True
        return super().eventFilter(watched, event)

    def _line_up(self, change: QEvent.Type) -> None:
        """Let the rows above the list end where the list's own end: beside its scroll bar."""
        if change in (QEvent.Type.Show, QEvent.Type.Hide):
            shown = change == QEvent.Type.Show
            taken = self.list.verticalScrollBar().sizeHint().width() if shown else 0
            self._above.setContentsMargins(0, 0, taken, 0)

    def _make_grouping_actions(self) -> QActionGroup:
        group = QActionGroup(self)
        for text, grouping in (
            (self.tr("By kind of memory"), ByKind()),
            (self.tr("By agent system"), BySystem()),
            (self.tr("By folder"), ByFolder()),
        ):
            action = QAction(text, group, checkable=True, checked=isinstance(grouping, ByKind))
            action.setData(grouping)
        group.triggered.connect(self._on_grouping)
        return group

    def _lay_out(self) -> None:
        bar = in_row(self.filter, self._grouping_button(), margins=(12, 0, 8, 0), spacing=4)
        self._above = in_column(spacing=4)
        edge = scroll_edge(self.list)
        self._pages = in_stack(self.list, self._empty)
        self.left_out = QToolButton(self, autoRaise=True)
        self.left_out.clicked.connect(lambda: self.left_out_wanted.emit(self._left_out))
        self.left_out.hide()
        below = in_row(self.left_out, None, margins=(8, 0, 8, 4))
        in_column(bar, self._above, edge, self._pages, below, on=self, margins=(0, 8, 0, 0), spacing=4)
        self.setFocusProxy(self.list)

    def _grouping_button(self) -> QToolButton:
        button = QToolButton(self, popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setAccessibleName(self.tr("Group documents"))
        button.setToolTip(self.tr("Group documents"))
        menu = QMenu(button)
        menu.addActions(self._groupings.actions())
        button.setMenu(menu)
        theme = self._context.theme

        def draw() -> None:
            button.setIcon(icon("filter", theme, "muted"))

        theme.changed.connect(draw)
        draw()
        return button

    def _connect_list(self) -> None:
        self.list.show_model(self.model, self.model.place, self.model.headings)
        self.model.changing.connect(self.list.hold)
        self.model.settled.connect(self._show_page)  # first: a list that is hidden does not scroll
        self.model.settled.connect(self._on_settled)
        self.model.shelves.rebuilt.connect(self._show_page)
        self.list.looked.connect(self._on_chosen)
        self.list.chosen.connect(self._on_chosen)
        self.list.folded.connect(self._on_folded)
        self.list.left.connect(self.filter.clear)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._on_menu)
        self.filter.installEventFilter(self)
        self.list.verticalScrollBar().installEventFilter(self)
        self.filter.textChanged.connect(self._on_filter_changed)
        self._pause.timeout.connect(self._on_filter)

    def _connect_bus(self) -> None:
        Ageing(self.list.viewport().update, self)
        bus = self._context.bus
        bus.begun.connect(lambda listing: self.model.load(listing.documents))
        bus.listed.connect(self._on_listed)
        bus.described.connect(self.model.describe)
        bus.locks_read.connect(lambda: self.model.set_locks(bus.locks))
        bus.closed.connect(self._on_closed)
        self.news.arrived.connect(self._on_news)
        self.marks.changed.connect(self.model.set_sights)
        self._context.documents.current_changed.connect(self._on_current)
        self._context.documents.files.placed.connect(self.expect)

    def _show_left_out(self, left_out: LeftOut | None) -> None:
        """Say how many names are no documents; pressing that names them."""
        self._left_out = left_out
        number = left_out.number if left_out is not None else 0
        text = self.tr("%n names are not listed", "", number)
        self.left_out.setText(text)
        self.left_out.setAccessibleName(text)
        self.left_out.setToolTip(
            self.tr("Show what is not listed as a document: version control, sync clients, temporaries")
        )
        self.left_out.setVisible(bool(number))

    def _on_listed(self, listing: Listing) -> None:
        self._show_left_out(listing.left_out)
        self.model.load(listing.documents)
        self._show_page()
        workspace = self._context.bus.workspace
        if workspace is not None:
            ask = partial(last_writers, workspace, listing.documents)
            self._context.jobs.background(ask, partial(self._on_writers, workspace))

    def _on_writers(self, workspace: Workspace, writers: dict[str, Actor]) -> None:
        if self._context.bus.workspace is workspace:
            self.model.set_actors(writers)

    def _on_closed(self) -> None:
        self.filter.clear()
        self._glow.clear()
        self._expected = ""
        self._show_left_out(None)
        self.model.clear()

    def _on_news(self, report: ChangeReport) -> None:
        self._look_past(report)
        self.model.apply(report.infos)
        self.model.set_actors({change.uri: change.actor for change in report.changes})
        for origin in Origin:
            lit = [change.uri for change in report.changes[-LIT:] if change.actor.origin is origin]
            self._glow.light(lit, origin)

    def _on_settled(self) -> None:
        self.list.settle()
        self._show_expected()
        front = self._context.documents.current
        if front is not None and not self.list.current_key():
            self.reveal(front.uri)

    def _look_past(self, report: ChangeReport) -> None:
        """Follow a current document to its new name; where the person deletes it, go on to its neighbour."""
        key, row = self.list.current_key(), self.list.currentIndex().row()
        moved = {change.uri: change.moved for change in report.changes if change.moved}
        if report.infos.get(key, self) is None and report.infos.get(moved.get(key, "")) is not None:
            self._expected = moved[key]
        elif report.infos.get(key, self) is None and not self._expected and _is_own(report, key):
            near = [self.model.key(self.model.index(at)) for at in (row + 1, row - 1) if self._has_row(at)]
            stays = (uri for uri in near if report.infos.get(uri, self) and self.document(uri))
            self._expected = next(stays, "")

    def _has_row(self, row: int) -> bool:
        return 0 <= row < self.model.rowCount()

    def _show_expected(self) -> None:
        expected = self._expected
        if self.document(expected) is not None or self.model.shelves.tree.branch(expected) is not None:
            self._expected = ""
            self.reveal(expected)

    def _show_page(self) -> None:
        self._pages.setCurrentIndex(0 if self.model.rowCount() else 1)
        if self.model.shelves.only is not None and not self.filter.text():
            self._empty.set_text(
                self.tr("All reviewed"), self.tr("Every agent change here has been reviewed.")
            )
        elif self.model.shelves.filtered:
            self._empty.set_text(self.tr("Nothing matches"), self.tr("Press Esc to clear the filter."))
        elif self._context.bus.listing is None:
            self._empty.set_text(self.tr("Reading the folder…"))
        else:
            self._empty.set_text(
                self.tr("No documents"),
                self.tr("No memory files yet. Documents appear here when an agent writes them."),
            )

    def _on_current(self, buffer: DocumentBuffer | None) -> None:
        self._expected = ""
        if buffer is None:
            self.list.select("")
        elif not self.list.current_key().startswith(f"{buffer.uri}#"):
            self.reveal(buffer.uri)
            if self.document(buffer.uri) is None:  # the list does not have it yet
                self._expected = buffer.uri

    def _on_chosen(self, index: QModelIndex) -> None:
        branch = self.model.branch(index)
        if branch is not None:
            self.model.set_open(branch.key, not self.model.is_open(branch))
        elif index.isValid():
            self._context.bus.activated.emit(self.model.key(index))

    def _on_grouping(self, action: QAction) -> None:
        self.set_grouping(action.data())
        self.grouping_chosen.emit(type(action.data()).__name__)

    def _on_folded(self, index: QModelIndex, is_open: bool) -> None:
        if not index.isValid():
            return
        branch = self.model.branch(index)
        if branch is not None and self.model.is_open(branch) is not is_open:
            self.model.set_open(branch.key, is_open)
        else:
            row = index.row() + 1 if is_open else self.model.parent_row(index.row())
            self.list.setCurrentIndex(self.model.index(min(row, self.model.rowCount() - 1)))

    def _on_filter_changed(self) -> None:
        self._pause.start(FILTER_PAUSE_MS if len(self.model.shelves.tree.documents) > MANY else 0)

    def _on_filter(self) -> None:
        self.model.set_filter(self.filter.text())

    def _enter_list(self) -> None:
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.first_document())
        self.list.setFocus()

    def _on_menu(self, place: QPoint) -> None:
        index, before = self.list.indexAt(place), self.list.current_key()
        document = self.model.document(index)
        if index.isValid():
            self.list.setCurrentIndex(index)
        is_folder = index.isValid() and bool(self.chosen_folder())
        menu = self.menu_for(document.uri if document else "", is_folder=is_folder)
        if before and self.list.current_key() != before:
            # What was chosen in the menu concerns the row under it, and is done by then.
            menu.aboutToHide.connect(
                partial(QTimer.singleShot, 0, self.list, partial(self.list.select, before))
            )
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.list.viewport().mapToGlobal(place))

    def menu_for(self, uri: str, *, is_folder: bool = False) -> QMenu:
        """Return the menu of a document, or of the current folder; of neither, what concerns all of them."""
        menu = NavigatorMenu(self._context, self.marks, self.show_in_folder, self)
        menu.offer(uri, is_folder=is_folder)
        return menu


def _is_own(report: ChangeReport, uri: str) -> bool:
    """Say whether the last change of a document was made by the person."""
    changes = [change for change in report.changes if change.uri == uri]
    return bool(changes) and changes[-1].actor.origin is Origin.HUMAN
