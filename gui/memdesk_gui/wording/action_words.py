"""What happened to a document: a word that tells it at a glance, and the tool or the step that did it."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.model import Actor, Change, ChangeKind, Origin, Via
from memdesk_gui.theme.tone import Tone
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

_STEPS = {
    "copy": QT_TRANSLATE_NOOP("History", "copied"),
    "create": QT_TRANSLATE_NOOP("History", "created"),
    "decided-accepted": QT_TRANSLATE_NOOP("History", "accepted from a shell"),
    "decided-approved": QT_TRANSLATE_NOOP("History", "approved from a shell"),
    "decided-code": QT_TRANSLATE_NOOP("History", "code for shells switched"),
    "decided-code_guessed": QT_TRANSLATE_NOOP("History", "wrong codes tried from a shell"),
    "decided-dismissed": QT_TRANSLATE_NOOP("History", "finding dismissed from a shell"),
    "decided-dropped": QT_TRANSLATE_NOOP("History", "dropped from quarantine by a shell"),
    "decided-edited": QT_TRANSLATE_NOOP("History", "edited in review from a shell"),
    "decided-job_run": QT_TRANSLATE_NOOP("History", "written by a job run from a shell"),
    "decided-index_filled": QT_TRANSLATE_NOOP("History", "filled with the search index from a shell"),
    "decided-locked": QT_TRANSLATE_NOOP("History", "locked from a shell"),
    "decided-merged": QT_TRANSLATE_NOOP("History", "conflict copy merged from a shell"),
    "decided-partly": QT_TRANSLATE_NOOP("History", "reviewed in part from a shell"),
    "decided-pending": QT_TRANSLATE_NOOP("History", "decision undone from a shell"),
    "decided-pruned": QT_TRANSLATE_NOOP("History", "backups removed from a shell"),
    "decided-policy_changed": QT_TRANSLATE_NOOP("History", "policy changed from a shell"),
    "decided-purged": QT_TRANSLATE_NOOP("History", "purged from a shell"),
    "decided-quarantined": QT_TRANSLATE_NOOP("History", "quarantined from a shell"),
    "decided-records_accepted": QT_TRANSLATE_NOOP("History", "damaged record accepted from a shell"),
    "decided-records_restored": QT_TRANSLATE_NOOP("History", "damaged record restored from a shell"),
    "decided-records_shared": QT_TRANSLATE_NOOP("History", "sharing of records switched from a shell"),
    "decided-redacted": QT_TRANSLATE_NOOP("History", "redacted from a shell"),
    "decided-refused": QT_TRANSLATE_NOOP("History", "refused from a shell"),
    "decided-replaced": QT_TRANSLATE_NOOP("History", "replaced from a shell"),
    "decided-restored": QT_TRANSLATE_NOOP("History", "restored from a shell"),
    "decided-reverted": QT_TRANSLATE_NOOP("History", "reverted from a shell"),
    "decided-rules": QT_TRANSLATE_NOOP("History", "rules set from a shell"),
    "decided-saved": QT_TRANSLATE_NOOP("History", "saved from a shell"),
    "decided-snoozed": QT_TRANSLATE_NOOP("History", "snoozed from a shell"),
    "decided-taken_out": QT_TRANSLATE_NOOP("History", "taken out of quarantine from a shell"),
    "decided-unlocked": QT_TRANSLATE_NOOP("History", "unlocked from a shell"),
    "delete": QT_TRANSLATE_NOOP("History", "deleted"),
    "merge": QT_TRANSLATE_NOOP("History", "conflict copy merged"),
    "policy-config": QT_TRANSLATE_NOOP("History", "set in the configuration"),
    "policy-rollback": QT_TRANSLATE_NOOP("History", "rolled back"),
    "policy-set": QT_TRANSLATE_NOOP("History", "override set"),
    "policy-undo": QT_TRANSLATE_NOOP("History", "undone"),
    "policy-unset": QT_TRANSLATE_NOOP("History", "overrides deleted"),
    "prune": QT_TRANSLATE_NOOP("History", "old copies deleted"),
    "quarantine": QT_TRANSLATE_NOOP("History", "quarantined"),
    "redact": QT_TRANSLATE_NOOP("History", "redacted"),
    "redo": QT_TRANSLATE_NOOP("History", "redone"),
    "rename": QT_TRANSLATE_NOOP("History", "renamed"),
    "replaced": QT_TRANSLATE_NOOP("History", "replaced"),
    "restore": QT_TRANSLATE_NOOP("History", "restored"),
    "revert": QT_TRANSLATE_NOOP("History", "reverted"),
    "review": QT_TRANSLATE_NOOP("History", "edited in review"),
    "undo": QT_TRANSLATE_NOOP("History", "undone"),
}
"""What a person does, by the name that it has in the log."""

_TONES = {
    "copy": Tone.FINE,
    "create": Tone.FINE,
    "delete": Tone.DANGER,
    "rename": Tone.MUTED,
    "replaced": Tone.DANGER,
    "restore": Tone.FINE,
}
"""What becomes of a whole document, with its colour."""
_BRINGING_BACK = frozenset({"restore", "revert", "undo"})
"""Steps after which a document that is new was there before."""


class ActionText(NamedTuple):
    """What happened; ``fate`` (in the colour ``tone``) where a whole document came, went or was renamed."""

    through: str
    fate: str = ""
    tone: Tone = Tone.MUTED


def deed(change: Change) -> ActionText:
    """Return what a change did to its document, and through what."""
    fate = _fate(change)
    said, words = step_text(change.actor), _word(fate) if fate else ""
    if not fate:
        return ActionText(said or _plain(change))
    return ActionText(said if said != words else "", words, _TONES[fate])


def deed_words(change: Change) -> str:
    """Return the same in words: first what became of the document."""
    done = deed(change)
    return " · ".join(filter(None, (done.fate, done.through)))


def _fate(change: Change) -> str:
    tool = change.actor.tool
    if change.moved:
        return "rename"
    if change.instead is not None:
        return "replaced"
    if change.kind is ChangeKind.DELETED:
        return "delete"
    if change.kind is ChangeKind.CREATED:
        return "restore" if tool in _BRINGING_BACK else "copy" if tool == "copy" else "create"
    return "restore" if tool == "restore" else ""


def step_text(actor: Actor) -> str:
    """Return the tool that an agent used, or what a person did; empty where neither is known."""
    if actor.origin is Origin.HUMAN and actor.tool in _STEPS:
        return _word(actor.tool)
    return printable(actor.tool or "")


def _plain(change: Change) -> str:
    if change.actor.via is Via.GUI:
        return QCoreApplication.translate("Activity", "saved")
    return wording.change_name(change.kind)


def _word(step: str) -> str:
    return QCoreApplication.translate("History", str(_STEPS[step]))
