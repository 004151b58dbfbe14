"""The tier board: what an agent keeps hot, warm and cold, side by side; a card is moved by drag or by key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QWidget,
)

from memdesk_gui.context import AppContext
from memdesk_gui.editors.models.board import CardModel, size_words
from memdesk_gui.widgets.command_button import CommandButton
from memdesk_gui.widgets.cover_page import CoverPage
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import ElidedLabel, role_label
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack
from memdesk_gui.widgets.limit_bar import LimitBar
from memdesk_gui.widgets.lists.card_list import CardDelegate, CardList
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.widgets.spin_box import ChoiceBox
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.model import ChangeBatch, Site
    from memdesk.systems.evoclaw.board import BoardTier, Card, TierBoard
    from memdesk.workspace import Workspace

SIDE = 24
NEWS_MS = 300
"""How soon the board is read again after something happened."""
DEEDS = ("tiers.hot", "tiers.cold", "tiers.warm")
"""The commands whose buttons stand below the cards."""
TIERS = ("hot", "warm", "cold")


class TierColumn(QWidget):
    """One tier: its name, how full it is, and its cards, or why there are none."""

    opened = Signal(str)
    """The person wants the tier's document."""

    def __init__(self, context: AppContext, tier: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._tier, self._uri = context, tier, ""
        self.setAccessibleName(name)
        self.model = CardModel()
        self.model.setParent(self)
        self.list = CardList(name, CardDelegate(context.theme, self), self)
        self.list.show_keyed(self.model)
        self.title = QPushButton(name, self)
        self.title.setProperty("link", True)
        self.title.setAccessibleName(name)
        self.title.clicked.connect(lambda: self.opened.emit(self._uri))
        self.count = role_label("", "muted", self)
        self.size_label = ElidedLabel("small", parent=self)
        self.bar = LimitBar(context.theme, name, self)
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the cards of all tiers begin at one height
        self.bar.setSizePolicy(policy)
        self.words = role_label("", "muted", self)
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        head = in_row(self.title, self.count, None, self.size_label, spacing=8)
        self._pages = in_stack(self.list, self.words)
        column = in_column(head, self.bar, on=self, margins=0, spacing=4)
        column.addSpacing(4)
        column.addLayout(self._pages, 1)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 20)

    @property
    def uri(self) -> str:
        """The document of the tier."""
        return self._uri

    def show_column(self, column: BoardTier, cards: list[Card], now: float, *, movable: bool) -> None:
        """Show the cards that a filter leaves, and how full the tier is with all of them."""
        self._uri = column.uri
        self.model.movable = movable
        self.list.gives = movable
        self.model.show(cards, now)
        shown = f"{len(cards)} / {column.count}" if len(cards) != column.count else str(column.count)
        self.count.setText(shown if column.count else "")
        self.title.setEnabled(bool(column.uri) and column.state.value != "absent")
        self.bar.setVisible(column.limit > 0)
        share = column.size / column.limit if column.limit else 0.0
        limited = size_words(column.size, column.limit) if column.limit else ""
        self.size_label.setText(limited or self.tr("no limit"))
        self.size_label.brief = f"{share:.0%}" if limited else ""
        self.bar.set_share(share)
        words = self._words(column, filtered=bool(column.count))
        self.words.setText(words)
        # An empty list still takes what is dropped on it.
        self._pages.setCurrentWidget(self.list if cards or not words else self.words)

    def _words(self, column: BoardTier, *, filtered: bool) -> str:
        if column.state.value == "unreadable":
            return self.tr("This file cannot be read. Open it to see what is wrong.")
        if filtered:
            return self.tr("Nothing of this topic.")
        return {
            "hot": self.tr("Nothing is hot: no lesson or project is in every prompt."),
            "warm": self.tr("Nothing is warm."),
            "cold": self.tr("No archive yet. It begins with the first memory that becomes cold."),
        }[self._tier]


