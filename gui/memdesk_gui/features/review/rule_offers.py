"""What a person may want always from now on, told by the change that is looked at: rules of approval."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.access.proposals import Staged, StagingRule
    from memdesk.review import ReviewItem

    Rules = tuple[StagingRule, ...]


@dataclass(frozen=True, slots=True)
class RuleOffer:
    """A choice in words, what it means from then on, and the rules that would hold."""

    label: str
    meaning: str
    rules: Rules


def offers_for(item: ReviewItem, rules: Rules) -> Iterator[RuleOffer]:
    """Yield the rules that would hold writes like this change; none for what no rule can hold."""
    from memdesk.access.proposals import StagingRule
    from memdesk.model import Origin

    if item.actor.origin is not Origin.AGENT:
        return
    agent, document = who(item.actor), printable(item.uri)
    translate = QCoreApplication.translate
    yours = StagingRule(actor=literal(item.actor.name), uri=literal(item.uri))
    wanted = [
        (
            yours,
            translate("Rules", "Hold writes by {agent} to this document"),
            translate("Rules", "From now on, writes by {agent} to {document} wait for your approval."),
        ),
        (
            StagingRule(uri=yours.uri),
            translate("Rules", "Hold every agent’s writes to this document"),
            translate("Rules", "From now on, every agent’s writes to {document} wait for your approval."),
        ),
        (
            StagingRule(actor=yours.actor),
            translate("Rules", "Hold every write by {agent}"),
            translate("Rules", "From now on, every write by {agent} waits for your approval."),
        ),
    ]
    if item.findings:
        wanted.append(
            (
                StagingRule(findings=True),
                translate("Rules", "Hold every write with findings"),
                translate(
                    "Rules",
                    "From now on, writes in which the content checks find something wait for your approval.",
                ),
            )
        )
    for rule, label, meaning in wanted:
        if rule not in rules:
            said = meaning.format(agent=agent, document=document)
            yield RuleOffer(label.format(agent=agent), said, (*rules, rule))


def offers_at_gate(staged: Staged, rules: Rules) -> Iterator[RuleOffer]:
    """Yield what lets writes like this one through from now on: the end of the rule that held it."""
    left = tuple(rule for rule in rules if rule != staged.rule)
    if left != rules:
        translate = QCoreApplication.translate
        words = rule_words(staged.rule)
        yield RuleOffer(
            translate("Rules", "Stop holding such writes"),
            translate(
                "Rules",
                "The rule ends that held this write ({rule}). Such writes are saved at once from now on; "
                "this one still waits.",
            ).format(rule=words),
            left,
        )


def rule_words(rule: StagingRule) -> str:
    """Return a rule in words."""
    translate = QCoreApplication.translate
    parts = [
        printable(rule.actor) if rule.actor else translate("Rules", "every agent"),
        printable(rule.uri) if rule.uri else translate("Rules", "every document"),
        printable(rule.part),
        translate("Rules", "only with findings") if rule.findings else "",
        translate("Rules", "only with great losses") if rule.losses else "",
    ]
    return " · ".join(part for part in parts if part)


def literal(name: str) -> str:
    """Return the pattern that a name alone matches."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
