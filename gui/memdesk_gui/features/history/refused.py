"""Words for what an agent was refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from memdesk.access.refusals import DAMAGED
from memdesk.text.guard import Lock
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.access.refusals import RefusedWrite


def refused_words(refused: RefusedWrite) -> str:
    """Return what held writes back, why it does, and how often it did."""
    words = [_held(refused), f"“{printable(refused.why)}”" if refused.why else ""]
    times = refused.times
    if times > 1:
        words.append(QCoreApplication.translate("Activity", "%n times", "", times))
    return " · ".join(filter(None, words))


def is_locked(refused: RefusedWrite) -> bool:
    """Say whether a lock held it back, which a person may want to change."""
    return refused.rule in set(Lock)


def _held(refused: RefusedWrite) -> str:
    if refused.rule == DAMAGED:
        return QCoreApplication.translate("Activity", "a record of memdesk is damaged")
    if not is_locked(refused):
        return QCoreApplication.translate("Activity", "too much waits for approval already")
    is_append = refused.rule == Lock.APPEND_ONLY
    if refused.part:
        words = (
            QCoreApplication.translate("Activity", "“{part}” is append only")
            if is_append
            else QCoreApplication.translate("Activity", "“{part}” is locked")
        )
        return words.format(part=printable(refused.part))
    if is_append:
        return QCoreApplication.translate("Activity", "the document is append only")
    return QCoreApplication.translate("Activity", "the document is locked")
