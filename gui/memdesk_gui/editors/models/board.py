"""The cards of a tier: what a memory says, how strong it is, and when it goes, in the person's words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QCoreApplication,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)

from memdesk_gui.editors.models.warm import decimal
from memdesk_gui.widgets.lists.card_list import CardRow
from memdesk_gui.widgets.lists.models.keyed_list import KeyedListModel
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.systems.evoclaw.board import Card

DAY = 86_400.0
SOON_DAYS = 3
"""A memory that leaves within so many days is told in red."""
_SORTS = {
    "lesson": QT_TRANSLATE_NOOP("TierBoard", "Lesson"),
    "project": QT_TRANSLATE_NOOP("TierBoard", "Project"),
    "task": QT_TRANSLATE_NOOP("TierBoard", "Task"),
    "event": QT_TRANSLATE_NOOP("TierBoard", "Event"),
}


class CardModel(KeyedListModel["Card"]):
    """The cards of one tier that a filter leaves."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self.movable = False

    def show(self, cards: Sequence[Card], now: float) -> None:
        """Show these cards."""
        self._now = now
        self.replace(cards)

    def key_of(self, item: Card) -> str:
        """Return the tier and the memory's id; of what has none, its place in the document."""
        return f"{item.tier.value} {item.id or item.part}"

    def row_of(self, item: Card) -> CardRow:
        """Return a card as it is painted."""
        score = item.score if item.score is not None else item.importance
        words = printable(" ".join(item.text.split()))
        leaving, soon = leaving_words(item, self._now)
        number = decimal(score)
        return CardRow(words, topic_words(item), number, facts_words(item, self._now), leaving, soon, score)

    def words_of(self, item: Card) -> str:
        """Return a card in words."""
        row = self.row_of(item)
        parts = (row.words, row.topic, row.number, row.facts, row.leaving)
        return ", ".join(part for part in parts if part)

    def tip_of(self, item: Card) -> str:
        """Return all that is said, and when exactly it was stored."""
        stored = [wording.exact_time(item.created)] if item.created else []
        return "\n".join((printable(item.text), *stored))

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Let memories be dragged where they can be moved."""
        found, card = super().flags(index), self.item_at(index)
        can = self.movable and card is not None and bool(card.id)
        return found | Qt.ItemFlag.ItemIsDragEnabled if can else found


def topic_words(card: Card) -> str:
    """Return what a memory is about, or what it is in the hot tier."""
    sort = _word(_SORTS[card.sort]) if card.sort in _SORTS else ""
    return " · ".join(part for part in (sort, printable(card.category)) if part)


def facts_words(card: Card, now: float) -> str:
    """Return how often a memory was used, and how old it is."""
    parts = []
    if card.accesses is not None:
        number = card.accesses
        parts.append(QCoreApplication.translate("TierBoard", "used %n times", "", number))
    if card.created is not None:
        parts.append(wording.relative_time(card.created, now))
    return " · ".join(parts)


def leaving_words(card: Card, now: float) -> tuple[str, bool]:
    """Return when a card leaves its tier, and whether that is soon."""
    if card.first_out and card.sort == "lesson":
        return QCoreApplication.translate("TierBoard", "first to go for a new lesson"), False
    if card.leaves is None:
        return "", False
    days = math.ceil((card.leaves - now) / DAY)
    if days <= 0:
        return QCoreApplication.translate("TierBoard", "archived at the next consolidation"), True
    if card.first_out:
        return QCoreApplication.translate("TierBoard", "first to go: the tier is full"), True
    return QCoreApplication.translate("TierBoard", "archived in %n days", "", days), days <= SOON_DAYS


def size_words(size: int, limit: int) -> str:
    """Return how much of its limit a tier uses."""
    locale = QLocale()
    words = QCoreApplication.translate("TierBoard", "{size} of {limit} B")
    return words.format(size=locale.toString(size), limit=locale.toString(limit))


def _word(source: object) -> str:
    return QCoreApplication.translate("TierBoard", str(source))
