"""What a text is for sure without a change, where what was told is doubtful: word for word, or refused."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.text.diff import Hunk
from memdesk.text.doubt import is_doubtful, is_lost, places_of, said
from memdesk.text.gaps import with_usual_gaps
from memdesk.text.in_one_piece import coming, put_back
from memdesk.text.merge.result import Conflict
from memdesk.text.step import ChangeStatus, TextChange, Without
from memdesk.text.sweeping import frame, swept, weight
from memdesk.text.units import unit_hunks


def certainly_without(step: TextChange, now: str) -> Without:
    """Return a text without a change that stands, or goes back, in one piece; else that it cannot go."""
    hunks = unit_hunks(step.after.split("\n"), (step.before or "").split("\n"))
    count = max(sum(weight(hunk.old, hunk.new) for hunk in hunks), 1)
    if is_lost(step, now):
        return Without(now, ChangeStatus(count, 0, 0))
    for text in (_put_back(step, now), _cut_out(hunks, step, now)):
        if text == now:
            return Without(now, ChangeStatus(count, 0, 0))
        found = Without(text, ChangeStatus(count, count, count))
        if text is not None and not is_doubtful(found, step, now, is_first=True):
            return found
    return Without(now, ChangeStatus(count, count, 0), (Conflict((), step.after, step.before or "", now, 1),))


def _put_back(step: TextChange, now: str) -> str | None:
    """Return a text with what a change only took, or moved, behind the unit above it that still stands."""
    runs, rest = coming(step.before or "", step.after)
    left: str | None = now
    if rest != step.after:
        left = _without_lines(said(runs[0].new), now) if len(runs) == 1 else None
    if not runs or left is None:
        return None
    return with_usual_gaps(put_back(runs, rest, left), (step.before or "", step.after, now))


def _cut_out(hunks: Sequence[Hunk], step: TextChange, now: str) -> str | None:
    """Return a text without the only lines that a change brought, where these stand in it once."""
    if len(hunks) != 1 or hunks[0].new:
        return None
    left = _without_lines(said(hunks[0].old), now)
    return None if left is None else with_usual_gaps(left, (step.before or "", step.after, now))


def _without_lines(words: Sequence[str], now: str) -> str | None:
    lines = now.split("\n")
    places = list(places_of(lines, words))
    if len(places) != 1 or not frame(lines).isdisjoint(places[0]):
        return None
    left = "\n".join(lines[at] for at in swept(lines, places[0], None, None))
    return left + "\n" * (now.endswith("\n") and not left.endswith("\n"))
