"""The loss report: what is lost, changed or made up between a text and its rewrite."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from memdesk.checks.loss.comparing import compared
from memdesk.checks.loss.fact import LossKind
from memdesk.checks.loss.loss import Loss, Outcome
from memdesk.checks.loss.statement import Statement, statements

MOST_CHARACTERS = 40_000
"""Characters of what differs, of both texts, up to which every word is looked at."""

MOST_STATEMENTS = 800
"""Statements that differ, of both texts, up to which every word is looked at."""

MOST = 500
"""Losses that are told one by one; all are counted."""

ALARM_SHARE = 0.25
"""The part of the entries that may go before the alarm rings."""

ALARM_LEAST = 2
"""Entries that must go before the alarm rings for their part of all."""


class Alarm(StrEnum):
    """Why a rewrite must wait for a person."""

    MANY_ENTRIES = "many_entries_lost"
    PINNED_ENTRY = "pinned_entry_lost"


@dataclass(frozen=True, slots=True)
class LossReport:
    """What a rewrite did to what a text tells. ``entries`` counts those of the old text, headings apart.

    ``whole`` is false where the texts are too large: then entries were compared word for word alone.
    """

    losses: tuple[Loss, ...] = ()
    total: int = 0
    entries: int = 0
    entries_lost: int = 0
    pinned_lost: int = 0
    whole: bool = True

    @property
    def alarm(self) -> Alarm | None:
        """Return why a person must look at the rewrite, if so."""
        if self.pinned_lost:
            return Alarm.PINNED_ENTRY
        if self.entries_lost >= ALARM_LEAST and self.entries_lost > ALARM_SHARE * self.entries:
            return Alarm.MANY_ENTRIES
        return None

    def __bool__(self) -> bool:
        """Whether anything is to be told."""
        return self.total > 0


def loss_report(before: str, after: str) -> LossReport:
    """Return what is lost, changed or invented between a text and its rewrite; nothing where text only came.

    Only names, numbers, dates, links, negations and whole entries are looked at. It is no language model: a
    fact that is told in quite other words may be called lost.
    """
    if before == after or not before.strip():
        return LossReport()
    old, new = statements(before), statements(after)
    entries = sum(not each.heading for each in old)
    gone, came = _differing(old, new)
    if not gone:
        return LossReport(entries=entries)
    size = sum(len(each.words) for each in (*gone, *came))
    if size > MOST_CHARACTERS or len(gone) + len(came) > MOST_STATEMENTS:
        found, whole = tuple(_word_for_word(gone, came)), False
    else:
        found, whole = tuple(_once_each(compared(old, new, before, after))), True
    lost = [loss for loss in found if loss.kind is LossKind.ENTRY and loss.outcome is Outcome.LOST]
    return LossReport(
        tuple(sorted(found, key=_order)[:MOST]),
        len(found),
        entries,
        len(lost),
        sum(loss.pinned for loss in lost),
        whole,
    )


def _order(loss: Loss) -> tuple[bool, int, int]:
    return not loss.pinned, loss.line_before or loss.line_after or 0, loss.line_after or 0


def _bare(statement: Statement) -> str:
    return re.sub(r"\s+", " ", statement.words.casefold())


def _differing(old: Sequence[Statement], new: Sequence[Statement]) -> tuple[list[Statement], list[Statement]]:
    """Return the statements that do not stand in the other text, word for word."""
    mine, theirs = Counter(_bare(each) for each in old), Counter(_bare(each) for each in new)
    return (
        [each for each in old if _bare(each) not in theirs],
        [each for each in new if _bare(each) not in mine],
    )


def _word_for_word(gone: Iterable[Statement], came: Iterable[Statement]) -> Iterator[Loss]:
    for each in gone:
        if not each.heading:
            yield Loss(LossKind.ENTRY, Outcome.LOST, each.words, "", each.line, None, each.pinned)
    for each in came:
        if not each.heading:
            yield Loss(LossKind.ENTRY, Outcome.INVENTED, "", each.words, None, each.line)


def _once_each(found: Iterable[Loss]) -> Iterator[Loss]:
    seen: set[tuple[LossKind, Outcome, str, str]] = set()
    for loss in found:
        known = (loss.kind, loss.outcome, loss.before.casefold(), loss.after.casefold())
        if known not in seen:
            seen.add(known)
            yield loss
