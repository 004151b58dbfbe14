"""What stands in the way of a decision, in the person's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.systems.copies import is_kept_before_change
from memdesk.text.lines import lines_named
from memdesk_gui.features.review.finding_words import check_names
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.wording import error_text, instead_text
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.model import Actor
    from memdesk.review import Detail, Obstacle, ReviewItem

PARTS = 3
"""Parts that are named; of more, how many there are."""

_ID = re.compile(r"(?=.*[a-f])(?=.*\d)[0-9a-f]{8}[0-9a-f-]*")
"""What a record calls an entry by, which tells a person nothing; a date or a word is none."""

_OBSTACLES = {
    "overlaps": QT_TRANSLATE_NOOP(
        "Review", "Later changes affect the same text. Reverting this one would lose them."
    ),
    "changed_since": QT_TRANSLATE_NOOP(
        "Review", "Nothing of this is still there as it was written: it has changed since."
    ),
    "gone": QT_TRANSLATE_NOOP("Review", "The document no longer exists."),
    "exists": QT_TRANSLATE_NOOP("Review", "There is a document of this name again."),
    "name_taken": QT_TRANSLATE_NOOP(
        "Review", "Another document now has the old name. Rename that one first."
    ),
    "not_kept": QT_TRANSLATE_NOOP(
        "Review", "The earlier version is no longer stored, so this cannot be reverted."
    ),
    "not_text": QT_TRANSLATE_NOOP("Review", "It was changed since, and it is not text that could be merged."),
    "would_break": QT_TRANSLATE_NOOP("Review", "Without this change the document would not be valid."),
    "unreadable": QT_TRANSLATE_NOOP("Review", "The document cannot be read now."),
}
_GONE = QT_TRANSLATE_NOOP("Review", "No longer applies: what was written here has been changed since.")
_PARTLY = QT_TRANSLATE_NOOP("Review", "Only a part of this is still there; the rest has been changed since.")
_SHARE = QT_TRANSLATE_NOOP("Review", "Partly changed: {stands} of {lines} lines are as they were written.")
_CAN_GO = QT_TRANSLATE_NOOP("Review", "{goes} of {lines} lines can be reverted; the rest stays.")
_FIELDS_SHARE = QT_TRANSLATE_NOOP(
    "Review", "Partly changed: {stands} of {lines} fields are as they were written."
)
_FIELDS_GO = QT_TRANSLATE_NOOP("Review", "{goes} of {lines} fields can be reverted; the rest stays.")
_BRINGS_BACK = QT_TRANSLATE_NOOP(
    "Review",
    "Revert writes the last version back and moves what is in its place to .memdesk/aside, unopened.",
)
_NAMED_LIKE = QT_TRANSLATE_NOOP("Review", "Named like a copy; as far as is known it never was this document.")
_LOCKED = QT_TRANSLATE_NOOP("Review", "This changed what you have locked: {name}")


def judged_words(tally: Mapping[str, int]) -> str:
    """Return how many were judged, and how: "10 judged: 8 accepted, 2 reverted"; empty where none was."""
    count = sum(tally.values())
    if count <= 0:
        return ""
    accepted, edited = tally.get("accepted", 0), tally.get("edited", 0)
    reverted, snoozed = tally.get("reverted", 0), tally.get("snoozed", 0)
    let_in, let_go = tally.get("let_in", 0), tally.get("let_go", 0)
    parts = (
        (accepted, QCoreApplication.translate("Review", "%n accepted", "", accepted)),
        (edited, QCoreApplication.translate("Review", "%n corrected", "", edited)),
        (reverted, QCoreApplication.translate("Review", "%n reverted", "", reverted)),
        (let_in, QCoreApplication.translate("Review", "%n approved", "", let_in)),
        (let_go, QCoreApplication.translate("Review", "%n rejected", "", let_go)),
        (snoozed, QCoreApplication.translate("Review", "%n snoozed until tomorrow", "", snoozed)),
    )
    how = QCoreApplication.translate("Review", ", ").join(words for number, words in parts if number)
    said = QCoreApplication.translate("Review", "%n reviewed", "", count)
    return QCoreApplication.translate("Review", "{said}: {how}").format(said=said, how=how)


def badges_of(detail: Detail) -> tuple[str, ...]:
    """Return what the content checks found in a change, each check in a word, once."""
    return check_names(detail.findings)


def caution(detail: Detail) -> tuple[str, str]:
    """Return what has to be said about a change before it is judged, and in which tone."""
    if detail.item.instead is not None:
        said = [instead_text(detail.item.instead, detail.item.uri)]
        if detail.applies.value != "no_longer":
            said.append(_word(_BRINGS_BACK))
        return sentences(said), "danger"
    if is_named_like_copy(detail.item):
        return _word(_NAMED_LIKE), "foreign"
    if detail.item.broken:
        names = ", ".join(printable(each.rule.name) for each in detail.item.broken)
        return _word(_LOCKED).format(name=names), "danger"
    if detail.applies.value == "no_longer":
        return _word(_GONE), "foreign"
    said = [_share(detail)] if detail.applies.value == "partly" else []
    if detail.obstacle is not None:
        said.append(obstacle_text(detail.obstacle))
    return (" ".join(said), "foreign") if said else ("", "")


def is_named_like_copy(item: ReviewItem) -> bool:
    """Tell whether a change began what only has a copy's name: a copy itself waits for nobody."""
    return item.before is None and not item.moved and is_kept_before_change(item.uri)


