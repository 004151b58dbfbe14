"""What the command line prints of a loss report: what a rewrite lost, changed or made up."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.checks.loss.loss import ALARM_WORDS, Loss, LossReport, Outcome
from memdesk.model import Json

LINES, WIDTH = 20, 120
"""Losses that are printed for a person, and characters of what each says."""


def losses_json(report: LossReport) -> Json:
    """Return a loss report as the contract shows it; None where nothing is to be told."""
    if not report:
        return None
    return {
        "alarm": report.alarm,
        "message": ALARM_WORDS[report.alarm] if report.alarm else None,
        "entries": report.entries,
        "entries_lost": report.entries_lost,
        "pinned_lost": report.pinned_lost,
        "whole": report.whole,
        "total": report.total,
        "losses": [_loss_json(loss) for loss in report.losses],
    }


def loss_lines(report: LossReport) -> Iterator[str]:
    """Yield a loss report for a person, the alarm first; nothing where nothing is to be told."""
    if not report:
        return
    counts = f"{report.entries_lost} of {report.entries} entries"
    if report.alarm is not None:
        yield f"! alarm: {ALARM_WORDS[report.alarm]} ({counts})"
    if not report.whole:
        yield "! losses: too much differs to look at every word: entries are compared as a whole"
    for loss in report.losses[:LINES]:
        yield f"! {loss.outcome}: {loss.kind} {_words(loss)} ({_place(loss)})"
    if report.total > LINES:
        yield f"({report.total - LINES} more)"


def _loss_json(loss: Loss) -> Json:
    return {
        "kind": loss.kind,
        "outcome": loss.outcome,
        "before": loss.before or None,
        "after": loss.after or None,
        "line_before": loss.line_before,
        "line_after": loss.line_after,
        "pinned": loss.pinned,
    }


def _words(loss: Loss) -> str:
    said = [text if len(text) <= WIDTH else f"{text[:WIDTH]}…" for text in (loss.before, loss.after) if text]
    return f"{'pinned: ' if loss.pinned else ''}{' → '.join(said)}"


def _place(loss: Loss) -> str:
    if loss.outcome is Outcome.CHANGED and loss.line_before != loss.line_after:
        return f"line {loss.line_before}, now {loss.line_after}"
    return f"line {loss.line_before or loss.line_after}"
