"""Why a key of the inbox does nothing at a row, and what to do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from memdesk_gui.wording.sentences import sentences

if TYPE_CHECKING:
    from memdesk_gui.bridge.bus import WorkspaceBus
    from memdesk_gui.features.review.card import ReviewCard
    from memdesk_gui.features.review.inbox_page import InboxPage

_JUDGES = frozenset(("review.accept_passage", "review.revert_passage"))
_WRITES = frozenset(
    ("review.revert", "review.revert_why", "review.revert_later", "review.revert_passage", "review.edit")
)
_DECIDES = _JUDGES | _WRITES | {"review.accept", "review.snooze", "review.undo"}
_OF_CHANGES = _JUDGES | {"review.next_passage", "review.previous_passage", "review.edit", "review.snooze"}


def refusal_text(name: str, page: InboxPage, bus: WorkspaceBus) -> str:
    """Return why this command cannot be done with what is looked at; nothing where it can, or soon will."""
    translate, line = QCoreApplication.translate, page.line
    if name in _DECIDES and bus.is_missing:
        return translate("DeedRefusals", "The workspace folder cannot be found. Decide when it is back.")
    if line is None or not page.may_decide:
        return ""
    if name in _WRITES and not bus.is_writable():
        return translate(
            "DeedRefusals", "This workspace is open read-only: nothing can be reverted or edited."
        )
    if line.staged is not None:
        whole = translate("DeedRefusals", "This write waits for approval as a whole. Approve or reject it.")
        return whole if name in _OF_CHANGES else ""
    if name in _JUDGES:
        return _of_group(page, is_edit=False) if len(page.ids) > 1 else _of_passages(page.card)
    if name == "review.edit" and len(page.ids) > 1:
        return _of_group(page, is_edit=True)
    if name == "review.edit" and page.is_gone:
        return translate("DeedRefusals", "The document is deleted, so there is nothing to edit.")
    return ""


def _of_group(page: InboxPage, *, is_edit: bool) -> str:
    """Say that this is done with one change, and how to come to it."""
    translate = QCoreApplication.translate
    if page.line is not None and page.line.is_chosen:
        way = translate("DeedRefusals", "Select only one change.")
    else:
        way = translate("DeedRefusals", "Press → to open the group, then select a change.")
    if is_edit:
        why = translate("DeedRefusals", "You can edit one change at a time.")
    else:
        why = translate("DeedRefusals", "You can review the passages of one change at a time.")
    return sentences((why, way))


def _of_passages(card: ReviewCard) -> str:
    translate = QCoreApplication.translate
    if card.is_one_passage:
        return translate("DeedRefusals", "This change is a single passage. Use Accept or Revert.")
    if card.passages.is_judged:
        return translate("DeedRefusals", "This passage is reviewed already. Go to the next one.")
    return ""
