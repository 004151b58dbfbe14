"""What can be decided in the inbox about more than one change."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.review import Filter, ReviewItem
    from memdesk_gui.features.review.rule_offers import RuleOffer


class InboxMenu(QMenu):
    """Accepts or takes back what the current change's agent, session or document brought."""

    accept_wanted = Signal(object)
    """All that a ``Filter`` names is to be accepted."""
    undo_wanted = Signal(object)
    """Everything that a ``Filter`` names is to be taken back, after a look at what that does."""

    rule_wanted = Signal(object)
    """Rules are to hold from now on, after a look at what that means: a ``RuleOffer``."""
    only_wanted = Signal(object, str)
    """Only what a ``Filter`` names is to be listed; the words for that."""

    def __init__(self, rules: QAction, about: Sequence[QAction], parent: QWidget) -> None:
        """``about`` are what can be asked about a single change or write."""
        super().__init__(parent)
        self._rules, self._about = rules, tuple(about)

    def fill(self, item: ReviewItem | None, offers: Sequence[RuleOffer] = ()) -> None:
        """Offer what goes with a change, the rules that it suggests, and all rules."""
        self.clear()
        self.addActions(self._about)
        self.addSeparator()
        if item is not None:
            self._offer_filters(item)
            self.addSeparator()
            self._offer_accepting(item)
            self.addSeparator()
            self._offer_undoing(item)
            self.addSeparator()
        if offers:
            always = self.addMenu(self.tr("Always for…"))
            for offer in offers:
                always.addAction(offer.label.replace("&", "&&"), partial(self.rule_wanted.emit, offer))
        self.addAction(self._rules)

    def _offer_filters(self, item: ReviewItem) -> None:
        from memdesk.review import Filter

        name, session = printable(item.uri), item.actor.session
        only = partial(self.only_wanted.emit, Filter(uri=item.uri), name)
        self.addAction(self.tr("Show only this document"), only)
        if session:
            words = self.tr("session {id}").format(id=printable(session))
            only = partial(self.only_wanted.emit, Filter(session=session), words)
            self.addAction(self.tr("Show only this session"), only)

    def _offer_accepting(self, item: ReviewItem) -> None:
        from memdesk.review import Filter

        words = self.tr("Accept everything from {name}").format(name=who(item.actor))
        self._offer(words, self.accept_wanted, Filter(actor=item.actor.name))
        if item.actor.session:
            session = Filter(session=item.actor.session)
            self._offer(self.tr("Accept everything of this session"), self.accept_wanted, session)
        self._offer(self.tr("Accept everything in this document"), self.accept_wanted, Filter(uri=item.uri))

    def _offer_undoing(self, item: ReviewItem) -> None:
        from memdesk.review import Filter

        if item.actor.session:
            session = Filter(session=item.actor.session)
            self._offer(self.tr("Revert this whole session…"), self.undo_wanted, session)
        words = self.tr("Revert everything by {name} since this change…").format(name=who(item.actor))
        self._offer(words, self.undo_wanted, Filter(actor=item.actor.name, since=item.time))

    def _offer(self, words: str, wanted: SignalInstance, only: Filter) -> None:
        self.addAction(words, partial(wanted.emit, only))
