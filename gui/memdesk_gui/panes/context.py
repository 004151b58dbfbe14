"""The context preview: exactly what an agent's prompt gets from its memory for a message of the user."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QShowEvent, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk_gui import wording
from memdesk_gui.context import AppContext
from memdesk_gui.models.document.context_preview import (
    Place,
    Question,
    Shown,
    facts_text,
    place_name,
    place_of,
    places_of,
    problems_text,
    read_context,
)
from memdesk_gui.models.lists.row_model import RowModel
from memdesk_gui.text_edits import qt_offsets
from memdesk_gui.text_layout import roomy_document
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import hairline, role_label
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.lists.row_list import RowList
from memdesk_gui.widgets.spin_box import NumberBox, named
from memdesk_gui.widgets.text.grammar import plain
from memdesk_gui.widgets.text.text_view import TextView

if TYPE_CHECKING:
    from memdesk.model import ChangeBatch, Site
    from memdesk.toolbox import Toolbox
    from memdesk.workspace import Workspace

TYPING_MS = 250
NEWS_MS = 400
MOST_TOKENS = 99_900


class ContextPane(QWidget):
    """Asks for a message, shows the text that the agent gets, and which memory is where in it."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Context preview")
        self._context = context
        self._toolbox: Toolbox | None = None
        self._places: tuple[Place, ...] = ()
        self._place = ""
        self._stale = True
        self._reading = False
        self.shown = Shown()
        self.model = RowModel(self)
        self._make_fields()
        self._make_views()
        self._asking = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._lay_out()
        self._connect()
        self._forget()
        self._on_listed()

    def sizeHint(self) -> QSize:
        """Ask for about forty characters."""
        return QSize(self.fontMetrics().averageCharWidth() * 40, self.fontMetrics().height() * 30)

    def showEvent(self, event: QShowEvent) -> None:
        """Make the context when it is looked at, not before."""
        super().showEvent(event)
        if self._stale:
            self._read()

    def question(self) -> Question:
        """Return what is asked for now."""
        return Question(
            self._place, self.query.text(), self.budget.value(), self._context.theme.secrets_shown
        )

    def _make_fields(self) -> None:
        theme = self._context.theme
        self._title = role_label(self.tr("What the agent sees"), "title", self)
        self.families = QToolButton(self)
        self.families.setAccessibleName(self.tr("Whose context is shown"))
        self.families.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.families.setFont(theme.small_font())
        self.choices = QMenu(self)
        self.families.setMenu(self.choices)
        self.query = QLineEdit(self)
        self.query.setAccessibleName(self.tr("What the user says"))
        self.query.setPlaceholderText(self.tr("What the user says"))
        self.query.setClearButtonEnabled(True)
        self.budget = named(NumberBox(self), self.tr("The most tokens it may cost"))
        self.budget.setToolTip(self.tr("The most tokens it may cost"))
        self.budget.setRange(0, MOST_TOKENS)
        self.budget.setSingleStep(100)
        self.budget.setSpecialValueText(self.tr("No limit"))
        self.facts = role_label("", "small", self)
        self.facts.setWordWrap(True)
        self.problems = role_label("", "small", self)
        self.problems.setWordWrap(True)
        self.problems.setAccessibleName(self.tr("What could not be read"))
        self.problems.hide()

    def _make_views(self) -> None:
        theme = self._context.theme
        self.list = RowList(
            self.tr("Where it comes from"), RowDelegate(theme, parent=self, marked=False), parent=self
        )
        self.list.show_model(self.model, self.model.place)
        self.model.changing.connect(self.list.hold)
        self.model.settled.connect(self.list.settle)
        self.view = TextView(roomy_document(self), theme, plain, mono=True, parent=self)
        self.view.document().setParent(self.view)  # the splitter takes the view, so it would outlive its text
        self.view.setReadOnly(True)
        self.view.setAccessibleName(self.tr("The text that the prompt gets"))
        self._empty = EmptyState(theme, "agent", "", parent=self)

    def _lay_out(self) -> None:
        top, asked = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self._title, 1)
        top.addWidget(self.families)
        asked.addWidget(self.query, 1)
        asked.addWidget(self.budget)
        head = QVBoxLayout()
        head.setContentsMargins(12, 12, 12, 8)
        head.setSpacing(8)
        head.addLayout(top)
        head.addLayout(asked)
        head.addWidget(self.facts)
        head.addWidget(self.problems)
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.list)
        parts.addWidget(self.view)
        parts.setStretchFactor(0, 1)
        parts.setStretchFactor(1, 2)
        self._page = QWidget(self)
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(head)
        page.addWidget(hairline(self._page))
        page.addWidget(parts, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._page)
        self._pages.addWidget(self._empty)
        self.setFocusProxy(self.query)

    def _connect(self) -> None:
        bus = self._context.bus
        bus.listed.connect(self._on_listed)
        bus.changed.connect(self._on_changed)
        bus.closed.connect(self._forget)
        self._context.documents.current_changed.connect(self._follow)
        self.query.textChanged.connect(self._asking.start)
        self.query.returnPressed.connect(self._read)
        self.budget.valueChanged.connect(self._asking.start)
        self._asking.timeout.connect(self._read)
        self._news.timeout.connect(self._read)
        self._context.theme.text_changed.connect(self._news.start)
        self.list.selectionModel().currentChanged.connect(self._mark)
        self.list.activated.connect(self._open)
        self.list.doubleClicked.connect(self._open)

    def _forget(self) -> None:
        """Show nothing: there is no workspace, or another one."""
        self._toolbox, self._places, self._place = None, (), ""
        self._show(Shown())
        self._explain()

    def _on_listed(self) -> None:
        """Take over the families that were found."""
        listing = self._context.bus.listing
        places = places_of(listing.sites) if listing is not None else ()
        if places != self._places:
            self._places = places
            names = [place.name for place in places]
            self._choose(self._place if self._place in names else next(iter(names), ""))
            self._follow()
            self.choices.clear()
            for place in places:
                self.choices.addAction(place_name(place, places), partial(self._choose, place.name))
            self.families.setVisible(len(places) > 1)
            self._explain()

    def _follow(self) -> None:
        """Show the context of the agent that keeps the document in front."""
        current = self._context.documents.current
        name = place_of(current.uri, current.info.system, self._places) if current is not None else ""
        if name and name != self._place:
            self._choose(name)

    def _choose(self, name: str) -> None:
        self._place = name
        chosen = next((place for place in self._places if place.name == name), None)
        self.families.setText(f"{place_name(chosen, self._places)} ▾" if chosen else "")
        self._read()

    def _on_changed(self, batch: ChangeBatch) -> None:
        if batch.changes and not self._news.isActive():
            self._news.start()

    def _read(self) -> None:
        """Make the context again, one at a time; while nobody looks, only remember to."""
        workspace = self._context.bus.workspace
        self._stale = not self.isVisible() or self._reading
        if self._stale or workspace is None or not self._place:
            return
        self._reading = True
        work = partial(self._make, workspace, self.question())
        self._context.jobs.read(work, self._on_read, self._on_failed)

    def _make(self, workspace: Workspace, question: Question) -> Shown:
        """Run off the GUI thread; never twice at a time."""
        from memdesk.toolbox import Toolbox

        if self._toolbox is None or not self._toolbox.serves(workspace):
            self._toolbox = Toolbox(workspace, self._sites)
        return read_context(self._toolbox, question)

    def _sites(self) -> tuple[Site, ...]:
        listing = self._context.bus.listing
        return listing.sites if listing is not None else ()

    def _on_read(self, shown: Shown) -> None:
        self._reading = False
        self._show(shown)
        if self._stale:
            self._read()

    def _on_failed(self, error: Exception) -> None:
        self._reading = False
        self._show(Shown())
        self.facts.setText(wording.error_text(error))

    def _show(self, shown: Shown) -> None:
        """Exchange text and rows; the place in both stays."""
        bar = self.view.verticalScrollBar()
        place = bar.value()
        if shown.text != self.shown.text:
            self.view.setPlainText(shown.text)
            bar.setValue(place)
        self.shown = shown
        self.model.set_items(shown.items)
        self.facts.setText(facts_text(shown))
        self.problems.setText(problems_text(shown))
        self.problems.setVisible(bool(shown.problems))

    def _explain(self) -> None:
        """Say what belongs here where no family was found."""
        self._pages.setCurrentIndex(0 if self._places else 1)
        self._empty.set_text(
            self.tr("No agent's memory here"),
            self.tr("Where a folder holds memory of a known agent, this is what its prompt gets from it."),
        )

    def _mark(self, index: QModelIndex) -> None:
        """Select the stretch of the text that a memory takes."""
        if not index.isValid() or index.row() >= len(self.shown.stretches):
            return
        stretch, offset = self.shown.stretches[index.row()], qt_offsets(self.shown.text)
        cursor = self.view.textCursor()
        cursor.setPosition(offset(stretch.end))
        cursor.setPosition(offset(stretch.start), QTextCursor.MoveMode.KeepAnchor)
        self.view.setTextCursor(cursor)

    def _open(self, index: QModelIndex) -> None:
        """Open the document that a memory comes from, at its place."""
        if index.isValid() and index.row() < len(self.shown.stretches):
            self._context.bus.activated.emit(self.shown.stretches[index.row()].uri)
