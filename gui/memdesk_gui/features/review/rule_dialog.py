"""A rule that was offered, said in words and tried on the past before it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from memdesk_gui.features.review.approval import GateDesk
from memdesk_gui.features.review.rule_offers import RuleOffer
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label

if TYPE_CHECKING:
    from memdesk.review.approval import DryRun


class RuleDialog(BaseDialog):
    """Says what the rules would do from now on, and what they would have done; saving lets them hold."""

    def __init__(self, gate: GateDesk, offer: RuleOffer, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Always from now on"), parent)
        self._gate, self._offer = gate, offer
        self.body.addWidget(role_label(offer.label, "title", self))
        self.meaning = role_label(offer.meaning, "", self)
        self.tried = role_label("", "muted", self)
        for label in (self.meaning, self.tried):
            label.setWordWrap(True)
            self.body.addWidget(label)
        self.body.addStretch(1)
        self.add_button(self.tr("Cancel"), self.close)
        self.add_button(self.tr("Set the rule"), self._save, primary=True)
        self.resize_by_text(64, 13)
        if offer.rules:
            gate.try_out(list(offer.rules), self._show_tried)
        else:
            self.tried.setText(self.tr("No rules are left: every agent write is saved at once."))

    def _show_tried(self, tried: DryRun) -> None:
        words = self.tr("All rules together would have held {held} of the last {count} writes.")
        self.tried.setText(words.format(held=tried.held, count=tried.looked_at))

    def _save(self) -> None:
        self._gate.set_rules(list(self._offer.rules))
        self.close()
