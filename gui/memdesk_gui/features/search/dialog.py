"""Finding what documents say: a field over the chunks that answer best, while one types, with filters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from memdesk.errors import MemdeskError
from memdesk.model import Actor, DocumentInfo
from memdesk_gui.bridge.jobs import Job
from memdesk_gui.context import AppContext
from memdesk_gui.features.chooser import GAP, MOST_ROWS, Chooser
from memdesk_gui.features.search import filters as search_filters
from memdesk_gui.features.search.controller import Answer, Learned, SearchDesk, SearchScope
from memdesk_gui.features.search.filters import BY_WRITING, FOLDER, RANGE, Filters
from memdesk_gui.features.search.fleet import FleetAnswer, FleetDesk, HitPlace
from memdesk_gui.features.search.menu import FoundMenu
from memdesk_gui.features.search.results import fleet_item, found_item
from memdesk_gui.widgets.filter_row import Facet, FilterOption, FilterRow
from memdesk_gui.widgets.fuzzy import FinderEntry
from memdesk_gui.widgets.labels import role_label, set_tip
from memdesk_gui.widgets.layouts import in_row
from memdesk_gui.widgets.lists.found_delegate import FoundDelegate
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.spin_box import DayBox

if TYPE_CHECKING:
    from memdesk.review.searched import Writing
    from memdesk.search import SearchHit
    from memdesk.workspace import Workspace

MOST_FOUND = 5 * MOST_ROWS
_MONTH = 30


class TextSearch(Chooser):
    """Finds stretches of documents, entries and keys by what they say; opens the document there.

    Filters stay from one opening to the next, until another workspace is opened.
    """

    COLUMNS = 110
    expected = Signal(str, str, bool)
    """Of the question, this text must be found (or must not)."""
    answered = Signal()
    """Documents say something to what was asked."""
    elsewhere = Signal(object, str)
    """The person chose what is not in the open workspace: its :class:`HitPlace` and the address there."""

    def __init__(
        self,
        context: AppContext,
        documents: Callable[[], tuple[DocumentInfo, ...]],
        window: QWidget,
        desk: SearchDesk | None = None,
    ) -> None:
        self.filters = Filters()
        self._documents = documents
        self._desk, self._fleet = desk or SearchDesk(), FleetDesk()
        self._server = ""
        self._places: Mapping[str, HitPlace] = {}
        self._writers: Mapping[str, Actor] = {}
        self._answer: Answer | None = None
        self._writings: Mapping[str, tuple[Writing, ...]] = {}
        self._asking: Job | None = None
        self._filling = False
        self._learning: Job | None = None
        self._is_paused = False
        self._is_partly = False
        super().__init__("Search", self.tr("Search in all documents"), context, window)
        self.list.setAccessibleName("Search results")
        self.menu = FoundMenu(self._expect, self)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._offer)
        self.chosen.connect(self._go)
        context.bus.closed.connect(self._on_closed)
        context.documents.purged.connect(self._forget)

    def open(self) -> None:
        """Show the list, empty of any query; what changed since the last time is read first."""
        self._filling = True
        self._nothing.setText(self.tr("Reading the documents…"))
        self._offer_filters()
        super().open()
        self._tell(away="")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the menu key in the field be about the current result."""
        by_key = isinstance(event, QContextMenuEvent) and event.reason() == QContextMenuEvent.Reason.Keyboard
        if by_key and self.list.currentIndex().isValid():
            self._offer(self.list.visualRect(self.list.currentIndex()).bottomLeft())
            return True
        return super().eventFilter(watched, event)

    def candidates(self) -> Callable[[], tuple[FinderEntry, ...]]:
        """Return what brings the index up to date; what is found comes from there."""
        workspace, documents = self.context.bus.workspace, self._documents()

        def fill() -> tuple[FinderEntry, ...]:
            if workspace is not None:
                self._server = self._fleet.server(workspace)
                self._writers = self._desk.fill(workspace, documents)
            return ()

        return fill

    def search(self) -> None:
        """Ask the index what the field says; the rows follow, as soon as the documents were read."""
        self._drop_answers()
        workspace = self.context.bus.workspace
        number = self._desk.next()
        if self._filling or workspace is None:
            return
        if self.filters.everywhere:
            all_of_it = SearchScope(self.field.text(), MOST_FOUND, self.filters)
            ask = partial(
                self._fleet.ask, self._server, workspace, self._documents(), all_of_it, self._desk.meaning
            )
            # One question at a time: a server that is away must not keep every reader waiting for it.
            self._search = self.context.jobs.background(ask, self._on_fleet, self._on_no_fleet)
            return
        if self._is_partly:
            self._is_partly = False
            self._tell(away="")
        # A screenful comes first: of everything that is shown, secrets are looked for in its document.
        asked = SearchScope(self.field.text(), MOST_ROWS, self.filters, self.context.clock.now())
        look = partial(self._desk.ask, number, workspace, self._documents())
        more = partial(look, asked._replace(limit=MOST_FOUND))
        self._search = self.context.jobs.read(partial(look, asked), partial(self._on_answer, more))

    def set_filters(self, filters: Filters) -> None:
        """Search with these filters from now on."""
        self.filters = filters
        self._show_filters()
        if not filters.everywhere:
            self._tell(away="")
        self._range.setVisible(filters.period == RANGE)
        self._fit()
        self.search()

    def item(self, key: str) -> RowItem:
        """Return a row: what was found, who wrote it, in which document and under which heading."""
        answer = self._answer
        assert answer is not None  # rows come from answers alone
        hit = self._hits[key]
        if (place := self._places.get(key)) is not None:
            info = answer.infos.get(hit.uri) if place.is_open else None
            return fleet_item(hit, info, place)._replace(key=key)
        writings, wanted = self._writings.get(hit.address, ()), self.filters.writers
        writing = next((each for each in writings if not wanted or each.writer in wanted), None)
        item = found_item(hit, answer.infos.get(hit.uri), writing, self.context.clock.now())
        return item._replace(key=key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave from the filters as well."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def make_delegate(self) -> RowDelegate:
        """Return the look of the rows."""
        return FoundDelegate(self.context.theme, parent=self, marked=False)

    def _lay_out(self) -> None:
        super()._lay_out()
        self._hits: Mapping[str, SearchHit] = {}
        self.row = FilterRow(self.tr("Filters"), self.context.theme, self)
        self.row.toggled.connect(self._on_toggled)
        self._range = self._days()
        self.all = QPushButton(self.tr("Search without filters"), self)
        self.all.setProperty("link", True)
        self.all.setAutoDefault(False)
        self.all.clicked.connect(self._drop_filters)
        self.all.hide()
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(1, self.row)
        column.insertWidget(2, self._range)
        column.addWidget(self.all, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._progress())

    def _progress(self) -> QWidget:
        """Return the line that tells how far the model has read, and pauses it."""
        self.reading = QWidget(self)
        self._learned = role_label("", "small", self.reading)
        self._progress_told = self._away_told = ""
        self._can_pause = False
        self.pause = QPushButton(self.tr("Pause"), self.reading)
        self.pause.setProperty("link", True)
        self.pause.setAutoDefault(False)
        self.pause.clicked.connect(self._on_pause)
        self._learned.setWordWrap(True)
        in_row((self._learned, 1), self.pause, on=self.reading, margins=(4, 0, 4, 4))
        self.reading.hide()
        return self.reading

    def _days(self) -> QWidget:
        """Return the fields for the days of a period."""
        holder = QWidget(self)
        line = QHBoxLayout(holder)
        line.setContentsMargins(4, 0, 4, 4)
        today = datetime.fromtimestamp(self.context.clock.now()).date()
        self.first, self.last = DayBox(holder), DayBox(holder)
        names = (self.tr("From"), self.tr("Until"))
        for field, name in zip((self.first, self.last), names, strict=True):
            field.setAccessibleName(name)
            line.addWidget(role_label(name, "small", holder))
            line.addWidget(field)
        line.addStretch(1)
        self.last.setDate(_qdate(today))
        self.first.setDate(_qdate(today).addDays(-_MONTH))
        for field in (self.first, self.last):
            field.dateChanged.connect(self._on_days)
        holder.hide()
        return holder

    def _offer_filters(self) -> None:
        """Offer what can be filtered by in this folder."""
        documents = self._documents()
        systems, kinds = search_filters.systems_of(documents), search_filters.kinds_of(documents)
        tiers = search_filters.tiers_of(documents)
        where = search_filters.where_choices
        facets = (
            *((Facet("where", self.tr("Search in"), where, FOLDER),) if self._server else ()),
            *((Facet("systems", self.tr("System"), lambda: systems),) if len(systems) > 1 else ()),
            *((Facet("kinds", self.tr("Kind"), lambda: kinds),) if len(kinds) > 1 else ()),
            *((Facet("tiers", self.tr("Tier"), lambda: tiers),) if tiers else ()),
            Facet("date", self.tr("Date"), search_filters.period_choices),
            Facet("writers", self.tr("Writer"), lambda: search_filters.writers_of(self._writers)),
            Facet("review", self.tr("Review"), lambda: (search_filters.unreviewed_choice(),)),
        )
        self.row.set_facets(facets)
        self.setTabOrder(self.field, next(iter(self.row.menus.values())))
        self._show_filters()

    def _show_filters(self) -> None:
        self.row.show_chosen(self.filters.chosen(self._writers))
        closed = BY_WRITING if self.filters.everywhere else ()
        self.row.disable(closed, self.tr("This needs the history of a folder: search in this folder"))

    def _on_toggled(self, facet: str, choice: FilterOption) -> None:
        filters = self.filters.toggled(facet, choice)
        if filters.period == RANGE:
            filters = filters._replace(first=_date(self.first.date()), last=_date(self.last.date()))
        self.set_filters(filters)
        if filters.period == RANGE and self.filters.period == RANGE and facet == "date":
            self.first.setFocus()
        elif not self.row.isAncestorOf(self.focusWidget()):
            self.field.setFocus()

    def _on_days(self) -> None:
        first, last = _date(self.first.date()), _date(self.last.date())
        self.set_filters(self.filters._replace(first=first, last=last))

    def _drop_answers(self) -> None:
        """Take no answer any more to what was asked before."""
        for job in (self._search, self._asking):
            if job is not None:
                job.cancel()
        self._search = self._asking = None

    def _drop_filters(self) -> None:
        self.set_filters(Filters(everywhere=self.filters.everywhere))
        self.field.setFocus()

    def _offer(self, place: QPoint) -> None:
        """Offer what can be done with the current result; a click has made it that."""
        index = self.list.indexAt(place)
        if index.isValid():
            self.list.setCurrentIndex(index)
        found_in = self._places.get(self.list.current_key())
        if self.list.currentIndex().isValid() and (found_in is None or found_in.is_open):
            self.menu.show_at(self.list.viewport().mapToGlobal(place))

    def _expect(self, must: bool) -> None:
        hit = self._hits.get(self.list.current_key())
        if hit is not None:
            self.expected.emit(self.field.text().strip(), hit.snippet.strip("…").strip() or hit.address, must)

    def _on_candidates(self, candidates: tuple[FinderEntry, ...]) -> None:
        self._filling = False
        if not self._server:
            self.filters = self.filters._replace(everywhere=False)
        if bool(self._server) != ("where" in self.row.menus):
            if self.row.isAncestorOf(self.focusWidget()):
                self.field.setFocus()
            self._offer_filters()
        self._show_filters()
        super()._on_candidates(candidates)
        self._learn()

    def _learn(self) -> None:
        """Let the model read a part of what it has not read; words answer until it has."""
        workspace = self.context.bus.workspace
        if workspace is not None and self._learning is None and not self._is_paused:
            read = partial(self._desk.learn, workspace)
            self._learning = self.context.jobs.background(
                read, partial(self._on_learned, workspace), self._on_unread
            )

    def _on_learned(self, workspace: Workspace, learned: Learned) -> None:
        self._learning = None
        if self.context.bus.workspace is not workspace:
            return
        if learned.is_all:
            self._tell(reading="")
        else:
            done, total = (self.locale().toString(number) for number in learned)
            words = self.tr("Reading for the search by meaning: %1 of %2")
            self._tell(reading=words.replace("%1", done).replace("%2", total), can_pause=True)
            self._learn()

    def _on_unread(self, error: Exception) -> None:
        """Say why there is no search by meaning; words answer as before."""
        self._learning = None
        if isinstance(error, MemdeskError):
            self._tell(reading=self.tr("By words only: %1").replace("%1", error.message))

    def _tell(
        self,
        *,
        reading: str | None = None,
        away: str | None = None,
        why: str = "",
        can_pause: bool = False,
    ) -> None:
        """Tell how far the model has read, or that the index server is away: that comes first."""
        if reading is not None:
            self._progress_told, self._can_pause = reading, can_pause
        if away is not None:
            self._away_told = away
            set_tip(self._learned, why)
        told = self._away_told or self._progress_told
        self._learned.setText(told)
        self.pause.setVisible(self._can_pause and not self._away_told)
        self.reading.setVisible(bool(told))
        self._fit()

    def _on_pause(self) -> None:
        self._is_paused = not self._is_paused
        self.pause.setText(self.tr("Go on") if self._is_paused else self.tr("Pause"))
        self._learn()

    def _on_answer(self, more: Callable[[], Answer | None], answer: Answer | None) -> None:
        if answer is None:
            return
        self._show(answer, {})
        if len(answer.found.hits) == MOST_ROWS and self.isVisible():
            self._asking = self.context.jobs.read(more, self._on_more)
        else:
            self._ask_writers(answer)

    def _show(self, answer: Answer, places: Mapping[str, HitPlace]) -> None:
        is_narrow = self.filters.is_narrow
        self._nothing.setText(
            self.tr("Nothing matches with these filters") if is_narrow else self.tr("Nothing matches")
        )
        self._writings, self._places = {}, places
        self._take(answer)
        if answer.found.hits and self.field.text().strip():
            self.answered.emit()
        self._on_found([*self._hits])

    def _on_fleet(self, told: FleetAnswer) -> None:
        """Show what all workspaces say."""
        if told.note:
            self._tell(
                away=self.tr("The index server is away: searched on this machine alone"),
                why="\n".join((told.note, *self._left_out(told))),
            )
        else:
            left = self._left_out(told)
            self._tell(away=left[0] if left else "", why="\n".join((*left, *told.unfiled, *told.unread)))
            self._is_partly = bool(left)
        self._show(told.answer, told.places)

    def _left_out(self, told: FleetAnswer) -> list[str]:
        """Say how many workspaces were not, or not wholly, searched."""
        unread, unfiled = len(told.unread), len(told.unfiled)
        return [
            *([self.tr("%n workspaces cannot be read and are not searched", "", unread)] if unread else []),
            *(
                [self.tr("Archives and topics of %n workspaces are not searched", "", unfiled)]
                if unfiled
                else []
            ),
        ]

    def _on_no_fleet(self, error: Exception) -> None:
        """Say why all workspaces cannot be asked, and ask this one."""
        from memdesk.index.server import IndexServerError

        self._search = None
        if not isinstance(error, (MemdeskError, OSError)):
            self.context.jobs.unhandled.emit(error)
            return
        why = error.message if isinstance(error, MemdeskError) else str(error)
        self.set_filters(self.filters._replace(everywhere=False))
        if isinstance(error, IndexServerError):
            words = self.tr("The index server is away: searched in this folder alone")
        else:
            words = self.tr("Searched in this folder alone: %1").replace("%1", why)
        self._tell(away=words, why=why)

    def _on_more(self, answer: Answer | None) -> None:
        """Show what comes behind the first screenful; the row that is chosen stays."""
        self._asking = None
        if answer is not None:
            self._take(answer)
            self._renew()
            self._ask_writers(answer)

    def _take(self, answer: Answer) -> None:
        self._answer = answer
        self._hits = answer.hits

    def _renew(self) -> None:
        """Make the rows anew."""
        current = self.list.current_key()
        self.model.set_items([self.item(key) for key in self._hits])
        self.list.select(current)

    def _ask_writers(self, answer: Answer) -> None:
        """Ask who wrote what was found; the rows are there before that is known."""
        workspace = self.context.bus.workspace
        if workspace is None or not answer.found.hits or not self.isVisible():
            return
        ask = partial(self._desk.writings, workspace, answer.found.hits)
        self._asking = self.context.jobs.read(ask, self._on_writers, self._on_unknown)

    def _on_writers(self, writings: Mapping[str, tuple[Writing, ...]]) -> None:
        self._asking = None
        self._writings = writings
        self._renew()

    def _on_unknown(self, error: Exception) -> None:
        """Do without who wrote it; only what is no passing trouble is told of."""
        self._asking = None
        self.context.jobs.unexpected(error)

    def _fit(self) -> None:
        super()._fit()
        inner = self.width() - 2 * GAP
        self.row.setFixedHeight(self.row.heightForWidth(inner))
        found = bool(self.model.items) or not self.field.text()
        self.all.setVisible(not found and not self._filling and self.filters.is_narrow)
        self.adjustSize()

    def _choose_current(self) -> None:
        """Choose the current row, or the best one as soon as the search is done."""
        if self._search is not None or self._filling:
            self._impatient = True
        else:
            self._choose(self.list.currentIndex())

    def _go(self, key: str) -> None:
        """Open the document at what was found."""
        address, place = self._hits[key].address, self._places.get(key)
        if place is not None and not place.is_open:
            self.elsewhere.emit(place, address)
            return
        targets = self._answer.targets if self._answer is not None else {}
        self.context.bus.activated.emit(targets.get(key, address))

    def _on_closed(self) -> None:
        self.filters, self._writers, self._server = Filters(), {}, ""
        self._show_filters()
        self._range.hide()
        self._forget()
        self.hide()

    def _forget(self, _without: object = None) -> None:
        """Let go of what was read: another folder is open, or a secret was removed for good."""
        self._drop_answers()
        self._answer, self._writings, self._hits, self._places = None, {}, {}, {}
        self._tell(reading="", away="")
        self.model.set_items(())
        self.context.jobs.read(self._desk.close)


def _date(day: QDate) -> date:
    return date(day.year(), day.month(), day.day())


def _qdate(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)
