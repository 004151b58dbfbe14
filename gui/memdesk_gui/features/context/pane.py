"""The context debugger: what an agent's prompt gets for a message, from where, and what it does not get."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSlider,
    QStackedLayout,
    QToolButton,
    QWidget,
)

from memdesk.errors import MemdeskError
from memdesk_gui.context import AppContext
from memdesk_gui.features.context.column import ContextColumn
from memdesk_gui.features.context.preview import (
    ContextRequest,
    ContextSite,
    ShownContext,
    compared,
    difference_text,
    place_name,
    place_of,
    places_of,
    read_context,
)
from memdesk_gui.widgets.elided_button import ElidedButton
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.find_controls import IconButton
from memdesk_gui.widgets.labels import hairline, role_label
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.spin_box import ChoiceBox, NumberBox, named
from memdesk_gui.wording import wording

if TYPE_CHECKING:
    from memdesk.agents.toolbox import Toolbox
    from memdesk.model import ChangeBatch, Site
    from memdesk.workspace import Workspace

TYPING_MS = 250
NEWS_MS = 400
MOST_TOKENS = 99_900
_STEPS = 100
"""Steps of the budget's slider; the last one is no limit."""


class _Made(NamedTuple):
    """The context that was asked for, and the one beside it."""

    first: ShownContext
    second: ShownContext | None = None


