"""The figures of the overview, each section made in the background when it is asked for and looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.model import ChangeBatch, ChangeKind, DocumentDetail, DocumentInfo, Kind
from memdesk_gui.context import AppContext

if TYPE_CHECKING:
    from memdesk.index.local_state.read_marks import ReadMarks
    from memdesk.review import Inbox
    from memdesk.review.overview import ChangedDocument, Growth, Holding, States, Trouble, Waits
    from memdesk.workspace import Listing, Workspace
    from memdesk_gui.features.navigator.read_marks import SeenMarks
    from memdesk_gui.features.review.controller import HeldWrite, Reviewing

NEWS_MS = 1_000
"""How soon the figures are made again after something happened."""
PER_MS = 10
"""Versions and documents of a millisecond: what is much is read again more rarely."""


class OverviewSection(StrEnum):
    """A section of the overview."""

    SIZES = "sizes"
    PAST = "past"
    WAITS = "waits"
    TROUBLES = "troubles"


class Sizes(NamedTuple):
    """How much there is of what."""

    documents: int
    size: int
    holdings: tuple[Holding, ...]
    states: States
    policy: str
    """The document in which limits are set; empty where there is none."""


class PastFigures(NamedTuple):
    """What the log tells: the documents changed since the person looked, growth and writers."""

    news: tuple[ChangedDocument, ...]
    unseen: int
    growth: Growth
    versions: int


class OverviewFigures(QObject):
    """Makes one section after the other while somebody looks, and again once something happened."""

    changed = Signal(str)
    """The figures of this :class:`OverviewSection` are other ones."""

    def __init__(
        self,
        context: AppContext,
        marks: SeenMarks,
        reviewing: Reviewing,
        documents: Callable[[], tuple[DocumentInfo, ...]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._context, self._marks, self._reviewing = context, marks, reviewing
        self._documents = documents
        self.sizes: Sizes | None = None
        self.past: PastFigures | None = None
        self.waits: Waits | None = None
        self._troubles: dict[str, tuple[Trouble, ...]] = {}
        self._looked_at = False
        self._stale = {OverviewSection.SIZES, OverviewSection.PAST, OverviewSection.WAITS}
        self._making: set[OverviewSection] = set()
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._news.timeout.connect(self._make)
        bus = context.bus
        bus.listed.connect(self._on_listed)
        bus.described.connect(self._on_described)
        bus.changed.connect(self._on_changed)
        bus.caught_up.connect(self._on_past)
        bus.closed.connect(self._forget)
        marks.changed.connect(self._on_past)
        reviewing.listed.connect(self._on_reviewed)
        reviewing.held_changed.connect(partial(self.changed.emit, OverviewSection.WAITS.value))

    @property
    def held(self) -> tuple[HeldWrite, ...]:
        """The writes that wait for approval."""
        return self._reviewing.held

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """The problems of the documents that were opened so far."""
        return tuple(trouble for uri in sorted(self._troubles) for trouble in self._troubles[uri])

    @property
    def is_settled(self) -> bool:
        """Whether all figures are made that somebody looks at."""
        if not self._looked_at or self._context.bus.workspace is None:
            return True
        return not (self._stale or self._making or self._news.isActive())

    def look(self, looked_at: bool) -> None:
        """Say whether somebody looks: only then anything is made."""
        self._looked_at = looked_at
        if looked_at:
            self._make()

    def _make(self) -> None:
        """Make what is out of date; what is being made is made again after that."""
        workspace = self._context.bus.workspace
        if not self._looked_at or workspace is None or self._context.bus.listing is None:
            return
        # The navigator may not have taken the list yet: an empty folder is told only of one that is empty.
        listed = self._context.bus.listing.documents if self.sizes is None else ()
        documents = self._documents() or listed
        work: dict[OverviewSection, Callable[[], Callable[[], object]]] = {
            OverviewSection.SIZES: lambda: partial(_sizes, workspace, documents),
            OverviewSection.PAST: lambda: partial(_past, workspace, self._marks.log, documents),
            OverviewSection.WAITS: lambda: partial(_waits, workspace, self._reviewing.inbox),
        }
        for part in [each for each in work if each in self._stale - self._making]:
            if part is OverviewSection.WAITS and self._reviewing.inbox is None:
                continue
            self._stale.discard(part)
            self._making.add(part)
            done, failed = partial(self._on_made, workspace, part), partial(self._on_failed, workspace, part)
            self._context.jobs.background(work[part](), done, failed)

    def _on_made(self, workspace: Workspace, part: OverviewSection, found: object) -> None:
        if workspace is not self._context.bus.workspace:
            return
        self._making.discard(part)
        setattr(self, part.value, found)
        self.changed.emit(part.value)
        if part in self._stale:
            self._soon()

    def _on_failed(self, workspace: Workspace, part: OverviewSection, error: Exception) -> None:
        """Keep what is known: the next change asks again, and what is wrong is told where it is opened."""

        if workspace is self._context.bus.workspace:
            self._making.discard(part)
        self._context.jobs.unexpected(error)

    def _age(self, *parts: OverviewSection) -> None:
        self._stale.update(parts)
        self._soon()

    def _soon(self) -> None:
        if not self._looked_at or self._news.isActive():
            return
        pause = 0
        if self.sizes is not None and self.past is not None and self.waits is not None:
            pause = max(NEWS_MS, (self.past.versions + self.sizes.documents) // PER_MS)
        self._news.start(pause)

    def _on_listed(self, listing: Listing) -> None:
        gone = [uri for uri in self._troubles if uri not in listing.by_uri]
        self._drop(gone)
        self._age(OverviewSection.SIZES, OverviewSection.PAST)

    def _on_described(self, details: tuple[DocumentDetail, ...]) -> None:
        from memdesk.review.overview import troubles_in

        before = dict(self._troubles)
        for detail in details:
            self._troubles.pop(detail.info.uri, None)
        for trouble in troubles_in(details):
            known = self._troubles.get(trouble.info.uri, ())
            self._troubles[trouble.info.uri] = (*known, trouble)
        if before != self._troubles:
            self.changed.emit(OverviewSection.TROUBLES.value)

    def _on_changed(self, batch: ChangeBatch) -> None:
        if batch.changes:
            self._drop(change.uri for change in batch.changes if change.kind is ChangeKind.DELETED)
            self._age(OverviewSection.SIZES, OverviewSection.PAST)

    def _drop(self, uris: Iterable[str]) -> None:
        known = [uri for uri in uris if self._troubles.pop(uri, None)]
        if known:
            self.changed.emit(OverviewSection.TROUBLES.value)

    def _on_past(self, *_news: object) -> None:
        self._age(OverviewSection.PAST)

    def _on_reviewed(self) -> None:
        self._age(OverviewSection.WAITS)

    def _forget(self) -> None:
        self.sizes = self.past = self.waits = None
        self._troubles.clear()
        self._making.clear()
        self._stale = {OverviewSection.SIZES, OverviewSection.PAST, OverviewSection.WAITS}
        self._news.stop()
        for part in OverviewSection:
            self.changed.emit(part.value)


def _sizes(workspace: Workspace, documents: tuple[DocumentInfo, ...]) -> Sizes:
    from memdesk.review.overview import states_of
    from memdesk.review.overview.figures import holdings_of

    holdings = holdings_of(documents)
    workspace.require_folder()
    size = sum(holding.size for holding in holdings)
    policy = next((each.uri for each in holdings if each.kind is Kind.POLICY), "")
    return Sizes(len(documents), size, holdings, states_of(workspace, documents), policy)


def _past(workspace: Workspace, log: ReadMarks | None, documents: tuple[DocumentInfo, ...]) -> PastFigures:
    from memdesk.history.history import History
    from memdesk.review.overview import growth_of, news_of, unseen_of
    from memdesk.review.overview.gathering import SHOWN

    chronicle = History(workspace).chronicle()
    unseen = unseen_of(log, documents) if log is not None else ()
    growth = growth_of(workspace, chronicle, date.fromtimestamp(workspace.clock.now()))
    news = news_of(workspace, chronicle, unseen[:SHOWN])
    workspace.require_folder()
    return PastFigures(news, len(unseen), growth, len(chronicle))


def _waits(workspace: Workspace, inbox: Inbox | None) -> Waits:
    from memdesk.review.overview import Waits, waits_of

    waits = Waits() if inbox is None else waits_of(inbox)
    workspace.require_folder()
    return waits
