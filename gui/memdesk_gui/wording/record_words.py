"""Words for the records of memdesk, and for how one differs from what memdesk wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk_gui.wording.wording import exact_time

if TYPE_CHECKING:
    from memdesk.store.integrity.damage import Damage

_NAMES = {
    "operations.jsonl": QT_TRANSLATE_NOOP("Records", "The log of changes"),
    "intents.jsonl": QT_TRANSLATE_NOOP("Records", "The journal of saves"),
    "protected.json": QT_TRANSLATE_NOOP("Records", "What is locked"),
    "approval.jsonl": QT_TRANSLATE_NOOP("Records", "What waits for approval, and the rules"),
    "refused.json": QT_TRANSLATE_NOOP("Records", "What agents were refused"),
    "review.jsonl": QT_TRANSLATE_NOOP("Records", "What was decided in the inbox"),
    "dismissed.json": QT_TRANSLATE_NOOP("Records", "What was dismissed"),
    "pins.json": QT_TRANSLATE_NOOP("Records", "What is pinned"),
    "purged.json": QT_TRANSLATE_NOOP("Records", "What was purged"),
    "policy_comments.json": QT_TRANSLATE_NOOP("Records", "Reasons for settings"),
    "collected.json": QT_TRANSLATE_NOOP("Records", "When old versions were removed"),
    "unfinished.jsonl": QT_TRANSLATE_NOOP("Records", "Saves that came to no end"),
    "supplied.toml": QT_TRANSLATE_NOOP("Records", "How long supplied contexts are kept"),
    "lock": QT_TRANSLATE_NOOP("Records", "The lock of the workspace"),
}
_WAYS = {
    "missing": QT_TRANSLATE_NOOP("Records", "It is missing."),
    "added": QT_TRANSLATE_NOOP("Records", "Your memdesk never wrote it."),
    "emptied": QT_TRANSLATE_NOOP("Records", "It was emptied."),
    "shorter": QT_TRANSLATE_NOOP("Records", "Its end is missing."),
    "longer": QT_TRANSLATE_NOOP("Records", "Another program added something to it."),
    "different": QT_TRANSLATE_NOOP("Records", "It was changed by another program."),
    "no_file": QT_TRANSLATE_NOOP("Records", "A folder, a link or something else is in its place."),
    "no_folder": QT_TRANSLATE_NOOP("Records", "Something else is in the place of this folder."),
    "unreadable": QT_TRANSLATE_NOOP("Records", "It cannot be read."),
    "unvouched": QT_TRANSLATE_NOOP("Records", "Its copy outside the folder was changed itself."),
    "mended": QT_TRANSLATE_NOOP("Records", "Another program changed it. It is again as memdesk wrote it."),
}


def record_name(name: str) -> str:
    """Return what a record is about."""
    known = _NAMES.get(name.rpartition("/")[2])
    if "quarantine/" in name:
        known = QT_TRANSLATE_NOOP("Records", "Something in quarantine")
    return _said(known) if known is not None else _said(QT_TRANSLATE_NOOP("Records", "Another record"))


def ways_text(damage: Damage) -> str:
    """Return how a record differs, and when it was written and changed."""
    told = [_said(_WAYS[damage.kind])]
    if damage.kept is not None:
        words = _said(QT_TRANSLATE_NOOP("Records", "Your memdesk wrote it last {when}."))
        told.append(words.format(when=exact_time(damage.kept)))
    if damage.changed is not None:
        words = _said(QT_TRANSLATE_NOOP("Records", "Its file says that it was changed {when}."))
        told.append(words.format(when=exact_time(damage.changed)))
    return " ".join(told)


def _said(words: object) -> str:
    return QCoreApplication.translate("Records", str(words))