class ContextPane(QWidget):
    """Asks for a message; shows what the agent gets, where that is from, how it ranked and what was left out.

    ``wide`` is for a page, where a second context can stand beside the first: of another agent, or with a
    setting of the policy that is another.
    """

    page_wanted = Signal()
    """The person wants more room."""
    left = Signal()
    """The person is done with the page."""

    def __init__(self, context: AppContext, parent: QWidget | None = None, *, wide: bool = False) -> None:
        super().__init__(parent)
        self.setAccessibleName("Context preview")
        self._context, self._wide = context, wide
        self._toolbox: Toolbox | None = None
        self._places: tuple[ContextSite, ...] = ()
        self._place = ""
        self._settings: tuple[tuple[str, str], ...] = ()
        self._stale = True
        self._reading = False
        self.column = ContextColumn(context, self)
        self.other = ContextColumn(context, self)
        self.model, self.list, self.view = self.column.model, self.column.list, self.column.view
        self.facts, self.problems = self.column.facts, self.column.problems
        self._make_fields()
        self._make_comparison()
        self._empty = EmptyState(context.theme, "agent", "", parent=self)
        self._asking = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._lay_out()
        self._connect()
        self._forget()
        self._on_listed()

    @property
    def shown(self) -> ShownContext:
        """The context that is shown."""
        return self.column.shown

    def sizeHint(self) -> QSize:
        """Ask for about forty characters."""
        return QSize(self.fontMetrics().averageCharWidth() * 40, self.fontMetrics().height() * 30)

    def showEvent(self, event: QShowEvent) -> None:
        """Make the context when it is looked at, not before."""
        super().showEvent(event)
        if self._stale:
            self._read()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the page."""
        if self._wide and event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def question(self) -> ContextRequest:
        """Return what is asked for now."""
        return ContextRequest(
            self._place, self.query.text(), self.budget.value(), self._context.theme.secrets_shown
        )

    def other_question(self) -> ContextRequest | None:
        """Return what is asked for beside it; None where nothing is compared."""
        if not self.compare.isChecked():
            return None
        question = self.question()
        place = self.other_place.currentData() or question.place
        key, value = self.setting.currentData(), self.value.text().strip()
        supposed = ((str(key), value),) if key and value else ()
        return question._replace(place=str(place), supposed=supposed)

    def take_over(self, pane: ContextPane) -> None:
        """Ask for the same as another pane does."""
        self.query.setText(pane.query.text())
        self.budget.setValue(pane.budget.value())
        if pane._place and pane._place in [place.name for place in self._places]:
            self._choose(pane._place)

    def _make_fields(self) -> None:
        self._title = role_label(self.tr("What the agent sees"), "title", self)
        self.systems = ElidedButton(self, behind=" ▾")
        self.systems.setAccessibleName(self.tr("Whose context is shown"))
        self.systems.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.systems.setProperty("small", True)
        self.choices = QMenu(self)
        self.systems.setMenu(self.choices)
        self.more = QPushButton(self.tr("Open as page"), self)
        self.more.setProperty("link", True)
        self.more.setVisible(not self._wide)
        self.query = QLineEdit(self)
        self.query.setAccessibleName(self.tr("User message"))
        self.query.setPlaceholderText(self.tr("User message"))
        self.query.setClearButtonEnabled(True)
        self.budget = named(NumberBox(self), self.tr("Token budget"))
        self.budget.setToolTip(self.tr("Token budget"))
        self.budget.setRange(0, MOST_TOKENS)
        self.budget.setSingleStep(100)
        self.budget.setSpecialValueText(self.tr("No limit"))
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(self.tr("Budget"))
        self.slider.setToolTip(self.tr("Token budget"))
        self.slider.setRange(1, _STEPS)
        self.slider.setValue(_STEPS)

    def _make_comparison(self) -> None:
        self.compare = QPushButton(self.tr("Compare"), self)
        self.compare.setCheckable(True)
        self.compare.setVisible(self._wide)
        self.other_place = ChoiceBox(self)
        self.other_place.setAccessibleName(self.tr("Whose context is shown beside it"))
        self.setting = ChoiceBox(self)
        self.setting.setAccessibleName(self.tr("Which setting is another"))
        self.value = QLineEdit(self)
        self.value.setAccessibleName(self.tr("Its other value"))
        self.value.setPlaceholderText(self.tr("Its other value"))
        self.difference = role_label("", "small", self)
        self._asked_beside = QWidget(self)
        self._asked_beside.hide()

    def _lay_out(self) -> None:
        top, asked, budget = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        top.addWidget(self._title, 1)
        for button in (self.more, self.compare):
            top.addWidget(button)
        if self._wide:
            words = self.tr("Close this page")
            top.addWidget(IconButton(self._context.theme, "close", words, self.left.emit, self))
        whose = top if self._wide else QHBoxLayout()
        whose.insertWidget(1 if self._wide else 0, self.systems)
        asked.addWidget(self.query, 1)
        budget.addWidget(role_label(self.tr("Budget"), "small", self))
        budget.addWidget(self.slider, 1)
        budget.addWidget(self.budget)
        in_row(
            role_label(self.tr("Beside it:"), "small", self),
            self.other_place,
            self.setting,
            (self.value, 1),
            self.difference,
            on=self._asked_beside,
            margins=0,
        )
        head = in_column(top, margins=(12, 12, 12, 8), spacing=8)
        if not self._wide:  # beside the title it would keep the window wide
            whose.addStretch(1)
            head.addLayout(whose)
        head.addLayout(asked)
        head.addLayout(budget)
        head.addWidget(self._asked_beside)
        self._between = hairline(self, vertical=True)
        columns = in_row((self.column, 1), self._between, (self.other, 1), margins=0, spacing=0)
        self._between.hide()
        self.other.hide()
        self._page = QWidget(self)
        in_column(head, (columns, 1), on=self._page, margins=0, spacing=0)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._page)
        self._pages.addWidget(self._empty)
        self.setFocusProxy(self.query)

    def _connect(self) -> None:
        bus = self._context.bus
        bus.opened.connect(self._explain)
        bus.listed.connect(self._on_listed)
        bus.changed.connect(self._on_changed)
        bus.closed.connect(self._forget)
        self._context.documents.current_changed.connect(self._follow)
        self.query.textChanged.connect(self._asking.start)
        self.query.returnPressed.connect(self._read)
        self.budget.valueChanged.connect(self._on_budget)
        self.slider.valueChanged.connect(self._on_slider)
        self._asking.timeout.connect(self._read)
        self._news.timeout.connect(self._read)
        self._context.theme.text_changed.connect(self._news.start)
        self.more.clicked.connect(self.page_wanted)
        self.compare.toggled.connect(self._on_compare)
        self.other_place.activated.connect(self._read)
        self.setting.activated.connect(self._on_setting)
        self.value.textChanged.connect(self._asking.start)

    def _forget(self) -> None:
        """Show nothing: there is no workspace, or another one."""
        self._toolbox, self._places, self._place = None, (), ""
        self._show(_Made(ShownContext()))
        self.column.show_nothing()
        self._explain()

    def _on_budget(self, tokens: int) -> None:
        """Let the slider follow the number."""
        whole = max(1, self.shown.whole)
        self.slider.blockSignals(True)
        self.slider.setValue(_STEPS if not tokens else max(1, min(_STEPS - 1, tokens * _STEPS // whole)))
        self.slider.blockSignals(False)
        self._asking.start()

    def _on_slider(self, step: int) -> None:
        """Let the number follow the slider, whose room is what the whole context costs."""
        tokens = 0 if step == _STEPS else max(1, self.shown.whole * step // _STEPS)
        self.budget.blockSignals(True)
        self.budget.setValue(tokens)
        self.budget.blockSignals(False)
        self._asking.start()

    def _on_compare(self, on: bool) -> None:
        for each in (self._asked_beside, self._between, self.other):
            each.setVisible(on)
        self._read()

    def _on_setting(self) -> None:
        """Begin with the value that is in force."""
        key = self.setting.currentData()
        self.value.setText(dict(self._settings).get(str(key), "") if key else "")
        self.value.setEnabled(bool(key))
        if key:
            self.value.setFocus()
            self.value.selectAll()
        self._read()

    def _on_listed(self) -> None:
        """Take over the systems that were found."""
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
            self.systems.setVisible(len(places) > 1)
            self.other_place.clear()
            self.other_place.addItem(self.tr("The same agent"), "")
            for place in places:
                self.other_place.addItem(place_name(place, places), place.name)
            self.other_place.setVisible(len(places) > 1)
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
        words = place_name(chosen, self._places) if chosen else ""
        self.systems.show_words(words, words)
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
        if self.shown == ShownContext():
            self.column.show_nothing(self.tr("Putting the context together…"))
        work = partial(self._make, workspace, self.question(), self.other_question())
        self._context.jobs.read(work, self._on_read, self._on_failed)

    def _make(self, workspace: Workspace, question: ContextRequest, beside: ContextRequest | None) -> _Made:
        """Run off the GUI thread; never twice at a time."""
        from memdesk.agents.toolbox import Toolbox

        if self._toolbox is None or not self._toolbox.serves(workspace):
            self._toolbox = Toolbox(workspace, self._sites)
        first = read_context(self._toolbox, question)
        if beside is None:
            return _Made(first)
        try:
            second = read_context(self._toolbox, beside)
        except MemdeskError as error:
            return _Made(first, ShownContext(refusal=wording.error_text(error)))
        return _Made(*compared(first, second))

    def _sites(self) -> tuple[Site, ...]:
        listing = self._context.bus.listing
        return listing.sites if listing is not None else ()

    def _on_read(self, made: _Made) -> None:
        self._reading = False
        if self._stale:
            self._read()
        self._show(made)

    def _on_failed(self, error: Exception) -> None:
        self._reading = False
        self._show(_Made(ShownContext(refusal=wording.error_text(error))))
        if self._stale:
            self._read()

    def _show(self, made: _Made) -> None:
        self.column.show_context(made.first)
        if made.second is not None:
            self.other.show_context(made.second)
            self.difference.setText(difference_text(made.first, made.second))
        if made.first.settings != self._settings or not self.setting.count():
            self._settings, key = made.first.settings, self.setting.currentData()
            self.setting.clear()
            self.setting.addItem(self.tr("The same settings"), "")
            for name, value in self._settings:
                self.setting.addItem(f"{name} = {value}", name)
            self.setting.setCurrentIndex(max(0, self.setting.findData(key)))
            for field in (self.setting, self.value):
                field.setVisible(bool(self._settings))
            self.value.setEnabled(bool(self.setting.currentData()))

    def _explain(self) -> None:
        """Say what belongs here where no system was found."""
        self._pages.setCurrentIndex(0 if self._places else 1)
        bus = self._context.bus
        if bus.workspace is not None and bus.listing is None:
            self._empty.set_text(self.tr("Reading the folder…"))
            return
        self._empty.set_text(
            self.tr("No agent's memory here"),
            self.tr("Open the folder of a known agent to see the memory text its prompt receives."),
        )
