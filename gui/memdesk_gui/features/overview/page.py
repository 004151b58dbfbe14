"""The overview: what a workspace opens with, and each mark on it leads to what it tells of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from memdesk_gui.context import AppContext
from memdesk_gui.features.overview import lines
from memdesk_gui.features.overview.figures import OverviewFigures, OverviewSection
from memdesk_gui.widgets.cover_page import CoverPage
from memdesk_gui.widgets.day_bars import DayBars
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import ElidedLabel, role_label
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack
from memdesk_gui.widgets.link_section import LinkSection
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.widgets.scroll_page import ScrollPage
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.review.overview import Day

SIDE = 24
BETWEEN = 40
"""The room between the two columns."""
TWO_COLUMNS = 104
"""Characters from which on there is room for two columns."""
WIDEST = 190
"""Characters that the page is wide at most."""
LIMITS = 6
"""Documents with a limit that are named: the fullest ones."""
WRITERS = 8
"""Writers that are named: those who wrote most."""
HELD = 4
"""Writes that wait for approval that are named; the others are counted."""
KINDS = 5
"""Kinds without a limit that are named."""


class OverviewPage(CoverPage):
    """Fills in as figures arrive. While a person points or reads in it, what is new waits to be asked for."""

    change_wanted = Signal(str)
    """The person wants the change of this id in the inbox; empty: the inbox."""
    writer_wanted = Signal(str, str, str)
    """The person wants what a writer did: origin, name, and the document that it wrote last."""
    day_wanted = Signal(object)
    """The person wants memory as it was at the end of this day (``datetime.date``)."""

    def __init__(
        self,
        context: AppContext,
        figures: OverviewFigures,
        now: Callable[[], float],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context, self._figures, self._now = context, figures, now
        self._days: Sequence[Day] = ()
        self._writers: dict[str, tuple[str, str, str]] = {}
        self._waiting: set[str] = set()
        self._make_parts()
        self._lay_out()
        self._connect()
        self._show_all()

    def showEvent(self, event: QShowEvent) -> None:
        """Make the figures while the page is looked at."""
        super().showEvent(event)
        self._show_all()
        self._figures.look(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Make nothing while nobody looks."""
        super().hideEvent(event)
        self._figures.look(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the columns beside each other where there is room, else below each other."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show what waited once the pointer has left the page."""
        if watched is self._scroll and event.type() == QEvent.Type.Leave:
            self._show_waiting()
        return super().eventFilter(watched, event)

    def _make_parts(self) -> None:
        theme = self._context.theme
        self._title = role_label("", "heading", self)
        self._facts = role_label("", "muted", self)
        self._facts.setContentsMargins(0, 0, 0, 3)  # on the line of the larger words before it
        self.pill = QPushButton(self)
        self.pill.setText(self.tr("Show what is new"))
        self.pill.setAccessibleName(self.pill.text())
        self.pill.hide()
        self._close = self.close_button(theme)
        self.changed = LinkSection(theme, self.tr("Changed since you looked"), self, marked=True)
        self.waiting = LinkSection(theme, self.tr("Waiting for review"), self, marked=True)
        self.troubles = LinkSection(theme, self.tr("Problems found"), self)
        self.growth = LinkSection(theme, self.tr("Growth by day"), self)
        self.writers = LinkSection(theme, self.tr("Who wrote"), self, marked=True)
        self.sizes = LinkSection(theme, self.tr("Sizes and limits"), self)
        self.recalled = LinkSection(theme, self.tr("Recalled most"), self)
        self.bars = DayBars(theme, self.tr("Growth by day"), self)
        self._day = ElidedLabel("small", parent=self)  # in one line: nothing moves while days are looked at
        said = QWidget(self)
        in_row((self._day, 1), on=said, margins=(8, 0, 8, 0))
        self.growth.put_first(said)
        self.growth.put_first(self.bars)
        self._empty = EmptyState(
            theme, "read", "", action=self._context.commands.action("document.new"), parent=self
        )

    def _lay_out(self) -> None:
        page = QWidget(self)
        page.setProperty("surface", "ground")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(BETWEEN)
        for sections in (
            (self.changed, self.waiting, self.recalled, self.troubles),
            (self.growth, self.writers, self.sizes),
        ):
            column = in_column(*sections, None, spacing=SIDE)
            self._columns.addLayout(column, 1)
        self._body = in_column(self._columns, None, on=page, margins=(SIDE - 8, 8, SIDE, SIDE))
        self._scroll = ScrollPage(page, self)
        self._scroll.setProperty("surface", "ground")
        self._scroll.installEventFilter(self)
        self._pages = in_stack(self._scroll, self._empty)
        in_column(self._head(), (self._pages, 1), on=self, margins=0, spacing=0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _head(self) -> QHBoxLayout:
        return in_row(
            self._title,
            (self._facts, 0, Qt.AlignmentFlag.AlignBottom),
            None,
            self.pill,
            self._close,
            margins=(SIDE, 16, 16, 16),
            spacing=12,
        )

    def _connect(self) -> None:
        activate = self._context.documents.activate
        for section in (self.changed, self.sizes, self.recalled, self.troubles):
            section.chosen.connect(activate)
        self.waiting.chosen.connect(self.change_wanted)
        self.waiting.more_wanted.connect(lambda: self.change_wanted.emit(""))
        self.writers.chosen.connect(lambda key: self.writer_wanted.emit(*self._writers[key]))
        self.sizes.more_wanted.connect(self._open_policy)
        self.bars.pointed.connect(self._tell_day)
        self.bars.chosen.connect(lambda place: self.day_wanted.emit(self._days[place].day))
        self.pill.clicked.connect(self._show_waiting)
        self._figures.changed.connect(self._on_figures)
        self._context.bus.opened.connect(self._show_title)
        Ageing(self._tell_ages, self)

    def _on_figures(self, part: str) -> None:
        """Show new figures at once, or keep them while somebody may be about to press a line."""
        if self._is_read():
            self._waiting.add(part)
            self.pill.show()
        else:
            self._show(part)

    def _is_read(self) -> bool:
        """Whether a person points at the lines, goes through them by key, or has scrolled."""
        if not self.isVisible() or not self._is_filled():
            return False
        focus = QApplication.focusWidget()
        inside = focus is not None and self._scroll.isAncestorOf(focus)
        return self._scroll.underMouse() or inside or self._scroll.verticalScrollBar().value() > 0

    def _is_filled(self) -> bool:
        figures = self._figures
        return None not in (figures.sizes, figures.past, figures.waits)

    def _show_waiting(self) -> None:
        waiting, self._waiting = self._waiting, set()
        self.pill.hide()
        for part in waiting:
            self._show(part)

    def _tell_ages(self) -> None:
        if self.isVisible() and not self._is_read():
            self._show_all()

    def _show_all(self) -> None:
        self._waiting.clear()
        self.pill.hide()
        self._show_title()
        for part in OverviewSection:
            self._show(part.value)

    def _show(self, part: str) -> None:
        {
            OverviewSection.SIZES: self._show_sizes,
            OverviewSection.PAST: self._show_past,
            OverviewSection.WAITS: self._show_waits,
            OverviewSection.TROUBLES: self._show_troubles,
        }[OverviewSection(part)]()

    def _show_title(self) -> None:
        workspace = self._context.bus.workspace
        self._title.setText(printable(workspace.root.name) if workspace is not None else "")
        self.setAccessibleName(self._title.text())

    def _show_sizes(self) -> None:
        sizes = self._figures.sizes
        if sizes is None:
            self._facts.setText("")
            self.sizes.show_items((), self.tr("Reading the folder…"))
            self.recalled.hide()
            return
        documents = self.tr("%n documents", "", sizes.documents)
        self._facts.setText(f"{documents} · {wording.size_text(sizes.size)}")
        self._show_emptiness(not sizes.documents)
        limited = [lines.limit_line(each) for each in sizes.states.limited[:LIMITS]]
        rest = [each for each in sizes.holdings if each.size][:KINDS]
        largest = max((each.size for each in rest), default=0)
        held = [lines.holding_line(each, largest) for each in rest]
        self.sizes.show_items((*limited, *held), self.tr("Nothing is kept here yet."))
        self.sizes.offer(self.tr("Policy") if sizes.policy else "")
        recalled = [lines.recalled_line(each, self._now()) for each in sizes.states.recalled]
        self.recalled.setVisible(bool(recalled))
        self.recalled.show_items(recalled, "")

    def _show_past(self) -> None:
        past, now = self._figures.past, self._now()
        if past is None:
            for section in (self.changed, self.growth, self.writers):
                section.show_items((), self.tr("Reading the history…"))
                section.note.setText("")
            self.bars.hide()
            self._day.hide()
            return
        self.changed.note.setText(str(past.unseen) if past.unseen else "")
        news = [lines.news_line(each, now) for each in past.news]
        self.changed.show_items(news, self.tr("Nothing is new since you looked."))
        self._days = past.growth.days
        grew = any(day.changes for day in self._days)
        self.bars.setVisible(grew)
        self._day.setVisible(grew)
        self.bars.show_days([lines.day_bar(day) for day in self._days])
        self.growth.show_items((), "" if grew else self.tr("No changes in the last 14 days."))
        self._tell_day("")
        told = past.growth.writers
        items = [lines.writer_line(each, now) for each in told[:WRITERS]]
        self.writers.note.setText(str(len(told)) if len(told) > WRITERS else "")
        actors = [(each.actor.origin.value, each.actor.name, each.uri) for each in told[:WRITERS]]
        self._writers = {item.key: actor for item, actor in zip(items, actors, strict=True)}
        self.writers.show_items(
            items, self.tr("No author is known yet. Authors appear here once memdesk sees a change.")
        )

    def _show_waits(self) -> None:
        waits = self._figures.waits
        if waits is None:
            self.waiting.show_items((), self.tr("Reading what waits…"))
            self.waiting.note.setText("")
            self.waiting.offer("")
            return
        held = self._figures.held
        total = waits.total + len(held)
        self.waiting.note.setText(str(total) if total else "")
        items = [lines.held_line(each, self._now()) for each in held[:HELD]]
        items += [lines.waiting_line(each, self._now()) for each in waits.changes]
        self.waiting.show_items(items, self.tr("Nothing waits for review."))
        self.waiting.offer(self.tr("Open the inbox") if total else "")

    def _show_troubles(self) -> None:
        troubles = self._figures.troubles
        items = [lines.trouble_line(each) for each in troubles[:KINDS]]
        self.troubles.note.setText(str(len(troubles)) if troubles else "")
        self.troubles.show_items(items, self.tr("None in the documents read so far."))

    def _show_emptiness(self, empty: bool) -> None:
        self._empty.set_text(
            self.tr("Nothing is remembered here yet"),
            self.tr("What an agent or you write in this folder appears here at once."),
        )
        self._pages.setCurrentIndex(1 if empty else 0)

    def _tell_day(self, words: str) -> None:
        """Tell of a day, or else of all of them."""
        total = sum(day.added - day.removed for day in self._days)
        sign = "−" if total < 0 else "+"
        whole = self.tr("{size} in 14 days").format(size=f"{sign}{wording.size_text(abs(total))}")
        self._day.setText(words or " · ".join((whole, *lines.amounts(self._days))))

    def _open_policy(self) -> None:
        sizes = self._figures.sizes
        if sizes is not None and sizes.policy:
            self._context.documents.activate(sizes.policy)

    def _fit(self) -> None:
        character = self.fontMetrics().averageCharWidth()
        wide = self.width() >= TWO_COLUMNS * character
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if self._columns.direction() is not direction:
            self._columns.setDirection(direction)
            self._columns.setSpacing(BETWEEN if wide else SIDE)
        beyond = max(0, self.width() - WIDEST * character)
        self._body.setContentsMargins(SIDE - 8, 8, SIDE + beyond, SIDE)
