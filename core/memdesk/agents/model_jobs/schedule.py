"""Which jobs a memory's own policy asks for: how far each is from being due, and what holds it back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from memdesk.agents.model_jobs.runs import ModelRun, RunOutcome
from memdesk.errors import MemdeskError
from memdesk.systems.asking import DueState

if TYPE_CHECKING:
    from memdesk.agents.model_jobs.offers import TaskOffer
    from memdesk.systems.tools import SiteMemory

PAUSE = 3_600.0
"""Seconds before a job that failed is tried by itself again."""
_DONE = frozenset({RunOutcome.COMMITTED, RunOutcome.PROPOSED, RunOutcome.UNCHANGED})


class Hold(StrEnum):
    """Why a job that the policy asks for is not done by itself now."""

    APPROVAL = "approval"
    """What it came to last time waits for a person."""
    DONE = "done"
    """It was done for this very occasion."""
    FAILED = "failed"
    """It failed a short while ago."""


@dataclass(frozen=True, slots=True)
class DueJob:
    """A job of which a policy says when it is due; ``after`` is the earliest time, 0 for any."""

    offer: TaskOffer
    state: DueState
    now: bool
    after: float = 0.0
    hold: Hold | None = None


def due_among(
    offers: Iterable[tuple[TaskOffer, SiteMemory]],
    runs: Collection[ModelRun],
    waiting: Collection[str],
    moment: float,
) -> Iterator[DueJob]:
    """Yield the jobs of which a policy speaks; ``runs`` are the newest first, ``waiting`` the proposals."""
    for offer, memory in offers:
        try:
            state = offer.task.due(memory) if offer.task.due is not None else None
        except MemdeskError:
            continue  # a memory that cannot be read asks for nothing; whoever opens it is told
        if state is None:
            continue
        place = offer.site.system, offer.site.root, offer.task.name
        before = [run for run in runs if (run.system, run.place, run.job) == place]
        hold, after = _hold(before, state, waiting, moment)
        yield DueJob(offer, state, state.is_now(moment) and hold is None, after, hold)


def _hold(
    before: list[ModelRun], state: DueState, waiting: Collection[str], moment: float
) -> tuple[Hold | None, float]:
    if any(run.proposal in waiting for run in before if run.proposal):
        return Hold.APPROVAL, state.after
    if any(run.occasion == state.occasion and run.outcome in _DONE for run in before):
        return Hold.DONE, state.after
    last = before[0] if before else None
    if last is not None and last.outcome is RunOutcome.FAILED and moment - last.time < PAUSE:
        return Hold.FAILED, max(state.after, last.time + PAUSE)
    return None, state.after
