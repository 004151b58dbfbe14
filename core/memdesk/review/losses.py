"""What a change lost, changed or made up of what a document told, for whoever looks at the change."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from memdesk.checks.loss.fact import LossKind
from memdesk.checks.loss.loss import LossReport, Outcome
from memdesk.text.diff import Hunk

REWRITE_SHARE = 0.25
"""The part of a document's lines from which on a change of them is more than an edit."""

REMEMBERED = 8
"""Changes of which the losses are remembered: one is looked at again and again."""


class ComparedTexts(Protocol):
    """Two texts, secrets covered, and how they differ."""

    @property
    def old(self) -> str:
        """Return the text before."""

    @property
    def new(self) -> str:
        """Return the text after."""

    @property
    def hunks(self) -> tuple[Hunk, ...]:
        """Return how they differ."""


def losses_of(change: ComparedTexts) -> LossReport:
    """Return what a change of a document lost, changed or made up.

    Nothing where it only added, where a small edit brought new entries and nothing else, and where the
    document came or went as a whole.
    """
    removed = sum(len(hunk.old) for hunk in change.hunks)
    return _losses(change.old, change.new, removed) if removed and change.new else LossReport()


@lru_cache(maxsize=REMEMBERED)
def _losses(old: str, new: str, removed: int) -> LossReport:
    from memdesk.checks.loss.report import loss_report  # many patterns, of use once a change is looked at

    report = loss_report(old, new)
    is_addition = all(
        (loss.kind, loss.outcome) == (LossKind.ENTRY, Outcome.INVENTED) for loss in report.losses
    )
    is_small = removed <= REWRITE_SHARE * (old.count("\n") + 1)
    return LossReport() if is_addition and is_small else report
