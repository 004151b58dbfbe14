"""What a decision is called where it can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from memdesk.review import Done


def step_text(done: Done, name: str) -> str:
    """Return what was decided, in a few words; ``name`` is the only document that it is about."""
    translate = QCoreApplication.translate
    if getattr(done, "staged", None) is not None:
        if getattr(done, "let_in", False):
            return translate("ReviewStep", "Approval of a write")
        return translate("ReviewStep", "Rejection of a write")
    count = len(done.ids)
    what = name or translate("ReviewStep", "%n changes", "", count)
    words = {
        "redacted": translate("ReviewStep", "Redaction in {what}"),
        "quarantined": translate("ReviewStep", "Quarantine of parts of {what}"),
        "dismissed": translate("ReviewStep", "Dismissal of findings in {what}"),
        "accepted": translate("ReviewStep", "Acceptance of {what}"),
        "edited": translate("ReviewStep", "Correction of {what}"),
        "reverted": translate("ReviewStep", "Revert of {what}"),
        "snoozed": translate("ReviewStep", "Snooze of {what}"),
        "partly": translate("ReviewStep", "Review of passages of {what}"),
    }
    code = getattr(done, "deed", "") or done.verdict.value
    return words.get(code, translate("ReviewStep", "Decision about {what}")).format(what=what)
