"""What there is to try in the demo: name and hint, where it is done, and what shows that it was."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.model import Change, Origin, Via


class TourStep(StrEnum):
    """One thing to try, in the order in which they are offered."""

    JUDGE = "judge"
    FIX = "fix"
    RESTORE = "restore"
    ROLL_BACK = "roll_back"
    ASK = "ask"


class StepPlace(NamedTuple):
    """Where a step is done: a document of the demo, and a command."""

    uri: str = ""
    command: str = ""


PLACES = {
    TourStep.JUDGE: StepPlace(command="review.open"),
    TourStep.FIX: StepPlace("pegasus/memory/facts/user.md"),
    TourStep.RESTORE: StepPlace("pegasus/memory/facts/studio.md", "go.history"),
    TourStep.ROLL_BACK: StepPlace("picoclaw/workspace/memory/policy_overrides.json"),
    TourStep.ASK: StepPlace(command="search.everywhere"),
}

_NAMES = {
    TourStep.JUDGE: QT_TRANSLATE_NOOP("Tour", "Review a change"),
    TourStep.FIX: QT_TRANSLATE_NOOP("Tour", "Fix a wrong fact"),
    TourStep.RESTORE: QT_TRANSLATE_NOOP("Tour", "Restore a version"),
    TourStep.ROLL_BACK: QT_TRANSLATE_NOOP("Tour", "Roll back a policy"),
    TourStep.ASK: QT_TRANSLATE_NOOP("Tour", "Ask what it knows"),
}
_HINTS = {
    TourStep.JUDGE: QT_TRANSLATE_NOOP(
        "Tour", "Choose a change in the inbox. A accepts it, R reverts it, Z undoes."
    ),
    TourStep.FIX: QT_TRANSLATE_NOOP("Tour", "user.md names two cities. Delete the wrong one, and save."),
    TourStep.RESTORE: QT_TRANSLATE_NOOP(
        "Tour", "Choose an earlier version of studio.md in its history, and restore it."
    ),
    TourStep.ROLL_BACK: QT_TRANSLATE_NOOP(
        "Tour", "bloop lets itself look at less memory. Choose that change, and roll it back."
    ),
    TourStep.ASK: QT_TRANSLATE_NOOP(
        "Tour", "Search for “tea house”. The answers say who wrote it, and when."
    ),
}
_SAVING = frozenset({None, "review"})
"""The tools that the log names where a person wrote by hand."""


def step_name(step: TourStep) -> str:
    """Return what a step is called."""
    return QCoreApplication.translate("Tour", str(_NAMES[step]))


def step_hint(step: TourStep) -> str:
    """Return how it is done."""
    return QCoreApplication.translate("Tour", str(_HINTS[step]))


def step_of(change: Change) -> TourStep | None:
    """Return which step a person's change in the window is, if any."""
    if change.actor.origin is not Origin.HUMAN or change.actor.via is not Via.GUI:
        return None
    if change.actor.tool in _SAVING:
        return TourStep.FIX
    return {"restore": TourStep.RESTORE, "policy-rollback": TourStep.ROLL_BACK}.get(change.actor.tool or "")
