"""The loss report: what is lost, changed or made up between a text and its rewrite."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from memdesk.checks.loss.comparing import compared
from memdesk.checks.loss.fact import LossKind
from memdesk.checks.loss.loss import Loss, LossReport, Outcome
from memdesk.checks.loss.statement import LONGEST, Statement, statements

MOST_CHARACTERS = 40_000
"""Characters of what differs, of both texts, up to which every word is looked at."""

MOST_STATEMENTS = 800
"""Statements that differ, of both texts, up to which every word is looked at."""

MOST = 500
"""Losses that are told one by one; all are counted."""


def loss_report(before: str, after: str) -> LossReport:
    """Return what is lost, changed or invented between a text and its rewrite; nothing where text only came.

    Only names, numbers, dates, links, negations and whole entries are looked at. It is no language model: a
    fact that is told in quite other words may be called lost.
    """
    if before == after or not before.strip():
        return LossReport()
    old, new = statements(before), statements(after)
    # An entry that stands there many times is one: else its repetitions would hide what else goes.
    entries = len({_bare(each) for each in old if not each.heading})
    gone, came = _differing(old, new)
    if not gone:
        return LossReport(entries=entries)
    size = sum(len(each.words) for each in (*gone, *came))
    if size > MOST_CHARACTERS or len(gone) + len(came) > MOST_STATEMENTS:
        found, whole = tuple(_word_for_word(gone, came)), False
    else:
        found, whole = tuple(_once_each(compared(old, new, before, after))), True
        whole = all(len(each.words) <= LONGEST for each in (*gone, *came))
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