def _share(detail: Detail) -> str:
    """Return how much of a change is still there."""
    standing = detail.standing
    if standing is None:
        return _word(_PARTLY)
    words = _FIELDS_SHARE if _has_fields(detail.uri) else _SHARE
    return _word(words).format(stands=standing.stands, lines=standing.lines)


def obstacle_text(obstacle: Obstacle) -> str:
    """Return why something cannot be taken back."""
    words, standing = _word(_OBSTACLES[obstacle.reason.value]), obstacle.standing
    if standing is None or not obstacle.has_part:
        return words
    can_go = _FIELDS_GO if _has_fields(obstacle.uri) else _CAN_GO
    return f"{words} {_word(can_go).format(goes=standing.goes, lines=standing.lines)}"


def _has_fields(uri: str) -> bool:
    """Whether what counts in a document are fields: JSON has no lines that mean anything."""
    return uri.lower().endswith(".json")


def refusal_text(error: Exception) -> str:
    """Return why a decision could not be carried out."""
    obstacles: Sequence[Obstacle] = getattr(error, "obstacles", ())
    return obstacle_text(obstacles[0]) if obstacles else error_text(error)


def refusals_text(error: Exception, count: int) -> str:
    """Return why a decision about so many changes could not be carried out."""
    obstacles: Sequence[Obstacle] = getattr(error, "obstacles", ())
    if count < 2 or not obstacles:
        return refusal_text(error)
    left = len(obstacles)
    said = QCoreApplication.translate(
        "Review", "%n changes cannot be reverted, so nothing was changed.", "", left
    )
    return sentences((said, f"{printable(obstacles[0].uri)}: {obstacle_text(obstacles[0])}"))


def place_words(parts: Sequence[str]) -> str:
    """Return the sections, keys or entries that a change touched; an id or a line is none of their names."""
    told = (_without_ids(part) for part in parts if lines_named(part) is None)
    names = list(dict.fromkeys(filter(None, told)))
    named = ", ".join(printable(part) for part in names[:PARTS])
    left = len(names) - PARTS
    if left <= 0:
        return named
    more = QCoreApplication.translate("Review", "and %n more", "", left)
    return f"{named} {more}"


def _without_ids(part: str) -> str:
    """Return what a person knows a part by: of ``session/2d3bf8cb-…/tags`` its compartment and field."""
    steps = part.split("/")
    told = [step for step in steps if not _ID.fullmatch(step)]
    return part if len(told) == len(steps) else " › ".join(told)


def _word(source: object) -> str:
    return QCoreApplication.translate("Review", str(source))


def names_of(actors: Iterable[Actor]) -> str:
    """Return who wrote something, each author once."""
    return ", ".join(dict.fromkeys(map(who, actors)))


def common(words: Iterable[str]) -> str:
    """Return what is said of all; empty where that differs."""
    said = set(words)
    return said.pop() if len(said) == 1 else ""
