"""The words for the steps of which a proposal is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.model import ProposedStep

_ACTS = {
    "add": QT_TRANSLATE_NOOP("StepWords", "Add {name}"),
    "remove": QT_TRANSLATE_NOOP("StepWords", "Remove {name}"),
    "rename": QT_TRANSLATE_NOOP("StepWords", "Rename {name} to {other}"),
    "merge": QT_TRANSLATE_NOOP("StepWords", "Merge {name} into {other}"),
}


def step_text(step: ProposedStep) -> str:
    """Return what a step does, secrets covered; in its own words where it is none of ours."""
    from memdesk.checks.covering import mask

    known = _ACTS.get(step.act)
    name, other = printable(mask(step.name)), printable(mask(step.other))
    if known is None:
        return " ".join(filter(None, (step.act, name, other)))
    return QCoreApplication.translate("StepWords", str(known)).format(name=name, other=other)


def step_note(step: ProposedStep) -> str:
    """Return what else is to be known of a step: the steps that it needs, or how a new topic is described."""
    from memdesk.checks.covering import mask

    if step.needs:
        numbers = ", ".join(str(each + 1) for each in step.needs)
        words = QCoreApplication.translate("StepWords", "needs {steps}")
        return words.format(steps=numbers)
    return printable(mask(step.other)) if step.act == "add" and step.other != step.name else ""