class TierBoardPage(CoverPage):
    """Shows one agent's tiers, of one topic or of all; whoever listens moves what is wanted elsewhere."""

    selection_changed = Signal()
    """Another card is chosen, or none."""
    move_wanted = Signal(object, str)
    """The person wants a card (:class:`Card`) in the tier of this name."""

    def __init__(self, context: AppContext, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._now = context, now
        self._boards: tuple[tuple[Site, TierBoard], ...] = ()
        self._wanted_topic: str | None = None
        self._wanted_uri = ""
        self._reading = self._again = False
        self._front: CardList | None = None
        names = (self.tr("Hot"), self.tr("Warm"), self.tr("Cold"))
        self.columns = {
            tier: TierColumn(context, tier, name, self) for tier, name in zip(TIERS, names, strict=True)
        }
        self.agents = ChoiceBox(self)
        self.agents.setAccessibleName(self.tr("Whose tiers are shown"))
        self.topics = ChoiceBox(self)
        self.topics.setAccessibleName(self.tr("Topic that is shown"))
        self._note = role_label("", "small", self)
        self._note.setWordWrap(True)
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._empty = EmptyState(context.theme, "kind-warm", "", parent=self)
        self._lay_out()
        self._connect()

    @property
    def board(self) -> tuple[Site, TierBoard] | None:
        """The board that is shown, with the site that it belongs to."""
        place = self.agents.currentIndex()
        return self._boards[place] if 0 <= place < len(self._boards) else None

    @property
    def card(self) -> Card | None:
        """The chosen card."""
        column = self.column
        return column.model.item_at(column.list.currentIndex()) if column is not None else None

    @property
    def column(self) -> TierColumn | None:
        """The column that the chosen card is in."""
        return next((each for each in self.columns.values() if each.list is self._front), None)

    def look_at(self, uri: str = "", topic: str | None = None) -> None:
        """Read the boards; show the one that a document belongs to, and in it only a topic (empty: all)."""
        self._wanted_uri, self._wanted_topic = uri, topic
        self.read()

    def read(self) -> None:
        """Read the boards in the background, one read at a time."""
        workspace, listing = self._context.bus.workspace, self._context.bus.listing
        if workspace is None or listing is None:
            return
        if self._reading:
            self._again = True
            return
        self._reading, self._again = True, False
        work = partial(_read, workspace, listing.sites)
        self._context.jobs.read(work, self._on_read, self._on_failed)

    def can_move(self, tier: str) -> bool:
        """Whether the chosen card can be put into a tier."""
        card, board = self.card, self.board
        if card is None or board is None or not self._context.bus.is_writable():
            return False
        return board[1].movable and bool(card.id) and card.tier.value != tier

    def put(self, tier: str) -> None:
        """Ask for the chosen card to be put into a tier."""
        card = self.card
        if card is not None and self.can_move(tier):
            self.move_wanted.emit(card, tier)

    def showEvent(self, event: QShowEvent) -> None:
        """Read what happened while nobody looked."""
        super().showEvent(event)
        self.read()

    def _lay_out(self) -> None:
        self._empty.set_text(
            self.tr("No tiers here"),
            self.tr("Open the folder of an EvoClaw agent to see its hot, warm and cold memory side by side."),
        )
        content = QWidget(self)
        tiers = in_row(*((tier, 1) for tier in self.columns.values()), spacing=16)
        in_column(
            self._note, (tiers, 1), self._button_row(), on=content, margins=(SIDE, 0, SIDE, 8), spacing=8
        )
        self._pages = in_stack(content, self._empty)
        in_column(self._head(), (self._pages, 1), on=self, margins=0, spacing=0)
        self.setFocusProxy(self.columns["warm"].list)

    def _head(self) -> QHBoxLayout:
        close = self.close_button(self._context.theme)
        return in_row(
            role_label(self.tr("Tiers"), "title", self),
            self.agents,
            self.topics,
            None,
            close,
            margins=(SIDE, 8, 16, 8),
            spacing=8,
        )

    def _button_row(self) -> QHBoxLayout:
        commands = self._context.commands
        return in_row(
            *(CommandButton(commands.get(name).label, commands.action(name), self) for name in DEEDS),
            None,
            spacing=8,
        )

    def _connect(self) -> None:
        self.agents.currentIndexChanged.connect(self._on_agent)
        self.topics.currentIndexChanged.connect(self._show_cards)
        self._news.timeout.connect(self.read)
        bus = self._context.bus
        bus.changed.connect(self._on_changed)
        bus.listed.connect(self._soon)
        bus.closed.connect(self._forget)
        for place, (tier, column) in enumerate(self.columns.items()):
            cards = column.list
            cards.selectionModel().currentChanged.connect(partial(self._on_chosen, cards))
            cards.stepped.connect(partial(self._step, place))
            cards.chosen.connect(self._open)
            cards.dropped.connect(partial(self._on_dropped, tier))
            cards.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            cards.customContextMenuRequested.connect(partial(self._on_menu, cards))
            column.opened.connect(self._context.documents.activate)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)
        Ageing(self._show_cards, self)

    def _on_changed(self, batch: ChangeBatch) -> None:
        if batch.changes:
            self._soon()

    def _soon(self, *_news: object) -> None:
        if self.isVisible() and not self._news.isActive():
            self._news.start()

    def _forget(self) -> None:
        self._news.stop()
        self._boards, self._wanted_topic, self._wanted_uri = (), None, ""
        self._reading = self._again = False
        self.agents.clear()
        self.topics.clear()

    def _on_failed(self, error: Exception) -> None:
        self._reading = False
        self._note.setText(wording.error_text(error))
        self._note.show()

    def _on_read(self, boards: tuple[tuple[Site, TierBoard], ...]) -> None:
        self._reading = False
        if self._context.bus.workspace is None:
            return
        self._boards = boards
        names = [_name(site, board, boards) for site, board in boards]
        place = max(0, self.agents.currentIndex())
        if self._wanted_uri:
            place, self._wanted_uri = _place_of(self._wanted_uri, boards), ""
        self.agents.blockSignals(True)
        self.agents.clear()
        self.agents.addItems(names)
        self.agents.setCurrentIndex(min(place, len(names) - 1))
        self.agents.setVisible(len(names) > 1)
        self.agents.blockSignals(False)
        self._pages.setCurrentIndex(0 if boards else 1)
        self._on_agent()
        if self._again:
            self.read()

    def _on_agent(self) -> None:
        """Offer the topics of the agent; the one that is looked at stays."""
        found = self.board
        topic = self.topics.currentData() if self._wanted_topic is None else self._wanted_topic
        self._wanted_topic = None
        topics = sorted({*_topics(found[1] if found else None), *([topic] if topic else [])})
        self.topics.blockSignals(True)
        self.topics.clear()
        self.topics.addItem(self.tr("All topics"), "")
        for name in topics:
            self.topics.addItem(printable(name), name)
        self.topics.setCurrentIndex(topics.index(topic) + 1 if topic else 0)
        self.topics.setVisible(bool(topics))
        self.topics.blockSignals(False)
        self._show_cards()

    def _show_cards(self) -> None:
        found, now = self.board, self._now()
        if found is None:
            return
        board, topic = found[1], self.topics.currentData() or ""
        movable = board.movable and self._context.bus.is_writable()
        for column in board.columns:
            cards = [card for card in column.cards if _is_of(card, topic)]
            shown = self.columns[column.tier.value]
            rows, row = len(shown.model.items), shown.list.currentIndex().row()
            shown.show_column(column, cards, now, movable=movable)
            if rows and cards and row >= 0 and not shown.list.currentIndex().isValid():
                # In the place of what was moved comes what follows.
                shown.list.setCurrentIndex(shown.model.index(min(row, len(cards) - 1)))
            shown.list.takes = movable
        self._note.setText(
            ""
            if board.movable
            else self.tr(
                "These files are as EvoClaw’s Go program writes them: they are shown by its rules. "
                "To move memories, import them first with the job “Import from the Go program”."
            )
        )
        self._note.setVisible(not board.movable)
        self.selection_changed.emit()

    def _on_chosen(self, cards: CardList, current: QModelIndex, _previous: QModelIndex) -> None:
        """Let what is pressed be about the card that was chosen last."""
        if current.isValid() and (cards.hasFocus() or self._front is None):
            self._front = cards
        self.selection_changed.emit()

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Let what is pressed be about the column that the keyboard went to."""
        found = next((each.list for each in self.columns.values() if each.list is new), None)
        if found is not None and found is not self._front:
            self._front = found
            self.selection_changed.emit()

    def _step(self, place: int, by: int) -> None:
        """Go to the cards beside; a column without cards is passed over."""
        following = range(place + by, 3 if by > 0 else -1, by)
        for near in following:
            cards = self.columns[TIERS[near]].list
            if cards.model().rowCount():
                if not cards.currentIndex().isValid():
                    cards.setCurrentIndex(cards.model().index(0, 0))
                cards.setFocus(Qt.FocusReason.TabFocusReason)
                self._front = cards
                self.selection_changed.emit()
                return

    def _on_dropped(self, tier: str, key: str) -> None:
        for column in self.columns.values():
            index = column.model.place(key)
            if index.isValid():
                self._front = column.list
                column.list.setCurrentIndex(index)
                self.put(tier)

    def _on_menu(self, cards: CardList, place: QPoint) -> None:
        if not cards.indexAt(place).isValid():
            return
        self._front = cards
        self.selection_changed.emit()
        self._context.commands.refresh()
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open"), partial(self._open, cards.current_key()))
        menu.addSeparator()
        for name in DEEDS:
            menu.addAction(self._context.commands.action(name))
        menu.popup(cards.viewport().mapToGlobal(place))

    def _open(self, key: str) -> None:
        """Show the memory in its document."""
        for column in self.columns.values():
            card = column.model.item_at(column.model.place(key))
            if card is not None and column.uri:
                address = f"{column.uri}#{card.part}" if card.part else column.uri
                self._context.documents.activate(address)


def _read(workspace: Workspace, sites: tuple[Site, ...]) -> tuple[tuple[Site, TierBoard], ...]:
    from memdesk.review.evoclaw_tiers import boards_of

    return boards_of(workspace, sites)


def _name(site: Site, board: TierBoard, boards: tuple[tuple[Site, TierBoard], ...]) -> str:
    """Return what tells an agent's tiers from the others'."""
    several = len({each.root for each, _ in boards}) > 1
    return printable(f"{site.root or '.'} · {board.agent}" if several else board.agent)


def _place_of(uri: str, boards: tuple[tuple[Site, TierBoard], ...]) -> int:
    """Return which board a document belongs to: whose tier it is, or which lies in the same folder."""
    folder = uri.rpartition("/")[0]
    for place, (_, board) in enumerate(boards):
        uris = [column.uri for column in board.columns[:2]]
        if uri in uris or folder in [each.rpartition("/")[0] for each in uris if each]:
            return place
    return 0


def _topics(board: TierBoard | None) -> list[str]:
    from memdesk.systems.evoclaw.board import categories_of

    return [] if board is None else list(categories_of(board))


def _is_of(card: Card, topic: str) -> bool:
    return not topic or card.category == topic or card.category.startswith(f"{topic}/")
