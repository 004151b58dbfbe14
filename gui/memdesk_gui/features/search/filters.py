"""What a search in the window is narrowed by, and the words for that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.model import Actor, DocumentInfo, Kind, Origin
from memdesk_gui.widgets.filter_row import Chosen, FilterOption
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import listed_by, who

if TYPE_CHECKING:
    from memdesk.review.searched import OnlyWritten
    from memdesk.search import ChunkFilter

_PERIODS = {
    "today": (0, QT_TRANSLATE_NOOP("SearchFilters", "Today")),
    "week": (6, QT_TRANSLATE_NOOP("SearchFilters", "Last 7 days")),
    "month": (29, QT_TRANSLATE_NOOP("SearchFilters", "Last 30 days")),
}
RANGE = "range"
"""The period between two days that the person enters."""
PERSON, OUTSIDE = "person", "outside"
"""The writers that are no agent, as the core names them."""
FOLDER, EVERYWHERE = "folder", "everywhere"
"""Where is searched: in the open folder, or in all workspaces of its index server."""
BY_WRITING = ("date", "writers", "review")
"""The menus of what only the history of a folder tells."""
_TIERS = (Kind.HOT, Kind.WARM, Kind.COLD)
_LEFT_OUT = frozenset((Kind.BACKUP, Kind.POLICY_SNAPSHOT, Kind.SEARCH_DB, Kind.COLD))
"""What is not searched, and so not offered."""


class Filters(NamedTuple):
    """What is searched; empty is everything. ``first`` and ``last`` are the days of the period ``range``."""

    systems: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    tiers: frozenset[str] = frozenset()
    writers: frozenset[str] = frozenset()
    period: str = ""
    first: date | None = None
    last: date | None = None
    unreviewed: bool = False
    everywhere: bool = False

    @property
    def is_narrow(self) -> bool:
        """Whether anything is left out of what is searched."""
        return self._replace(everywhere=False) != Filters()

    @property
    def by_writing(self) -> bool:
        """Whether the history has a say in what is left."""
        return bool(self.writers or self.period or self.unreviewed)

    def toggled(self, facet: str, choice: FilterOption) -> Filters:
        """Return these with a choice of a menu in force, or not any more."""
        if facet == "where":
            everywhere = choice.key == EVERYWHERE and not self.everywhere
            kept = Filters(self.systems, self.kinds, self.tiers) if everywhere else self
            return kept._replace(everywhere=everywhere)
        if facet == "date":
            return self._replace(period="" if self.period == choice.key else choice.key)
        if facet == "review":
            return self._replace(unreviewed=not self.unreviewed)
        chosen = frozenset((choice.key,))
        changed = {
            "systems": self._replace(systems=self.systems ^ chosen),
            "kinds": self._replace(kinds=self.kinds ^ chosen),
            "tiers": self._replace(tiers=self.tiers ^ chosen),
            "writers": self._replace(writers=self.writers ^ chosen),
        }
        return changed[facet]

    def only(self) -> ChunkFilter:
        """Return what the index is asked for."""
        from memdesk.search import ChunkFilter

        return ChunkFilter(self.kinds, self.systems, tiers=self.tiers)

    def written(self, now: float) -> OnlyWritten:
        """Return what the history is asked for. Days are those of the clock on the wall."""
        from memdesk.review.searched import OnlyWritten

        since = until = None
        if self.period in _PERIODS:
            since = _begin(datetime.fromtimestamp(now).date() - timedelta(days=_PERIODS[self.period][0]))
        elif self.period == RANGE:
            since = _begin(self.first) if self.first else None
            until = _begin(self.last + timedelta(days=1)) - 1e-6 if self.last else None
        return OnlyWritten(self.writers, since, until, self.unreviewed)

    def chosen(self, writers: Mapping[str, Actor]) -> Chosen:
        """Return what is in force, to be shown as chips."""
        return (
            *((("where", where_choices()[1]),) if self.everywhere else ()),
            *(("systems", system_choice(each)) for each in sorted(self.systems)),
            *(("kinds", kind_choice(each)) for each in sorted(self.kinds)),
            *(("tiers", kind_choice(each)) for each in sorted(self.tiers)),
            *((("date", self._period_choice()),) if self.period else ()),
            *(("writers", writer_choice(each, writers)) for each in sorted(self.writers)),
            *((("review", unreviewed_choice()),) if self.unreviewed else ()),
        )

    def _period_choice(self) -> FilterOption:
        if self.period != RANGE or not (self.first or self.last):
            return next(choice for choice in period_choices() if choice.key == self.period)
        days = [wording.short_day(day) if day else "…" for day in (self.first, self.last)]
        return FilterOption(RANGE, " – ".join(days), alone=True)


def systems_of(documents: Iterable[DocumentInfo]) -> tuple[FilterOption, ...]:
    """Return the systems whose documents are searched."""
    found = {info.system for info in documents if info.system and info.kind not in _LEFT_OUT}
    return tuple(sorted(map(system_choice, found), key=lambda choice: choice.text))


def kinds_of(documents: Iterable[DocumentInfo]) -> tuple[FilterOption, ...]:
    """Return the kinds of documents that are searched, in the order in which they are listed everywhere."""
    found = {info.kind for info in documents} - _LEFT_OUT
    return tuple(kind_choice(kind) for kind in Kind if kind in found and kind not in _TIERS)


def tiers_of(documents: Iterable[DocumentInfo]) -> tuple[FilterOption, ...]:
    """Return the tiers that are searched."""
    found = {info.kind for info in documents} - _LEFT_OUT
    return tuple(kind_choice(kind) for kind in _TIERS if kind in found)


def writers_of(writers: Mapping[str, Actor]) -> tuple[FilterOption, ...]:
    """Return the person, the agents by their names, and who writes past the core."""
    names = {name: actor for name, actor in writers.items() if actor.origin is Origin.AGENT}
    agents = sorted(names, key=lambda name: listed_by(names[name]))
    return tuple(writer_choice(name, writers) for name in (PERSON, *agents, OUTSIDE))


def period_choices() -> tuple[FilterOption, ...]:
    """Return the periods."""
    words = [
        (key, QCoreApplication.translate("SearchFilters", str(word))) for key, (_, word) in _PERIODS.items()
    ]
    between = QCoreApplication.translate("SearchFilters", "Between two days")
    return tuple(FilterOption(key, word, alone=True) for key, word in (*words, (RANGE, between)))


def where_choices() -> tuple[FilterOption, FilterOption]:
    """Return the choices of the open folder and of all workspaces."""
    here = QCoreApplication.translate("SearchFilters", "This folder")
    everywhere = QCoreApplication.translate("SearchFilters", "All workspaces")
    return FilterOption(FOLDER, here, alone=True), FilterOption(EVERYWHERE, everywhere, alone=True)


def unreviewed_choice() -> FilterOption:
    """Return the choice of what no person has judged."""
    return FilterOption("unreviewed", QCoreApplication.translate("SearchFilters", "Unreviewed"))


def system_choice(system: str) -> FilterOption:
    """Return the choice of a system."""
    return FilterOption(system, wording.system_name(system))


def kind_choice(kind: str) -> FilterOption:
    """Return the choice of a kind."""
    return FilterOption(kind, wording.kind_name(Kind(kind)))


def writer_choice(name: str, writers: Mapping[str, Actor]) -> FilterOption:
    """Return the choice of a writer."""
    if name in (PERSON, OUTSIDE):
        origin = Origin.HUMAN if name == PERSON else Origin.FOREIGN
        outside = QCoreApplication.translate("SearchFilters", "Another program, or older than the history")
        return FilterOption(name, wording.origin_name(origin) if name == PERSON else outside, origin)
    actor = writers.get(name)
    return FilterOption(name, who(actor) if actor is not None else name, Origin.AGENT, author=name)


def _begin(day: date) -> float:
    return datetime(day.year, day.month, day.day).timestamp()
